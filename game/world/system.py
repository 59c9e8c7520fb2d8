"""The base of all systems."""

from functools import lru_cache
from types import UnionType
from typing import Any, ClassVar, Generic, Never, TypeAlias, TypeVar, get_args, get_origin

import esper

from game.terms.agenda import AgendaItem
from game.world.world import World

ItemT = TypeVar("ItemT", bound=AgendaItem, contravariant=True)


class System(esper.Processor, Generic[ItemT]):
    """A handler of agenda items of certain types. A book lists its systems in one fixed order.

    A subclass names the types once, as in `System[Walk | Step]`: the engine reads them from there,
    and mypy checks `process` against them. To handle other types in the same way, subclass the
    system and name these types in `acts_on`. The engine calls `process`; nothing calls
    `esper.process`. The item's next system is called after everything that this one pushed onto the
    agenda has been settled.
    """

    acts_on: ClassVar[tuple[type[AgendaItem], ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in vars(cls).get("__orig_bases__", ()):
            named = get_args(base)
            is_system = isinstance(get_origin(base), type) and issubclass(get_origin(base), System)
            if is_system and not isinstance(named[0], TypeVar):
                cls.acts_on = get_args(named[0]) if isinstance(named[0], UnionType) else named

    def process(self, world: World, item: ItemT) -> None:
        """Handle one item."""
        raise NotImplementedError(type(self).__name__)


class SortingSystem(System[ItemT]):
    """A system for outcomes of which many have the same effects, such as numbers on a table.

    Odds then try only one outcome of each sort.
    """

    def sort(self, world: World, item: ItemT) -> AgendaItem:
        """Return an item with the same effects: the same for all items that have these effects.

        Only events may differ.
        """
        raise NotImplementedError(type(self).__name__)


class EffectSystem(System[ItemT]):
    """A system that applies some effects of items, powers, spells or abilities.

    It also says whether these effects could change anything: a use without effect is refused
    (ALL-08).
    """

    def could_change(self, world: World, item: ItemT) -> bool:
        """Return whether handling the item could change anything, whatever the dice.

        `world` is the view of the side that is about to act. Assume that anything hidden from that
        side could change.
        """
        raise NotImplementedError(type(self).__name__)


AnySystem: TypeAlias = System[Never]
"""A system for any types of agenda items."""


def could_change(systems: tuple[AnySystem, ...], world: World, item: AgendaItem) -> bool:
    """Return whether an agenda item could change anything; True if its systems can't tell."""
    answering = _answering(systems, type(item))
    return not answering or any(system.could_change(world, item) for system in answering)


@lru_cache(maxsize=1000)
def _answering(
    systems: tuple[AnySystem, ...], kind: type[AgendaItem]
) -> tuple[EffectSystem[Any], ...]:
    """Return the systems that can tell whether items of a type could change anything."""
    return tuple(s for s in systems if isinstance(s, EffectSystem) and kind in s.acts_on)
