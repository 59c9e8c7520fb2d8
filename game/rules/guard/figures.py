"""What units are by their kinds, and what abilities and lasting effects change of it."""

from collections.abc import Iterator

from game.components.unit import Position, Vitals
from game.rules.guard.schema import Ability, Arms, Class, DeedEffect, Figure, Settings, Usable
from game.systems.parties import is_player
from game.systems.turn_upkeep import conditions_of
from game.terms.level import Level, Unit
from game.terms.odds import Modifier, summed
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import id_of

BARE = "bare_hands"
"""What a character strikes with that has nothing better (GUA-08)."""

NUMBERS = (
    *("strength", "guard", "defence", "fierce", "harm", "stalled"),
    *("places", "foe_places", "heads", "stealth", "speech"),
)
FLAGS = ("hidden", "taunt", "pinned", "no_place", "from_rear", "from_front", "over_front")
LASTING = (*NUMBERS, *FLAGS)
"""The parts of an effect that last, which are kinds of conditions too."""

RULES = {"spells": "GUA-11", "items": "GUA-10", "abilities": "GUA-12"}
"""The rule by which a thing of each table does what it does."""


def settings(world: World) -> Settings:
    """The level's settings."""
    return world.scene.settings(Settings)


def figure(world: World, unit: Entity) -> Figure:
    """The unit's kind with all that the level says of it."""
    stats = world.scene.units[id_of(world, unit)].stats
    assert isinstance(stats, Figure)
    return stats


def deed(world: World, table: str, id: str) -> Usable:
    """A spell, an item or an ability."""
    return world.scene.gear(table, id, Usable)


def arms(world: World, id: str) -> Arms:
    """A weapon."""
    return world.scene.gear("arms", id, Arms)


def weapons(world: World, unit: Entity) -> tuple[str, ...]:
    """What a character can attack with: bare hands if nothing of it is for melee."""
    had = tuple(dict.fromkeys(figure(world, unit).weapons))
    armed = any(arms(world, id).kind == "melee" for id in had)
    return had if armed else (*had, BARE)


def abilities_in(level: Level, unit: Unit) -> tuple[str, ...]:
    """What a unit of a level can do by its class and of itself, each once."""
    stats = unit.stats
    assert isinstance(stats, Figure)
    found = level.gear["classes"].get(stats.calling)
    of_class = found.abilities if isinstance(found, Class) else ()
    return tuple(dict.fromkeys((*of_class, *stats.abilities)))


def abilities(world: World, unit: Entity) -> tuple[str, ...]:
    """What the unit can do by its class and of itself."""
    id = id_of(world, unit)
    found: tuple[str, ...] | None = world.scene.memo.get(("abilities", id))
    if found is None:
        found = abilities_in(world.scene.level, world.scene.units[id])
        world.scene.memo["abilities", id] = found
    return found


def ability(world: World, id: str) -> Ability:
    """An ability."""
    return world.scene.gear("abilities", id, Ability)


def known(world: World, unit: Entity) -> Iterator[tuple[str, Ability]]:
    """The unit's abilities."""
    return ((id, ability(world, id)) for id in abilities(world, unit))


def parts(world: World, unit: Entity, kind: str) -> tuple[Modifier, ...]:
    """What changes a number of the unit: what it always can, then what holds for it."""
    own, held = _own(world, unit, kind), conditions_of(world, unit).all
    if not held:
        return own
    passing = (Modifier(one.cause or kind, one.value, one.rule) for one in held if one.kind == kind)
    return (*own, *passing)


def _own(world: World, unit: Entity, kind: str) -> tuple[Modifier, ...]:
    """What the unit always can, of a kind; found once for the battle."""
    memo, id = world.scene.memo, id_of(world, unit)
    found: tuple[Modifier, ...] | None = memo.get(("own", id, kind))
    if found is None:
        found = memo["own", id, kind] = tuple(
            Modifier(name, value, "GUA-12")
            for name, what in known(world, unit)
            if what.passive and (value := int(getattr(what.effect, kind)))
        )
    return found


def total(world: World, unit: Entity, kind: str) -> int:
    """The sum of what changes a number of the unit."""
    return summed(parts(world, unit, kind))


def has(world: World, unit: Entity, flag: str) -> bool:
    """Whether something holds for the unit, always or for now."""
    return total(world, unit, flag) > 0


def has_of_itself(world: World, unit: Entity, flag: str) -> bool:
    """Return whether something holds for the unit always."""
    return summed(_own(world, unit, flag)) > 0


def lasts(effect: DeedEffect) -> tuple[tuple[str, int], ...]:
    """What of an effect lasts, as kinds of conditions with their values."""
    found = ((kind, int(getattr(effect, kind))) for kind in LASTING)
    return tuple((kind, value) for kind, value in found if value)


def members(world: World, party: bool) -> tuple[Entity, ...]:
    """Who stands, of the party or of the monsters, in unit order."""
    return tuple(unit for unit in world.ids(Position) if is_player(world, unit) == party)


def number(world: World, unit: Entity) -> int:
    """How many monsters of a group stand, and 1 for a character that does."""
    return 1 if is_player(world, unit) else max(0, world.get(unit, Vitals).life)


def die(world: World, unit: Entity, attribute: str) -> str:
    """One of a character's dice."""
    return str(getattr(figure(world, unit), attribute))
