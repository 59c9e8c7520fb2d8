"""Facts about a hero's gains from a rank or a trait."""

from msgspec.structs import asdict

from game.rules.action.growth_tables import Growth
from game.terms.facts import Facts, Slot, fact_if, fact_of, line_of


def growth_facts(growth: Growth) -> Facts:
    """Return the facts about a hero's gains from a rank or a trait."""
    numbers = ("life", "strength", "agility", "mind", "attacks", "rating")
    skills = asdict(growth.skills)
    return line_of(
        *(fact_of(Slot.EFFECT, f"gains_{key}", value=getattr(growth, key)) for key in numbers),
        fact_of(Slot.EFFECT, "speed", value=growth.speed),
        fact_of(Slot.EFFECT, "gains_focus", value=growth.focus),
        *(fact_of(Slot.EFFECT, "gains_skill", skill=key, value=skills[key]) for key in skills),
        fact_of(Slot.EFFECT, "gains_weapons", weapons=growth.weapons),
        fact_of(Slot.EFFECT, "gains_powers", powers=growth.powers),
        fact_of(Slot.EFFECT, "gains_armour", armour=growth.armour),
        fact_of(Slot.EFFECT, "gains_shield", shield=growth.shield),
        fact_of(Slot.EFFECT, "gains_resistance", types=growth.resist),
        fact_if(growth.dark_sight, Slot.EFFECT, "gains_dark_sight"),
    )
