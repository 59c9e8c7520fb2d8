"""The signs of a player's keys: play, pause, steps, turns."""

from typing import TYPE_CHECKING, Literal

import pygame

from game.client.kit.theme import Colour

if TYPE_CHECKING:
    from game.client.kit.app import App

Glyph = Literal["play", "pause", "step", "back", "turn", "turn_back"]
Point = tuple[float, float]

FINE = 4
"""Signs are drawn so many times as large, and shrunk."""

ARROW: tuple[Point, ...] = ((0, 0), (1, 0.5), (0, 1))


def _box(left: float, right: float) -> tuple[Point, ...]:
    return (left, 0), (right, 0), (right, 1), (left, 1)


def _arrow(left: float, wide: float) -> tuple[Point, ...]:
    return tuple((left + x * wide, y) for x, y in ARROW)


SHAPES: dict[str, tuple[tuple[Point, ...], ...]] = {
    "play": (_arrow(0.12, 0.8),),
    "pause": (_box(0.12, 0.38), _box(0.62, 0.88)),
    "step": (_box(0.06, 0.24), _arrow(0.34, 0.6)),
    "turn": (_arrow(0.0, 0.44), _arrow(0.42, 0.44), _box(0.86, 1.0)),
}
"""Polygons in a square of one; those that lead back are mirrored."""
MIRRORED = {"back": "step", "turn_back": "turn"}


def glyph(app: "App", name: Glyph, side: int, colour: Colour) -> pygame.Surface:
    """A sign in a square."""
    return app.art.once(("glyph", name, side, colour), lambda: _drawn(name, side, colour))


def _drawn(name: Glyph, side: int, colour: Colour) -> pygame.Surface:
    large = pygame.Surface((side * FINE, side * FINE), pygame.SRCALPHA)
    large.fill((*colour, 0))
    for shape in SHAPES[MIRRORED.get(name, name)]:
        points = [(x * side * FINE, (0.08 + 0.84 * y) * side * FINE) for x, y in shape]
        pygame.draw.polygon(large, colour, points)
    made = pygame.transform.smoothscale(large, (side, side))
    return pygame.transform.flip(made, True, False) if name in MIRRORED else made
