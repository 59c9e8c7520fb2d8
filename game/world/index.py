"""Indexes derived from the components: the entities with each type, and those on each tile."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from game.components.unit import Placed
from game.core.cells import Cell
from game.terms.records import Component, Entity

Slot = tuple[Entity, type[Component]]
"""The place of a component: its entity and its type."""

Tiles = dict[Cell, tuple[Entity, ...]]
"""The entities on each occupied tile, in order of id."""


class Index:
    """For each type of component, its entities in order of id; for placed ones also by tile."""

    def __init__(self, held: Mapping[Entity, Mapping[type[Component], Component]]) -> None:
        """Index the components `held` by each entity, a table that grows with the world."""
        self._held: Mapping[Entity, Mapping[type[Component], Any]] = held
        self._members: dict[type[Component], list[Entity]] = {}
        """The entities with each type that was ever requested. Most types never are, so writing
        them costs nothing here.
        """
        self._tiles: defaultdict[type[Component], Tiles] = defaultdict(dict)
        self._laid: dict[Slot, Placed | None] = {}
        """The placed components by which the tiles are indexed."""
        self.moved: set[Slot] = set()
        """The slots of placed components written since then. Lookahead moves a unit back and forth:
        waiting for a query makes one update per trial instead of two.
        """

    def members(self, kind: type[Component]) -> Sequence[Entity]:
        """Return the entities with such a component. Don't keep the result across a write."""
        found = self._members.get(kind)
        if found is None:
            found = self._members[kind] = [e for e, kinds in self._held.items() if kind in kinds]
        return found

    def at(self, kind: type[Placed], cell: Cell) -> tuple[Entity, ...]:
        """Return the entities whose component of this type is on the tile, in order of id."""
        if self.moved:
            self._catch_up()
        return self._tiles[kind].get(cell, ())

    def gained(self, entity: Entity, kind: type[Component]) -> None:
        """Note that the entity now has such a component."""
        members = self._members.get(kind)
        if members is not None:
            # Sorted at every write, because reads are far more frequent. Nothing may depend on
            # the order of writes: the same dice must make the same battle.
            insort(members, entity)

    def lost(self, entity: Entity, kind: type[Component]) -> None:
        """Note that the entity no longer has such a component."""
        members = self._members.get(kind)
        if members is not None:
            members.pop(bisect_left(members, entity))

    def _catch_up(self) -> None:
        """Update the tiles from the components held now."""
        for slot in self.moved:
            entity, kind = slot
            old, new = self._laid.get(slot), self._held[entity].get(kind)
            if old == new:
                continue
            tiles = self._tiles[kind]
            if old is not None:
                for cell in old.cells:
                    there = tiles.pop(cell)
                    if len(there) > 1:
                        tiles[cell] = tuple(e for e in there if e != entity)
            if new is not None:
                # Most tiles hold one entity: a single lookup tells whether the tile was
                # free, and fills it.
                alone = (entity,)
                for cell in new.cells:
                    there = tiles.setdefault(cell, alone)
                    if there is not alone:
                        tiles[cell] = tuple(sorted((*there, entity)))
            self._laid[slot] = new
        self.moved.clear()
