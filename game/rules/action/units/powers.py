"""Spells, abilities and items: costs and uses (ACT-08, ACT-19, ACT-36)."""

from msgspec.structs import replace

from game.components.uses import Uses
from game.rules.action.records import Focus
from game.rules.action.schema import Deed, Effect, Item, Power, Saving
from game.rules.action.units.figures import figure, weapon
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world import World
from game.world.unit_names import id_of

RULES = {"arms": "ACT-13", "powers": "ACT-36", "items": "ACT-11"}
"""The rule for the effects of each table's entries, apart from an attack's damage."""

NO_EFFECT = Effect()
"""The effect of a weapon that only does damage."""


def power(world: World, id: str) -> Power:
    """Return a spell or another ability."""
    return world.scene.gear("powers", id, Power)


def item(world: World, id: str) -> Item:
    """Return a consumable item."""
    return world.scene.gear("items", id, Item)


def deed(world: World, source: str, id: str) -> Deed:
    """Return a power or an item."""
    # Directly, because this is called more often than almost anything else.
    gear = world.scene.gear
    return gear("powers", id, Power) if source == "powers" else gear("items", id, Item)


def unpaid(world: World, unit: Entity, id: str) -> Refusal | None:
    """Refuse a power that the unit can't pay for: too little focus, or no uses left."""
    what, focus = power(world, id), world.find(unit, Focus)
    left = focus.left if focus else 0
    if what.cost > left:
        name = id_of(world, unit)
        return Refusal("no-focus", "ACT-36", thing=id, cost=what.cost, unit=name, left=left)
    if what.uses and used(world, unit, id) >= what.uses:
        if what.rest == "short":
            return Refusal("used-up", "ACT-36", variant="short", thing=id, uses=what.uses)
        return Refusal("used-up", "ACT-36", variant="long", thing=id, uses=what.uses)
    return None


def used(world: World, unit: Entity, id: str) -> int:
    """Return the number of times the unit has used a power since its last rest."""
    uses = world.find(unit, Uses)
    return dict(uses.spent).get(id, 0) if uses else 0


def pay(world: World, unit: Entity, id: str) -> None:
    """Spend the focus for a power, and count the use."""
    what = power(world, id)
    focus = world.find(unit, Focus)
    if what.cost and focus:
        world.put(unit, replace(focus, left=focus.left - what.cost))
    if what.uses:
        uses = world.find(unit, Uses) or Uses()
        spent = dict(uses.spent) | {id: used(world, unit, id) + 1}
        world.put(unit, Uses(tuple(sorted(spent.items()))))


def known(world: World, unit: Entity) -> tuple[str, ...]:
    """Return the powers that the unit knows."""
    return figure(world, unit).powers


def skill_of(deed: Deed) -> str:
    """Return the skill that is added to an attack with a power or an item."""
    if isinstance(deed, Power) and deed.kind == "spell":
        return "magic"
    return "shooting" if deed.attack == "ranged" else "fighting"


# Effects of weapons, powers and items, apart from an attack's damage


def effect(world: World, source: str, id: str) -> Effect:
    """Return the effect of a weapon, a power or an item on each target."""
    if source == "arms":
        return weapon(world, id).effect or NO_EFFECT
    return deed(world, source, id).effect


def own(world: World, source: str, id: str) -> Effect | None:
    """Return the effect of a power or an item on its user, or None."""
    return None if source == "arms" else deed(world, source, id).own


def saving(world: World, source: str, id: str) -> Saving | None:
    """Return the save against the effect of a weapon, a power or an item, or None."""
    return weapon(world, id).save if source == "arms" else deed(world, source, id).save


def has_impact(world: World, source: str, id: str) -> bool:
    """Return whether a hit with a weapon, a power or an item has effects beyond damage."""
    if source == "arms":
        return weapon(world, id).effect is not None
    return world.scene.once(("has impact", source, id), lambda: _has_impact(world, source, id))


def _has_impact(world: World, source: str, id: str) -> bool:
    rest = replace(effect(world, source, id), damage=None, type="bludgeoning")
    return rest != NO_EFFECT or own(world, source, id) is not None
