"""What foes would do if the turn ended now: marks on the board, and lines for tooltips."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

from game.client.board.board_view import BoardView
from game.client.board.overlays import IntentMark, Place
from game.client.board.standees import SideStand
from game.client.kit.app import App
from game.client.panels.turn_queue import QueuePanel
from game.core.cells import Cell
from game.play.foresight.shown_intents import share_text
from game.present.picture import Card, Picture, Token
from game.present.window_battle import WindowBattle


class ForeseeingSeat(Protocol):
    """What this module needs of the battle screen's state."""

    app: App
    sitting: WindowBattle
    board: BoardView
    queue: QueuePanel
    picture: Picture
    sides: dict[str, SideStand]

    def card(self, unit: str) -> Card | None:
        """Return what this view knows about a unit."""


def intent_marks(seat: ForeseeingSeat, cell: Cell | None) -> tuple[IntentMark, ...]:
    """Return the likeliest intent of each foe, or all intents of the foe pointed at."""
    token = seat.board.token_at(cell) if cell is not None else None
    pointed = token.id if token is not None and seat.sitting.intents.of(token.id) else None
    return tuple(_marks(seat, pointed))


def foresee(seat: ForeseeingSeat, show: Callable[[], None]) -> bool:
    """Look for what foes would do, if that is switched on; `show` news, return whether it was."""
    seat.queue.notes = partial(_notes, seat)
    if not seat.sitting.foresee(seat.app.settings.intents):
        return False
    show()
    return True


def _notes(seat: ForeseeingSeat, unit: str) -> tuple[str, ...]:
    """Return a foe's intent in words, for its tooltip."""
    is_known = not seat.sitting.is_held and seat.sitting.intents.of(unit) is not None
    card = seat.card(unit) if is_known else None
    return card.intent if card is not None else ()


def _marks(seat: ForeseeingSeat, pointed: str | None) -> Iterator[IntentMark]:
    for intent in seat.sitting.intents.found:
        token = seat.picture.token(intent.unit)
        if token is None or token.at is None or pointed not in (None, intent.unit):
            continue
        colour, start = seat.sides[token.side].colour, _middle(token, token.at)
        ends, aimed = dict[Place, float](), dict[Place, float]()
        for n, choice in enumerate(intent.choices if pointed else intent.choices[:1]):
            plan = choice.plan
            end = _middle(token, plan.at) if plan.at is not None else start
            aims = [found for one in plan.targets if (found := _of(seat, one)) is not None]
            if plan.spot is not None:
                aims.append((plan.spot[0] + 0.5, plan.spot[1] + 0.5))
            yield IntentMark(start, end, next(iter(aims), None), "", colour)
            # A group has many targets: show those after the first for its likeliest plan alone.
            for more in aims[1:] if not n else ():
                yield IntentMark(end, end, more, "", colour)
            ends[end] = ends.get(end, 0.0) + choice.share
            for aim in aims[:1]:
                aimed[aim] = aimed.get(aim, 0.0) + choice.share
        # If the tile is the same in all plans, their targets have the shares.
        shares = aimed if len(ends) == 1 and len(aimed) > 1 else ends
        for place, share in shares.items() if len(intent.choices) > 1 else ():
            yield IntentMark(place, place, None, share_text(share), colour)


def _of(seat: ForeseeingSeat, unit: str) -> Place | None:
    token = seat.picture.token(unit)
    return _middle(token, token.at) if token is not None and token.at is not None else None


def _middle(token: Token, at: Cell) -> Place:
    return at[0] + token.span / 2, at[1] + token.span / 2
