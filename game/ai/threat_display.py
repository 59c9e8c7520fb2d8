"""Threats as screens show them: the tiles that foes could attack, and the damage expected there."""

from collections.abc import Iterator

from game.ai.situation import foes_of
from game.ai.threats import expected_harm, prepare_threats
from game.components.turns import Acting
from game.components.unit import Down, Position
from game.core.cells import Cell
from game.engine.battle import Battle
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import id_of, side_of, unit_by_id

Threat = dict[Cell, float]
"""The tiles that a foe could attack next turn, with the mean damage there."""


def threats_of(
    battle: Battle, side: str, people: frozenset[str] = frozenset()
) -> dict[str, Threat]:
    """Return the threat of each foe, as `side` knows."""
    world = battle.view(side).world
    return {
        id_of(world, unit): _threat(battle, side, unit, people) for unit in foes_of(world, side)
    }


def threat_by(battle: Battle, side: str, foe: str, people: frozenset[str] = frozenset()) -> Threat:
    """Return the threat of one foe, as `side` knows; empty if it isn't one."""
    world = battle.view(side).world
    unit = unit_by_id(world, foe)
    if unit is None or unit not in foes_of(world, side):
        return {}
    return _threat(battle, side, unit, people)


def preparing_threats(
    battle: Battle, side: str, people: frozenset[str] = frozenset()
) -> Iterator[None]:
    """Prepare the data for threats ahead of time, in steps of well under a millisecond."""
    view = battle.view(side)
    target = _target(view.world, side)
    return prepare_threats(view.world, view.book.hints, side, people, target)


def threatened_unit(battle: Battle, side: str) -> str | None:
    """Return the unit to which damage on free tiles would be done: see `_target`."""
    world = battle.view(side).world
    unit = _target(world, side)
    return id_of(world, unit) if unit is not None else None


def _threat(battle: Battle, side: str, unit: Entity, people: frozenset[str]) -> Threat:
    view = battle.view(side)
    world = view.world
    own = [one for one in world.ids(Position) if side_of(world, one) == side]
    on = {cell: one for one in own for cell in world.get(one, Position).cells}
    return expected_harm(world, view.book.hints, unit, _target(world, side), on, people)


def _target(world: World, side: str) -> Entity | None:
    """Return the side's acting unit, else its first unit that can still act, or None."""
    acting = world.find(world.root, Acting)
    own = [
        one
        for one in world.ids(Position)
        if side_of(world, one) == side and not world.has(one, Down)
    ]
    if acting is not None and acting.unit in own:
        return acting.unit
    return own[0] if own else None
