"""Choosing the next unit, making free attacks, and breaking or reversing a grapple.

See VER-03, VER-12, VER-25 and VER-28.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from game.components.turns import Rounds
from game.components.unit import Position
from game.rules.verdigris import figures, grapples, moves
from game.rules.verdigris.asks.seen import Seen
from game.rules.verdigris.commands import Break, Reverse, Strike, StrikeMount
from game.rules.verdigris.records import FreeAsk, FreedAsk, Guarding, LeaveAsk, ReadiedTile
from game.systems import rounds
from game.systems.ask_checks import check_one_of, check_yours
from game.terms.asks import OrderAsk
from game.terms.battlefield_commands import Go, Pass
from game.terms.odds import OddsRoll
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.world import World
from game.world.ask_rules import Option
from game.world.unit_names import id_of, ids_of, unit_named


def _candidates(seen: Seen) -> tuple[str, ...]:
    """Return the units of the side that can act next: all that haven't acted."""
    view = seen.view
    due = rounds.remaining(view, view.get(view.root, Rounds))
    return ids_of(view, (u for u in due if u in {*seen.allies, seen.unit}))


def _go(world: World, ask: OrderAsk, command: Go) -> None:
    rounds.give_turn(world, unit_named(world, command.unit))


def _goers(seen: Seen) -> Iterable[Go]:
    return (Go(unit) for unit in _candidates(seen))


def _check_go(seen: Seen, command: Go) -> Refusal | None:
    return check_one_of(_candidates(seen), command.unit, "VER-03")


GO = Option(Go, _goers, _check_go, _go)


def _strikers(seen: Seen) -> tuple[str, ...]:
    """Return the units that can attack: the unit asked, or any unit next to a leaving foe."""
    ask = seen.ask
    if isinstance(ask, LeaveAsk):
        return ids_of(seen.view, moves.hinderers(seen.view, ask.mover))
    return (seen.id,)


def _strikes(seen: Seen) -> Iterable[Strike]:
    return (Strike(unit) for unit in _strikers(seen))


def _mount_strikes(seen: Seen) -> Iterable[StrikeMount]:
    assert isinstance(seen.ask, LeaveAsk | FreeAsk)
    if figures.rides(seen.view, seen.ask.mover):
        yield from (StrikeMount(unit) for unit in _strikers(seen))


def _check_strike(seen: Seen, command: Strike | StrikeMount) -> Refusal | None:
    assert isinstance(seen.ask, LeaveAsk | FreeAsk)
    rule = "VER-12" if isinstance(seen.ask, LeaveAsk) else "VER-25"
    if isinstance(command, StrikeMount) and not figures.rides(seen.view, seen.ask.mover):
        mover = id_of(seen.view, seen.ask.mover)
        return Refusal("no-mount", "VER-23", is_moot=True, unit=mover)
    return check_one_of(_strikers(seen), command.unit, rule)


def _strike(world: World, ask: LeaveAsk | FreeAsk, command: Strike | StrikeMount) -> None:
    trigger = ask.trigger if isinstance(ask, FreeAsk) else "leave"
    at_mount = isinstance(command, StrikeMount)
    if world.has(ask.mover, Position):
        moves.strike_free(world, unit_named(world, command.unit), ask.mover, trigger, at_mount)


def _facts(seen: Seen, command: Strike | StrikeMount) -> TextFacts:
    return _spends(seen, unit_named(seen.view, command.unit))


def spent(seen: Seen) -> TextFacts:
    """Return the cost of a free attack, if a single unit is asked."""
    return _spends(seen, seen.unit)


def _spends(seen: Seen, unit: Entity) -> TextFacts:
    spends = ["free"]
    spends += ["guard"] if seen.view.has(unit, Guarding) else []
    spends += ["readied"] if seen.view.has(unit, ReadiedTile) else []
    arms = figures.weapon(seen.view, figures.in_hand(seen.view, unit))
    spends += ["shot"] if figures.is_ranged(arms) and arms.reload else []
    return {"spends": tuple(spends)}


def _check_own(seen: Seen, command: Pass | Break | Reverse) -> Refusal | None:
    return check_yours(seen, command.unit)


def leaving(seen: Seen) -> tuple[OddsRoll, ...]:
    """Return the mover's test to leave the melee, which follows the ask."""
    assert isinstance(seen.ask, LeaveAsk)
    trial = moves.trial_to_leave(seen.view, seen.ask.mover)
    return tuple(replace(roll, who=trial.unit) for roll in trial.rolls(trial.pool + trial.stress))


def _pass(world: World, ask: LeaveAsk | FreeAsk, command: Pass) -> None:
    """Do nothing. If other sides can learn of the ask, undo ended when the unit was asked."""


FREE = (
    Option(Strike, _strikes, _check_strike, _strike, facts=_facts),
    Option(StrikeMount, _mount_strikes, _check_strike, _strike, facts=_facts),
    Option(Pass, lambda seen: (Pass(seen.id),), _check_own, _pass),
)


def _break(world: World, ask: FreedAsk, command: Break) -> None:
    grapples.end(world, ask.unit, "VER-28")


def _reverse(world: World, ask: FreedAsk, command: Reverse) -> None:
    grapples.reverse(world, ask.unit, ask.foe)


FREED = (
    Option(Break, lambda seen: (Break(seen.id),), _check_own, _break),
    Option(Reverse, lambda seen: (Reverse(seen.id),), _check_own, _reverse),
)
