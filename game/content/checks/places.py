"""Checks of the units' places."""

from itertools import chain

from game.content.drafts.level_draft import GRID, LevelDraft, UnitDraft
from game.content.values.book_data import ID
from game.content.values.wording import quoted
from game.core.cells import Cell


def are_given_once(draft: LevelDraft) -> None:
    """Report unit-nowhere, unit-both or letter-twice if a unit has no place, or several.

    It must have one, by a letter or by `at`.
    """
    coming = _coming(draft)
    for id, unit in draft.distinct.items():
        spots = draft.placed.get(id, ())
        if "at" in unit.table:
            if spots:
                text = f"The unit {quoted(unit.id)} has the letter {spots[0][0]!r} in the grid and "
                text += "'at' too; one of them must go."
                draft.source.error("unit-both", text, (*unit.keys, "at"))
        elif not spots and id not in coming and not draft.stations:
            _nowhere(draft, unit)
        elif len(spots) > 1:
            text = f"The unit {quoted(unit.id)} stands in the grid {len(spots)} times; once is "
            text += "possible."
            _note(draft, unit, spots[1][1], "letter-twice", text)


def can_be_stood_on(draft: LevelDraft) -> None:
    """Report unit-off-map or unit-in-wall if a unit is on a tile that it can't enter."""
    for id, cell in draft.standing.items():
        unit, (x, y) = draft.distinct[id], cell
        if not draft.has(cell):
            if unit.at is None:  # a letter of a row that is too long, which is reported for the row
                continue
            text = f"The unit {quoted(unit.id)} stands off the map at [{x}, {y}]; columns go from "
            text += f"0 to {draft.width - 1} and rows from 0 to {draft.height - 1}."
            _note(draft, unit, cell, "unit-off-map", text)
            continue
        terrain = draft.terrain_at(cell)
        if terrain is not None and not terrain.walk:
            text = f"The unit {quoted(unit.id)} stands at [{x}, {y}] in {quoted(terrain.title)}, "
            text += "which cannot be entered."
            _note(draft, unit, cell, "unit-in-wall", text)


def are_not_shared(draft: LevelDraft) -> None:
    """Report tile-shared if two units are on one tile."""
    first: dict[Cell, UnitDraft] = {}
    for id, cell in draft.standing.items():
        unit = draft.distinct[id]
        other = first.setdefault(cell, unit)
        if other is not unit:
            text = f"The unit {quoted(unit.id)} stands at [{cell[0]}, {cell[1]}], where the unit "
            text += f"{quoted(other.id)} stands already; a tile has room for one."
            _note(draft, unit, cell, "tile-shared", text)


def _nowhere(draft: LevelDraft, unit: UnitDraft) -> None:
    """Record a unit without a place, unless an unclear part may place or name it."""
    if not draft.letters or draft.legend is None or None in draft.legend.values():
        return
    if unit.side is None or not ID.fullmatch(str(unit.id)) or not _is_clear_who_comes(draft):
        return
    letters = [x for x, entry in draft.legend.items() if entry and entry.unit == unit.id]
    why = "give it a letter in the grid, or 'at', or a [[deploy]] of its side, or a "
    why += "'reinforcement' in a trigger"
    if letters:
        why = f"its letter {letters[0]!r} must be in the grid"
    text = f"The unit {quoted(unit.id)} stands nowhere; {why}."
    draft.source.error("unit-nowhere", text, unit.keys)


def _is_clear_who_comes(draft: LevelDraft) -> bool:
    """Return whether everything that can place units or bring them could be read."""
    if {"deploy", "trigger", "unit"} & draft.unclear:
        return False
    bringing = (t for t in draft.plot.triggers if t.value is None and draft.says_to_bring(t.keys))
    return all(entry.value for entry in draft.plot.deploys) and not any(bringing)


def _coming(draft: LevelDraft) -> set[str]:
    """Return the units that their side places, or that a trigger brings."""
    deployed = (draft.deployed(entry.value) for entry in draft.plot.deploys if entry.value)
    return draft.brought.keys() | set(chain.from_iterable(deployed))


def _note(draft: LevelDraft, unit: UnitDraft, cell: Cell, code: str, text: str) -> None:
    """Record an error at the unit's place."""
    if unit.at is not None:
        draft.source.error(code, text, (*unit.keys, "at"), at_value=True)
    else:
        x, y = cell
        draft.source.note("error", code, text, GRID, letter=(y, x))
