"""The parts of a turn: action, bonus action, reaction, object interaction (ACT-06 to ACT-10)."""

from msgspec.structs import replace

from game.components.unit import Down, Position
from game.rules.action.records import Economy, IsSurprised, Readied, Unloaded
from game.rules.action.units import conditions
from game.rules.action.units.figures import figure, weapon
from game.terms.records import Entity
from game.world import World

FRESH = Economy()
"""The state of a unit that has used nothing."""


def economy(world: World, unit: Entity) -> Economy:
    """Return the parts of its turn that the unit has used."""
    return world.find(unit, Economy) or FRESH


def use(world: World, unit: Entity, **changes: bool | int | str | None) -> None:
    """Record changes to the parts of its turn that the unit has used."""
    world.put(unit, replace(economy(world, unit), **changes))


def can_react(world: World, unit: Entity) -> bool:
    """Return whether the unit has a reaction and is able to use it (ACT-02, ACT-09)."""
    if not world.has(unit, Position) or world.has(unit, Down) or world.has(unit, IsSurprised):
        return False
    if economy(world, unit).reaction:
        return False
    hindered = conditions.has(world, unit, "dazed") or conditions.has(world, unit, "incapacitated")
    return not hindered


def spend_reaction(world: World, unit: Entity) -> None:
    """Record the use of the unit's reaction, which also ends a readied attack."""
    use(world, unit, reaction=True)
    world.drop(unit, Readied)


def attacks_by(world: World, unit: Entity, weapon_id: str) -> str | None:
    """Return the source of an attack with the weapon: `under way`, `action`, `bonus` or None."""
    used = economy(world, unit)
    if used.attacks:
        return "under way"
    if not used.action:
        return "action"
    return "bonus" if used.offhand == weapon_id and not used.bonus else None


def pay_attack(world: World, unit: Entity, weapon_id: str) -> bool:
    """Spend an attack. Return whether it is a light weapon's attack as a bonus action."""
    by, used = attacks_by(world, unit, weapon_id), economy(world, unit)
    light = weapon_id if weapon(world, weapon_id).light else used.offhand
    if by == "under way":
        use(world, unit, attacks=used.attacks - 1, offhand=light)
    elif by == "action":
        use(world, unit, action=True, attacks=figure(world, unit).attacks - 1, offhand=light)
    else:
        use(world, unit, bonus=True)
    if weapon(world, weapon_id).loading:
        unload(world, unit, weapon_id)
    return by == "bonus"


def unload(world: World, unit: Entity, weapon_id: str) -> None:
    """Mark the weapon as unloaded."""
    empty = world.find(unit, Unloaded) or Unloaded(())
    if weapon_id not in empty.weapons:
        world.put(unit, Unloaded((*empty.weapons, weapon_id)))


def is_unloaded(world: World, unit: Entity, weapon_id: str) -> bool:
    """Return whether the weapon must be loaded before it can be shot."""
    empty = world.find(unit, Unloaded)
    return empty is not None and weapon_id in empty.weapons
