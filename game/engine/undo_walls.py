"""The walls of a battle: how far each side can undo without consent (ALL-09)."""

from collections.abc import Iterable


class Walls:
    """Two walls per side: the one it can know of, and the true one.

    A wall is a number of commands that can't be undone freely. The two differ after a roll that the
    side doesn't see, after a secret is revealed only to others, or after another side was asked for
    a unit that this one doesn't see.
    """

    def __init__(self, sides: Iterable[str]) -> None:
        # Both are kept, because a refusal must not give anything away. If the true wall decided,
        # "you can't undo this" would reveal dice or units that the side doesn't see.
        self._known = dict.fromkeys(sides, 0)
        self._true = dict(self._known)
        self._furthest = 0

    def of(self, side: str, *, as_known: bool) -> int:
        """Return the wall of a side."""
        return (self._known if as_known else self._true)[side]

    def build(self, count: int, known_to: Iterable[str] | None, spared: str | None = None) -> None:
        """Move the wall of all sides except `spared` to after `count` commands.

        Only the sides in `known_to` can know of it; None stands for all.
        """
        self._furthest = count
        for side in self._true:
            if side != spared:
                # Simply `count`: the history only grows while walls are built, and `lower` is
                # called when it shrinks.
                self._true[side] = count
                if known_to is None or side in known_to:
                    self._known[side] = count

    def lower(self, count: int) -> None:
        """Limit all walls to `count` commands, because later ones are gone."""
        # Lookahead depends on undo, and mostly doesn't go back past any wall.
        if self._furthest <= count:
            return
        self._furthest = count
        # Undone commands can be replaced by others, which no wall protects yet.
        for walls in (self._known, self._true):
            for side in walls:
                if walls[side] > count:
                    walls[side] = count
