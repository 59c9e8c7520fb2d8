"""Findings that only a Verdigris level can have."""

from collections.abc import Iterable

from game.rules.verdigris.figures import UNARMED
from game.rules.verdigris.mounts import TRAMPLE
from game.rules.verdigris.schema import Figure, Injury, Protection, Settings, Weapon
from game.systems.shared_lints import life_to_wait_for, things_of_use
from game.terms.book_schema import Flaw
from game.terms.level import Level

NATURAL = (UNARMED, TRAMPLE)
"""Weapons that no one carries."""


def _named(unit: str) -> str:
    return repr(unit.partition(".")[2])


def two_sides(level: Level) -> Iterable[Flaw]:
    """Yield sides beyond two: turns alternate between two sides (VER-03)."""
    if len(level.sides) > 2:
        text = f"There are {len(level.sides)} sides; in Verdigris turns alternate between 2."
        yield Flaw(text, ("side", level.sides[2].id))


def surprise_of_somebody(level: Level) -> Iterable[Flaw]:
    """Yield surprise settings that are inconsistent or name no side (VER-04)."""
    own, sides = level.settings_as(Settings), [side.id for side in level.sides]
    if own.surprise not in ("", "test", *sides):
        known = ", ".join(repr(id) for id in sides)
        text = f'{own.surprise!r} is not a side; known are {known}, and "test".'
        yield Flaw(text, ("verdigris", "surprise"))
    if own.surprise == "test" and not own.hiding:
        yield Flaw("Surprise is tested, and no side is hiding.", ("verdigris", "surprise"))
    if own.hiding and own.surprise != "test":
        text = f'The side {own.hiding!r} hides, and surprise is not tested: surprise = "test".'
        yield Flaw(text, ("verdigris", "hiding"), "warning")


def all_is_painted(level: Level) -> Iterable[Flaw]:
    """Yield unpainted tiles: they are a zone of their own, which is rarely intended (VER-06)."""
    if not any(level.zones):
        return
    for y in range(level.height):
        for x in range(level.width):
            if level.terrain_at((x, y)).walk and not level.zones[y * level.width + x]:
                text = f"The tile [{x}, {y}] can be entered, and is in no zone; all such tiles "
                text += "together count as one more."
                yield Flaw(text, ("map", "zones"), "warning")
                return


def belts_and_packs_hold(level: Level) -> Iterable[Flaw]:
    """Yield belts and packs with too many things (VER-33)."""
    own = level.settings_as(Settings)
    for unit in level.units:
        stats = unit.stats_as(Figure)
        for key, most in (("belt", own.belt), ("pack", own.pack)):
            count = len(getattr(stats, key)) + len(getattr(stats, f"{key}_weapons"))
            if count > most:
                text = (
                    f"The unit {_named(unit.id)} has {count} things on its {key}, and {most} fit."
                )
                yield Flaw(text, ("unit", unit.id, key))


def gear_fits(level: Level) -> Iterable[Flaw]:
    """Yield gear in the wrong place: shields worn, armour carried, natural weapons in hand."""
    armour = level.things("armour", Protection)
    for unit in level.units:
        stats = unit.stats_as(Figure)
        if stats.shield and not armour[stats.shield].shield:
            text = f"The unit {_named(unit.id)} carries {stats.shield!r}, which is no shield."
            yield Flaw(text, ("unit", unit.id, "shield"))
        if stats.armour and armour[stats.armour].shield:
            text = f"The unit {_named(unit.id)} wears {stats.armour!r}, which is a shield."
            yield Flaw(text, ("unit", unit.id, "armour"))
        if stats.weapon in NATURAL:
            text = f"The unit {_named(unit.id)} cannot have {stats.weapon!r} in hand; leave it out."
            yield Flaw(text, ("unit", unit.id, "weapon"))


def gear_serves(level: Level) -> Iterable[Flaw]:
    """Yield gear that is of no use to its owner."""
    arms = level.things("arms", Weapon)
    for unit in level.units:
        stats, name = unit.stats_as(Figure), _named(unit.id)
        own = (stats.weapon, *stats.belt_weapons, *stats.pack_weapons)
        held = [arms[id] for id in own if id]
        if stats.shield and held and all("two_handed" in one.qualities for one in held):
            text = f"The unit {name} has a shield, and all of its weapons take both hands."
            yield Flaw(text, ("unit", unit.id, "shield"), "warning")
        if stats.leads and not stats.mount:
            text = f"The unit {name} leads a mount, and has none: say which by 'mount'."
            yield Flaw(text, ("unit", unit.id, "leads"), "warning")
        if stats.wounds and not stats.hero:
            text = f"The unit {name} has wounds, which only player characters have: hero = true."
            yield Flaw(text, ("unit", unit.id, "wounds"), "warning")


def one_injury_a_number(level: Level) -> Iterable[Flaw]:
    """Yield rolls of the injury table with no injury or several (VER-31)."""
    table = level.things("injuries", Injury)
    for tens in range(1, 7):
        for ones in range(1, 7):
            number = tens * 10 + ones
            found = [id for id, one in table.items() if one.low <= number <= one.high]
            if len(found) != 1:
                text = f"The injury table has {len(found)} lines for {number}, and needs one."
                yield Flaw(text, (found[-1],) if found else (), file="injuries")


LINTS = (
    *(two_sides, surprise_of_somebody, all_is_painted, belts_and_packs_hold),
    *(gear_fits, gear_serves, one_injury_a_number),
    *(life_to_wait_for(Figure, lambda figure: figure.life, least=0), things_of_use()),
)
