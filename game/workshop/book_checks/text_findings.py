"""Compare a rulebook's texts with its events, commands, asks and random play."""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple, TypeAlias, get_args, get_type_hints

from game.content.toml_files.findings import Finding, Severity
from game.engine.book import Book
from game.engine.legality import commands_of
from game.present.battle_sentences import PARTS, SUMS, BattleSentences
from game.terms import events
from game.terms.agenda import Ask
from game.terms.commands import Answer, Command, verb
from game.terms.events import Event, name_of
from game.terms.texts import Texts
from game.workshop.book_checks.book_findings import book_finding
from game.workshop.book_checks.random_play import InPlay
from game.world.ask_rules import no_facts

TITLED = ("cause", "condition", "answer")
"""Tables of texts whose keys may be things for which a level has a title."""
OF_COMMANDS = ("asked", "end", "facts")
"""Fields that every command's text can show in addition to the command's own fields."""

Spoken: TypeAlias = type[Event] | type[Command] | type[Ask]


class _Told(NamedTuple):
    """A type that needs a sentence: the sentence's table and name, and its possible fields."""

    table: str
    name: str
    kind: Spoken
    fields: tuple[str, ...] | None
    """Possible fields; None if rules add more. Random play then finds unknown fields."""


def text_findings(
    book: Book, words: BattleSentences, in_play: InPlay, code: Collection[str]
) -> Iterator[Finding]:
    """Yield the findings about a book's texts. `code` has the names that the game's code reads."""
    told = [*_told(book, words.texts)]
    for severity, what, text in (
        *_missing(book, words.texts, told, in_play),
        *_unknown_fields(words.texts, told),
        *_empty_fields(words, told),
        *_unshown_parts(words.texts, told),
        *_unused(book, told, code),
    ):
        yield book_finding(book, severity, what, text)


_Found: TypeAlias = Iterator[tuple[Severity, str, str]]


def _told(book: Book, texts: Texts) -> Iterator[_Told]:
    """Yield everything on a book's lists that needs a sentence."""
    for event in dict.fromkeys((*events.COMMON, *book.events)):
        name, fields = name_of(event), event.__struct_fields__
        sums = SUMS if event is events.DiceRolled else ()
        parts = [part for part in PARTS if texts.has(part, name)]
        yield _Told("event", name, event, (*fields, *parts, *sums))
        for part in parts:
            yield _Told(part, name, event, fields)
    options = [option for rules in book.asks for option in rules.options]
    with_facts = {one.command for one in options if one.facts is not no_facts} | {Answer}
    for command in book.commands:
        shown = (*command.__struct_fields__, *OF_COMMANDS)
        for name in command_names(command):
            yield _Told("command", name, command, None if command in with_facts else shown)
    for rules in book.asks:
        own = rules.ask.__struct_fields__ if rules.facts is no_facts else None
        yield _Told("ask", rules.ask.name, rules.ask, own)
        yield _Told("then", rules.ask.name, rules.ask, ())


def command_names(kind: type[Command]) -> tuple[str, ...]:
    """Return a command's names in texts. A command with an optional path has two."""
    fields, defaults = kind.__struct_fields__, len(kind.__struct_defaults__)
    if "path" in fields[len(fields) - defaults :]:
        return verb(kind), f"{verb(kind)}_stay"
    return (verb(kind),)


def _missing(book: Book, texts: Texts, told: Iterable[_Told], in_play: InPlay) -> _Found:
    wanted = [(one.table, one.name) for one in told]
    wanted += [(table, name) for table, names in in_play.keys.items() for name in sorted(names)]
    for table, name in dict.fromkeys(wanted):
        is_titled = table in TITLED and name in in_play.titled
        if not texts.has(table, name) and not is_titled:
            text = f"[{table}] has no {name!r}; add a sentence for it to the rulebook's texts."
            yield "error", "missing-text", text


def _variants(texts: Texts, one: _Told, names: Iterable[str]) -> Iterator[str]:
    """Yield the catalogue's entries for a name: its own, and its variants."""
    longer = [name for name in names if name.startswith(f"{one.name}_")]
    for key in texts.keys(one.table):
        is_other = any(key == name or key.startswith(f"{name}_") for name in longer)
        if (key == one.name or key.startswith(f"{one.name}_")) and not is_other:
            yield key


def _unknown_fields(texts: Texts, told: Collection[_Told]) -> _Found:
    for one in told:
        if one.fields is None:
            continue
        names = [other.name for other in told if other.table == one.table]
        for key in _variants(texts, one, names):
            for field in texts.fields(one.table, key):
                if field not in one.fields:
                    text = f"[{one.table}] {key!r} shows {{{field}}}, and {one.kind.__name__} has "
                    yield "error", "unknown-field", f"{text}no such field; correct the sentence."


def _empty_fields(words: BattleSentences, told: Iterable[_Told]) -> _Found:
    """Yield sentences that would show None, if each optional field, or all of them, are None."""
    for one in told:
        hints, fields = get_type_hints(one.kind), one.kind.__struct_fields__
        may_lack = [field for field in fields if type(None) in get_args(hints[field])]
        for lacking in dict.fromkeys((*((field,) for field in may_lack), tuple(may_lack))):
            values = {field: None if field in lacking else 1 for field in fields}
            key = words.variant(one.table, one.name, values)
            if not words.texts.has(one.table, key):
                continue
            for field in words.texts.fields(one.table, key):
                if field in lacking:
                    text = f"[{one.table}] {key!r} shows {{{field}}}, which may be missing; add "
                    yield "error", "empty-field", f"{text}'{one.name}_without_{field}'."


def _unshown_parts(texts: Texts, told: Iterable[_Told]) -> _Found:
    """Yield the parts of event sentences whose values the log wouldn't show."""
    for table, name, _, _ in told:
        has_fields = table in PARTS and any(texts.fields(table, name))
        if has_fields and texts.has("event", name) and table not in texts.fields("event", name):
            text = f"[event] {name!r} leaves out [{table}] {name!r}; add {{{table}}} to it."
            yield "warning", "unused-text", text


def _unused(book: Book, told: Collection[_Told], code: Collection[str]) -> _Found:
    own = Texts.read(*book.texts)
    commands = [name for kind in commands_of(book) for name in command_names(kind)]
    names = [one.name for one in told if one.table == "event"]
    for table, known in (("event", names), ("command", commands), *((p, names) for p in PARTS)):
        for key in own.keys(table):
            if not any(key == name or key.startswith(f"{name}_") for name in known):
                text = f"[{table}] {key!r} belongs to nothing in the rulebook; delete the line."
                yield "warning", "unused-text", text
    fields = {field for one in told for field in one.kind.__struct_fields__}
    for table in own.tables():
        if table not in code and table not in fields:
            text = f"No code or sentence reads the texts under [{table}]; delete the table."
            yield "warning", "unused-text", text
