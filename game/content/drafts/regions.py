"""The connected parts of a map, ignoring units and costs.

A diagonal step needs an open tile next to it, so paths with and without diagonals connect the same
tiles.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable

from game.content.drafts.level_draft import LevelDraft
from game.core.cells import Cell

_OPEN = re.compile("1+")


class Regions:
    """The connected parts of a map: numbered runs of each row, merged where they touch."""

    def __init__(self, rows: Iterable[str]) -> None:
        """Find the parts in rows of `1` for passable and `0` for impassable tiles."""
        self._parents: list[int] = []
        self._rows: list[tuple[list[int], list[int], int]] = []
        """For each row, the starts and ends of its runs, and the number of the first."""
        for row in rows:
            self._add(row)

    def of(self, cell: Cell) -> int | None:
        """Return the number of a tile's part, or None for an impassable tile."""
        x, y = cell
        if not 0 <= y < len(self._rows):
            return None
        starts, ends, first = self._rows[y]
        at = bisect_right(starts, x) - 1
        return self._root(first + at) if at >= 0 and x < ends[at] else None

    def parts(self, cells: Iterable[Cell]) -> set[int]:
        """Return the parts that any of the tiles are in."""
        return {part for cell in cells if (part := self.of(cell)) is not None}

    def join(self, parts: set[int]) -> set[int]:
        """Merge several parts into one, and return only that part."""
        root = self._root(min(parts)) if parts else 0
        for part in parts:
            self._parents[self._root(part)] = root
        return {root} if parts else set()

    def _add(self, row: str) -> None:
        runs = [found.span() for found in _OPEN.finditer(row)]
        first = len(self._parents)
        self._parents += range(first, first + len(runs))
        if self._rows:
            self._join(runs, first)
        self._rows.append(([start for start, _ in runs], [end for _, end in runs], first))

    def _join(self, runs: list[tuple[int, int]], first: int) -> None:
        """Merge runs with the runs of the row above that they touch."""
        starts, ends, above = self._rows[-1]
        at = 0
        for number, (start, end) in enumerate(runs):
            while at < len(starts) and ends[at] <= start:
                at += 1
            touching = at
            while touching < len(starts) and starts[touching] < end:
                self._parents[self._root(first + number)] = self._root(above + touching)
                touching += 1

    def _root(self, number: int) -> int:
        parents = self._parents
        while parents[number] != number:
            parents[number] = parents[parents[number]]
            number = parents[number]
        return number


def regions_of(draft: LevelDraft) -> Regions:
    """Return the parts of a draft's map, with every door open that a trigger or a unit can open.

    Zones that the book connects even without a path are one part.
    """
    legend = draft.legend or {}
    kinds = {
        ord(letter): "1" if entry and entry.terrain in draft.passable else "0"
        for letter, entry in legend.items()
    }
    rows = [row.translate(kinds) for row in draft.rows or ()]
    opened: dict[int, list[int]] = {}
    for x, y in draft.opened:
        opened.setdefault(y, []).append(x)
    for y, columns in opened.items():
        letters = list(rows[y])
        for x in columns:
            letters[x] = "1"
        rows[y] = "".join(letters)
    regions = Regions(rows)
    parts: dict[str, set[int]] = {}
    for pair in draft.joined:
        for zone in pair:
            if zone not in parts:
                parts[zone] = regions.parts(draft.zones.get(zone, ()))
        joined = regions.join(parts[pair[0]] | parts[pair[1]])
        parts |= dict.fromkeys(pair, joined)
    return regions
