"""Findings about levels that several rulebooks share: triggers on life, and useless things."""

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import TypeVar

import msgspec

from game.terms.book_schema import Flaw
from game.terms.level import Level, Unit
from game.terms.level_script import WhenHealth

S = TypeVar("S")

Lint = Callable[[Level], Iterable[Flaw]]


def life_to_wait_for(stats: type[S], life: Callable[[S], int], least: int = 1) -> Lint:
    """Return a lint that a trigger on life must wait for a loss, with units left.

    `stats` is the book's type of stats; `life` returns a unit's life at the start. `least` is the
    lowest life with which it still stands. Next to other conditions, the trigger may be true from
    the start, in order to name a unit.
    """

    def begins(unit: Unit) -> int:
        return life(unit.stats_as(stats))

    def lint(level: Level) -> Iterable[Flaw]:
        for number, trigger in enumerate(level.script.triggers):
            for index, when in enumerate(trigger.when):
                if when.health is None:
                    continue
                text = _never(when.health, least)
                if not text and len(trigger.when) == 1:
                    text = _at_once(level, when.health, begins)
                if text:
                    at = ("trigger", number, "when", index, "health", "at_most")
                    yield Flaw(text, at, "warning")

    return lint


def _never(health: WhenHealth, least: int) -> str:
    if health.at_most >= least:
        return ""
    return f"Nobody stands with {health.at_most} life, so that this can never hold."


def _at_once(level: Level, health: WhenHealth, begins: Callable[[Unit], int]) -> str:
    later = level.script.coming
    for unit in level.units:
        is_meant = health.unit in (None, unit.id) and health.side in (None, unit.side)
        if is_meant and unit.id not in later and (left := begins(unit)) <= health.at_most:
            name = unit.id.partition(".")[2]
            return f"The unit {name!r} begins with {left} life, so that this holds at once."
    return ""


def things_of_use(
    table: str = "items",
    besides: Collection[str] = ("title", "about", "target", "turns", "when"),
) -> Lint:
    """Return a lint that each entry in a file must change something, or be used by a trigger.

    The keys `besides` describe the entry's use and not its effect.
    """

    def lint(level: Level) -> Iterable[Flaw]:
        whens = [when for trigger in level.script.triggers for when in trigger.when]
        awaited = {when.used.item for when in whens if when.used}
        for id, thing in level.things(table, msgspec.Struct).items():
            if id not in awaited and _is_idle(thing, besides):
                yield Flaw(f"[{id}] does nothing.", (id,), "warning", table)

    return lint


@lru_cache(maxsize=64)
def _defaults(kind: type[msgspec.Struct]) -> tuple[tuple[str, object], ...]:
    """Return the default of each optional field of a type."""
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return tuple(zip(names[len(names) - len(defaults) :], defaults, strict=True))


def _is_idle(thing: msgspec.Struct, besides: Collection[str]) -> bool:
    """Return whether all values of an entry equal the defaults."""
    for name, default in _defaults(type(thing)):
        value = getattr(thing, name)
        if name in besides or value == default:
            continue
        if not (isinstance(value, msgspec.Struct) and _is_idle(value, besides)):
            return False
    return True
