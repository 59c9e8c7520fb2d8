"""The setup of an Etiquette battle: units on the board, and the first turn on the agenda."""

from game.components.belongings import Armed, Hand
from game.components.conditions import Conditions
from game.components.unit import Allegiance, Name, Position, Vitals
from game.rules.etiquette.records import Repute, Robot
from game.rules.etiquette.schema import Figure, Settings
from game.systems import deployment
from game.systems.movement_dice import Allowance
from game.systems.rounds import NextTurn, SetOrder
from game.systems.script import triggers
from game.terms.level import Unit
from game.terms.records import Entity
from game.world import World


def setup(world: World) -> None:
    """Place the units in unit order, then push the turn order (ETI-17)."""
    units = triggers.in_unit_order(world.scene.level)
    spawned = {unit.id: _place(world, unit) for unit in units}
    figures = {unit.side: spawned[unit.id] for unit in units if not _stats(unit).robot}
    for unit in units:
        if _stats(unit).robot:
            world.put(spawned[unit.id], Robot(figures[unit.side]))
    settings = world.scene.settings(Settings)
    by_roll = settings.initiative if settings.order == "roll" else None
    world.push(NextTurn(), SetOrder(by_roll), *deployment.prepare(world))


def _stats(unit: Unit) -> Figure:
    return unit.stats_as(Figure)


def _place(world: World, unit: Unit) -> Entity:
    figure = _stats(unit)
    spawned = world.spawn(
        Name(unit.id, unit.title, unit.kind),
        Allegiance(unit.side),
        Vitals(figure.life, figure.life),
        Armed(figure.weapon),
        Allowance(figure.movement),
        Conditions(),
    )
    if not figure.robot:
        world.put(spawned, Hand(figure.hand))
        world.put(spawned, Repute())
    if unit.at is not None:
        world.put(spawned, Position(unit.at))
    return spawned
