"""A list of rows with a cursor on the current row."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import pygame

from game.client.kit.inputs import Act, Input, Pointer, Typed
from game.client.kit.theme import (
    BODY,
    BRASS,
    BRASS_LIGHT,
    HARM,
    INK,
    INK_FADED,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    WARNING_INK,
    Colour,
)
from game.client.kit.typography import Face
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.drawing import box, focus_edge
from game.client.kit.widgets.scroll import ScrollArea

if TYPE_CHECKING:
    from game.client.kit.app import App

T = TypeVar("T")
TWICE = 400
"""Maximum milliseconds between the clicks of a double click."""
LEAST = 30
"""Minimum height of a row, at 100%."""


@dataclass(frozen=True)
class ListRow(Generic[T]):
    """The contents of a row."""

    value: T
    title: str
    under: str = ""
    tail: str = ""
    """Text on the right."""
    last: str = ""
    """Text in a column further to the right."""
    icon: str = ""
    is_head: bool = False
    """Whether the row is a heading for the rows below it."""
    is_bad: bool = False
    """Whether the row has a problem, which the text `under` describes."""
    is_warning: bool = False
    """Whether that problem is only a warning."""

    @property
    def under_colour(self) -> Colour:
        """The colour of the text `under`."""
        problem = WARNING_INK if self.is_warning else HARM
        return problem if self.is_bad else INK_FADED


class ListBox(ScrollArea, Generic[T]):
    """A scrolling list; each row is as high as its text needs."""

    def __init__(
        self,
        rows: Sequence[ListRow[T]] = (),
        *,
        on_pick: Callable[[T], object] = lambda _: None,
        on_press: Callable[[T], object] = lambda _: None,
        is_pressed_by_click: bool = False,
    ) -> None:
        """Set up the list; `on_pick` gets a newly selected value, `on_press` a pressed value."""
        super().__init__()
        self.rows: tuple[ListRow[T], ...] = tuple(rows)
        self._on_pick, self._on_press = on_pick, on_press
        self._by_click = is_pressed_by_click
        self.empty = ""
        """What is said in place of rows if there are none."""
        self.search: Widget | None = None
        """Field that gets the letters typed while the list has the focus, or None."""
        self._tops: list[int] = [0]
        self._app: App | None = None
        self._over: int | None = None
        self._last = 0
        """Width of the column for `ListRow.last`, in pixels."""
        self._down: tuple[int, int] | None = None
        """Row last pressed and the time in milliseconds, or None."""
        self.cursor = next((n for n, row in enumerate(self.rows) if not row.is_head), -1)

    # Rows

    def fill(self, rows: Sequence[ListRow[T]], value: T | None = None) -> None:
        """Set the rows; make the row with `value` current, or else the first row."""
        self.rows, self._over, self._down = tuple(rows), None, None
        able = [n for n, row in enumerate(self.rows) if not row.is_head]
        found = [n for n in able if self.rows[n].value == value]
        self.cursor = (found or able or [-1])[0]
        if self._app is not None:
            self.place(self.rect, self._app)
            self.show(self.cursor)

    @property
    def current(self) -> ListRow[T] | None:
        """The current row, or None."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        self._app = app
        lasts = [app.type.width(row.last, "sans", SMALL) for row in self.rows if row.last]
        self._last = max(lasts) + app.look.px(36) if lasts else 0
        self._tops = [0]
        for row in self.rows:
            self._tops.append(self._tops[-1] + self._high(row, app))
        self.roll(0)

    def _inner(self, row: ListRow[T], app: "App") -> int:
        """Return the width that a row has for its text, in pixels."""
        px = app.look.px
        taken = self._last + (app.type.width(row.tail, "sans", SMALL) + px(10) if row.tail else 0)
        return max(px(40), self.room.width - px(24) - taken - (px(38) if row.icon else 0))

    def _high(self, row: ListRow[T], app: "App") -> int:
        px = app.look.px
        high = app.type.height("sans bold" if row.is_head else "serif", BODY)
        if row.under:
            lines = app.type.wrapped(row.under, self._inner(row, app), "sans", SMALL)
            high += app.type.height("sans", SMALL) * len(lines)
        return max(px(LEAST), high + px(14 if row.under else 8), px(40) if row.icon else 0)

    @property
    def extent(self) -> int:
        return self._tops[-1]

    def row_rect(self, n: int) -> pygame.Rect:
        """Return a row's current rectangle on the screen."""
        top = self.rect.y + self._tops[n] - self.offset
        return pygame.Rect(self.rect.x, top, self.room.width, self._tops[n + 1] - self._tops[n])

    def show(self, n: int) -> None:
        """Scroll until a row is visible, with the heading directly above it."""
        if not 0 <= n < len(self.rows) or self._app is None:
            return
        first = n - 1 if n > 0 and self.rows[n - 1].is_head else n
        if self._tops[first] < self.offset:
            self.offset = self._tops[first]
        elif self._tops[n + 1] > self.offset + self.rect.height:
            self.offset = self._tops[n + 1] - self.rect.height
        self.roll(0)

    def pick(self, n: int) -> bool:
        """Make a row the current one; return whether the current row has changed."""
        if not 0 <= n < len(self.rows) or self.rows[n].is_head or n == self.cursor:
            return False
        self.cursor = n
        self.show(n)
        self._on_pick(self.rows[n].value)
        return True

    # Input

    @property
    def wants_letters(self) -> bool:
        """Return whether letters are typed into a search."""
        return self.search is not None

    def heard(self, event: Input) -> bool:
        if isinstance(event, Act):
            return self._acted(event)
        if isinstance(event, Typed) and self.search is not None:
            return self.search.heard(event)
        if not isinstance(event, Pointer):
            return False
        if self.heard_rolling(event):
            return True
        over = self._row_at(event.at)
        if event.kind == "move":
            is_new, self._over = over != self._over, over
            return is_new
        if event.button != 1:
            return False
        if event.kind == "up":
            return self._clicked(over)
        now = pygame.time.get_ticks()
        is_twice = (
            self._down is not None and over == self._down[0] and (now - self._down[1] < TWICE)
        )
        if over is not None:
            self.pick(over)
            self._down = over, now
            if is_twice and not self._by_click:
                self._press()
        return True

    def _clicked(self, over: int | None) -> bool:
        is_same = over is not None and self._down is not None and over == self._down[0]
        if self._by_click and is_same:
            self._press()
        return is_same

    def _press(self) -> None:
        if self.current is not None:
            self._on_press(self.current.value)

    def _acted(self, event: Act) -> bool:
        if event.name in ("up", "down"):
            return self._walked(1 if event.name == "down" else -1) or event.is_repeat
        if event.name in ("page_up", "page_down"):
            return self._paged(1 if event.name == "page_down" else -1)
        if event.name == "confirm" and self.current is not None:
            self._press()
            return True
        return False

    def _walked(self, by: int) -> bool:
        n = self.cursor + by
        while 0 <= n < len(self.rows):
            if self.pick(n):
                return True
            n += by
        self.roll(by * self.extent)
        return False

    def _paged(self, by: int) -> bool:
        """Move the cursor a page down (1) or up (-1), or as far as there are rows."""
        if self.cursor < 0:
            return False
        goal = self._tops[self.cursor] + by * max(1, self.rect.height - self._notch)
        able = [n for n, row in enumerate(self.rows) if not row.is_head]
        self.pick(min(able, key=lambda n: abs(self._tops[n] - goal)))
        return True

    def _row_at(self, at: tuple[int, int]) -> int | None:
        if not self.room.collidepoint(at):
            return None
        found = (n for n in range(len(self.rows)) if self.row_rect(n).collidepoint(at))
        n = next(found, None)
        return n if n is not None and not self.rows[n].is_head else None

    # Drawing

    def picture(self, row: ListRow[T], app: "App") -> pygame.Surface:
        """Return the picture of a row with an icon, at most 30 pixels wide at 100%."""
        side = app.look.px(30)
        return app.art.image(row.icon, (side, side), INK)

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        kept = surface.get_clip()
        surface.set_clip(self.rect.clip(kept) if kept else self.rect)
        for n, row in enumerate(self.rows):
            rect = self.row_rect(n)
            if rect.colliderect(self.rect):
                self._draw_row(surface, app, n, row, rect, is_focused, is_hovered)
        if self.empty and not self.rows:
            line = app.type.fit_line(self.empty, self.rect.width, "sans", BODY, INK_FADED)
            surface.blit(
                line, line.get_rect(midtop=(self.rect.centerx, self.rect.y + app.look.px(8)))
            )
        surface.set_clip(kept)
        self.draw_bar(surface, app, is_focused or is_hovered)

    def _draw_row(
        self,
        surface: pygame.Surface,
        app: "App",
        n: int,
        row: ListRow[T],
        rect: pygame.Rect,
        is_focused: bool,
        is_hovered: bool,
    ) -> None:
        px = app.look.px
        ground = rect.inflate(-px(2), -px(2))
        if n == self.cursor:
            box(app, surface, ground, PARCHMENT_DARK, BRASS_LIGHT if is_focused else BRASS, 1, 5)
            if is_focused:
                focus_edge(app, surface, ground, 5)
        elif n == self._over and is_hovered:
            box(app, surface, ground, PARCHMENT_DARK, PARCHMENT_EDGE, 1, 5)
        x, room = rect.x + px(12), self._inner(row, app)
        if row.icon:
            picture = self.picture(row, app)
            surface.blit(picture, picture.get_rect(midleft=(x, rect.centery)))
            x += px(38)
        face: Face = "sans bold" if row.is_head else "serif"
        ink = INK_FADED if row.is_head else INK
        title = app.type.fit_line(row.title, room, face, BODY, ink)
        y = rect.y + px(6) if row.under else rect.centery - title.get_height() // 2
        surface.blit(title, (x, y))
        if row.under:
            under = app.type.block(row.under, room, "sans", SMALL, row.under_colour)
            surface.blit(under, (x, y + title.get_height()))
        right = rect.right - px(10)
        if row.tail:
            tail = app.type.line(row.tail, "sans", SMALL, INK_FADED)
            surface.blit(tail, tail.get_rect(midright=(right - self._last, rect.centery)))
        if row.last:
            last = app.type.line(row.last, "sans", SMALL, INK_FADED)
            surface.blit(last, last.get_rect(midright=(right, rect.centery)))
