"""Which battles are played: every seed once in every seating.

Where only one side is asked there is nobody to play against: every player plays that side with the
same seeds, and what they make of them is compared.
"""

from typing import NamedTuple

from game.engine.book import Book
from game.terms.level import Level


class Bout(NamedTuple):
    """One battle to be played."""

    level: int
    """Which of the levels."""
    seed: int
    seating: tuple[str, ...]
    """The player of each side, in the order of the level."""
    alone: str = ""
    """The only side that is asked, if it is one: who sits there is compared with who else does."""


def planned(
    book: Book, number: int, level: Level, players: tuple[str, ...], count: int, seed: int
) -> list[Bout]:
    """So many battles of a level of the book."""
    asked = book.asked(level)
    if len(asked) == 1:
        return solos(number, level, players, count, seed, asked[0])
    return bouts(number, level, players, count, seed)


def solos(
    number: int, level: Level, players: tuple[str, ...], count: int, seed: int, side: str
) -> list[Bout]:
    """So many battles in which one side only is asked: every seed once for every player."""
    names = tuple(dict.fromkeys(players))
    return [
        Bout(
            *(number, seed + k // len(names), (names[k % len(names)],) * len(level.sides)),
            alone=side,
        )
        for k in range(count)
    ]


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
