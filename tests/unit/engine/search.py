"""Search of all results of a command over all rolls, by clones and `settle` alone."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from game.components.motion import Stride
from game.components.unit import Dead, Name, Position, Vitals
from game.core.dice import Dice
from game.engine.battle import Battle
from game.rules.action.units.figures import FEET
from game.terms.agenda import Ask, BattleEnd, Decision, Roll
from game.terms.asks import TurnAsk
from game.terms.battlefield_commands import Pass
from game.terms.commands import Command
from game.terms.odds import Assume, Odds
from game.terms.records import Entity
from game.world import World
from tests.odds_rows import rows_of

Leaf = tuple[tuple[tuple[Any, ...], ...], str | None]
Found = dict[Leaf, Fraction]


def all_faces(dice: Dice) -> Iterator[tuple[int, ...]]:
    """Return all rolls of these dice."""
    return product(*(range(1, sides + 1) for sides in dice.sides))


def by_value(dice: Dice) -> list[tuple[tuple[int, ...], Fraction]]:
    """Return one roll for each value of the dice, with the value's probability."""
    ways = list(all_faces(dice))
    counts = Counter(dice.value(faces) for faces in ways)
    shown = {dice.value(faces): faces for faces in ways}
    return [(shown[value], Fraction(count, len(ways))) for value, count in counts.items()]


def by_faces(dice: Dice) -> list[tuple[tuple[int, ...], Fraction]]:
    """Return all rolls of the dice, each equally likely."""
    ways = list(all_faces(dice))
    return [(faces, Fraction(1, len(ways))) for faces in ways]


def searched(battle: Battle, command: Command, assume: Assume, ways: Any = by_value) -> Found:
    """Return the results of the command, with their probabilities."""
    before, after = Board(battle), battle.clone()
    after.apply(command)
    found: Found = defaultdict(Fraction)
    for leaf, chance in _leaves(after, assume, ways, before):
        found[leaf] += chance
    return dict(found)


def _leaves(
    battle: Battle, assume: Assume, ways: Any, before: "Board"
) -> Iterator[tuple[Leaf, Fraction]]:
    stop = battle.stop
    if isinstance(stop, Roll):
        for faces, chance in ways(stop.dice):
            other = battle.clone()
            other.settle(faces)
            for leaf, inner in _leaves(other, assume, ways, before):
                yield leaf, chance * inner
        return
    answer = _answer(battle, stop, assume) if isinstance(stop, Ask) else None
    if answer is None:
        is_between = isinstance(stop, Ask) and not isinstance(stop, TurnAsk)
        then = stop.called if is_between and isinstance(stop, Ask) else None
        yield (before.changes(battle), then), Fraction(1)
        return
    other = battle.clone()
    other.apply(answer)
    yield from _leaves(other, assume, ways, before)


def _answer(battle: Battle, ask: Ask, assume: Assume) -> Command | None:
    """Return the command that the assumption chooses.

    Return None if it stops there, or if the turn continues.
    """
    assumed = assume if isinstance(assume, str) else assume.get(ask.called, "stop")
    if isinstance(ask, TurnAsk) or assumed == "stop":
        return None
    legal = battle.legal()
    if isinstance(ask, Decision):
        return legal[0 if assumed == "never" else -1]
    return next(c for c in legal if isinstance(c, Pass) == (assumed == "never"))


class Board:
    """The units at one moment."""

    def __init__(self, battle: Battle) -> None:
        self._rows = _rows(battle)

    def changes(self, battle: Battle) -> tuple[tuple[Any, ...], ...]:
        """Return later differences: (id, tile, damage, movement) or (id, "dies", damage)."""
        found: list[tuple[Any, ...]] = []
        for old, new in zip(self._rows, _rows(battle), strict=True):
            if new[1] is None:
                if old[1] is not None:
                    found.append((new[0], "dies", old[2] - new[2]))
            else:
                moved = None if new[1] == old[1] else new[1]
                is_walker = old[3] is not None
                left = new[3] if is_walker and new[3] != old[3] else None
                if (moved, old[2] - new[2], left) != (None, 0, None):
                    found.append((new[0], moved, old[2] - new[2], left))
        return tuple(found)


def _rows(battle: Battle) -> list[tuple[Any, ...]]:
    return [_row(battle.world, unit) for unit in battle.world.ids(Name)]


def _row(world: World, unit: Entity) -> tuple[Any, ...]:
    name = world.get(unit, Name).id
    life = world.get(unit, Vitals).life
    if world.has(unit, Dead):
        return name, None, life, None
    stride = world.find(unit, Stride)
    return name, world.get(unit, Position).at, life, stride.left * FEET if stride else None


def read(odds: Odds) -> Found:
    """Return the same results from the engine's odds, without facts that `changes` leaves out."""
    found: Found = defaultdict(Fraction)
    for chance in odds.outcomes:
        rows = tuple(row for change in rows_of(chance) if (row := _read_row(change)))
        found[rows, chance.then] += Fraction(chance.weight, odds.of)
    return dict(found)


def _read_row(change: dict[str, Any]) -> tuple[Any, ...] | None:
    if "unit" not in change:
        return None
    if change.get("dies"):
        return change["unit"], "dies", change.get("damage", 0)
    at = change.get("at")
    told = tuple(at) if at else None, change.get("damage", 0), change.get("movement")
    return None if told == (None, 0, None) else (change["unit"], *told)


def play_on(battle: Battle, rng: Random, stops: int) -> Iterator[Any]:
    """Play at random, and yield each stop before it is answered."""
    for _ in range(stops):
        stop = battle.stop
        yield stop
        if isinstance(stop, BattleEnd):
            return
        if isinstance(stop, Roll):
            battle.settle(tuple(rng.randint(1, sides) for sides in stop.dice.sides))
        else:
            battle.apply(rng.choice(battle.legal()))
