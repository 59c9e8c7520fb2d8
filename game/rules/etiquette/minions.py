"""Players and their robots: ownership, decisions and turn order (ETI-08, ETI-13)."""

from msgspec.structs import replace

from game.components.turns import Acting, Rounds
from game.components.unit import Dead, Position
from game.rules.etiquette.records import Robot
from game.systems.damage import Fall
from game.systems.rounds import Join
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import side_of, units_on_board


def is_robot(world: World, unit: Entity) -> bool:
    """Return whether the unit is a robot."""
    return world.has(unit, Robot)


def is_figure(world: World, unit: Entity) -> bool:
    """Return whether the unit is a player's character."""
    return not is_robot(world, unit)


def owner_of(world: World, unit: Entity) -> Entity:
    """Return the character of the player that the unit belongs to."""
    robot = world.find(unit, Robot)
    return robot.owner if robot else unit


def minions_of(world: World, figure: Entity) -> tuple[Entity, ...]:
    """Return a player's living robots, in unit order."""
    found = (unit for unit, robot in world.all(Robot) if robot.owner == figure)
    return tuple(unit for unit in found if not world.has(unit, Dead))


def foes_at(world: World, unit: Entity) -> tuple[Entity, ...]:
    """Return the units of other players on the unit's tile."""
    at = world.get(unit, Position).at
    side = side_of(world, unit)
    return tuple(other for other in world.at(Position, at) if side_of(world, other) != side)


def has_turn(world: World, unit: Entity) -> bool:
    """Return whether it is the turn of the unit's player."""
    acting = world.find(world.root, Acting)
    return acting is not None and side_of(world, acting.unit) == side_of(world, unit)


def trains(world: World) -> tuple[tuple[Entity, ...], ...]:
    """Return each character on the board, followed by its robots on the board."""
    there = units_on_board(world)
    return tuple(
        (unit, *(minion for minion in minions_of(world, unit) if minion in there))
        for unit in there
        if is_figure(world, unit)
    )


class JoiningRetinues(System[Join]):
    """A system that adds units to the turn order: a character last, a robot after its owner."""

    def process(self, world: World, item: Join) -> None:
        for unit in item.units:
            rounds = world.find(world.root, Rounds)
            if rounds and unit not in rounds.order:
                world.put(world.root, _joined(world, rounds, unit))


def _joined(world: World, rounds: Rounds, unit: Entity) -> Rounds:
    """Return the turn order with the unit in its place. One player's robots form a group."""
    owner = owner_of(world, unit)
    train = [u for u in rounds.order if owner_of(world, u) == owner]
    place = rounds.order.index(train[-1]) + 1 if train else len(rounds.order)
    if unit == owner and train:
        place = rounds.order.index(train[0])
    order = (*rounds.order[:place], unit, *rounds.order[place:])
    minions = tuple(u for u in order if owner_of(world, u) == owner and u != owner)
    others = tuple(group for group in rounds.groups if group[0] not in minions)
    groups = (*others, minions) if len(minions) > 1 else others
    return replace(rounds, order=order, acted=(*rounds.acted, unit), groups=groups)


class Retinue(System[Fall]):
    """A system that removes a player's robots along with its character."""

    def process(self, world: World, item: Fall) -> None:
        lost = [
            minion
            for unit in item.units
            for minion in minions_of(world, unit)
            if minion not in item.units and world.has(minion, Position)
        ]
        if lost:
            world.push(Fall(tuple(lost)))
