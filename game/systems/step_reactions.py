"""Reactions to a step: foes get their chance one at a time, in turn order.

A book decides when a reaction is possible (`applies`) and how to ask for it. A chance waits on the
agenda and is checked again when it comes up. If the moving unit has died, been moved or been
stopped by then, it no longer provokes. A reaction doesn't end the move by itself, but its effect
can.
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
    """A unit's chance to react to another unit's step from one tile to the next."""

    unit: Entity
    mover: Entity
    origin: Cell
    span: int
    to: Cell
    trigger: str


Applies = Callable[[World, ReactionChance], bool]
Near = Callable[[World, Entity, Step], bool]
"""A quick test of whether a unit could react to a step at all."""


def anywhere(world: World, unit: Entity, step: Step) -> bool:
    """Return True: every unit might react."""
    return True


def foes_from_unit_on(world: World, unit: Entity) -> Iterator[Entity]:
    """Return all units of other sides in turn order, beginning with the next after the unit."""
    side = side_of(world, unit)
    return (other for other in from_unit_on(world, unit) if side_of(world, other) != side)


def from_unit_on(world: World, unit: Entity) -> tuple[Entity, ...]:
    """Return all other units in turn order, beginning with the next after the unit."""
    rounds = world.find(world.root, Rounds)
    order = rounds.order if rounds else ()
    if unit not in order:
        return order
    place = order.index(unit)
    return order[place + 1 :] + order[:place]


class Reactions(System[Step]):
    """A system that gives all foes a chance to react to a step before it is made."""

    def __init__(
        self,
        trigger: str,
        applies: Applies,
        needs: type[Component] = Position,
        is_near: Near = anywhere,
    ) -> None:
        """Make the system. Only units with a component of the type `needs` can react.

        Only units for which `is_near` is true are asked whether the trigger `applies`.
        """
        self._trigger = trigger
        self._applies = applies
        self._needs = needs
        self._is_near = is_near

    def process(self, world: World, item: Step) -> None:
        able = set(world.ids(self._needs))
        # Steps are by far the most frequent items, and usually no unit can react at all.
        if not able:
            return
        chances = (
            ReactionChance(unit, item.unit, item.origin, item.span, item.to, self._trigger)
            for unit in foes_from_unit_on(world, item.unit)
            if unit in able and self._is_near(world, unit, item)
        )
        # The agenda is a stack, so push them in reverse: the first in turn order comes up first.
        world.push(*reversed([chance for chance in chances if self._applies(world, chance)]))


class OfferingReactions(System[ReactionChance]):
    """A system that asks for a reaction when its chance comes up, if it is still possible."""

    def __init__(self, applies: Applies, ask: Callable[[World, ReactionChance], Ask]) -> None:
        self._applies = applies
        self._ask = ask

    def process(self, world: World, item: ReactionChance) -> None:
        # Earlier reactions may have killed the unit, moved it or ended its move.
        if self._applies(world, item):
            world.push(self._ask(world, item))


PART = part_of(globals())
