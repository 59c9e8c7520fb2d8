"""A map of the road so far, in ink: a line between stops, with hills and trees around it."""

import math
import random
import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.client.board import tile_shapes
from game.client.campaign.map_labels import Label, Labels
from game.client.kit.inputs import Input, Pointer
from game.client.kit.theme import (
    BRASS,
    CREAM,
    HARM,
    INK,
    INK_FADED,
    PARCHMENT,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    Colour,
)
from game.client.kit.widgets.base import Widget

if TYPE_CHECKING:
    from game.client.kit.app import App

ACROSS = 3
"""Number of stops in a row before the road turns back."""
ROW, LEAST, ROWS = 124, 88, 3
"""Maximum and minimum distance between rows at 100%, and maximum number of rows."""
SIGNS = {"battle": "icons/attack", "ending": "icons/star"}
"""Icons of stops by their kind; other kinds have none."""
GROUPS = 26
"""Number of groups of hills, trees or grass, as far as there is room."""
SIGNS_OF_LAND = ("tree", "hill", "tree", "grass")
Point = tuple[float, float]


class MapStop(NamedTuple):
    """A stop on the map."""

    title: str
    kind: str
    is_lost: bool = False
    """Whether the battle at this stop was lost."""


class TravelMap(Widget):
    """A map of the last stops; when you point at a stop, its name is shown."""

    is_focusable = False

    def __init__(self, name: str, marks: Sequence[MapStop], is_end: bool) -> None:
        """Set up the map; the landscape depends only on `name`."""
        super().__init__()
        self._all = self._marks = tuple(marks)
        self._rows = 1
        self._is_end = is_end
        self._seed = zlib.crc32(name.encode())
        self._points: list[Point] = []
        self._labels: dict[int, Label] = {}
        self._over: int | None = None

    @property
    def tip(self) -> str:
        return self._marks[self._over].title if self._over is not None else ""

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        self._points = self._laid(app)
        walked = self._points[: len(self._marks)]
        labels = Labels(app, rect.size, rect.width / ACROSS, walked, _curve(self._points))
        above = [n % ACROSS == ACROSS - 1 for n in range(len(self._marks))]
        self._labels = labels.placed([mark.title for mark in self._marks], above)

    def _laid(self, app: "App") -> list[Point]:
        """Return the places of the last stops, and of the next stop unless the road has ended."""
        px, ahead = app.look.px, 0 if self._is_end else 1
        self._rows = max(1, min(ROWS, self.rect.height // px(LEAST)))
        most = self._rows * ACROSS - ahead
        self._marks = self._all[-most:]
        count = len(self._marks) + ahead
        high = min(px(ROW), self.rect.height // self._rows)
        chance = random.Random(self._seed + len(self._all) - len(self._marks))
        side = self.rect.width / ACROSS
        top = max(0, (self.rect.height - high * self._rows) / 2)
        found = []
        for n in range(count):
            row, place = divmod(n, ACROSS)
            column = place if row % 2 == 0 else ACROSS - 1 - place
            x = side * (column + 0.5) + chance.uniform(-0.1, 0.1) * side
            y = top + high * (row + 0.4) + chance.uniform(-0.14, 0.1) * high
            found.append((x, y))
        return found

    def heard(self, event: Input) -> bool:
        if isinstance(event, Pointer) and event.kind == "move":
            at = event.at[0] - self.rect.x, event.at[1] - self.rect.y
            near = [(abs(at[0] - x) + abs(at[1] - y), n) for n, (x, y) in enumerate(self._points)]
            far, n = min(near, default=(1e9, 0))
            was, self._over = self._over, None
            if n < len(self._marks) and far < self.rect.width / ACROSS / 2:
                self._over = n
            return was != self._over
        return False

    # Drawing

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        key = "ribbon", self._seed, self._marks, self._is_end, self.rect.size
        surface.blit(app.art.once(key, lambda: self._made(app)), self.rect)

    def _made(self, app: "App") -> pygame.Surface:
        made = tile_shapes.smooth(self.rect.size, lambda large: self._ink(app, large))
        for n, (mark, at) in enumerate(zip(self._marks, self._points, strict=False)):
            is_here = n == len(self._marks) - 1
            self._stop(app, made, mark, at, is_here)
            if n in self._labels:
                self._name(app, made, self._labels[n], is_here)
        return made

    def _ink(self, app: "App", large: pygame.Surface) -> None:
        """Draw the landscape and the road on a larger surface, to be shrunk later."""
        fine, px = tile_shapes.FINE, app.look.px
        self._land(app, large)
        points = [(x * fine, y * fine) for x, y in self._points]
        walked = _curve(points[: len(self._marks)])
        for colour, wide in ((PARCHMENT_EDGE, px(7)), (PARCHMENT_DARK, px(4))):
            for x, y in _even(walked, fine * 0.8):
                pygame.draw.circle(large, colour, (x, y), wide * fine / 2)
        for n, (x, y) in enumerate(_even(walked, px(3) * fine)):
            if n % 3:
                pygame.draw.circle(large, INK_FADED, (x, y), px(1.4) * fine / 2)
        if not self._is_end and len(points) > 1:
            ahead = _even(_curve(points)[-12:], px(8) * fine)
            for x, y in ahead[1:]:
                pygame.draw.circle(large, PARCHMENT_EDGE, (x, y), px(2.6) * fine / 2)

    def _land(self, app: "App", large: pygame.Surface) -> None:
        """Draw hills, trees and grass away from the road and the names."""
        px, fine = app.look.px, tile_shapes.FINE
        chance = random.Random(self._seed)
        taken, signs = self._kept_free(), []
        names = [it.rect.inflate(px(22), px(26)) for it in self._labels.values()]
        for n in range(GROUPS):
            sign = SIGNS_OF_LAND[n % len(SIGNS_OF_LAND)]
            middle = chance.random() * self.rect.width, chance.random() * self.rect.height
            for _ in range(chance.randint(4, 8)):
                x = middle[0] + chance.gauss(0, 1) * px(34)
                y = middle[1] + chance.gauss(0, 1) * px(19)
                is_in = px(16) < x < self.rect.width - px(16)
                is_in = is_in and px(16) < y < self.rect.height - px(12)
                is_in = is_in and not any(name.collidepoint(x, y) for name in names)
                if is_in and all(abs(x - a) > px(w) or abs(y - b) > px(h) for a, b, w, h in taken):
                    taken.append((x, y, 15, 9))
                    signs.append((y, x, sign))
        for y, x, sign in sorted(signs):
            _LAND[sign](large, x * fine, y * fine, px(8) * fine)

    def _kept_free(self) -> list[tuple[float, float, int, int]]:
        """Return points of the road, each with the distances across and down to keep free."""
        free = [(x, y, 26, 22) for x, y in self._points]
        return [*free, *((x, y, 22, 16) for x, y in _curve(self._points)[::4])]

    def _stop(
        self, app: "App", made: pygame.Surface, mark: MapStop, at: Point, is_here: bool
    ) -> None:
        """Draw a stop: a disc with its icon."""
        px = app.look.px
        x, y = round(at[0]), round(at[1])
        radius = px(13 if is_here else 10)
        edge: Colour = HARM if mark.is_lost else INK
        if is_here:
            pygame.draw.aacircle(made, BRASS, (x, y), radius + px(4))
            pygame.draw.aacircle(made, INK, (x, y), radius + px(1))
        pygame.draw.aacircle(made, edge, (x, y), radius)
        pygame.draw.aacircle(made, CREAM if is_here else PARCHMENT_DARK, (x, y), radius - px(2))
        sign = SIGNS.get(mark.kind)
        if sign is not None and app.art.has(sign):
            side = round(radius * 1.5)
            icon = app.art.image(sign, (side, side), tint=edge)
            made.blit(icon, icon.get_rect(center=(x, y)))
        elif mark.kind == "camp":
            made.blit(*_tent(app, radius, edge, (x, y)))
        else:
            pygame.draw.aacircle(made, edge, (x, y), px(3))

    def _name(self, app: "App", made: pygame.Surface, label: Label, is_here: bool) -> None:
        """Draw the name of a stop."""
        high = app.type.height(label.face, SMALL) - app.look.px(2)
        for n, words in enumerate(label.lines):
            line = app.type.line(words, label.face, SMALL, INK if is_here else INK_FADED)
            made.blit(line, line.get_rect(midtop=(label.rect.centerx, label.rect.y + n * high)))


def _tent(
    app: "App", radius: int, colour: Colour, at: tuple[int, int]
) -> tuple[pygame.Surface, pygame.Rect]:
    """Return an image of a tent with an open flap, and its place."""

    def draw(large: pygame.Surface) -> None:
        side = large.get_width()
        foot = side * 0.86
        sheet = [(side * 0.5, side * 0.12), (side * 0.06, foot), (side * 0.94, foot)]
        pygame.draw.polygon(large, colour, sheet)
        flap = [(side * 0.5, side * 0.4), (side * 0.36, foot), (side * 0.64, foot)]
        pygame.draw.polygon(large, CREAM, flap)

    side = round(radius * 1.4)
    tent = app.art.once(("tent", side, colour), lambda: tile_shapes.smooth((side, side), draw))
    return tent, tent.get_rect(center=at)


def _curve(points: Sequence[Point]) -> list[Point]:
    """Return the points of a smooth line through `points`."""
    if len(points) < 2:
        return list(points)
    padded = [points[0], *points, points[-1]]
    found: list[Point] = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(12):
            t = step / 12
            found.append((_between(a[0], b[0], c[0], d[0], t), _between(a[1], b[1], c[1], d[1], t)))
    return [*found, points[-1]]


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    """Return one coordinate of the Catmull-Rom curve from `b` to `c`, at `t` from 0 to 1."""
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
    )


def _even(points: Sequence[Point], step: float) -> list[Point]:
    """Return points along a line at equal distances."""
    found: list[Point] = []
    left = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        length = max(1e-6, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
        while left <= length:
            part = left / length
            found.append((ax + (bx - ax) * part, ay + (by - ay) * part))
            left += step
        left -= length
    return found


def _hill(large: pygame.Surface, x: float, y: float, size: float) -> None:
    wide = max(2, round(size / 7))
    rect = pygame.Rect(x - size * 1.5, y - size * 0.8, size * 3, size * 1.8)
    inner = [(rect.x + rect.width * n / 12, _dome(rect, n / 12)) for n in range(13)]
    pygame.draw.polygon(large, PARCHMENT, inner)
    pygame.draw.lines(large, PARCHMENT_EDGE, False, inner, wide)
    for part in (0.58, 0.7, 0.82):
        top = _dome(rect, part)
        start = rect.x + rect.width * part, top + size * 0.12
        end = start[0] + size * 0.1, min(rect.centery - wide, top + size * 0.5)
        pygame.draw.line(large, PARCHMENT_EDGE, start, end, max(1, wide // 2))


def _dome(rect: pygame.Rect, part: float) -> float:
    """Return the y of a hill's outline at a share of its width."""
    return rect.centery - rect.height / 2 * math.pow(max(0.0, 1 - (2 * part - 1) ** 2), 0.8)


def _tree(large: pygame.Surface, x: float, y: float, size: float) -> None:
    wide = max(2, round(size / 8))
    pygame.draw.line(large, PARCHMENT_EDGE, (x, y), (x, y + size * 0.95), wide)
    crown = pygame.Rect(0, 0, size * 1.25, size * 1.5)
    crown.center = round(x), round(y - size * 0.25)
    pygame.draw.ellipse(large, PARCHMENT_DARK, crown)
    pygame.draw.ellipse(large, PARCHMENT_EDGE, crown, wide)


def _grass(large: pygame.Surface, x: float, y: float, size: float) -> None:
    wide = max(2, round(size / 9))
    for lean in (-0.6, -0.2, 0.2, 0.6):
        end = x + lean * size, y - size * (0.9 - abs(lean) * 0.5)
        pygame.draw.line(large, PARCHMENT_EDGE, (x + lean * size * 0.4, y), end, wide)


_LAND = {"hill": _hill, "tree": _tree, "grass": _grass}
