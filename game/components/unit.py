"""Who a unit is, where it stands and how it fares."""

from typing import Annotated

import msgspec

from game.core.cells import Cell
from game.core.footprints import tiles
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
    """The base of components that lie on tiles; the world keeps an index of them by tile."""

    at: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All tiles it lies on."""
        return (self.at,)


class Position(Placed, frozen=True):
    """The tiles a living unit stands on: a square of `span` by `span`, `at` its upper left one.

    The dead and those still to come have none.
    """

    span: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1

    @property
    def cells(self) -> tuple[Cell, ...]:
        return (self.at,) if self.span == 1 else tiles(self.at, self.span)


class Bulk(Component, frozen=True):
    """How large a unit is: a size of `core.rooms`, from tiny to huge. Without one it is medium."""

    size: Annotated[int, msgspec.Meta(ge=0, le=4)]


class Vitals(Component, frozen=True):
    """What is left of a unit's life, and the most it can be."""

    life: int
    most: int


class Down(Component, frozen=True):
    """A unit on the board that can do nothing more by itself: it does not keep its side in play."""


class Away(Component, frozen=True):
    """A unit that is off the board and will come back: it keeps its side in play."""


class Dead(Component, frozen=True):
    """A unit that is dead. It keeps its name, and nothing that acts."""
