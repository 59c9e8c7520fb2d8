"""Opportunity and readied attacks (ACT-09, ACT-11, ACT-17, ACT-24)."""

from typing import ClassVar

from msgspec.structs import replace

from game.components.motion import Path
from game.components.turns import Rounds
from game.components.unit import Position
from game.systems import unseen
from game.systems.movement import Step, stop_walk
from game.terms.events import Reacted
from game.world import World
from game.world.names import id_of, side_of, tile_of
from game.world.system import System
from tests.books.sketch import attacks
from tests.books.sketch.records import (
    Chance,
    Disengaged,
    Interrupted,
    ReactAsk,
    Readied,
    Spent,
    Trigger,
)


def applies(world: World, chance: Chance) -> bool:
    """Whether the reaction is to be had now: both live and are where they were, and see."""
    unit, mover = chance.unit, chance.mover
    if not (world.has(unit, Position) and world.has(mover, Position)):
        return False
    side = side_of(world, unit)
    if side == side_of(world, mover) or unseen.is_unseen(world, mover, side):
        return False
    if world.get(unit, Spent).reaction:
        return False
    return _leaves(world, chance) if chance.trigger == "leaves" else _enters(world, chance)


def _leaves(world: World, chance: Chance) -> bool:
    path = world.find(chance.mover, Path)
    goes = path is not None and path.cells[:1] == (chance.to,)
    is_there = tile_of(world, chance.mover) == chance.origin
    if world.has(chance.mover, Disengaged) or not (goes and is_there):
        return False
    return _reaches(world, chance, chance.origin) and not _reaches(world, chance, chance.to)


def _enters(world: World, chance: Chance) -> bool:
    if not world.has(chance.unit, Readied) or tile_of(world, chance.mover) != chance.to:
        return False
    return _reaches(world, chance, chance.to) and not _reaches(world, chance, chance.origin)


def _reaches(world: World, chance: Chance, cell: tuple[int, int]) -> bool:
    return attacks.in_reach(world, chance.unit, cell)


def from_unit_on(world: World, unit: int) -> tuple[int, ...]:
    """All others in the order of turns, beginning after the unit."""
    order = world.get(world.root, Rounds).order
    place = order.index(unit)
    return order[place + 1 :] + order[:place]


class Reactions(System):
    """Offers a step to all who may react to it, one after another.

    It stands once before the step is made, for who is left, and once after all that entering sets
    off, for who is come upon.
    """

    acts_on: ClassVar = (Step,)

    def __init__(self, trigger: Trigger) -> None:
        self._trigger = trigger

    def process(self, world: World, item: Step) -> None:
        chances = (
            Chance(unit, item.unit, item.origin, item.to, self._trigger)
            for unit in from_unit_on(world, item.unit)
        )
        world.push(*reversed([chance for chance in chances if applies(world, chance)]))


class Offering(System):
    """Asks for a reaction when its turn has come, if its trigger still holds."""

    acts_on: ClassVar = (Chance,)

    def process(self, world: World, item: Chance) -> None:
        if applies(world, item):
            side = side_of(world, item.unit)
            world.push(ReactAsk(side, item.unit, item.mover, item.trigger))


class Interrupting(System):
    """A mover that was reacted to stops, to choose anew; it stands behind `Reactions`."""

    acts_on: ClassVar = (Step,)

    def process(self, world: World, item: Step) -> None:
        if world.has(item.unit, Interrupted):
            world.drop(item.unit, Interrupted)
            stop_walk(world, item.unit)


def react(world: World, ask: ReactAsk) -> None:
    """The unit uses its reaction for an attack on the mover."""
    world.put(ask.unit, replace(world.get(ask.unit, Spent), reaction=True))
    world.drop(ask.unit, Readied)
    world.put(ask.mover, Interrupted())
    rule = "ACT-17" if ask.trigger == "leaves" else "ACT-11"
    world.tell(Reacted(unit=id_of(world, ask.unit), how=ask.trigger, rule=rule))
    attacks.declare(world, ask.unit, ask.mover)
