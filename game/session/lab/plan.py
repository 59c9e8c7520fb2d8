"""Which battles are played: every seed once in every seating."""

from typing import NamedTuple

from game.terms.level import Level


class Bout(NamedTuple):
    """One battle to be played."""

    level: int
    """Which of the levels."""
    seed: int
    seating: tuple[str, ...]
    """The player of each side, in the order of the level."""


def bouts(number: int, level: Level, players: tuple[str, ...], count: int, seed: int) -> list[Bout]:
    """So many battles of a level: the players in turn over the sides, in every rotation.

    So each player has each side equally often, with the same seeds, if the count lets it.
    """
    turns, sides = rotations(players), len(level.sides)
    return [
        Bout(number, seed + k // turns, seating(players, sides, k % turns)) for k in range(count)
    ]


def seating(players: tuple[str, ...], sides: int, turn: int) -> tuple[str, ...]:
    """Who plays each side after so many turns."""
    return tuple(players[(side + turn) % len(players)] for side in range(sides))


def rotations(players: tuple[str, ...]) -> int:
    """How many turns of the players there are until the first comes again."""
    return next(n for n in range(1, len(players) + 1) if players[n:] + players[:n] == players)
