"""What a book tells computer players: the worth of things, never what to do.

All of it is counted in points of life. Everything has a default, so that a book without hints can
be played by computers too, if less well.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from game.components.conditions import Condition, Conditions
from game.components.unit import Position, Vitals
from game.core.cells import Cell
from game.core.dice import Dice
from game.core.paths import reach
from game.terms.records import Component, Entity
from game.world import World

Gain = Callable[[World, Entity, Any, Any], Iterable[tuple[Entity, float]]]
"""From an entity and a component's old and new record, each may be None: who gains how much."""

Worths = Iterator[tuple[Entity, float]]
"""What a `Gain` yields, for those that are generators."""

USUAL_WORTH = 10.0


@lru_cache(maxsize=1000)
def mean_of(dice: str) -> float:
    """Return the mean of some dice."""
    dist = Dice.of(dice).dist()
    return dist.summed() / dist.total


def come_and_gone(
    old: Conditions | None, new: Conditions | None
) -> Iterator[tuple[int, Condition]]:
    """Yield the conditions that have come, with 1, and then those that have gone, with -1."""
    before, after = (one.all if one else () for one in (old, new))
    yield from ((1, one) for one in after if one not in before)
    yield from ((-1, one) for one in before if one not in after)


def _worth(world: World, unit: Entity) -> float:
    vitals = world.find(unit, Vitals)
    return float(vitals.most) if vitals else USUAL_WORTH


def _harmless(world: World, unit: Entity, foe: Entity) -> float:
    return 0.0


def _no_help(world: World, unit: Entity) -> float:
    return 0.0


def _one(world: World, unit: Entity) -> int:
    return 1


class Hints(msgspec.Struct, frozen=True, kw_only=True):
    """The hints of a book to computer players."""

    worth: Callable[[World, Entity], float] = _worth
    """What it is worth that the unit is there, beside the life it has."""
    menace: Callable[[World, Entity, Entity], float] = _harmless
    """The mean damage that the unit would do to a foe in a turn of blows, or of shots from where it
    stands, if it came to that."""
    mends: Callable[[World, Entity], float] = _no_help
    """The life that the unit could give back in a turn to a friend beside it who is down."""
    stride: Callable[[World, Entity], int] = _one
    """The movement that the unit has in a turn of its own."""
    reach: Callable[[World, Entity], int] = _one
    """The tiles over which it can hurt somebody."""
    ground: Callable[[World, Entity], Iterable[Cell]] | None = None
    """The tiles where a walk of its next turn could end; by default those its stride pays for."""
    hurts: Callable[[World, Entity], Iterable[Cell]] | None = None
    """The tiles on which the unit could hurt somebody in its next turn, where that does not follow
    from where it could stand and how far it reaches."""
    opens: tuple[type[Component], ...] | None = None
    """What has to change of a unit before it can do what it could not do where it stands; None:
    anything."""
    gains: Mapping[type[Component], Gain] = {}
    """What changes of components are worth, beyond those of life and death."""
    chance: Callable[[World, str], float] | None = None
    """How likely a side is to win as things stand, from 0 to 1; who looks ahead goes by that first,
    and by gains among equals. None: by gains alone."""

    def stands(self, world: World, unit: Entity) -> tuple[Cell, ...]:
        """Return the tiles where the unit could stand after a walk of its next turn, its own
        too.
        """
        here = world.get(unit, Position).at
        if self.ground is not None:
            return (here, *(cell for cell in self.ground(world, unit) if cell != here))
        closed = frozenset(c for u, p in world.all(Position) if u != unit for c in p.cells)
        return tuple(reach(world.grid, here, self.stride(world, unit), closed=closed).costs)
