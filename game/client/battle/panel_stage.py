"""Where events are shown beside the board: the log, the tray, the sounds, whose turn it is."""

from collections.abc import Sequence
from itertools import pairwise

from game.client.battle.context import BattleContext
from game.client.battle.event_timeline import DiceMatch, Thrown
from game.present.shown_events import ShownEvent
from game.terms.events import ConditionGained, Moved, cell_of, fields_of, unit_of

HASTE = 6.0
"""How much faster things go while a key is held."""


class PanelStage:
    """The panels of a seat, as a timeline plays on them."""

    def __init__(self, seat: BattleContext) -> None:
        self._seat = seat
        self._last: ShownEvent | None = None
        """The newest line of the log."""

    def line(self, told: ShownEvent) -> None:
        """A line for the log; the steps of one walk are one line, which says where it leads."""
        last, log = self._last, self._seat.log
        if last is not None and _walks_on(last, told):
            log.truncate(last.n - 1)
        log.add(told)
        self._last = told

    def lines(self, told: Sequence[ShownEvent]) -> None:
        """These lines in place of all others."""
        steps = {one.n for one, later in pairwise(told) if _walks_on(one, later)}
        self._seat.log.show([one for one in told if one.n not in steps])
        self._last = told[-1] if told else None

    def thrown(self, thrown: Thrown) -> None:
        """Dice fall."""
        self._seat.tray.throw(thrown.dice, thrown.title, thrown.total, counts=thrown.counts)

    def matched(self, matched: DiceMatch) -> None:
        """Dice are laid against one another."""
        self._seat.tray.match(*matched)

    def sound(self, told: ShownEvent) -> None:
        """The sound of an event, by what it happens on and to whom."""
        seat, fields = self._seat, fields_of(told.event)
        piece = seat.picture.piece(unit_of(told.event))
        at = cell_of(told.event) or (piece.at if piece else None)
        if at is not None:
            fields["terrain"] = seat.board.ground.terrain(at)
        fields["own"] = piece is not None and seat.is_mine(piece.side)
        seat.app.sounds.event(told.name, fields)

    def flight(self, thing: str) -> str:
        """What is seen flying when this is shot or thrown; "" of what only strikes."""
        return self._seat.flights.get(thing, "")

    def held(self, gained: ConditionGained) -> str:
        """The condition that has come over somebody, in words."""
        return self._seat.sitting.held(gained.condition, gained.value)

    def said(self, words: str) -> None:
        """The level tells something; it stands in the log."""

    def turn(self, unit: str | None) -> None:
        """It is the turn of this unit."""
        self._seat.board.selected = unit


def _walks_on(one: ShownEvent, later: ShownEvent) -> bool:
    """Whether an event is the next step of the same walk."""
    first, second = one.event, later.event
    return isinstance(first, Moved) and isinstance(second, Moved) and first.unit == second.unit
