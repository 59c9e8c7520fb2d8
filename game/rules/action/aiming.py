"""Whom and what a weapon gets at from where its bearer stands (ACT-13 to ACT-15, ACT-32)."""

from typing import Literal

from game.components.unit import Position
from game.core.cells import shown
from game.rules.action import economy, sights, zones
from game.rules.action.figures import (
    weapon,
)
from game.rules.action.schema import Weapon
from game.terms.refusals import Refusal
from game.world import World

Mode = Literal["melee", "ranged"]


def mode_of(world: World, unit: int, target: Position, arms: Weapon) -> Mode | None:
    """How the weapon gets at a footprint: by a blow where it can, else by a shot, or not."""
    mine = world.get(unit, Position)
    if arms.kind != "ranged" and sights.reaches(world, mine, target, arms.reach):
        return "melee"
    if arms.kind == "melee" or zones.distance(world, mine, target) > max(arms.range, arms.long):
        return None
    return "ranged" if zones.shots_pass(world, mine, target) else None


def refusal(world: World, unit: int, target: Position, arms_id: str) -> Refusal | None:
    """Why the weapon does not get at a footprint from where the unit stands."""
    arms, mine = weapon(world, arms_id), world.get(unit, Position)
    mode = mode_of(world, unit, target, arms)
    far = zones.distance(world, mine, target)
    if mode is None and arms.kind == "melee":
        far = sights.feet_apart(world, mine, target)
        message = f"{arms.title} reaches {arms.reach} ft, and the target is {far} ft away."
        if far <= arms.reach:
            message = f"Nothing reaches from {shown(mine.at)} to {shown(target.at)}."
        return Refusal("out-of-reach", message, "ACT-14", {"reach": arms.reach, "distance": far})
    if mode is None:
        most = max(arms.range, arms.long)
        message = f"{arms.title} shoots {most} ft at most, and the target is {far} ft away."
        if far <= most:
            message = f"No shot passes from {shown(mine.at)} to {shown(target.at)}."
            return Refusal("no-shot", message, "ACT-30")
        return Refusal("out-of-range", message, "ACT-15", {"range": most, "distance": far})
    if sights.is_walled_off(world, mine, target):
        message = f"From {shown(mine.at)}, {shown(target.at)} is behind total cover."
        return Refusal("total-cover", message, "ACT-32")
    if mode == "ranged" and economy.is_unloaded(world, unit, arms_id):
        return Refusal("unloaded", f"{arms.title} has to be loaded first.", "ACT-10")
    return None


def can_hit(world: World, unit: int, target: int, arms_id: str) -> bool:
    """Whether the unit could attack the other with the weapon where both stand now."""
    its = world.find(target, Position)
    return its is not None and refusal(world, unit, its, arms_id) is None
