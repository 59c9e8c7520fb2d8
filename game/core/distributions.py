"""Exact distributions of dice as integer weights, without enumerating faces.

In this module, a *row* is a list of weights for consecutive values. The caller knows the value of
its first entry.
"""

from collections.abc import Iterable
from itertools import accumulate
from math import comb

import msgspec


class Dist(msgspec.Struct, frozen=True):
    """A distribution over integers: (value, weight) pairs in order of value, with weights above 0.

    `total` is the number of equally likely rolls, and the sum of the weights.
    """

    weights: tuple[tuple[int, int], ...]
    total: int

    def summed(self) -> int:
        """Return the sum of `value` over all rolls. Divided by `total`, it is the exact mean."""
        return sum(value * weight for value, weight in self.weights)


def from_row(lowest: int, row: Iterable[int], total: int) -> Dist:
    """Return the distribution of a row whose first value is `lowest`."""
    return Dist(tuple((v, weight) for v, weight in enumerate(row, lowest) if weight), total)


def with_die(row: list[int], sides: int) -> list[int]:
    """Return the row with one more die; its first entry stands for a value higher by 1.

    A running sum makes this linear in the length of the row, whatever the number of sides.
    """
    sums = list(accumulate(row + [0] * (sides - 1)))
    return sums[:sides] + [upper - lower for upper, lower in zip(sums[sides:], sums, strict=False)]


def with_row(row: list[int], other: list[int]) -> list[int]:
    """Return the row of the sum of two independent parts; their first values add up."""
    out = [0] * (len(row) + len(other) - 1)
    for i, weight in enumerate(row):
        for j, factor in enumerate(other, i):
            out[j] += weight * factor
    return out


def pool(count: int, sides: int) -> list[int]:
    """Return the row of the number of dice that show their highest face. It begins at 0."""
    return [comb(count, hits) * (sides - 1) ** (count - hits) for hits in range(count + 1)]


def highest(count: int, sides: int, keep: int) -> list[int]:
    """Return the row of the sum of the `keep` highest of `count` dice. It begins at `keep`.

    Every roll has a lowest kept face: `above` dice show more, the other kept dice show exactly that
    face, and dropped dice show that face or less. The work grows with (keep × sides) squared.
    """
    out = [0] * (keep * (sides - 1) + 1)
    for face in range(1, sides + 1):
        row = [1]
        for above in range(keep if face < sides else 1):
            ways = comb(count, above) * _at_most(count - above, keep - above, face)
            for i, weight in enumerate(row, keep * (face - 1) + above):
                out[i] += ways * weight
            row = with_die(row, sides - face)
    return out


def lowest(count: int, sides: int, keep: int) -> list[int]:
    """Return the row of the sum of the `keep` lowest of `count` dice. It begins at `keep`."""
    return highest(count, sides, keep)[::-1]


def _at_most(count: int, least: int, face: int) -> int:
    """Return the number of rolls of `count` dice with `least` or more at `face` and none above."""
    return sum(comb(count, n) * (face - 1) ** (count - n) for n in range(least, count + 1))
