"""Everything that the codex screen lists: the rules, the reference pages, and the guide."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from game.client.codex.guide import GuidePage, guide_page
from game.client.kit.guide_pages import GUIDE, SEE
from game.present.codex.entries import SHARED
from game.present.codex.library import Library, Listed

if TYPE_CHECKING:
    from game.client.kit.app import App


class Contents:
    """The library, and the guide to the window as one more shelf of every book."""

    def __init__(self, app: "App", library: Library) -> None:
        self._app, self._library = app, library

    def page(self, address: str) -> GuidePage | None:
        """Return the page of the guide at an address, or None."""
        return guide_page(self._app, address)

    def shelf(self, address: str) -> str | None:
        """Return the shelf of a rule or page, or None if nothing has this address."""
        return GUIDE if address in SEE else self._library.shelf(address)

    def book(self, address: str) -> str:
        """Return the book of a rule or page."""
        return SHARED if address in SEE else self._library.book(address)

    def title(self, address: str) -> str | None:
        """Return the title of a rule or a page of the guide, or None."""
        page, entry = self.page(address), self._library.entry(address)
        return page.title if page else entry.title if entry else None

    def shelves(self, book: str | None) -> Mapping[str, str]:
        """Return the shelves of a book (None: all books) besides its rules, with their titles."""
        return {GUIDE: self._app.words.say("codex", GUIDE), **self._library.shelves(book)}

    def listed(self, book: str | None, shelf: str) -> Mapping[str, tuple[Listed, ...]]:
        """Return the contents of a shelf by chapter or book; None means all books."""
        if shelf == GUIDE:
            return {SHARED: tuple(self._listed(page) for page in self._guide())}
        return self._library.listed(book, shelf)

    def search(self, words: str) -> tuple[Listed, ...]:
        """Return the rules and pages found, and the guide's: first those with the exact title."""
        wanted = words.lower().split()
        guide = (self._listed(page) for page in self._guide() if _has(page, wanted))
        found = (*self._library.search(words), *guide)
        return tuple(sorted(found, key=lambda one: one.title.lower() != words.strip().lower()))

    def _guide(self) -> tuple[GuidePage, ...]:
        return tuple(page for address in SEE if (page := self.page(address)))

    def _listed(self, page: GuidePage) -> Listed:
        kind = self._app.words.say("codex", GUIDE)
        return Listed(page.address, page.title, SHARED, kind)


def _has(page: GuidePage, words: list[str]) -> bool:
    """Return whether a page contains all the words."""
    text = f"{page.title} {page.text}".lower()
    return bool(words) and all(word in text for word in words)
