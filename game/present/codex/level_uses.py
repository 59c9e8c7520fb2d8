"""The levels in which each kind, item or type of ground appears."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from game.content.levels import all_levels, load_level
from game.content.toml_files.findings import LevelError
from game.engine.book import Book
from game.present.codex.pages import GROUNDS, KINDS
from game.present.kind_stats import things_by_key
from game.terms.level import Level


class LevelUses:
    """All levels of the game, read a few at a time. Levels with errors are left out."""

    def __init__(self, books: Mapping[str, Book], root: Path) -> None:
        self._books, self._root = books, root
        self._found: dict[tuple[str, str, str], dict[str, str]] = {}

    @cached_property
    def _left(self) -> list[Path]:
        """The levels still to be read, the next one last."""
        return [listed.path for listed in reversed(all_levels(root=self._root))]

    @property
    def is_read(self) -> bool:
        """Return whether all levels have been read."""
        return not self._left

    def read(self, most: int | None = None) -> None:
        """Read the next levels, up to `most`, or all that are left."""
        for _ in range(len(self._left) if most is None else min(most, len(self._left))):
            self._read(self._left.pop())

    def titles(self, book: str, table: str, id: str) -> tuple[str, ...]:
        """Return the titles of the levels read so far in which entry `id` of a table occurs."""
        return tuple(self._found.get((book, table, id), {}).values())

    def _read(self, path: Path) -> None:
        try:
            level = load_level(path, self._books, root=self._root)
        except LevelError:
            return
        for table, id in _had(level, self._books[level.rulebook]):
            self._found.setdefault((level.rulebook, table, id), {})[level.id] = level.title


def _had(level: Level, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the table and id of everything that a level has at the start or may bring in later."""
    yield from ((GROUNDS, id) for sign, id in level.legend.items() if sign in level.tiles)
    yield from ((KINDS, kind) for offer in level.offers for kind in offer.kinds)
    for unit in level.units:
        yield KINDS, unit.kind
        final = book.schema.final
        held = things_by_key(book.schema, final(unit.stats) if final else unit.stats)
        yield from (
            (table, id)
            for things in held.values()
            for id in things
            for table in book.schema.gear
            if id in level.gear[table]
        )
