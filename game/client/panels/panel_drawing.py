"""Drawing functions that panels share: surfaces, tags for rules, easing."""

from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Input, Pointer
from game.client.kit.theme import (
    BRASS,
    BRASS_DARK,
    CREAM,
    INK,
    INK_FADED,
    PARCHMENT,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    WALNUT,
    WALNUT_DARK,
    Colour,
    life_colour,
)
from game.client.kit.typography import SMALLEST

if TYPE_CHECKING:
    from game.client.kit.app import App

CORNER = 20
"""Size of the corners in the images of panels, in image units and in pixels at 100%."""
MARK = 0.55
"""Size of a mark, as a share of the icon beside it."""
BRICK = 12, 3
"""Width and height of a brick of the wall in the log, at 100%."""
FADE = 22
"""Height of the fading edge of a page that continues, at 100%."""


def eased(t: float) -> float:
    """Return `t` (0 to 1) eased: fast at first, then slow."""
    return 1 - (1 - max(0.0, min(1.0, t))) ** 3


def is_at_once(app: "App") -> bool:
    """Return whether motion is off or reduced, so that changes are shown at once."""
    return app.look.speed == 0 or app.look.is_calm


def ground(app: "App", surface: pygame.Surface, rect: pygame.Rect, name: str) -> None:
    """Draw a panel's surface: the image `table/<name>`, stretched to a rectangle."""
    if rect.width > 0 and rect.height > 0:
        patch = app.art.nine(f"table/{name}", rect.size, app.look.px(CORNER), CORNER)
        surface.blit(patch, rect)


def is_press(event: Input, rect: pygame.Rect) -> bool:
    """Return whether an input presses the left mouse button in a rectangle."""
    return (
        isinstance(event, Pointer)
        and event.kind == "down"
        and event.button == 1
        and rect.collidepoint(event.at)
    )


def draw_reason(
    app: "App",
    surface: pygame.Surface,
    words: str,
    foot: tuple[int, int],
    width: int,
    colour: Colour,
) -> int:
    """Draw why a command is disabled, above the middle of its button's foot; return its top.

    Words that don't fit on one line in the smallest letters get two lines.
    """
    is_one = app.type.width(words, "sans", round(SMALLEST * SMALL)) <= width
    lines, size = app.type.fit_lines(words, width, 1 if is_one else 2, "sans", SMALL)
    middle, y = foot
    for line in reversed(lines):
        shown = app.type.line(line, "sans", size, colour)
        y = surface.blit(shown, shown.get_rect(midbottom=(middle, y))).y
    return y


def tag(app: "App", words: str, is_hot: bool = False) -> pygame.Surface:
    """Return an unobtrusive tag with a word, such as a rule's id."""
    key = "tag", words, is_hot, app.look.scale
    return app.art.once(key, lambda: _tag(app, words, is_hot))


def _tag(app: "App", words: str, is_hot: bool) -> pygame.Surface:
    line = app.type.line(words, "sans", SMALL, INK if is_hot else INK_FADED)
    px = app.look.px
    made = pygame.Surface((line.get_width() + px(16), line.get_height() + px(2)), pygame.SRCALPHA)
    rect, round_ = made.get_rect(), made.get_height() // 2
    if is_hot:
        pygame.draw.rect(made, PARCHMENT_DARK, rect, border_radius=round_)
    pygame.draw.rect(made, BRASS_DARK if is_hot else PARCHMENT_EDGE, rect, px(1), round_)
    made.blit(line, (px(8), px(1)))
    return made


def label(
    app: "App", words: str, colour: Colour = CREAM, fill: Colour = WALNUT_DARK
) -> pygame.Surface:
    """Return a small plate with words on it."""
    key = "label", words, colour, fill, app.look.scale
    return app.art.once(key, lambda: _label(app, words, colour, fill))


def _label(app: "App", words: str, colour: Colour, fill: Colour) -> pygame.Surface:
    px, line = app.look.px, app.type.line(words, "sans", SMALL, colour)
    made = pygame.Surface((line.get_width() + px(12), line.get_height()), pygame.SRCALPHA)
    rect = made.get_rect()
    pygame.draw.rect(made, fill, rect, border_radius=px(5))
    pygame.draw.rect(made, BRASS_DARK, rect, px(1), px(5))
    made.blit(line, (px(6), 0))
    return made


def disc(
    app: "App", words: str, size: int, fill: Colour = BRASS, colour: Colour = INK
) -> pygame.Surface:
    """Return a round badge with a letter or two; longer text makes it oval."""
    key = "disc", words, size, fill, colour, app.look.scale
    return app.art.once(key, lambda: _disc(app, words, size, fill, colour))


def _disc(app: "App", words: str, size: int, fill: Colour, colour: Colour) -> pygame.Surface:
    line = app.type.line(words, "sans bold", SMALL, colour)
    width = max(size, line.get_width() + app.look.px(10))
    made = pygame.Surface((width, size), pygame.SRCALPHA)
    rect = made.get_rect()
    pygame.draw.rect(made, INK, rect, border_radius=size // 2)
    edge = app.look.px(1.5)
    pygame.draw.rect(made, fill, rect.inflate(-2 * edge, -2 * edge), border_radius=size // 2)
    made.blit(line, line.get_rect(center=(rect.centerx, rect.centery)))
    return made


def shadow(app: "App", surface: pygame.Surface, rect: pygame.Rect, depth: float = 3) -> None:
    """Draw the soft shadow of a flat rectangle, with the light at the upper left."""
    key = "soft", rect.size, depth, app.look.scale
    reach = app.look.px(depth)

    def make() -> pygame.Surface:
        made = pygame.Surface((rect.width + 4 * reach, rect.height + 4 * reach), pygame.SRCALPHA)
        for n in range(4):
            grown = pygame.Rect(0, 0, rect.width + (3 - n) * reach, rect.height + (3 - n) * reach)
            grown.center = made.get_rect().center
            layer = pygame.Surface(made.get_size(), pygame.SRCALPHA)
            pygame.draw.rect(layer, (0, 0, 0, 22), grown, border_radius=app.look.px(8))
            made.blit(layer, (0, 0))
        return made

    made = app.art.once(key, make)
    surface.blit(made, made.get_rect(center=(rect.centerx + reach, rect.centery + reach)))


def slider(
    app: "App", surface: pygame.Surface, rect: pygame.Rect, start: float, share: float
) -> None:
    """Draw a thin scroll mark at the right edge: the visible part's start and share, 0 to 1."""
    px = app.look.px
    track = pygame.Rect(rect.right - px(5), rect.y, px(3), rect.height)
    high = max(px(16), round(track.height * min(1.0, share)))
    top = track.y + round((track.height - high) * max(0.0, min(1.0, start)))
    pygame.draw.rect(surface, PARCHMENT_DARK, track, border_radius=px(2))
    pygame.draw.rect(surface, BRASS_DARK, (track.x, top, track.width, high), border_radius=px(2))


def veil(
    app: "App",
    surface: pygame.Surface,
    rect: pygame.Rect,
    is_below: bool,
    fill: Colour = PARCHMENT,
) -> None:
    """Draw parchment that fades out the upper edge of a page, or the lower one if `is_below`."""
    high = app.look.px(FADE if is_below else FADE // 2)

    def make() -> pygame.Surface:
        made = pygame.Surface((rect.width, high), pygame.SRCALPHA)
        for y in range(high):
            share = (y + 1) / high if is_below else 1 - y / high
            made.fill((*fill, round(255 * share)), (0, y, rect.width, 1))
        return made

    made = app.art.once(("veil", rect.width, high, is_below, fill), make)
    corner = {"bottomleft": rect.bottomleft} if is_below else {"topleft": rect.topleft}
    surface.blit(made, made.get_rect(**corner))


def life(app: "App", surface: pygame.Surface, rect: pygame.Rect, share: float) -> None:
    """Draw a life bar filled to a share."""
    round_, colour = rect.height // 2, life_colour(share)
    pygame.draw.rect(surface, INK, rect, border_radius=round_)
    inner = rect.inflate(-app.look.px(2), -app.look.px(2))
    pygame.draw.rect(surface, WALNUT, inner, border_radius=round_)
    inner.width = round(inner.width * max(0.0, min(1.0, share)))
    if inner.width > 0:
        pygame.draw.rect(surface, colour, inner, border_radius=round_)
        gleam = pygame.Rect(inner.x, inner.y, inner.width, max(1, inner.height // 3))
        pygame.draw.rect(surface, _lit(colour), gleam, border_radius=round_)


def _lit(colour: Colour) -> Colour:
    return min(255, colour[0] + 34), min(255, colour[1] + 34), min(255, colour[2] + 34)


def wall_line(app: "App", width: int) -> pygame.Surface:
    """Return two rows of bricks: the wall of undo between two lines of the log."""
    gap, (long, high) = app.look.px(1), map(app.look.px, BRICK)

    def make() -> pygame.Surface:
        made = pygame.Surface((width, 2 * high + gap), pygame.SRCALPHA)
        for y, start in ((0, 0), (high + gap, -long // 2)):
            for x in range(start, width, long + gap):
                made.fill(PARCHMENT_EDGE, (x, y, long, high))
        return made

    return app.art.once(("wall", width, high), make)


def marked_icon(app: "App", icon: str, mark: str, size: int, colour: Colour) -> pygame.Surface:
    """Return a command's icon, with a second, small one at its corner unless `mark` is ""."""
    art = app.art
    if not mark:
        return art.image(f"icons/{icon}", (size, size), colour)

    def make() -> pygame.Surface:
        small = max(1, round(size * MARK))
        made = pygame.Surface((size, size), pygame.SRCALPHA)
        whole = size - small // 3, size - small // 3
        made.blit(art.image(f"icons/{icon}", whole, colour), (0, 0))
        rect = pygame.Rect(size - small, size - small, small, small)
        pygame.draw.circle(made, (0, 0, 0, 0), rect.center, small * 0.62)
        made.blit(art.image(f"icons/{mark}", rect.size, colour), rect)
        return made

    return art.once(("marked", icon, mark, size, colour), make)
