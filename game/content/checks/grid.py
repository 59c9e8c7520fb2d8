"""Checks of the map's grid and its letters."""

from game.content.drafts.level_draft import GRID, LEGEND, ZONES, LevelDraft
from game.content.toml_files.finding_texts import Problem, Words, because

MOST = 500
"""Maximum number of tiles along each edge of a map."""


def has_rows(draft: LevelDraft) -> None:
    """Report map-empty if a map has no tile."""
    if draft.rows is not None and not any(draft.rows):
        draft.source.error("map-empty", GRID)


def is_even(draft: LevelDraft) -> None:
    """Report map-ragged if a row is longer or shorter than most rows."""
    width = draft.width
    for number, row in enumerate(draft.rows or ()):
        if len(row) == width:
            continue
        why = _spaced(draft, row)
        if not row and number == draft.height - 1:
            why = because("empty-line")
        at = 0 if why and row.startswith(" ") else min(len(row), width)
        count = len(row)
        problem = Problem("map-ragged", row=number + 1, count=count, width=width, why=why)
        draft.source.add("error", problem, GRID, letter=(number, at))


def is_not_too_large(draft: LevelDraft) -> None:
    """Report map-too-large if an edge of the map is too long."""
    if draft.width > MOST or draft.height > MOST:
        width, height = draft.width, draft.height
        draft.source.error("map-too-large", GRID, width=width, height=height, most=MOST)


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
            at = (number, row.index(letter))
            draft.source.add("error", _unknown(letter), GRID, letter=at)
        unknown -= set(row)


def letters_are_used(draft: LevelDraft) -> None:
    """Report letter-unused if a letter in the legend isn't in the grid, probably by mistake."""
    if not draft.letters or draft.legend is None:
        return
    for letter in draft.legend:
        if letter not in draft.letters and len(letter) == 1:
            draft.source.warning("letter-unused", (*LEGEND, letter), unused=letter)


def zones_fit(draft: LevelDraft) -> None:
    """Report zones-differ if the zones don't cover exactly the grid."""
    zones = draft.zone_rows
    if zones is None or not draft.rows:
        return
    if len(zones) != draft.height:
        draft.source.error("zones-differ", ZONES, count=len(zones), height=draft.height)
    for number, row in enumerate(zones):
        if len(row) != draft.width:
            at, count, width = (number, min(len(row), draft.width)), len(row), draft.width
            problem = Problem(
                "zones-differ", variant="row", row=number + 1, count=count, width=width
            )
            draft.source.add("error", problem, ZONES, letter=at)


def _unknown(letter: str) -> Problem:
    """Return the problem to report for a letter that isn't in the legend."""
    if letter == "#":
        return Problem("unknown-letter", variant="hash", unknown=letter)
    if letter == "\t":
        return Problem("unknown-letter", variant="tab")
    if letter != " " and (letter.isspace() or not letter.isprintable()):
        return Problem("unknown-letter", variant="unseen", point=Words(f"{ord(letter):04X}"))
    return Problem("unknown-letter", unknown=letter)


def _spaced(draft: LevelDraft, row: str) -> Words:
    """Return the end of a message about spaces around a row; empty if spaces can be tiles."""
    if " " in (draft.legend or {}) or row.strip(" ") == row:
        return Words()
    return because("begins-with-space" if row.startswith(" ") else "ends-with-space")
