"""The stats of units, and the modifiers from abilities and lasting effects."""

from collections.abc import Iterator

from game.components.unit import Position, Vitals
from game.rules.guard.growth import abilities_in, stats_of
from game.rules.guard.schema import BARE, Ability, Arms, DeedEffect, Figure, Settings, Usable
from game.systems.parties import is_player
from game.systems.turn_upkeep import conditions_of
from game.terms.odds import Modifier, summed
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import id_of

NUMBERS = (
    *("strength", "guard", "defence", "fierce", "harm", "stalled"),
    *("places", "foe_places", "heads", "stealth", "speech"),
)
FLAGS = ("hidden", "taunt", "pinned", "no_place", "from_rear", "from_front", "over_front")
LASTING = (*NUMBERS, *FLAGS)
"""Lasting effects, which are also kinds of conditions."""

RULES = {"spells": "GUA-11", "items": "GUA-10", "abilities": "GUA-12"}
"""The rule under which the entries of each table take effect."""


def settings(world: World) -> Settings:
    """Return the level's settings."""
    return world.scene.settings(Settings)


def figure(world: World, unit: Entity) -> Figure:
    """Return the unit's stats: its kind's, with the level's overrides and the gains of grades."""
    id = id_of(world, unit)
    return world.scene.once(("figure", id), lambda: stats_of(world.scene.units[id]))


def deed(world: World, table: str, id: str) -> Usable:
    """Return a spell, an item or an ability."""
    return world.scene.gear(table, id, Usable)


def arms(world: World, id: str) -> Arms:
    """Return a weapon."""
    return world.scene.gear("arms", id, Arms)


def weapons(world: World, unit: Entity) -> tuple[str, ...]:
    """Return the character's weapons, with bare hands if none of them is for melee."""
    had = tuple(dict.fromkeys(figure(world, unit).weapons))
    armed = any(arms(world, id).kind == "melee" for id in had)
    return had if armed else (*had, BARE)


def abilities(world: World, unit: Entity) -> tuple[str, ...]:
    """Return the unit's abilities: those of its class and its own."""
    id = id_of(world, unit)
    level, known = world.scene.level, world.scene.units
    return world.scene.once(("abilities", id), lambda: abilities_in(level, known[id]))


def ability(world: World, id: str) -> Ability:
    """Return an ability."""
    return world.scene.gear("abilities", id, Ability)


def known(world: World, unit: Entity) -> Iterator[tuple[str, Ability]]:
    """Return the unit's abilities with their ids."""
    return ((id, ability(world, id)) for id in abilities(world, unit))


def parts(world: World, unit: Entity, kind: str) -> tuple[Modifier, ...]:
    """Return the modifiers to a value of the unit: passive abilities, then conditions."""
    own, held = _own(world, unit, kind), conditions_of(world, unit).all
    if not held:
        return own
    passing = (Modifier(one.cause or kind, one.value, one.rule) for one in held if one.kind == kind)
    return (*own, *passing)


def _own(world: World, unit: Entity, kind: str) -> tuple[Modifier, ...]:
    """Return the modifiers to a value from the unit's passive abilities, cached for the battle."""
    key = "own", id_of(world, unit), kind
    return world.scene.once(key, lambda: tuple(_always(world, unit, kind)))


def _always(world: World, unit: Entity, kind: str) -> Iterator[Modifier]:
    for name, what in known(world, unit):
        value = int(getattr(what.effect, kind)) if what.passive else 0
        if value:
            yield Modifier(name, value, "GUA-12")


def total(world: World, unit: Entity, kind: str) -> int:
    """Return the sum of the modifiers to a value of the unit."""
    return summed(parts(world, unit, kind))


def has(world: World, unit: Entity, flag: str) -> bool:
    """Return whether the unit has a flag, from a passive ability or a condition."""
    return total(world, unit, flag) > 0


def has_of_itself(world: World, unit: Entity, flag: str) -> bool:
    """Return whether the unit has a flag from a passive ability."""
    return summed(_own(world, unit, flag)) > 0


def lasts(effect: DeedEffect) -> tuple[tuple[str, int], ...]:
    """Return the lasting effects, as kinds of conditions with their values."""
    found = ((kind, int(getattr(effect, kind))) for kind in LASTING)
    return tuple((kind, value) for kind, value in found if value)


def members(world: World, party: bool) -> tuple[Entity, ...]:
    """Return the units on the board, of the party or of the monsters, in unit order."""
    return tuple(unit for unit in world.ids(Position) if is_player(world, unit) == party)


def number(world: World, unit: Entity) -> int:
    """Return the number of monsters left in a group; 1 for a character."""
    return 1 if is_player(world, unit) else max(0, world.get(unit, Vitals).life)


def die(world: World, unit: Entity, attribute: str) -> str:
    """Return the die of a character's attribute."""
    return str(getattr(figure(world, unit), attribute))
