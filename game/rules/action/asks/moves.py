"""Moving, standing up and dropping prone on the unit's turn (ACT-06, ACT-07, ACT-26)."""

from collections.abc import Iterable

from msgspec.structs import replace

from game.components.conditions import Condition
from game.components.motion import Stride
from game.core.cells import Cell
from game.rules.action import events
from game.rules.action.asks.seen import Seen
from game.rules.action.combat import threatened_tiles, walking
from game.rules.action.commands import ActionMove, Dash, Disengage, Drop
from game.rules.action.field import zones
from game.rules.action.schema import PRONE
from game.rules.action.units import conditions, turn_economy
from game.rules.action.units.figures import FEET, settings
from game.systems import forced_stops, hidden_units
from game.systems.ask_checks import check_yours
from game.systems.movement import stride_left
from game.terms.agenda import Ask
from game.terms.battlefield_commands import Stand
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.world import World
from game.world.ask_rules import Option, WalkRisks
from game.world.unit_names import ids_of


def _moves(seen: Seen) -> Iterable[ActionMove]:
    is_over = zones.is_walked_out(seen.view, seen.unit)
    return (ActionMove(seen.id, path) for path in (() if is_over else seen.walker.paths()))


def _move_samples(seen: Seen) -> Iterable[ActionMove]:
    """Sample a move by one step, which needs the least movement."""
    way = seen.walker.way
    return (ActionMove(seen.id, (cell,)) for cell, _ in way.ground.neighbours(way.start)[:1])


def _check_move(seen: Seen, command: ActionMove) -> Refusal | None:
    if refusal := check_yours(seen, command.unit):
        return refusal
    if zones.is_walked_out(seen.view, seen.unit):
        most = settings(seen.view).zone_walks
        return Refusal("walked-enough", "ACT-27", unit=seen.id, most=most)
    return seen.walker.refusal(command.path)


def _cost(seen: Seen, command: ActionMove) -> int | None:
    cost = seen.walker.cost(command.path)
    return None if cost is None else cost * FEET


def _struck(seen: Seen, command: ActionMove) -> dict[Entity, Cell]:
    """Return the foes that could attack on this path, each with the mover's tile at that time."""
    walker, way = seen.walker, seen.walker.way
    struck = walker.struck(command.path)
    if zones.is_zoned(seen.view):
        left = threatened_tiles.left_behind(seen.view, seen.unit, way.stand(command.path[-1]))
        struck = dict.fromkeys(left, way.stand(way.start).at) | struck
    return struck


def _facts(seen: Seen, command: ActionMove) -> TextFacts:
    strikers = ids_of(seen.view, sorted(_struck(seen, command)))
    return {"strikers": strikers, "harms": seen.walker.harms(command.path)}


def _risks(seen: Seen, command: ActionMove) -> WalkRisks:
    struck, harms = _struck(seen, command), seen.walker.harms(command.path)
    tiles = dict.fromkeys((*struck.values(), *(harm.at for harm in harms)))
    return WalkRisks(ids_of(seen.view, sorted(struck)), tuple(tiles))


def _until_hit(seen: Seen, command: ActionMove) -> Iterable[ActionMove]:
    """Offer to end the move when an attack hits, if foes could attack on the path."""
    if command.until is None and _struck(seen, command):
        yield replace(command, until="hit")


def _move(world: World, ask: Ask, command: ActionMove) -> None:
    used = turn_economy.economy(world, ask.unit)
    turn_economy.use(world, ask.unit, walks=used.walks + 1)
    forced_stops.walk_and_settle(world, ask.unit, command.path, command.until == "hit")
    zones.set_out(world, ask.unit, command.path)


# Standing up and dropping prone


def stand_cost(world: World, unit: Entity) -> int:
    """Return the movement that standing up costs: a share of the speed, rounded up to a tile."""
    return -(-conditions.speed(world, unit) // (settings(world).stand_share * FEET))


def _stands(seen: Seen) -> Iterable[Stand]:
    if seen.is_prone():
        yield Stand(seen.id)


def _check_stand(seen: Seen, command: Stand) -> Refusal | None:
    view, unit = seen.view, seen.unit
    if refusal := check_yours(seen, command.unit):
        return refusal
    if not seen.is_prone():
        return Refusal("not-prone", "ACT-26", unit=seen.id)
    if not conditions.speed(view, unit):
        return Refusal("no-speed", "ACT-26", unit=seen.id)
    cost, left = stand_cost(view, unit), stride_left(view, unit)
    if cost > left:
        feet, rest = cost * FEET, left * FEET
        return Refusal("too-far", "ACT-26", variant="standing", unit=seen.id, cost=feet, left=rest)
    return None


def _stand(world: World, ask: Ask, command: Stand) -> None:
    unit, cost = ask.unit, stand_cost(world, ask.unit)
    left = stride_left(world, unit) - cost
    world.put(unit, Stride(left))
    witnesses = hidden_units.witnesses(world, unit)
    told = events.StoodUp(unit=command.unit, cost=cost * FEET, left=left * FEET, rule="ACT-26")
    world.tell(told, witnesses)
    lying = [held.kind for held, means in conditions.held(world, unit) if means.prone]
    conditions.lift(world, unit, lying, "ACT-26")


def _drops(seen: Seen) -> Iterable[Drop]:
    yield Drop(seen.id)


def _check_drop(seen: Seen, command: Drop) -> Refusal | None:
    if seen.is_prone():
        return Refusal("prone", "ACT-26", unit=seen.id)
    if walking.hovers(seen.view, seen.unit):
        return Refusal("no-ground", "ACT-22", unit=seen.id)
    return check_yours(seen, command.unit)


def _drop(world: World, ask: Ask, command: Drop) -> None:
    conditions.lay(world, ask.unit, Condition(PRONE, rule="ACT-26"))


# Dashing and disengaging


def _check_dash(seen: Seen, command: Dash) -> Refusal | None:
    """Refuse a dash that would add no movement."""
    if refusal := seen.with_action(command.unit):
        return refusal
    if not conditions.stride_of(seen.view, seen.unit):
        return Refusal("no-speed", "ACT-11", unit=seen.id)
    return None


def _check_disengage(seen: Seen, command: Disengage) -> Refusal | None:
    return seen.with_action(command.unit)


def _dash(world: World, ask: Ask, command: Dash) -> None:
    turn_economy.use(world, ask.unit, action=True)
    walking.gain(world, ask.unit, conditions.stride_of(world, ask.unit), "ACT-11")


def _disengage(world: World, ask: Ask, command: Disengage) -> None:
    turn_economy.use(world, ask.unit, action=True)
    walking.disengage(world, ask.unit, "ACT-11")


OPTIONS = (
    Option(
        *(ActionMove, _moves, _check_move, _move, _cost, _facts, _until_hit),
        is_sound=True,
        risks=_risks,
        samples=_move_samples,
    ),
    Option(Stand, _stands, _check_stand, _stand),
    Option(Drop, _drops, _check_drop, _drop),
    Option(Dash, lambda seen: (Dash(seen.id),), _check_dash, _dash),
    Option(Disengage, lambda seen: (Disengage(seen.id),), _check_disengage, _disengage),
)
