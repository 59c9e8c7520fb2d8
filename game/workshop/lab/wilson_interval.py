"""Shares of battles, with Wilson's confidence interval."""

from math import sqrt
from typing import NamedTuple

Z = 1.959964
"""Number of standard deviations to either side of the mean that contain 95%."""


class Span(NamedTuple):
    """A share and its confidence interval."""

    share: float
    low: float
    high: float


def wilson(wins: float, battles: int, z: float = Z) -> Span:
    """Return the share of wins, and Wilson's interval of `z` standard deviations around it."""
    if not battles:
        return Span(0.0, 0.0, 1.0)
    share, spread = wins / battles, z * z / battles
    middle = share + spread / 2
    width = z * sqrt((share * (1 - share) + spread / 4) / battles)
    low, high = (middle - width) / (1 + spread), (middle + width) / (1 + spread)
    return Span(share, max(0.0, low), min(1.0, high))
