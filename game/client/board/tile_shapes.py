"""The shapes of marks on tiles, each drawn once for each tile size.

Marks differ in shape, not only in colour. Each has light and dark parts, so that it stands out on
any ground.
"""

from collections.abc import Callable
from itertools import pairwise
from math import cos, pi, sin

import pygame

from game.client.kit.theme import BRASS_DARK, BRASS_LIGHT, CREAM, INK, Colour

FINE = 3
"""Factor by which marks are drawn larger before they are shrunk, to smooth their edges."""

Draw = Callable[[pygame.Surface, int], None]


def smooth(size: tuple[int, int], draw: Callable[[pygame.Surface], None]) -> pygame.Surface:
    """Return an image that is drawn `FINE` times larger, then shrunk to `size`."""
    large = pygame.Surface((size[0] * FINE, size[1] * FINE), pygame.SRCALPHA)
    draw(large)
    return pygame.transform.smoothscale(large, size)


def _stamp(tile: int, draw: Draw) -> pygame.Surface:
    return smooth((tile, tile), lambda large: draw(large, tile * FINE))


def reach(tile: int) -> pygame.Surface:
    """Return the mark for tiles in reach: a light tile with a dotted, rounded rim."""

    def draw(made: pygame.Surface, size: int) -> None:
        rect = made.get_rect().inflate(-size // 7, -size // 7)
        pygame.draw.rect(made, (*CREAM, 74), rect, border_radius=size // 6)
        radius = max(FINE * 1.1, size / 36)
        points = _along(rect, size // 6, size / 7)
        for colour, wide in (((*INK, 190), radius + FINE * 0.9), ((*CREAM, 255), radius)):
            for point in points:
                pygame.draw.circle(made, colour, point, wide)

    return _stamp(tile, draw)


def _along(rect: pygame.Rect, radius: int, gap: float) -> list[tuple[float, float]]:
    """Return points along the rim of a rounded rectangle, at equal distances."""
    inner = rect.inflate(-2 * radius, -2 * radius)
    corners = (
        (inner.topright, -pi / 2),
        (inner.bottomright, 0.0),
        (inner.bottomleft, pi / 2),
        (inner.topleft, pi),
    )
    rim: list[tuple[float, float]] = []
    for (x, y), start in corners:
        for n in range(13):
            turn = start + n * pi / 24
            rim.append((x + radius * cos(turn), y + radius * sin(turn)))
    return spaced([*rim, rim[0]], gap)


def spaced(rim: list[tuple[float, float]], gap: float) -> list[tuple[float, float]]:
    """Return points on a line, about `gap` apart, at equal distances."""
    lengths = [((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in pairwise(rim)]
    count = max(1, round(sum(lengths) / gap))
    step, passed = sum(lengths) / count, 0.0
    found: list[tuple[float, float]] = []
    for ((ax, ay), (bx, by)), length in zip(pairwise(rim), lengths, strict=True):
        while length and len(found) < count and len(found) * step <= passed + length:
            share = (len(found) * step - passed) / length
            found.append((ax + (bx - ax) * share, ay + (by - ay) * share))
        passed += length
    return found


def area(tile: int) -> pygame.Surface:
    """Return the mark for an area: slanting brass strokes that continue in the next tile."""

    def draw(made: pygame.Surface, size: int) -> None:
        made.fill((*BRASS_LIGHT, 56))
        gap, thick = size / 3, max(2 * FINE, size // 14)
        for shift, colour in ((thick * 0.8, (*INK, 215)), (0.0, (*BRASS_LIGHT, 235))):
            for n in range(-5, 6):
                x = n * gap + shift
                pygame.draw.line(made, colour, (x - thick, size + thick), (x + size, 0), thick)

    return _stamp(tile, draw)


def brackets(size: int, colour: Colour = BRASS_LIGHT) -> pygame.Surface:
    """Return the mark for a target: four corners around a tile, or a square of tiles."""

    def draw(made: pygame.Surface, whole: int) -> None:
        length, thick = min(whole // 4, 20 * FINE), max(3 * FINE, min(whole // 16, 5 * FINE))
        edge = FINE
        for shade, wide, more in ((INK, thick + 2 * edge, edge), (colour, thick, 0)):
            for x, y, dx, dy in ((0, 0, 1, 1), (1, 0, -1, 1), (0, 1, 1, -1), (1, 1, -1, -1)):
                at = x * (whole - 1) + dx * (edge - more), y * (whole - 1) + dy * (edge - more)
                long = length + more + edge
                across = pygame.Rect(*at, long, wide)
                down = pygame.Rect(*at, wide, long)
                for rect in (across, down):
                    if dx < 0:
                        rect.right = at[0] + 1
                    if dy < 0:
                        rect.bottom = at[1] + 1
                    pygame.draw.rect(made, shade, rect, border_radius=edge)

    return _stamp(size, draw)


def cursor(tile: int) -> pygame.Surface:
    """Return the mark for the cursor: a closed frame around a tile."""

    def draw(made: pygame.Surface, size: int) -> None:
        thick, rect = max(2 * FINE, size // 22), made.get_rect()
        round_ = size // 9
        pygame.draw.rect(made, (*INK, 255), rect, thick + 2 * FINE, border_radius=round_)
        pygame.draw.rect(
            made, (*CREAM, 255), rect.inflate(-2 * FINE, -2 * FINE), thick, border_radius=round_
        )

    return _stamp(tile, draw)


def dot(tile: int) -> pygame.Surface:
    """Return one dot of a path."""
    size = max(7, round(tile / 5.6))

    def draw(made: pygame.Surface, whole: int) -> None:
        pygame.draw.circle(made, INK, (whole / 2, whole / 2), whole / 2)
        pygame.draw.circle(made, CREAM, (whole / 2, whole / 2), whole / 2 - FINE * 1.2)

    return _stamp(size, draw)


def ring(tile: int) -> pygame.Surface:
    """Return the ring at the end of a path."""
    size = max(12, round(tile * 0.6))

    def draw(made: pygame.Surface, whole: int) -> None:
        middle, thick = (whole / 2, whole / 2), max(2 * FINE, whole // 10)
        pygame.draw.circle(made, (*CREAM, 70), middle, whole / 2)
        pygame.draw.circle(made, INK, middle, whole // 2, thick + 2 * FINE)
        pygame.draw.circle(made, CREAM, middle, whole // 2 - FINE, thick)

    return _stamp(size, draw)


def shield(size: int, cover: str) -> pygame.Surface:
    """Return a shield whose filled part shows the cover: half, ¾, or all of it."""

    def draw(made: pygame.Surface, whole: int) -> None:
        outer, inner = _shield(whole, 0), _shield(whole, FINE * 1.6)
        pygame.draw.polygon(made, INK, outer)
        pygame.draw.polygon(made, CREAM, inner)
        full = pygame.Surface(made.get_size(), pygame.SRCALPHA)
        pygame.draw.polygon(full, BRASS_DARK, inner)
        middle = whole // 2
        if cover in ("half", "three-quarters"):
            right = pygame.Rect(middle, 0, whole, whole if cover == "half" else middle)
            full.fill((0, 0, 0, 0), right)
        made.blit(full, (0, 0))
        thick = max(2, FINE * size // 22)
        if cover != "total":
            pygame.draw.line(made, INK, (middle, FINE), (middle, whole - 2 * FINE), thick)
        if cover == "three-quarters":
            pygame.draw.line(made, INK, (middle, middle), (whole - 3 * FINE, middle), thick)

    return _stamp(size, draw)


def _shield(whole: int, inset: float) -> list[tuple[float, float]]:
    left, right, top = whole * 0.06 + inset, whole * 0.94 - inset, whole * 0.06 + inset
    foot = whole * 0.99 - inset * 1.5
    side = [(right, top + whole * 0.36), (right - whole * 0.09, whole * 0.66)]
    mirrored = [(whole - x, y) for x, y in reversed(side)]
    peak = (whole / 2, top + whole * 0.05)
    return [
        (left, top + whole * 0.04),
        peak,
        (right, top + whole * 0.04),
        *side,
        (whole / 2, foot),
        *mirrored,
    ]


def halo(size: tuple[int, int], colour: Colour = BRASS_LIGHT) -> pygame.Surface:
    """Return the ring around the stand of a selected token."""

    def draw(made: pygame.Surface) -> None:
        rect, thick = made.get_rect(), max(3 * FINE, made.get_height() // 9)
        pygame.draw.ellipse(made, (*colour, 70), rect)
        pygame.draw.ellipse(made, INK, rect, thick + 2 * FINE)
        pygame.draw.ellipse(made, colour, rect.inflate(-2 * FINE, -2 * FINE), thick)

    return smooth(size, draw)


def pawn(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """Return a plain token in its side's colour, shown until its image is ready."""
    made = pygame.Surface(size, pygame.SRCALPHA)
    (wide, high), edge = size, max(1, size[0] // 24)
    body = pygame.Rect(wide // 4, high * 2 // 5, wide - 2 * (wide // 4), high - high * 2 // 5)
    head = wide // 2, max(1, high * 3 // 10)
    for shade, less in ((INK, 0), (colour, edge)):
        inner = body.inflate(-2 * less, -2 * less)
        pygame.draw.rect(made, shade, inner, border_radius=max(1, wide // 5 - less))
        pygame.draw.circle(made, shade, head, max(1, wide // 5 - less))
    return made


STAMPS: dict[str, Callable[[int], pygame.Surface]] = {
    "reach": reach,
    "area": area,
    "target": brackets,
    "cursor": cursor,
    "dot": dot,
    "ring": ring,
}
"""All marks for tiles, by name."""
