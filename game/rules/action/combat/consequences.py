"""Consequences of damage, pushes and falls, whatever their cause."""

from game.components.unit import Position
from game.rules.action.combat import attack_numbers, walking
from game.rules.action.events import CameDown
from game.rules.action.units import conditions
from game.systems import hidden_units
from game.systems.damage import GoDown, Hurt, Suffer, is_about
from game.systems.movement import entering
from game.terms.records import Entity
from game.world import World, room_for_units
from game.world.system import System
from game.world.unit_names import id_of


def lasting_factor(world: World, item: Suffer) -> str:
    """Return the factor for lasting damage, by the type of its condition (ACT-34)."""
    if item.kind is None:
        return "full"
    return attack_numbers.factor(world, item.unit, conditions.kind(world, item.kind).type)


def come_down(world: World, unit: Entity) -> None:
    """Move a prone unit that is over a gap to the nearest ground with room for it."""
    if walking.flies(world, unit) or not walking.hovers(world, unit):
        return
    here = world.get(unit, Position)
    there = room_for_units.nearest_room(world, unit, here)
    if there is None:
        return
    world.put(unit, there)
    told = CameDown(unit=id_of(world, unit), at=there.at, rule="ACT-22")
    world.tell(told, hidden_units.witnesses(world, unit))
    world.push(entering(unit, here, there))


class ComingDown(System[GoDown]):
    """A system that brings heroes who go down in mid-air to the ground.

    It comes after the system that makes them prone.
    """

    def process(self, world: World, item: GoDown) -> None:
        for unit in item.units:
            come_down(world, unit)


class Breaking(System[Hurt]):
    """A system that ends fragile conditions on damage. It comes after the damage itself."""

    def process(self, world: World, item: Hurt) -> None:
        for blow in item.blows:
            if blow.amount > 0 and is_about(world, blow.unit):
                fragile = {
                    c.kind for c, means in conditions.held(world, blow.unit) if means.fragile
                }
                conditions.lift(world, blow.unit, fragile, blow.rule)
