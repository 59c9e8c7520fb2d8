"""The setup of a Tag battle: units on the board, and the first turn on the agenda."""

from game.components.unit import Allegiance, Name, Position, Vitals
from game.systems.rounds import NextTurn, SetOrder
from game.terms.level import Unit
from game.world import World
from tests.books.tag.records import Den, Runner
from tests.books.tag.schema import Figure, Shoes


def setup(world: World) -> None:
    """Place the units in the level's order, which is the turn order (TAG-01)."""
    for unit in world.scene.level.units:
        _place(world, unit)
    world.push(NextTurn(), SetOrder(None))


def _place(world: World, unit: Unit) -> None:
    figure = unit.stats
    assert isinstance(figure, Figure)
    assert unit.at is not None
    steps = world.scene.gear("shoes", figure.shoes, Shoes).steps
    world.spawn(
        Name(unit.id, unit.title, unit.kind),
        Allegiance(unit.side),
        Position(unit.at),
        Vitals(figure.life, figure.life),
        Runner(figure.quick, steps),
        Den(figure.den),
    )
