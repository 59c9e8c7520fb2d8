"""The page of all ids, made from the data: `python -m tests.content.ids_page` writes it again."""

from collections.abc import Iterable, Iterator

from game.content.field_docs import field_docs
from game.content.shipped_folders import levels_root
from game.content.values.book_data import book_data
from game.content.values.decoding import field_names
from game.engine.book import Book
from game.present.facts_lines import FactsLines
from game.rules.registry import find_books
from game.terms.script.behaviours import Behaviour
from game.terms.script.conditions import When
from game.terms.script.effects import Do
from game.workshop.palette import Palette

PATH = levels_root() / "IDS.md"
WRITE = ".venv/bin/python -m tests.content.ids_page"
HEAD = f"""\
# All ids

Everything that a level can name: conditions and effects of triggers, grounds, and the kinds and
things of each rulebook, with what they do. Search this page for a word, or search the palette of
the editor, which has the same lines for grounds and kinds.

`{WRITE}` makes this page from the data; a test compares it.
"""


def page() -> str:
    """Return the whole page."""
    books = find_books().books
    return "\n".join([HEAD, *_triggers(), *_grounds(books["action"]), *_books(books)]) + "\n"


def _table(rows: Iterable[tuple[str, ...]], *heads: str) -> Iterator[str]:
    """Yield a table in Markdown, and an empty line."""
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
    yield ""


def _triggers() -> Iterator[str]:
    parts = (
        ("Conditions", "`when`, `any` and `until` of a trigger take these.", When),
        ("Effects", "`do` of a trigger takes these.", Do),
        ("Behaviour", "`behaviour` of a unit, and the effect of the same name.", Behaviour),
    )
    for title, about, kind in parts:
        docs = field_docs(kind)
        names = [name for name in field_names(kind) if name != "unit" or kind is not Do]
        yield f"## {title}\n"
        yield f"{about}\n"
        yield from _table(
            ((f"`{name}`", docs.get(name, "")) for name in names), "id", "what it does"
        )


def _grounds(book: Book) -> Iterator[str]:
    """Yield the grounds, with what they do in the rulebook that uses most of their keys."""
    yield "## Grounds\n"
    yield f"All rulebooks share them. The lines are those of {book.title}.\n"
    wares = Palette(book).grounds
    yield from _table(
        ((f"`{it.id}`", it.title, it.facts) for it in wares), "id", "name", "what it does"
    )


def _books(books: dict[str, Book]) -> Iterator[str]:
    for id, book in books.items():
        yield f"## {book.title}\n"
        yield f'`rulebook = "{id}"`\n'
        yield "### Kinds\n"
        kinds = Palette(book).kinds
        rows = [
            (f"`{it.id}`", it.title, it.facts, "" if it.price is None else str(it.price))
            for it in kinds
        ]
        yield from _table(rows, "id", "name", "facts", "price")
        data, lines = book_data(book, levels_root()), FactsLines.of_book(book)
        for name, things in data.gear.items():
            yield f"### {name.capitalize()}\n"
            told = (
                (f"`{it}`", str(getattr(one, "title", it)), lines.thing(it))
                for it, one in things.items()
            )
            yield from _table(told, "id", "name", "what it does")


if __name__ == "__main__":
    PATH.write_text(page(), encoding="utf-8")
