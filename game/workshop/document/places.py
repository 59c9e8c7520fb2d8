"""Coordinates that follow when tiles of the map move."""

from collections.abc import Callable
from typing import TypeAlias

from game.content.drafts.level_tables import LevelTable
from game.content.toml_files.positions import Keys
from game.content.toml_files.splices import Edit
from game.content.toml_files.table_edits import remove_entries, remove_keys, set_value
from game.content.values.references import tiles_in
from game.core.cells import Cell
from game.workshop.document.document_sentences import said
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.tables import owner

Moving: TypeAlias = Callable[[Cell], Cell | None]
"""A function that returns where a tile goes, the tile itself if it stays, or None if it is lost."""

_RECT = 4
_LARGEST = 250_000
"""Maximum number of tiles of a rectangle that is followed tile by tile."""


class MovedPlaces:
    """The edits of all coordinates in a level when tiles move, and sentences about losses.

    A list that would lose all its tiles stays as it is, because no list of tiles can be empty.
    """

    def __init__(self, reading: LevelReading, moving: Moving) -> None:
        self._toml, self._has, self._moving = reading.toml, reading.has, moving
        self.edits: list[Edit] = []
        self.notes: list[str] = []
        gone: dict[Keys, list[int]] = {}
        for keys in tiles_in(LevelTable, self._toml.tables, ()):
            value = self._toml.get(keys)
            assert isinstance(value, list)
            if len(value) == _RECT:
                self._rect(keys, value)
                continue
            x, y = value
            goal = moving((x, y))
            if goal is not None:
                self.edits += set_value(self._toml, keys, list(goal))
            elif isinstance(keys[-1], int):
                gone.setdefault(keys[:-1], []).append(keys[-1])
            else:
                self.edits += remove_keys(self._toml, keys[:-1], [keys[-1]])
                self.notes.append(said("note", "no_place", owner=owner(self._toml, keys)))
        for keys, numbers in gone.items():
            entries = self._toml.get(keys)
            if not isinstance(entries, list) or len(numbers) < len(entries):
                self.edits += remove_entries(self._toml, keys, numbers)
            name, count = owner(self._toml, keys), len(numbers)
            self.notes.append(said("note", "lost_tiles", owner=name, count=count))

    def _rect(self, keys: Keys, value: list[int]) -> None:
        """Follow a rectangle. If it is no longer one, its tiles are listed."""
        x, y, width, height = value
        if width * height > _LARGEST:
            return
        cells = [(c, r) for r in range(y, y + height) for c in range(x, x + width)]
        goals = sorted({to for cell in cells if (to := self._moving(cell))}, key=lambda c: c[::-1])
        name = owner(self._toml, keys)
        if not goals:
            if not any(map(self._has, cells)):
                return
            self.notes.append(said("note", "lost_tiles", owner=name, count=len(cells)))
            return
        (left, top), (right, bottom) = goals[0], goals[-1]
        wide, high = right - left + 1, bottom - top + 1
        if wide > 0 and wide * high == len(goals) and all(left <= c <= right for c, _ in goals):
            self.edits += set_value(self._toml, keys, [left, top, wide, high])
            return
        span, pair = self._toml.layout.value(keys), self._toml.layout.pair(keys)
        if pair is None or span is None or not self._toml.text.endswith("rect", 0, pair.key.end):
            return
        tiles = self._toml.style.value([list(cell) for cell in goals])
        self.edits.append(Edit(pair.key.end - len("rect"), pair.key.end, "tiles"))
        self.edits.append(Edit(span.start, span.end, tiles))
        self.notes.append(said("note", "rect_to_tiles", owner=name))
