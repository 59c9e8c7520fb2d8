"""The setup of a Verdigris battle: units on the board, and the steps before the first round."""

from game.components.belongings import Armed, Gear
from game.components.conditions import Conditions
from game.components.unit import Allegiance, Name, Vitals
from game.rules.verdigris.figures import is_hero
from game.rules.verdigris.records import Mounted, Muster, Stress, Wounds
from game.rules.verdigris.schema import Beast, Figure
from game.systems import deployment, forced_stops
from game.systems.rounds import NextTurn
from game.systems.script import triggers
from game.terms.level import Unit
from game.world import World


def setup(world: World) -> None:
    """Place the units in unit order, then push placement, surprise, and the first round."""
    for unit in triggers.in_unit_order(world.scene.level):
        _place(world, unit)
    world.push(NextTurn(), Muster(), *deployment.prepare(world))


def _place(world: World, unit: Unit) -> None:
    figure = unit.stats_as(Figure)
    spawned = world.spawn(
        Name(unit.id, unit.title, unit.kind),
        Allegiance(unit.side),
        Vitals(figure.life, figure.life),
        Armed(figure.weapon),
        Gear((*figure.belt, *figure.belt_weapons), (*figure.pack, *figure.pack_weapons)),
        Conditions(),
    )
    if is_hero(world, spawned):
        world.put(spawned, Wounds(figure.wounds))
        world.put(spawned, Stress())
    if figure.mount:
        life = world.scene.gear("mounts", figure.mount, Beast).life
        world.put(spawned, Mounted(figure.mount, life, ridden=not figure.leads))
    if unit.at is not None:
        forced_stops.put_down(world, spawned, unit.at)
