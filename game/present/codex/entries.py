"""The entries of the codex: read them, find them, and play each example once."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

import msgspec
import tomli

from game.content.toml_files.findings import LevelError
from game.content.toml_files.text_reading import read_text
from game.content.toml_files.translated_data import translate
from game.content.values.book_data import book_data
from game.engine.book import Book
from game.present.codex.example_files import Example, ExamplePosition
from game.present.codex.example_player import Worked, work
from game.present.screen_sentences import failure
from game.record.data_folders import levels_dir
from game.record.failure import Failure
from game.rules.registry import SHARED_CODEX

ID = re.compile(r"([A-Za-z]+)-?([0-9]+)")
SHARED = "all"
"""Id of the chapter with the rules for all books."""
LEAST_TITLE = 4
"""Search weight of a word in the title or id of an entry; a word in the text weighs 1."""


class Raw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as written in its file."""

    title: str
    text: str
    example: Example
    see: tuple[str, ...] = ()


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of the codex: positions for examples, and rules.

    Each rule is read separately (`Raw`), so an error in one leaves the others readable.
    """

    rule: dict[str, object]
    rulebook: str = ""
    """Id of the book that plays the examples, if it isn't the book that the file belongs to."""
    frame: ExamplePosition = ExamplePosition()
    place: dict[str, ExamplePosition] = {}
    ask: dict[str, str] = {}
    """The rule behind each ask of the book, by the ask's name."""


class CodexEntry(msgspec.Struct, frozen=True):
    """A rule, described in our own words."""

    id: str
    book: str
    """Id of the book, or `all`."""
    title: str
    text: str
    see: tuple[str, ...]


class Codex:
    """All entries in the order of the books; `troubles` says which were left out."""

    def __init__(self, books: Mapping[str, Book]) -> None:
        self._books = books
        self.troubles: list[str] = []
        """Sentences about the parts of the codex that can't be read."""
        self._raw: dict[str, tuple[Path, Chapter, Raw, str]] = {}
        self._entries: dict[str, CodexEntry] = {}
        self._worked: dict[str, Worked] = {}
        self._asks: dict[tuple[str, str], str] = {}
        for book in books.values():
            for path in book.codex:
                self._try(path, book.id, book.id)
        if self._entries:
            self._try(SHARED_CODEX, SHARED, "")

    def _try(self, path: Path, chapter: str, book: str) -> None:
        """Read a file; if that fails, note why and keep the others."""
        try:
            self._read(path, chapter, book)
        except Failure as failure:
            self.troubles.append(str(failure))

    def _read(self, path: Path, chapter: str, book: str) -> None:
        found = _chapter(path)
        book = found.rulebook or book
        if book not in self._books:  # an unusable book is skipped, with the examples that it plays
            return
        fill = _settings(self._books[book]) if chapter != SHARED else {}
        self._asks |= {(chapter, ask): rule for ask, rule in found.ask.items()}
        for id, table in found.rule.items():
            try:
                raw = _rule(path, id, table)
                text = _filled(path, id, raw.text, fill)
            except Failure as failure:
                self.troubles.append(str(failure))
                continue
            self._entries[id] = CodexEntry(id, chapter, raw.title, text, raw.see)
            self._raw[id] = path, found, raw, book

    # Contents

    @cached_property
    def chapters(self) -> dict[str, tuple[CodexEntry, ...]]:
        """The entries by the id of their book, each in the order of their numbers."""
        found: dict[str, list[CodexEntry]] = {}
        for entry in self._entries.values():
            found.setdefault(entry.book, []).append(entry)
        return {book: tuple(sorted(some, key=_order)) for book, some in found.items()}

    def title(self, chapter: str) -> str | None:
        """Return the title of a chapter's book, or None for the shared chapter."""
        return self._books[chapter].title if chapter in self._books else None

    def entry(self, id: str) -> CodexEntry | None:
        """Return the entry of a rule, or None; `all7` finds ALL-07 too."""
        return self._entries.get(proper(id))

    def of_ask(self, book: str, ask: str) -> str | None:
        """Return the rule behind the ask named `ask` in a book, or None."""
        return self._asks.get((book, ask)) or self._asks.get((SHARED, ask))

    def chapter(self, word: str) -> str | None:
        """Return the chapter with this book id, title or rule letters, or None."""
        for chapter, entries in self.chapters.items():
            letters = {entry.id.partition("-")[0].lower() for entry in entries}
            names = {chapter, (self.title(chapter) or chapter).lower(), *letters}
            if word.lower() in names:
                return chapter
        return None

    def nearest(self, id: str) -> str | None:
        """Return the existing id most similar to `id`, or None if none is similar."""
        found = get_close_matches(proper(id), self._entries, 1, 0.5)
        return found[0] if found else None

    def search(self, words: str) -> list[CodexEntry]:
        """Return the entries that contain all the words, best matches first."""

        def is_rule(word: str) -> bool:
            """Return whether a word is the id of an existing rule."""
            return is_id(word) and proper(word) in self._entries

        wanted = [proper(word).lower() if is_rule(word) else word for word in words.lower().split()]
        ranked = [(_worth(entry, wanted), entry) for entry in self._in_order()]
        kept = [(worth, entry) for worth, entry in ranked if worth]
        return [entry for _, entry in sorted(kept, key=lambda one: -one[0])]

    def _in_order(self) -> Iterable[CodexEntry]:
        return (entry for entries in self.chapters.values() for entry in entries)

    # Examples

    def bears(self, id: str) -> bool:
        """Return whether an event or line of a rule's example names that rule."""
        wanted = self._raw[id][2].example.under or id
        return wanted in self.example(id).rules

    def about(self, id: str) -> str:
        """Return the description of a rule's example."""
        return self._raw[id][2].example.about

    def example(self, id: str) -> Worked:
        """Return the example of a rule, played on first use.

        Raise Failure if it can't be played.
        """
        if id not in self._worked:
            path, chapter, raw, book = self._raw[id]
            example = raw.example
            if example.place and example.place not in chapter.place:
                raise failure("codex_fault", "no_place", id=id, path=str(path), place=example.place)
            frame = ExamplePosition() if example.rulebook else chapter.frame
            places = frame, chapter.place.get(example.place, ExamplePosition()), example
            self._worked[id] = work(id, example, places, example.rulebook or book, self._books)
        return self._worked[id]


def proper(id: str) -> str:
    """Return a rule's id in its written form: `ALL-07` for `all7`."""
    found = ID.fullmatch(id.strip())
    return f"{found[1].upper()}-{int(found[2]):02}" if found else id.strip().upper()


def is_id(word: str) -> bool:
    """Return whether a word has the form of a rule's id."""
    return ID.fullmatch(word) is not None


def _order(entry: CodexEntry) -> tuple[str, str]:
    letters, _, number = entry.id.partition("-")
    return letters, number


def _worth(entry: CodexEntry, words: list[str]) -> int:
    """Return how well an entry matches the words, or 0 if it lacks one of them."""
    title, text = f"{entry.id} {entry.title}".lower(), entry.text.lower()
    worths = [LEAST_TITLE if word in title else int(word in text) for word in words]
    return sum(worths) if worths and all(worths) else 0


def _chapter(path: Path) -> Chapter:
    """Read a file of the codex; raise Failure if it can't be read."""
    try:
        tables = tomli.loads(read_text(path))
        translate(path, tables)
        return msgspec.convert(tables, Chapter)
    except LevelError as fault:
        raise Failure(str(fault)) from fault
    except (tomli.TOMLDecodeError, msgspec.ValidationError, RecursionError) as fault:
        raise failure("codex_fault", "file", path=str(path), why=str(fault)) from fault


def _rule(path: Path, id: str, table: object) -> Raw:
    """Read an entry of a file; raise Failure if it can't be read."""
    try:
        return msgspec.convert(table, Raw)
    except msgspec.ValidationError as fault:
        why = str(fault)
        raise failure("codex_fault", "rule", id=id, path=str(path), why=why) from fault


def _settings(book: Book) -> Mapping[str, object]:
    """Return the numbers of a book for use in its texts; raise Failure if its data has errors."""
    try:
        found = msgspec.convert(book_data(book, levels_dir()).settings, book.schema.settings)
    except LevelError as fault:
        raise Failure(str(fault)) from fault
    return {**msgspec.structs.asdict(found), "round_limit": book.round_limit}


def _filled(path: Path, id: str, text: str, settings: Mapping[str, object]) -> str:
    """Return a text with the book's numbers filled in; raise Failure if a field is unknown."""
    try:
        return " ".join(text.format_map(settings).split())
    except (KeyError, ValueError, IndexError) as fault:
        why = str(fault)
        raise failure("codex_fault", "text", id=id, path=str(path), why=why) from fault
