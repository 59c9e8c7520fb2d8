"""Places for the names on the map, chosen so that names don't overlap."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.client.kit.theme import SMALL
from game.client.kit.typography import Face

if TYPE_CHECKING:
    from game.client.kit.app import App

LINES = 3
"""Maximum number of lines of a name."""
WIDTHS = (1.0, 1.3)
"""Maximum widths of a name to try, as multiples of the distance between stops."""
HERE, PASSED = 17, 12
"""Distance of a name from its stop, for the current stop and for the others, at 100%."""
Point = tuple[float, float]


class Label(NamedTuple):
    """A name, split into lines, with its place on the map."""

    lines: tuple[str, ...]
    rect: pygame.Rect
    face: Face


class Labels:
    """Finder of places for names: first for the current stop, then for earlier ones."""

    def __init__(
        self,
        app: "App",
        size: tuple[int, int],
        column: float,
        points: Sequence[Point],
        road: Sequence[Point],
    ) -> None:
        """Set up the search; `road` has points of the road, which names avoid if they can."""
        self._app, self._bounds, self._column = app, pygame.Rect((0, 0), size), column
        self._points, self._road = points, road
        side = app.look.px(2 * PASSED - 4)
        self._taken = [pygame.Rect(0, 0, side, side) for _ in points]
        for rect, (x, y) in zip(self._taken, points, strict=True):
            rect.center = round(x), round(y)

    def placed(self, titles: Sequence[str], is_above: Sequence[bool]) -> dict[int, Label]:
        """Return the labels that fit, by index; `is_above` says which to try above first."""
        found = {}
        for n in reversed(range(len(titles))):
            is_here = n == len(titles) - 1
            free = [
                label
                for label in self._tries(titles[n], n, is_here, is_above[n])
                if label.rect.inflate(self._app.look.px(8), 0).collidelist(self._taken) < 0
            ]
            if free:
                found[n] = min(free, key=lambda label: self._crossed(label.rect))
                self._taken.append(found[n].rect)
        return found

    def _crossed(self, rect: pygame.Rect) -> int:
        return sum(rect.collidepoint(point) for point in self._road)

    def _tries(self, title: str, n: int, is_here: bool, is_above: bool) -> Iterator[Label]:
        """Yield possible labels: the whole name below and above, then wider, then shortened."""
        face: Face = "serif bold" if is_here else "serif"
        kind, far = self._app.type, self._app.look.px(HERE if is_here else PASSED)
        for share in WIDTHS:
            lines = tuple(kind.wrapped(title, round(self._column * share), face, SMALL))
            if len(lines) <= LINES and " ".join(lines) == title:
                for above in (is_above, not is_above):
                    yield self._label(lines, n, far, face, above)
        cut = kind.fitted(title, round(self._column), face, SMALL)
        for above in (is_above, not is_above):
            yield self._label((cut,), n, far, face, above)

    def _label(self, lines: tuple[str, ...], n: int, far: int, face: Face, is_above: bool) -> Label:
        kind, px, (x, y) = self._app.type, self._app.look.px, self._points[n]
        wide = max(kind.width(line, face, SMALL) for line in lines)
        high = (kind.height(face, SMALL) - px(2)) * len(lines)
        rect = pygame.Rect(0, 0, wide, high)
        rect.midtop = round(x), round(y) + far
        if is_above:
            rect.bottom = round(y) - far - px(1)
        return Label(lines, rect.clamp(self._bounds), face)
