"""Puts a level's units on the board and the roll for initiative on the agenda."""

from game.components.conditions import Conditions
from game.components.goods import Armed
from game.components.unit import Allegiance, Name, Position, Vitals
from game.systems.parties import is_player
from game.systems.rounds import NextTurn
from game.terms.level import Unit
from game.world import World
from game.world.names import standing
from tests.books.sketch.records import Entrant, Fighter, Initiative, Spent
from tests.books.sketch.schema import Figure, Settings


def setup(world: World) -> None:
    """Units in the level's order; then initiative (ACT-03)."""
    for unit in world.scene.level.units:
        _place(world, unit)
    entrants = tuple(
        Entrant(unit, world.get(unit, Fighter).agility, is_player(world, unit))
        for unit in standing(world)
    )
    world.push(NextTurn(), Initiative(world.scene.settings(Settings).initiative, entrants))


def _place(world: World, unit: Unit) -> None:
    figure = unit.stats
    assert isinstance(figure, Figure)
    assert unit.at is not None
    world.spawn(
        Name(unit.id, unit.title, unit.kind),
        Allegiance(unit.side),
        Position(unit.at),
        Vitals(figure.life, figure.life),
        Armed(figure.weapon, figure.armour),
        Fighter(figure.agility, figure.bonus, figure.speed, figure.parries),
        Spent(),
        Conditions(),
    )
