"""The choice of where to flee (ETI-12)."""

from game.rules.etiquette.asks.seen import seen_by
from game.systems import forced_stops
from game.systems.board_asks import BoardSeen, check_flight, cost, flights, path_facts, path_risks
from game.systems.breaking_away import FleeAsk, no_more_flight
from game.terms.board_commands import Flee
from game.terms.refusals import Refusal
from game.world import World
from game.world.ask_rules import AskRules, Option


def _check_flee(seen: BoardSeen, command: Flee) -> Refusal | None:
    return check_flight(seen, command, "ETI-12")


def _flee(world: World, ask: FleeAsk, command: Flee) -> None:
    no_more_flight(world, ask.unit)
    if command.path:
        forced_stops.walk_and_settle(world, ask.unit, command.path)


FLEE = AskRules(
    FleeAsk,
    seen_by,
    (Option(Flee, flights, _check_flee, _flee, cost, path_facts, risks=path_risks),),
)
