"""Rounds and turns."""

from game.terms.records import Component, Entity


class Rounds(Component, frozen=True):
    """On the root: the round's number, its turn order, and the units that have had their turn.

    The units of a group are next to each other in the turn order. In each round, their side chooses
    the order in which they act. A unit without a group acts alone.
    """

    number: int
    order: tuple[Entity, ...]
    acted: tuple[Entity, ...] = ()
    groups: tuple[tuple[Entity, ...], ...] = ()


class Acting(Component, frozen=True):
    """On the root: the unit whose turn it is, and the number of items it has used this turn."""

    unit: Entity
    items_used: int = 0


class Offers(Component, frozen=True):
    """On the root: the draws offered so far, each as (side, round)."""

    made: tuple[tuple[str, int], ...] = ()


class Initiative(Component, frozen=True):
    """A unit's initiative roll, and the values that break ties."""

    total: int
    agility: int = 0
    is_player: bool = False
