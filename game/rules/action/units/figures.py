"""The stats of units, from their kind, rank and gear. They are computed once per battle."""

from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import asdict, replace

from game.components.belongings import Armed
from game.components.unit import Name
from game.rules.action.growth_tables import Growth, Skills
from game.rules.action.schema import Figure, Settings, Weapon, Wear
from game.rules.action.value_types import Ability
from game.terms.odds import Modifier
from game.terms.records import Entity
from game.world import World
from game.world.battlefield import SIZES

T = TypeVar("T", bound=Hashable)

FEET = 5
"""The length of a tile's side, in feet (ACT-14)."""

UNARMED = "unarmed"
"""The weapon of a unit with no melee weapon ready."""


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


@lru_cache(maxsize=1000)
def grown(figure: object) -> Figure:
    """Return stats with the growths of their rank and the traits added."""
    assert isinstance(figure, Figure)
    for growth in _gains(figure):
        figure = _gained(figure, growth)
    return figure


def _gains(figure: Figure) -> tuple[Growth, ...]:
    """Return a unit's gains so far: the growths of its rank, then its traits."""
    return (*figure.growth[: figure.rank], *figure.traits)


LEAST = {"life": 1, "strength": -10, "agility": -10, "mind": -10, "attacks": 1}
"""Lower limits of stats that traits reduce. All others are at least 0."""


def _gained(figure: Figure, growth: Growth) -> Figure:
    skills = {key: old + getattr(growth.skills, key) for key, old in asdict(figure.skills).items()}
    numbers = ("life", "strength", "agility", "mind", "speed", "focus", "attacks", "rating")
    more = {
        key: max(LEAST.get(key, 0), getattr(figure, key) + getattr(growth, key)) for key in numbers
    }
    return replace(
        figure,
        **more,
        skills=Skills(**skills),
        weapons=_joined(figure.weapons, growth.weapons),
        powers=_joined(figure.powers, growth.powers),
        armour=growth.armour or figure.armour,
        shield=growth.shield or figure.shield,
        resist=_joined(figure.resist, growth.resist),
        dark_sight=figure.dark_sight or growth.dark_sight,
    )


def _joined(old: tuple[T, ...], new: tuple[T, ...]) -> tuple[T, ...]:
    """Return the old entries, then the new ones that aren't among them."""
    return (*old, *(one for one in new if one not in old))


def size_number(figure: Figure) -> int:
    """Return the size as a number, as in `core.footprints`."""
    return SIZES.index(figure.size)


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
    return sum(growth.rating for growth in _gains(figure))


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
