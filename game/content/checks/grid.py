"""The map's grid and its letters."""

from game.content.draft import GRID, LEGEND, Draft
from game.content.wording import quoted

MOST = 500
"""Tiles along each edge of a map."""


def has_rows(draft: Draft) -> None:
    """map-empty: a map has at least one tile."""
    if draft.rows is not None and not any(draft.rows):
        text = "The grid of [map] is empty; it must have at least one row of letters."
        draft.source.error("map-empty", text, GRID)


def is_even(draft: Draft) -> None:
    """map-ragged: all rows are as long as most are."""
    for number, row in enumerate(draft.rows or ()):
        if len(row) != draft.width:
            text = (
                f"Row {number + 1} of the grid has {_letters(len(row))}, where the map is "
                f"{draft.width} wide."
            )
            at = (number, min(len(row), draft.width))
            draft.source.note("error", "map-ragged", text, GRID, letter=at)


def is_not_too_large(draft: Draft) -> None:
    """map-too-large: the edges have a limit."""
    if draft.width > MOST or draft.height > MOST:
        text = f"The map is {draft.width} × {draft.height} tiles; at most {MOST} × {MOST} can be."
        draft.source.error("map-too-large", text, GRID)


def letters_are_known(draft: Draft) -> None:
    """unknown-letter: what stands in the grid stands in the legend; each letter is told once."""
    if draft.legend is None:
        return
    unknown = set().union(*(draft.rows or ())) - draft.legend.keys()
    for number, row in enumerate(draft.rows or ()):
        if not unknown:
            return
        for letter in unknown.intersection(row):
            text = f"The letter {quoted(letter)} of the grid is not in the legend."
            at = (number, row.index(letter))
            draft.source.note("error", "unknown-letter", text, GRID, letter=at)
        unknown -= set(row)


def letters_are_used(draft: Draft) -> None:
    """letter-unused: what stands in the legend stands in the grid, else it may be a slip."""
    if draft.rows is None or draft.legend is None:
        return
    used = set().union(*draft.rows)
    for letter in draft.legend:
        if letter not in used and len(letter) == 1:
            text = f"The letter {quoted(letter)} of the legend is not in the grid."
            draft.source.note("warning", "letter-unused", text, (*LEGEND, letter))


def _letters(number: int) -> str:
    return "1 letter" if number == 1 else f"{number} letters"
