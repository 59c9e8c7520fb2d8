"""Taking a turn, choosing the next robot, and moving on past a unit (ETI-11, ETI-13, ETI-14)."""

from collections.abc import Iterable

from game.rules.etiquette.asks.seen import seen_by
from game.rules.etiquette.commands import Send
from game.rules.etiquette.minions import is_robot
from game.rules.etiquette.records import SendAsk
from game.rules.etiquette.schema import Settings
from game.systems import forced_stops, rounds
from game.systems.ask_checks import END, check_one_of
from game.systems.board_asks import (
    BoardSeen,
    check_count,
    check_path,
    cost,
    lay_option,
    one_step,
    path_facts,
    path_risks,
    use_option,
    walks,
)
from game.systems.breaking_away import no_more_flight
from game.terms.agenda import Ask
from game.terms.asks import OnwardAsk, TurnAsk
from game.terms.commands import Move
from game.terms.refusals import Refusal
from game.world import World
from game.world.ask_rules import AskRules, Option
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


def _check_hand(seen: BoardSeen, item: str, target: str) -> Refusal | None:
    """Refuse an item to a robot, which has no hand, and any item beyond the limit per turn."""
    if is_robot(seen.view, seen.ask.unit):
        return Refusal("no-hand", "ETI-08", unit=seen.id)
    most = seen.view.scene.settings(Settings).items_a_turn
    return seen.held(item, target, "ETI-11") or check_count(seen, most, "ETI-11")


_WALK = Option(
    *(Move, walks(Move), _check_move, _move, cost, path_facts),
    samples=one_step(Move),
    risks=path_risks,
)

TURN = AskRules(
    TurnAsk,
    seen_by,
    (_WALK, lay_option("ETI-11", _check_hand), use_option("ETI-11", _check_hand), END),
)
ONWARD = AskRules(OnwardAsk, seen_by, (_WALK,))


# Choice of the next robot


def _due(seen: BoardSeen) -> tuple[str, ...]:
    units = sorted(rounds.due_of_group(seen.view, seen.ask.unit)) or [seen.ask.unit]
    return tuple(id_of(seen.view, unit) for unit in units)


def _sends(seen: BoardSeen) -> Iterable[Send]:
    return (Send(unit) for unit in _due(seen))


def _check_send(seen: BoardSeen, command: Send) -> Refusal | None:
    return check_one_of(_due(seen), command.unit, "ETI-13")


def _send(world: World, ask: SendAsk, command: Send) -> None:
    rounds.give_turn(world, unit_named(world, command.unit))


SEND = AskRules(SendAsk, seen_by, (Option(Send, _sends, _check_send, _send),))
