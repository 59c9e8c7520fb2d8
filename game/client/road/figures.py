"""People of the road as pieces, to be drawn on their stands."""

from game.client.road.cards import PARTY
from game.session.picture import Piece


def figure(kind: str, title: str) -> Piece:
    """Somebody as a piece, who stands on no board."""
    return Piece(title, PARTY, kind, title, (0, 0), 1, None, None, False, False, False, ())
