"""Plan the battles: each seed is played once in every seating.

If only one side is asked, no player has an opponent. Every player then plays that side with the
same seeds, and their results are compared.
"""

from typing import NamedTuple

from game.engine.book import Book
from game.terms.level import Level


class Bout(NamedTuple):
    """One battle to play."""

    level: int
    """Index of the level."""
    seed: int
    seating: tuple[str, ...]
    """Player of each side, in the order of the level."""
    alone: str = ""
    """The side whose players are compared, if it is the only side that is asked; else ""."""


def planned(
    book: Book, number: int, level: Level, players: tuple[str, ...], count: int, seed: int
) -> list[Bout]:
    """Return the plan for `count` battles of a level of the book."""
    asked = book.asked(level)
    if len(asked) == 1:
        return solos(number, level, players, count, seed, asked[0])
    return bouts(number, level, players, count, seed)


def solos(
    number: int, level: Level, players: tuple[str, ...], count: int, seed: int, side: str
) -> list[Bout]:
    """Return the plan for battles in which only one side is asked: each seed once per player."""
    names = tuple(dict.fromkeys(players))
    return [
        Bout(
            *(number, seed + k // len(names), (names[k % len(names)],) * len(level.sides)),
            alone=side,
        )
        for k in range(count)
    ]


def bouts(number: int, level: Level, players: tuple[str, ...], count: int, seed: int) -> list[Bout]:
    """Return the plan for `count` battles of a level, with the players in every rotation.

    If `count` allows it, each player plays each side equally often, with the same seeds.
    """
    turns, sides = rotations(players), len(level.sides)
    return [
        Bout(number, seed + k // turns, seating(players, sides, k % turns)) for k in range(count)
    ]


def seating(players: tuple[str, ...], sides: int, turn: int) -> tuple[str, ...]:
    """Return the player of each side after `turn` rotations."""
    return tuple(players[(side + turn) % len(players)] for side in range(sides))


def rotations(players: tuple[str, ...]) -> int:
    """Return the number of rotations until the players are back in their first order."""
    return next(n for n in range(1, len(players) + 1) if players[n:] + players[:n] == players)
