"""Facts lines in words: what a thing, a ground or a command does, from the data of its book.

All that people read of this comes from here: tooltips, cards, sheets, the codex, the terminal.
"""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from game.content.shipped_folders import levels_root
from game.content.values.book_data import book_data
from game.engine.book import Book
from game.present.text_filling import BattleSentences
from game.terms.commands import Command, details_of
from game.terms.facts import AnyBasis, Facts, FactsBasis, line_of
from game.terms.level import Level
from game.world import World

BETWEEN = " · "
MINUS = re.compile(r"-(?=\d)")
"""A hyphen that stands for a minus sign."""


class FactsLines:
    """The facts lines of one book, with its own data or with that of a level."""

    def __init__(self, book: Book, words: BattleSentences, basis: AnyBasis) -> None:
        """Start with the data in `basis`, which has no holder."""
        self._book, self._words, self._basis = book, words, basis

    @classmethod
    def of_level(cls, book: Book, level: Level, words: BattleSentences) -> "FactsLines":
        """Return the lines with the settings, things and grounds of a level."""
        return cls(book, words, FactsBasis(level.settings, level.gear, level.terrain))

    @classmethod
    def of_book(cls, book: Book) -> "FactsLines":
        """Return the lines with the data of the book's files; raise LevelError if one is faulty."""
        data = book_data(book, levels_root())
        settings = msgspec.convert(data.settings, book.schema.settings)
        named = {
            id: thing
            for table in (data.terrain, *data.gear.values())
            for id, thing in table.items()
        }
        words = BattleSentences(book, {id: thing.title for id, thing in named.items()})
        return cls(book, words, FactsBasis(settings, data.gear, data.terrain))

    def held_by(self, figures: Any) -> "FactsLines":
        """Return the lines for a unit with these figures, of the type of the schema's units."""
        final = self._book.schema.final
        holder = figures if final is None or figures is None else final(figures)
        basis = msgspec.structs.replace(self._basis, holder=holder)
        return FactsLines(self._book, self._words, basis)

    def thing(self, id: str) -> str:
        """Return the line of a thing of one of the book's tables; "" if there is no such thing."""
        return self.text(self._book.facts.thing(id, self._basis))

    def condition(self, id: str) -> str:
        """Return the line of a condition; "" for one that has none."""
        return self.text(self._book.facts.condition(id, self._basis))

    def ground(self, id: str) -> str:
        """Return the line of a terrain."""
        return self.text(self._book.facts.ground(self._basis.terrain[id], self._basis))

    def command(self, kind: type[Command], things: Sequence[str] = ()) -> str:
        """Return the line of a type of command, with what the things do that it names."""
        facts, basis = self._book.facts, self._basis
        told = (facts.thing(thing, basis) for thing in things)
        return self.text(line_of(facts.command(kind, basis), *told))

    def text(self, facts: Facts) -> str:
        """Return facts in words, as one line."""
        said = BETWEEN.join(self._words.fact(fact.key, fact.values) for fact in facts)
        return MINUS.sub("−", said[:1].upper() + said[1:])


def facts_of_command(lines: FactsLines, command: Command) -> str:
    """Return the line of a command, with what the things do that it names."""
    return lines.command(type(command), details_of(command))


def holder_lines(book: Book, world: World, id: str, words: BattleSentences) -> FactsLines:
    """Return the lines of a battle for one of its units, by its id; for nobody if there is none."""
    known = world.scene.units.get(id)
    lines = FactsLines.of_level(book, world.scene.level, words)
    return lines.held_by(known.stats) if known else lines
