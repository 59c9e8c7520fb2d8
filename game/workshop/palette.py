"""The palette of the editor: everything that can be put on the map of a level."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from game.content.pack_data import level_data, looks_of_pack
from game.content.shipped_folders import levels_root
from game.content.toml_files.findings import LevelError
from game.engine.book import Book
from game.present.battle_sentences import BattleSentences
from game.present.facts_lines import FactsLines
from game.present.kind_stats import things_by_key
from game.record.failure import Failure
from game.workshop.document.level_reading import LevelReading
from game.workshop.workshop_sentences import said

ANY_GEAR = "thing"
"""What a value names if its id can be in any table of gear."""
MOST_THINGS = 2
"""Maximum number of things named in the facts line of a kind."""


class Ware(NamedTuple):
    """A ground or a kind of unit: its name, its facts line and its price."""

    what: Literal["ground", "kind"]
    id: str
    title: str
    facts: str = ""
    price: int | None = None


class Palette:
    """The grounds and kinds of one rulebook, in the order of their files."""

    def __init__(self, book: Book, root: Path | None = None) -> None:
        """Read the rulebook's data, those of the pack `root` too. Raise Failure for errors."""
        try:
            data = level_data(book, root or levels_root())
        except LevelError as fault:
            raise Failure(str(fault)) from fault
        self.looks = looks_of_pack(book, root or levels_root())
        """The looks of a pack's own kinds and grounds."""
        self._lines = lines = FactsLines.of_book(book, root)
        self._tables = {ANY_GEAR, *data.gear}
        self.grounds = tuple(
            Ware("ground", id, one.title, lines.ground(id)) for id, one in data.terrain.items()
        )
        self.kinds = tuple(
            Ware("kind", id, _title(id, stats), _facts(book, lines.words, stats), price)
            for id, stats in data.figures.items()
            for price in (data.prices.get(id),)
        )

    def ware(self, what: str, id: str) -> Ware | None:
        """Return a ware by its id, or None."""
        return next((one for one in self._all() if (one.what, one.id) == (what, id)), None)

    def facts(self, table: str, id: str) -> str:
        """Return the facts line of an id in a table of grounds, kinds or gear; "" for others."""
        if table in ("terrain", "kind"):
            ware = self.ware("ground" if table == "terrain" else "kind", id)
            return ware.facts if ware else ""
        return self._lines.thing(id) if table in self._tables else ""

    def _all(self) -> Iterator[Ware]:
        yield from self.grounds
        yield from self.kinds

    def found(self, words: str) -> tuple[tuple[Ware, ...], tuple[Ware, ...]]:
        """Return the grounds and kinds whose name, id or facts line has all these words.

        Those whose name begins with the words come first, and then those with the words in it.
        """
        wanted = words.casefold().split()
        return _having(self.grounds, wanted), _having(self.kinds, wanted)


def _having(wares: tuple[Ware, ...], wanted: list[str]) -> tuple[Ware, ...]:
    texts = {one: f"{one.title} {one.id} {one.facts}".casefold() for one in wares}
    found = (one for one in wares if all(word in texts[one] for word in wanted))
    return tuple(sorted(found, key=lambda one: distance_of(one, wanted)))


def distance_of(ware: Ware, wanted: Sequence[str]) -> int:
    """Return how far words are from a ware's name.

    0: words of the name begin with them. 1: the name or id has them. 2: only the facts line does.
    """
    name = ware.title.casefold()
    if all(f" {word}" in f" {name}" for word in wanted):
        return 0
    return 1 if all(word in f"{name} {ware.id}" for word in wanted) else 2


def are_kinds_nearer(grounds: Sequence[Ware], kinds: Sequence[Ware], words: str) -> bool:
    """Return whether the first kind found is nearer to the words than the first ground."""
    wanted = words.casefold().split()
    if not grounds or not kinds:
        return not grounds
    return distance_of(kinds[0], wanted) < distance_of(grounds[0], wanted)


def _title(id: str, stats: object) -> str:
    return str(getattr(stats, "title", "") or id)


def _facts(book: Book, words: BattleSentences, stats: object) -> str:
    """Return the life of a kind and the first things it has."""
    final = book.schema.final(stats) if book.schema.final else stats
    held = things_by_key(book.schema, final).values()
    names = dict.fromkeys(words.thing(id) for some in held for id in some)
    life = getattr(final, "life", None)
    parts = [said("palette", "life", life=life)] if isinstance(life, int) and life else []
    return " · ".join((*parts, *tuple(names)[:MOST_THINGS]))


def letters_of(reading: LevelReading) -> Mapping[str, str]:
    """Return the letter of each terrain that has one without a unit, by the terrain's id."""
    found: dict[str, str] = {}
    for letter, entry in reading.legend.items():
        if entry.unit is None:
            found.setdefault(entry.terrain, letter)
    return found
