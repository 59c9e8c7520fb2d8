"""What a system is."""

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
