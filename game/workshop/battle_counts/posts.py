"""The posts that a side must hold: the places that win or lose it the battle."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from game.components.unit import Position
from game.core.cells import Cell
from game.terms.level import Level
from game.terms.level_script import Objective, Trigger, Who
from game.terms.records import Entity
from game.world import World
from game.world.script_conditions import progress
from game.world.unit_names import side_of, units_on_board


class Post(NamedTuple):
    """A place on which a side needs a unit."""

    side: str
    tiles: frozenset[Cell]
    """The unit may be on any of these tiles."""
    objective: str | None = None
    """The objective that the post is about: it is a post until this is completed or failed."""


def posts_of(world: World) -> tuple[Post, ...]:
    """Return the posts of all sides.

    - An area that a side must hold, or that one of its units guards, is a post.
    - If a side wins by waiting, each area that a foe must enter or interact with is a post. If
      units can't enter the area, the post is next to it.
    """
    level = world.scene.level
    found = [*_held(level), *_guarded(level)]
    for side in dict.fromkeys(_waiting(level)):
        for aim in level.script.objectives:
            if aim.side != side:
                found += _sought(world, side, aim)
    return tuple(dict.fromkeys(found))


def _held(level: Level) -> Iterator[Post]:
    for aim in level.script.objectives:
        if aim.hold is not None:
            yield Post(aim.side, frozenset(level.script.areas[aim.hold.area]), aim.id)


def _guarded(level: Level) -> Iterator[Post]:
    for unit in level.units:
        if unit.behaviour.guard is not None:
            yield Post(unit.side, frozenset(level.script.areas[unit.behaviour.guard]))


def _waiting(level: Level) -> Iterator[str]:
    """Yield the sides that win by waiting: after some rounds, or after the last one."""
    yield from (aim.side for aim in level.script.objectives if aim.survive is not None)
    if level.rounds_winner is not None:
        yield level.rounds_winner


def _sought(world: World, side: str, aim: Objective) -> Iterator[Post]:
    """Yield the posts by which a side keeps foes from an objective."""
    areas = world.scene.level.script.areas
    if aim.reach is not None:
        yield Post(side, frozenset(areas[aim.reach.area]), aim.id)
    for trigger in world.scene.level.script.triggers:
        if any(deed.objective == aim.id for deed in trigger.do):
            yield from _asked(world, side, aim.id, trigger)


def _asked(world: World, side: str, objective: str, trigger: Trigger) -> Iterator[Post]:
    """Yield the posts by which a side keeps foes from setting off a trigger."""
    areas = world.scene.level.script.areas
    for when in trigger.when:
        for place in (when.enter, when.handled):
            if place is not None and _is_of_foe(world, side, place):
                yield Post(side, _around(world, areas[place.area]), objective)


def _is_of_foe(world: World, side: str, who: Who) -> bool:
    """Return whether a condition can be met by a unit of another side."""
    owners = {unit.id: unit.side for unit in world.scene.level.units}
    return side not in (who.side, owners.get(who.unit or ""))


def _around(world: World, area: Iterable[Cell]) -> frozenset[Cell]:
    """Return the tiles of an area; for a tile that units can't enter, those next to it."""
    grid = world.grid
    return frozenset(
        tile
        for cell in area
        for tile in ([cell] if grid.cost(cell) else [near for near, _ in grid.neighbours(cell)])
    )


def ended(world: World) -> frozenset[str]:
    """Return the objectives that are completed or failed, and so need no posts."""
    kept = progress(world)
    return frozenset((*kept.reached, *kept.failed))


def are_held(world: World, side: str, posts: Iterable[Post]) -> bool:
    """Return whether a side has a unit on each of its posts, as far as it has units enough."""
    own = [post for post in posts if post.side == side]
    units = [unit for unit in units_on_board(world) if side_of(world, unit) == side]
    held = sum(any(_is_on(world, unit, post) for unit in units) for post in own)
    return held >= max(1, min(len(own), len(units)))


def _is_on(world: World, unit: Entity, post: Post) -> bool:
    return not post.tiles.isdisjoint(world.get(unit, Position).cells)
