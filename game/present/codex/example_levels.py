"""The small levels of the codex's examples: tables merged into the text of a level."""

import json
from collections.abc import Iterable, Mapping

from game.present.codex.example_files import ExamplePosition

TITLE = "An example"
FLOOR = "floor"


def level_text(places: Iterable[ExamplePosition], book: str) -> str:
    """Return the text of a level in which each position overrides those before it.

    Leave out units without a letter in the drawing, unless they have an `at`, or are `off` the map
    for the book to place.
    """
    grid, units, tables = "", dict[str, dict[str, object]](), dict[str, object]()
    for place in places:
        grid, tables = place.grid or grid, merged_tables(tables, place.level)
        for id, unit in place.unit.items():
            units[id] = merged_tables(units.get(id, {}), unit)
    rows = [line.strip() for line in grid.strip().splitlines()]
    letters = set("".join(rows))
    there = {id: one for id, one in units.items() if _is_there(id, one, letters)}
    made: dict[str, object] = {"format": 1, "rulebook": book, "title": TITLE} | tables
    drawn = _table(made.get("map"))
    legend = _legend(_table(drawn.get("legend")), there, letters)
    made["map"] = {"grid": "\n".join(rows), **drawn, "legend": legend}
    sides = {one["side"] for one in there.values()}
    made["side"] = [side for side in _tables(made.get("side", [])) if side["id"] in sides]
    made["unit"] = [
        {"id": id} | {key: value for key, value in one.items() if key not in ("on", "off")}
        for id, one in there.items()
    ]
    return toml_of(made)


def _tables(value: object) -> list[dict[str, object]]:
    """Return the tables of a list; raise TypeError if the value is something else."""
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise TypeError("a list of tables was expected")
    return value


def _table(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def _is_there(id: str, unit: Mapping[str, object], letters: set[str]) -> bool:
    return "at" in unit or "off" in unit or id[0] in letters


def merged_tables(below: Mapping[str, object], above: Mapping[str, object]) -> dict[str, object]:
    """Return two tables merged key by key; other values of `above` replace those of `below`."""
    made = dict(below)
    for key, value in above.items():
        old = made.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            value = merged_tables(old, value)
        made[key] = value
    return made


def _legend(
    known: Mapping[str, object], units: Mapping[str, Mapping[str, object]], letters: set[str]
) -> dict[str, object]:
    """Return the legend of the drawing's letters."""
    made = {letter: known[letter] for letter in known if letter in letters}
    for id, one in units.items():
        if "at" not in one and "off" not in one:
            made[id[0]] = {"terrain": one.get("on", FLOOR), "unit": id}
    return made


def toml_of(tables: Mapping[str, object]) -> str:
    """Return the text of a TOML file with these tables."""
    plain, later = [], []
    for key, value in tables.items():
        if isinstance(value, Mapping):
            later += [f"[{_text(key)}]", *_pairs(value)]
        elif isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
            for one in value:
                later += [f"[[{_text(key)}]]", *_pairs(one)]
        else:
            plain.append(f"{_text(key)} = {_value(value)}")
    return "\n".join([*plain, *later, ""])


def _pairs(table: Mapping[str, object]) -> list[str]:
    return [f"{_text(key)} = {_value(value)}" for key, value in table.items()]


def _text(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def _value(value: object) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(_pairs(value))} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _text(value) if isinstance(value, str) else str(value)
