"""Conversion between changes in odds and rows of the protocol."""

from collections.abc import Iterable
from typing import Any

import msgspec

from game.terms.changes import (
    AmountFact,
    ChangeFact,
    DamagedThing,
    FlagFact,
    NameFact,
    NamesFact,
    OddsChange,
    TileFact,
    TilesFact,
    row_of,
)
from game.terms.commands import Command
from game.terms.odds import Assume, Modifier, Odds, OddsOutcome


def rows_of(outcome: OddsOutcome) -> tuple[dict[str, Any], ...]:
    """Return the changes of an outcome, one row for each unit."""
    return tuple(map(row_of, outcome.changes))


def outcome(weight: int, *rows: dict[str, Any], then: str | None = None) -> OddsOutcome:
    """Return an outcome with changes written as rows of the protocol."""
    return OddsOutcome(weight, tuple(map(_change, rows)), then)


def _change(row: dict[str, Any]) -> OddsChange:
    facts = (_fact(key, value) for key, value in row.items() if key != "unit")
    return OddsChange(row.get("unit"), tuple(facts))


def _fact(key: str, value: Any) -> ChangeFact:
    match value:
        case bool():
            return FlagFact(key, value)
        case int():
            return AmountFact(key, value)
        case str() | None:
            return NameFact(key, value)
        case [int() as x, int() as y]:
            return TileFact(key, (x, y))
        case [{"at": _, "damage": _}, *_]:
            return TilesFact(key, msgspec.convert(tuple(value), tuple[DamagedThing, ...]))
        case _:
            return NamesFact(key, tuple(value))


def odds_told(
    command: Command,
    outcomes: Iterable[OddsOutcome],
    modifiers: Iterable[Modifier] = (),
    assume: Assume = "stop",
) -> Odds:
    """Return odds as the engine returns them for a command."""
    found = tuple(outcomes)
    of = sum(one.weight for one in found)
    return Odds(command, assume, of, found, tuple(modifiers))
