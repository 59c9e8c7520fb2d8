"""Facts lines: the effects of items, abilities, terrain and commands, from their book's data.

All facts lines come from here, whether in tooltips, cards, sheets, the codex or the terminal.
"""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from game.content.pack_data import level_data
from game.content.shipped_folders import levels_root
from game.content.toml_files.findings import LevelError
from game.engine.battle import Battle
from game.engine.book import Book
from game.present.battle_sentences import BattleSentences
from game.present.thing_icons import icons_in
from game.record.failure import Failure
from game.terms.agenda import Ask
from game.terms.commands import Command, details_of, unit_of
from game.terms.facts import AnyBasis, Fact, Facts, FactsBasis, FactValue, Slot
from game.terms.level import Level, titles_of
from game.world.unit_names import unit_by_id

BETWEEN = " · "
FREE, MOVEMENT = "free", "movement_left"
"""Keys of the symbols for commands that cost nothing, and for movement points."""
MINUS = re.compile(r"-(?=\d)")
"""Pattern for a hyphen that stands for a minus sign."""


class Pip(msgspec.Struct, frozen=True):
    """A part of a command's cost: the key of its symbol (`[pip]`), and how many of them."""

    key: str
    count: int = 1

    @property
    def is_free(self) -> bool:
        """Return whether the symbol says that the command costs nothing."""
        return self.key == FREE


class FactsLines:
    """The facts lines of one book, with the book's own data or a battle's.

    Each line is made once. Only `of_unit` and `held_by` adapt the lines to the unit that holds the
    item or ability.
    """

    def __init__(
        self,
        book: Book,
        words: BattleSentences,
        basis: AnyBasis,
        battle: Battle | None = None,
    ) -> None:
        """Start with the data in `basis`, and the battle with the units, if there is one."""
        self._book, self.words, self._basis = book, words, basis
        self._battle = battle
        self._made: dict[Hashable, str] = {}
        self._pips: dict[Hashable, tuple[Pip, ...]] = {}
        self._of: dict[Hashable, FactsLines] = {}

    @classmethod
    def of_battle(cls, battle: Battle, words: BattleSentences) -> "FactsLines":
        """Return the lines for the settings, gear, terrain and units of a battle."""
        scene = battle.world.scene
        basis: AnyBasis = FactsBasis(scene.level.settings, scene.level.gear, scene.level.terrain)
        return cls(battle.book, words, basis, battle)

    @classmethod
    def of_book(cls, book: Book, root: Path | None = None) -> "FactsLines":
        """Return the lines for the data in the book's files; raise Failure if one has errors."""
        try:
            data = level_data(book, root or levels_root())
        except LevelError as fault:
            raise Failure(str(fault)) from fault
        settings = msgspec.convert(data.settings, book.schema.settings)
        return cls._of_data(book, FactsBasis(settings, data.gear, data.terrain))

    @classmethod
    def of_level(cls, book: Book, level: Level) -> "FactsLines":
        """Return the lines for the settings, gear and terrain of a level."""
        return cls._of_data(book, FactsBasis(level.settings, level.gear, level.terrain))

    @classmethod
    def _of_data(cls, book: Book, basis: AnyBasis) -> "FactsLines":
        tables = (basis.terrain, *basis.gear.values())
        names = {id: title for table in tables for id, title in titles_of(table).items()}
        return cls(book, BattleSentences(book, names), basis)

    def of_unit(self, id: str | None) -> "FactsLines":
        """Return the lines for a unit as it is now; general lines for an unknown unit."""
        battle = self._battle
        unit = battle.world.scene.units.get(id) if battle and id else None
        if battle is None or unit is None or id is None:
            return self
        found = unit_by_id(battle.world, id)
        now = battle.book.stats_now(battle.world, found) if found is not None else {}
        key = id, *now.items()
        if key not in self._of:
            self._of[key] = self.held_by(unit.stats, now)
        return self._of[key]

    def held_by(self, figures: object, now: Mapping[str, object] | None = None) -> "FactsLines":
        """Return the lines for a unit with these stats; their type is the schema's `unit`.

        `now` has those stats that are different at present.
        """
        final, replace = self._book.schema.final, msgspec.structs.replace
        own: Any = final(figures) if final else figures
        basis = replace(self._basis, holder=replace(own, **now) if now else own)
        return FactsLines(self._book, self.words, basis, self._battle)

    def thing(self, id: str) -> str:
        """Return the line of an entry in the book's tables of gear, or "" if it has none."""
        return self._line(("thing", id), lambda: self._book.facts.thing(id, self._basis))

    def icons(self, id: str) -> tuple[str, ...]:
        """Return names for the icon of a thing, the best first; none if it isn't gear."""
        return icons_in(self._basis.gear, id)

    def told(self, id: str) -> str:
        """Return the line of an item or ability, with its flavour on a second line."""
        found = (table[id] for table in self._basis.gear.values() if id in table)
        about = getattr(next(found, None), "about", "")
        return "\n".join(filter(None, (self.thing(id), about)))

    def effect(self, id: str) -> str:
        """Return the effect of an item without its cost, for a trap that is set on a tile."""

        def told() -> Facts:
            facts = self._book.facts.thing(id, self._basis)
            return tuple(one for one in facts if Slot.EFFECT <= one.slot < Slot.USES)

        return self._line(("effect", id), told)

    def condition(self, id: str) -> str:
        """Return the line of a condition, or "" if it has none."""
        return self._line(("condition", id), lambda: self._book.facts.condition(id, self._basis))

    def ground(self, id: str) -> str:
        """Return the line of a terrain."""
        return self._line(("ground", id), lambda: self._book.facts.terrain(id, self._basis))

    def command(self, kind: type[Command], details: Sequence[str] = ()) -> str:
        """Return the line of a type of command, with the effects of the things in `details`."""
        facts, basis, named = self._book.facts, self._basis, tuple(details)
        return self._line((kind, named), lambda: facts.command(kind, basis, named))

    def pips(self, command: Command) -> tuple[Pip, ...]:
        """Return the cost of a command for its unit, as the symbols that the catalogue names."""
        lines = self.of_unit(unit_of(command))
        key = type(command), details_of(command)
        if key not in lines._pips:
            facts = lines._book.facts.command(key[0], lines._basis, key[1])
            found = (lines._pip(one) for one in facts if one.slot is Slot.COST)
            lines._pips[key] = tuple(dict.fromkeys(pip for pip in found if pip is not None))
        return lines._pips[key]

    def _pip(self, fact: Fact) -> Pip | None:
        """Return the symbol for a cost, or None if the catalogue has none for it."""
        symbol = self.words.pip(fact.key)
        if not symbol:
            return None
        count = fact.values.get(symbol)
        return Pip(symbol, count if isinstance(count, int) else 1)

    def of_command(self, command: Command) -> str:
        """Return the line of a command for its unit, with the effects of the items it names."""
        return self.of_unit(unit_of(command)).command(type(command), details_of(command))

    def needs(self, command: Command) -> tuple[str, ...]:
        """Return what each effect of a command needs to change anything (`[needed]`)."""
        lines = self.of_unit(unit_of(command))
        facts = self._book.facts.command(type(command), lines._basis, details_of(command))
        effects = (self.words.need(one.key) for one in facts if one.slot is Slot.EFFECT)
        return tuple(dict.fromkeys(filter(None, effects)))

    def sentence(self, battle: Battle, command: Command, is_legal: bool = True) -> str:
        """Return a command in words, for the current ask of a battle.

        For a legal command the book adds fields that only legal commands have.
        """
        facts, line = battle.facts(command) if is_legal else {}, self.of_command(command)
        within = line[:1].lower() + line[1:]
        return self._in_words(battle, command, {**facts, "facts": within})

    def brief(self, battle: Battle, command: Command) -> str:
        """Return a legal command in words without its facts line, for lists of commands."""
        # The line always comes last, after a colon.
        facts = {**battle.facts(command), "facts": ""}
        return self._in_words(battle, command, facts).rstrip(": ")

    def _in_words(self, battle: Battle, command: Command, facts: Mapping[str, object]) -> str:
        asked = battle.stop.called if isinstance(battle.stop, Ask) else ""
        return self.words.command(command, facts, asked)

    def _line(self, key: Hashable, tell: Callable[[], Facts]) -> str:
        if key not in self._made:
            self._made[key] = self.text(tell())
        return self._made[key]

    def text(self, facts: Facts) -> str:
        """Return facts in words, as one line."""
        said = BETWEEN.join(map(self._said, facts))
        return MINUS.sub("−", said[:1].upper() + said[1:])

    def _said(self, fact: Fact) -> str:
        values = {field: self._value(value) for field, value in fact.values.items()}
        return self.words.fact(fact.key, values)

    def _value(self, value: FactValue) -> object:
        """Return a field's value; convert facts within it to words."""
        within = [one for one in value if isinstance(one, Fact)] if isinstance(value, tuple) else ()
        return ", ".join(map(self._said, within)) if within else value
