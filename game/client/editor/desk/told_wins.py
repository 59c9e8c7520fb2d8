"""The result of the meter as far as it is shown beside the findings."""

from typing import NamedTuple

from game.client.kit.theme import Colour


class ToldShare(NamedTuple):
    """The share of the battles that a side has won, with its interval and its colour."""

    words: str
    """The side and the numbers, as a line."""
    share: float
    low: float
    high: float
    colour: Colour


class ToldWins(NamedTuple):
    """The shares of all sides, and the state of the meter in a few words."""

    shares: tuple[ToldShare, ...] = ()
    words: str = ""
    is_old: bool = False
    """Whether the shares are those of an earlier level."""
