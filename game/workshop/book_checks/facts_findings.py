"""Check a rulebook's facts lines against its tables, commands and fact entries.

Skip a book without facts: its grounds use the common lines, and nothing else has any.
"""

from collections.abc import Iterable, Iterator

import msgspec

from game.content.toml_files.findings import Finding
from game.content.values.book_data import BookData
from game.engine.book import Book
from game.present.battle_sentences import BattleSentences
from game.terms.commands import AIMED, Command, verb
from game.terms.facts import AnyBasis, Fact, Facts, FactsBasis
from game.workshop.book_checks.book_findings import book_finding


def facts_findings(book: Book, words: BattleSentences, data: BookData) -> Iterator[Finding]:
    """Yield findings about tables and commands without facts, and facts without an entry."""
    if not (book.facts.gear or book.facts.commands):
        return
    settings = msgspec.convert(data.settings, book.schema.settings)
    basis: AnyBasis = FactsBasis(settings, data.gear, data.terrain)
    for table in book.schema.gear:
        if table not in book.facts.gear:
            text = f"The table {table!r} has no facts lines; add it to `BookFacts.gear`."
            yield book_finding(book, "warning", "missing-facts", text)
    for kind in book.commands:
        if not book.facts.command(kind, basis) and not _names_thing(kind):
            text = f"The command {verb(kind)!r} has no facts; add them to `BookFacts.commands`."
            yield book_finding(book, "warning", "missing-facts", text)
    keys = (one.key for facts in _all(book, basis) for one in _with_inner(facts))
    for key in dict.fromkeys(keys):
        if not words.texts.has("facts", key):
            text = f"[facts] has no {key!r}; add a text for it to the rulebook's texts."
            yield book_finding(book, "error", "missing-text", text)


def _names_thing(kind: type[Command]) -> bool:
    """Return whether a command names a thing. The thing's facts line can then cover the command."""
    return bool({*kind.__struct_fields__} - {*AIMED, "target"})


def _all(book: Book, basis: AnyBasis) -> Iterator[Facts]:
    """Yield the facts of all things, grounds, commands and conditions, whoever has them."""
    facts = book.facts
    for table in facts.gear:
        yield from (facts.thing(id, basis) for id in basis.gear[table])
    yield from (facts.terrain(id, basis) for id in basis.terrain)
    yield from (facts.command(kind, basis) for kind in book.commands)
    yield from (facts.condition(id, basis) for id in facts.conditions)


def _with_inner(facts: Iterable[object]) -> Iterator[Fact]:
    """Yield facts, and the facts nested within them."""
    for one in facts:
        if isinstance(one, Fact):
            yield one
            for value in one.values.values():
                yield from _with_inner(value if isinstance(value, tuple) else ())
