"""The inn on the title: a plank floor and five tables. Playable tables have a candle."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import (
    BRASS_LIGHT,
    INK,
    INK_FADED,
    LARGE,
    PARCHMENT,
    PARCHMENT_EDGE,
    SMALL,
    WALNUT_DARK,
    Colour,
    rgb,
)
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import box, shadow
from game.present.inn_signs import InnSign, signs

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDE, HIGH = 880, 720
"""Width and height of the tables in a window of 1280 × 720."""
SPOTS = ((160, 192, 82), (664, 176, 82), (402, 352, 110), (160, 530, 82), (684, 526, 82))
"""Middle (x, y) and half the width of each table, in that window."""
STOOLS = ((-58, -80), (58, -80), (-96, 32), (96, 32))
"""Places of a table's stools, in hundredths of half the table's width."""
THINGS = (
    ("mug", 62, 30),
    ("plate", -60, 34),
    ("mug", -72, 18),
    ("cards", 60, 44),
    ("plate", 62, 40),
)
"""An additional object on each table, with its place."""
CAT = 420, 606
CANDLE = 52, -56
DARK = (96, 88, 84)
"""Brightness of a table without a candle: a colour to multiply by."""
FLICKER = 0.4
"""Seconds between changes in a flame's brightness."""
PALE, DULL = rgb("#d3c4a2"), rgb("#5d5140")


class TableSpot(Button):
    """A table in the inn, as a button: it opens the levels of a rulebook."""

    def __init__(self, sign: InnSign, on_press: Callable[[], object]) -> None:
        super().__init__(sign.title, on_press)
        self.sign = sign
        self.is_known = self.is_laid = False
        """Whether the table's rulebook has been looked up, and whether it exists."""
        self.middle, self.half = (0, 0), 1
        self._label = pygame.Rect(0, 0, 0, 0)

    def lie(self, middle: tuple[int, int], half: int, app: "App") -> None:
        """Place the table on the floor."""
        px = app.look.px
        self.middle, self.half = middle, half
        self._label = pygame.Rect(0, 0, px(168), px(48))
        self._label.midtop = middle[0], middle[1] + half - px(10)
        table = pygame.Rect(0, 0, 2 * half, 2 * half)
        table.center = middle
        self.place(table.union(self._label), app)

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        px, is_lit = app.look.px, is_focused or is_hovered
        if is_lit:
            edge = BRASS_LIGHT if self.is_laid else PARCHMENT_EDGE
            pygame.draw.aacircle(surface, edge, self.middle, self.half + px(2), px(3))
        shadow(app, surface, self._label)
        fill = PARCHMENT if is_lit and self.is_laid else PALE if self.is_laid else DULL
        edge = BRASS_LIGHT if is_lit and self.is_laid else PARCHMENT_EDGE
        box(app, surface, self._label, fill, edge if self.is_laid else WALNUT_DARK, 1.5, 5)
        colours: tuple[Colour, Colour] = (INK, INK_FADED)
        if not self.is_laid:
            colours = PALE, PARCHMENT_EDGE
        room = self._label.width - px(12)
        line = app.type.fit_line(self.words, room, "serif bold", LARGE, colours[0])
        if not self.under:
            surface.blit(line, line.get_rect(center=self._label.center))
            return
        surface.blit(line, line.get_rect(midtop=(self._label.centerx, self._label.y + px(1))))
        below = app.type.fit_line(self.under, room, "sans", SMALL, colours[1])
        at = self._label.centerx, self._label.bottom - px(4)
        surface.blit(below, below.get_rect(midbottom=at))


class Inn:
    """The inn behind the menu, with its tables as widgets."""

    def __init__(self, app: "App", on_sit: Callable[[str], object]) -> None:
        self._app = app
        known = signs(app.books)[: len(SPOTS)]
        self.spots = [TableSpot(sign, self._sitting(on_sit, sign.book)) for sign in known]
        self._size = 0, 0
        self._unit = 1.0
        self._cat = 0, 0
        self._since = 0.0

    @staticmethod
    def _sitting(on_sit: Callable[[str], object], book: str) -> Callable[[], object]:
        return lambda: on_sit(book)

    @property
    def tables(self) -> tuple[Widget, ...]:
        """The tables as widgets, which can have the focus."""
        return tuple(self.spots)

    @property
    def is_known(self) -> bool:
        """Return whether all rulebooks have been looked up."""
        return all(spot.is_known for spot in self.spots)

    def look_for_book(self) -> str:
        """Look up the next table's rulebook, light the table if it exists, and return its id.

        A table without a rulebook stays dark and shows the reason.
        """
        say, books = self._app.words.say, self._app.books
        spot = next(spot for spot in self.spots if not spot.is_known)
        spot.is_known, spot.is_laid = True, spot.sign.book in books
        if spot.is_laid:
            spot.under = spot.sign.under
        else:
            spot.under, spot.reason = say("title", "untold"), say("title", "untold_why")
        return spot.sign.book

    def place(self, size: tuple[int, int], left: int) -> None:
        """Lay out the tables to the right of the menu."""
        self._size = size
        area = pygame.Rect(left, 0, size[0] - left, size[1])
        self._unit = min(area.width / WIDE, area.height / HIGH)
        across, down = area.width / WIDE, area.height / HIGH
        for spot, (x, y, half) in zip(self.spots, SPOTS, strict=False):
            middle = area.x + round(x * across), round(y * down)
            spot.lie(middle, round(half * self._unit), self._app)
        self._cat = area.x + round(CAT[0] * across), round(CAT[1] * down)

    def update(self, seconds: float) -> bool:
        """Let the flames flicker, unless motion is reduced; return whether to redraw."""
        if self._app.look.is_calm or not any(spot.is_laid for spot in self.spots):
            return False
        was = int(self._since / FLICKER)
        self._since += seconds
        return int(self._since / FLICKER) != was

    # Drawing

    def draw(self, surface: pygame.Surface, focused: Widget | None) -> None:
        """Draw the floor, then each table with its light."""
        art = self._app.art
        self._draw_floor(surface)
        side = round(76 * self._unit)
        cat = art.image("title/cat", (side, side))
        for n, spot in enumerate(self.spots):
            if spot.is_laid:
                self._draw_glow(surface, spot, n, spot is focused)
        surface.blit(cat, cat.get_rect(center=self._cat))
        for n, spot in enumerate(self.spots):
            key = "inn table", spot.sign.book, spot.half, spot.is_known, spot.is_laid
            table = art.once(key, self._making(n, spot))
            surface.blit(table, table.get_rect(center=spot.middle))
            if spot.is_laid:
                self._draw_flame(surface, spot, n)

    def _draw_floor(self, surface: pygame.Surface) -> None:
        """Draw the plank floor, which is cut off where the window has other proportions."""
        width, height = self._size
        size = max(width, height * 16 // 9), max(height, width * 9 // 16)
        whole = self._app.art.opaque("title/floor", size)
        surface.blit(whole, whole.get_rect(center=surface.get_rect().center))

    def _flame(self, n: int) -> float:
        """Return the current brightness of a candle as a factor around 1."""
        if self._app.look.is_calm:
            return 1.0
        step = int(self._since / FLICKER) + 7 * n
        return 1.0 + 0.05 * math.sin(step * 1.9) + 0.04 * math.sin(step * 3.1 + n)

    def _draw_glow(
        self, surface: pygame.Surface, spot: TableSpot, n: int, is_focused: bool
    ) -> None:
        side = round(spot.half * (5.6 if is_focused else 4.8))
        glow = self._app.art.image("title/glow", (side, side))
        glow.set_alpha(min(255, round((235 if is_focused else 185) * self._flame(n))))
        surface.blit(glow, glow.get_rect(center=spot.middle))

    def _draw_flame(self, surface: pygame.Surface, spot: TableSpot, n: int) -> None:
        """Draw the light of the candle on a table."""
        side = round(spot.half * 1.5)
        glow = self._app.art.image("title/glow", (side, side))
        glow.set_alpha(min(255, round(150 * self._flame(n))))
        x, y = CANDLE
        at = spot.middle[0] + x * spot.half // 100, spot.middle[1] + y * spot.half // 100
        surface.blit(glow, glow.get_rect(center=at))

    def _making(self, n: int, spot: TableSpot) -> Callable[[], pygame.Surface]:
        return lambda: self._table(n, spot)

    def _table(self, n: int, spot: TableSpot) -> pygame.Surface:
        """Return a table with its stools and objects; its board comes with its rulebook."""
        half = spot.half
        made = pygame.Surface((round(half * 3), round(half * 3)), pygame.SRCALPHA)

        def put(name: str, at: tuple[float, float], wide: float) -> None:
            side = round(half * wide / 100)
            image = self._app.art.image(name, (side, side))
            x, y = made.get_width() // 2, made.get_height() // 2
            middle = x + round(at[0] * half / 100), y + round(at[1] * half / 100)
            made.blit(image, image.get_rect(center=middle))

        for at in STOOLS:
            put("title/stool", (at[0] * 1.22, at[1] * 1.22), 50)
        size = round(half * 2.6), round(half * 2.6)
        soft = self._app.art.image("table/shadow", size)
        middle = made.get_rect().center
        made.blit(soft, soft.get_rect(center=(middle[0] + half // 14, middle[1] + half // 9)))
        put("title/table", (0, 0), 226)
        if spot.is_known:
            put(f"title/board-{spot.sign.book}", (-4, 2), 136)
        thing, x, y = THINGS[n % len(THINGS)]
        put(f"title/{thing}", (x, y), 30)
        if spot.is_laid:
            put("title/candle", CANDLE, 34)
        else:
            made.fill((*DARK, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return made
