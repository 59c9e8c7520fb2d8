"""The damage chart: a bar for each amount; fatal amounts are red and hatched."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import HARM, INK, INK_FADED, PARCHMENT_EDGE, SMALL, Colour, rgb
from game.client.panels.odds_numbers import DamageBar

if TYPE_CHECKING:
    from game.client.kit.app import App

NONE, SOME, FATAL = rgb("#b8a78a"), rgb("#c8922e"), rgb("#a8322d")
FATAL_LIT = rgb("#c65a50")
PALE = {NONE: rgb("#e2d6ba"), SOME: rgb("#ecd9a6"), FATAL: rgb("#e8c3ab")}
"""Pale colours for the first of two answers; the second has full colours."""


def chart(
    app: "App",
    ways: Sequence[tuple[DamageBar, ...]],
    size: tuple[int, int],
    caption: str,
    left: int | None,
) -> pygame.Surface:
    """Return an image of bars above their values, in pairs if there are two answers.

    A dashed line marks the target's remaining life, `left`, if it is known.
    """
    bars = ways[-1]
    px, made = app.look.px, pygame.Surface(size, pygame.SRCALPHA)
    words = app.type.fit_line(caption, size[0], "sans", SMALL, INK_FADED)
    made.blit(words, words.get_rect(topright=(size[0], 0)))
    foot = size[1] - app.type.height("sans", SMALL)
    top, wide = words.get_height() + px(2), size[0] / max(1, len(bars))
    most = max((bar.share for way in ways for bar in way), default=1)
    each = max(2, (round(wide) - px(4)) // len(ways))
    for way, found in enumerate(ways):
        for n, bar in enumerate(found):
            rect = pygame.Rect(round(n * wide) + px(2) + way * each, 0, each, 0)
            rect.height = max(px(2), round((foot - top) * float(bar.share / most)))
            rect.bottom = foot
            _bar(app, made, rect, bar, is_pale=way < len(ways) - 1)
    _values(app, made, bars, wide, foot)
    _mark(app, made, bars, wide, (top, foot), left)
    pygame.draw.line(made, PARCHMENT_EDGE, (0, foot), (size[0], foot), px(1))
    return made


def swatch(app: "App", is_pale: bool) -> pygame.Surface:
    """Return a sample of one answer's bars, to go next to its name."""
    px = app.look.px
    made = pygame.Surface((px(11), px(11)), pygame.SRCALPHA)
    _fill(app, made, made.get_rect(), SOME, is_pale)
    return made


def _fill(
    app: "App", made: pygame.Surface, rect: pygame.Rect, colour: Colour, is_pale: bool
) -> None:
    """Draw a bar in a colour, or in the pale colour with the full one as its edge."""
    top = {"border_top_left_radius": app.look.px(3), "border_top_right_radius": app.look.px(3)}
    pygame.draw.rect(made, PALE[colour] if is_pale else colour, rect, **top)
    if is_pale:
        pygame.draw.rect(made, colour, rect, app.look.px(1), **top)


def _bar(
    app: "App", made: pygame.Surface, rect: pygame.Rect, bar: DamageBar, is_pale: bool
) -> None:
    px = app.look.px
    _fill(app, made, rect, FATAL if bar.is_fatal else SOME if bar.words != "0" else NONE, is_pale)
    if bar.is_fatal and not is_pale:  # shown by a pattern too, not only by colour
        clip = made.get_clip()
        made.set_clip(rect)
        for x in range(rect.left - rect.height, rect.right, px(7)):
            start, end = (x, rect.bottom), (x + rect.height, rect.top)
            pygame.draw.line(made, FATAL_LIT, start, end, px(2))
        made.set_clip(clip)


def _values(
    app: "App", made: pygame.Surface, bars: tuple[DamageBar, ...], wide: float, foot: int
) -> None:
    """Write the values below the bars if there is room; always write the last value."""
    places = []
    for n, bar in enumerate(bars):
        line = app.type.line(bar.words, "sans", SMALL, HARM if bar.is_fatal else INK)
        place = line.get_rect(midtop=(round((n + 0.5) * wide), foot))
        places.append((line, place.clamp(made.get_rect())))
    free, gap = 0, app.look.px(4)
    for line, place in places[:-1]:
        if place.left >= free and place.right + gap <= places[-1][1].left:
            made.blit(line, place)
            free = place.right + gap
    for line, place in places[-1:]:
        made.blit(line, place)


def _mark(
    app: "App",
    made: pygame.Surface,
    bars: tuple[DamageBar, ...],
    wide: float,
    span: tuple[int, int],
    left: int | None,
) -> None:
    """Mark the target's remaining life with a dashed line before the first fatal bar."""
    first = next((n for n, bar in enumerate(bars) if bar.is_fatal), None)
    if first is None or not first or left is None:
        return
    px, x = app.look.px, round(first * wide)
    for y in range(span[0], span[1], px(6)):
        pygame.draw.line(made, INK_FADED, (x, y), (x, min(span[1], y + px(3))), px(1))
