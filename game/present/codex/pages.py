"""A page of the reference: a unit, thing, condition or ground, with what it does and meets."""

import msgspec

KINDS, GROUNDS, CONDITIONS = "bestiary", "terrain", "conditions"
"""The tables of pages beside a book's own: kinds of units, grounds, and conditions."""


class PageHead(msgspec.Struct, frozen=True):
    """The address of a page and what a list shows of it."""

    address: str
    """The address in links: `action/arms/sword`."""
    book: str
    shelf: str
    """The table of the book that has it: `arms`, or one of those above."""
    id: str
    title: str


class PageEntry(msgspec.Struct, frozen=True):
    """A title in a section, with its page, or "" without one."""

    title: str
    page: str = ""
    facts: str = ""
    """A line that stands below it."""


class PageSection(msgspec.Struct, frozen=True):
    """A heading, and what stands under it."""

    head: str
    entries: tuple[PageEntry, ...]


class Figure(msgspec.Struct, frozen=True):
    """A stat of a kind."""

    name: str
    value: str


class Page(msgspec.Struct, frozen=True):
    """A page, with all that its book's data tell."""

    head: PageHead
    facts: str
    about: str
    figures: tuple[Figure, ...]
    sections: tuple[PageSection, ...]


def address_of(book: str, table: str, id: str) -> str:
    """Return the address of a page."""
    return f"{book}/{table}/{id}"
