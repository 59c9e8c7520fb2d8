"""Odds: the exact distribution of what a command will change."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

Assume = str | dict[str, str]
"""`stop`, `never` or `always` for every choice between, or one of them by kind of choice."""

ASSUMPTIONS = ("stop", "never", "always")


class Modifier(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that changed a roll, with the rule that says so."""

    text: str
    value: int
    rule: str | None = None


def summed(parts: Iterable[Modifier]) -> int:
    """Return the sum of the modifiers."""
    return sum(part.value for part in parts)


class Chance(msgspec.Struct, frozen=True):
    """One outcome: its integer weight, the merged changes, and the ask or roll it stops at."""

    weight: int
    changes: tuple[dict[str, Any], ...]
    then: str | None = None


class Odds(msgspec.Struct, frozen=True):
    """All outcomes of a command; the weights add up to `of`."""

    command: Any
    assume: Assume
    of: int
    outcomes: tuple[Chance, ...]
    modifiers: tuple[Modifier, ...] = ()


PLACE = "place"
"""The verb of placing units."""
PUSHED = "pushed"
"""The key of a unit's being moved by another, with the tile where it ends."""


def facts_of(change: Mapping[str, Any], command: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the effects on a unit of a change that a command makes, each as a key and a value.

    A unit that has changed its place without walking was pushed, unless the command is its own or
    places units before the first turn.
    """
    is_own = command.get("do") == PLACE or change.get("unit") == command.get("unit")
    for key, value in change.items():
        if key == "at":
            is_pushed = not is_own and not {"movement", "away"} & change.keys()
            yield (PUSHED if is_pushed else key), tuple(value)
        elif key != "unit":
            yield key, value
