"""Room for tokens: units that share a tile stand apart, and no token hides the one behind it."""

from collections.abc import Iterable

from game.client.board.token_places import within
from game.core.cells import Cell
from game.present.picture import Token

ROOM: dict[int, tuple[float, float]] = {1: (1.0, 0.0), 2: (0.94, 0.39), 3: (0.74, 0.5)}
"""Size of tokens that share a tile, and distance of the outer ones from its middle, by number.

Two face each other across the tile, and jut out over the tiles on both sides.
"""
CROWD = 0.6, 0.5
"""Size and distance as in `ROOM`, for larger numbers of tokens."""


def shared(tokens: Iterable[Token]) -> dict[Cell, list[Token]]:
    """Return the tokens on each tile, ordered by side and id from the left."""
    found: dict[Cell, list[Token]] = {}
    for token in tokens:
        if token.at is not None and token.span == 1:
            found.setdefault(token.at, []).append(token)
    for some in found.values():
        some.sort(key=lambda token: (token.side, token.id))
    return found


def rooms(tokens: Iterable[Token]) -> dict[str, tuple[float, float]]:
    """Return each token's distance to the right of the middle of its tiles, and its scale.

    A token with another one behind it is drawn within its own tiles.
    """
    every = [token for token in tokens if token.at is not None]
    taken = {cell for token in every for cell in token.cells}
    asides = {}
    for some in shared(every).values():
        size, far = ROOM.get(len(some), CROWD)
        for n, token in enumerate(some):
            aside = far * (2 * n / (len(some) - 1) - 1) if len(some) > 1 else 0.0
            asides[token.id] = aside, size
    found = {}
    for token in every:
        assert token.at is not None
        (x, y), (aside, size) = token.at, asides.get(token.id, (0.0, 1.0))
        is_behind = any((x + n, y - 1) in taken for n in range(token.span))
        found[token.id] = aside, min(size, within(token.span)) if is_behind else size
    return found
