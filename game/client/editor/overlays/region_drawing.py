"""Drawing of tinted tiles with an edge around them, of lines with arrows, and of name plates."""

from collections.abc import Collection, Iterable, Sequence
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.client.board.board_view import BoardView
from game.client.board.plate_places import PlateSpot, places_for
from game.client.board.tile_shapes import spaced
from game.client.kit.theme import CREAM, SMALL, WALNUT_DARK, Colour
from game.client.kit.widgets.drawing import box
from game.core.cells import Cell
from game.workshop.forms.use_list import middle

if TYPE_CHECKING:
    from game.client.kit.app import App

LIGHT, STRONG = 62, 118
"""Opacities of tinted tiles, of 255: usual ones, and those of what is chosen."""
DARK = (20, 14, 10)
BEND = 0.16
"""How far a line bends aside, as a share of its length."""
DASH, PAUSE = 5, 3
"""Lengths of the dashes of a line and of the gaps between them, in steps of 2 pixels."""
STEPS = 28
"""Number of straight parts of a bent line."""
LOW = 3
"""Height in tiles from which on a place has its name inside."""
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


class NamePlate(NamedTuple):
    """A name, the colour of its edge, and the tiles it belongs to."""

    words: str
    colour: Colour
    cells: frozenset[Cell]
    is_strong: bool = False


def visible(view: BoardView, cells: Iterable[Cell]) -> list[Cell]:
    """Return the tiles that are on the screen."""
    left, right, top, bottom = view.camera.seen()
    return [(x, y) for x, y in cells if left <= x <= right and top <= y <= bottom]


def tint(
    surface: pygame.Surface, view: BoardView, cells: Iterable[Cell], colour: Colour, alpha: int
) -> None:
    """Tint tiles."""
    tile = view.camera.tile
    image = pygame.Surface((tile, tile), pygame.SRCALPHA)
    image.fill((*colour, alpha))
    surface.fblits([(image, view.camera.corner(cell)) for cell in visible(view, cells)])


def edge(
    surface: pygame.Surface,
    view: BoardView,
    cells: Collection[Cell],
    colour: Colour,
    width: int,
    inner: int = 0,
) -> None:
    """Draw the edge around tiles, with a dark line that sets it off from the ground.

    `inner` is how much further inside it is than the first edge of the same tiles.
    """
    camera = view.camera
    lines: list[tuple[tuple[int, int], tuple[int, int]]] = []
    inset = width // 2 + inner
    for cell in visible(view, cells):
        rect = camera.tile_rect(cell).inflate(-2 * inset, -2 * inset)
        corners = rect.topleft, rect.topright, rect.bottomright, rect.bottomleft
        for n, (dx, dy) in enumerate(SIDES):
            if (cell[0] + dx, cell[1] + dy) in cells:
                continue
            a, b = corners[n], corners[(n + 1) % 4]
            lines.append(_stretched(cell, n, a, b, cells, inset))
    for tone, wide in ((DARK, width + 2), (colour, width)):
        for start, end in lines:
            pygame.draw.line(surface, tone, start, end, wide)


def _stretched(
    cell: Cell,
    n: int,
    a: tuple[int, int],
    b: tuple[int, int],
    cells: Collection[Cell],
    inset: int,
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return a side of a tile, joined to those of its neighbours."""
    ahead, behind = SIDES[(n + 1) % 4], SIDES[(n + 3) % 4]
    if (cell[0] + ahead[0], cell[1] + ahead[1]) in cells:
        b = b[0] + 2 * inset * ahead[0], b[1] + 2 * inset * ahead[1]
    if (cell[0] + behind[0], cell[1] + behind[1]) in cells:
        a = a[0] + 2 * inset * behind[0], a[1] + 2 * inset * behind[1]
    return a, b


def arrow_line(
    surface: pygame.Surface, view: BoardView, start: Cell, end: Cell, colour: Colour, width: int
) -> None:
    """Draw a bent, dotted line from one tile to another, with a point at its end."""
    camera = view.camera
    a, b = (camera.tile_rect(cell).center for cell in (start, end))
    bent_line(surface, a, b, colour, width, camera.tile * 0.3)


def bent_line(
    surface: pygame.Surface,
    a: tuple[int, int],
    b: tuple[int, int],
    colour: Colour,
    width: int,
    short: float,
) -> None:
    """Draw a bent, dotted line from one point to another, with a point `short` of its end."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    if not length:
        return
    aside = -(b[1] - a[1]) * BEND, (b[0] - a[0]) * BEND
    middle = (a[0] + b[0]) / 2 + aside[0], (a[1] + b[1]) / 2 + aside[1]
    share = 1 - min(0.4, short / length)
    curve = [_bent(a, middle, b, share * n / STEPS) for n in range(STEPS + 1)]
    dots = [dot for n, dot in enumerate(spaced(curve, 2.0)) if n % (DASH + PAUSE) < DASH]
    for tone, more in ((DARK, 1.5), (colour, 0.0)):
        for dot in dots:
            pygame.draw.circle(surface, tone, dot, width * 0.62 + more)
    _point(surface, curve[-2], curve[-1], colour, width)
    for tone, more in ((DARK, 2), (colour, 0)):
        pygame.draw.aacircle(surface, tone, a, width * 1.5 + more)


def _bent(
    a: Sequence[float], middle: Sequence[float], b: Sequence[float], share: float
) -> tuple[float, float]:
    """Return the point of a bent line at a share of its way."""
    rest = 1 - share
    return (
        rest * rest * a[0] + 2 * rest * share * middle[0] + share * share * b[0],
        rest * rest * a[1] + 2 * rest * share * middle[1] + share * share * b[1],
    )


def _point(
    surface: pygame.Surface,
    before: tuple[float, float],
    tip: tuple[float, float],
    colour: Colour,
    width: int,
) -> None:
    turn = atan2(tip[1] - before[1], tip[0] - before[0])
    for tone, size in ((DARK, width * 3.4 + 2), (colour, width * 3.4)):
        points = [
            (tip[0] + size * cos(turn + way), tip[1] + size * sin(turn + way))
            for way in (0.0, 0.8 * pi, -0.8 * pi)
        ]
        pygame.draw.polygon(surface, tone, points)


def draw_plates(
    app: "App",
    surface: pygame.Surface,
    view: BoardView,
    plates: Sequence[NamePlate],
    room: pygame.Rect,
) -> None:
    """Draw names beside their tiles, so that they cover each other as little as possible."""
    px, camera = app.look.px, view.camera
    feet = [_foot(view, one.cells) for one in plates]
    some = [one for one, at in zip(plates, feet, strict=True) if at and room.collidepoint(at)]
    feet = [at for at in feet if at and room.collidepoint(at)]
    lines = [app.type.line(one.words, "sans bold", SMALL, CREAM) for one in some]
    spots = [
        PlateSpot(
            (line.get_width() + px(14), line.get_height() + px(5)),
            at,
            camera.tile,
        )
        for line, at in zip(lines, feet, strict=True)
        if at is not None
    ]
    for one, line, rect in zip(some, lines, places_for(spots, (), room), strict=True):
        box(app, surface, rect, WALNUT_DARK, one.colour, 2 if one.is_strong else 1.5, 5)
        surface.blit(line, line.get_rect(center=rect.center))


def _foot(view: BoardView, cells: Collection[Cell]) -> tuple[int, int] | None:
    """Return the point under which a name is put: below a low place, inside a high one."""
    seen = visible(view, cells)
    at = middle(tuple(sorted(seen)))
    if at is None:
        return None
    rect, rows = view.camera.tile_rect(at), [y for x, y in seen if x == at[0]]
    if max(rows) - min(rows) < LOW:
        return rect.centerx, view.camera.tile_rect((at[0], max(rows))).bottom
    return rect.center
