"""Write a position of a battle as a playable level."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from game.content.levels import check_level
from game.content.toml_files.findings import Finding, LevelError
from game.content.toml_files.positions import Keys
from game.content.toml_files.splices import Edit, applied, in_order
from game.content.toml_files.table_edits import (
    CannotEdit,
    add_table,
    remove_entries,
    remove_keys,
    set_value,
    set_values,
)
from game.content.toml_files.toml_text import TomlText
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
        toml = TomlText.parsed(standing.text)
    except LevelError as fault:
        raise failure("position", "unreadable", why=str(fault)) from fault
    try:
        return _Rewriting(toml, standing).written(books)
    except CannotEdit as fault:
        raise failure("position", "impossible") from fault


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


class _Rewriting:
    """The original level's text, changed step by step until it describes the position."""

    def __init__(self, toml: TomlText, standing: BattlePosition) -> None:
        self._toml, self._standing = toml, standing
        self._untold = list(standing.untold)
        self._kept = {
            str(one.get("side")): _texts(one.get("keeps")) for one in toml.entries("roster")
        }
        """The keys that each side's roster keeps from replaced units."""

    def written(self, books: Mapping[str, Book]) -> Written:
        """Return the level. Raise Failure if there can be none."""
        self._write_head()
        self._write_map()
        self._write_units()
        for side in [str(one.get("id")) for one in self._toml.entries("side")]:
            if all(unit.side != side for unit in self._standing.units):
                self._leave_side_out(side)
        self._write_script()
        return self._checked(books)

    def _edit(self, edits: Iterable[Edit]) -> None:
        some = in_order(edits)
        if some:
            self._toml = TomlText.parsed(applied(self._toml.text, some))

    def _remove(self, table: Keys, names: Iterable[str]) -> None:
        inside = self._toml.get(table)
        own = [name for name in names if isinstance(inside, dict) and name in inside]
        self._edit(remove_keys(self._toml, table, own) if own else ())

    def _write_head(self) -> None:
        now = self._standing
        title = said("position", "title", title=now.title, round=now.round)
        title = title if len(title) <= LONGEST else now.title
        rounds = max(1, now.rounds - now.round + 1)
        self._edit(set_values(self._toml, (), {"title": title, "rounds": rounds}))
        self._remove((), DROPPED)

    def _write_map(self) -> None:
        """Write the current terrain. Units get their place from `at`, areas from their tiles."""
        grid = "\n".join((*self._standing.rows, ""))
        self._edit(set_value(self._toml, ("map", "grid"), grid))
        self._write_legend(dict(self._standing.legend))
        edits: list[Edit] = []
        for number, area in enumerate(self._toml.entries("area")):
            cells = self._standing.areas.get(str(area.get("id")))
            if cells is not None:
                others = {key: area[key] for key in area if key not in ("letter", "rect", "tiles")}
                tiles = {"tiles": [list(cell) for cell in cells]}
                edits += set_value(self._toml, ("area", number), others | tiles)
        self._edit(edits)

    def _write_legend(self, legend: dict[str, str]) -> None:
        """Write the letters in their order, because of several for one terrain the first counts."""
        keys: Keys = ("map", "legend")
        self._edit(set_value(self._toml, keys, legend))
        written = self._toml.get(keys)
        if not isinstance(written, dict) or list(written) != list(legend):
            self._remove(("map",), ["legend"])
            self._edit(set_value(self._toml, keys, legend))

    def _write_units(self) -> None:
        """Write the remaining units with their places and their state, in the battle's order."""
        known = {str(table.get("id")): table for table in self._toml.entries("unit")}
        units = {
            unit.id: _unit(known.get(unit.id, {}), unit, self._kept.get(unit.side, []))
            for unit in self._standing.units
        }
        gone = [number for number, id in enumerate(known) if id not in units]
        self._edit(remove_entries(self._toml, ("unit",), gone) if gone else ())
        left = [str(table.get("id")) for table in self._toml.entries("unit")]
        if left != list(units)[: len(left)]:
            self._edit(remove_entries(self._toml, ("unit",), range(len(left))))
            left = []
        edits: list[Edit] = []
        for number, id in enumerate(left):
            edits += set_value(self._toml, ("unit", number), units[id])
        self._edit(edits)
        for id, table in units.items():
            if id not in left:
                self._edit(add_table(self._toml, "unit", table, ("map", "side")))

    def _write_script(self) -> None:
        """Count rounds from the position. Drop fired triggers, and texts about the start."""
        triggers = self._toml.entries("trigger")
        fired = [number for number in self._standing.fired if number < len(triggers)]
        self._edit(remove_entries(self._toml, ("trigger",), fired) if fired else ())
        edits: list[Edit] = []
        for number, trigger in enumerate(self._toml.entries("trigger")):
            for key in ("when", "any", "until"):
                whens = trigger.get(key, ())
                for place, when in enumerate(whens if isinstance(whens, list) else ()):
                    for rounds in ("round", "round_end"):
                        edits += self._later(("trigger", number, key, place), when, rounds)
        for number, objective in enumerate(self._toml.entries("objective")):
            edits += self._later(("objective", number), objective, "survive")
        self._edit(edits)
        self._remove(("text",), ("intro",))

    def _later(self, keys: Keys, table: object, key: str) -> list[Edit]:
        """Return the edits that count a number of rounds from the position."""
        rounds = table.get(key) if isinstance(table, dict) else None
        if not isinstance(rounds, int):
            return []
        left = max(1, rounds - (self._standing.round - 1))
        return set_value(self._toml, (*keys, key), left)

    def _leave_side_out(self, side: str) -> None:
        """Drop a side without units."""
        if len(self._toml.entries("side")) <= FEWEST:
            raise failure("position", "one_side")
        for array, key in (("side", "id"), ("unit", "side"), ("objective", "side")):
            entries = self._toml.entries(array)
            numbers = [n for n, entry in enumerate(entries) if entry.get(key) == side]
            self._edit(remove_entries(self._toml, (array,), numbers) if numbers else ())
        named = [key for key in ("rounds_winner", "party") if self._toml.tables.get(key) == side]
        self._remove((), named)
        self._untold.append(said("position", "side_left_out", side=side))

    # Checks

    def _checked(self, books: Mapping[str, Book]) -> Written:
        """Return the level after dropping the tables that no longer fit, one at a time."""
        id = self._standing.id
        for _ in range(MOST_TRIES):
            found = check_level(self._toml.text, file=f"{id}.toml", id=id, books=books)
            errors = [one for one in found.findings if one.severity == "error"]
            if found.level is not None and not errors:
                return Written(self._toml.text, tuple(dict.fromkeys(self._untold)))
            if not errors:
                break
            self._leave_out(errors[0])
        raise failure("position", "impossible")

    def _leave_out(self, error: Finding) -> None:
        """Drop the table that an error is in. Raise Failure if it can't be dropped."""
        array, number = self._table_at(error.line)
        if array not in ARRAYS:
            raise failure("position", "impossible_why", why=error.message)
        gone = self._toml.entries(array)[number]
        if array == "side":
            self._leave_side_out(str(gone.get("id")))
            return
        title = gone.get("title") or gone.get("id")
        why = f"{error.message[:1].lower()}{error.message[1:]}"
        key = "left_out" if title else "left_out_one"
        self._untold.append(said("position", key, noun=noun(array), name=str(title), why=why))
        self._edit(remove_entries(self._toml, (array,), [number]))

    def _table_at(self, line: int) -> tuple[str, int]:
        """Return the array and the index of the table that a line is in; ("", 0) if in none."""
        keys = self._toml.layout.keys_at(self._toml.positions.start(line))
        if not keys:
            keys = self._toml.layout.keys_at(self._toml.positions.start(line + 1) - 1)
        number = keys[1] if len(keys) > 1 else None
        return (str(keys[0]), number) if isinstance(number, int) else ("", 0)


def _texts(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []


def _unit(known: Mapping[str, object], unit: PositionUnit, kept: list[str]) -> dict[str, object]:
    """Return a unit's table. It keeps the level's keys, unless a roster has replaced the unit."""
    own = dict(known)
    if own.get("kind") != unit.kind:
        own = {key: own[key] for key in kept if key in own}
    first = {"id": unit.id, "side": unit.side, "kind": unit.kind, "title": unit.title}
    own.pop("at", None)
    table = first | own | dict(unit.keys)
    return table if unit.at is None else {**table, "at": list(unit.at)}
