"""Sentences for events, commands and rolls, filled in from the catalogues.

If a catalogue table has a field's name (`reason`, `why`, `cause`, `condition`, `answer`, …), the
field's value is shown by its entry there. A sentence can have special entries: `<name>_<value>` for
one value of a text field, `<name>_without_<field>` for a field that is None, 0 or empty, and
`<name>_self` for a unit that is its own target. Dice of which only some count (`4d6kh3`) are shown
in words.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from game.core.cells import Cell
from game.engine.book import Book
from game.present.forecast.numbers import percent
from game.record.failure import Failure
from game.terms import events, texts
from game.terms.agenda import Ask
from game.terms.changes import (
    FAILED,
    OBJECTIVES,
    AmountFact,
    ChangedTile,
    ChangeFact,
    FlagFact,
    NameFact,
    NamesFact,
    TileItem,
    TilesFact,
    WinFact,
)
from game.terms.commands import Command, to_text, verb
from game.terms.events import Event
from game.terms.odds import Modifier, OddsRoll, summed
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.terms.texts import BadTexts, Phrase

KEPT = re.compile(r"([0-9]*d[0-9]+)(kh|kl)([0-9]+)(?=([+-]?))")
"""Pattern for dice of which only the highest or lowest count: `4d6kh3`."""
POOL = re.compile(r"([0-9]+)d[0-9]+s")
"""Pattern for dice pools that count the highest faces: `4d6s`."""

TARGET, SELF = "target", "self"
"""Name of the target's field, and the suffix of entries for a unit that targets itself."""

FACES = ("own", "other")
"""Fields that hold faces of dice: a pair of numbers in them isn't a tile."""
ZONES = ("zone", "zones")
"""Fields that hold letters of zones."""

HARMS = "harms"
"""Field that holds the harmful tiles of a path: for each its danger, place and dice."""

ATTACK = "attack"
"""Purpose of the rolls to hit, whose chance is the main number of a forecast."""

LAST = 50
"""Default place of a button among others; lower places come first."""

PARTS = ("heading", "outcome")
"""Catalogue tables for events that are shown in two parts; sentences can use both as fields."""

SUMS = ("total", "sum")
"""Extra fields for a roll's sentence: its total, and the parts of that total."""

DICE = ("roll", "dice", "damage")
"""Fields that hold dice in written form."""


class ShortStat(NamedTuple):
    """A stat that a card shows first: on or off, such as an action, or with a value in words."""

    key: str
    """The stat's name; a cost with this symbol uses it up."""
    label: str
    value: bool | str


class BattleSentences:
    """The sentences of one book, with the titles of units, items and so on from one battle."""

    def __init__(self, book: Book, names: Mapping[str, str]) -> None:
        """Read the catalogues; raise Failure if one can't be used."""
        try:
            self.texts = book.catalogue
        except BadTexts as fault:
            raise Failure(str(fault)) from fault
        self.names = names

    def event(self, event: Event) -> str:
        """Return the sentence of an event."""
        return self.parts(event)[0]

    def parts(self, event: Event) -> tuple[str, str, str]:
        """Return an event's sentence, its heading and its outcome.

        Heading and outcome have entries in `[heading]` and `[outcome]`; the sentence may use both.
        Without an entry the heading is the sentence, and the outcome is "".
        """
        name, values = events.name_of(event), self._values(event)
        heading, outcome = (
            self._say(part, name, values) if self.texts.has(part, name) else None for part in PARTS
        )
        parts = {PARTS[0]: heading, PARTS[1]: outcome}
        values |= {part: said for part, said in parts.items() if said is not None}
        said = self._say("event", name, values) or name.replace("_", " ").capitalize()
        if isinstance(event, events.Damaged) and event.parts:
            said = self.say("damage_parts", text=Phrase(said), parts=self._added(event.parts))
        return said, (said if heading is None else heading), outcome or ""

    def is_deed(self, event: Event) -> bool:
        """Return whether an event is a command's own: its sentence is listed in `[deed]`."""
        key = self.variant("event", events.name_of(event), self._values(event))
        return self.texts.has("deed", key)

    def _values(self, event: Event) -> dict[str, object]:
        values = _fields(event) | {"dice": ", ".join(map(str, event.dice))}
        if isinstance(event, events.DiceRolled):
            total = event.value + summed(event.modifiers)
            values |= dict(zip(SUMS, (total, self._sum(event)), strict=True))
        if isinstance(event, events.Damaged):
            values["amount"] = event.amount if event.dealt is None else event.dealt
        return values

    def _added(self, parts: Iterable[Modifier]) -> Phrase:
        """Return the addends of damage and its reasons in words."""
        told = (
            self.say("added", value=m.value, what=self.modifier(m.text))
            if m.value
            else self.modifier(m.text)
            for m in parts
        )
        return Phrase(", ".join(told))

    def walk(self, unit: str, path: Sequence[Cell]) -> str:
        """Return one sentence for a unit's path of several steps."""
        return self.say("walk", unit=unit, path=tuple(path))

    def command(
        self, command: Command, facts: Mapping[str, object] | None = None, asked: str = ""
    ) -> str:
        """Return a command in words; `{end}` is the last tile of its path.

        `facts` are more fields from the book; one of them, `facts`, is the command's facts line.
        `asked` is the name of the ask, for which there may be an entry `<name>_<ask>`.
        """
        values: dict[str, object] = {"asked": asked}
        values, key = values | _fields(command) | dict(facts or {}), verb(command)
        path = values.get("path")
        if isinstance(path, tuple):
            values["end"] = path[-1] if path else None
            key = key if path else f"{key}_stay"
        return self._say("command", key, values) or to_text(command)

    def roll(self, why: str) -> str:
        """Return the purpose of a roll in words."""
        return self._entry("why", why) or why

    def foreseen(self, roll: OddsRoll, unit: str, is_own: bool, whom: str = "") -> str:
        """Return a roll of a forecast in words (`[foreseen]`): its purpose, dice, number to reach.

        `unit` rolls it; it is named unless `is_own`. `whom` is the target, if there are several.
        Rolls have their chance, but for an attack on the only target: the forecast shows that one.
        """

        def say(key: str, **values: object) -> Phrase:
            used = self.texts.fields("foreseen", key)
            shown = {field: value for field, value in values.items() if field in used}
            return Phrase(self.texts.say("foreseen", key, self.names, **shown))

        dice, against = (Phrase(self.dice(written)) for written in (roll.dice, roll.against))
        dice = say("sum", dice=dice, bonus=roll.bonus) if roll.bonus else dice
        if roll.had:
            dice = say("had_all" if roll.dice == "0" else "had", dice=dice, had=roll.had)
        entry = "against" if roll.against else "at_least" if roll.needed is not None else "dice"
        entry = "settled" if roll.had and roll.dice == "0" and not roll.against else entry
        told = say(entry, dice=dice, against=against, needed=roll.needed)
        chance = roll.success()
        if chance is not None and (roll.why != ATTACK or whom):
            told = say("chance", roll=told, share=Phrase(percent(Fraction(*chance))))
        if not self.texts.has("foreseen", roll.why):
            why = Phrase(self.roll(roll.why))
            return str(say("rolls" if unit else "rolled", unit=unit, why=why, roll=told))
        what = say("on", what=say(roll.why), whom=whom) if whom else say(roll.why)
        return str(say("own" if is_own or not unit else "by", what=what, unit=unit, roll=told))

    def ask(
        self,
        ask: Ask,
        id_of: Callable[[Entity], str | None],
        facts: Mapping[str, object] | None = None,
    ) -> str:
        """Return the question of an ask in words; `id_of` gives the ids of units.

        `facts` are more fields from the book.
        """
        values: dict[str, object] = dict(facts or {})
        for field in ask.__struct_fields__:
            value = getattr(ask, field)
            is_entity = isinstance(value, int) and not isinstance(value, bool)
            values[field] = (id_of(value) or value) if is_entity else value
        return self._say("ask", ask.called, values) or self.say("ask", **values)

    def say(self, key: str, **values: object) -> str:
        """Return a sentence that belongs to no event or command."""
        return self._say("say", key, values) or key

    def fact(self, key: str, values: Mapping[str, object]) -> str:
        """Return a part of a facts line (`[facts]`), or the key if it has no entry."""
        return self._say("facts", key, values) or key

    def modifier(self, key: str) -> str:
        """Return a modifier in words: its entry, the title of its id, or the key itself."""
        found = self._entry("modifier", key) or self.names.get(key)
        return found or self._prefixed("modifier", key) or key.replace("_", " ")

    def _prefixed(self, table: str, key: str) -> str:
        """Return a key like `target prone` in words, by the entry `target` with {what}; else ""."""
        words = (word for word in self.texts.keys(table) if key.startswith(f"{word} "))
        word = next((word for word in words if self.texts.fields(table, word)), None)
        if word is None:
            return ""
        return self.texts.say(table, word, self.names, what=key[len(word) + 1 :])

    def cause(self, key: str) -> str:
        """Return a cause of damage in words: its entry, or the title of its id."""
        return self._entry("cause", key) or self.thing(key)

    def cover(self, modifiers: Iterable[str]) -> str:
        """Return the cover named in a list of modifiers in words, or "" for none.

        The book says which modifier stands for which cover (`[cover]`).
        """
        said = set(modifiers)
        kinds = self.texts.keys("cover")
        told = (kind for kind in kinds if self.modifier(self.texts.say("cover", kind, {})) in said)
        return next(told, "")

    def refusal(self, refusal: Refusal) -> str:
        """Return the sentence of a refusal, with titles."""
        return refusal.text(self.texts, self.names)

    def need(self, key: str) -> str:
        """Return what an effect needs to change anything (`[needed]`), or "" without an entry."""
        return self._entry("needed", key) or ""

    def thing(self, id: str) -> str:
        """Return the title of an item, ability, condition, unit or zone."""
        entry = self._entry("condition", id) or self._entry("thing", id) or self.names.get(id)
        entry = entry or self.names.get(f"zone {id}") or id.replace("_", " ")
        return entry[:1].upper() + entry[1:]

    def titled(self, table: str, value: str) -> str:
        """Return the entry of a value in `table`, else the value in words, capitalised."""
        entry = self._entry(table, value) or value.replace("_", " ")
        return entry[:1].upper() + entry[1:]

    def held(self, kind: str, value: int = 0) -> str:
        """Return a condition in words, with its value if that matters (`[held]`)."""
        return self._held(kind, value) or self.thing(kind)

    def _held(self, kind: str, value: int) -> str:
        """Return a condition with its value in words, or "" if its value doesn't matter."""
        entry = kind if self.texts.has("held", kind) else "value"
        if not value or not self.texts.has("held", entry):
            return ""
        what = self._entry("condition", kind) or kind.replace("_", " ")
        return self.texts.say("held", entry, self.names, value=value, what=what)

    def figure(self, key: str) -> str:
        """Return the name of a stat on a card."""
        plain = key.replace("_", " ")
        found = self._entry("figure", key) or self._prefixed("figure", key)
        return found or plain[:1].upper() + plain[1:]

    def shorts(self, stats: Mapping[str, object]) -> Iterator[ShortStat]:
        """Yield the stats that the book puts first on a card, in the book's order (`[short]`).

        If a value is 1, the entry `<key>_one` is its name, if there is one. A state that is shown
        only while it is true has the entry `<key>_true`, and no value.
        """
        for key in self.texts.keys("short"):
            value = stats.get(key)
            is_one = value == 1 and self.texts.has("short", f"{key}_one")
            name = self.texts.say("short", f"{key}_one" if is_one else key, self.names)
            if isinstance(value, bool) and self.texts.has("short", f"{key}_true"):
                if value:
                    yield ShortStat(key, self.texts.say("short", f"{key}_true", self.names), "")
            elif isinstance(value, bool):
                yield ShortStat(key, name, value)
            elif value is not None:
                yield ShortStat(key, name, self.value(value, key))

    def value(self, value: object, stat: str = "") -> str:
        """Return the value of a stat in words; the catalogue may have a table for the stat."""
        if value is True:
            return self._entry("unspent", stat) or self.say("yes")
        if not isinstance(value, str):
            return str(value)
        return self._entry(stat, value) or self.names.get(value) or self.dice(value)

    def verb(self, word: str) -> str:
        """Return the name of a kind of command."""
        plain = word.replace("_", " ")
        return self._entry("verb", word) or plain[:1].upper() + plain[1:]

    def answer(self, answer: str) -> str | None:
        """Return the label of an answer's button, or None if the book has no entry for it."""
        return self._entry("verb", f"answer_{answer}")

    def progress(self, key: str, **values: object) -> str:
        """Return the progress of an objective in words (`[progress]`)."""
        return self.texts.say("progress", key, self.names, **values)

    def behaviour(self, key: str, **values: object) -> str:
        """Return a rule of a unit's behaviour in words (`[behaviour]`)."""
        return self.texts.say("behaviour", key, self.names, **values)

    def pip(self, key: str) -> str:
        """Return the symbol for a cost in a facts line (`[pip]`), or "" if it has none."""
        return self._entry("pip", key) or ""

    def pip_once_spent(self, key: str) -> str:
        """Return the symbol that replaces one once that is spent (`[pip_once_spent]`), or ""."""
        return self._entry("pip_once_spent", key) or ""

    def once_spent(self, key: str) -> str:
        """Return what a command takes once its usual cost is spent (`[once_spent]`), or ""."""
        return self._entry("once_spent", key) or ""

    def brief(self, refusal: Refusal) -> str:
        """Return a refusal in two or three words (`[brief]`), or "" if the catalogue has none."""
        return self._entry("brief", refusal.entry) or self._entry("brief", refusal.code) or ""

    def rank(self, word: str) -> int:
        """Return the place of a command's button among others (`[rank]`)."""
        entry = self._entry("rank", word) or ""
        return int(entry) if entry.isdecimal() else LAST

    def deed(self, word: str, things: Sequence[str]) -> str:
        """Return the name of a kind of command, with the weapons, items or units that it names.

        If the entry in `[verb]` is empty, as for an attack, the name consists of `things` alone. A
        verb can have a special entry for one of them, such as `called_trip`.
        """
        if not things:
            return self.verb(word)
        if self.texts.has("verb", f"{word}_{things[-1]}"):
            return self.deed(f"{word}_{things[-1]}", things[:-1])
        is_plain = self.texts.has("verb", word) and not self._entry("verb", word)
        title = ", ".join(self.thing(thing) for thing in things)
        return title if is_plain else f"{self.verb(word)}: {title}"

    def change(self, unit: str | None, fact: ChangeFact) -> str:
        """Return one effect of an odds outcome on a unit, in words (`[change]`)."""
        key, value = fact.key, fact.value
        entry, plain, shown, aims = key, "plain", value, tuple[str, ...]()
        match fact:
            case AmountFact(value=0) if self.texts.has("change", f"{key}_none"):
                entry = f"{key}_none"
            case FlagFact(value=True):
                plain = "plain_true"
            case FlagFact(value=False):
                entry, plain = f"{key}_not", "plain_not"
            case WinFact(completed=completed, failed=failed) if completed or failed:
                entry = f"{key}_{OBJECTIVES}" if completed else f"{key}_{FAILED}"
                aims = tuple(self._named(OBJECTIVES, id) for id in completed or failed)
            case NameFact(value=None):
                lacking = f"{key}_without_value"
                entry, plain = lacking if self.texts.has("change", lacking) else key, "plain_true"
            case NameFact(value=str() as name, amount=amount):
                shown = self._named(key, name, amount)
            case NamesFact(value=names):
                shown = tuple(self._named(key, name) for name in names)
            case TilesFact(value=changes):
                items = (one.item for one in changes if isinstance(one, TileItem))
                grounds = (one.terrain for one in changes if isinstance(one, ChangedTile))
                shown, plain = tuple(dict.fromkeys((*items, *grounds))) or "", "plain_true"
        entry = entry if self.texts.has("change", entry) else plain
        what = key.replace("_", " ")
        values: dict[str, object] = {"unit": unit, "value": shown, "what": what, "aims": aims}
        return self.texts.say("change", entry, self.names, **values)

    def _named(self, key: str, id: str, amount: int = 0) -> str:
        """Return the name of an id in a change with this key, or the id itself.

        A condition has its value, if that matters.
        """
        if key in (OBJECTIVES, FAILED):
            return self.names.get(f"objective:{id}", id)
        return self._held(id, amount) or self._entry("condition", id) or id

    def then(self, ask: str) -> str:
        """Return the ask that follows an outcome, in words."""
        what = self._entry("then", ask) or ask.replace("_", " ")
        return self.texts.say("change", "then", self.names, value=what)

    def then_by(self, ask: str, unit: str) -> str:
        """Return the ask in words that name the unit it asks (`[then_by]`), or ""."""
        if not unit or not self.texts.has("then_by", ask):
            return ""
        what = Phrase(self.texts.say("then_by", ask, self.names, unit=unit))
        return self.texts.say("change", "then", self.names, value=what)

    def assumed(self, ask: str, answer: str) -> str | None:
        """Return the assumed answer to an ask, in words (`[assume]`), or None without an entry."""
        return self._entry("assume", f"{ask}_{answer}")

    def dice(self, written: str) -> str:
        """Return dice in words: `4d6kh3` are the best 3 of 4d6, and `4d6s` are 4 dice."""

        def spelled(found: re.Match[str]) -> str:
            """Return one group of kept dice in words."""
            dice, which, keep, sign = found.groups()
            said = self.say(which if keep != "1" else f"{which}_one", dice=dice, keep=int(keep))
            return f"{said}, " if sign else said

        kept = KEPT.sub(spelled, written)
        return POOL.sub(lambda found: self.say("pool", dice=int(found[1])), kept)

    def modifiers(self, found: Iterable[Modifier]) -> tuple[Modifier, ...]:
        """Return modifiers with their texts in words."""
        return tuple(msgspec.structs.replace(m, text=self.modifier(m.text)) for m in found)

    def _sum(self, event: events.DiceRolled) -> str:
        """Return the parts of a roll's total in words, or "" if the roll has no modifiers.

        The parts are the value of the dice, each addend, and the reasons that only change dice.
        """
        added = [
            self.say("added", value=m.value, what=self.modifier(m.text))
            for m in event.modifiers
            if m.value
        ]
        shown = [str(event.value), *added] if added else []
        reasons = dict.fromkeys(self.modifier(m.text) for m in event.modifiers if not m.value)
        return texts.titles_text(shown + ([self._because(*reasons)] if reasons else []))

    def _because(self, *reasons: str) -> str:
        *others, last = reasons
        return self.say("because", others=tuple(others), last=last)

    def variant(self, table: str, key: str, values: Mapping[str, object]) -> str:
        """Return the key of the most specific entry for these values, checked field by field."""
        for field, value in values.items():
            special = f"{key}_{value}" if isinstance(value, str) else ""
            lacking = "" if value else f"{key}_without_{field}"
            own = f"{key}_{SELF}" if field == TARGET and value == values.get("unit") else ""
            for variant in (special, lacking, own):
                if variant and self.texts.has(table, variant):
                    key = variant
        return key

    def _entry(self, table: str, value: object) -> str | None:
        if isinstance(value, str) and self.texts.has(table, value):
            return self.texts.say(table, value, self.names)
        return None

    def _say(self, table: str, key: str, values: Mapping[str, object]) -> str | None:
        key = self.variant(table, key, values)
        if not self.texts.has(table, key):
            return None
        shown = {field: self._shown(field, value) for field, value in values.items()}
        return self.texts.say(table, key, self.names, **shown)

    def _shown(self, field: str, value: object) -> object:
        if field in FACES and isinstance(value, tuple):
            return ", ".join(map(str, value))
        if field == HARMS and isinstance(value, tuple):
            told = (self.say("harm", what=what, at=at, dice=dice) for what, at, dice in value)
            return texts.titles_text(told)
        if isinstance(value, tuple) and field in self.texts.tables():
            return tuple(self._phrase(field, one) for one in value)
        if field in ZONES:
            several = value if isinstance(value, tuple) else (value,)
            zones = tuple(self.say("zone", letter=letter) for letter in several)
            return zones if isinstance(value, tuple) else zones[0]
        if field in DICE and isinstance(value, str) and (KEPT.search(value) or POOL.search(value)):
            return self.dice(value)
        return self._phrase(field, value)

    def _phrase(self, table: str, value: object) -> object:
        """Return the entry of a value, or the value itself if it has none.

        An entry is returned as a Phrase, so that nothing looks it up as an id.
        """
        entry = self._entry(table, value)
        return value if entry is None else Phrase(entry)


def _fields(struct: Event | Command) -> dict[str, object]:
    return dict(msgspec.structs.asdict(struct))
