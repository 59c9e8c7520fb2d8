"""Odds: the exact distribution of what a command will change."""

from collections.abc import Iterable
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
    """What modifiers come to together."""
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
