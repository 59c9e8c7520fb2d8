"""Which levels have a kind, a thing or a ground."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from game.content.levels import all_levels, load_level
from game.content.toml_files.findings import LevelError
from game.engine.book import Book
from game.present.codex.pages import GROUNDS, KINDS
from game.present.held_things import things_by_key
from game.terms.level import Level


class LevelUses:
    """All levels of the game, read when they are first asked for; broken ones are left out."""

    def __init__(self, books: Mapping[str, Book], root: Path) -> None:
        self._books, self._root = books, root
        self._found: dict[tuple[str, str, str], dict[str, str]] | None = None

    def titles(self, book: str, table: str, id: str) -> tuple[str, ...]:
        """Return the titles of the levels that have something, in the order of their files."""
        if self._found is None:
            self._found = {}
            for listed in all_levels(root=self._root):
                self._read(listed.path)
        return tuple(self._found.get((book, table, id), {}).values())

    def _read(self, path: Path) -> None:
        try:
            level = load_level(path, self._books, root=self._root)
        except LevelError:
            return
        assert self._found is not None
        for table, id in _had(level, self._books[level.rulebook]):
            self._found.setdefault((level.rulebook, table, id), {})[level.id] = level.title


def _had(level: Level, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the tables and ids of all that a level begins with or may bring."""
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
