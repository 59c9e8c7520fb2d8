"""The targets that a weapon reaches from its bearer's tile (ACT-13 to ACT-15, ACT-32)."""

from collections.abc import Collection, Iterator
from typing import Literal

from game.components.unit import Position
from game.core.cells import Cell
from game.rules.action.field import sight_and_cover, zones
from game.rules.action.schema import Weapon
from game.rules.action.units import turn_economy
from game.rules.action.units.figures import weapon
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world import World

FEW = 12
"""Maximum number of tiles to check one by one. For more tiles, a single scan of the map is cheaper.
"""

Mode = Literal["melee", "ranged"]
Bar = Literal["out-of-range", "no-shot", "total-cover"]
Obstacle = Bar | Literal["out-of-reach"]
Flaw = Obstacle | Literal["unloaded"]


def mode_of(world: World, unit: Entity, target: Position, arms: Weapon) -> Mode:
    """Return the mode of an attack on a footprint: melee if the weapon reaches it, else ranged."""
    if arms.kind == "melee" or _reaches(world, world.get(unit, Position), target, arms):
        return "melee"
    return "ranged"


def _reaches(world: World, mine: Position, target: Position, arms: Weapon) -> bool:
    """Return whether the weapon reaches the target in melee."""
    return arms.kind != "ranged" and sight_and_cover.reaches(world, mine, target, arms.reach)


def obstacle_code(world: World, unit: Entity, target: Position, arms_id: str) -> Flaw | None:
    """Return the code of the obstacle to an attack on a footprint from the unit's tile, or None."""
    found = obstacle(world, unit, target, arms_id)
    if found is None and turn_economy.is_unloaded(world, unit, arms_id):
        is_shot = mode_of(world, unit, target, weapon(world, arms_id)) == "ranged"
        return "unloaded" if is_shot else None
    return found


def obstacle(world: World, unit: Entity, target: Position, arms_id: str) -> Obstacle | None:
    """Return the code of an obstacle on the map, or None. Ignore whether the weapon is loaded."""
    mine = world.get(unit, Position)
    key = arms_id, mine, target
    return world.grid.once(key, lambda: _obstacle(world, mine, target, weapon(world, arms_id)))


def _obstacle(
    world: World, mine: Position, target: Position, arms: Weapon, is_open: bool | None = None
) -> Obstacle | None:
    if _reaches(world, mine, target, arms):
        return _covered(world, mine, target, is_open)
    if arms.kind == "melee":
        return "out-of-reach"
    far = zones.distance(world, mine, target)
    return barred(world, mine, target, far, _most(arms), is_open)


def tiles_in_reach(
    world: World, unit: Entity, tiles: Collection[Cell], arms_id: str
) -> Iterator[Cell]:
    """Yield the `tiles` that the weapon can attack from the unit's tile.

    `obstacle_code` would give the same result tile by tile, but this computes all lines at once.
    """
    arms, mine = weapon(world, arms_id), world.get(unit, Position)
    is_many = len(tiles) > FEW
    is_open = sight_and_cover.open_from(world.grid, mine) if is_many else lambda _: None
    is_unloaded = turn_economy.is_unloaded(world, unit, arms_id)
    for cell in tiles:
        target = Position(cell)
        if _obstacle(world, mine, target, arms, is_open(cell)) is None and not (
            is_unloaded and mode_of(world, unit, target, arms) == "ranged"
        ):
            yield cell


def _most(arms: Weapon) -> int:
    """Return the weapon's maximum distance in feet."""
    return arms.reach if arms.kind == "melee" else max(arms.range, arms.long)


def refusal(
    world: World, unit: Entity, target: Position, arms_id: str, named: str | None = None
) -> Refusal | None:
    """Refuse a footprint that the weapon can't attack from the unit's tile.

    `named` is the id of the unit there, if the refusal should name it.
    """
    arms, mine = weapon(world, arms_id), world.get(unit, Position)
    found = obstacle_code(world, unit, target, arms_id)
    if found is None:
        return None
    if found == "unloaded":
        return Refusal("unloaded", "ACT-10", weapon=arms_id)
    measure = sight_and_cover.feet_apart if arms.kind == "melee" else zones.distance
    far = measure(world, mine, target)
    return obstacle_refusal(found, arms_id, mine, target, far, _most(arms), named)


# Obstacles to weapons, powers and items


def barred(
    world: World,
    mine: Position,
    target: Position,
    far: int,
    most: int,
    is_open: bool | None = None,
) -> Bar | None:
    """Return the obstacle to a shot or a spell at a footprint `far` feet away, or None.

    `most` is its range in feet. `is_open`: whether there is no total cover, if known.
    """
    if far > most:
        return "out-of-range"
    if not zones.shots_pass(world, mine, target):
        return "no-shot"
    return _covered(world, mine, target, is_open)


def _covered(
    world: World, mine: Position, target: Position, is_open: bool | None
) -> Literal["total-cover"] | None:
    """Return the code for total cover if a footprint has it, else None."""
    if is_open is None:
        is_open = not sight_and_cover.is_walled_off(world, mine, target)
    return None if is_open else "total-cover"


def _barred(found: Obstacle, target: str) -> Refusal:
    """Return the refusal of a target in range that nothing reaches."""
    if found == "no-shot":
        return Refusal("no-shot", "ACT-30", variant="unit", target=target)
    if found == "total-cover":
        return Refusal("total-cover", "ACT-32", variant="unit", target=target)
    return Refusal("out-of-reach", "ACT-14", variant="unit", target=target)


def obstacle_refusal(
    found: Obstacle,
    thing: str,
    mine: Position,
    target: Position,
    far: int,
    most: int,
    named: str | None = None,
) -> Refusal:
    """Return an obstacle as a refusal, for a weapon, power or item with a range of `most` feet.

    If something is too far away, the refusal says so of the unit with the id `named`, if any.
    """
    start, end = mine.at, target.at
    if named is not None and (found in ("no-shot", "total-cover") or far <= most):
        return _barred(found, named)
    match found:
        case "no-shot":
            return Refusal("no-shot", "ACT-30", start=start, end=end)
        case "total-cover":
            return Refusal("total-cover", "ACT-32", start=start, end=end)
        case "out-of-reach" if far <= most:
            return Refusal("out-of-reach", "ACT-14", variant="blocked", start=start, end=end)
    if named is None:
        return _tile_too_far(found, thing, end, far, most)
    return _unit_too_far(found, thing, named, far, most)


def _tile_too_far(found: Obstacle, thing: str, at: Cell, far: int, most: int) -> Refusal:
    if found == "out-of-range":
        return Refusal(
            "out-of-range", "ACT-15", variant="tile", thing=thing, at=at, distance=far, range=most
        )
    return Refusal(
        "out-of-reach", "ACT-14", variant="ground", thing=thing, at=at, distance=far, reach=most
    )


def _unit_too_far(found: Obstacle, thing: str, id: str, far: int, most: int) -> Refusal:
    if found == "out-of-range":
        return Refusal("out-of-range", "ACT-15", thing=thing, target=id, distance=far, range=most)
    return Refusal("out-of-reach", "ACT-14", thing=thing, target=id, distance=far, reach=most)


def can_hit(world: World, unit: Entity, target: Entity, arms_id: str) -> bool:
    """Return whether the unit could attack the target with the weapon from its tile now."""
    its = world.find(target, Position)
    return its is not None and obstacle_code(world, unit, its, arms_id) is None
