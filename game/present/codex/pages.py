"""The pages of the reference: a page describes a unit, item, ability, condition or ground."""

import msgspec

from game.present.kind_stats import Figure

KINDS, GROUNDS, CONDITIONS = "bestiary", "terrain", "conditions"
"""Tables that have pages in every book: kinds of units, types of ground, and conditions."""


class PageHead(msgspec.Struct, frozen=True):
    """The address and title of a page, as needed for lists."""

    address: str
    """The address in links: `action/arms/sword`."""
    book: str
    shelf: str
    """The table of the book that the page belongs to: `arms`, or one of the three above."""
    id: str
    title: str


class PageEntry(msgspec.Struct, frozen=True):
    """A title in a section, and the address of its page, or "" if it has none."""

    title: str
    page: str = ""
    facts: str = ""
    """Facts line below the title."""


class PageSection(msgspec.Struct, frozen=True):
    """A heading and the entries under it."""

    head: str
    entries: tuple[PageEntry, ...]


class Page(msgspec.Struct, frozen=True):
    """A page with everything the book's data say about its subject."""

    head: PageHead
    facts: str
    about: str
    figures: tuple[Figure, ...]
    sections: tuple[PageSection, ...]
    icons: tuple[str, ...] = ()
    """Names for the icon of an item or ability, the best first; empty for units and ground."""


def address_of(book: str, table: str, id: str) -> str:
    """Return the address of a page."""
    return f"{book}/{table}/{id}"
