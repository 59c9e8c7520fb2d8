"""Drawing of surfaces (parchment, dark wood, felt), shadows, edges and arrows."""

from typing import TYPE_CHECKING, Literal

import pygame

from game.client.kit.theme import (
    BRASS_DARK,
    BRASS_LIGHT,
    FELT,
    FELT_DARK,
    PARCHMENT,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    WALNUT,
    WALNUT_DARK,
    Colour,
)

if TYPE_CHECKING:
    from game.client.kit.app import App

Ground = Literal["parchment", "wood", "felt"]

GROUNDS: dict[str, tuple[Colour, Colour]] = {
    "parchment": (PARCHMENT, PARCHMENT_EDGE),
    "wood": (WALNUT_DARK, BRASS_DARK),
    "felt": (FELT, WALNUT),
}
"""Fill and edge colours of each surface, used if its image is missing."""

SHEETS: dict[str, tuple[str, int]] = {
    "parchment": ("table/parchment", 24),
    "wood": ("table/wood-panel", 24),
    "felt": ("table/tray", 30),
}
"""Image of each surface, and the size of its corners at 100%."""

PLANKS = "table/planks"

FINE = 4
"""Factor by which corners are drawn larger before they are shrunk, to smooth them."""


def rounded(
    app: "App", size: tuple[int, int], fill: Colour, edge: Colour, width: int, radius: int
) -> pygame.Surface:
    """Return a cached image of a filled rectangle with an edge and smooth, rounded corners."""
    key = "rounded", size, fill, edge, width, radius
    return app.art.once(key, lambda: _rounded(size, fill, edge, width, radius))


def _rounded(
    size: tuple[int, int], fill: Colour, edge: Colour, width: int, radius: int
) -> pygame.Surface:
    """Draw the rectangle; to smooth its corners, draw them larger and shrink them."""
    radius = max(1, min(radius, size[0] // 2, size[1] // 2))
    side = 2 * radius
    large = pygame.Surface((side * FINE, side * FINE), pygame.SRCALPHA)
    large.fill((*(edge if width else fill), 0))
    if width:
        pygame.draw.rect(large, edge, large.get_rect(), border_radius=radius * FINE)
    inner = large.get_rect().inflate(-2 * width * FINE, -2 * width * FINE)
    pygame.draw.rect(large, fill, inner, border_radius=max(0, radius - width) * FINE)
    corners = pygame.transform.smoothscale(large, (side, side))
    made = pygame.Surface(size, pygame.SRCALPHA)
    rect = made.get_rect()
    if width:
        made.fill(edge, rect.inflate(-2 * radius, 0))
        made.fill(edge, rect.inflate(0, -2 * radius))
    made.fill(fill, rect.inflate(-2 * radius, -2 * width))
    made.fill(fill, rect.inflate(-2 * width, -2 * radius))
    for x, from_x in ((0, 0), (rect.width - radius, radius)):
        for y, from_y in ((0, 0), (rect.height - radius, radius)):
            made.fill((0, 0, 0, 0), (x, y, radius, radius))
            made.blit(corners, (x, y), (from_x, from_y, radius, radius))
    return made


def box(
    app: "App",
    surface: pygame.Surface,
    rect: pygame.Rect,
    fill: Colour,
    edge: Colour,
    width: float = 1,
    radius: float = 6,
) -> None:
    """Draw a filled rectangle with rounded corners; `width` and `radius` are at 100%."""
    px = app.look.px
    surface.blit(rounded(app, rect.size, fill, edge, px(width), px(radius)), rect)


def shadow(app: "App", surface: pygame.Surface, rect: pygame.Rect, depth: float = 6) -> None:
    """Draw a rectangle's soft shadow, cast by a light at the upper left."""
    blur = app.look.px(depth)
    soft = app.art.once(("shadow", rect.size, blur), lambda: _shadow(rect.size, blur))
    surface.blit(soft, (rect.x - blur + blur // 3, rect.y - blur + blur // 2))


def _shadow(size: tuple[int, int], blur: int) -> pygame.Surface:
    """Draw the shadow at a fraction of its size and enlarge it: it is blurred anyway."""
    part = max(1, min(4, blur // 2))
    small = (size[0] + 2 * blur) // part + 1, (size[1] + 2 * blur) // part + 1
    made = pygame.Surface(small, pygame.SRCALPHA)
    inner = made.get_rect().inflate(-2 * blur // part, -2 * blur // part)
    pygame.draw.rect(made, (0, 0, 0, 120), inner, border_radius=max(1, blur // part))
    made = pygame.transform.gaussian_blur(made, max(1, blur // (2 * part)))
    return pygame.transform.smoothscale(made, (size[0] + 2 * blur, size[1] + 2 * blur))


def panel(
    app: "App", surface: pygame.Surface, rect: pygame.Rect, ground: Ground = "parchment"
) -> None:
    """Draw a sheet of parchment, a board of wood or a tray of felt, with its shadow."""
    shadow(app, surface, rect, 10)
    name, corner = SHEETS[ground]
    if app.art.has(name):
        surface.blit(app.art.nine(name, rect.size, app.look.px(corner), corner), rect)
        return
    fill, edge = GROUNDS[ground]
    box(app, surface, rect, fill, edge, 1 if ground != "felt" else 3, 6)
    px = app.look.px
    if ground == "parchment":
        inner = rect.inflate(-px(10), -px(10))
        pygame.draw.rect(surface, PARCHMENT_DARK, inner, px(1), px(4))
    elif ground == "wood":
        line = rect.inflate(-px(2), -px(2))
        pygame.draw.line(
            surface, WALNUT, (line.x + px(6), line.y), (line.right - px(6), line.y), px(1)
        )
    else:
        top = pygame.Rect(rect.x + px(4), rect.y + px(4), rect.width - px(8), px(6))
        pygame.draw.rect(surface, FELT_DARK, top, border_radius=px(3))


def backdrop(app: "App", surface: pygame.Surface) -> None:
    """Draw the dark table behind everything else."""
    key = "backdrop", surface.get_size(), app.look.px(512)
    surface.blit(app.art.once(key, lambda: _backdrop(app, surface.get_size())), (0, 0))


def _backdrop(app: "App", size: tuple[int, int]) -> pygame.Surface:
    made = pygame.Surface(size)
    made.fill(WALNUT_DARK)
    if app.art.has(PLANKS):
        side = app.look.px(512)
        tile = app.art.image(PLANKS, (side, side))
        for x in range(0, size[0], side):
            for y in range(0, size[1], side):
                made.blit(tile, (x, y))
    veil = pygame.Surface((3, 3), pygame.SRCALPHA)
    veil.fill((0, 0, 0, 110))
    veil.set_at((1, 1), (0, 0, 0, 0))
    made.blit(pygame.transform.smoothscale(veil, size), (0, 0))
    return made


def dim(surface: pygame.Surface, share: int = 150) -> None:
    """Darken everything drawn so far; `share` is the opacity, of 255."""
    veil = pygame.Surface(surface.get_size())
    veil.fill((10, 6, 3))
    veil.set_alpha(share)
    surface.blit(veil, (0, 0))


def focus_edge(app: "App", surface: pygame.Surface, rect: pygame.Rect, radius: float = 6) -> None:
    """Draw a brass edge around the widget with the focus."""
    px = app.look.px
    pygame.draw.rect(surface, BRASS_LIGHT, rect, px(2), px(radius))


def arrow(
    surface: pygame.Surface, colour: Colour, middle: tuple[int, int], size: int, way: str
) -> None:
    """Draw a small solid arrowhead."""
    x, y = middle
    half = size // 2
    points = {
        "left": [(x - half, y), (x + half, y - size), (x + half, y + size)],
        "right": [(x + half, y), (x - half, y - size), (x - half, y + size)],
        "up": [(x, y - half), (x - size, y + half), (x + size, y + half)],
        "down": [(x, y + half), (x - size, y - half), (x + size, y - half)],
    }[way]
    pygame.draw.polygon(surface, colour, points)
