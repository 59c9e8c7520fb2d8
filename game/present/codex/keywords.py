"""Titles of pages and ids of rules in any text, as links.

All texts get their links here. Titles match whole words only. If several titles match at the same
place, the longest becomes the link.
"""

import re
from collections.abc import Container, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from game.present.codex.pages import CONDITIONS, KINDS, PageHead

WORD, IN_WORD = re.compile(r"\w+|\W"), re.compile(r"\w")
"""Patterns for a word or any other letter, and for a letter of a word."""
RULE = re.compile(r"\b[A-Z]{3}-[0-9]{2}\b")
BEGINNING = re.compile(r"(?:^|[.!?] )$")
"""Pattern for text after which a new sentence begins."""
NAMED = ("powers", "spells", "abilities", "talents", "injuries", "classes")
"""Tables whose titles may be everyday phrases: these become links only if capitalised."""


class TextLink(NamedTuple):
    """A part of a text that leads to a page or rule."""

    start: int
    end: int
    address: str


class Keywords:
    """The titles of a book's pages, and the ids of all rules."""

    def __init__(
        self, heads: Iterable[PageHead], rules: Container[str] = (), everyday: Container[str] = ()
    ) -> None:
        """Start with a book's pages, all rule ids, and `everyday` conditions that get no links."""
        self._heads, self._rules, self._everyday = tuple(heads), rules, everyday

    @cached_property
    def _titles(self) -> dict[str, str]:
        """The address of each title, under every form that texts may use for the title."""
        found: dict[str, str] = {}
        for head in self._heads:
            is_everyday = head.shelf == CONDITIONS and head.id in self._everyday
            for title in () if is_everyday else _written(head):
                found.setdefault(title, head.address)
        return found

    @cached_property
    def _by_word(self) -> dict[str, list[str]]:
        """The titles by their first word, longest first.

        A pattern of all titles would take 10 milliseconds to compile.
        """
        found: dict[str, list[str]] = {}
        for title in sorted(filter(None, self._titles), key=len, reverse=True):
            first = WORD.match(title)
            assert first is not None
            found.setdefault(first[0], []).append(title)
        return found

    @cached_property
    def _pages(self) -> dict[str, str]:
        """The address of each page by its title; pages other than kinds also by their id."""
        things = {head.id: head.address for head in self._heads if head.shelf != KINDS}
        return {head.title: head.address for head in reversed(self._heads)} | things

    def page_of(self, name: str) -> str | None:
        """Return the address of the page with this title or id (not the id of a kind), or None."""
        return self._pages.get(name)

    def kind(self, id: str) -> str | None:
        """Return the address of the page of the kind with this id, or None."""
        found = (head.address for head in self._heads if head.id == id and head.shelf == KINDS)
        return next(found, None)

    def links(self, text: str, but: str = "") -> tuple[TextLink, ...]:
        """Return the links in a text, except links to the page `but`, which shows the text."""
        return tuple(link for link in self._links(text) if link.address != but)

    def _links(self, text: str) -> Iterator[TextLink]:
        for start, words in self._named(text):
            address = self._titles.get(words)
            if address is None:
                is_link = words in self._rules
            else:
                is_link = " " in words or not _is_first(text, start, address)
            if is_link:
                yield TextLink(start, start + len(words), address or words)

    def _named(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield the titles and ids of rules in a text, with their places; none overlap."""
        end = 0
        for word in WORD.finditer(text):
            start = word.start()
            if start < end or (start and IN_WORD.match(text, start - 1)):
                continue
            rule = RULE.match(text, start)
            found = rule[0] if rule is not None else self._title_at(text, start, word[0])
            if found is not None:
                end = start + len(found)
                yield start, found

    def _title_at(self, text: str, start: int, word: str) -> str | None:
        """Return the longest title at a place in a text, where `word` is the first word."""
        for title in self._by_word.get(word, ()):
            if text.startswith(title, start) and not IN_WORD.match(text, start + len(title)):
                return title
        return None


NO_KEYWORDS = Keywords(())
"""No links at all, for a book without data."""


def _is_first(text: str, at: int, address: str) -> bool:
    """Return whether a word is capitalised only because it begins a sentence."""
    return BEGINNING.search(text, 0, at) is not None and f"/{CONDITIONS}/" not in address


def _written(head: PageHead) -> tuple[str, ...]:
    """Return the forms in which texts may write a title: capitalised, or with a small letter.

    Single words may begin with a small letter only for conditions: a road is often just a road.
    """
    small = head.title[:1].lower() + head.title[1:]
    is_plain = head.shelf == CONDITIONS or (" " in head.title and head.shelf not in NAMED)
    return (head.title, small) if is_plain else (head.title,)
