"""What holds for a unit for a while, and what that means: the table `conditions.toml` says it."""

from collections.abc import Iterable, Iterator

from game.components.conditions import Condition
from game.components.unit import Down, Position
from game.core.rooms import SPAN
from game.rules.action.records import Crossing, Stealth, Surprised
from game.rules.action.schema import Kind
from game.systems import unseen, upkeep
from game.systems.movement import stop_walk
from game.terms.odds import Modifier
from game.world import World, places

PRONE, DEFENDING, DYING = "prone", "defending", "dying"
"""The conditions that rules of the book lay on."""


def kind(world: World, id: str) -> Kind:
    """What a condition means."""
    return world.scene.gear("conditions", id, Kind)


def held(world: World, unit: int) -> Iterator[tuple[Condition, Kind]]:
    """All that holds for the unit, with what it means; nothing for who is not seen."""
    for condition in upkeep.conditions_of(world, unit).all:
        yield condition, kind(world, condition.kind)


def has(world: World, unit: int, flag: str) -> bool:
    """Whether anything that holds for the unit has this flag of a condition."""
    return any(getattr(means, flag) for _, means in held(world, unit))


def is_prone(world: World, unit: int) -> bool:
    """Whether the unit lies on the ground."""
    return has(world, unit, "prone")


def is_able(world: World, unit: int) -> bool:
    """Whether the unit can move and act at all."""
    away = world.has(unit, Surprised) or world.has(unit, Down) or world.has(unit, Crossing)
    return not (away or has(world, unit, "incapacitated"))


def is_alert(world: World, unit: int) -> bool:
    """Whether the unit minds what is going on around it."""
    return not (world.has(unit, Down) or has(world, unit, "incapacitated"))


def is_squeezed(world: World, unit: int) -> bool:
    """Whether the unit is where there is room only for one a size smaller (ACT-25)."""
    position = world.find(unit, Position)
    if position is None:
        return False
    size, grid = places.size_of(world, unit), world.grid
    if position.span < SPAN[size]:
        return True
    return any(grid.rooms[cell[1] * grid.width + cell[0]] < size for cell in position.cells)


def parts(world: World, unit: int, figure: str) -> tuple[Modifier, ...]:
    """What adds to one figure (`hit`, `rating`, `save`, `damage`), each with its rule."""
    return tuple(
        Modifier(condition.kind, getattr(means, figure), condition.rule)
        for condition, means in held(world, unit)
        if getattr(means, figure)
    )


def speed_change(world: World, unit: int) -> int:
    """Feet that what holds for the unit adds to its speed."""
    return sum(means.speed for _, means in held(world, unit))


def lay(world: World, unit: int, condition: Condition) -> None:
    """Lays a condition on the unit; one of the same kind that is there gives way to it."""
    old = tuple(c for c in upkeep.conditions_of(world, unit).all if c.kind == condition.kind)
    if old:
        upkeep.drop(world, unit, old)
    upkeep.gain(world, unit, condition, unseen.witnesses(world, unit))
    if _stops(kind(world, condition.kind)):
        stop_walk(world, unit)
    if kind(world, condition.kind).bright:
        world.drop(unit, Stealth)
        unseen.come_out(world, unit, condition.rule or "ACT-20")


def _stops(means: Kind) -> bool:
    """Whether who walks stops where this comes upon it, to go on anew if it still can."""
    return means.prone or means.stuck or means.incapacitated


def lift(world: World, unit: int, kinds: Iterable[str], rule: str | None) -> None:
    """Takes conditions of these kinds off the unit."""
    wanted = set(kinds)
    ended = tuple(c for c in upkeep.conditions_of(world, unit).all if c.kind in wanted)
    if ended:
        upkeep.lose(world, unit, ended, rule, unseen.witnesses(world, unit))
