"""The pages of the reference in the terminal."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from game.present.codex.pages import Page, PageEntry, PageHead
from game.present.codex.reference import Reference
from game.present.screen_sentences import said

WIDTH = 88
BETWEEN = " · "
FIRM = "\u00a0"
"""A non-breaking space."""


def page_lines(reference: Reference, page: Page) -> Iterator[str]:
    """Yield the lines of a page."""
    head = head_line(reference, page.head)
    yield head
    yield "=" * len(head)
    for text in (page.facts, page.about):
        yield from wrap(text, WIDTH)
    if page.figures:
        yield ""
        yield from _listed((f"{one.name} {one.value}" for one in page.figures), "")
    for section in page.sections:
        yield ""
        yield from _section(section.head, section.entries)


def head_line(reference: Reference, head: PageHead) -> str:
    """Return the title of a page, with its book and the kind of its subject."""
    book = reference.books[head.book]
    return said(
        "codex", "page", title=head.title, book=book.book.title, kind=book.kind_title(head.shelf)
    )


def table_lines(reference: Reference, book: str) -> Iterator[str]:
    """Yield the titles of all pages of a book, table by table."""
    found = reference.books.get(book)
    for table, heads in found.tables().items() if found else ():
        assert found is not None
        yield ""
        yield found.table_title(table)
        yield from _listed(head.title for head in heads)


def _section(head: str, entries: Sequence[PageEntry]) -> Iterator[str]:
    yield head
    if not any(entry.facts for entry in entries):
        yield from _listed(entry.title for entry in entries)
        return
    for entry in entries:
        yield f"  {entry.title}"
        yield from wrap(entry.facts, WIDTH, initial_indent="      ", subsequent_indent="      ")


def _listed(titles: Iterator[str], indent: str = "  ") -> list[str]:
    """Return titles wrapped in lines, without a break inside a title."""
    firm = (title.replace(" ", FIRM) for title in titles)
    lines = wrap(BETWEEN.join(firm), WIDTH, initial_indent=indent, subsequent_indent=indent)
    return [line.replace(FIRM, " ") for line in lines]
