"""Checks of areas and their uses."""

from collections.abc import Iterator

from game.content.drafts.level_draft import MOST_TILES, LevelDraft, TableEntry
from game.content.toml_files.finding_texts import because
from game.content.toml_files.positions import Keys
from game.core.cells import Cell
from game.terms.level_script import Area
from game.terms.script.behaviours import Behaviour


def are_on_map(draft: LevelDraft) -> None:
    """Report area-off-map if an area has tiles off the map."""
    if not draft.width:
        return
    for entry, area in _areas(draft):
        for keys, corner in _corners(entry, area):
            if not draft.has(corner):
                right, low = draft.width - 1, draft.height - 1
                draft.source.error(
                    "area-off-map",
                    keys,
                    at_value=True,
                    area=area.id,
                    tile=corner,
                    right=right,
                    low=low,
                )
                break


def have_tiles(draft: LevelDraft) -> None:
    """Report area-empty if an area has no tile."""
    if draft.rows is None:
        return
    for entry, area in _areas(draft):
        if area.tiles == ():
            draft.source.error("area-empty", (*entry.keys, "tiles"), at_value=True, area=area.id)
        elif area.letter is not None and area.letter not in draft.letters:
            keys, absent = (*entry.keys, "letter"), area.letter
            draft.source.error(
                "area-empty", keys, at_value=True, variant="letter", area=area.id, absent=absent
            )


def are_not_too_large(draft: LevelDraft) -> None:
    """Report too-many if all areas together have too many tiles."""
    total = 0
    for entry, area in _areas(draft):
        total += draft.size(area)
        if total > MOST_TILES:
            draft.source.error(
                "too-many", entry.keys, variant="tiles", area=area.id, count=total, most=MOST_TILES
            )
            return


def name_tiles_once(draft: LevelDraft) -> None:
    """Report area-tile-twice if an area lists a tile twice, probably by mistake."""
    for entry, area in _areas(draft):
        seen: set[Cell] = set()
        for number, cell in enumerate(area.tiles or ()):
            if cell in seen:
                keys = (*entry.keys, "tiles", number)
                draft.source.warning(
                    "area-tile-twice", keys, at_value=True, area=area.id, tile=cell
                )
            seen.add(cell)


def are_named(draft: LevelDraft) -> None:
    """Report area-unused if nothing uses an area, probably by mistake.

    Skip levels with unclear parts.
    """
    if not draft.plot.is_clear or draft.settings is None or draft.unclear:
        return
    used = draft.used.get("area", set())
    for entry, area in _areas(draft):
        if area.id not in used:
            draft.source.warning("area-unused", (*entry.keys, "id"), at_value=True, area=area.id)


def can_be_entered(draft: LevelDraft) -> None:
    """Report area-blocked if an area for units to stand in has no tile that they can enter.

    Tiles that a trigger or a unit can open count, except for units placed before the first turn.
    """
    if draft.is_faulty:
        return
    now = {area: any(map(draft.can_walk, tiles)) for area, tiles in draft.areas.items()}
    for keys, area, what, is_late in _standing_room(draft):
        is_opened = is_late and any(map(draft.can_come, draft.areas.get(area, ())))
        if not now.get(area, True) and not is_opened:
            why = because(what)
            draft.source.error("area-blocked", keys, at_value=True, area=area, why=why)


def _standing_room(draft: LevelDraft) -> Iterator[tuple[Keys, str, str, bool]]:
    """Yield areas that units need to enter: keys, area, purpose, and whether units come later."""
    plot = draft.plot
    for deploy in plot.deploys:
        if deploy.value:
            yield (*deploy.keys, "area"), deploy.value.area, "be-placed", False
    for aim in plot.objectives:
        if aim.value and aim.value.reach:
            yield (*aim.keys, "reach", "area"), aim.value.reach.area, "come", True
        if aim.value and aim.value.hold:
            yield (*aim.keys, "hold", "area"), aim.value.hold.area, "stand", True
    for trigger in plot.triggers:
        for number, deed in enumerate(trigger.value.do if trigger.value else ()):
            if deed.reinforcement:
                keys = (*trigger.keys, "do", number, "reinforcement", "area")
                yield keys, deed.reinforcement.area, "arrive", True
            if deed.move:
                yield (*trigger.keys, "do", number, "move", "area"), deed.move.area, "come", True
            if deed.behaviour:
                yield from _of_behaviour((*trigger.keys, "do", number), deed.behaviour)
    for unit in draft.units:
        if unit.behaviour:
            yield from _of_behaviour(unit.keys, unit.behaviour)


def _of_behaviour(keys: Keys, behaviour: Behaviour) -> Iterator[tuple[Keys, str, str, bool]]:
    """Yield the areas that a behaviour sends its unit to."""
    if behaviour.guard:
        yield (*keys, "behaviour", "guard"), behaviour.guard, "stand-guard", True
    for number, area in enumerate(behaviour.patrol or ()):
        yield (*keys, "behaviour", "patrol", number), area, "patrol", True


def _areas(draft: LevelDraft) -> Iterator[tuple[TableEntry[Area], Area]]:
    """Return the areas without errors, including all areas with the same id."""
    return ((entry, entry.value) for entry in draft.plot.areas if entry.value is not None)


def _corners(entry: TableEntry[Area], area: Area) -> Iterator[tuple[Keys, Cell]]:
    """Yield the tiles that decide whether a whole area is on the map, with their keys."""
    if area.rect is not None:
        x, y, width, height = area.rect
        yield (*entry.keys, "rect"), (x, y)
        yield (*entry.keys, "rect"), (x + width - 1, y + height - 1)
    for number, cell in enumerate(area.tiles or ()):
        yield (*entry.keys, "tiles", number), cell
