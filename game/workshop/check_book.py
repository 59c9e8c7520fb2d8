"""Checks a rulebook: that all it needs is there, by its lists, its files and random play.

Errors break a battle or show a raw name. Warnings are about what nobody uses or finds; notes are
about pictures and rules for which something else stands in.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import tomli

from game.components.conditions import Conditions
from game.content.book_data import data_paths
from game.content.levels import all_levels, load_level, read_level
from game.content.shipped_folders import assets_root, levels_root, rules_root
from game.content.toml_files.findings import Finding, LevelError, Severity
from game.content.toml_files.text_reading import printable
from game.engine.battle import ENGINE_RECORDS, Battle
from game.engine.book import Book
from game.engine.legality import COMMON_ASKS, commands_of
from game.engine.machine import machine_of
from game.present.codex.entries import Codex
from game.present.text_filling import COMMON
from game.rules.registry import SHARED_CODEX
from game.terms import events
from game.terms.agenda import AgendaItem, Ask, BattleEnd, Chain, Decision, Roll
from game.terms.commands import Command, verb
from game.terms.events import name_of
from game.terms.level import Level
from game.terms.records import Record
from game.terms.texts import BadTexts, Texts
from game.workshop.check_command import CheckReport

CODES = {
    "unhandled-item": "No system acts on an item of the agenda, or no rules answer an ask.",
    "missing-record": "A state holds a record that the book does not list, and cannot be saved.",
    "missing-event": "The log holds an event that the book does not list.",
    "lost-state": "A state that is saved and restored is another.",
    "cannot-be-played": "A battle breaks although all that is done is legal.",
    "not-played": "There is no level of the book to play.",
    "missing-text": "A command, event, ask or condition has no sentence.",
    "unreadable-texts": "The texts cannot be used.",
    "unused-text": "No code asks for a text.",
    "unused-key": "No code reads a key of the book's data.",
    "missing-icon": "A command or condition has no icon.",
    "missing-piece": "A kind has no piece.",
    "missing-rule": "The book names a rule that is not in the codex.",
}
"""The codes of findings about books; they are stable."""

STOPS = 80
"""The stops of random play in each level."""
LEVELS = 4
"""The levels of a book that are played, the smallest first."""
RULE = re.compile(r"""["']([A-Z]{3}-[0-9]{2})["']""")
NAME = re.compile(r"""\.([a-z_]\w*)|["']([a-z_]\w*)["']""")
"""A name that code reads: an attribute, or a word in quotes."""

TITLED = ("cause", "condition", "answer")
"""The tables of texts whose keys may be things of a level, which have titles of their own."""


def check_book(book: Book, levels: Iterable[Level] | None = None) -> CheckReport:
    """Return all that is found in a book; `levels` are played, by default those of its own."""
    found = dict.fromkeys(
        (
            *_unhandled(book),
            *_by_texts_and_play(book, _levels_of(book) if levels is None else levels),
            *_unused_keys(book),
            *_pieces(book),
            *_rules(book),
        )
    )
    return CheckReport(tuple(sorted(found, key=lambda one: (_RANK[one.severity], one))))


_RANK: dict[Severity, int] = {"error": 0, "warning": 1, "note": 2}


def _finding(book: Book, severity: Severity, code: str, text: str, file: Path | None = None) -> Any:
    name = f"rulebook {book.id}" if file is None else printable(str(file))
    return Finding(name, 0, 0, severity, code, text)


# What its lists say


def _unhandled(book: Book) -> Iterator[Finding]:
    """Yield items that no system acts on, and asks that nothing answers."""
    machine, answered = machine_of(book), {rules.ask for rules in (*book.asks, *COMMON_ASKS)}
    for kind in book.records:
        if issubclass(kind, Ask):
            if kind not in answered:
                text = f"The ask {kind.__name__} has no rules; add its AskRules to `asks`."
                yield _finding(book, "error", "unhandled-item", text)
        elif issubclass(kind, AgendaItem) and not (
            issubclass(kind, Chain) or machine.handles(kind)
        ):
            text = f"No system acts on the item {kind.__name__}; add one to `systems`."
            yield _finding(book, "error", "unhandled-item", text)


# What random play shows


class RandomPlay:
    """All that comes up in random play: names for texts, records, and battles that break."""

    def __init__(self, book: Book) -> None:
        """Start with nothing heard."""
        self.keys: dict[str, set[str]] = {
            table: set() for table in ("why", "cause", "condition", "ask", "answer")
        }
        self.titled: set[str] = set()
        self.found: list[Finding] = []
        self._book = book
        self._known = {*ENGINE_RECORDS, *book.records}
        self._events = {*events.COMMON, *book.events}

    def play(self, level: Level, seed: int) -> None:
        """Play a level at random, saving and restoring it at each stop."""
        rng = Random(seed)
        try:
            battle = Battle.start(self._book, level)
            self.titled |= battle.world.scene.names.keys()
            for _ in range(STOPS):
                self._look(battle)
                if isinstance(battle.stop, BattleEnd):
                    break
                _go_on(battle, rng)
            self._log(battle)
        except Exception as fault:  # whatever a book does wrong, it becomes a finding
            text = f"In the level {level.id!r} the game fails: {type(fault).__name__}: {fault}"
            self._tell("cannot-be-played", text.rstrip(".") + ".")

    def _tell(self, code: str, text: str) -> None:
        self.found.append(_finding(self._book, "error", code, text))

    def _look(self, battle: Battle) -> None:
        stop, world = battle.stop, battle.world
        held = {type(one) for _, some in world.dump() for each in some for one in _within(each)}
        unknown = held - self._known
        for kind in unknown:
            text = f"A state holds {kind.__name__}, which no part lists; add it to a part."
            self._tell("missing-record", text)
        if not unknown:
            self._restore(battle)
        if isinstance(stop, Roll):
            self.keys["why"].add(stop.why)
        elif isinstance(stop, Ask):
            self.keys["ask"].add(stop.called)
            if isinstance(stop, Decision):
                self.keys["answer"] |= {branch.answer for branch in stop.branches}
        for _, held_by in world.all(Conditions):
            self.keys["condition"] |= {condition.kind for condition in held_by.all}

    def _restore(self, battle: Battle) -> None:
        try:
            again = Battle.restored(self._book, battle.world.scene, battle.snapshot())
            is_same = again.hash() == battle.hash()
        except ValueError as fault:
            self._tell("lost-state", f"A state that was saved cannot be read: {fault}.")
            return
        if not is_same:
            text = f"At {battle.stop} the restored state has another hash than the saved one."
            self._tell("lost-state", text)

    def _log(self, battle: Battle) -> None:
        for logged in battle.told():
            for event in (logged.event, logged.instead):
                if event is None:
                    continue
                if type(event) not in self._events:
                    text = f"The event {name_of(event)!r} is in no part; add it to a part."
                    self._tell("missing-event", text)
                for table in ("why", "cause", "condition"):
                    said = getattr(event, table, None)
                    if said:
                        self.keys[table].add(str(said))


def _within(value: Any) -> Iterator[Record]:
    """Yield all records in a value, itself too."""
    if isinstance(value, Record):
        yield value
        for name in value.__struct_fields__:
            yield from _within(getattr(value, name))
    elif isinstance(value, tuple):
        for each in value:
            yield from _within(each)


def _go_on(battle: Battle, rng: Random) -> None:
    """Throw fair dice, or give a legal command, each verb as likely."""
    stop = battle.stop
    if isinstance(stop, Roll):
        battle.settle(tuple(rng.randint(1, sides) for sides in stop.dice.sides))
        return
    legal = battle.legal()
    kind = rng.choice(list(dict.fromkeys(type(command) for command in legal)))
    command = rng.choice([command for command in legal if type(command) is kind])
    refusal = battle.submit(command)
    if refusal is not None:
        raise RuntimeError(f"the legal {command} is refused: {refusal.message}")


def _levels_of(book: Book) -> list[Level]:
    """Return the level that authors begin with, and the smallest of the others."""
    books, found = {book.id: book}, list[Level]()
    if book.template is not None:
        text = book.template.read_text(encoding="utf-8")
        found.append(read_level(text, file=str(book.template), id="new-level", books=books))
    others = list[Level]()
    for listed in all_levels():
        if listed.rulebook == book.id:
            try:
                others.append(load_level(listed.path, books))
            except LevelError:
                continue  # `check` of the level itself says why
    others.sort(key=lambda level: level.width * level.height * len(level.units))
    return [*found, *others][:LEVELS]


# Texts


class _Wanted(NamedTuple):
    """The names for which a table of texts needs entries."""

    table: str
    names: tuple[str, ...]


def _by_texts_and_play(book: Book, levels: Iterable[Level]) -> Iterator[Finding]:
    heard, played = RandomPlay(book), 0
    for seed, level in enumerate(levels, 1):
        played = seed
        heard.play(level, seed)
    yield from heard.found
    if not played:
        text = "No level of the book is there to play; add a level, or a template."
        yield _finding(book, "warning", "not-played", text)
    try:
        texts, own = Texts.read(COMMON, *book.texts), Texts.read(*book.texts)
    except BadTexts as fault:
        yield _finding(book, "error", "unreadable-texts", str(fault))
        return
    yield from _texts(book, texts, own, heard)
    yield from _icons(book, heard)


def _texts(book: Book, texts: Texts, own: Texts, heard: RandomPlay) -> Iterator[Finding]:
    kinds = (*events.COMMON, *book.events)
    asks = dict.fromkeys((*(rules.ask.name for rules in book.asks), *sorted(heard.keys["ask"])))
    listed = (
        _Wanted("event", tuple(map(name_of, kinds))),
        _Wanted("command", tuple(command_names(book.commands()))),
        _Wanted("ask", tuple(asks)),
    )
    in_play = (_Wanted(t, tuple(sorted(heard.keys[t]))) for t in ("why", *TITLED))
    for table, names in (*listed, *in_play):
        for name in names:
            is_titled = table in TITLED and name in heard.titled
            if not texts.has(table, name) and not is_titled:
                text = f"[{table}] has no {name!r}; add a sentence for it to the book's texts."
                yield _finding(book, "error", "missing-text", text)
    spoken = (*kinds, *book.commands(), *(rules.ask for rules in book.asks))
    code = {*_read_names(), *(field for kind in spoken for field in kind.__struct_fields__)}
    known = listed[0], _Wanted("command", tuple(command_names(commands_of(book))))
    for table, names in known:
        for key in own.keys(table):
            if not any(key == name or key.startswith(f"{name}_") for name in names):
                text = f"[{table}] {key!r} is for nothing that the book has; delete the line."
                yield _finding(book, "warning", "unused-text", text)
    for table in own.tables():
        if table not in code:
            text = f"No code or sentence reads the texts under [{table}]; delete the table."
            yield _finding(book, "warning", "unused-text", text)


def command_names(kinds: Iterable[type[Command]]) -> Iterator[str]:
    """Yield the names of commands in texts; those whose path may be empty have two."""
    for kind in dict.fromkeys(kinds):
        yield verb(kind)
        fields, defaults = kind.__struct_fields__, len(kind.__struct_defaults__)
        if "path" in fields[len(fields) - defaults :]:
            yield f"{verb(kind)}_stay"


# Pictures


def _icons(book: Book, heard: RandomPlay) -> Iterator[Finding]:
    folder = assets_root() / "icons"
    conditions = {*heard.keys["condition"], *_tables(_data(book).get("conditions"))}
    wanted = [("command", verb(kind), folder) for kind in book.commands()]
    wanted += [("condition", kind, folder / "conditions") for kind in sorted(conditions)]
    for what, name, place in wanted:
        if not (place / f"{name}.svg").is_file():
            text = f"The {what} {name!r} has no icon, and a star stands in; add '{name}.svg' to "
            text += f"assets/{place.relative_to(folder.parent).as_posix()}."
            yield _finding(book, "note", "missing-icon", text)


def _pieces(book: Book) -> Iterator[Finding]:
    folder = assets_root() / "pieces"
    for kind in _tables(_data(book)["bestiary"]):
        if not any((place / f"{kind}.svg").is_file() for place in (folder / book.id, folder)):
            text = f"The kind {kind!r} has no piece, and a hooded figure stands in; add "
            text += f"'{kind}.svg' to assets/pieces/{book.id}."
            yield _finding(book, "note", "missing-piece", text)


# Data and rules


def _data(book: Book) -> dict[str, Path]:
    return data_paths(book, levels_root())


def _tables(path: Path | None) -> dict[str, Any]:
    """Return the tables of a data file; none where it cannot be read, which `check` of a level
    tells.
    """
    try:
        found = tomli.loads(path.read_text(encoding="utf-8")) if path else {}
    except (OSError, ValueError):
        return {}
    return {key: value for key, value in found.items() if isinstance(value, dict)}


def _unused_keys(book: Book) -> Iterator[Finding]:
    """Yield the keys that the schema allows and no code reads."""
    names = _read_names() | _read_names(_folder(book))
    seen: set[type[Any]] = set()
    schema = book.schema
    for kind in (schema.settings, schema.unit, *schema.gear.values()):
        for struct in _structs(kind, seen):
            for field in struct.__struct_fields__:
                if field not in names:
                    text = f"No code reads the key {field!r} of {struct.__name__}; delete it from "
                    text += "the schema and the data."
                    yield _finding(book, "warning", "unused-key", text)


def _structs(kind: Any, seen: set[type[Any]]) -> Iterator[type[Any]]:
    """Yield the structs of a schema, and those that their fields hold."""
    if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct) or kind in seen:
        return
    seen.add(kind)
    yield kind
    for field in msgspec.structs.fields(kind):
        for inner in _types(field.type):
            yield from _structs(inner, seen)


def _types(hint: Any) -> Iterator[Any]:
    yield hint
    for inner in getattr(hint, "__args__", ()):
        yield from _types(inner)


def _folder(book: Book) -> Path | None:
    """Return the folder of the book's package, where its texts or codex lie."""
    files = (*book.texts, *book.codex)
    return files[0].parent if files else None


@lru_cache(maxsize=8)
def _read_names(folder: Path | None = None) -> frozenset[str]:
    """Return all names that the code of a folder reads; without one, that of the game."""
    root = rules_root().parent if folder is None else folder
    found = set[str]()
    for path in root.rglob("*.py"):
        found.update(one or two for one, two in NAME.findall(path.read_text(encoding="utf-8")))
    return frozenset(found)


def _rules(book: Book) -> Iterator[Finding]:
    """Yield the rules that the book's code names and the codex does not have."""
    folder = _folder(book)
    if folder is None:
        return
    codex, shared = Codex({book.id: book}), _tables(SHARED_CODEX).get("rule", {})
    named = set[str]()
    for path in folder.rglob("*.py"):
        named.update(RULE.findall(path.read_text(encoding="utf-8")))
    for rule in sorted(named):
        if rule not in shared and codex.entry(rule) is None:
            text = f"The rule {rule} has no entry in the codex; add one to the book's codex.toml."
            yield _finding(book, "note", "missing-rule", text)
