"""The whole codex: the rules, the pages of the reference, and the links between them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from game.engine.book import Book
from game.present.codex.entries import Codex, CodexEntry
from game.present.codex.keywords import Keywords
from game.present.codex.pages import Page
from game.present.codex.reference import Reference

RULES = "rules"
"""Id of the shelf with the rules; all other shelves are tables of pages."""


class Listed(NamedTuple):
    """A list entry for a rule or page."""

    address: str
    title: str
    book: str
    """The id of its book or chapter."""
    kind: str = ""
    """Kind of thing that a page describes, such as a weapon or a spell; "" for a rule."""


class Library:
    """The rules and the pages of all books."""

    def __init__(self, books: Mapping[str, Book], codex: Codex, root: Path | None = None) -> None:
        self.codex, self.reference = codex, Reference(books, root, is_gradual=True)
        self._rules = {entry.id for entries in codex.chapters.values() for entry in entries}
        self._keywords: dict[str, Keywords] = {}

    @property
    def troubles(self) -> tuple[str, ...]:
        """Sentences about the parts that can't be read, without duplicates."""
        return tuple(dict.fromkeys((*self.codex.troubles, *self.reference.troubles)))

    def keywords(self, book: str) -> Keywords:
        """Return the titles and rule ids that become links in texts of a book."""
        if book not in self._keywords:
            found = self.reference.books.get(book)
            heads = found.heads.values() if found else ()
            everyday = found.book.facts.everyday if found else ()
            self._keywords[book] = Keywords(heads, self._rules, everyday)
        return self._keywords[book]

    def entry(self, address: str) -> CodexEntry | None:
        """Return the rule at an address, or None."""
        return None if "/" in address else self.codex.entry(address)

    def page(self, address: str) -> Page | None:
        """Return the page at an address, or None."""
        return self.reference.page(address)

    def shelf(self, address: str) -> str | None:
        """Return the shelf of a rule or page, or None if nothing has this address."""
        head = self.reference.head(address)
        return head.shelf if head else RULES if self.entry(address) else None

    def book(self, address: str) -> str:
        """Return the book of a rule or page."""
        entry = self.entry(address)
        return entry.book if entry else address.partition("/")[0]

    @property
    def is_read(self) -> bool:
        """Return whether the levels that pages name have been read."""
        return self.reference.levels.is_read

    def read_on(self) -> None:
        """Read the next level that pages may name."""
        self.reference.levels.read(1)

    # Contents

    def shelves(self, book: str | None) -> Mapping[str, str]:
        """Return the tables of a book (None: all books) that have pages, with their titles."""
        found: dict[str, str] = {}
        for one in self._books(book):
            reference = self.reference.books[one]
            for table in reference.tables():
                found.setdefault(table, reference.table_title(table))
        return found

    def _books(self, book: str | None) -> Sequence[str]:
        known = self.reference.books
        return [*known] if book is None else [book] if book in known else []

    def listed(self, book: str | None, shelf: str) -> Mapping[str, tuple[Listed, ...]]:
        """Return the rules on a shelf by chapter, or its pages by book; None means all books."""
        if shelf == RULES:
            chapters = self.codex.chapters
            kept = [*chapters] if book is None else [book] if book in chapters else []
            return {chapter: tuple(map(_rule, chapters[chapter])) for chapter in kept}
        found = {one: tuple(self._pages(one, shelf)) for one in self._books(book)}
        return {one: pages for one, pages in found.items() if pages}

    def _pages(self, book: str, table: str) -> Iterator[Listed]:
        reference = self.reference.books[book]
        kind = reference.kind_title(table)
        for head in reference.tables().get(table, ()):
            yield Listed(head.address, head.title, book, kind)

    def search(self, words: str) -> tuple[Listed, ...]:
        """Return the rules and pages found: exact titles first, then rules, then pages."""
        rules = [_rule(entry) for entry in self.codex.search(words)]
        pages = [
            Listed(head.address, head.title, head.book, self._kind(head.book, head.shelf))
            for head in self.reference.search(words)
        ]
        wanted = words.strip().lower()
        return tuple(sorted((*rules, *pages), key=lambda one: one.title.lower() != wanted))

    def _kind(self, book: str, table: str) -> str:
        return self.reference.books[book].kind_title(table)


def _rule(entry: CodexEntry) -> Listed:
    return Listed(entry.id, entry.title, entry.book)
