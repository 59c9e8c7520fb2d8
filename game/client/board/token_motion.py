"""Motions of tokens: hops, attacks, falls. Time passes in `update`; nothing here waits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import exp, pi, sin
from typing import NamedTuple

from game.core.cells import Cell

SLIDE = 14.0
"""Speed of making room: the remaining distance shrinks to 1/e in 1/`SLIDE` seconds."""
NEAR = 0.004
"""Distance too small to see, in tiles."""


def smooth(t: float) -> float:
    """Return `t` (0 to 1) eased in and out."""
    return t * t * (3 - 2 * t)


@dataclass
class Motion:
    """A motion of an actor; `apply` is called with the share of its time passed, 0 to 1."""

    seconds: float
    apply: Callable[[float], None]
    passed: float = 0.0

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether the motion continues."""
        self.passed += seconds
        share = 1.0 if self.seconds <= 0 else min(1.0, self.passed / self.seconds)
        self.apply(share)
        return share < 1.0


@dataclass
class Actor:
    """The current place of a token on the screen, in tiles, with its lift and lean."""

    x: float
    y: float
    lift: float = 0.0
    lean: float = 0.0
    """Lean in degrees."""
    fade: float = 1.0
    is_left: bool = False
    flash: float = 0.0
    """Brightness after a hit, falling from 1 to 0."""
    motions: list[Motion] = field(default_factory=list)
    aside: float = 0.0
    """Distance to the right of the tile's middle, in tiles, to make room for another token."""
    size: float = 1.0
    """Scale of the token; smaller to make room for another token."""
    room: tuple[float, float] = (0.0, 1.0)
    """Values that `aside` and `size` are moving to."""

    @property
    def is_moving(self) -> bool:
        """Return whether the actor hasn't reached its place."""
        return bool(self.motions) or (self.aside, self.size) != self.room

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether anything moved."""
        moved = self.is_moving
        if self.motions and not self.motions[0].update(seconds):
            self.motions.pop(0)
        if (self.aside, self.size) != self.room:
            self._make_room(1 - exp(-seconds * SLIDE))
        return moved

    def _make_room(self, share: float) -> None:
        self.aside += (self.room[0] - self.aside) * share
        self.size += (self.room[1] - self.size) * share
        if max(abs(self.room[0] - self.aside), abs(self.room[1] - self.size)) < NEAR:
            self.aside, self.size = self.room

    def finish(self) -> None:
        """End all motions at once, as if their time had passed."""
        while self.motions:
            self.motions.pop(0).apply(1.0)
        self.aside, self.size = self.room

    def hop(self, to: Cell, seconds: float) -> None:
        """Hop to a tile in a small arc."""

        def begin() -> Callable[[float], None]:
            start = self.x, self.y

            def apply(t: float) -> None:
                share = smooth(t)
                self.x = start[0] + (to[0] - start[0]) * share
                self.y = start[1] + (to[1] - start[1]) * share
                self.lift = sin(pi * t) * 0.24
                self.lean = sin(2 * pi * t) * 5
                if to[0] != start[0]:
                    self.is_left = to[0] < start[0]

            return apply

        self._then(seconds, begin)

    def lunge(self, at: tuple[float, float], seconds: float) -> None:
        """Lunge towards a place and back."""

        def begin() -> Callable[[float], None]:
            x, y = self.x, self.y
            far = max(1.0, abs(at[0] - x), abs(at[1] - y))
            dx, dy = (at[0] - x) / far * 0.4, (at[1] - y) / far * 0.4

            def apply(t: float) -> None:
                out = sin(pi * t)
                self.x, self.y = x + dx * out, y + dy * out
                self.lean = (12 if dx > 0 else -12) * out if abs(dx) > 0.05 else 0.0
                self.lift = out * 0.05
                if abs(at[0] - x) > 0.2:
                    self.is_left = at[0] < x

            return apply

        self._then(seconds, begin)

    def tip(self, seconds: float) -> None:
        """Wobble after a hit."""

        def begin() -> Callable[[float], None]:
            def apply(t: float) -> None:
                self.lean = sin(pi * 3 * t) * 14 * (1 - t)
                self.flash = 1 - t

            return apply

        self._then(seconds, begin)

    def fall(self, seconds: float) -> None:
        """Fall flat and fade away."""

        def begin() -> Callable[[float], None]:
            way = -1 if self.is_left else 1

            def apply(t: float) -> None:
                down = min(1.0, t * 1.7)
                bounce = sin(pi * min(1.0, max(0.0, (t - 0.58) * 5))) * 6
                self.lean = -way * (84 * down * down - bounce)
                self.fade = 1 - max(0.0, t * 2.6 - 1.6)

            return apply

        self._then(seconds, begin)

    def _then(self, seconds: float, begin: Callable[[], Callable[[float], None]]) -> None:
        """Add a motion after the previous ones; `begin` is called when it starts."""
        held: list[Callable[[float], None]] = []

        def apply(t: float) -> None:
            if not held:
                held.append(begin())
            held[0](t)

        self.motions.append(Motion(seconds, apply))

    def settle(self, at: Cell) -> None:
        """Drop all motions and stand still on a tile."""
        self.motions.clear()
        self.x, self.y = at
        self.lift = self.lean = self.flash = 0.0
        self.fade = 1.0
        self.aside, self.size = self.room


class DeathPlace(NamedTuple):
    """The place where a unit died."""

    at: Cell
    span: int
