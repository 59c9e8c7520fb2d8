"""Shows the final figures of a level's units, and where each comes from."""

from collections.abc import Mapping
from typing import Any, TextIO

import msgspec

from game.content.findings import LevelError
from game.content.levels import find_level
from game.content.origins import Origins, Value, origins
from game.engine.book import Book
from game.session.checking import CLEAN, check, tell, tell_json


def tell_resolved(word: str, books: Mapping[str, Book], out: TextIO, as_json: bool) -> int:
    """Writes settings and units of a level with their origins, or what is wrong with it.

    Returns the exit code.
    """
    try:
        found = origins(find_level(word), books)
    except LevelError:
        return (tell_json if as_json else tell)(check([word], books), out).code(False)
    _tell(found, out, as_json)
    return CLEAN


def _tell(found: Origins, out: TextIO, as_json: bool) -> None:
    if as_json:
        units = {id: _objects(values) for id, values in found.units.items()}
        text = msgspec.json.encode({"settings": _objects(found.settings), "units": units})
        out.write(text.decode() + "\n")
        return
    tables = {"settings": found.settings, **found.units}
    rows = [row for values in tables.values() for row in _rows(values)]
    widths = [max((len(row[n]) for row in rows), default=0) for n in (0, 1)]
    for name, values in tables.items():
        out.write(f"{name}\n")
        for key, value, origin in _rows(values):
            out.write(f"  {key:<{widths[0]}}  {value:<{widths[1]}}  {origin}\n")


def _rows(values: Mapping[str, Value]) -> list[tuple[str, str, str]]:
    return [(key, _text(found.value), found.origin) for key, found in values.items()]


def _objects(values: Mapping[str, Value]) -> dict[str, Any]:
    return {key: value._asdict() for key, value in values.items()}


def _text(value: Any) -> str:
    """A value as the file would say it, texts without their quotes."""
    match value:
        case None:
            return "–"
        case bool():
            return str(value).lower()
        case list() | tuple():
            return f"[{', '.join(map(_text, value))}]"
        case dict():
            return f"{{ {', '.join(f'{key} = {_text(one)}' for key, one in value.items())} }}"
        case msgspec.Struct():
            return _text(msgspec.to_builtins(value))
    return str(value)
