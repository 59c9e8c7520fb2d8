"""Fit the prices of kinds to the results of battles between random rosters.

The chance of a side grows with the sum of its units' worth, by a softmax over all sides. A kind's
worth is its price times a common factor, plus a correction of its own. Corrections are drawn
towards 0, so a price changes only as far as battles require it. They leave the mean and the spread
of all prices as they are, which battles can't tell apart from the common factor.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import exp, sqrt
from typing import NamedTuple

from game.workshop.lab.wilson_interval import Z

PULL, FIRM, FAINT = 1.0, 1e4, 1e-2
"""How strongly corrections are drawn towards 0, their mean and trend, and the seats' bonuses: the
precisions of normal distributions.
"""
STEPS, CLOSE = 30, 1e-7
"""Maximum number of Newton's steps, and the change at which they end."""

Vector = list[float]
Matrix = list[Vector]


class RosterBattle(NamedTuple):
    """The result of one battle: the kinds of each side, and the index of the winner."""

    level: str
    sides: tuple[tuple[str, ...], ...]
    winner: int


class FittedPrice(NamedTuple):
    """A kind's price, the price that fits the battles best, and its interval."""

    kind: str
    price: int
    fitted: float
    low: float
    high: float
    battles: int
    """Number of battles in which a side had the kind."""


def fit_prices(prices: Mapping[str, int], trials: Sequence[RosterBattle]) -> list[FittedPrice]:
    """Return the fitted price of each kind that took part, in the order of `prices`.

    Return nothing if the battles don't show that prices matter at all.
    """
    kinds = [kind for kind in prices if any(kind in side for it in trials for side in it.sides)]
    seats = sorted({(it.level, n) for it in trials for n in range(1, len(it.sides))})
    rows = [(_features(it, kinds, seats, prices), it.winner) for it in trials]
    size = 1 + len(kinds) + len(seats)
    pulls = _pulls([prices[kind] for kind in kinds], len(seats))
    at = [0.0] * size
    for _ in range(STEPS):
        slope, bend = _derivatives(rows, at, pulls)
        step = solved(bend, [[it] for it in slope])
        at = [value + by[0] for value, by in zip(at, step, strict=True)]
        if max(abs(by[0]) for by in step) < CLOSE:
            break
    factor = at[0]
    if factor <= 0:
        return []
    _, bend = _derivatives(rows, at, pulls)
    unit = [[float(n == m) for m in range(size)] for n in range(size)]
    spread = solved(bend, unit)
    counts = Counter(kind for it in trials for kind in {kind for side in it.sides for kind in side})
    found = []
    for n, kind in enumerate(kinds, 1):
        fitted = prices[kind] + at[n] / factor
        wide = Z * sqrt(max(0.0, spread[n][n])) / factor
        found.append(
            FittedPrice(kind, prices[kind], fitted, fitted - wide, fitted + wide, counts[kind])
        )
    return found


def _pulls(prices: Sequence[int], seats: int) -> Matrix:
    """Return the precisions of the common factor, of all corrections and of the seats."""
    size, mean = 1 + len(prices) + seats, sum(prices) / len(prices)
    pulls = [[0.0] * size for _ in range(size)]
    for n, price in enumerate(prices, 1):
        for m, other in enumerate(prices, 1):
            pulls[n][m] = FIRM * (1 + (price - mean) * (other - mean)) + PULL * (n == m)
    for n in (0, *range(1 + len(prices), size)):
        pulls[n][n] = FAINT
    return pulls


def _features(
    trial: RosterBattle,
    kinds: Sequence[str],
    seats: Sequence[tuple[str, int]],
    prices: Mapping[str, int],
) -> Matrix:
    """Return for each side of a battle: its cost, its number of each kind, and its seat."""
    return [
        [
            float(sum(prices[kind] for kind in side)),
            *(float(side.count(kind)) for kind in kinds),
            *(float((trial.level, n) == seat) for seat in seats),
        ]
        for n, side in enumerate(trial.sides)
    ]


def _derivatives(
    rows: Iterable[tuple[Matrix, int]], at: Vector, pulls: Matrix
) -> tuple[Vector, Matrix]:
    """Return the slope of the log-likelihood, and its negative second derivatives."""
    size = len(at)
    slope = [-sum(x * y for x, y in zip(row, at, strict=True)) for row in pulls]
    bend = [list(row) for row in pulls]
    for sides, winner in rows:
        worths = [sum(x * y for x, y in zip(side, at, strict=True) if x) for side in sides]
        top = max(worths)
        shares = [exp(worth - top) for worth in worths]
        whole = sum(shares)
        used = [n for n in range(size) if any(side[n] for side in sides)]
        mean = {
            n: sum(share * side[n] for share, side in zip(shares, sides, strict=True)) / whole
            for n in used
        }
        for n in used:
            slope[n] += sides[winner][n] - mean[n]
            for m in used:
                both = sum(s * side[n] * side[m] for s, side in zip(shares, sides, strict=True))
                bend[n][m] += both / whole - mean[n] * mean[m]
    return slope, bend


def solved(matrix: Matrix, right: Matrix) -> Matrix:
    """Return the solution of a system of linear equations, for each column of `right`."""
    rows = [[*row, *end] for row, end in zip(matrix, right, strict=True)]
    size = len(rows)
    for n in range(size):
        best = max(range(n, size), key=lambda m: abs(rows[m][n]))
        rows[n], rows[best] = rows[best], rows[n]
        head = rows[n][n]
        rows[n] = [value / head for value in rows[n]]
        for m in range(size):
            by = rows[m][n]
            if m != n and by:
                rows[m] = [a - by * b for a, b in zip(rows[m], rows[n], strict=True)]
    return [row[size:] for row in rows]
