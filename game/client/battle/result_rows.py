"""What is told when a battle is over."""

from collections.abc import Mapping

from game.client.board.standees import SideStand
from game.client.screens.battle_summary import SummaryRow
from game.present.picture import Picture
from game.present.window_battle import ShownEvent


def rows_of(
    told: list[ShownEvent], picture: Picture, sides: Mapping[str, SideStand], heads: tuple[str, ...]
) -> list[SummaryRow]:
    """Of each unit what it dealt and took, and what is left of it."""
    dealt, taken = _sums(told)
    rows = [SummaryRow(heads)]
    for piece in picture.pieces:
        life = max(0, piece.life or 0)
        cells = piece.title, str(dealt.get(piece.id, 0)), str(taken.get(piece.id, 0)), str(life)
        is_out = piece.is_dead or piece.is_down
        rows.append(SummaryRow(cells, sides[piece.side].colour, is_out))
    return rows


def _sums(told: list[ShownEvent]) -> tuple[dict[str, int], dict[str, int]]:
    """Return the damage each unit did to others, traps and lasting damage included, and took."""
    dealt: dict[str, int] = {}
    taken: dict[str, int] = {}
    for one in told:
        if one.name == "damaged":
            unit, amount = str(one.fields["unit"]), int(one.fields["amount"])
            by = one.fields.get("by")
            taken[unit] = taken.get(unit, 0) + amount
            if by and by != unit:
                dealt[by] = dealt.get(by, 0) + amount
    return dealt, taken


def winner_of(told: list[ShownEvent]) -> str | None:
    """The side that has won, if one has."""
    over = next((one for one in reversed(told) if one.name == "over"), None)
    winner = over.fields.get("winner") if over else None
    return winner if isinstance(winner, str) else None


def result_of(told: list[ShownEvent], people: tuple[str, ...]) -> tuple[str, str]:
    """How it ended for the people at the window (`won`, `lost`, `draw`), and its sentence."""
    over = next((one for one in reversed(told) if one.name == "over"), None)
    winner, text = winner_of(told), over.text if over else ""
    if winner is None:
        return "draw", text
    return ("won" if not people or winner in people else "lost"), text
