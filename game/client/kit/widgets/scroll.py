"""Widgets that scroll their contents by wheel, keys and scroll bar."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import (
    BODY,
    BRASS,
    BRASS_DARK,
    INK,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    Colour,
)
from game.client.kit.typography import Face
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.drawing import box, focus_edge

if TYPE_CHECKING:
    from game.client.kit.app import App

NOTCH = 60
"""Distance that a wheel notch or an arrow key scrolls, at 100%."""
BAR = 8
"""Width of the scroll bar, at 100%."""


class ScrollArea(Widget):
    """A widget that shows a part of its contents and can scroll them."""

    def __init__(self, about: str = "", reason: str = "") -> None:
        super().__init__(about, reason)
        self.offset = 0
        self._notch, self._bar = NOTCH, BAR
        self._grip: int | None = None
        """Distance from the top of the bar's thumb to the pointer that drags it, or None."""

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        self._notch, self._bar = app.look.px(NOTCH), app.look.px(BAR)

    @property
    def extent(self) -> int:
        """The height of the whole contents, in pixels."""
        return 0

    @property
    def room(self) -> pygame.Rect:
        """The rectangle in which the contents are drawn."""
        return pygame.Rect(self.rect.x, self.rect.y, self.rect.width - 2 * self._bar, self.rect.h)

    @property
    def is_long(self) -> bool:
        """Return whether a part of the contents is hidden."""
        return self.extent > self.rect.height

    def roll(self, by: int) -> bool:
        """Scroll by pixels; return whether anything changed."""
        before = self.offset
        self.offset = min(max(0, self.extent - self.rect.height), max(0, self.offset + by))
        return self.offset != before

    def thumb(self) -> pygame.Rect:
        """Return the rectangle of the scroll bar's thumb."""
        high = max(3 * self._bar, self.rect.height * self.rect.height // max(1, self.extent))
        free = max(1, self.extent - self.rect.height)
        top = self.rect.y + (self.rect.height - high) * self.offset // free
        return pygame.Rect(self.rect.right - self._bar, top, self._bar, high)

    def heard(self, event: Input) -> bool:
        if isinstance(event, Act) and event.name in ("up", "down"):
            return self.roll(self._notch if event.name == "down" else -self._notch)
        return self.heard_rolling(event)

    def heard_rolling(self, event: Input) -> bool:
        """Handle the wheel, the scroll bar and the page keys; return whether the input was used."""
        if isinstance(event, Act) and event.name in ("page_up", "page_down"):
            page = max(1, self.rect.height - self._notch)
            return self.roll(page if event.name == "page_down" else -page)
        if not isinstance(event, Pointer):
            return False
        if event.kind == "wheel":
            return self.roll(-event.amount * self._notch)
        if event.kind == "down" and event.button == 1 and self.is_long:
            return self._taken(event.at)
        if event.kind == "move" and self._grip is not None:
            thumb = self.thumb()
            free = max(1, self.rect.height - thumb.height)
            share = (event.at[1] - self._grip - self.rect.y) / free
            self.offset = round(min(1.0, max(0.0, share)) * max(0, self.extent - self.rect.height))
            return True
        if event.kind == "up" and self._grip is not None:
            self._grip = None
            return True
        return False

    def _taken(self, at: tuple[int, int]) -> bool:
        """Start to drag the scroll bar; if the pointer isn't on its thumb, jump there first."""
        if at[0] < self.rect.right - 2 * self._bar:
            return False
        thumb = self.thumb()
        self._grip = at[1] - thumb.y if thumb.collidepoint(thumb.x, at[1]) else thumb.height // 2
        return self.heard_rolling(Pointer("move", at)) or True

    def draw_bar(self, surface: pygame.Surface, app: "App", is_lit: bool) -> None:
        """Draw the scroll bar, if part of the contents is hidden."""
        if self.is_long:
            way = pygame.Rect(self.rect.right - self._bar, self.rect.y, self._bar, self.rect.height)
            box(app, surface, way, PARCHMENT_DARK, PARCHMENT_EDGE, 1, 4)
            box(app, surface, self.thumb(), BRASS if is_lit else PARCHMENT_EDGE, BRASS_DARK, 1, 4)


class Passage(NamedTuple):
    """A passage of text in one font."""

    words: str
    face: Face = "sans"
    size: int = BODY
    colour: Colour = INK
    after: int = 8
    """Distance to the next passage, at 100%."""


class ScrollText(ScrollArea):
    """A text on parchment. It can have the focus only if it is long enough to scroll."""

    follows_pointer = False

    def __init__(self, passages: Sequence[Passage] = ()) -> None:
        super().__init__()
        self.passages = tuple(passages)
        self._text: pygame.Surface | None = None
        self._app: App | None = None
        self.is_focusable = False

    def tell(self, passages: Sequence[Passage]) -> None:
        """Show another text, from its beginning."""
        self.passages, self.offset = tuple(passages), 0
        if self._app is not None:
            self.place(self.rect, self._app)

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        self._app = app
        px, width = app.look.px, max(1, self.room.width)
        blocks = [app.type.block(p.words, width, *p[1:4]) for p in self.passages]
        afters = [px(p.after) for p in self.passages[:-1]] + [0]
        high = sum(block.get_height() for block in blocks) + sum(afters[: len(blocks)])
        self._text = pygame.Surface((width, max(1, high)), pygame.SRCALPHA)
        y = 0
        for block, after in zip(blocks, afters, strict=False):
            self._text.blit(block, (0, y))
            y += block.get_height() + after
        self.is_focusable = self.is_long
        self.roll(0)

    @property
    def extent(self) -> int:
        return self._text.get_height() if self._text is not None and self.passages else 0

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        if self._text is not None:
            part = pygame.Rect(0, self.offset, self._text.get_width(), self.rect.height)
            surface.blit(self._text, self.rect.topleft, part)
        self.draw_bar(surface, app, is_focused or is_hovered)
        if is_focused:
            focus_edge(app, surface, self.rect.inflate(app.look.px(10), app.look.px(8)), 5)
