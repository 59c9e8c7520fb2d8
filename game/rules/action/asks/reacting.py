"""Reactions to a moving foe (ACT-09, ACT-17)."""

from collections.abc import Iterable

from game.rules.action.asks.seen import Seen
from game.rules.action.combat import reactions
from game.rules.action.commands import React
from game.rules.action.records import ReactAsk, Readied
from game.rules.action.units import powers
from game.rules.action.units.figures import figure
from game.systems.ask_checks import check_yours
from game.terms.agenda import Decision
from game.terms.battlefield_commands import Pass
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.world import World
from game.world.ask_rules import Option


def _reacts(seen: Seen) -> Iterable[React]:
    return (React(seen.id, arms) for arms in _arms(seen))


def _check_react(seen: Seen, command: React) -> Refusal | None:
    assert isinstance(seen.ask, ReactAsk)
    if refusal := check_yours(seen, command.unit):
        return refusal
    able = reactions.choices(seen.view, seen.ask)
    if command.weapon not in able:
        rule, weapon = reactions.RULES[seen.ask.trigger], command.weapon
        return Refusal("not-ready", rule, variant="reaction", able=able, weapon=weapon)
    return None


def spent(seen: Seen) -> TextFacts:
    """Return the cost of reacting: the reaction, a readied attack, a loaded weapon."""
    view, ask = seen.view, seen.ask
    assert isinstance(ask, ReactAsk)
    spends = ["reaction"]
    spends += ["readied"] if view.has(seen.unit, Readied) else []
    spends += ["shot"] if any(reactions.unloads(view, ask, id) for id in _arms(seen)) else []
    return {"spends": tuple(spends)}


def guard_facts(world: World, decision: Decision, answer: str) -> TextFacts:
    """Return the cost of turning a hit aside with this power: focus, and the uses left.

    A weapon that parries costs only the reaction.
    """
    if answer not in figure(world, decision.unit).powers:
        return {"focus": None, "uses": None}
    power = powers.power(world, answer)
    left = power.uses - powers.used(world, decision.unit, answer) if power.uses else None
    return {"focus": power.cost or None, "uses": left}


def _arms(seen: Seen) -> tuple[str, ...]:
    assert isinstance(seen.ask, ReactAsk)
    return reactions.choices(seen.view, seen.ask)


def _react(world: World, ask: ReactAsk, command: React) -> None:
    reactions.react(world, ask, command.weapon)


def _check_pass(seen: Seen, command: Pass) -> Refusal | None:
    return check_yours(seen, command.unit)


def _pass(world: World, ask: ReactAsk, command: Pass) -> None:
    """Do nothing. If other sides can learn of the ask, undo ended when the unit was asked."""


OPTIONS = (
    Option(React, _reacts, _check_react, _react),
    Option(Pass, lambda seen: (Pass(seen.id),), _check_pass, _pass),
)
