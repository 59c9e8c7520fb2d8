"""The choices of a unit that flees, and of a unit that can chase it (CON-10 … CON-13)."""

from game.rules.contest.asks.seen import foe_facts, seen_by
from game.rules.contest.commands import Chase, Stay
from game.rules.contest.records import ChaseAsk, Chasing, EndChase
from game.systems.ask_checks import check_unit
from game.systems.board_asks import (
    BoardSeen,
    check_flight,
    check_path,
    cost,
    flights,
    path_facts,
    path_risks,
    walks,
)
from game.systems.breaking_away import FleeAsk, no_more_flight
from game.systems.movement import start_walk
from game.terms.board_commands import Flee
from game.terms.board_events import ChaseDeclined, ChaseStarted
from game.terms.refusals import Refusal
from game.world import World
from game.world.ask_rules import AskRules, Option
from game.world.unit_names import id_of


def _check_flee(seen: BoardSeen, command: Flee) -> Refusal | None:
    return check_flight(seen, command, "CON-10")


def _flee(world: World, ask: FleeAsk, command: Flee) -> None:
    no_more_flight(world, ask.unit)
    if command.path:
        start_walk(world, ask.unit, command.path)


def _check_chase(seen: BoardSeen, command: Chase) -> Refusal | None:
    return check_path(seen, command, "CON-13")


def _chase(world: World, ask: ChaseAsk, command: Chase) -> None:
    world.put(ask.unit, Chasing(ask.foe, ask.blows))
    world.tell(ChaseStarted(unit=command.unit, target=id_of(world, ask.foe), rule="CON-13"))
    world.push(EndChase(ask.unit))
    start_walk(world, ask.unit, command.path)


def _stay(world: World, ask: ChaseAsk, command: Stay) -> None:
    world.tell(ChaseDeclined(unit=command.unit, target=id_of(world, ask.foe), rule="CON-13"))


FLEE = AskRules(
    FleeAsk,
    seen_by,
    (Option(Flee, flights, _check_flee, _flee, cost, path_facts, risks=path_risks),),
)

CHASE = AskRules(
    ChaseAsk,
    seen_by,
    (
        Option(Chase, walks(Chase), _check_chase, _chase, cost, foe_facts, risks=path_risks),
        Option(Stay, lambda seen: (Stay(seen.id),), check_unit, _stay, facts=foe_facts),
    ),
    never=Stay,
)
