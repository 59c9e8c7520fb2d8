"""A book's fitted value: the weights of features of a side, fitted to battles.

`five-tables lab LEVEL… --fit --keep` fits it and writes it to the book's `value.toml`. The computer
players know the features (`ai/side_features.py`).
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec
import tomli


class CalibratedTenth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The positions whose predicted chance is in one tenth: predicted and actual share of wins."""

    tenth: int
    """Index of the tenth, from 0."""
    positions: int
    predicted: float
    won: float
    margin: float | None = None
    """Half the 95% interval of the difference, by the battles that have these positions."""


class HeldOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How well fits predict battles that they weren't fitted to.

    Each part of the battles is predicted by a fit to the others.
    """

    battles: int
    positions: int
    brier: float
    """Mean squared error of the predictions: 0 if all are right, 0.25 for always 50%."""
    tenth: tuple[CalibratedTenth, ...] = ()


class FittedValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights, by feature, and the battles that they were fitted to."""

    weights: Mapping[str, float]
    seats: Mapping[str, float] = {}
    """The weights of the sides of levels, as `level.side`: what the features don't tell there."""
    battles: int = 0
    positions: int = 0
    levels: tuple[str, ...] = ()
    held_out: HeldOut | None = None


@lru_cache(maxsize=20)
def read_value(path: Path) -> FittedValue:
    """Return the value in a file. Raise OSError or ValueError if there is none."""
    return msgspec.convert(tomli.loads(path.read_text(encoding="utf-8")), FittedValue)
