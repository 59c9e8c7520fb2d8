"""Print the final stats of a level's units, and the origin of each."""

from collections.abc import Mapping
from typing import Any, TextIO

import msgspec

from game.content.levels import find_level, load_level, refuse_campaign
from game.content.toml_files.findings import LevelError
from game.content.value_origins import Origins, Value, origins
from game.engine.book import Book
from game.present.facts_lines import FactsLines
from game.present.kind_stats import things_by_key
from game.terms.level import Level
from game.workshop.check_levels import CLEAN, CheckReport, check, tell, tell_json

WIDTH = 48
"""Width of the column of values, in characters."""


def tell_resolved(word: str, books: Mapping[str, Book], out: TextIO, as_json: bool) -> int:
    """Print a level's settings and units with the origin of each value, or print its errors.

    Return the exit code.
    """
    tell_it = tell_json if as_json else tell
    try:
        path = find_level(word)
        refuse_campaign(path)
    except LevelError as fault:
        return tell_it([CheckReport(fault.findings, 0, True)], out).code(False)
    try:
        found, level = origins(path, books), load_level(path, books)
    except LevelError:
        return tell_it(check([word], books), out).code(False)
    _tell(found, _facts(books[level.rulebook], level), out, as_json)
    return CLEAN


Facts = Mapping[str, Mapping[str, Mapping[str, str]]]
"""Facts lines of things, by unit, by the key that names the thing, and by thing."""


def _facts(book: Book, level: Level) -> Facts:
    lines, final = FactsLines.of_level(book, level), book.schema.final
    found = {}
    for unit in level.units:
        held = lines.held_by(unit.stats)
        named = things_by_key(book.schema, final(unit.stats) if final else unit.stats)
        found[unit.id] = {
            key: {thing: held.thing(thing) for thing in things} for key, things in named.items()
        }
    return found


def _tell(found: Origins, facts: Facts, out: TextIO, as_json: bool) -> None:
    if as_json:
        units = {id: _objects(values) for id, values in found.units.items()}
        whole = {"settings": _objects(found.settings), "units": units, "facts": facts}
        text = msgspec.json.encode(whole)
        out.write(text.decode() + "\n")
        return
    tables = {"settings": found.settings, **found.units}
    keys = max((len(key) for values in tables.values() for key in values), default=0)
    for name, values in tables.items():
        out.write(f"{name}\n")
        for key, value in values.items():
            first, *others = _lines(value.value)
            for thing, line in facts.get(name, {}).get(key, {}).items():
                others += _wrapped(f"{thing}: {line}") if line else ()
            out.write(f"  {key:<{keys}}  {first:<{WIDTH}}  {value.origin}\n")
            for line in others:
                out.write(f"  {'':<{keys}}  {line}\n")


def _lines(value: Any) -> list[str]:
    """Return a value as lines of the column's width. In a list, each table begins a new line."""
    entries = value if isinstance(value, list | tuple) else ()
    is_long = len(entries) > 1 and any(isinstance(one, dict | msgspec.Struct) for one in entries)
    parts = [f"{number}. {_text(one)}" for number, one in enumerate(entries, 1)]
    found = [line for part in (parts if is_long else [_text(value)]) for line in _wrapped(part)]
    return found or [""]


def _wrapped(text: str) -> list[str]:
    """Return a text as lines of the column's width, broken at spaces if possible."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(f"   {word}")
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    return lines


def _objects(values: Mapping[str, Value]) -> dict[str, object]:
    return {key: value._asdict() for key, value in values.items()}


def _text(value: Any) -> str:
    """Return a value as a level file would have it, but texts without quotes."""
    match value:
        case None:
            return "–"
        case "":
            return '""'
        case bool():
            return str(value).lower()
        case list() | tuple():
            return f"[{', '.join(map(_text, value))}]"
        case dict():
            return f"{{ {', '.join(f'{key} = {_text(one)}' for key, one in value.items())} }}"
        case msgspec.Struct():
            return _text(msgspec.to_builtins(value))
    return str(value)
