"""Initiative rolls, and groups that act together (ACT-03, ACT-04)."""

from collections.abc import Iterable

from game.components.unit import Name
from game.rules.action.units import conditions
from game.rules.action.units.figures import figure, settings
from game.systems.initiative import OrderContender, OrderRules
from game.systems.parties import is_player
from game.terms.odds import Modifier
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import side_of


def identical(world: World, units: Iterable[Entity]) -> tuple[tuple[Entity, ...], ...]:
    """Return the units in groups: the storyteller's identical units together, all others alone."""
    groups: dict[tuple[str, str | Entity], list[Entity]] = {}
    for unit in units:
        alone = is_player(world, unit)
        key = side_of(world, unit), unit if alone else world.get(unit, Name).kind
        groups.setdefault(key, []).append(unit)
    return tuple(tuple(group) for group in groups.values())


def contenders(world: World, units: tuple[Entity, ...]) -> tuple[OrderContender, ...]:
    """Return the units that roll initiative, each with the units that it rolls for."""
    if settings(world).group_initiative:
        groups = identical(world, units)
    else:
        groups = tuple((unit,) for unit in units)
    return tuple(_contender(world, group) for group in groups)


def _contender(world: World, group: tuple[Entity, ...]) -> OrderContender:
    first = group[0]
    agility = figure(world, first).agility
    own = (Modifier("agility", agility, "ACT-03"),) if agility else ()
    parts = (*own, *conditions.parts(world, first, "save"))
    bonus = sum(part.value for part in parts)
    side, plays = side_of(world, first), is_player(world, first)
    return OrderContender(first, side, group, bonus, agility, plays, parts)


def terms(world: World) -> OrderRules:
    """Return the level's dice and tie-breakers."""
    return OrderRules(settings(world).check, settings(world).ties)
