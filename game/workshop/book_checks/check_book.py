"""Check a rulebook by its lists, its files and random play.

Errors would break a battle or show a raw name. Warnings are about parts that are unused or missing.
Notes are about missing images and rules for which the game has a substitute.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import tomli

from game.content.shipped_folders import assets_root, levels_root, rules_root
from game.content.toml_files.findings import Finding, LevelError, Severity
from game.content.toml_files.source import Source
from game.content.toml_files.text_reading import read_text
from game.content.values.book_data import book_data, data_paths
from game.engine.agenda_machine import machine_of
from game.engine.book import Book
from game.engine.legality import COMMON_ASKS
from game.engine.snapshots import ENGINE_RECORDS
from game.present.battle_sentences import BattleSentences
from game.present.codex.entries import Codex
from game.record.failure import Failure
from game.rules.registry import SHARED_CODEX
from game.terms import events
from game.terms.agenda import AgendaItem, Ask, Chain, Finish
from game.terms.commands import verb
from game.terms.events import name_of
from game.terms.level import Level
from game.terms.records import Record
from game.terms.texts import Texts
from game.workshop.book_checks.book_findings import book_finding
from game.workshop.book_checks.facts_findings import facts_findings
from game.workshop.book_checks.random_play import InPlay, levels_of, played
from game.workshop.book_checks.sentence_uses import (
    FLAWS,
    REFUSALS,
    own_uses,
    sentence_faults,
    shared_uses,
)
from game.workshop.book_checks.text_findings import text_findings
from game.workshop.check_levels import CheckReport

RULE = re.compile(r"""["']([A-Z]{3}-[0-9]{2})["']""")
NAME = re.compile(r"""\.([a-z_]\w*)|["']([a-z_]\w*)["']""")
"""A pattern for names that code reads: an attribute, or a word in quotes."""


def check_book(book: Book, levels: Iterable[Level] | None = None) -> CheckReport:
    """Return all findings about a book. Play `levels` at random; default: the book's own levels."""
    found = dict.fromkeys(
        (
            *_unhandled(book),
            *_commands(book),
            *_same_names(book),
            *_by_texts_and_play(book, levels_of(book) if levels is None else levels),
            *_unused_keys(book),
            *_named_icons(book),
            *_pieces(book),
            *_rules(book),
        )
    )
    return CheckReport(tuple(sorted(found, key=lambda one: (_RANK[one.severity], one))))


_RANK: dict[Severity, int] = {"error": 0, "warning": 1, "note": 2}


# Lists


def _unhandled(book: Book) -> Iterator[Finding]:
    """Yield findings about items without a system, asks without options, and unlisted asks."""
    machine, answered = machine_of(book), {rules.ask for rules in (*book.asks, *COMMON_ASKS)}
    known: dict[type[Record], None] = dict.fromkeys((*ENGINE_RECORDS, *book.records))
    for kind in known:
        if issubclass(kind, Ask):
            if kind not in answered and kind in book.records:
                text = f"The ask {kind.__name__} has no rules; add its AskRules to `asks`."
                yield book_finding(book, "error", "unhandled-item", text)
        elif issubclass(kind, AgendaItem) and not (_is_for_engine(kind) or machine.handles(kind)):
            text = f"No system acts on the item {kind.__name__}; add one to `systems`."
            yield book_finding(book, "error", "unhandled-item", text)
    for rules in book.asks:
        if rules.ask not in known:
            text = (
                f"The ask {rules.ask.__name__} has rules, but no part lists it; add it to a part."
            )
            yield book_finding(book, "error", "missing-record", text)
        if not rules.options:
            text = f"The rules of the ask {rules.ask.__name__} have no options; add one."
            yield book_finding(book, "error", "unhandled-item", text)


def _commands(book: Book) -> Iterator[Finding]:
    """Yield findings about commands that the book lists and no ask takes, and the reverse."""
    taken = dict.fromkeys(option.command for rules in book.asks for option in rules.options)
    for kind in taken:
        if kind not in book.commands:
            text = f"An ask takes the command {kind.__name__}, which isn't listed; add it to "
            text += "`commands`."
            yield book_finding(book, "error", "unlisted-command", text)
    for kind in book.commands:
        if kind not in taken:
            text = f"No ask takes the command {kind.__name__}; add an option, or remove it from "
            text += "`commands`."
            yield book_finding(book, "warning", "unhandled-command", text)


def _is_for_engine(kind: type[AgendaItem]) -> bool:
    """Return whether the engine itself acts on an item."""
    return issubclass(kind, Chain) or kind is Finish


def _same_names(book: Book) -> Iterator[Finding]:
    """Yield findings about names that several events, or several commands, share."""
    kinds = dict.fromkeys((*events.COMMON, *book.events))
    named = ("events", map(name_of, kinds)), ("commands", map(verb, book.commands))
    for what, names in named:
        for name, times in Counter(names).items():
            if times > 1:
                text = f"{times} {what} are called {name!r}; rename all but one."
                yield book_finding(book, "error", "same-name", text)


# Random play and texts


def _by_texts_and_play(book: Book, levels: Iterable[Level]) -> Iterator[Finding]:
    words: BattleSentences | None = None
    try:
        words = BattleSentences(book, {})
    except Failure as fault:
        yield book_finding(book, "error", "unreadable-texts", str(fault))
    levels = list(levels)
    in_play = played(book, levels, words)
    yield from in_play.findings
    if not levels:
        text = "The rulebook has no level to play; add a level, or a template."
        yield book_finding(book, "warning", "not-played", text)
    if words is not None:
        yield from text_findings(book, words, in_play, _read_names())
        yield from _sentences(book)
        yield from _facts(book, words)
        yield from _icons(book, in_play)


def _sentences(book: Book) -> Iterator[Finding]:
    """Yield findings about refusals and flaws that don't match their sentences."""
    folder, own = _folder(book), Texts.read(*book.texts)
    for kind in (REFUSALS, FLAWS):
        uses = (*shared_uses(kind), *(own_uses(kind, folder) if folder else ()))
        for severity, code, text in sentence_faults(kind, book.catalogue, own, uses):
            yield book_finding(book, severity, code, text)


def _facts(book: Book, words: BattleSentences) -> Iterator[Finding]:
    """Yield findings about facts lines. Skip data with errors, which `check` reports."""
    try:
        data = book_data(book, levels_root())
    except LevelError:
        return
    yield from facts_findings(book, words, data)


# Pictures


def _icons(book: Book, in_play: InPlay) -> Iterator[Finding]:
    folder = assets_root() / "icons"
    conditions = {*in_play.keys["condition"], *_tables(_data(book).get("conditions"))}
    wanted = [("command", verb(kind), folder) for kind in book.commands]
    wanted += [("condition", kind, folder / "conditions") for kind in sorted(conditions)]
    for what, name, place in wanted:
        if not (place / f"{name}.svg").is_file():
            text = f"The {what} {name!r} has no icon, so a star is shown; add '{name}.svg' to "
            text += f"assets/{place.relative_to(folder.parent).as_posix()}."
            yield book_finding(book, "note", "missing-icon", text)


def _named_icons(book: Book) -> Iterator[Finding]:
    """Yield findings about icons that the data name and that don't exist."""
    folder, paths = assets_root() / "icons", _data(book)
    images = (path.relative_to(folder).with_suffix("") for path in folder.rglob("*.svg"))
    icons = {path.as_posix() for path in images}
    for table in book.schema.gear:
        named = {id: thing.get("icon") for id, thing in _tables(paths[table]).items()}
        unknown = {id: icon for id, icon in named.items() if icon and icon not in icons}
        if not unknown:
            continue
        source = Source(str(paths[table]), read_text(paths[table]))
        for id, icon in unknown.items():
            near = source.nearest(str(icon), icons)
            hint = f"; did you mean {near!r}?" if near else "."
            text = f"'icon' in [{id}]: there is no icon {icon!r}{hint}"
            spot = source.positions.value((id, "icon"))
            line = source.positions.line(spot.line)
            at = source.file, spot.line, spot.column
            yield Finding(*at, "warning", "unknown-icon", text, line)


def _pieces(book: Book) -> Iterator[Finding]:
    folder = assets_root() / "pieces"
    for kind in _tables(_data(book)["bestiary"]):
        if not any((place / f"{kind}.svg").is_file() for place in (folder / book.id, folder)):
            text = f"The kind {kind!r} has no token, so a hooded figure is shown; add "
            text += f"'{kind}.svg' to assets/pieces/{book.id}."
            yield book_finding(book, "note", "missing-piece", text)


# Data and rules


def _data(book: Book) -> dict[str, Path]:
    return data_paths(book, levels_root())


def _tables(path: Path | None) -> dict[str, Any]:
    """Return the tables of a data file; none if it can't be read.

    Checking a level reports unreadable files.
    """
    try:
        found = tomli.loads(path.read_text(encoding="utf-8")) if path else {}
    except (OSError, ValueError):
        return {}
    return {key: value for key, value in found.items() if isinstance(value, dict)}


def _unused_keys(book: Book) -> Iterator[Finding]:
    """Yield findings about keys that the schema allows and no code reads."""
    names = _read_names() | _read_names(_folder(book))
    seen: set[type[Any]] = set()
    schema = book.schema
    for kind in (schema.settings, schema.unit, *schema.gear.values()):
        for struct in _structs(kind, seen):
            for field in struct.__struct_fields__:
                if field not in names:
                    text = f"No code reads the key {field!r} of {struct.__name__}; delete it from "
                    text += "the schema and the data."
                    yield book_finding(book, "warning", "unused-key", text)


def _structs(kind: Any, seen: set[type[Any]]) -> Iterator[type[Any]]:
    """Yield a struct of a schema, and all structs that its fields contain."""
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
    """Return the folder of the book's package, found by its texts or codex, or None."""
    files = (*book.texts, *book.codex)
    return files[0].parent if files else None


@lru_cache(maxsize=8)
def _read_names(folder: Path | None = None) -> frozenset[str]:
    """Return all names that the code in a folder reads; None: the code of the whole game."""
    root = rules_root().parent if folder is None else folder
    found = set[str]()
    for path in root.rglob("*.py"):
        found.update(one or two for one, two in NAME.findall(path.read_text(encoding="utf-8")))
    return frozenset(found)


def _rules(book: Book) -> Iterator[Finding]:
    """Yield findings about rules that the book's code names and the codex lacks."""
    folder = _folder(book)
    if folder is None:
        return
    codex, shared = Codex({book.id: book}), _tables(SHARED_CODEX).get("rule", {})
    named = set[str]()
    for path in folder.rglob("*.py"):
        named.update(RULE.findall(path.read_text(encoding="utf-8")))
    for rule in sorted(named):
        if rule not in shared and codex.entry(rule) is None:
            text = (
                f"The rule {rule} has no entry in the codex; add one to the rulebook's codex.toml."
            )
            yield book_finding(book, "note", "missing-rule", text)
