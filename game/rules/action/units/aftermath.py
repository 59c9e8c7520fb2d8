"""A unit's state after a battle, and after a long rest (ACT-19, ACT-35, ACT-36)."""

from collections.abc import Mapping

from game.components.belongings import Hand
from game.components.unit import Vitals
from game.components.uses import Uses
from game.engine.book import Gain, HeroStanding
from game.rules.action.records import Focus, HasRallied
from game.rules.action.units import powers
from game.rules.action.units.growth import grown
from game.rules.action.units.growth_facts import growth_facts
from game.terms.records import Entity
from game.world import World

UNTIL_REST = ("hurt", "spent", "used", "rallied")
"""Keys of a unit that a long rest clears."""


def aftermath(world: World, unit: Entity) -> dict[str, object]:
    """Return the keys for a unit's losses until a long rest, and for the items left.

    A unit that was down has 1 life. Everything that a short rest restores is restored, because
    there is time for a short rest between two battles.
    """
    vitals, focus, hand = world.get(unit, Vitals), world.find(unit, Focus), world.find(unit, Hand)
    uses = world.find(unit, Uses) or Uses()
    used = [id for id, n in uses.spent if powers.power(world, id).rest == "long" for _ in range(n)]
    return {
        "items": list(hand.items if hand else ()),
        "hurt": vitals.most - max(1, vitals.life),
        "spent": max(0, focus.most - focus.left) if focus else 0,
        "used": used,
        "rallied": world.has(unit, HasRallied),
    }


def level_keys(world: World, unit: Entity) -> dict[str, object]:
    """Return the keys of `aftermath` during a battle, without the benefits of a short rest."""
    uses = world.find(unit, Uses) or Uses()
    return aftermath(world, unit) | {"used": [id for id, n in uses.spent for _ in range(n)]}


def rested(keys: Mapping[str, object]) -> dict[str, object]:
    """Return the keys of a unit after a long rest, which restores life, focus, powers and rally."""
    return {key: value for key, value in keys.items() if key not in UNTIL_REST}


def hero_standing(stats: object) -> HeroStanding:
    """Return the state of a character between two battles."""
    now = grown(stats)
    return HeroStanding(
        life=max(0, now.life - now.hurt),
        most=now.life,
        rank=min(now.rank, len(now.growth)),
        growths=tuple(Gain(one.title, one.about, growth_facts(one)) for one in now.growth),
        traits=tuple(Gain(one.title, one.about, growth_facts(one)) for one in now.traits),
        gear=(*now.weapons, *(it for it in (now.armour, now.shield) if it)),
        items=now.items,
        powers=now.powers,
    )
