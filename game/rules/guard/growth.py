"""The gains of a character's grades and traits, and its stats and abilities with them.

It reads levels, not battles.
"""

from functools import lru_cache

from msgspec.structs import replace

from game.rules.guard.schema import Class, Figure, Grade
from game.terms.facts import Facts, Slot, fact_of, line_of
from game.terms.level import Level, Unit

NUMBERS = ("life", "focus", "armour", "speech")
"""Stats that a grade adds to."""
LEAST = {"life": 1, "focus": 0}
"""Lower limits of stats that traits reduce."""
DICE = ("vigor", "quick", "mind")
"""Stats that a grade replaces with a better die."""
THINGS = ("weapons", "spells", "abilities")
"""Gear and powers that a grade adds."""


@lru_cache(maxsize=1000)
def grown(figure: object) -> Figure:
    """Return stats with the gains of all grades so far, and of the traits."""
    assert isinstance(figure, Figure)
    for grade in (*figure.growth[: figure.grade], *figure.traits):
        figure = _gained(figure, grade)
    return figure


def stats_of(unit: Unit) -> Figure:
    """Return the stats of a unit in a level, with the gains of its grades and traits."""
    return grown(unit.stats)


def _gained(figure: Figure, grade: Grade) -> Figure:
    numbers = {key: getattr(figure, key) + getattr(grade, key) for key in NUMBERS}
    numbers |= {key: max(least, numbers[key]) for key, least in LEAST.items()}
    dice = {key: getattr(grade, key) or getattr(figure, key) for key in DICE}
    things = {
        key: tuple(dict.fromkeys((*getattr(figure, key), *getattr(grade, key)))) for key in THINGS
    }
    return replace(figure, **numbers, **dice, **things)


def abilities_in(level: Level, unit: Unit) -> tuple[str, ...]:
    """Return the abilities of a unit in a level: those of its class and its own, each once."""
    stats = stats_of(unit)
    found = level.gear["classes"].get(stats.calling)
    of_class = found.abilities if isinstance(found, Class) else ()
    return tuple(dict.fromkeys((*of_class, *stats.abilities)))


def growth_facts(grade: Grade) -> Facts:
    """Return the facts about a character's gains from a grade or a trait."""
    changes = {f"gains_{key}": getattr(grade, key) for key in (*NUMBERS, *DICE)}
    return line_of(
        *(fact_of(Slot.EFFECT, key, value=value) for key, value in changes.items()),
        fact_of(Slot.EFFECT, "gains_weapons", weapons=grade.weapons),
        fact_of(Slot.EFFECT, "gains_spells", spells=grade.spells),
        fact_of(Slot.EFFECT, "gains_abilities", abilities=grade.abilities),
    )
