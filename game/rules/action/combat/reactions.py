"""Opportunity and readied attacks (ACT-09, ACT-11, ACT-17, ACT-18, ACT-24)."""

from typing import ClassVar

from game.components.motion import Path
from game.components.unit import Down, Position
from game.rules.action.combat import aiming, attacks, threatened_tiles, walking
from game.rules.action.field import sight_and_cover, zones
from game.rules.action.records import (
    Exposed,
    HasDisengaged,
    LeavingForZone,
    Overlooked,
    ReactAsk,
    Readied,
    SetOut,
    Trigger,
)
from game.rules.action.units import conditions, turn_economy
from game.rules.action.units.figures import ready_weapons, weapon
from game.systems.movement import Step, Stepped
from game.systems.script import triggers
from game.systems.step_reactions import Applies, ReactionChance, Reactions
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import side_of

RULES: dict[Trigger, str] = {
    "leaves": "ACT-17",
    "comes": "ACT-11",
    "turns": "ACT-28",
    "shoots": "ACT-29",
    "crosses": "ACT-31",
}
TRIGGERS: dict[str, Trigger] = {trigger: trigger for trigger in RULES}


def applies(world: World, chance: ReactionChance) -> bool:
    """Return whether a reaction is possible: both units are on the board, and its trigger holds."""
    unit, mover = chance.unit, chance.mover
    if not world.has(unit, Position):
        return False
    if not world.has(mover, Position) or world.has(mover, Down):
        return False
    holds = TESTS[chance.trigger](world, chance)
    return holds and threatened_tiles.is_watching(world, unit, mover)


def is_in_reach(world: World, unit: Entity, step: Step) -> bool:
    """Return whether a step begins within the unit's reach."""
    return threatened_tiles.holds(world, unit, Position(step.origin, step.span))


def _leaves(world: World, chance: ReactionChance) -> bool:
    """Return whether the mover is about to step out of the unit's reach altogether (ACT-17)."""
    path, position = world.find(chance.mover, Path), world.get(chance.mover, Position)
    goes = path is not None and path.cells[:1] == (chance.to,)
    if world.has(chance.mover, HasDisengaged) or not (goes and position.at == chance.origin):
        return False
    if zones.is_zoned(world) or not threatened_tiles.holds(world, chance.unit, position):
        return False
    after = Position(chance.to, walking.span_after(world, chance.mover, chance.to))
    is_able = conditions.speed(world, chance.mover) > 0
    return is_able and not threatened_tiles.holds(world, chance.unit, after)


def _comes(world: World, chance: ReactionChance) -> bool:
    """Return whether a step has brought the mover to where the readied weapon can hit it (ACT-11).

    Before the step, a hidden or unnoticed mover couldn't be hit anywhere.
    """
    unit, mover = chance.unit, chance.mover
    readied, position = world.find(unit, Readied), world.get(mover, Position)
    if readied is None or readied.weapon not in ready_weapons(world, unit):
        return False
    if position.at != chance.to or aiming.refusal(world, unit, position, readied.weapon):
        return False
    before = Position(chance.origin, chance.span)
    overlooked = world.find(mover, Overlooked)
    was_noticed = overlooked is None or unit not in overlooked.foes
    was_seen = was_noticed and sight_and_cover.sees_at(world, unit, mover, before)
    return not was_seen or aiming.refusal(world, unit, before, readied.weapon) is not None


def _turns(world: World, chance: ReactionChance) -> bool:
    """Return whether a move by zones begins in reach and will end out of it (ACT-28)."""
    path, position = world.find(chance.mover, Path), world.get(chance.mover, Position)
    goes = path is not None and path.cells[-1:] == (chance.to,)
    if not (goes and position.at == chance.origin) or world.has(chance.mover, HasDisengaged):
        return False
    end = Position(chance.to, walking.way_of(world, chance.mover).span(chance.to))
    return threatened_tiles.turns_from(world, chance.unit, position, end)


def _shoots(world: World, chance: ReactionChance) -> bool:
    """Return whether a shot by zones is made within reach (ACT-29)."""
    position = world.get(chance.mover, Position)
    return position.at == chance.origin and threatened_tiles.holds(world, chance.unit, position)


def _crosses(world: World, chance: ReactionChance) -> bool:
    """Return whether the mover, within reach, is leaving for a detached zone (ACT-31)."""
    is_going = world.has(chance.mover, Path) and not world.has(chance.mover, HasDisengaged)
    return is_going and _shoots(world, chance)


TESTS: dict[str, Applies] = {
    "leaves": _leaves,
    "comes": _comes,
    "turns": _turns,
    "shoots": _shoots,
    "crosses": _crosses,
}
"""Tests of whether a trigger still applies, with both units on the board. `applies` also tests
whether the unit can react and see.
"""


class Turning(Reactions):
    """A system for the only reactions to a move by zones: those before its first step."""

    acts_on: ClassVar = (SetOut,)


class Meeting(Reactions):
    """A system for reactions to a completed step (ACT-11)."""

    acts_on: ClassVar = (Stepped,)


class Withdrawing(Reactions):
    """A system for reactions to a shot after a move, before it is rolled."""

    acts_on: ClassVar = (Exposed,)


class Departing(Reactions):
    """A system for reactions to a unit leaving for a detached zone."""

    acts_on: ClassVar = (LeavingForZone,)


def choices(world: World, ask: ReactAsk) -> tuple[str, ...]:
    """Return the weapons that the reaction can be made with."""
    readied = world.find(ask.unit, Readied)
    if ask.trigger == "comes":
        return (readied.weapon,) if readied else ()
    stand = world.get(ask.mover, Position)
    blows = threatened_tiles.melee_weapons(world, ask.unit)
    return tuple(id for id in blows if threatened_tiles.strikes(world, ask.unit, stand, id))


def ask(world: World, chance: ReactionChance) -> ReactAsk:
    """Return the ask in which the unit's side decides whether the unit reacts."""
    side = side_of(world, chance.unit)
    return ReactAsk(side, chance.unit, chance.mover, TRIGGERS[chance.trigger])


def unloads(world: World, ask: ReactAsk, arms_id: str) -> bool:
    """Return whether the reaction is a shot that unloads the weapon."""
    return weapon(world, arms_id).loading and ask.trigger == "comes"


def react(world: World, ask: ReactAsk, arms_id: str) -> None:
    """Use the unit's reaction for an attack on the mover."""
    turn_economy.spend_reaction(world, ask.unit)
    if unloads(world, ask, arms_id):
        turn_economy.unload(world, ask.unit, arms_id)
    world.reveal()
    triggers.react(world, ask.unit, ask.trigger, RULES[ask.trigger])
    attacks.declare(world, ask.unit, ask.mover, arms_id)
