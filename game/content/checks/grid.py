"""Checks of the map's grid and its letters."""

from game.content.drafts.level_draft import GRID, LEGEND, ZONES, LevelDraft
from game.content.values.wording import quoted

MOST = 500
"""Maximum number of tiles along each edge of a map."""


def has_rows(draft: LevelDraft) -> None:
    """Report map-empty if a map has no tile."""
    if draft.rows is not None and not any(draft.rows):
        text = "The grid of [map] is empty; it must have at least one row of letters."
        draft.source.error("map-empty", text, GRID)


def is_even(draft: LevelDraft) -> None:
    """Report map-ragged if a row isn't as long as most rows are."""
    width = draft.width
    for number, row in enumerate(draft.rows or ()):
        if len(row) == width:
            continue
        why = _spaced(draft, row)
        if not row and number == draft.height - 1:
            why = "; an empty line before the ''' counts as a row"
        text = f"Row {number + 1} of the grid has {_letters(len(row))}, where the map is {width} "
        text += f"wide{why}."
        at = 0 if why and row.startswith(" ") else min(len(row), width)
        draft.source.note("error", "map-ragged", text, GRID, letter=(number, at))


def is_not_too_large(draft: LevelDraft) -> None:
    """Report map-too-large if an edge of the map is too long."""
    if draft.width > MOST or draft.height > MOST:
        text = f"The map is {draft.width} × {draft.height} tiles; at most {MOST} × {MOST} can be."
        draft.source.error("map-too-large", text, GRID)


def letters_are_known(draft: LevelDraft) -> None:
    """Report unknown-letter if a letter in the grid isn't in the legend, once per letter."""
    if draft.legend is None:
        return
    unknown = set(draft.letters - draft.legend.keys())
    for number, row in enumerate(draft.rows or ()):
        if not unknown:
            return
        for letter in unknown.intersection(row):
            if letter == " " and len(row) != draft.width and _spaced(draft, row):
                continue
            text = f"The letter {quoted(letter)} of the grid is not in the legend."
            if letter == "#":
                text = f"{text[:-1]}; it stands there in quotes, as it begins a comment without."
            if letter == "\t":
                text = (
                    "A tab stands in the grid; each tile is one letter, so write spaces or letters."
                )
            if letter != " " and (letter.isspace() or not letter.isprintable()) and letter != "\t":
                text = "A sign that only looks like a space stands in the grid "
                text += f"(U+{ord(letter):04X}); take it away."
            at = (number, row.index(letter))
            draft.source.note("error", "unknown-letter", text, GRID, letter=at)
        unknown -= set(row)


def letters_are_used(draft: LevelDraft) -> None:
    """Report letter-unused if a letter in the legend isn't in the grid, probably by mistake."""
    if not draft.letters or draft.legend is None:
        return
    for letter in draft.legend:
        if letter not in draft.letters and len(letter) == 1:
            text = f"The letter {quoted(letter)} of the legend is not in the grid."
            draft.source.note("warning", "letter-unused", text, (*LEGEND, letter))


def zones_fit(draft: LevelDraft) -> None:
    """Report zones-differ if the zones don't cover exactly the grid."""
    zones = draft.zone_rows
    if zones is None or not draft.rows:
        return
    if len(zones) != draft.height:
        text = f"The zones have {_rows(len(zones))}, where the map is {draft.height} high."
        draft.source.error("zones-differ", text, ZONES)
    for number, row in enumerate(zones):
        if len(row) != draft.width:
            text = f"Row {number + 1} of the zones has {_letters(len(row))}, where the map is "
            text += f"{draft.width} wide."
            at = (number, min(len(row), draft.width))
            draft.source.note("error", "zones-differ", text, ZONES, letter=at)


def _spaced(draft: LevelDraft, row: str) -> str:
    """Return the end of a sentence about a row with surrounding spaces, if these are no tiles."""
    if " " in (draft.legend or {}) or row.strip(" ") == row:
        return ""
    where = "begins" if row.startswith(" ") else "ends"
    return f"; it {where} with a space"


def _rows(number: int) -> str:
    return "1 row" if number == 1 else f"{number} rows"


def _letters(number: int) -> str:
    return "1 letter" if number == 1 else f"{number} letters"
