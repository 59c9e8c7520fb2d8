"""The reference in the pseudo-locale: everything except the data is translated."""

from collections.abc import Iterator

from game.present.codex.pages import Page
from game.present.codex.reference import Reference
from game.rules.registry import find_books
from game.terms.languages import PseudoLocale, spoken
from tests.pseudo_words import escaped


def texts(page: Page) -> Iterator[str]:
    """Yield the texts of a page that aren't data."""
    yield page.facts
    for figure in page.figures:
        yield from (figure.name, figure.value)
    for section in page.sections:
        yield section.head
        for entry in section.entries:
            yield from (entry.title, entry.facts)


def test_every_page_is_translated() -> None:
    with spoken(PseudoLocale()):
        reference = Reference(find_books().books)
        heads = [head for book in reference.books.values() for head in book.heads.values()]
        pages = [reference.page(one.address) for one in heads]
        assert len(pages) > 300
        assert {
            text: words
            for page in pages
            if page is not None
            for text in texts(page)
            if (words := escaped(text))
        } == {}
