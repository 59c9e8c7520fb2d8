"""Object interactions, and crossing to a detached zone (ACT-10, ACT-31)."""

from collections.abc import Iterable, Set

from msgspec.structs import replace

from game.components.belongings import Armed, Loot
from game.components.script_progress import ChangedTerrain
from game.core.cells import Cell
from game.core.footprints import tiles
from game.rules.action import events
from game.rules.action.asks.seen import Seen
from game.rules.action.commands import Cross, Handle, Load, Take
from game.rules.action.field import things_on_tiles, zone_crossing
from game.rules.action.records import OpenedLinks, Unloaded
from game.rules.action.units import turn_economy
from game.rules.action.units.figures import figure, weapon
from game.systems import hidden_units
from game.systems.ask_checks import check_yours
from game.terms.agenda import Ask
from game.terms.battlefield_commands import Draw
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.world import World
from game.world.ask_rules import Option

RULE = "ACT-10"


def _armed(world: World, unit: Entity) -> Armed:
    return world.find(unit, Armed) or Armed("")


# Weapons


def _drawn(seen: Seen) -> tuple[str, ...]:
    """Return the weapons that the unit carries but doesn't hold; natural weapons don't count."""
    held = _armed(seen.view, seen.unit).weapon
    return tuple(id for id in _wielded(seen) if id != held)


def _wielded(seen: Seen) -> tuple[str, ...]:
    """Return the weapons that the unit carries; natural ones don't count."""
    carried = figure(seen.view, seen.unit).weapons
    return tuple(id for id in carried if not weapon(seen.view, id).natural)


def _draws(seen: Seen) -> Iterable[Draw]:
    return (Draw(seen.id, id) for id in _drawn(seen))


def _draw_samples(seen: Seen) -> Iterable[Draw]:
    """Sample each weapon, unless the unit carries only one."""
    carried = _wielded(seen)
    return (Draw(seen.id, id) for id in carried if len(carried) > 1 or id in _drawn(seen))


def _check_draw(seen: Seen, command: Draw) -> Refusal | None:
    if refusal := seen.with_hand(command.unit):
        return refusal
    if command.weapon == _armed(seen.view, seen.unit).weapon:
        return Refusal("in-hand", RULE, unit=seen.id, weapon=command.weapon)
    if command.weapon not in _drawn(seen):
        return Refusal("not-carried", RULE, unit=seen.id, weapon=command.weapon)
    return None


def _draw(world: World, ask: Ask, command: Draw) -> None:
    turn_economy.use(world, ask.unit, hand=True)
    world.put(ask.unit, replace(_armed(world, ask.unit), weapon=command.weapon))
    told = events.Drawn(unit=command.unit, weapon=command.weapon, rule=RULE)
    world.tell(told, hidden_units.witnesses(world, ask.unit))


def _loads(seen: Seen) -> Iterable[Load]:
    return (Load(seen.id, id) for id in seen.weapons)


def _load_samples(seen: Seen) -> Iterable[Load]:
    return (Load(seen.id, id) for id in seen.carried if weapon(seen.view, id).loading)


def _check_load(seen: Seen, command: Load) -> Refusal | None:
    if refusal := seen.with_hand(command.unit):
        return refusal
    if command.weapon not in seen.weapons:
        return seen.not_ready(command.weapon, RULE)
    if not turn_economy.is_unloaded(seen.view, seen.unit, command.weapon):
        return Refusal("loaded", RULE, weapon=command.weapon)
    return None


def _load(world: World, ask: Ask, command: Load) -> None:
    turn_economy.use(world, ask.unit, hand=True)
    empty = world.get(ask.unit, Unloaded)
    left = tuple(id for id in empty.weapons if id != command.weapon)
    if left:
        world.put(ask.unit, Unloaded(left))
    else:
        world.drop(ask.unit, Unloaded)
    told = events.Loaded(unit=command.unit, weapon=command.weapon, rule=RULE)
    world.tell(told, hidden_units.witnesses(world, ask.unit))


# Things on tiles


def _around(seen: Seen, cells: Set[Cell]) -> tuple[Cell, ...]:
    """Return the `cells` that are under the unit or adjacent to it, in reading order."""
    (x, y), span = seen.at.at, seen.at.span
    return tuple(c for c in tiles((x - 1, y - 1), span + 2) if c in cells) if cells else ()


def _all_handles(seen: Seen) -> Set[Cell]:
    view = seen.view
    return view.once(
        "handles", lambda: things_on_tiles.handles(view), (ChangedTerrain, OpenedLinks)
    )


def _handles(seen: Seen) -> Iterable[Handle]:
    return (Handle(seen.id, at) for at in _around(seen, _all_handles(seen)))


def _handle_samples(seen: Seen) -> Iterable[Handle]:
    return (Handle(seen.id, at) for at in seen.nearest_of(_all_handles(seen)))


def _check_handle(seen: Seen, command: Handle) -> Refusal | None:
    view, at = seen.view, command.at
    if refusal := seen.with_hand(command.unit) or seen.tile(at, RULE):
        return refusal
    if not things_on_tiles.is_handle(view, at):
        return Refusal("no-handle", RULE, at=at)
    if things_on_tiles.is_in_its_way(view, at):
        return Refusal("taken", RULE, variant="handle", at=at)
    if _check_at_hand(seen, at) is None:
        return None
    return Refusal("out-of-reach", RULE, variant="thing", at=at, unit=seen.id, thing=view.tile(at))


def _check_at_hand(seen: Seen, at: Cell) -> Refusal | None:
    if things_on_tiles.is_at_hand(seen.view, seen.unit, at):
        return None
    return Refusal("out-of-reach", RULE, variant="tile", at=at, unit=seen.id)


def _handle(world: World, ask: Ask, command: Handle) -> None:
    turn_economy.use(world, ask.unit, hand=True)
    things_on_tiles.handle(world, ask.unit, command.at)


def _handle_facts(seen: Seen, command: Handle) -> TextFacts:
    return {"thing": seen.view.tile(command.at)}


def _loot_tiles(seen: Seen) -> set[Cell]:
    return {cell for _, loot in seen.view.all(Loot) for cell in loot.cells}


def _takes(seen: Seen) -> Iterable[Take]:
    return (Take(seen.id, at) for at in _around(seen, _loot_tiles(seen)))


def _take_samples(seen: Seen) -> Iterable[Take]:
    return (Take(seen.id, at) for at in seen.nearest_of(_loot_tiles(seen)))


def _check_take(seen: Seen, command: Take) -> Refusal | None:
    at = command.at
    if refusal := seen.with_hand(command.unit) or seen.tile(at, RULE):
        return refusal
    if not _loot_tiles(seen):
        return Refusal("no-loot", RULE, variant="left")
    if not seen.view.at(Loot, at):
        return Refusal("no-loot", RULE, at=at)
    return _check_at_hand(seen, at)


def _take(world: World, ask: Ask, command: Take) -> None:
    turn_economy.use(world, ask.unit, hand=True)
    things_on_tiles.take(world, ask.unit, command.at)


def _take_facts(seen: Seen, command: Take) -> TextFacts:
    return {"items": things_on_tiles.loot_at(seen.view, command.at)}


# Detached zones


def _crossings(seen: Seen) -> Iterable[Cross]:
    ends = dict.fromkeys(zone for _, zone in zone_crossing.ways_from(seen.view, seen.unit))
    return (Cross(seen.id, zone) for zone in ends)


def _check_cross(seen: Seen, command: Cross) -> Refusal | None:
    if refusal := check_yours(seen, command.unit):
        return refusal
    return zone_crossing.refusal(seen.view, seen.unit, command.zone)


def _cross(world: World, ask: Ask, command: Cross) -> None:
    zone_crossing.set_out(world, ask.unit, command.zone, command.until == "hit")


OPTIONS = (
    Option(Draw, _draws, _check_draw, _draw, samples=_draw_samples),
    Option(Load, _loads, _check_load, _load, samples=_load_samples),
    Option(
        *(Handle, _handles, _check_handle, _handle),
        facts=_handle_facts,
        samples=_handle_samples,
    ),
    Option(Take, _takes, _check_take, _take, facts=_take_facts, samples=_take_samples),
    Option(Cross, _crossings, _check_cross, _cross),
)
