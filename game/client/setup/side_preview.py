"""A preview of the units of a level's sides, in rows."""

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import pygame

from game.client.board.side_looks import looks_of
from game.client.board.standees import Standees, lone_token
from game.play.level_list import ChoosableLevel

if TYPE_CHECKING:
    from game.client.kit.app import App

UNKNOWN = "unknown"
"""Kind of tokens shown for units that aren't known yet."""
MOST_HOODED = 3
TALL = 1.32
"""Height of a token as a multiple of its width."""
LEAST, MOST = 34, 132
"""Minimum and maximum width of a token, at 100%."""


def hooded(level: ChoosableLevel, sides: Collection[str]) -> ChoosableLevel:
    """Return the level with unknown units for `sides`, whose rosters will be drawn at random."""
    if not sides:
        return level
    titles, kinds = ("",) * MOST_HOODED, (UNKNOWN,) * MOST_HOODED
    seats = (
        msgspec.structs.replace(seat, units=titles, kinds=kinds, ids=titles, later=())
        if seat.id in sides
        else seat
        for seat in level.seats
    )
    return msgspec.structs.replace(level, seats=tuple(seats))


def crowd_picture(
    app: "App", level: ChoosableLevel, size: tuple[int, int]
) -> pygame.Surface | None:
    """Return an image of each side's tokens in a row, or None if there is no room."""
    px = app.look.px
    counts = [len(seat.shown) for seat in level.seats]
    for wide in range(px(MOST), px(LEAST) - 1, -px(2)):
        spots = _spots(counts, size[0], wide)
        if spots and spots[-1][1] + round(wide * TALL) <= size[1]:
            return app.art.once(
                ("crowd", level.id, level.seats, size),
                partial(_made, app, level, size, wide, spots),
            )
    return None


def _spots(counts: list[int], room: int, wide: int) -> list[tuple[int, int, int]]:
    """Return for each side the place of its first token, and the distance between tokens.

    Sides are next to each other if there is room. Tokens are `wide` pixels wide.
    """
    found: list[tuple[int, int, int]] = []
    x = y = 0
    for count in counts:
        step = min(wide, max(1, (room - wide) // max(1, count - 1)))
        length = step * (count - 1) + wide
        if x and x + length > room:
            x, y = 0, y + round(wide * TALL)
        found.append((x, y, step))
        x += length + wide // 2
    return found


def _made(
    app: "App",
    level: ChoosableLevel,
    size: tuple[int, int],
    wide: int,
    spots: list[tuple[int, int, int]],
) -> pygame.Surface:
    standees = Standees(app.art, level.book, looks_of(level.seats))
    made = pygame.Surface(size, pygame.SRCALPHA)
    for seat, (x, y, step) in zip(level.seats, spots, strict=True):
        for n, (_, kind, title) in enumerate(seat.shown):
            token = lone_token(seat.id, kind, title)
            made.blit(standees.standee(token, wide, False), (x + n * step, y))
    return made
