"""The results of a battle for its summary."""

from collections.abc import Mapping

from game.client.board.standees import SideStand
from game.client.screens.battle_summary import SummaryRow
from game.present.picture import Picture
from game.present.shown_events import ShownEvent
from game.terms.events import BattleOver, Damaged, unit_of
from game.terms.script_events import ObjectiveFailed, ObjectiveReached


def rows_of(
    told: list[ShownEvent], picture: Picture, sides: Mapping[str, SideStand], heads: tuple[str, ...]
) -> list[SummaryRow]:
    """Return a row for each unit: the damage it dealt and took, and its remaining life.

    Units that wait beyond the board and have never done anything are left out.
    """
    dealt, taken = _sums(told)
    rows = [SummaryRow(heads)]
    known = {unit_of(one.event) for one in told}
    for token in picture.tokens:
        if token.at is None and not (token.is_dead or token.is_down or token.id in known):
            continue
        life = max(0, token.life or 0)
        cells = token.title, str(dealt.get(token.id, 0)), str(taken.get(token.id, 0)), str(life)
        is_out = token.is_dead or token.is_down
        rows.append(SummaryRow(cells, sides[token.side].colour, is_out))
    return rows


def _sums(told: list[ShownEvent]) -> tuple[dict[str, int], dict[str, int]]:
    """Return the damage that each unit dealt to others, and the damage that it took.

    Damage by a unit's traps and effects counts as dealt by that unit.
    """
    dealt: dict[str, int] = {}
    taken: dict[str, int] = {}
    for one in told:
        if isinstance(event := one.event, Damaged):
            taken[event.unit] = taken.get(event.unit, 0) + event.amount
            if event.by and event.by != event.unit:
                dealt[event.by] = dealt.get(event.by, 0) + event.amount
    return dealt, taken


def winner_of(told: list[ShownEvent]) -> str | None:
    """Return the side that has won, or None."""
    ends = (one.event.winner for one in reversed(told) if isinstance(one.event, BattleOver))
    return next(ends, None)


def result_of(told: list[ShownEvent], people: tuple[str, ...]) -> tuple[str, str]:
    """Return the result for the people who play (`won`, `lost`, `draw`), and its sentence."""
    over = next((one for one in reversed(told) if isinstance(one.event, BattleOver)), None)
    winner, text = winner_of(told), over.text if over else ""
    if winner is None:
        return "draw", text
    return ("won" if not people or winner in people else "lost"), text


def decided_by(told: list[ShownEvent]) -> list[str]:
    """Return sentences that name the objectives that decided the battle; empty if none did."""
    over = next((one.event for one in reversed(told) if isinstance(one.event, BattleOver)), None)
    if over is None or over.reason != "objective":
        return []
    found = []
    for one in told:
        event = one.event
        is_won = isinstance(event, ObjectiveReached) and event.side == over.winner
        is_lost = isinstance(event, ObjectiveFailed) and event.side != over.winner
        if is_won or is_lost:
            found.append(f"{one.text}.")
    return found
