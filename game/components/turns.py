"""Rounds and turns."""

from game.terms.records import Component, Entity


class Rounds(Component, frozen=True):
    """On the root: the number of the round, the order of turns, and the units that have had theirs.

    The units of a group are next to each other in the order, and their side chooses each round in
    which order they act. A unit without a group acts alone.
    """

    number: int
    order: tuple[Entity, ...]
    acted: tuple[Entity, ...] = ()
    groups: tuple[tuple[Entity, ...], ...] = ()


class Acting(Component, frozen=True):
    """On the root: the unit whose turn it is, and what it has done this turn."""

    unit: Entity
    items_used: int = 0


class Offers(Component, frozen=True):
    """On the root: the draws offered, as (side, round)."""

    made: tuple[tuple[str, int], ...] = ()


class Initiative(Component, frozen=True):
    """A unit's initiative roll, and what breaks its ties."""

    total: int
    agility: int = 0
    is_player: bool = False
