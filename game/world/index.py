"""Indexes derived from the components: the entities with each type, and those on each tile."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Sequence

from game.components.unit import Placed
from game.core.cells import Cell
from game.terms.records import Component, Entity


class Index:
    """For each type of component, its entities in order of id; for placed ones also by tile."""

    def __init__(self) -> None:
        self._members: dict[type[Component], list[Entity]] = {}
        self._tiles: defaultdict[type[Placed], dict[Cell, tuple[Entity, ...]]] = defaultdict(dict)

    def members(self, kind: type[Component]) -> Sequence[Entity]:
        """Return the entities with such a component. Don't keep the result across a write."""
        return self._members.get(kind, ())

    def at(self, kind: type[Placed], cell: Cell) -> tuple[Entity, ...]:
        """Return the entities whose component of this type is on the tile, in order of id."""
        return self._tiles[kind].get(cell, ())

    def gained(self, entity: Entity, kind: type[Component]) -> None:
        """Note that the entity now has such a component."""
        # Sorted at every write, because reads are far more frequent. Nothing may depend on
        # the order of writes: the same dice must make the same battle.
        insort(self._members.setdefault(kind, []), entity)

    def lost(self, entity: Entity, kind: type[Component]) -> None:
        """Note that the entity no longer has such a component."""
        members = self._members[kind]
        members.pop(bisect_left(members, entity))

    def placed(
        self, entity: Entity, kind: type[Placed], old: Component | None, new: Component | None
    ) -> None:
        """Move the entity's component of this type from the tiles of `old` to those of `new`."""
        tiles = self._tiles[kind]
        if isinstance(old, Placed):
            for cell in old.cells:
                there = tiles.pop(cell)
                if len(there) > 1:
                    tiles[cell] = tuple(e for e in there if e != entity)
        if isinstance(new, Placed):
            # Most tiles hold one entity: a single lookup tells whether the tile was
            # free, and fills it.
            alone = (entity,)
            for cell in new.cells:
                there = tiles.setdefault(cell, alone)
                if there is not alone:
                    tiles[cell] = tuple(sorted((*there, entity)))
