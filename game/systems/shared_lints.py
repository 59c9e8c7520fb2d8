"""Checks of levels that several rulebooks share.

They check triggers on life, movement by dice, and items without effect. Levels are checked without
the rules of battles, so this module imports no world.
"""

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import TypeVar

import msgspec

from game.core.dice import Dice
from game.terms.board_items import Goods
from game.terms.book_schema import Flaw
from game.terms.level import Level, Unit
from game.terms.script.conditions import WhenHealth

S = TypeVar("S")

Lint = Callable[[Level], Iterable[Flaw]]

MOST_MOVEMENT = 40
"""Maximum movement per turn: beyond it, there are too many tiles to list."""


def life_to_wait_for(stats: type[S], life: Callable[[S], int], least: int = 1) -> Lint:
    """Return a lint that warns of conditions on life that are true at once or never.

    `stats` is the book's type of stats; `life` returns a unit's life at the start. `least` is the
    lowest life of a unit on the board. A condition on life can be true from the start if its
    trigger has other conditions: then it just selects the units.
    """

    def begins(unit: Unit) -> int:
        return life(unit.stats_as(stats))

    def lint(level: Level) -> Iterable[Flaw]:
        for number, trigger in enumerate(level.script.triggers):
            for index, when in enumerate(trigger.when):
                if when.health is None:
                    continue
                at = ("trigger", number, "when", index, "health", "at_most")
                if (most := when.health.at_most) < least:
                    yield Flaw("health-never", at, severity="warning", at_most=most)
                elif len(trigger.when) == 1 and (meant := _at_once(level, when.health, begins)):
                    unit, left = meant
                    yield Flaw("health-at-once", at, severity="warning", unit=unit, left=left)

    return lint


def movement_in_bounds(stats: type[S], movement: Callable[[S], str]) -> Lint:
    """Return a lint for units with too much movement.

    Every tile in reach is listed, so movement must stay low. `stats` is the book's type of stats;
    `movement` returns the movement dice in them.
    """

    def lint(level: Level) -> Iterable[Flaw]:
        for unit in level.units:
            yield from _movement_flaws(unit, movement(unit.stats_as(stats)))
        for id, thing in level.things("items", Goods).items():
            most = Dice.of(thing.gain).highest if thing.gain else 0
            if most > MOST_MOVEMENT:
                at, limit = (id, "gain"), MOST_MOVEMENT
                yield Flaw("gain-high", at, file="items", header=id, most=most, limit=limit)

    return lint


def _movement_flaws(unit: Unit, dice: str) -> Iterable[Flaw]:
    most, name, at = Dice.of(dice).highest, name_in_file(unit), ("unit", unit.id, "movement")
    if most > MOST_MOVEMENT:
        yield Flaw("movement-high", at, unit=name, most=most, limit=MOST_MOVEMENT)
    elif most <= 0:
        yield Flaw("movement-none", at, severity="warning", unit=name, dice=dice)


def hands_for_items(has_hand: Callable[[Level, Unit], bool]) -> Lint:
    """Return a lint that warns of items that triggers give to units without a hand for them."""

    def lint(level: Level) -> Iterable[Flaw]:
        units = {unit.id: unit for unit in level.units}
        for number, trigger in enumerate(level.script.triggers):
            for index, deed in enumerate(trigger.do):
                unit = units[deed.give.unit] if deed.give else None
                if unit is not None and not has_hand(level, unit):
                    at = ("trigger", number, "do", index, "give", "unit")
                    yield Flaw("no-hand", at, severity="warning", unit=name_in_file(unit))

    return lint


def name_in_file(unit: Unit) -> str:
    """Return the id of a unit in the level's file, without its side."""
    return unit.id.partition(".")[2]


def _at_once(
    level: Level, health: WhenHealth, begins: Callable[[Unit], int]
) -> tuple[str, int] | None:
    """Return a unit whose life at the start fulfils a condition, and its life, or None."""
    later = level.script.coming
    for unit in level.units:
        is_meant = health.unit in (None, unit.id) and health.side in (None, unit.side)
        if is_meant and unit.id not in later and (left := begins(unit)) <= health.at_most:
            return name_in_file(unit), left
    return None


def things_of_use(
    table: str = "items",
    besides: Collection[str] = ("title", "about", "target", "turns", "when"),
) -> Lint:
    """Return a lint that warns of entries without effect, unless a trigger waits for their use.

    The keys in `besides` describe the use of an entry, not its effect.
    """

    def lint(level: Level) -> Iterable[Flaw]:
        whens = [when for trigger in level.script.triggers for when in trigger.conditions]
        awaited = {when.used.item for when in whens if when.used}
        for id, thing in level.things(table, msgspec.Struct).items():
            if id not in awaited and _is_idle(thing, besides):
                yield Flaw("thing-idle", (id,), severity="warning", file=table, header=id)

    return lint


@lru_cache(maxsize=64)
def _defaults(kind: type[msgspec.Struct]) -> tuple[tuple[str, object], ...]:
    """Return the default of each optional field of a type."""
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return tuple(zip(names[len(names) - len(defaults) :], defaults, strict=True))


def _is_idle(thing: msgspec.Struct, besides: Collection[str]) -> bool:
    """Return whether all values of an entry, apart from the keys in `besides`, are the defaults."""
    for name, default in _defaults(type(thing)):
        value = getattr(thing, name)
        if name in besides or value == default:
            continue
        if not (isinstance(value, msgspec.Struct) and _is_idle(value, besides)):
            return False
    return True
