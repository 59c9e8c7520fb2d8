"""How a battle ends: the last side standing, a concession."""

from typing import ClassVar

from game.components.unit import Vitals
from game.systems.harm import Fall, GoDown
from game.terms.agenda import Concession, Finish, Item
from game.world import World
from game.world.names import in_play, side_of, sides_in_play
from game.world.system import System


class LastStanding(System):
    """Ends the battle when at most one side stands (ALL-05).

    Who has no life left falls at the same moment, also where others have fallen first.
    """

    acts_on: ClassVar = (Fall, GoDown)

    def process(self, world: World, item: Item) -> None:
        spent = {unit for unit, vitals in world.all(Vitals) if vitals.life <= 0}
        sides = sides_in_play(world, but=spent)
        if len(sides) < 2:
            world.push(Finish(sides[0] if sides else None, "elimination"))


class Conceding(System):
    """Takes a side that gives up out of the battle; of two, the other has won."""

    acts_on: ClassVar = (Concession,)

    def process(self, world: World, item: Concession) -> None:
        others = [side for side in sides_in_play(world) if side != item.side]
        if len(others) == 1:
            world.push(Finish(others[0], item.reason))
        else:
            world.push(Fall(tuple(u for u in in_play(world) if side_of(world, u) == item.side)))
