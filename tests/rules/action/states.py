"""Puts the units of a battle under way into states that tests begin with."""

from typing import Any

from game.components.conditions import Condition
from game.components.unit import Position, Vitals
from game.core.cells import Cell
from game.rules.action.combat import dying
from game.rules.action.records import Dying, Economy, Unloaded
from game.rules.action.units import conditions
from game.terms.records import Component
from game.world import World
from tests.scenario import Play


def world_of(play: Play) -> World:
    """The true world, ready to be written."""
    return play.battle.world


def lay(
    play: Play,
    id: str,
    kind: str,
    turns: int | None = None,
    dice: str | None = None,
    by: str | None = None,
    rule: str = "ACT-13",
) -> None:
    """Lays a condition on a unit, for so many of its turns or of those of `by`."""
    world, causer = world_of(play), None if by is None else play.unit(by)
    laid = Condition(kind, turns=turns, dice=dice, rule=rule, by=causer)
    conditions.lay(world, play.unit(id), laid)


def lift(play: Play, id: str, kind: str) -> None:
    """Takes a condition off a unit."""
    conditions.lift(world_of(play), play.unit(id), (kind,), "ACT-13")


def put(play: Play, id: str, component: Component) -> None:
    """Gives a unit a component."""
    world_of(play).put(play.unit(id), component)


def shift(play: Play, id: str, at: Cell, span: int = 1) -> None:
    """Puts a unit on another tile, as if it had been pushed there."""
    put(play, id, Position(at, span))


def hurt(play: Play, id: str, life: int) -> None:
    """Sets the life of a unit."""
    put(play, id, Vitals(life, play.battle.world.get(play.unit(id), Vitals).most))


def knock_out(play: Play, id: str, **count: Any) -> None:
    """A hero goes down, with so many successes and failures so far."""
    hurt(play, id, 0)
    dying.fall(world_of(play), play.unit(id), Dying(**count))


def unload(play: Play, id: str, weapon: str) -> None:
    """A weapon has been shot."""
    put(play, id, Unloaded((weapon,)))


def used(play: Play, id: str) -> Economy:
    """What a unit has used."""
    return world_of(play).get(play.unit(id), Economy)


def held(play: Play, id: str) -> list[str]:
    """The conditions of a unit."""
    return [condition.kind for condition, _ in conditions.held(world_of(play), play.unit(id))]
