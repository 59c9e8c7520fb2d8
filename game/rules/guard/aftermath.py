"""A character's state after a battle, and after a long rest."""

from collections.abc import Mapping

from game.components.unit import Vitals
from game.engine.book import Gain, Gear, HeroStanding
from game.rules.guard.events import AbilityUsed, FocusGained, SpellCast
from game.rules.guard.figures import deed, figure
from game.rules.guard.growth import grown, growth_facts
from game.rules.guard.records import FocusLeft
from game.rules.guard.schema import Class
from game.systems import items
from game.systems.damage import life_on_foot
from game.systems.parties import is_player
from game.terms.events import ItemUsed
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import id_of

UNTIL_REST = ("hurt", "spent")
"""Keys of a character that a long rest clears."""


def aftermath(world: World, unit: Entity) -> dict[str, object]:
    """Return the keys for a character's losses until a long rest, and for the items left.

    A defeated character has 1 life: the others carry it along. Abilities have their uses per
    battle, so none of them is lost.
    """
    vitals, focus = world.get(unit, Vitals), world.find(unit, FocusLeft)
    hand, left = (items.hand_of(world, unit), focus.left) if focus else _at_defeat(world, unit)
    return {
        "items": list(hand),
        "hurt": vitals.most - max(1, vitals.life),
        "spent": max(0, figure(world, unit).focus - left),
    }


def _at_defeat(world: World, unit: Entity) -> tuple[tuple[str, ...], int]:
    """Return the items and the focus of a defeated character, from the log.

    The character itself has no records of them: a unit out of the battle keeps only its name.
    """
    stats, id = figure(world, unit), id_of(world, unit)
    hand, left = list(stats.items), stats.focus - stats.spent
    for told in world.log:
        event = told.event
        if isinstance(event, ItemUsed) and event.unit == id and event.item in hand:
            hand.remove(event.item)
            left -= deed(world, "items", event.item).cost
        elif isinstance(event, SpellCast) and event.unit == id:
            left -= deed(world, "spells", event.spell).cost
        elif isinstance(event, AbilityUsed) and event.unit == id:
            left -= deed(world, "abilities", event.ability).cost
        elif isinstance(event, FocusGained) and event.unit == id:
            left = event.left
    return tuple(hand), left


def level_keys(world: World, unit: Entity) -> dict[str, object]:
    """Return the keys that would put a unit into a level as it is now.

    For a character: what `aftermath` returns. For a group: the number of monsters left.
    """
    if is_player(world, unit):
        return aftermath(world, unit)
    return {"number": life_on_foot(world, unit)}


def rested(keys: Mapping[str, object]) -> dict[str, object]:
    """Return the keys of a character after a long rest, which restores life and focus."""
    return {key: value for key, value in keys.items() if key not in UNTIL_REST}


def hero_standing(stats: object) -> HeroStanding:
    """Return the state of a character between two battles."""
    now = grown(stats)
    return HeroStanding(
        life=max(0, now.life - now.hurt),
        most=now.life,
        rank=min(now.grade, len(now.growth)),
        growths=tuple(Gain(one.title, one.about, growth_facts(one)) for one in now.growth),
        traits=tuple(Gain(one.title, one.about, growth_facts(one)) for one in now.traits),
        gear=now.weapons,
        items=now.items,
        powers=(*now.spells, *now.abilities),
    )


def innate(stats: object, gear: Gear) -> tuple[str, ...]:
    """Return the abilities of a character's class, without those it also has of its own."""
    now = grown(stats)
    calling = gear["classes"].get(now.calling)
    found = calling.abilities if isinstance(calling, Class) else ()
    return tuple(id for id in found if id not in now.abilities)
