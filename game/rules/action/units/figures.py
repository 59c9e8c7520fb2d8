"""The stats of units, from their kind, rank and gear. They are computed once per battle."""

from collections.abc import Iterable

from game.components.belongings import Armed
from game.components.unit import Name
from game.rules.action.schema import UNARMED, Figure, Settings, Weapon, Wear
from game.rules.action.units.growth import gains, grown
from game.rules.action.value_types import Ability
from game.terms.odds import Modifier
from game.terms.records import Entity
from game.world import World

FEET = 5
"""The length of a tile's side, in feet (ACT-14)."""


def settings(world: World) -> Settings:
    """Return the level's settings."""
    found = world.scene.level.settings
    assert isinstance(found, Settings)
    return found


def figure(world: World, unit: Entity) -> Figure:
    """Return a unit's stats, with all growths of its rank."""
    id, known = world.get(unit, Name).id, world.scene.figures
    found = known.get(id)
    if found is None:
        found = known[id] = grown(world.scene.units[id].stats)
    assert isinstance(found, Figure)
    return found


def weapon(world: World, id: str) -> Weapon:
    """Return a weapon."""
    return world.scene.gear("arms", id, Weapon)


def wear(world: World, id: str) -> Wear:
    """Return a piece of armour, or a shield."""
    return world.scene.gear("armour", id, Wear)


def worn(world: World, unit: Entity) -> tuple[Wear, ...]:
    """Return the armour that protects a unit now; a two-handed weapon excludes a shield."""
    stats, held = figure(world, unit), world.find(unit, Armed)
    found = [wear(world, stats.armour)] if stats.armour else []
    if stats.shield and not (held and held.weapon and weapon(world, held.weapon).hands == 2):
        found.append(wear(world, stats.shield))
    return tuple(found)


def own_rating(world: World, unit: Entity) -> int:
    """Return the armour rating from kind and gear (ACT-12), without conditions."""
    stats, gear = figure(world, unit), worn(world, unit)
    rating = stats.rating
    for piece in gear:
        if piece.kind == "shield":
            rating += piece.rating
        else:
            agility = stats.agility if piece.agility is None else min(stats.agility, piece.agility)
            rating = piece.rating + agility + _rating_gained(stats)
    return rating


def _rating_gained(figure: Figure) -> int:
    """Return the armour rating that a unit has gained by rank and traits."""
    return sum(growth.rating for growth in gains(figure))


def best_ability(stats: Figure, arms: Weapon) -> Ability:
    """Return the ability that is added for a weapon."""
    if arms.ability == "best":
        return "strength" if stats.strength >= stats.agility else "agility"
    return arms.ability


def own_speed(world: World, unit: Entity) -> int:
    """Return the speed in feet per turn from kind and gear: the highest of its speeds (ACT-22)."""
    return speed_in(figure(world, unit), worn(world, unit))


def speed_in(stats: Figure, pieces: Iterable[Wear]) -> int:
    """Return the speed of these stats in armour."""
    slowed = sum(
        piece.slows
        for piece in pieces
        if piece.strength is not None and stats.strength < piece.strength
    )
    return max(0, max(stats.speed, stats.fly) - slowed)


def ready_weapons(world: World, unit: Entity) -> tuple[str, ...]:
    """Return a unit's usable weapons: those in hand and natural weapons, or else its fists."""
    return world.once(("ready", unit), lambda: _ready_weapons(world, unit), (Armed, Name))


def _ready_weapons(world: World, unit: Entity) -> tuple[str, ...]:
    held = world.find(unit, Armed)
    born = [id for id in figure(world, unit).weapons if weapon(world, id).natural]
    ready = ([held.weapon] if held and held.weapon else []) + born
    if not any(weapon(world, id).kind != "ranged" for id in ready):
        ready.append(UNARMED)
    return tuple(dict.fromkeys(ready))


def ability_parts(
    world: World, unit: Entity, ability: str, skill: str, rule: str = "ACT-38"
) -> tuple[Modifier, ...]:
    """Return the modifiers from ability and skill to a roll of the unit under `rule`."""
    stats = figure(world, unit)
    by = {ability: getattr(stats, ability), skill: getattr(stats.skills, skill)}
    return tuple(Modifier(name, value, rule) for name, value in by.items() if value)
