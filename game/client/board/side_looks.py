"""Colours and stand shapes that tell the sides apart."""

from collections.abc import Iterable
from typing import Protocol

from game.client.board.standees import SideStand
from game.client.kit.theme import SIDE_COLOURS, SIDE_SHAPES


class Named(Protocol):
    """A side as described in a level."""

    @property
    def id(self) -> str:
        """The side's id."""

    @property
    def colour(self) -> str | None:
        """The side's colour, or None if the level doesn't set it."""

    @property
    def shape(self) -> str | None:
        """The shape of the side's stands, or None if the level doesn't set it."""


def looks_of(sides: Iterable[Named]) -> dict[str, SideStand]:
    """Return each side's look: its own colour, a colour named by its id, or a free colour."""
    said = list(sides)
    wanted = {side.id: side.colour or side.id for side in said}
    free = [colour for colour in SIDE_COLOURS if colour not in wanted.values()]
    found: dict[str, SideStand] = {}
    for side in said:
        colour = wanted[side.id]
        if colour not in SIDE_COLOURS:
            colour = free.pop(0) if free else "grey"
        found[side.id] = SideStand(SIDE_COLOURS[colour], side.shape or SIDE_SHAPES[colour])
    return found
