"""Fleeing (ETI-12)."""

from collections.abc import Iterable

from game.engine.book import AskRules, Option
from game.rules.etiquette.asks.seen import seen_by
from game.systems import footing
from game.systems.answers import Seen, check_path, cost, path_facts, walks
from game.systems.flights import FleeAsk, Fleeing, no_more_flight
from game.terms.board_commands import Flee
from game.terms.commands import Command
from game.terms.refusals import Refusal
from game.world import World
from game.world.names import tile_of


def _on_origin(seen: Seen) -> bool:
    return seen.view.get(seen.ask.unit, Fleeing).origin == tile_of(seen.view, seen.ask.unit)


def _flights(seen: Seen) -> Iterable[Command]:
    yield from walks(Flee)(seen)
    yield Flee(seen.id)


def _check_flee(seen: Seen, command: Flee) -> Refusal | None:
    if command.path or _on_origin(seen):
        return check_path(seen, command, "ETI-12")
    return seen.for_unit(command.unit)


def _flee(world: World, ask: FleeAsk, command: Flee) -> None:
    no_more_flight(world, ask.unit)
    if command.path:
        footing.begin(world, ask.unit, command.path)


FLEE = AskRules(FleeAsk, seen_by, (Option(Flee, _flights, _check_flee, _flee, cost, path_facts),))
