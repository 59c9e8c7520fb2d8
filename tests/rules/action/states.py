"""Functions that put units of a battle in progress into states for tests."""

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
    """Return the true world, ready for writing."""
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
    """Give a unit a condition for some of its turns, or of the turns of `by`."""
    world, causer = world_of(play), None if by is None else play.unit(by)
    laid = Condition(kind, turns=turns, dice=dice, rule=rule, by=causer)
    conditions.lay(world, play.unit(id), laid)


def lift(play: Play, id: str, kind: str) -> None:
    """Remove a condition from a unit."""
    conditions.lift(world_of(play), play.unit(id), (kind,), "ACT-13")


def put(play: Play, id: str, component: Component) -> None:
    """Give a unit a component."""
    world_of(play).put(play.unit(id), component)


def shift(play: Play, id: str, at: Cell, span: int = 1) -> None:
    """Put a unit on another tile, as if it had been pushed there."""
    put(play, id, Position(at, span))


def hurt(play: Play, id: str, life: int) -> None:
    """Set the life of a unit."""
    put(play, id, Vitals(life, play.battle.world.get(play.unit(id), Vitals).most))


def knock_out(play: Play, id: str, **count: Any) -> None:
    """Bring a hero to 0 life, with these numbers of successes and failures."""
    hurt(play, id, 0)
    dying.fall(world_of(play), play.unit(id), Dying(**count))


def unload(play: Play, id: str, weapon: str) -> None:
    """Mark a weapon as unloaded."""
    put(play, id, Unloaded((weapon,)))


def used(play: Play, id: str) -> Economy:
    """Return the uses that a unit has spent."""
    return world_of(play).get(play.unit(id), Economy)


def held(play: Play, id: str) -> list[str]:
    """Return the conditions of a unit."""
    return [condition.kind for condition, _ in conditions.held(world_of(play), play.unit(id))]
