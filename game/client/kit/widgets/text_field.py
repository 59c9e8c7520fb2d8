"""A field with a line of text to edit."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Act, Input, Pointer, Typed
from game.client.kit.theme import BODY, BRASS_DARK, CREAM, INK, INK_FADED, PARCHMENT_EDGE, SELECTED
from game.client.kit.widgets.drawing import box
from game.client.kit.widgets.labelled_row import LabelledRow

if TYPE_CHECKING:
    from game.client.kit.app import App

BLINK = 0.5
"""Seconds that the blinking caret is visible, and then hidden."""


KEYBOARD = "icons/keyboard"


class Field(LabelledRow):
    """A text field; `accepts` decides which letters it takes.

    To open the on-screen keyboard, confirm the field with a gamepad or click the icon at its end.
    """

    follows_pointer = False
    wants_letters = True
    has_letters = True
    """Whether the on-screen keyboard can be opened for this field."""

    def __init__(
        self,
        label: str,
        text: str = "",
        *,
        empty: str = "",
        most: int = 60,
        accepts: Callable[[str], bool] = str.isprintable,
        on_change: Callable[[str], object] = lambda _: None,
        about: str = "",
        reason: str = "",
    ) -> None:
        """Set up the field; `empty` is shown while it has no text, `most` is its maximum length."""
        super().__init__(label, about, reason)
        self.text, self._empty, self.most = text, empty, most
        self.accepts, self._on_change = accepts, on_change
        self.on_written: Callable[[], object] = lambda: None
        """Function called after the on-screen keyboard has written the text."""
        self.caret = len(text)
        """Number of letters before the caret."""
        self.is_fresh = False
        """Whether all of the text is selected, so that the first letter replaces it."""
        self._since = 0.0
        self._app: App | None = None
        self._picture = pygame.Rect(0, 0, 0, 0)
        """Rectangle of the icon that opens the on-screen keyboard."""

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        self._app = app
        if self.has_letters:
            side = min(self.rect.height, app.look.px(32))
            self._picture = pygame.Rect(0, 0, side + app.look.px(4), side)
            self._picture.midright = self._setting.right, self.rect.centery

    def heard(self, event: Input) -> bool:
        self._since = 0.0
        if isinstance(event, Typed):
            if event.key == "all":
                self.is_fresh, self.caret = True, len(self.text)
                return True
            if self.is_fresh and (event.text or event.key in ("backspace", "delete")):
                self.set("")
            self.is_fresh = False
            if event.key:
                self._edit(event.key)
            else:
                self._write(event.text)
            return True
        if isinstance(event, Act):
            if event.name == "confirm" and event.is_pad:
                return self._press_letters()
            return False
        if isinstance(event, Pointer) and event.button == 1:
            is_picture = self._picture.collidepoint(event.at)
            if event.kind == "up" and is_picture:
                return self._press_letters()
            if event.kind == "down" and not is_picture:
                self.caret, self.is_fresh = self._nearest(event.at[0]), False
            return event.kind == "down"
        return False

    def _press_letters(self) -> bool:
        """Open the on-screen keyboard, unless this field is part of it."""
        app = self._app
        if app is None or not self.has_letters:
            return False
        app.sounds.ui("page")
        app.push(app.navigation.letters(self))
        return True

    def set(self, text: str) -> None:
        """Replace the text."""
        if text != self.text:
            self.text, self.caret = text, len(text)
            self._on_change(text)

    def _write(self, letters: str) -> None:
        good = "".join(letter for letter in letters if self.accepts(letter))
        good = good[: max(0, self.most - len(self.text))]
        if good:
            self.text = self.text[: self.caret] + good + self.text[self.caret :]
            self.caret += len(good)
            self._on_change(self.text)

    def _edit(self, key: str) -> None:
        before, after = self.text[: self.caret], self.text[self.caret :]
        match key:
            case "left":
                self.caret = max(0, self.caret - 1)
            case "right":
                self.caret = min(len(self.text), self.caret + 1)
            case "home":
                self.caret = 0
            case "end":
                self.caret = len(self.text)
            case "backspace" if before:
                self.text, self.caret = before[:-1] + after, self.caret - 1
                self._on_change(self.text)
            case "delete" if after:
                self.text = before + after[1:]
                self._on_change(self.text)

    def _nearest(self, x: int) -> int:
        """Return the caret position nearest to the pointer's x."""
        if self._app is None:
            return len(self.text)
        left, width = self._setting.x + self._app.look.px(10), self._app.type.width
        return min(range(len(self.text) + 1), key=lambda n: abs(left + width(self.text[:n]) - x))

    def update(self, seconds: float) -> bool:
        was = int(self._since / BLINK) % 2
        self._since += seconds
        is_calm = self._app is not None and self._app.look.is_calm
        return not is_calm and int(self._since / BLINK) % 2 != was

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        self.draw_row(surface, app, is_focused and self.has_letters, is_hovered)
        px = app.look.px
        ground = pygame.Rect(self._setting.x, 0, self._setting.width, min(px(32), self.rect.height))
        ground.centery = self.rect.centery
        box(app, surface, ground, CREAM, PARCHMENT_EDGE, 1, 5)
        inner = ground.inflate(-px(20), -px(4))
        if self.has_letters:
            inner.width = self._picture.x - inner.x
            side, colour = px(20), INK_FADED if is_focused or is_hovered else PARCHMENT_EDGE
            picture = app.art.image(KEYBOARD, (side, side), colour)
            surface.blit(picture, picture.get_rect(center=self._picture.center))
        words = self.text or ("" if is_focused else self._empty)
        line = app.type.line(words, "sans", BODY, INK if self.text else INK_FADED)
        caret = app.type.width(self.text[: self.caret]) if self.text else 0
        rolled = max(0, caret - inner.width + px(2))
        middle = ground.centery - line.get_height() // 2
        if self.is_fresh and self.text:
            wide = min(inner.width, line.get_width())
            surface.fill(SELECTED, (inner.x, middle, wide, line.get_height()))
        surface.blit(line, (inner.x, middle), (rolled, 0, inner.width, line.get_height()))
        is_seen = app.look.is_calm or int(self._since / BLINK) % 2 == 0
        if is_focused and is_seen:
            x = inner.x + caret - rolled
            high = app.type.height() // 2
            pygame.draw.line(
                surface, BRASS_DARK, (x, ground.centery - high), (x, ground.centery + high), px(2)
            )
