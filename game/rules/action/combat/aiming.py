"""Whom and what a weapon gets at from where its bearer stands (ACT-13 to ACT-15, ACT-32)."""

from typing import Literal

from game.components.unit import Position
from game.core.cells import cell_text
from game.rules.action.field import sight_and_cover, zones
from game.rules.action.schema import Weapon
from game.rules.action.units import turn_economy
from game.rules.action.units.figures import weapon
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world import World

Mode = Literal["melee", "ranged"]
Bar = Literal["out-of-range", "no-shot", "total-cover"]
Obstacle = Bar | Literal["out-of-reach"]
Flaw = Obstacle | Literal["unloaded"]


def mode_of(world: World, unit: Entity, target: Position, arms: Weapon) -> Mode:
    """How the weapon is used on a footprint: by a blow where that reaches, else by a shot."""
    if arms.kind == "melee" or _reaches(world, world.get(unit, Position), target, arms):
        return "melee"
    return "ranged"


def _reaches(world: World, mine: Position, target: Position, arms: Weapon) -> bool:
    """Whether a blow of the weapon goes so far."""
    return arms.kind != "ranged" and sight_and_cover.reaches(world, mine, target, arms.reach)


def obstacle_code(world: World, unit: Entity, target: Position, arms_id: str) -> Flaw | None:
    """Why the weapon does not get at a footprint from where the unit stands, in a word."""
    found = obstacle(world, unit, target, arms_id)
    if found is None and turn_economy.is_unloaded(world, unit, arms_id):
        is_shot = mode_of(world, unit, target, weapon(world, arms_id)) == "ranged"
        return "unloaded" if is_shot else None
    return found


def obstacle(world: World, unit: Entity, target: Position, arms_id: str) -> Obstacle | None:
    """The same as far as the map says it, be the weapon loaded or not."""
    key = arms_id, world.get(unit, Position), target
    return world.grid.once(key, lambda: _obstacle(world, unit, target, arms_id))


def _obstacle(world: World, unit: Entity, target: Position, arms_id: str) -> Obstacle | None:
    arms, mine = weapon(world, arms_id), world.get(unit, Position)
    if _reaches(world, mine, target, arms):
        return "total-cover" if sight_and_cover.is_walled_off(world, mine, target) else None
    if arms.kind == "melee":
        return "out-of-reach"
    return barred(world, mine, target, zones.distance(world, mine, target), _most(arms))


def _most(arms: Weapon) -> int:
    """How far the weapon goes, in feet."""
    return arms.reach if arms.kind == "melee" else max(arms.range, arms.long)


def refusal(world: World, unit: Entity, target: Position, arms_id: str) -> Refusal | None:
    """The same in a sentence."""
    arms, mine = weapon(world, arms_id), world.get(unit, Position)
    found = obstacle_code(world, unit, target, arms_id)
    if found is None:
        return None
    if found == "unloaded":
        return Refusal(found, f"{arms.title} has to be loaded first.", "ACT-10")
    measure = sight_and_cover.feet_apart if arms.kind == "melee" else zones.distance
    return obstacle_sentence(
        found, arms.title, mine, target, measure(world, mine, target), _most(arms)
    )


# What is in the way of weapons, powers and items alike


def barred(world: World, mine: Position, target: Position, far: int, most: int) -> Bar | None:
    """What keeps a shot or a spell from a footprint so far off, which goes so many feet at most."""
    if far > most:
        return "out-of-range"
    if not zones.shots_pass(world, mine, target):
        return "no-shot"
    return "total-cover" if sight_and_cover.is_walled_off(world, mine, target) else None


def obstacle_sentence(
    found: Obstacle, title: str, mine: Position, target: Position, far: int, most: int
) -> Refusal:
    """An obstacle in a sentence, for what goes so many feet at most."""
    start, end = cell_text(mine.at), cell_text(target.at)
    beyond = f"{title} reaches {most} ft, and {end} is {far} ft away."
    if found == "out-of-range":
        return Refusal(found, beyond, "ACT-15", {"range": most, "distance": far})
    if found == "no-shot":
        return Refusal(found, f"Nothing passes from {start} to {end}.", "ACT-30")
    if found == "total-cover":
        return Refusal(found, f"From {start}, {end} is behind total cover.", "ACT-32")
    message = beyond if far > most else f"Nothing reaches from {start} to {end}."
    return Refusal(found, message, "ACT-14", {"reach": most, "distance": far})


def can_hit(world: World, unit: Entity, target: Entity, arms_id: str) -> bool:
    """Whether the unit could attack the other with the weapon where both stand now."""
    its = world.find(target, Position)
    return its is not None and obstacle_code(world, unit, its, arms_id) is None
