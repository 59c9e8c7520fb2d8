"""A trigger or lesson as a card: clauses of words, which lead to their values in the file."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from game.content.toml_files.positions import Keys
from game.content.toml_files.table_edits import table_span
from game.content.toml_files.value_text import plain
from game.terms.script.conditions import Standing
from game.terms.script.effects import Do
from game.workshop.cards.built_clauses import NotReadable, built
from game.workshop.cards.card_sentences import said
from game.workshop.cards.word_types import GROUPS, LESSON_GROUPS, MESSAGE, word_type
from game.workshop.document.level_reading import LevelReading, MarkedFinding
from game.workshop.sentences.trigger_sentences import SentencePart, condition_parts, effect_parts

CardWordKind = Literal["plain", "often", "group", "clause", "value", "add"]
ARRAY, LESSONS = ARRAYS = ("trigger", "lesson")
"""The arrays of a level's tables that have cards."""
MOST_RAW = 60
"""Maximum number of letters shown of a clause that can't be read."""


class CardWord(NamedTuple):
    """A word on a card, or several words that belong together."""

    text: str
    kind: CardWordKind = "plain"
    keys: Keys = ()
    """Path in the trigger: of a value, a condition or effect (`clause`), or a list (`group`)."""
    ref: str = ""
    """What the value names, such as `area`; "" for other values."""
    is_blank: bool = False
    """Whether the value is missing."""


class CardClause(NamedTuple):
    """A line of words that belong together: the beginning, a condition, an effect."""

    keys: Keys
    """Path in the trigger, such as `("when", 0)`; () for words between them."""
    words: tuple[CardWord, ...]
    is_row: bool = False
    """Whether it begins a line: a condition, or an effect with the words before the first one."""


class TriggerCard(NamedTuple):
    """The card of one trigger or lesson."""

    base: Keys
    """Path of its table, such as `("trigger", 3)`."""
    id: str
    """Its id; "" without one."""
    clauses: tuple[CardClause, ...]

    @property
    def number(self) -> int:
        """Its place in its array."""
        return int(self.base[1])

    @property
    def words(self) -> tuple[CardWord, ...]:
        """All words in order."""
        return tuple(word for clause in self.clauses for word in clause.words)

    @property
    def sentence(self) -> str:
        """The sentence without its buttons for more."""
        return "".join(word.text for word in self.words if word.kind != "add")


def cards_of(reading: LevelReading) -> tuple[TriggerCard, ...]:
    """Return the cards of all triggers and then of all lessons, errors or not.

    Raise GestureRefused if the text is not TOML.
    """
    return tuple(
        card_of(table, (array, n))
        for array in ARRAYS
        for n, table in enumerate(reading.toml.entries(array))
    )


def card_of(table: dict[str, object], base: Keys) -> TriggerCard:
    """Return the card of a trigger's or lesson's table."""
    id = table.get("id")
    make = _lesson if base[0] == LESSONS else _trigger
    return TriggerCard(base, id if isinstance(id, str) else "", tuple(make(table)))


def _trigger(table: dict[str, object]) -> Iterator[CardClause]:
    often = "each" if table.get("once") is False else "once"
    yield CardClause((), (CardWord(said("card", often), "often", ("once",)),))
    groups = [name for name in ("when", "any") if _entries(table, name)]
    for place, name in enumerate(groups or ["when"]):
        yield _plain("and" if place else "when")
        yield from _group(table, name, "all" if name == "when" else "any")
    if _entries(table, "until"):
        yield _plain("until")
        yield from _group(table, "until", "any")
    yield _plain("then")._replace(is_row=True)
    yield from _group(table, "do", "")


def _lesson(table: dict[str, object]) -> Iterator[CardClause]:
    """Yield the clauses of a lesson: it is always shown once, when all of its conditions hold."""
    yield _plain("once")
    yield _plain("when")
    yield from _group(table, "when", "all", LESSON_GROUPS)
    if _entries(table, "until"):
        yield _plain("until")
        yield from _group(table, "until", "any", LESSON_GROUPS)
    yield _plain("then")._replace(is_row=True)
    message = table.get("message")
    text = _value(message if isinstance(message, str) else "", MESSAGE, "")
    words = (CardWord(said("card", "teach")), text, CardWord(said("card", "taught")))
    yield CardClause(MESSAGE, words)


def _plain(key: str) -> CardClause:
    return CardClause((), (CardWord(said("card", key)),))


def _entries(table: dict[str, object], name: str) -> list[object]:
    found = table.get(name)
    return found if isinstance(found, list) else []


def _group(
    table: dict[str, object],
    name: str,
    head: str,
    groups: Mapping[str, type[msgspec.Struct]] = GROUPS,
) -> Iterator[CardClause]:
    """Yield the clauses of a list of conditions or effects, and the button that adds one."""
    if head:
        colon, own = CardWord(said("card", "colon")), CardWord(said("card", head))
        if groups is GROUPS:
            own = own._replace(kind="group", keys=(name,))
        yield CardClause((), (own, colon))
    entries = _entries(table, name)
    words: tuple[CardWord, ...] = ()
    for number, entry in enumerate(entries):
        words = _clause(groups[name], entry, (name, number))
        if number + 1 < len(entries):
            words = (*words, CardWord(said("card", "next")))
        yield CardClause((name, number), words, is_row=number > 0 or name != "do")
    if not entries:
        blank = CardWord(said("card", "nothing"), "add", (name,), is_blank=True)
        yield CardClause((name,), (blank,))
    else:
        is_row = words[-1].kind == "add"  # so that nobody takes one button for the other
        yield CardClause((name,), (CardWord(said("card", "more"), "add", (name,)),), is_row)


def _clause(struct: type[msgspec.Struct], entry: object, keys: Keys) -> tuple[CardWord, ...]:
    try:
        made = built(struct, entry)
    except NotReadable:
        return (CardWord(_raw(entry), "clause", keys, is_blank=True),)
    parts: Sequence[SentencePart] = ()
    if isinstance(made, Do):
        parts = effect_parts(made, keys)
    elif isinstance(made, Standing):
        parts = condition_parts(made, keys)
    return tuple(word for part in parts for word in _words(part, entry, keys))


def _words(part: SentencePart, entry: object, keys: Keys) -> Iterator[CardWord]:
    """Yield the words of a part of a sentence; the entries of a list are words of their own."""
    kind = word_type(part.keys) if part.keys else None
    if kind is None:
        yield CardWord(part.text, "clause", keys)
        return
    if kind.kind != "list":
        text = said("value", part.text) if kind.kind == "choice" else part.text
        yield _value(text, part.keys, part.ref)
        return
    some: object = entry
    for key in part.keys[2:]:
        some = some.get(str(key)) if isinstance(some, dict) else None
    for number, one in enumerate(some if isinstance(some, list) else []):
        if number:
            yield CardWord(said("card", "comma"))
        if isinstance(one, dict):
            text, id = str(one.get("text", "")), str(one.get("id", ""))
            yield CardWord(said("card", "open"))
            yield _value(text, (*part.keys, number, "text"), "")
            yield CardWord(said("card", "as"))
            yield _value(id, (*part.keys, number, "id"), "")
        else:
            yield _value(str(one), (*part.keys, number), kind.item.ref if kind.item else "")
    yield CardWord(said("card", "more"), "add", part.keys)


def _value(text: str, keys: Keys, ref: str) -> CardWord:
    return CardWord(text or said("card", "blank"), "value", keys, ref, is_blank=not text)


def _raw(entry: object) -> str:
    """Return the beginning of a table that can't be read."""
    if isinstance(entry, dict):
        text = f"{{{', '.join(f'{key} = {_raw(value)}' for key, value in entry.items())}}}"
    elif isinstance(entry, list):
        text = f"[{', '.join(map(_raw, entry))}]"
    elif isinstance(entry, str):
        text = repr(entry)
    else:
        text = plain(entry)
    return text if len(text) <= MOST_RAW else f"{text[: MOST_RAW - 1]}…"


def findings_of(reading: LevelReading, base: Keys) -> list[MarkedFinding]:
    """Return the findings about a trigger or lesson."""
    return [one for one in reading.findings if one.keys[:2] == base]


def span_of(reading: LevelReading, base: Keys) -> tuple[int, int]:
    """Return the start and end of a card's text, with its comment."""
    span = table_span(reading.toml, base)
    return (span.start, span.end) if span is not None else (0, len(reading.text))
