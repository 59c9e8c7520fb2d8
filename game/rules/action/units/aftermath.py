"""What of a unit lasts beyond a battle, and until a long rest (ACT-19, ACT-35, ACT-36)."""

from collections.abc import Mapping
from typing import Any

from game.components.belongings import Hand
from game.components.unit import Vitals
from game.components.uses import Uses
from game.engine.book import Gain, HeroStanding
from game.rules.action.records import Focus, HasRallied
from game.rules.action.schema import Figure
from game.rules.action.units import powers
from game.rules.action.units.figures import grown
from game.terms.records import Entity
from game.world import World

UNTIL_REST = ("hurt", "spent", "used", "rallied")
"""The keys of a unit that a long rest wipes."""


def aftermath(world: World, unit: Entity) -> dict[str, Any]:
    """What is gone until a long rest, and the things left; who was down comes round with 1 life.

    What a short rest gives back is there again: there is time for one between two battles.
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


def level_keys(world: World, unit: Entity) -> dict[str, Any]:
    """The same in the middle of a battle, where what a short rest gives back is still gone."""
    uses = world.find(unit, Uses) or Uses()
    return aftermath(world, unit) | {"used": [id for id, n in uses.spent for _ in range(n)]}


def rested(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Keys of a unit after a long rest: all of its life, its focus, its powers and its rally."""
    return {key: value for key, value in keys.items() if key not in UNTIL_REST}


def hero_standing(figure: Any) -> HeroStanding:
    """How somebody stands between two battles."""
    assert isinstance(figure, Figure)
    now = grown(figure)
    return HeroStanding(
        life=max(0, now.life - now.hurt),
        most=now.life,
        rank=min(now.rank, len(now.growth)),
        growths=tuple(Gain(growth.title, growth.about) for growth in now.growth),
        gear=(*now.weapons, *(it for it in (now.armour, now.shield) if it)),
        items=now.items,
        powers=now.powers,
    )
