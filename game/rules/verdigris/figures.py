"""The stats of units, and the dice of their tests and saves, each with its rule."""

from collections.abc import Iterable
from typing import Literal

from game.components.belongings import Armed, Gear
from game.components.unit import Down, Name, Position
from game.rules.verdigris.records import Grappled, Mounted, Stress
from game.rules.verdigris.schema import (
    UNARMED,
    Beast,
    Figure,
    Protection,
    Remedy,
    Settings,
    Talent,
    Weapon,
)
from game.systems.parties import is_player
from game.systems.turn_upkeep import has_condition, modifiers_of
from game.terms.odds import Modifier
from game.terms.records import Entity
from game.world import World

Attribute = Literal["strength", "agility", "mind", "charisma"]
Parts = tuple[Modifier, ...]

BY_STRENGTH = ("brawling", "melee", "bows")
"""Skills that use Strength; the others use Agility (VER-08)."""

HANDS = ("brawling", "melee")
"""Skills of melee attacks; the others shoot."""


def settings(world: World) -> Settings:
    """Return the level's settings."""
    return world.scene.settings(Settings)


def figure(world: World, unit: Entity) -> Figure:
    """Return a unit's stats."""
    return world.scene.units[world.get(unit, Name).id].stats_as(Figure)


def weapon(world: World, id: str) -> Weapon:
    """Return a weapon."""
    return world.scene.gear("arms", id, Weapon)


def in_hand(world: World, unit: Entity) -> str:
    """Return the unit's weapon, or bare hands."""
    armed = world.find(unit, Armed)
    return armed.weapon if armed and armed.weapon else UNARMED


def attribute_of(skill: str) -> Attribute:
    """Return the attribute that goes with the skill of an attack (VER-08)."""
    return "strength" if skill in BY_STRENGTH else "agility"


def is_ranged(arms: Weapon) -> bool:
    """Return whether the weapon shoots."""
    return arms.skill not in HANDS


def remedy(world: World, id: str) -> Remedy:
    """Return an item."""
    return world.scene.gear("items", id, Remedy)


def beast(world: World, unit: Entity) -> Beast:
    """Return the unit's mount."""
    return world.scene.gear("mounts", world.get(unit, Mounted).kind, Beast)


def gear(world: World, unit: Entity) -> Gear:
    """Return the unit's gear, as far as this view of the world shows it."""
    return world.find(unit, Gear) or Gear()


def is_hero(world: World, unit: Entity) -> bool:
    """Return whether the unit is a player character, not an ally of the party."""
    return figure(world, unit).hero and is_player(world, unit)


def is_able(world: World, unit: Entity) -> bool:
    """Return whether the unit is on the board and not at Death's Door."""
    return world.has(unit, Position) and not world.has(unit, Down)


def rides(world: World, unit: Entity) -> bool:
    """Return whether the unit is mounted."""
    mounted = world.find(unit, Mounted)
    return mounted is not None and mounted.ridden


def has(world: World, unit: Entity, condition: str) -> bool:
    """Return whether the unit has a condition of this kind."""
    return has_condition(world, unit, condition)


def talent(world: World, unit: Entity, what: str) -> int:
    """Return the sum of one value over the unit's talents."""
    known = (world.scene.gear("talents", id, Talent) for id in figure(world, unit).talents)
    return sum(getattr(one, what) for one in known)


def worn(world: World, unit: Entity) -> tuple[tuple[str, Protection], ...]:
    """Return the unit's armour, and its shield unless both hands are on the weapon."""
    ids = worn_with(figure(world, unit), weapon(world, in_hand(world, unit)))
    return tuple((id, world.scene.gear("armour", id, Protection)) for id in ids)


def worn_with(own: Figure, arms: Weapon) -> tuple[str, ...]:
    """Return the armour and shield that count with this weapon in hand."""
    ids = [own.armour] if own.armour else []
    if own.shield and "two_handed" not in arms.qualities:
        ids.append(own.shield)
    return tuple(ids)


def carries_shield(world: World, unit: Entity) -> bool:
    """Return whether the unit has a shield that it can use now."""
    return any(wear.shield for _, wear in worn(world, unit))


def entangled(world: World, unit: Entity) -> int:
    """Return the unit's level of entanglement."""
    grappled = world.find(unit, Grappled)
    return grappled.level if grappled else 0


# Dice


def parts_of(*found: tuple[str, int, str]) -> Parts:
    """Return the modifiers that aren't 0."""
    return tuple(Modifier(text, value, rule) for text, value, rule in found if value)


def pool(world: World, parts: Iterable[Modifier]) -> int:
    """Return the number of dice in a pool of these parts."""
    return max(settings(world).least_pool, sum(part.value for part in parts))


def attribute(world: World, unit: Entity, name: Attribute, rule: str) -> Parts:
    """Return an attribute, with the injuries and armour that affect it."""
    own = parts_of((name, getattr(figure(world, unit), name), rule))
    held = modifiers_of(world, unit, name)
    if name != "agility":
        return (*own, *held)
    bulk = parts_of(*((id, wear.agility, rule) for id, wear in worn(world, unit)))
    return (*own, *held, *bulk)


def handicaps(world: World, unit: Entity, is_prone_bad: bool = True) -> Parts:
    """Return the modifiers to every test and save. Being prone counts if `is_prone_bad`."""
    prone = -1 if is_prone_bad and has(world, unit, "prone") else 0
    return parts_of(("entangled", -entangled(world, unit), "VER-27"), ("prone", prone, "VER-18"))


def skilled(world: World, unit: Entity, name: Attribute, skill: str, rule: str) -> Parts:
    """Return the dice for a test of an attribute and a skill."""
    dice = getattr(figure(world, unit).skills, skill) if skill else 0
    return (
        *attribute(world, unit, name, rule),
        *parts_of((skill, dice, rule)),
        *handicaps(world, unit),
    )


def dodge(world: World, unit: Entity, skill: str) -> Parts:
    """Return the dice of a dodge save against an attack with a skill (VER-08, VER-13, VER-16)."""
    shot = skill not in HANDS
    arms = weapon(world, in_hand(world, unit))
    shielded = shot and skill != "blackpowder" and carries_shield(world, unit)
    return (
        *attribute(world, unit, "agility", "VER-08"),
        *modifiers_of(world, unit, "dodge"),
        *handicaps(world, unit),
        *parts_of(
            ("shield", int(shielded), "VER-16"),
            ("parrying", int(not shot and "parrying" in arms.qualities), "VER-08"),
            ("heavy", -int("heavy" in arms.qualities), "VER-08"),
            ("wary", talent(world, unit, "dodge") if shot else 0, "VER-13"),
            *((id, 0 if shot else wear.melee, "VER-08") for id, wear in worn(world, unit)),
        ),
    )


def withstand(world: World, unit: Entity, qualities: tuple[str, ...] = ()) -> Parts:
    """Return the dice of a withstand save: Strength, and the gear dice of armour (VER-09)."""
    pierces = "piercing" in qualities
    return (
        *attribute(world, unit, "strength", "VER-09"),
        *modifiers_of(world, unit, "withstand"),
        *handicaps(world, unit, is_prone_bad=False),
        *parts_of(
            *(
                (id, max(0, wear.gear - (pierces and not wear.firm)), "VER-09")
                for id, wear in worn(world, unit)
            ),
            ("tough", talent(world, unit, "withstand"), "VER-09"),
        ),
    )


def stress(world: World, unit: Entity) -> int:
    """Return the stress dice of the unit's tests."""
    found = world.find(unit, Stress)
    return found.level if found else 0


def may_push(world: World, unit: Entity) -> bool:
    """Return whether the unit can push its tests (VER-34)."""
    return is_hero(world, unit) and stress(world, unit) < settings(world).most_stress
