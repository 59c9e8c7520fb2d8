"""Whose turn it is."""

from game.terms.records import Component, Entity


class Rounds(Component, frozen=True):
    """On the root: the number of the round, the order of turns, and who has had one.

    Those of a group stand together in the order, and their side says anew each round in which
    order they act; who is in no group acts alone.
    """

    number: int
    order: tuple[Entity, ...]
    acted: tuple[Entity, ...] = ()
    groups: tuple[tuple[Entity, ...], ...] = ()


class Acting(Component, frozen=True):
    """On the root: the unit whose turn it is, and what it has done in it."""

    unit: Entity
    items_used: int = 0


class Offers(Component, frozen=True):
    """On the root: the draws that were offered, as (side, round)."""

    made: tuple[tuple[str, int], ...] = ()


class Initiative(Component, frozen=True):
    """What a unit rolled for its place in the order, and what parts it from its equals."""

    total: int
    agility: int = 0
    is_player: bool = False
