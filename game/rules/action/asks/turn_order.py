"""Choosing the next unit of a group, and the first of tied units (ACT-03, ACT-04)."""

from collections.abc import Iterable

from game.rules.action.asks.seen import Seen
from game.rules.action.commands import First
from game.rules.action.records import TieAsk
from game.systems import initiative, rounds
from game.systems.ask_checks import check_one_of
from game.terms.asks import OrderAsk
from game.terms.battlefield_commands import Go
from game.terms.refusals import Refusal
from game.world import World
from game.world.ask_rules import Option
from game.world.unit_names import ids_of, unit_named


def _due(seen: Seen) -> tuple[str, ...]:
    """Return the units of the group that haven't acted this round, in unit order."""
    return ids_of(seen.view, sorted(rounds.due_of_group(seen.view, seen.unit)))


def _goes(seen: Seen) -> Iterable[Go]:
    return (Go(unit) for unit in _due(seen))


def _check_go(seen: Seen, command: Go) -> Refusal | None:
    return check_one_of(_due(seen), command.unit, "ACT-03")


def _go(world: World, ask: OrderAsk, command: Go) -> None:
    rounds.give_turn(world, unit_named(world, command.unit))


def _tied(seen: Seen) -> tuple[str, ...]:
    assert isinstance(seen.ask, TieAsk)
    return ids_of(seen.view, seen.ask.tied)


def _firsts(seen: Seen) -> Iterable[First]:
    return (First(unit) for unit in _tied(seen))


def _check_first(seen: Seen, command: First) -> Refusal | None:
    return check_one_of(_tied(seen), command.unit, "ACT-04")


def _first(world: World, ask: TieAsk, command: First) -> None:
    initiative.pick(world, unit_named(world, command.unit))


GO = Option(Go, _goes, _check_go, _go)
FIRST = Option(First, _firsts, _check_first, _first)
