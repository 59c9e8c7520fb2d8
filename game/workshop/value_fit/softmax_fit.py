"""Fit the weights of features to the winners, by a softmax over the sides of each position.

A feature's weight is drawn towards 0 in units of the feature's own spread, so features that tell
little get little weight. All positions of a battle together count as one battle.
"""

from collections.abc import Mapping, Sequence
from math import exp, sqrt
from typing import NamedTuple

from game.workshop.lab.price_fit import Matrix, Vector, solved

PULL = 3.0
"""How strongly weights are drawn towards 0: the precision of a normal distribution."""
STEPS, CLOSE = 30, 1e-7
"""Maximum number of Newton's steps, and the change at which they end."""


class FitRow(NamedTuple):
    """A position: the features of its sides in a fixed order, the result of each, its weight."""

    sides: tuple[tuple[float, ...], ...]
    results: tuple[float, ...]
    """1 for the winner and 0 for the others; after a draw, the same for all."""
    weight: float


def fit_weights(names: Sequence[str], rows: Sequence[FitRow]) -> Mapping[str, float]:
    """Return the weight of each feature that differs between sides anywhere, by its name."""
    spreads = [_spread(rows, n) for n in range(len(names))]
    used = [n for n, spread in enumerate(spreads) if spread > CLOSE]
    scaled = [
        FitRow(tuple(tuple(side[n] / spreads[n] for n in used) for side in row.sides), *row[1:])
        for row in rows
    ]
    at = [0.0] * len(used)
    for _ in range(STEPS if used else 0):
        slope, bend = _derivatives(scaled, at)
        step = solved(bend, [[one] for one in slope])
        at = [value + by[0] for value, by in zip(at, step, strict=True)]
        if max(abs(by[0]) for by in step) < CLOSE:
            break
    return {names[n]: value / spreads[n] for n, value in zip(used, at, strict=True)}


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
            apart = [side[n] - mean[n] for n in size]
            for n in size:
                slope[n] += row.weight * result * apart[n]
                some, far = bend[n], row.weight * share * apart[n]
                for m in size:
                    some[m] += far * apart[m]
    return slope, bend


def softmax(sums: Sequence[float]) -> list[float]:
    """Return shares that add up to 1, in proportion to the exponentials."""
    top = max(sums)
    shares = [exp(one - top) for one in sums]
    whole = sum(shares)
    return [share / whole for share in shares]
