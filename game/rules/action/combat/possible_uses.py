"""The effects of using a power or an item, and where they could change anything (ALL-08)."""

from game.components.unit import Position
from game.core.cells import Cell, reading
from game.rules.action.combat import applying_effects, effects, using_powers
from game.rules.action.combat.effect_items import Aftermath, Impact, Launch, Working
from game.rules.action.combat.using_powers import Source
from game.rules.action.field import effect_areas
from game.rules.action.schema import Deed
from game.rules.action.units import powers
from game.systems import items
from game.systems.script import triggers
from game.terms.agenda import AgendaItem
from game.terms.records import Entity
from game.terms.work import Work
from game.world import World
from game.world.system import could_change

ANSWERING = (triggers.Using(), applying_effects.AffectingTargets())
"""Systems, apart from those for impacts, that decide whether a use could change anything."""


def work(
    world: World,
    unit: Entity,
    source: Source,
    id: str,
    target: Entity | None = None,
    at: Cell | None = None,
) -> Work:
    """Return the work of using a power or an item: its effects as agenda items, and its targets."""
    deed = powers.deed(world, source, id)
    used: tuple[AgendaItem, ...] = (items.Consumed(unit, id),) if source == "items" else ()
    if deed.attack and target is not None:
        return Work(id, (*used, Launch(unit, target, source, id)), (target,))
    begun = using_powers.affect(world, unit, source, id, target, at)
    impacts = (Impact(begun.working, one) for one in begun.targets)
    own = Impact(begun.working, unit, is_own=True)
    done = (*used, begun, *impacts, own, Aftermath(begun.working))
    return Work(id, done, begun.targets)


def is_useful(world: World, done: Work) -> bool:
    """Return whether any part of the work could change anything, as far as this view shows."""
    return any(_could_change(world, item) for item in done.items)


def _could_change(world: World, item: AgendaItem) -> bool:
    """Return whether an item of a use could change anything."""
    if isinstance(item, Impact):
        return any(doing.could_change(world, item) for doing in effects.doings(world, item))
    return could_change(ANSWERING, world, item)


def _could_anywhere(world: World, item: Impact) -> bool:
    """Return whether an impact could change anything, wherever it starts."""
    parts = (doing for doing in effects.doings(world, item) if doing is not effects.PUSHING)
    return any(doing.could_change(world, item) for doing in parts)


def useful_aims(world: World, unit: Entity, source: Source, id: str) -> tuple[Cell, ...]:
    """Return the tiles at which a use could change anything, in reading order.

    If the changes don't depend on the tile, look for units that could change only once.
    """
    deed, aims = powers.deed(world, source, id), using_powers.aims(world, unit, source, id)
    if not aims or deed.shape not in effect_areas.AIMED or _depends_on_tile(deed):
        return tuple(at for at in aims if _is_useful_at(world, unit, source, id, deed, at))
    if effect_areas.seeks_unseen(world, unit, deed) or _is_useful_itself(world, unit, source, id):
        return aims
    whom = _changeable(world, unit, source, id)
    meant = (u for u in world.ids(Position) if effect_areas.is_meant(world, unit, u, deed))
    if whom.issuperset(meant):
        return aims
    return tuple(sorted(effect_areas.catching(world, unit, deed, set(aims), whom), key=reading))


def _depends_on_tile(deed: Deed) -> bool:
    """Return whether the changes by a use can depend on the tile at which it is aimed."""
    own = deed.own is not None and deed.own.push
    return bool(deed.effect.terrain or deed.effect.push or own)


def _is_useful_at(
    world: World, unit: Entity, source: Source, id: str, deed: Deed, at: Cell
) -> bool:
    if _could_change_ground(world, unit, deed, at):
        return True
    return is_useful(world, work(world, unit, source, id, at=at))


def _could_change_ground(world: World, unit: Entity, deed: Deed, at: Cell) -> bool:
    """Return whether an area aimed at a tile has ground that it could change."""
    terrain = deed.effect.terrain
    if terrain is None or deed.shape not in effect_areas.AIMED:
        return False
    # Try the middle of a burst first: usually it can be changed, which saves computing the rest.
    if deed.shape == "burst" and applying_effects.could_change_any(world, (at,), terrain):
        return True
    cells = effect_areas.area_of(world, unit, deed, at).cells
    return applying_effects.could_change_any(world, cells, terrain)


def _is_useful_itself(world: World, unit: Entity, source: Source, id: str) -> bool:
    """Return whether a use could change its user, or whether a trigger waits for the use."""
    if source == "items" and could_change(ANSWERING, world, items.Consumed(unit, id)):
        return True
    return _could_anywhere(world, Impact(_working(world, unit, source, id), unit, is_own=True))


def _changeable(world: World, unit: Entity, source: Source, id: str) -> frozenset[Entity]:
    """Return the units on the board that a use could change, wherever it starts."""
    working = _working(world, unit, source, id)
    found = world.ids(Position)
    return frozenset(u for u in found if _could_anywhere(world, Impact(working, u)))


def _working(world: World, unit: Entity, source: Source, id: str) -> Working:
    """Return the use without an area, so that its damage counts for each target on its own."""
    return Working(source, id, unit, world.get(unit, Position))
