"""Write a position of a battle as a playable level."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import tomlkit
from tomlkit.exceptions import TOMLKitError

from game.content.levels import check_level
from game.content.toml_files.findings import Finding
from game.content.toml_files.positions import Positions
from game.content.values.wording import noun
from game.engine.book import Book
from game.present.battle_position import BattlePosition, PositionUnit
from game.record.failure import Failure
from game.record.safe_files import make, reason, typed_path
from game.record.save_files import plain_name
from game.record.shortening import short
from game.workshop.workshop_sentences import failure, said

ARRAYS = ("unit", "trigger", "objective", "area", "side")
"""Arrays of tables whose entries may no longer fit the position."""
DROPPED = ("deploy", "expect", "roster", "lesson")
"""Tables that are only about the original battle."""
LONGEST = 60
"""Maximum length of a title."""
TITLE = re.compile(r"^title[ \t]*=.*$", re.MULTILINE)
MOST_TRIES = 200
FEWEST = 2
"""Minimum number of sides."""


class Written(NamedTuple):
    """The text of a level, and sentences about facts that the level couldn't express."""

    text: str
    untold: tuple[str, ...]


def as_level(standing: BattlePosition, books: Mapping[str, Book]) -> Written:
    """Return the level of a position, without errors. Raise Failure if there can be none."""
    try:
        doc: Any = tomlkit.parse(_with_rounds(standing.text))
    except TOMLKitError as fault:
        raise failure("position", "unreadable", why=str(fault)) from fault
    untold = list(standing.untold)
    kept = _kept(doc)
    _write_head(doc, standing)
    _write_map(doc, standing)
    _write_units(doc, standing, kept)
    for side in [str(one.get("id")) for one in doc.get("side", ())]:
        if all(unit.side != side for unit in standing.units):
            _without(doc, side, untold)
    _write_script(doc, standing)
    return _checked(doc, standing, books, untold)


def write_level(
    standing: BattlePosition, books: Mapping[str, Book], to: str
) -> tuple[Path, Written]:
    """Write the level of a position to a path that a person typed. Never overwrite a file.

    Return the path and the level, or raise Failure.
    """
    if not to.strip():
        raise failure("position", "no_name")
    written = as_level(standing, books)
    try:
        goal = typed_path(to.strip())
        if goal.is_dir():
            goal = goal / f"{plain_name(standing.id)}-round-{standing.round}.toml"
        elif goal.suffix != ".toml":
            goal = goal.with_name(f"{goal.name}.toml")
        if not make(goal, written.text.encode()):
            raise Failure(short(said("new", "exists", name=str(goal))))
    except OSError as fault:
        told = said("new", "not_written", name=to.strip(), why=reason(fault))
        raise Failure(short(told)) from fault
    return goal, written


def _write_head(doc: Any, standing: BattlePosition) -> None:
    title = said("position", "title", title=standing.title, round=standing.round)
    doc["title"] = title if len(title) <= LONGEST else standing.title
    doc["rounds"] = max(1, standing.rounds - standing.round + 1)
    for key in DROPPED:
        doc.pop(key, None)


def _with_rounds(text: str) -> str:
    """Return a level's text with the key `rounds`, which must come before all tables."""
    doc: Any = tomlkit.parse(text)
    return text if "rounds" in doc else TITLE.sub(r"\g<0>\nrounds = 1", text, count=1)


def _write_map(doc: Any, standing: BattlePosition) -> None:
    """Write the current terrain. Units get their place from `at`, and areas from their tiles."""
    grid = "\n".join((*standing.rows, ""))
    is_plain = "'''" not in grid
    doc["map"]["grid"] = tomlkit.string(grid, literal=is_plain, multiline=True)
    legend = tomlkit.inline_table()
    for sign, terrain in standing.legend.items():
        legend[sign] = terrain
    doc["map"]["legend"] = legend
    for area in doc.get("area", ()):
        cells = standing.areas.get(str(area.get("id")))
        if cells is None:
            continue
        for key in ("letter", "rect", "tiles"):
            area.pop(key, None)
        area["tiles"] = [list(cell) for cell in cells]


def _kept(doc: Any) -> dict[str, list[str]]:
    """Return, by side, the keys that a roster keeps from replaced units."""
    return {str(one.get("side")): list(one.get("keeps", ())) for one in doc.get("roster", ())}


def _write_units(doc: Any, standing: BattlePosition, kept: Mapping[str, list[str]]) -> None:
    """Write the remaining units with their places and their state."""
    known = {str(table.get("id")): table for table in doc.get("unit", ())}
    made = tomlkit.aot()
    for unit in standing.units:
        made.append(_unit(known.get(unit.id), unit, kept.get(unit.side, [])))
    doc["unit"] = made


def _unit(known: Any, unit: PositionUnit, kept: list[str]) -> Any:
    """Return a unit's table. It keeps the level's keys, unless a roster has replaced the unit."""
    table = tomlkit.table()
    said = dict(known.unwrap()) if known is not None else {}
    if said.get("kind") != unit.kind:
        said = {key: said[key] for key in kept if key in said}
    first = {"id": unit.id, "side": unit.side, "kind": unit.kind, "title": unit.title}
    said.pop("at", None)
    for key, value in (first | said | unit.keys).items():
        table[key] = value
    if unit.at is not None:
        table["at"] = list(unit.at)
    return table


def _write_script(doc: Any, standing: BattlePosition) -> None:
    """Count rounds from the position. Drop fired triggers, and texts about the start."""
    passed = standing.round - 1
    triggers = doc.get("trigger", [])
    for n in sorted(standing.fired, reverse=True):
        if n < len(triggers):
            del triggers[n]
    if "trigger" in doc and not triggers:
        del doc["trigger"]
    for trigger in doc.get("trigger", ()):
        for when in (*trigger.get("when", ()), *trigger.get("any", ()), *trigger.get("until", ())):
            if "round" in when:
                when["round"] = max(1, int(when["round"]) - passed)
    for aim in doc.get("objective", ()):
        if "survive" in aim:
            aim["survive"] = max(1, int(aim["survive"]) - passed)
    if "text" in doc:
        doc["text"].pop("intro", None)


def _without(doc: Any, side: str, untold: list[str]) -> None:
    """Drop a side without units."""
    sides = doc["side"]
    if len(sides) <= FEWEST:
        raise failure("position", "one_side")
    for array, key in (("side", "id"), ("unit", "side"), ("objective", "side")):
        for number in range(len(doc.get(array, ())) - 1, -1, -1):
            if doc[array][number].get(key) == side:
                del doc[array][number]
        if array in doc and not doc[array]:
            del doc[array]
    for key in ("rounds_winner", "party"):
        if doc.get(key) == side:
            del doc[key]
    untold.append(said("position", "side_left_out", side=side))


# Checks


def _checked(
    doc: Any, standing: BattlePosition, books: Mapping[str, Book], untold: list[str]
) -> Written:
    """Return the level after dropping the tables that no longer fit, one at a time."""
    for _ in range(MOST_TRIES):
        text = tomlkit.dumps(doc)
        found = check_level(text, file=f"{standing.id}.toml", id=standing.id, books=books)
        errors = [one for one in found.findings if one.severity == "error"]
        if found.level is not None and not errors:
            return Written(text, tuple(dict.fromkeys(untold)))
        if not errors:
            break
        _leave_out(doc, text, errors[0], untold)
    raise failure("position", "impossible")


def _leave_out(doc: Any, text: str, error: Finding, untold: list[str]) -> None:
    """Drop the table that an error is in. Raise Failure if it can't be dropped."""
    array, number = _table_at(doc, text, error.line)
    if array == "":
        raise failure("position", "impossible_why", why=error.message)
    gone = doc[array][number]
    if array == "side":
        _without(doc, str(gone.get("id")), untold)
        return
    title = gone.get("title") or gone.get("id")
    why = f"{error.message[:1].lower()}{error.message[1:]}"
    key = "left_out" if title else "left_out_one"
    untold.append(said("position", key, noun=noun(array), name=str(title), why=why))
    del doc[array][number]
    if not doc[array]:
        del doc[array]


def _table_at(doc: Any, text: str, line: int) -> tuple[str, int]:
    """Return the array and the index of the table that a line is in; ("", 0) if it is in none."""
    positions, found = Positions(text), [(0, "", 0)]
    for array in ARRAYS:
        for number in range(len(doc.get(array, ()))):
            found.append((positions.key((array, number))[0], array, number))
    for key in ("map", "text"):
        if key in doc:
            found.append((positions.key((key,))[0], "", 0))
    _, array, number = max(one for one in found if one[0] <= line)
    return array, number
