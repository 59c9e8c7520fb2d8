"""The walls of a battle: how far each side can undo without consent (ALL-09)."""

from collections.abc import Iterable


class Walls:
    """One wall for each side, as it can know of it, and one as it really stands.

    A wall is a number of commands: those cannot be undone freely. The two differ where dice
    that the side does not see have fallen since, something came to light for others only, or
    another side was asked for a unit that this one does not see.
    """

    def __init__(self, sides: Iterable[str]) -> None:
        # Both are kept, as a refusal must not tell a side anything. Asked by the true wall, "you
        # cannot undo this" would reveal dice or units out of its sight.
        self._known = dict.fromkeys(sides, 0)
        self._true = dict(self._known)
        self._furthest = 0

    def of(self, side: str, *, as_known: bool) -> int:
        """Return the wall of a side."""
        return (self._known if as_known else self._true)[side]

    def build(self, count: int, known_to: Iterable[str] | None, spared: str | None = None) -> None:
        """Put the wall behind `count` commands, for all sides but `spared`.

        Only those in `known_to` can know of it; None stands for all.
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
        """Let no wall stand behind more than `count` commands, as the others are gone."""
        # Undo is what looking ahead lives on, and mostly goes back to before no wall at all.
        if self._furthest <= count:
            return
        self._furthest = count
        # Commands that are gone may be replaced by others, which no wall has sealed yet.
        for walls in (self._known, self._true):
            for side in walls:
                if walls[side] > count:
                    walls[side] = count
