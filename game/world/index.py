"""Indexes of the components: the entities that have each type, and the entities on each tile."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from game.components.unit import Placed
from game.core.cells import Cell
from game.terms.records import Component, Entity

Slot = tuple[Entity, type[Component]]
"""The place of a component: its entity and its type."""

Tiles = dict[Cell, tuple[Entity, ...]]
"""The entities on each occupied tile, in order of id."""


class Index:
    """For each type of component, the entities that have it, in order of id.

    For placed components, also the entities on each tile.
    """

    def __init__(self, held: Mapping[Entity, Mapping[type[Component], Component]]) -> None:
        """Index the components `held` by each entity. The world keeps `held` up to date."""
        self._held: Mapping[Entity, Mapping[type[Component], Any]] = held
        self._members: dict[type[Component], list[Entity]] = {}
        """The entities with each type of component that was ever requested. Most types never are,
        so writing them needs no work here.
        """
        self._kept: dict[type[Component], tuple[Entity, ...]] = {}
        """The same as tuples, until one of them changes."""
        self._tiles: defaultdict[type[Component], Tiles] = defaultdict(dict)
        self._laid: dict[Slot, Placed | None] = {}
        """The placed components that the index of tiles currently reflects."""
        self.moved: set[Slot] = set()
        """The slots of placed components written since the index of tiles was updated. The update
        waits for the next query, because lookahead moves a unit back and forth.
        """

    def members(self, kind: type[Component]) -> tuple[Entity, ...]:
        """Return the entities with this type of component."""
        found = self._kept.get(kind)
        if found is None:
            every = self._members.get(kind)
            if every is None:
                every = [e for e, kinds in self._held.items() if kind in kinds]
                self._members[kind] = every
            found = self._kept[kind] = tuple(every)
        return found

    def at(self, kind: type[Placed], cell: Cell) -> tuple[Entity, ...]:
        """Return the entities whose component of this type is on the tile, in order of id."""
        if self.moved:
            self._catch_up()
        return self._tiles[kind].get(cell, ())

    def gained(self, entity: Entity, kind: type[Component]) -> None:
        """Note that the entity now has this type of component."""
        members = self._members.get(kind)
        if members is not None:
            # Sort at every write, because reads are far more frequent. Nothing may depend on the
            # order of writes: the same dice must make the same battle.
            insort(members, entity)
            self._kept.pop(kind, None)

    def lost(self, entity: Entity, kind: type[Component]) -> None:
        """Note that the entity no longer has this type of component."""
        members = self._members.get(kind)
        if members is not None:
            members.pop(bisect_left(members, entity))
            self._kept.pop(kind, None)

    def _catch_up(self) -> None:
        """Update the index of tiles from the current components."""
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
                # Most tiles hold one entity: a single lookup shows whether the tile was
                # free, and fills it.
                alone = (entity,)
                for cell in new.cells:
                    there = tiles.setdefault(cell, alone)
                    if there is not alone:
                        tiles[cell] = tuple(sorted((*there, entity)))
            self._laid[slot] = new
        self.moved.clear()
