"""How the people of the road look, where no battle says it."""

from typing import TYPE_CHECKING

from game.client.board.standees import SideStand, Standees, figurine
from game.client.kit.theme import SIDE_COLOURS, SIDE_SHAPES
from game.present.picture import Piece

if TYPE_CHECKING:
    from game.client.kit.app import App

PARTY = "party"
"""The side of everybody on the road."""
COLOUR = "green"


def standees(app: "App", book: str) -> Standees:
    """The pictures of people on the road."""
    side = SideStand(SIDE_COLOURS[COLOUR], SIDE_SHAPES[COLOUR])
    return Standees(app.art, book, {PARTY: side})


def figure(kind: str, title: str) -> Piece:
    """Somebody as a piece."""
    return figurine(PARTY, kind, title)
