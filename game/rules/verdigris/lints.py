"""Checks for Verdigris levels only."""

from collections.abc import Iterable

from game.rules.verdigris.schema import (
    TRAMPLE,
    UNARMED,
    Figure,
    Injury,
    Protection,
    Settings,
    Weapon,
)
from game.systems.shared_lints import life_to_wait_for, name_in_file, things_of_use
from game.terms.book_schema import Flaw
from game.terms.level import Level

NATURAL = (UNARMED, TRAMPLE)
"""Weapons that no one carries."""


def two_sides(level: Level) -> Iterable[Flaw]:
    """Yield sides beyond two: turns alternate between two sides (VER-03)."""
    if len(level.sides) > 2:
        yield Flaw("too-many-sides", ("side", level.sides[2].id), count=len(level.sides))


def surprise_of_somebody(level: Level) -> Iterable[Flaw]:
    """Yield surprise settings that are inconsistent or name no side (VER-04)."""
    own, sides = level.settings_as(Settings), [side.id for side in level.sides]
    if own.surprise not in ("", "test", *sides):
        known = tuple(sides)
        yield Flaw("surprise-unknown", ("verdigris", "surprise"), given=own.surprise, known=known)
    if own.surprise == "test" and not own.hiding:
        yield Flaw("surprise-of-nobody", ("verdigris", "surprise"))
    if own.hiding and own.surprise != "test":
        at = ("verdigris", "hiding")
        yield Flaw("surprise-untested", at, severity="warning", side=own.hiding)


def all_is_painted(level: Level) -> Iterable[Flaw]:
    """Yield unpainted tiles: they form a separate zone, which is rarely intended (VER-06)."""
    if not any(level.zones):
        return
    for y in range(level.height):
        for x in range(level.width):
            if level.terrain_at((x, y)).walk and not level.zones[y * level.width + x]:
                yield Flaw("tile-unpainted", ("map", "zones"), severity="warning", tile=(x, y))
                return


def belts_and_packs_hold(level: Level) -> Iterable[Flaw]:
    """Yield belts and packs with too many items and weapons (VER-33)."""
    own = level.settings_as(Settings)
    for unit in level.units:
        stats = unit.stats_as(Figure)
        for key, most in (("belt", own.belt), ("pack", own.pack)):
            count = len(getattr(stats, key)) + len(getattr(stats, f"{key}_weapons"))
            if count > most:
                at, name = ("unit", unit.id, key), name_in_file(unit)
                yield Flaw("too-many-things", at, unit=name, key=key, count=count, most=most)


def gear_fits(level: Level) -> Iterable[Flaw]:
    """Yield misplaced gear: shields worn, armour used as a shield, natural weapons in hand."""
    armour = level.things("armour", Protection)
    for unit in level.units:
        stats, name = unit.stats_as(Figure), name_in_file(unit)
        if stats.shield and not armour[stats.shield].shield:
            yield Flaw("no-shield", ("unit", unit.id, "shield"), unit=name, thing=stats.shield)
        if stats.armour and armour[stats.armour].shield:
            yield Flaw("shield-worn", ("unit", unit.id, "armour"), unit=name, thing=stats.armour)
        if stats.weapon in NATURAL:
            yield Flaw("weapon-natural", ("unit", unit.id, "weapon"), unit=name, thing=stats.weapon)


def gear_serves(level: Level) -> Iterable[Flaw]:
    """Yield gear that its owner can't use."""
    arms = level.things("arms", Weapon)
    for unit in level.units:
        stats, name = unit.stats_as(Figure), name_in_file(unit)
        own = (stats.weapon, *stats.belt_weapons, *stats.pack_weapons)
        held = [arms[id] for id in own if id]
        if stats.shield and held and all("two_handed" in one.qualities for one in held):
            yield Flaw("shield-idle", ("unit", unit.id, "shield"), severity="warning", unit=name)
        if stats.leads and not stats.mount:
            yield Flaw("leads-nothing", ("unit", unit.id, "leads"), severity="warning", unit=name)
        if stats.wounds and not stats.hero:
            yield Flaw("wounds-idle", ("unit", unit.id, "wounds"), severity="warning", unit=name)


def one_injury_a_number(level: Level) -> Iterable[Flaw]:
    """Yield rolls on the injury table with no injury, or with several (VER-31)."""
    table = level.things("injuries", Injury)
    for tens in range(1, 7):
        for ones in range(1, 7):
            number = tens * 10 + ones
            found = [id for id, one in table.items() if one.low <= number <= one.high]
            if len(found) != 1:
                at, count = (found[-1],) if found else (), len(found)
                yield Flaw("injury-lines", at, file="injuries", number=number, count=count)


LINTS = (
    *(two_sides, surprise_of_somebody, all_is_painted, belts_and_packs_hold),
    *(gear_fits, gear_serves, one_injury_a_number),
    *(life_to_wait_for(Figure, lambda figure: figure.life, least=0), things_of_use()),
)
