"""Checks of deployments: the units that a side places before the first turn."""

from collections.abc import Iterator, Mapping

from game.content.checks.sides import others_units
from game.content.drafts.level_draft import LevelDraft, TableEntry
from game.content.toml_files.finding_texts import Problem, Words
from game.core.cells import Cell
from game.terms.level_script import Deploy

_MOST_NAMED = 4
"""Maximum number of units to name in a message; above it, only the number is reported."""


def are_free(draft: LevelDraft) -> None:
    """Report deploy-placed if a unit to deploy already has a place in the file."""
    for entry, deploy in _all(draft):
        for number, id in enumerate(deploy.units or ()):
            if id in draft.distinct and draft.is_placed(draft.distinct[id]):
                keys = (*entry.keys, "units", number)
                draft.source.error("deploy-placed", keys, at_value=True, unit=id)


def are_own(draft: LevelDraft) -> None:
    """Report deploy-foreign if a side would place another side's unit."""
    for entry, deploy in _all(draft):
        for keys, id, side in others_units(draft, entry.keys, deploy.side, deploy.units):
            placer = deploy.side
            draft.source.error(
                "deploy-foreign", keys, at_value=True, unit=id, side=side, placer=placer
            )


def are_once(draft: LevelDraft) -> None:
    """Report deploy-twice if two deployments place the same unit."""
    seen: set[str] = set()
    for entry, deploy in _all(draft):
        units = draft.deployed(deploy)
        for number, id in enumerate(units):
            if id in seen:
                keys = (*entry.keys, "units", number) if deploy.units else entry.keys
                draft.source.error("deploy-twice", keys, at_value=True, unit=id)
            seen.add(id)


def have_units(draft: LevelDraft) -> None:
    """Report deploy-empty if there is no unit to place.

    Skip levels in which any unit's side is unclear, and sides with a campaign's heroes, who may
    need the extra places.
    """
    if "unit" in draft.unclear or any(unit.side is None for unit in draft.units):
        return
    kept = {side.id for side in draft.sides if side.fields.get("heroes")}
    for entry, deploy in _all(draft):
        if not draft.deployed(deploy) and deploy.side not in kept:
            name = Words(draft.called(entry.keys))
            draft.source.warning("deploy-empty", entry.keys, deploy=name, side=deploy.side)


def are_apart(draft: LevelDraft) -> None:
    """Report deploy-shared if two sides deploy on one tile, because that would reveal units."""
    owners: dict[Cell, str] = {}
    for side, area, entry in _used(draft):
        tiles = [cell for cell in draft.areas.get(area, ()) if draft.can_walk(cell)]
        shared = next((cell for cell in tiles if owners.get(cell, side) != side), None)
        if shared is None:
            owners.update(dict.fromkeys(tiles, side))
            continue
        keys, other = (*entry.keys, "area"), owners[shared]
        draft.source.error(
            "deploy-shared", keys, at_value=True, side=side, other=other, tile=shared
        )


def _used(draft: LevelDraft) -> Iterator[tuple[str, str, TableEntry[Deploy]]]:
    """Yield each pair of a side and an area in which it places units, once."""
    seen: set[tuple[str, str]] = set()
    for entry, deploy in _all(draft):
        if (deploy.side, deploy.area) not in seen and draft.deployed(deploy):
            seen.add((deploy.side, deploy.area))
            yield deploy.side, deploy.area, entry


def have_room(draft: LevelDraft) -> None:
    """Report deploy-cramped if a unit finds no free tile in its area.

    Units are placed in order, each on the first free tile of its area, as at the start of play.
    """
    if draft.is_faulty:
        return
    takers = {cell: id for id, cell in draft.standing.items()}
    tiles: dict[str, Iterator[Cell]] = {}
    for entry, deploy in _all(draft):
        free = tiles.setdefault(deploy.area, _walkable(draft, deploy.area))
        for number, id in enumerate(draft.deployed(deploy)):
            cell = next((cell for cell in free if cell not in takers), None)
            if cell is None:
                keys = (*entry.keys, "units", number) if deploy.units else (*entry.keys, "area")
                problem = _cramped(draft, id, deploy.area, takers)
                draft.source.add("error", problem, keys, at_value=True)
                break
            takers[cell] = id


def _walkable(draft: LevelDraft, area: str) -> Iterator[Cell]:
    return (cell for cell in draft.areas.get(area, ()) if draft.can_walk(cell))


def _cramped(draft: LevelDraft, unit: str, area: str, takers: Mapping[Cell, str]) -> Problem:
    """Return the problem to report for a unit that finds no free tile in its area."""
    there = tuple(takers[cell] for cell in _walkable(draft, area) if cell in takers)
    if len(there) > _MOST_NAMED:
        count = len(there)
        return Problem("deploy-cramped", variant="many", unit=unit, area=area, count=count)
    return Problem("deploy-cramped", unit=unit, area=area, there=there)


def _all(draft: LevelDraft) -> list[tuple[TableEntry[Deploy], Deploy]]:
    return [(entry, entry.value) for entry in draft.plot.deploys if entry.value is not None]
