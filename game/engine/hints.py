"""Values that a book gives computer players: the worth of units and changes.

Hints never choose commands.

All values are in points of life. All hints have defaults, so that computers can also play a book
without hints, though less well.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Never

import msgspec

from game.components.belongings import Hand, Traps
from game.components.conditions import Condition, Conditions
from game.components.unit import Position, Vitals
from game.core.cells import Cell
from game.core.dice import Dice
from game.core.paths import reach
from game.terms.commands import Command
from game.terms.records import Component, Entity
from game.world import World
from game.world.hazardous_tiles import mean_harms

Gain = Callable[[World, Entity, Never, Never], Iterable[tuple[Entity, float]]]
"""A function that returns the units that gain from a change to a component, and their gains.

It takes the entity and the old and new record (None: absent), of the type that it is listed under.
"""

Wear = Callable[[World, Never, Never], Iterable[tuple[Cell, float]]]
"""A function that returns the tiles on which a change to a component damages things that stay, each
with the share of the damage that would break the thing.

It takes the old and new record (None: absent), of the type that it is listed under.
"""

Worths = Iterator[tuple[Entity, float]]
"""The return type of a `Gain` that is a generator."""

USUAL_WORTH = 10.0


def items_held(world: World, unit: Entity) -> float:
    """Return the number of items in the unit's hand, as far as `world` knows."""
    hand = world.find(unit, Hand)
    return float(len(hand.items)) if hand else 0.0


def traps_set(world: World, unit: Entity) -> float:
    """Return the number of traps that the unit has set, as far as `world` knows."""
    traps = world.find(unit, Traps)
    return float(len(traps.laid)) if traps else 0.0


class MeanHarm(NamedTuple):
    """A way in which a unit's next turn could harm a foe."""

    range: int
    """Maximum distance of the foe, in tiles."""
    mean: float
    """Exact mean damage of the turn, if the foe is in range and has no cover."""


@lru_cache(maxsize=1000)
def mean_of(dice: str) -> float:
    """Return the mean value of a dice expression."""
    dist = Dice.of(dice).dist()
    return dist.summed() / dist.total


def come_and_gone(
    old: Conditions | None, new: Conditions | None
) -> Iterator[tuple[int, Condition]]:
    """Yield the conditions that were added, with 1, and then those that were removed, with -1."""
    before, after = (one.all if one else () for one in (old, new))
    yield from ((1, one) for one in after if one not in before)
    yield from ((-1, one) for one in before if one not in after)


def _worth(world: World, unit: Entity) -> float:
    vitals = world.find(unit, Vitals)
    return float(vitals.most) if vitals else USUAL_WORTH


def _harmful_tiles(world: World, unit: Entity) -> Mapping[Cell, int]:
    return mean_harms(world)


def _on_foot(world: World, unit: Entity) -> bool:
    return False


def _harmless(world: World, unit: Entity, foe: Entity) -> float:
    return 0.0


def _open(world: World, unit: Entity, at: Position) -> float:
    return 1.0


def _no_help(world: World, unit: Entity) -> float:
    return 0.0


def _unknown(world: World, unit: Entity, command: Command) -> float | None:
    return None


def _one(world: World, unit: Entity) -> int:
    return 1


class RangeShare(NamedTuple):
    """A range of a unit's attacks in tiles, and the share of its best turn's damage up to there."""

    range: int
    share: float


class _Stands(NamedTuple):
    """The tiles on which a unit could be after its next move: its own, then the ends of moves."""

    ends: Iterable[Cell]
    tiles: tuple[Cell, ...]


class Hints(msgspec.Struct, frozen=True, kw_only=True):
    """A book's hints for computer players."""

    worth: Callable[[World, Entity], float] = _worth
    """Function that returns the value of the unit's presence, apart from its life."""
    menace: Callable[[World, Entity, Entity], float] = _harmless
    """Function that returns the mean damage per turn that the unit could deal to a foe: in melee,
    or at range from its tile.
    """
    might: Callable[[World, Entity, Entity], float] | None = None
    """Function that returns the same as if the two were in range of each other, without cover. It
    may be less exact, and should be fast. None: `menace`.
    """
    shelter: Callable[[World, Entity, Position], float] = _open
    """Function that returns the share of the damage in `might` that a unit, from its tile, could
    deal at range to a foe on a footprint, because of cover.
    """
    mends: Callable[[World, Entity], float] = _no_help
    """Function that returns the life per turn that the unit could restore to an adjacent ally that
    is down.
    """
    stride: Callable[[World, Entity], int] = _one
    """Function that returns the unit's movement per turn, the mean if dice decide it."""
    farthest: Callable[[World, Entity], int] | None = None
    """Function that returns the most movement that the unit's next turn can have, for the threat
    display. None: `stride`.
    """
    reach: Callable[[World, Entity], int] = _one
    """Function that returns the longest range in tiles of the unit's attacks."""
    ranges: Callable[[World, Entity], tuple[RangeShare, ...]] | None = None
    """Function that returns the ranges at which the unit attacks best, the best first: a range is
    left out if the unit attacks as well at a longer one. The first has the share 1, and the last is
    the unit's `reach`. None: `reach` alone.
    """
    ground: Callable[[World, Entity], Iterable[Cell]] | None = None
    """Function that returns the tiles on which the unit's next move could end. Default: the tiles
    that `stride` can pay for.
    """
    hurts: Callable[[World, Entity], Iterable[Cell]] | None = None
    """Function that returns the tiles on which the unit could harm foes next turn. None: the tiles
    that follow from its moves and range.
    """
    harms: Callable[[World, Entity, Entity], Iterable[MeanHarm]] | None = None
    """Function that returns the ways in which the unit's next turn could harm a foe, for the threat
    display. None: `menace`, at the range `reach`.
    """
    hazards: Callable[[World, Entity], Mapping[Cell, int]] = _harmful_tiles
    """Function that returns the tiles that damage the unit when its turn starts on them, each with
    the mean damage in thousandths of life.
    """
    flies: Callable[[World, Entity], bool] = _on_foot
    """Function that returns whether the unit now crosses ground that units on foot can't enter."""
    opens: tuple[type[Component], ...] | None = None
    """Types of component whose change can give a unit new options on the same tile. None: any."""
    gains: Mapping[type[Component], Gain] = {}
    """Values of changes to components, in addition to life and death."""
    wears: Mapping[type[Component], Wear] = {}
    """Damage to things on tiles, which counts only if a unit has to break one of them."""
    promise: Callable[[World, Entity, Command], float | None] = _unknown
    """Function that returns roughly how much a command would gain, by the numbers of its means, or
    None if it can't tell. Lookahead doesn't try commands that promise much less than others gain.
    """
    chance: Callable[[World, str], float] | None = None
    """Function that returns a side's chance to win, from 0 to 1. Lookahead compares chances first,
    and gains only if the chances are equal. None: compare only gains.
    """
    assets: Mapping[str, Callable[[World, Entity], float]] = {}
    """Functions that return something about a unit that can only help its side to win, by name,
    such as its focus. The fitted value weighs their sums over the units that can act.
    """
    value: Path | None = None
    """The file with the fitted value (`engine/fitted_value.py`), or None."""

    def means_to(self, world: World, unit: Entity, foe: Entity) -> float:
        """Return the mean damage per turn that the unit could deal to a foe in range."""
        return (self.might or self.menace)(world, unit, foe)

    def ranges_of(self, world: World, unit: Entity) -> tuple[RangeShare, ...]:
        """Return the ranges at which the unit attacks best, the best first and the longest last."""
        if self.ranges is not None:
            return self.ranges(world, unit)
        return (RangeShare(self.reach(world, unit), 1.0),)

    def ways(self, world: World, unit: Entity, foe: Entity) -> tuple[MeanHarm, ...]:
        """Return the ways in which the unit's next turn could harm a foe, strongest first."""
        if self.harms is None:
            return (MeanHarm(self.reach(world, unit), self.menace(world, unit, foe)),)
        return tuple(sorted(self.harms(world, unit, foe), key=lambda one: -one.mean))

    def stands(self, world: World, unit: Entity) -> tuple[Cell, ...]:
        """Return the tiles on which the unit could be after its next move, including its own."""
        here = world.get(unit, Position).at
        ground = self.ground
        if ground is not None:

            def find(old: _Stands | None) -> _Stands:
                ends = ground(world, unit)
                if old is not None and old.ends is ends and old.tiles[0] == here:
                    return old
                return _Stands(ends, (here, *[cell for cell in ends if cell != here]))

            return world.revised(("stands", unit), find).tiles
        closed = frozenset(c for u, p in world.all(Position) if u != unit for c in p.cells)
        most = (self.farthest or self.stride)(world, unit)
        return tuple(reach(world.grid, here, most, closed=closed).costs)
