"""Facts about a hero's gains from a rank."""

from msgspec.structs import asdict

from game.rules.action.schema import Growth
from game.terms.facts import Facts, Slot, fact_of, line_of


def growth_facts(growth: Growth) -> Facts:
    """Return the facts about a hero's gains from a rank."""
    numbers = ("life", "strength", "agility", "mind", "attacks", "rating")
    skills = asdict(growth.skills)
    return line_of(
        *(fact_of(Slot.EFFECT, f"gains_{key}", value=getattr(growth, key)) for key in numbers),
        fact_of(Slot.EFFECT, "speed", value=growth.speed),
        fact_of(Slot.EFFECT, "focus_gain", focus=growth.focus),
        *(fact_of(Slot.EFFECT, "gains_skill", skill=key, value=skills[key]) for key in skills),
        fact_of(Slot.EFFECT, "gains_weapons", weapons=growth.weapons),
        fact_of(Slot.EFFECT, "gains_powers", powers=growth.powers),
    )
