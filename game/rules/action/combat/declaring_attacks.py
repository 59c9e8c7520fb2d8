"""Shots that others can react to first, in battles by zones (ACT-29)."""

from game.components.unit import Position
from game.core.cells import Cell
from game.rules.action import events
from game.rules.action.combat import aiming, attacks
from game.rules.action.field import zones
from game.rules.action.records import Shot
from game.rules.action.units import conditions
from game.rules.action.units.figures import weapon
from game.systems import hidden_units
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of


def declare_attack(
    world: World, unit: Entity, target: Entity | None, at: Cell, arms_id: str, light: bool
) -> None:
    """Push an attack on a unit, or on the tile `at` if `target` is None.

    A shot after a move waits for the reactions that it provokes. Its numbers are fixed after those
    reactions.
    """
    footprint = Position(at) if target is None else world.get(target, Position)
    mode = aiming.mode_of(world, unit, footprint, weapon(world, arms_id))
    if mode == "ranged" and zones.is_exposed(world, unit):
        world.push(Shot(unit, target, at, arms_id, light))
        zones.expose(world, unit)
    else:
        _make(world, Shot(unit, target, at, arms_id, light))


def _make(world: World, shot: Shot) -> None:
    if shot.target is None:
        attacks.smash(world, shot.unit, shot.at, shot.weapon, shot.light)
    else:
        attacks.declare(world, shot.unit, shot.target, shot.weapon, shot.light)


class Shooting(System[Shot]):
    """A system that makes the shot if the shooter is still able, and the target still there."""

    def process(self, world: World, item: Shot) -> None:
        if _is_possible(world, item):
            _make(world, item)
        elif world.has(item.unit, Position):
            told = events.ShotLost(unit=id_of(world, item.unit), weapon=item.weapon, rule="ACT-29")
            world.tell(told, hidden_units.witnesses(world, item.unit))


def _is_possible(world: World, shot: Shot) -> bool:
    mine = world.find(shot.unit, Position)
    its = Position(shot.at) if shot.target is None else world.find(shot.target, Position)
    if mine is None or its is None or not conditions.is_able(world, shot.unit):
        return False
    return aiming.obstacle(world, shot.unit, its, shot.weapon) is None
