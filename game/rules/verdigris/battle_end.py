"""The state of all units after the battle (VER-27, VER-32, VER-34)."""

from game.components.unit import Down, Position
from game.rules.verdigris import attacks, events, figures, grapples, wounds
from game.rules.verdigris.records import Grappled, Stress
from game.systems import damage, turn_upkeep
from game.terms.agenda import Finish
from game.terms.events import Died
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, side_of, tile_of

OVER = ("bleeding", *attacks.STATES)
"""Conditions that end after the battle, when no foe can prevent it."""


class Closing(System[Finish]):
    """A system for the end of the battle.

    Units recover. Units at Death's Door die unless able allies are left.
    """

    def process(self, world: World, item: Finish) -> None:
        able = [u for u in world.ids(Position) if figures.is_able(world, u)]
        helped = {side_of(world, unit) for unit in able}
        for unit in world.ids(Position):
            if world.has(unit, Grappled):
                grapples.end(world, unit, "VER-27")
            if not world.has(unit, Down):
                recover(world, unit)
            elif side_of(world, unit) in helped:
                wounds.revive(world, unit)
                recover(world, unit)
            else:
                _die(world, unit)


def recover(world: World, unit: Entity) -> None:
    """Remove stress and all temporary conditions. Injuries stay (VER-31, VER-34)."""
    stress = world.find(unit, Stress)
    if stress and (stress.level or stress.pushed):
        world.put(unit, Stress())
        if stress.level:
            world.tell(events.Calmed(unit=id_of(world, unit), stress=0, rule="VER-34"))
    held = turn_upkeep.conditions_of(world, unit).all
    over = tuple(c for c in held if c.kind in OVER or c.turns is not None)
    if over:
        turn_upkeep.lose(world, unit, over, "VER-34")


def _die(world: World, unit: Entity) -> None:
    """Let a unit at Death's Door die."""
    world.tell(Died(unit=id_of(world, unit), at=tile_of(world, unit), rule="VER-32"))
    damage.bury(world, unit)
