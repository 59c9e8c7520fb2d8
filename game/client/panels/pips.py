"""Pips: the parts of a command's cost as symbols, told apart by shape as well as colour."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import CREAM, SMALL, Colour
from game.present.facts_lines import Pip

if TYPE_CHECKING:
    from game.client.kit.app import App

SIZE = 12
"""Height and width of a symbol, at 100%."""
MOST = 3
"""Maximum number of symbols of a kind; more are shown as a number."""


def pip_image(app: "App", key: str, size: int, colour: Colour | None = None) -> pygame.Surface:
    """Return a symbol in this colour (None: its own), or a plain dot if it has no picture."""
    name = f"icons/pips/{key}"
    shown = name if app.art.has(name) else "icons/pips/free"
    return app.art.image(shown, (size, size), colour)


def draw_pips(
    app: "App",
    surface: pygame.Surface,
    midleft: tuple[int, int],
    pips: Iterable[Pip],
    colour: Colour | None = None,
) -> int:
    """Draw a cost in one row, and return its right edge. None as colour: each symbol's own."""
    px, (x, y) = app.look.px, midleft
    for pip in pips:
        image = pip_image(app, pip.key, px(SIZE), colour)
        for _ in range(pip.count if pip.count <= MOST else 1):
            surface.blit(image, image.get_rect(midleft=(x, y)))
            x += image.get_width() + px(2)
        if pip.count > MOST:
            words = app.words.say("queue", "group", count=pip.count)
            line = app.type.line(words, "sans bold", SMALL, colour or CREAM)
            surface.blit(line, line.get_rect(midleft=(x, y)))
            x += line.get_width() + px(2)
        x += px(3)
    return x


def pips_width(app: "App", pips: Iterable[Pip]) -> int:
    """Return the width of a cost in one row."""
    px = app.look.px
    found = 0
    for pip in pips:
        if pip.count <= MOST:
            found += pip.count * (px(SIZE) + px(2)) + px(3)
        else:
            words = app.words.say("queue", "group", count=pip.count)
            found += px(SIZE) + px(7) + app.type.width(words, "sans bold", SMALL)
    return found
