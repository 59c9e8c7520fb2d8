"""Indexes derived from the components: who has one, and who lies where."""

from bisect import bisect_left, insort
from collections.abc import Sequence

from game.components.unit import Placed
from game.core.cells import Cell
from game.terms.records import Component


class Index:
    """For each type of component its entities in order of id; for placed ones also by tile."""

    def __init__(self) -> None:
        self._members: dict[type[Component], list[int]] = {}
        self._tiles: dict[type[Component], dict[Cell, tuple[int, ...]]] = {}

    def members(self, kind: type[Component]) -> Sequence[int]:
        """The entities that have such a component; not to be kept over a write."""
        return self._members.get(kind, ())

    def at(self, kind: type[Placed], cell: Cell) -> tuple[int, ...]:
        """The entities whose component of this type lies on the tile, in order of id."""
        tiles = self._tiles.get(kind)
        return tiles.get(cell, ()) if tiles else ()

    def changed(
        self, entity: int, kind: type[Component], old: Component | None, new: Component | None
    ) -> None:
        """Follows one write."""
        if old is None:
            insort(self._members.setdefault(kind, []), entity)
        elif new is None:
            members = self._members[kind]
            members.pop(bisect_left(members, entity))
        if issubclass(kind, Placed):
            tiles = self._tiles.setdefault(kind, {})
            if isinstance(old, Placed):
                for cell in old.cells:
                    there = tiles.pop(cell)
                    if len(there) > 1:
                        tiles[cell] = tuple(e for e in there if e != entity)
            if isinstance(new, Placed):
                for cell in new.cells:
                    there = tiles.get(cell, ())
                    tiles[cell] = tuple(sorted((*there, entity))) if there else (entity,)
