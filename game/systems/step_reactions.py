"""Reactions to a step: each foe on its own, one at a time, in the order of turns.

A book decides when a reaction is possible (`applies`) and how it is asked. A chance waits on the
agenda and is looked at again when its turn comes: a unit that has died, was moved or has stopped by
then gives no cause any more. Reacting to a walk does not end it; the result of the reaction may.
"""

from collections.abc import Callable, Iterator

from game.components.turns import Rounds
from game.components.unit import Position
from game.core.cells import Cell
from game.systems.movement import Step
from game.terms.agenda import AgendaItem, Ask
from game.terms.parts import part_of
from game.terms.records import Component, Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import side_of


class ReactionChance(AgendaItem, frozen=True, tag="Chance"):
    """A unit may react to a mover's step from one footprint to the next."""

    unit: Entity
    mover: Entity
    origin: Cell
    span: int
    to: Cell
    trigger: str


Applies = Callable[[World, ReactionChance], bool]


def foes_from_unit_on(world: World, unit: Entity) -> Iterator[Entity]:
    """Return all units of other sides in the order of turns, beginning after the unit."""
    side = side_of(world, unit)
    return (other for other in from_unit_on(world, unit) if side_of(world, other) != side)


def from_unit_on(world: World, unit: Entity) -> tuple[Entity, ...]:
    """Return all other units in the order of turns, beginning after the unit."""
    rounds = world.find(world.root, Rounds)
    order = rounds.order if rounds else ()
    if unit not in order:
        return order
    place = order.index(unit)
    return order[place + 1 :] + order[:place]


class Reactions(System[Step]):
    """A system that offers a step to all foes that may react, one after another, before it is
    made.
    """

    def __init__(self, trigger: str, applies: Applies, needs: type[Component] = Position) -> None:
        """Pass over units without a component of the type `needs`."""
        self._trigger = trigger
        self._applies = applies
        self._needs = needs

    def process(self, world: World, item: Step) -> None:
        able = set(world.ids(self._needs))
        # Steps are by far the most frequent item, and mostly nobody can react at all.
        if not able:
            return
        chances = (
            ReactionChance(unit, item.unit, item.origin, item.span, item.to, self._trigger)
            for unit in foes_from_unit_on(world, item.unit)
            if unit in able
        )
        # The agenda is a stack: turned around, the first in the order of turns comes up first.
        world.push(*reversed([chance for chance in chances if self._applies(world, chance)]))


class OfferingReactions(System[ReactionChance]):
    """A system that asks for a reaction when its turn has come, if its trigger still holds."""

    def __init__(self, applies: Applies, ask: Callable[[World, ReactionChance], Ask]) -> None:
        self._applies = applies
        self._ask = ask

    def process(self, world: World, item: ReactionChance) -> None:
        # Reactions before this one may have killed the unit, moved it or ended the walk.
        if self._applies(world, item):
            world.push(self._ask(world, item))


PART = part_of(globals())
