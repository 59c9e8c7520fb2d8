"""The places on the board of marks that are about the battle: objectives and triggers."""

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from game.components.unit import Name, Position
from game.core.cells import Cell, reading
from game.engine.battle import Battle
from game.present.forecast.marks import ChangeWords, ForecastMark, marks_of
from game.present.forecast.objective_places import places_of
from game.terms.odds import Odds
from game.terms.script.conditions import When
from game.world import World


def board_marks(battle: Battle, odds: Odds, words: ChangeWords) -> tuple[ForecastMark, ...]:
    """Return the marks of a command in a side's view of a battle, each at its place.

    An objective or trigger is on its tile where a unit ends up, else on its first tile, else at the
    unit that it is about. A mark with neither tile nor unit has no place.
    """
    world = battle.world
    present = {name.id for unit, name in world.all(Name) if world.has(unit, Position)}
    found = marks_of(odds, words, present)
    ends = {mark.at for mark in found if mark.kind == "ghost" and mark.at is not None}
    return tuple(_placed(world, mark, ends) for mark in found)


def _placed(world: World, mark: ForecastMark, ends: Collection[Cell]) -> ForecastMark:
    script = world.scene.level.script
    if mark.kind in ("objective", "failed"):
        aim = next((aim for aim in script.objectives if aim.id == mark.id), None)
        tiles, units = places_of(world, aim) if aim is not None else ((), ())
    elif mark.kind == "trigger":
        trigger = script.triggers[int(mark.id) - 1]
        tiles = tuple(tile for when in trigger.conditions for tile in _tiles(world, when))
        units = tuple(unit for when in trigger.conditions for unit in _units(when))
    else:
        return mark
    at = min(tiles, key=lambda cell: (cell not in ends, reading(cell)), default=None)
    return replace(mark, at=at, unit=None if at is not None else next(iter(units), None))


def _tiles(world: World, when: When) -> Iterable[Cell]:
    """Return the tiles that a condition is about."""
    place = when.enter or when.handled or when.broken or when.count or when.carries
    area = place.area if place is not None else None
    return world.scene.level.script.areas[area] if area is not None else ()


def _units(when: When) -> Iterator[str]:
    """Yield the unit that a condition names."""
    who = when.death or when.health or when.wounded or when.used
    if who is not None and who.unit is not None:
        yield who.unit
