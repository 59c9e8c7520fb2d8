"""The endings of a battle: the last side standing, a concession."""

from collections.abc import Callable, Set

from game.components.unit import Vitals
from game.systems.damage import Fall, GoDown
from game.terms.agenda import AgendaItem, Concession, Finish
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import in_play, side_of, sides_in_play

HasLost = Callable[[World, str, Set[Entity]], bool]
"""A function that returns whether a side has lost even though it has units left. The last argument
is the set of units without life.
"""


def fights_on(world: World, side: str, spent: Set[Entity]) -> bool:
    """Return False: a side stays in the battle as long as it has a unit left."""
    return False


class LastStanding(System[Fall | GoDown]):
    """A system that ends the battle when at most one side is left (ALL-05).

    All units without life count as gone, even if their own item comes up later. Sides that lose in
    this way all lose at the same moment. `has_lost` judges sides with units left.
    """

    def __init__(self, has_lost: HasLost = fights_on) -> None:
        self._has_lost = has_lost

    def process(self, world: World, item: AgendaItem) -> None:
        spent = {unit for unit, vitals in world.all(Vitals) if vitals.life <= 0}
        standing = sides_in_play(world, but=spent)
        sides = [side for side in standing if not self._has_lost(world, side, spent)]
        if len(sides) < 2:
            world.push(Finish(sides[0] if sides else None, "elimination"))


class Conceding(System[Concession]):
    """A system that removes a side that concedes. If only one side is left, that side wins."""

    def process(self, world: World, item: Concession) -> None:
        others = [side for side in sides_in_play(world) if side != item.side]
        if len(others) == 1:
            world.push(Finish(others[0], item.reason))
        else:
            world.push(Fall(tuple(u for u in in_play(world) if side_of(world, u) == item.side)))
