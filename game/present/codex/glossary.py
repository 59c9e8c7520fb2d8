"""The keywords of a book, each with its page or rule in brief, for tooltips."""

from pathlib import Path

import msgspec

from game.content.shipped_folders import levels_root
from game.engine.book import Book
from game.present.codex.entries import Codex, CodexEntry
from game.present.codex.keywords import NO_KEYWORDS, Keywords
from game.present.codex.level_uses import LevelUses
from game.present.codex.pages import PageEntry, PageSection
from game.present.codex.reference import BookReference
from game.present.kind_stats import Figure
from game.present.screen_sentences import said
from game.record.failure import Failure


class KeywordCard(msgspec.Struct, frozen=True):
    """A page or rule in brief."""

    address: str
    title: str
    kind: str
    """Kind of thing that the page describes, such as a weapon; the id of a rule."""
    facts: str
    """Facts line of a page, or text of a rule."""
    about: str = ""
    figures: tuple[Figure, ...] = ()
    sections: tuple[PageSection, ...] = ()
    """What a kind of unit carries and can do; related rules."""


class Glossary:
    """The pages and rules that a book's texts mention."""

    def __init__(self, book: Book | None, root: Path | None = None) -> None:
        """Read the pages and rules of a book.

        Without a book, or if its data has errors, there are no keywords.
        """
        self._pages, self._codex = _pages(book, root), Codex({book.id: book} if book else {})
        self.keywords = NO_KEYWORDS
        if book is not None and self._pages is not None:
            rules = {one.id for rules in self._codex.chapters.values() for one in rules}
            heads = self._pages.heads.values()
            self.keywords = Keywords(heads, rules, book.facts.everyday)

    def card(self, address: str) -> KeywordCard | None:
        """Return the page or rule at an address in brief, or None if there is none."""
        rule = self._codex.entry(address)
        if rule is not None:
            rules = self._related(rule)
            return KeywordCard(rule.id, rule.title, rule.id, rule.text, sections=rules)
        if self._pages is None or address not in self._pages.heads:
            return None
        page = self._pages.brief(address)
        kind = self._pages.kind_title(page.head.shelf)
        told = address, page.head.title, kind, page.facts, page.about
        return KeywordCard(*told, page.figures, page.sections)

    def _related(self, rule: CodexEntry) -> tuple[PageSection, ...]:
        """Return a section with the rules that a rule refers to, if there are any."""
        known = (found for id in rule.see if (found := self._codex.entry(id)) is not None)
        entries = tuple(PageEntry(one.title, one.id) for one in known)
        return (PageSection(said("codex", "related"), entries),) if entries else ()


def _pages(book: Book | None, root: Path | None) -> BookReference | None:
    """Return the pages of a book, or None if there are none."""
    root = root or levels_root()
    try:
        return BookReference(book, LevelUses({}, root), root) if book is not None else None
    except Failure:
        return None
