"""Checks of the units' places."""

from itertools import chain

from game.content.drafts.level_draft import GRID, LevelDraft, UnitDraft
from game.content.toml_files.finding_texts import Problem
from game.content.values.book_data import ID
from game.core.cells import Cell


def are_given_once(draft: LevelDraft) -> None:
    """Report unit-nowhere, unit-both or letter-twice if a unit has no place, or several.

    A unit must have exactly one place, given by a letter or by `at`.
    """
    coming = _coming(draft)
    for id, unit in draft.distinct.items():
        spots = draft.placed.get(id, ())
        if "at" in unit.table:
            if spots:
                keys, found = (*unit.keys, "at"), spots[0][0]
                draft.source.error("unit-both", keys, unit=str(unit.id), found=found)
        elif not spots and id not in coming and not draft.stations:
            _nowhere(draft, unit)
        elif len(spots) > 1:
            problem = Problem("letter-twice", unit=str(unit.id), count=len(spots))
            _add(draft, unit, spots[1][1], problem)


def can_be_stood_on(draft: LevelDraft) -> None:
    """Report unit-off-map or unit-in-wall if a unit is on a tile that it can't enter."""
    for id, cell in draft.standing.items():
        unit = draft.distinct[id]
        if not draft.has(cell):
            if unit.at is None:  # the row is too long, which another check reports
                continue
            right, low = draft.width - 1, draft.height - 1
            problem = Problem("unit-off-map", unit=id, tile=cell, right=right, low=low)
            _add(draft, unit, cell, problem)
            continue
        terrain = draft.terrain_at(cell)
        if terrain is not None and not terrain.walk:
            problem = Problem("unit-in-wall", unit=id, tile=cell, terrain=terrain.title)
            _add(draft, unit, cell, problem)


def are_not_shared(draft: LevelDraft) -> None:
    """Report tile-shared if two units are on one tile."""
    first: dict[Cell, UnitDraft] = {}
    for id, cell in draft.standing.items():
        unit = draft.distinct[id]
        other = first.setdefault(cell, unit)
        if other is not unit:
            problem = Problem("tile-shared", unit=id, other=str(other.id), tile=cell)
            _add(draft, unit, cell, problem)


def _nowhere(draft: LevelDraft, unit: UnitDraft) -> None:
    """Report a unit without a place, unless a part with errors may place or bring it."""
    if not draft.letters or draft.legend is None or None in draft.legend.values():
        return
    if unit.side is None or not ID.fullmatch(str(unit.id)) or not _is_clear_who_comes(draft):
        return
    letters = [x for x, entry in draft.legend.items() if entry and entry.unit == unit.id]
    name = str(unit.id)
    if letters:
        draft.source.error(
            "unit-nowhere", unit.keys, variant="letter", unit=name, absent=letters[0]
        )
    else:
        draft.source.error("unit-nowhere", unit.keys, unit=name)


def _is_clear_who_comes(draft: LevelDraft) -> bool:
    """Return whether everything that can place units or bring them could be read."""
    if {"deploy", "trigger", "unit"} & draft.unclear:
        return False
    bringing = (t for t in draft.plot.triggers if t.value is None and draft.says_to_bring(t.keys))
    return all(entry.value for entry in draft.plot.deploys) and not any(bringing)


def _coming(draft: LevelDraft) -> set[str]:
    """Return the units that their side deploys or a trigger brings."""
    deployed = (draft.deployed(entry.value) for entry in draft.plot.deploys if entry.value)
    return draft.brought.keys() | set(chain.from_iterable(deployed))


def _add(draft: LevelDraft, unit: UnitDraft, cell: Cell, problem: Problem) -> None:
    """Record an error at the unit's place."""
    if unit.at is not None:
        draft.source.add("error", problem, (*unit.keys, "at"), at_value=True)
    else:
        x, y = cell
        draft.source.add("error", problem, GRID, letter=(y, x))
