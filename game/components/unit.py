"""Who a unit is, where it stands and how it fares."""

from game.core.cells import Cell
from game.terms.records import Component


class Name(Component, frozen=True):
    """The id (`side.name`) that commands and events use, the title people read, and the kind."""

    id: str
    title: str
    kind: str


class Allegiance(Component, frozen=True):
    """The side a unit fights for."""

    side: str


class Placed(Component, frozen=True):
    """The base of components that lie on a tile; the world keeps an index of them by tile."""

    at: Cell


class Position(Placed, frozen=True):
    """The tile a living unit stands on. The dead and those still to come have none."""


class Vitals(Component, frozen=True):
    """What is left of a unit's life, and the most it can be."""

    life: int
    most: int


class Dead(Component, frozen=True):
    """A unit that is dead. It keeps its name, and nothing that acts."""
