"""Grapples, and how they end (VER-27, VER-28)."""

from game.components.unit import Position
from game.rules.verdigris import events, figures, moves
from game.rules.verdigris.attacks import strain
from game.rules.verdigris.dice_pools import Trial, Tried
from game.rules.verdigris.records import HELD_LEVEL, FreedAsk, Grappled
from game.systems.damage import Fall, GoDown
from game.systems.movement import Enter
from game.terms.agenda import AgendaItem
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, side_of


def end(world: World, unit: Entity, rule: str) -> None:
    """End a grapple for both units."""
    grappled = world.find(unit, Grappled)
    if grappled is None:
        return
    world.drop(unit, Grappled)
    world.drop(grappled.foe, Grappled)
    names = id_of(world, unit), id_of(world, grappled.foe)
    world.tell(events.GrappleBroken(unit=names[0], target=names[1], rule=rule))


def reverse(world: World, unit: Entity, foe: Entity) -> None:
    """Reverse a grapple: the unit that got free now holds the foe."""
    world.put(unit, Grappled(foe, 0, True))
    world.put(foe, Grappled(unit, HELD_LEVEL, False))
    told = events.Entangled(unit=id_of(world, unit), target=id_of(world, foe), rule="VER-28")
    world.tell(told)


def struggle(world: World, unit: Entity) -> Trial:
    """Return the Strength test to get free: every six removes a level of entanglement."""
    grip = figures.talent(world, unit, "grip")
    parts = (
        *figures.skilled(world, unit, "strength", "", "VER-27"),
        *figures.parts_of(("grip", grip, "VER-27")),
    )
    return moves.trial(world, unit, "struggle", "VER-27", parts, counts=True)


class Struggling(System[Tried]):
    """A system that applies tests to get free of a grapple.

    A held unit with no entanglement left chooses whether to break or reverse the grapple.
    """

    def process(self, world: World, item: Tried) -> None:
        if item.purpose != "struggle":
            return
        strain(world, item.unit, item.ones, item.pushed)
        grappled = world.find(item.unit, Grappled)
        if grappled is None:
            return
        left = max(0, grappled.level - item.sixes)
        world.put(item.unit, Grappled(grappled.foe, left, grappled.holds))
        name = id_of(world, item.unit)
        world.tell(events.Loosened(unit=name, left=left, rule="VER-27", dice=world.faces))
        if not left and not grappled.holds:
            world.push(FreedAsk(side_of(world, item.unit), item.unit, grappled.foe))


class LettingGo(System[Fall | GoDown]):
    """A system that ends grapples on death and at Death's Door. It comes before `damage.Burial`."""

    def process(self, world: World, item: AgendaItem) -> None:
        assert isinstance(item, Fall | GoDown)
        for unit in item.units:
            if isinstance(item, Fall) or not figures.is_able(world, unit):
                end(world, unit, "VER-27")


class PartingGrapples(System[Enter]):
    """A system that ends a grapple when its two units are moved apart for any reason."""

    def process(self, world: World, item: Enter) -> None:
        grappled, here = world.find(item.unit, Grappled), world.find(item.unit, Position)
        its = world.find(grappled.foe, Position) if grappled else None
        if here and its and not world.grid.adjacent(here.at, its.at):
            end(world, item.unit, "VER-27")
