"""What a system is."""

from collections.abc import Iterable
from typing import Any, ClassVar

import esper

from game.terms.agenda import Item
from game.world.world import World


class System(esper.Processor):
    """Acts on agenda items of the types it names; a book lists its systems in one fixed order.

    `process` is called by the engine, never by `esper.process`. What it pushes on the agenda is
    settled before the item's next system is called.
    """

    acts_on: ClassVar[tuple[type[Item], ...]] = ()

    def process(self, world: World, item: Any) -> None:
        """Handles one item; a system narrows the type to those it acts on."""
        raise NotImplementedError(type(self).__name__)


class EffectSystem(System):
    """Does a part of what an item, a power, a spell or an ability does.

    It also answers whether its part could change anything, by which useless things are refused
    (ALL-08).
    """

    def could_change(self, world: World, item: Any) -> bool:
        """Return whether handling the item could change anything, whatever the dice.

        It is asked of the view of the side that is about to act, and counts what that side does
        not know as changeable.
        """
        raise NotImplementedError(type(self).__name__)


def could_change(systems: Iterable[System], world: World, item: Item) -> bool:
    """Return whether an item could change anything: always, unless its systems can tell."""
    answering = [s for s in systems if isinstance(s, EffectSystem) and type(item) in s.acts_on]
    return not answering or any(system.could_change(world, item) for system in answering)
