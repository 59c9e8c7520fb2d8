"""The buttons under the board of a replay, and the seek bar."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

import pygame

from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import BRASS, BRASS_DARK, BRASS_LIGHT, CREAM, WALNUT, WALNUT_DARK, Colour
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import box, focus_edge

if TYPE_CHECKING:
    from game.client.kit.app import App

FEWEST = 5
"""Minimum distance between two ticks for turns, in pixels at 100%."""

Glyph = Literal["play", "pause", "step", "back", "turn", "turn_back"]
Point = tuple[float, float]

FINE = 4
"""Factor by which symbols are drawn larger before they are shrunk, to smooth them."""

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
"""Polygons of each symbol in a unit square; symbols for going back are mirrored."""
MIRRORED = {"back": "step", "turn_back": "turn"}


def glyph(app: "App", name: Glyph, side: int, colour: Colour) -> pygame.Surface:
    """Return a cached image of a symbol in a square."""
    return app.art.once(("glyph", name, side, colour), lambda: _drawn(name, side, colour))


def _drawn(name: Glyph, side: int, colour: Colour) -> pygame.Surface:
    large = pygame.Surface((side * FINE, side * FINE), pygame.SRCALPHA)
    large.fill((*colour, 0))
    for shape in SHAPES[MIRRORED.get(name, name)]:
        points = [(x * side * FINE, (0.08 + 0.84 * y) * side * FINE) for x, y in shape]
        pygame.draw.polygon(large, colour, points)
    made = pygame.transform.smoothscale(large, (side, side))
    return pygame.transform.flip(made, True, False) if name in MIRRORED else made


class KeyButton(Button):
    """A button with a symbol in place of text."""

    def __init__(self, sign: Glyph, on_press: Callable[[], object], about: str) -> None:
        super().__init__("", on_press, about=about)
        self.sign: Glyph = sign

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        super().draw(surface, app, is_focused, is_hovered)
        side = min(self.rect.width, self.rect.height) * 44 // 100
        picture = glyph(app, self.sign, side, CREAM)
        surface.blit(picture, picture.get_rect(center=self.rect.center))


class SeekBar(Widget):
    """A bar for the whole battle: a knob at the current place, ticks where turns begin."""

    def __init__(self, count: int, on_seek: Callable[[int], object], about: str) -> None:
        super().__init__(about)
        self.count, self.at = count, 0
        self.ticks: Sequence[tuple[int, bool]] = ()
        """Places where turns begin, each with whether a round begins there too."""
        self._on_seek = on_seek
        self._groove = pygame.Rect(0, 0, 1, 1)
        self._is_pulled = False

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        px = app.look.px
        self._groove = pygame.Rect(rect.x + px(10), 0, rect.width - px(20), px(8))
        self._groove.centery = rect.centery

    def x_of(self, place: int) -> int:
        """Return the x of a place on the bar."""
        return self._groove.x + round(self._groove.width * place / max(1, self.count))

    def heard(self, event: Input) -> bool:
        if isinstance(event, Act) and event.name in ("left", "right"):
            self._on_seek(self.at + (1 if event.name == "right" else -1))
            return True
        if not isinstance(event, Pointer):
            return False
        if event.kind == "wheel":
            self._on_seek(self.at + event.amount)
            return True
        if event.button == 1 and event.kind in ("down", "up"):
            self._is_pulled = event.kind == "down"
        if self._is_pulled:
            share = (event.at[0] - self._groove.x) / max(1, self._groove.width)
            self._on_seek(max(0, min(self.count, round(share * self.count))))
        return True

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        px, groove = app.look.px, self._groove
        box(app, surface, groove, WALNUT_DARK, BRASS_DARK, 1, 4)
        full = pygame.Rect(groove.x, groove.y, self.x_of(self.at) - groove.x, groove.height)
        if full.width > px(4):
            box(app, surface, full, BRASS, BRASS_DARK, 1, 4)
        last = -px(FEWEST)
        for place, is_round in self.ticks:
            x = self.x_of(place)
            if is_round or x - last >= px(FEWEST):
                last, high = x, px(10 if is_round else 6)
                colour = BRASS_LIGHT if is_round else BRASS_DARK
                top = groove.bottom + px(2)
                pygame.draw.line(surface, colour, (x, top), (x, top + high), px(2))
        knob = pygame.Rect(0, 0, px(18), px(18))
        knob.center = self.x_of(self.at), groove.centery
        is_lit = is_focused or is_hovered
        box(app, surface, knob, CREAM, BRASS_LIGHT if is_lit else WALNUT, 2, 9)
        if is_focused:
            focus_edge(app, surface, self.rect, 5)
