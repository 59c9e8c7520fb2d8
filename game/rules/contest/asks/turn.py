"""The own turn, and walking on after passing: move, lay, use, end (CON-05, CON-09, CON-18)."""

from msgspec.structs import replace

from game.components.turns import Acting
from game.engine.book import AskRules, Option
from game.rules.contest.asks.seen import seen_by
from game.rules.contest.records import OnwardAsk, TurnAsk
from game.rules.contest.schema import Settings
from game.systems import items, traps
from game.systems.answers import (
    Seen,
    check_path,
    check_unit,
    cost,
    item_facts,
    own_items,
    path_facts,
    walks,
)
from game.systems.flights import no_more_flight
from game.systems.movement import start_walk
from game.systems.rounds import EndTurn
from game.terms.agenda import Ask
from game.terms.commands import End, Lay, Move, Use
from game.terms.events import ItemUsed
from game.terms.refusals import Refusal
from game.world import World
from game.world.names import others_at


def _check_move(seen: Seen, command: Move) -> Refusal | None:
    return check_path(seen, command, "CON-05" if isinstance(seen.ask, OnwardAsk) else "CON-18")


def _move(world: World, ask: Ask, command: Move) -> None:
    if isinstance(ask, OnwardAsk):
        no_more_flight(world, ask.unit)
    start_walk(world, ask.unit, command.path)


def _check_once(seen: Seen) -> Refusal | None:
    most = seen.view.scene.settings(Settings).items_a_turn
    if seen.view.get(seen.view.root, Acting).items_used < most:
        return None
    message = f"No more than {most} a turn can be used or laid outside a fight."
    return Refusal("item-used", message, "CON-09", {"most": most})


def _used(world: World) -> None:
    acting = world.get(world.root, Acting)
    world.put(world.root, replace(acting, items_used=acting.items_used + 1))


def _check_use(seen: Seen, command: Use) -> Refusal | None:
    refusal = seen.for_unit(command.unit) or seen.held(command.item, "self", "CON-09")
    if refusal or (refusal := _check_once(seen)):
        return refusal
    if command.target not in (None, seen.id):
        message = f"{command.item!r} is used on {seen.id!r} itself, not on {command.target!r}."
        return Refusal("wrong-target", message, "CON-09")
    return None


def _use(world: World, ask: Ask, command: Use) -> None:
    _used(world)
    items.take_from_hand(world, ask.unit, command.item)
    world.tell(ItemUsed(unit=command.unit, item=command.item, rule="CON-09"))
    world.push(items.Effect(ask.unit, ask.unit, command.item, "CON-09"))


def _check_lay(seen: Seen, command: Lay) -> Refusal | None:
    refusal = seen.for_unit(command.unit) or seen.held(command.item, "tile", "CON-09")
    if refusal or (refusal := _check_once(seen)):
        return refusal
    at = seen.walker.start
    if others_at(seen.view, at, seen.ask.unit):
        return Refusal("not-alone", "A trap is laid only where nobody else stands.", "CON-09")
    if traps.trap_at(seen.view, at):
        message = f"There is a trap at ({at[0]}, {at[1]}) already; a tile holds one."
        return Refusal("trap-there", message, "CON-09")
    return None


def _lay(world: World, ask: Ask, command: Lay) -> None:
    _used(world)
    traps.lay_trap(world, ask.unit, command.item, "CON-09")


def _end(world: World, ask: Ask, command: End) -> None:
    world.push(EndTurn(ask.unit))


_STOP = Option(End, lambda seen: (End(seen.id),), check_unit, _end)
_WALK = Option(Move, walks(Move), _check_move, _move, cost, path_facts)
_LAY = Option(
    Lay,
    lambda seen: (Lay(seen.id, item) for item in own_items(seen, "tile")),
    _check_lay,
    _lay,
    facts=item_facts,
)
_USE = Option(
    Use,
    lambda seen: (Use(seen.id, item) for item in own_items(seen, "self")),
    _check_use,
    _use,
    facts=item_facts,
)


TURN = AskRules(
    TurnAsk,
    seen_by,
    (_WALK, _LAY, _USE, _STOP),
)


ONWARD = AskRules(OnwardAsk, seen_by, (_WALK,))
