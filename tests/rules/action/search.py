"""Search of all results of a command over all rolls, by clones and `settle` alone."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from game.components.unit import Dead, Position, Vitals
from game.core.dice import Dice
from game.engine.battle import Battle
from game.terms.agenda import Ask, Decision, Roll
from game.terms.asks import TurnAsk
from game.terms.battlefield_commands import Pass
from game.terms.commands import Command
from game.terms.odds import Odds
from tests.odds_rows import rows_of

Row = tuple[str, Any, int]
"""A unit, its tile afterwards ("dead" if it has no tile), and the life it has lost."""
Leaf = tuple[frozenset[Row], str | None]
Found = dict[Leaf, Fraction]


def searched(battle: Battle, command: Command, assume: str) -> Found:
    """Return the results of the command, with their probabilities."""
    before, after = _rows(battle), battle.clone()
    after.apply(command)
    found: Found = defaultdict(Fraction)
    for leaf, chance in _leaves(after, assume, before):
        found[leaf] += chance
    return dict(found)


def _leaves(battle: Battle, assume: str, before: set[Row]) -> Iterator[tuple[Leaf, Fraction]]:
    stop = battle.stop
    if isinstance(stop, Roll):
        for faces, chance in _ways(stop.dice):
            other = battle.clone()
            other.settle(faces)
            for leaf, inner in _leaves(other, assume, before):
                yield leaf, chance * inner
    elif isinstance(stop, Ask) and not isinstance(stop, TurnAsk) and assume != "stop":
        other = battle.clone()
        other.apply(_answer(battle, stop, assume))
        yield from _leaves(other, assume, before)
    else:
        open_ask = isinstance(stop, Ask) and not isinstance(stop, TurnAsk)
        then = stop.called if open_ask and isinstance(stop, Ask) else None
        yield (_changed(battle, before), then), Fraction(1)


def _ways(dice: Dice) -> list[tuple[tuple[int, ...], Fraction]]:
    """Return one set of faces for each value of the dice, with the value's probability."""
    ways = list(product(*(range(1, sides + 1) for sides in dice.sides)))
    counts = Counter(dice.value(faces) for faces in ways)
    shown = {dice.value(faces): faces for faces in ways}
    return [(shown[value], Fraction(count, len(ways))) for value, count in counts.items()]


def _answer(battle: Battle, ask: Ask, assume: str) -> Command:
    legal = battle.legal()
    if isinstance(ask, Decision):
        return legal[0 if assume == "never" else -1]
    return next(c for c in legal if isinstance(c, Pass) == (assume == "never"))


def _rows(battle: Battle) -> set[Row]:
    rows = set()
    for unit in battle.units():
        world = battle.world
        life = world.get(unit, Vitals).life
        at = "dead" if world.has(unit, Dead) else world.get(unit, Position).at
        rows.add((battle.id_of(unit), at, life))
    return rows


def _changed(battle: Battle, before: set[Row]) -> frozenset[Row]:
    """Return the rows that differ, with the life lost and the tile if the unit has moved."""
    old = {id: (at, life) for id, at, life in before}
    found = set[Row]()
    for id, at, life in _rows(battle) - before:
        moved = at if at != old[id][0] else None
        found.add((id, moved, old[id][1] - life))
    return frozenset(found)


def read(odds: Odds) -> Found:
    """Return the same results from the engine's odds, without facts that aren't compared."""
    found: Found = defaultdict(Fraction)
    for chance in odds.outcomes:
        rows = (_read(change) for change in rows_of(chance) if "unit" in change)
        compared = frozenset(row for row in rows if row[1:] != (None, 0))
        found[compared, chance.then] += Fraction(chance.weight, odds.of)
    return dict(found)


def _read(change: dict[str, Any]) -> Row:
    at = "dead" if change.get("dies") else change.get("at")
    return change["unit"], at if at in ("dead", None) else tuple(at), change.get("damage", 0)
