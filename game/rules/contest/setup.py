"""The setup of a Contest battle: units on the board, and the first turn on the agenda."""

from game.components.belongings import Armed, Hand
from game.components.conditions import Conditions
from game.components.unit import Allegiance, Name, Position, Vitals
from game.rules.contest.schema import Figure, Settings
from game.systems import deployment
from game.systems.movement_dice import Allowance
from game.systems.rounds import NextTurn, SetOrder
from game.systems.script import triggers
from game.terms.level import Unit
from game.world import World


def setup(world: World) -> None:
    """Place the units in unit order, then push the turn order (CON-18)."""
    for unit in triggers.in_unit_order(world.scene.level):
        _place(world, unit)
    settings = world.scene.settings(Settings)
    by_roll = settings.initiative if settings.order == "roll" else None
    world.push(NextTurn(), SetOrder(by_roll), *deployment.prepare(world))


def _place(world: World, unit: Unit) -> None:
    figure = unit.stats_as(Figure)
    spawned = world.spawn(
        Name(unit.id, unit.title, unit.kind),
        Allegiance(unit.side),
        Vitals(figure.life, figure.life),
        Armed(figure.weapon, figure.armour),
        Hand(figure.hand),
        Allowance(figure.movement),
        Conditions(),
    )
    if unit.at is not None:
        world.put(spawned, Position(unit.at))
