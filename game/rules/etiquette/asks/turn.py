"""The own turn, minions in their order, walking on after passing (ETI-11, ETI-13, ETI-14)."""

from collections.abc import Iterable

from game.engine.book import AskRules, Option
from game.rules.etiquette.asks.seen import seen_by
from game.rules.etiquette.commands import Send
from game.rules.etiquette.minions import is_robot
from game.rules.etiquette.records import SendAsk
from game.rules.etiquette.schema import settings
from game.systems import forced_stops, rounds
from game.systems.ask_checks import (
    BoardSeen,
    check_count,
    check_one_of,
    check_path,
    check_self,
    check_tile,
    check_unit,
    cost,
    item_facts,
    item_work,
    lay_on_tile,
    own_items,
    path_facts,
    use_on_self,
    walks,
)
from game.systems.breaking_away import no_more_flight
from game.systems.rounds import EndTurn
from game.terms.agenda import Ask
from game.terms.asks import OnwardAsk, TurnAsk
from game.terms.commands import Command, End, Lay, Move, Use
from game.terms.refusals import Refusal
from game.world import World
from game.world.unit_names import id_of, unit_named


def _walk_rule(seen: BoardSeen) -> str:
    if isinstance(seen.ask, OnwardAsk):
        return "ETI-14"
    return "ETI-13" if is_robot(seen.view, seen.ask.unit) else "ETI-17"


def _check_move(seen: BoardSeen, command: Move) -> Refusal | None:
    return check_path(seen, command, _walk_rule(seen))


def _move(world: World, ask: Ask, command: Move) -> None:
    if isinstance(ask, OnwardAsk):
        no_more_flight(world, ask.unit)
    forced_stops.walk_and_settle(world, ask.unit, command.path)


def _check_hand(seen: BoardSeen) -> Refusal | None:
    """A minion has no hand, and an owner uses so many items a turn."""
    if is_robot(seen.view, seen.ask.unit):
        return Refusal("no-hand", f"{seen.id!r} is a minion and has no hand.", "ETI-08")
    return check_count(seen, settings(seen.view).items_a_turn, "ETI-11")


def _check_use(seen: BoardSeen, command: Use) -> Refusal | None:
    return (
        seen.for_unit(command.unit)
        or _check_hand(seen)
        or seen.held(command.item, "self", "ETI-11")
        or check_self(seen, command, "ETI-11")
    )


def _use(world: World, ask: Ask, command: Use) -> None:
    use_on_self(world, ask, command, "ETI-11")


def _check_lay(seen: BoardSeen, command: Lay) -> Refusal | None:
    return (
        seen.for_unit(command.unit)
        or _check_hand(seen)
        or seen.held(command.item, "tile", "ETI-11")
        or check_tile(seen, "ETI-11")
    )


def _lay(world: World, ask: Ask, command: Lay) -> None:
    lay_on_tile(world, ask, command, "ETI-11")


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
    work=item_work("ETI-11"),
)

TURN = AskRules(TurnAsk, seen_by, (_WALK, _LAY, _USE, _STOP))
ONWARD = AskRules(OnwardAsk, seen_by, (_WALK,))


# Which minion is next


def _due(seen: BoardSeen) -> tuple[str, ...]:
    units = sorted(rounds.due_of_group(seen.view, seen.ask.unit)) or [seen.ask.unit]
    return tuple(id_of(seen.view, unit) for unit in units)


def _sends(seen: BoardSeen) -> Iterable[Command]:
    return (Send(unit) for unit in _due(seen))


def _check_send(seen: BoardSeen, command: Send) -> Refusal | None:
    return check_one_of(_due(seen), command.unit, "ETI-13")


def _send(world: World, ask: SendAsk, command: Send) -> None:
    rounds.give_turn(world, unit_named(world, command.unit))


SEND = AskRules(SendAsk, seen_by, (Option(Send, _sends, _check_send, _send),))
