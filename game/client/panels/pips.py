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
    most: int = MOST,
) -> int:
    """Draw a cost in one row, and return its right edge.

    More than `most` symbols of a kind are shown as a number. None as colour: each symbol's own.
    """
    px, (x, y) = app.look.px, midleft
    for key, count in _counted(pips):
        image = pip_image(app, key, px(SIZE), colour)
        for _ in range(count if count <= most else 1):
            surface.blit(image, image.get_rect(midleft=(x, y)))
            x += image.get_width() + px(2)
        if count > most:
            line = app.type.line(_number(app, count), "sans bold", SMALL, colour or CREAM)
            surface.blit(line, line.get_rect(midleft=(x, y)))
            x += line.get_width() + px(2)
        x += px(3)
    return x


def pips_width(app: "App", pips: Iterable[Pip], most: int = MOST) -> int:
    """Return the width of a cost in one row; more than `most` of a kind are a number."""
    px, found = app.look.px, 0
    for _, count in _counted(pips):
        found += (px(SIZE) + px(2)) * (count if count <= most else 1) + px(3)
        if count > most:
            found += app.type.width(_number(app, count), "sans bold", SMALL) + px(2)
    return found


def _counted(pips: Iterable[Pip]) -> Iterable[tuple[str, int]]:
    """Return the number of symbols of each kind."""
    found: dict[str, int] = {}
    for pip in pips:
        found[pip.key] = found.get(pip.key, 0) + pip.count
    return found.items()


def _number(app: "App", count: int) -> str:
    return app.words.say("queue", "group", count=count)
