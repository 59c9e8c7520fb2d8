"""The walls of a battle: how far each side can undo without consent (ALL-09)."""

from collections.abc import Iterable


class Walls:
    """Two walls per side: the one it can know of, and the true one.

    A wall is the number of commands that a side can't undo freely. The two differ after something
    that the side doesn't see: a roll, a secret revealed only to other sides, or an ask for an
    unseen unit.
    """

    def __init__(self, sides: Iterable[str]) -> None:
        # Keep both, because a refusal must not give anything away. If the true wall decided, "you
        # can't undo this" would reveal dice or units that the side doesn't see.
        self._known = dict.fromkeys(sides, 0)
        self._true = dict(self._known)
        self._furthest = 0

    def of(self, side: str, *, as_known: bool) -> int:
        """Return the wall of a side."""
        return (self._known if as_known else self._true)[side]

    def build(self, count: int, known_to: Iterable[str] | None, spared: str | None = None) -> None:
        """Move the walls of all sides except `spared` to after `count` commands.

        Only the sides in `known_to` can know of this (None: all sides).
        """
        self._furthest = count
        for side in self._true:
            if side != spared:
                # `count` is never lower than before: the history only grows, and `lower` is called
                # when it shrinks.
                self._true[side] = count
                if known_to is None or side in known_to:
                    self._known[side] = count

    def lower(self, count: int) -> None:
        """Limit all walls to `count` commands, because later commands were undone."""
        # Return early: most undos don't go back past any wall.
        if self._furthest <= count:
            return
        self._furthest = count
        # The commands that replace the undone ones have no wall yet.
        for walls in (self._known, self._true):
            for side in walls:
                if walls[side] > count:
                    walls[side] = count
