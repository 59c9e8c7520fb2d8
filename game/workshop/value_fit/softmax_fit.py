"""Fit the weights of features to the winners, by a softmax over the sides of each position.

A feature's weight is drawn towards 0 in units of the feature's own spread, so features that tell
little get little weight. All positions of a battle together count as one battle.

A feature that can only help a side gets no negative weight, whatever few battles say. The features
of seats take up what makes a side of a level strong or weak there, so that the other weights come
from what differs within a level.
"""

from collections.abc import Mapping, Sequence
from math import exp, sqrt
from typing import NamedTuple

from game.ai.side_features import SEAT
from game.workshop.lab.price_fit import Matrix, Vector, solved

PULL = 6.0
"""How strongly weights are drawn towards 0: the precision of a normal distribution."""
SEATED = 0.3
"""The spread that features of seats are taken to have: the larger, the smaller their weights."""
STEPS, CLOSE = 30, 1e-5
"""Maximum number of Newton's steps, and the change at which they end."""


class FitRow(NamedTuple):
    """A position: the features of its sides in a fixed order, the result of each, its weight."""

    sides: tuple[tuple[float, ...], ...]
    results: tuple[float, ...]
    """1 for the winner and 0 for the others; after a draw, the same for all."""
    weight: float


def fit_weights(
    names: Sequence[str], rows: Sequence[FitRow], signs: Mapping[str, int]
) -> Mapping[str, float]:
    """Return the weight of each feature that differs between sides anywhere, by its name.

    `signs` has 1 or -1 for features whose weight has that sign, if it has any weight.
    """
    spreads = [_spread(rows, n) for n in range(len(names))]
    used = [n for n, spread in enumerate(spreads) if spread > CLOSE]
    while True:
        found = _fit(rows, {n: SEATED if SEAT in names[n] else spreads[n] for n in used})
        wrong = [n for n in used if found[n] * signs.get(names[n], 0) < 0]
        if not wrong:
            return {name: found[n] for n, name in enumerate(names) if n in found}
        # Without the worst, others may be right.
        used.remove(max(wrong, key=lambda n: abs(found[n]) * spreads[n]))


def _fit(rows: Sequence[FitRow], spreads: Mapping[int, float]) -> dict[int, float]:
    """Return the weights of some features by index. `spreads` has their standard deviations."""
    scaled = [
        FitRow(
            tuple(tuple(side[n] / spread for n, spread in spreads.items()) for side in row.sides),
            *row[1:],
        )
        for row in rows
    ]
    at = [0.0] * len(spreads)
    for _ in range(STEPS if spreads else 0):
        slope, bend = _derivatives(scaled, at)
        step = solved(bend, [[one] for one in slope])
        at = [value + by[0] for value, by in zip(at, step, strict=True)]
        if max(abs(by[0]) for by in step) < CLOSE:
            break
    return {n: value / spread for (n, spread), value in zip(spreads.items(), at, strict=True)}


def _spread(rows: Sequence[FitRow], n: int) -> float:
    """Return the standard deviation of a feature from the mean of its position's sides."""
    total = count = 0.0
    for row in rows:
        mean = sum(side[n] for side in row.sides) / len(row.sides)
        total += row.weight * sum((side[n] - mean) ** 2 for side in row.sides)
        count += row.weight * len(row.sides)
    return sqrt(total / count) if count else 0.0


def _derivatives(rows: Sequence[FitRow], at: Vector) -> tuple[Vector, Matrix]:
    """Return the slope of the log-likelihood, and its negative second derivatives."""
    size = range(len(at))
    slope = [-PULL * one for one in at]
    bend = [[PULL * (n == m) for m in size] for n in size]
    for row in rows:
        shares = softmax([sum(x * y for x, y in zip(side, at, strict=True)) for side in row.sides])
        mean = [
            sum(share * side[n] for share, side in zip(shares, row.sides, strict=True))
            for n in size
        ]
        for share, result, side in zip(shares, row.results, row.sides, strict=True):
            apart = [(n, x - y) for n, (x, y) in enumerate(zip(side, mean, strict=True)) if x != y]
            for place, (n, one) in enumerate(apart):
                slope[n] += row.weight * result * one
                some, far = bend[n], row.weight * share * one
                for m, other in apart[place:]:
                    some[m] += far * other
    for n in size:
        for m in range(n):
            bend[n][m] = bend[m][n]
    return slope, bend


def softmax(sums: Sequence[float]) -> list[float]:
    """Return shares that add up to 1, in proportion to the exponentials."""
    top = max(sums)
    shares = [exp(one - top) for one in sums]
    whole = sum(shares)
    return [share / whole for share in shares]
