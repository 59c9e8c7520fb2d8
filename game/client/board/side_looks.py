"""How sides are told apart: by the colour and the shape of their stands."""

from collections.abc import Iterable
from typing import Protocol

from game.client.board.standees import SideStand
from game.client.kit.theme import SIDE_COLOURS, SIDE_SHAPES


class Named(Protocol):
    """A side as a level has it."""

    @property
    def id(self) -> str:
        """Names it."""

    @property
    def colour(self) -> str | None:
        """Its colour, if that is said."""

    @property
    def shape(self) -> str | None:
        """Its shape, if that is said."""


def looks_of(sides: Iterable[Named]) -> dict[str, SideStand]:
    """How each side's pieces look: as the level says, or as it is called, or the next colour."""
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
