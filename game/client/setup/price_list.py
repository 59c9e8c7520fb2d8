"""The list of kinds with prices: right adds a unit of a kind, left removes one."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import pygame

from game.client.board.standees import Standees
from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import (
    BODY,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    CREAM,
    INK,
    INK_FADED,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    Colour,
)
from game.client.kit.widgets.drawing import box, focus_edge
from game.client.kit.widgets.list_box import ListBox, ListRow

if TYPE_CHECKING:
    from game.client.kit.app import App

HIGH, FACE, BUTTON, COIN, COUNT = 58, 42, 28, 34, 30
"""Height of a row, and widths of its portrait, buttons, price and number, at 100%."""

Step = Literal[-1, 0, 1]


class PriceList(ListBox[str]):
    """A list whose rows have a portrait, stats, a price, and a number between minus and plus."""

    def __init__(
        self,
        on_pick: Callable[[str], object],
        on_step: Callable[[str, int], object],
        count: Callable[[str], int],
        hindrance: Callable[[str], str],
        under: Callable[[str], str],
    ) -> None:
        """Set up the list.

        `on_step` gets a kind, and 1 to add or -1 to remove a unit. `hindrance` returns why a kind
        can't be added, or "". `under` returns the text under a kind's title.
        """
        super().__init__(on_pick=on_pick, on_press=lambda kind: on_step(kind, 1))
        self._on_step, self._count, self._hindrance = on_step, count, hindrance
        self._under = under
        self.pictures: Standees | None = None
        self.side = ""
        self.prices: dict[str, int] = {}
        self._at = (0, 0)

    # Measures

    def _high(self, row: ListRow[str], app: "App") -> int:
        return super()._high(row, app) if row.is_head else app.look.px(HIGH)

    def step_rects(self, n: int) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the rectangles of a row's minus and plus buttons."""
        rect, px = self.row_rect(n), self._px
        plus = pygame.Rect(0, 0, px(BUTTON), px(BUTTON))
        plus.midright = rect.right - px(10), rect.centery
        return plus.move(-px(BUTTON + COUNT), 0), plus

    def _px(self, measure: float) -> int:
        return self._app.look.px(measure) if self._app is not None else round(measure)

    # Input

    def heard(self, event: Input) -> bool:
        if isinstance(event, Pointer):
            self._at = event.at
        if isinstance(event, Act) and event.name in ("left", "right"):
            if self.current is not None:
                self._on_step(self.current.value, 1 if event.name == "right" else -1)
            return True
        return super().heard(event) or (isinstance(event, Pointer) and event.kind == "move")

    def _clicked(self, over: int | None) -> bool:
        is_same = super()._clicked(over)
        step = self._step_at(over) if over is not None else 0
        if is_same and over is not None and step:
            self._down = None  # two clicks on a plus add two units, and aren't a double click
            self._on_step(self.rows[over].value, step)
        return is_same

    def _step_at(self, n: int) -> Step:
        """Return 1 or -1 if the row's plus or minus is under the pointer, else 0."""
        minus, plus = self.step_rects(n)
        return -1 if minus.collidepoint(self._at) else 1 if plus.collidepoint(self._at) else 0

    # Drawing

    def _draw_row(
        self,
        surface: pygame.Surface,
        app: "App",
        n: int,
        row: ListRow[str],
        rect: pygame.Rect,
        is_focused: bool,
        is_hovered: bool,
    ) -> None:
        if row.is_head or self.pictures is None:
            super()._draw_row(surface, app, n, row, rect, is_focused, is_hovered)
            return
        px = app.look.px
        ground = rect.inflate(-px(2), -px(2))
        if n == self.cursor:
            box(app, surface, ground, PARCHMENT_DARK, BRASS_LIGHT if is_focused else BRASS, 1, 5)
            if is_focused:
                focus_edge(app, surface, ground, 5)
        elif n == self._over and is_hovered:
            box(app, surface, ground, PARCHMENT_DARK, PARCHMENT_EDGE, 1, 5)
        count, blocked = self._count(row.value), self._hindrance(row.value)
        face = self.pictures.portrait(row.value, self.side, (px(FACE), px(FACE * 7 / 6)))
        surface.blit(face, face.get_rect(midleft=(rect.x + px(10), rect.centery)))
        edge = self._draw_steps(surface, app, n, count, blocked, is_hovered)
        if self.prices:
            spot = edge - px(COIN // 2 + 12), rect.centery
            coin(app, surface, self.prices[row.value], spot, px(COIN), blocked == "dear")
            edge -= px(COIN + 16)
        colour = INK_FADED if blocked in ("dear", "full") and not count else INK
        left = rect.x + px(FACE + 22)
        self._draw_words(surface, app, row, pygame.Rect(left, rect.y, edge - left, rect.h), colour)

    def _draw_words(
        self,
        surface: pygame.Surface,
        app: "App",
        row: ListRow[str],
        room: pygame.Rect,
        colour: Colour,
    ) -> None:
        line = app.type.fit_line(row.title, room.width, "serif bold", BODY, colour)
        below = app.type.fit_line(self._under(row.value), room.width, "sans", SMALL, INK_FADED)
        top = room.centery - (line.get_height() + below.get_height()) // 2
        surface.blit(line, (room.x, top))
        surface.blit(below, (room.x, top + line.get_height()))

    def _draw_steps(
        self,
        surface: pygame.Surface,
        app: "App",
        n: int,
        count: int,
        blocked: str,
        is_hovered: bool,
    ) -> int:
        """Draw the number between minus and plus; return their left edge."""
        minus, plus = self.step_rects(n)
        over = self._step_at(n) if is_hovered and n == self._over else 0
        for rect, name, step, can in (
            (minus, "minus", -1, count > 0),
            (plus, "plus", 1, not blocked),
        ):
            is_lit = over == step and can and self.is_enabled
            fill, edge = (BRASS, BRASS_DARK) if is_lit else (CREAM, BRASS_DARK)
            if not can or not self.is_enabled:
                fill, edge = PARCHMENT_DARK, PARCHMENT_EDGE
            box(app, surface, rect, fill, edge, 1.5, BUTTON // 2)
            tone = INK if can and self.is_enabled else PARCHMENT_EDGE
            icon = app.art.image(f"icons/{name}", (rect.width * 5 // 8,) * 2, tone)
            surface.blit(icon, icon.get_rect(center=rect.center))
        words = app.type.line(str(count), "sans bold", BODY, INK if count else PARCHMENT_EDGE)
        middle = (minus.right + plus.left) // 2, minus.centery
        surface.blit(words, words.get_rect(center=middle))
        return minus.left


def coin(
    app: "App",
    surface: pygame.Surface,
    price: int,
    middle: tuple[int, int],
    size: int,
    is_dear: bool = False,
) -> None:
    """Draw a price on a brass coin, faded if it can't be paid."""
    image = app.art.image("dice/d2", (size, size))
    if is_dear:
        image = app.art.once(("pale coin", size), lambda: _pale(image))
    rect = image.get_rect(center=middle)
    surface.blit(image, rect)
    points = max(9, round(size * 0.42 / app.look.scale))
    line = app.type.line(str(price), "serif bold", points, INK_FADED if is_dear else INK)
    surface.blit(line, line.get_rect(center=(rect.centerx, rect.centery - size // 40)))


def _pale(image: pygame.Surface) -> pygame.Surface:
    made = image.copy()
    made.fill((255, 255, 255, 90), special_flags=pygame.BLEND_RGBA_MULT)
    return made
