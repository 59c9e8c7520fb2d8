"""The identity, place and life of a unit."""

from typing import Annotated

import msgspec

from game.core.cells import Cell
from game.core.footprints import tiles
from game.terms.records import Component


class Name(Component, frozen=True):
    """The id (`side.name`) used in commands and events, the title shown, and the kind."""

    id: str
    title: str
    kind: str


class Allegiance(Component, frozen=True):
    """The side that a unit fights for."""

    side: str


class Placed(Component, frozen=True):
    """The base of components that occupy tiles. The world keeps an index of them by tile."""

    at: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All tiles that the component occupies."""
        return (self.at,)


class Position(Placed, frozen=True):
    """The tiles of a living unit: a square of `span` by `span` with `at` as its upper left tile.

    Dead units, and units that have yet to arrive, have no position.
    """

    span: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1

    @property
    def cells(self) -> tuple[Cell, ...]:
        return (self.at,) if self.span == 1 else tiles(self.at, self.span)


class Bulk(Component, frozen=True):
    """The size of a unit, from 0 (tiny) to 4 (huge). A unit without this component is medium."""

    size: Annotated[int, msgspec.Meta(ge=0, le=4)]


class Vitals(Component, frozen=True):
    """The life that a unit has left, and its maximum."""

    life: int
    most: int


class Down(Component, frozen=True):
    """A mark on a unit that is on the board but can't act again by itself.

    Such a unit doesn't keep its side in play.
    """


class Away(Component, frozen=True):
    """A mark on a unit that is off the board but will return. It keeps its side in play."""


class Dead(Component, frozen=True):
    """A mark on a dead unit. The unit keeps its name, but can do nothing more."""
