"""Whose turn it is."""

from game.terms.records import Component


class Rounds(Component, frozen=True):
    """On the root: the number of the round, the order of turns, and who has had one."""

    number: int
    order: tuple[int, ...]
    acted: tuple[int, ...] = ()


class Acting(Component, frozen=True):
    """On the root: the unit whose turn it is, and what it has done in it."""

    unit: int
    items_used: int = 0


class Offers(Component, frozen=True):
    """On the root: the draws that were offered, as (side, round)."""

    made: tuple[tuple[str, int], ...] = ()
