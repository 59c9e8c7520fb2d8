"""Plan of the battles: every seed once in every seating.

If only one side is asked, there is no opponent: every player plays that side with the same seeds,
and their results are compared.
"""

from typing import NamedTuple

from game.engine.book import Book
from game.terms.level import Level


class Bout(NamedTuple):
    """One battle to be played."""

    level: int
    """Index of the level."""
    seed: int
    seating: tuple[str, ...]
    """Player of each side, in the order of the level."""
    alone: str = ""
    """The only side that is asked, whose players are compared; "" if there are several."""


def planned(
    book: Book, number: int, level: Level, players: tuple[str, ...], count: int, seed: int
) -> list[Bout]:
    """Return `count` battles of a level of the book."""
    asked = book.asked(level)
    if len(asked) == 1:
        return solos(number, level, players, count, seed, asked[0])
    return bouts(number, level, players, count, seed)


def solos(
    number: int, level: Level, players: tuple[str, ...], count: int, seed: int, side: str
) -> list[Bout]:
    """Return battles in which only one side is asked: every seed once for every player."""
    names = tuple(dict.fromkeys(players))
    return [
        Bout(
            *(number, seed + k // len(names), (names[k % len(names)],) * len(level.sides)),
            alone=side,
        )
        for k in range(count)
    ]


def bouts(number: int, level: Level, players: tuple[str, ...], count: int, seed: int) -> list[Bout]:
    """Return `count` battles of a level, with the players on the sides in every rotation.

    If the count allows it, each player has each side equally often, with the same seeds.
    """
    turns, sides = rotations(players), len(level.sides)
    return [
        Bout(number, seed + k // turns, seating(players, sides, k % turns)) for k in range(count)
    ]


def seating(players: tuple[str, ...], sides: int, turn: int) -> tuple[str, ...]:
    """Return the player of each side after `turn` rotations."""
    return tuple(players[(side + turn) % len(players)] for side in range(sides))


def rotations(players: tuple[str, ...]) -> int:
    """Return the number of rotations until the first one comes again."""
    return next(n for n in range(1, len(players) + 1) if players[n:] + players[:n] == players)
