"""The focus ring, which decides which widget gets input from keys, gamepad and pointer."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.tooltip import draw_tip

if TYPE_CHECKING:
    from game.client.kit.app import App

DWELL = 0.6
"""Seconds that the focus or pointer rests on a widget before its tooltip is shown."""

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class FocusRing:
    """A screen's widgets in order; one of them has the focus."""

    def __init__(self, app: "App", widgets: Iterable[Widget] = ()) -> None:
        self._app = app
        self._widgets: list[Widget] = list(widgets)
        self.focused: Widget | None = None
        self.hovered: Widget | None = None
        self._held: Widget | None = None
        """Widget that the pointer is pressed on, or None."""
        self._pressed: Widget | None = None
        """Widget that was pressed; it gets no tooltip until another key, or a return or move of the
        pointer.
        """
        self._at = (0, 0)
        self._dwelt = 0.0
        self._is_told = False
        self._is_keyed = False

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """The widgets that are shown."""
        return tuple(widget for widget in self._widgets if widget.is_shown)

    def hold(self, widgets: Iterable[Widget]) -> None:
        """Set the widgets; keep the focus where it is if possible."""
        self._widgets = list(widgets)
        if self.focused not in self.widgets:
            self.focused = None
        if self.hovered not in self.widgets:
            self.hovered = None
        if self._held not in self.widgets:
            self._held = None
        if self.focused is None:
            self.focused = next((w for w in self.widgets if w.is_focusable), None)

    def focus(self, widget: Widget | None) -> bool:
        """Move the focus to a widget; return whether the focus has changed."""
        if widget is None or not widget.is_focusable or not widget.is_shown:
            return False
        is_new = widget is not self.focused
        self.focused, self._dwelt, self._is_told = widget, 0.0, False
        if is_new:
            widget.entered()
        return is_new

    @property
    def is_typing(self) -> bool:
        """Return whether the widget with the focus wants letters."""
        return self.focused is not None and self.focused.wants_letters

    @property
    def is_writing(self) -> bool:
        """Return whether the widget with the focus also wants the keys that edit a long text."""
        return self.is_typing and self.focused is not None and self.focused.wants_lines

    # Input

    def heard(self, event: Input) -> bool:
        """Pass an input to the right widget; return whether the input was used."""
        if isinstance(event, Pointer):
            return self._pointed(event)
        if isinstance(event, Act):
            self._is_keyed, self._pressed = True, None
        focused = self.focused
        if focused is not None and focused.is_enabled and focused.heard(event):
            if isinstance(event, Act) and event.name == "confirm":
                self._sound(focused)
                self._pressed, self._is_told = self.focused, False
            return True
        if isinstance(event, Act):
            return self._acted(event)
        return False

    def _acted(self, event: Act) -> bool:
        if event.name in ("next", "previous", *WAYS):
            step = {"next": 1, "previous": -1}.get(event.name)
            is_moved = self._step(step) if step else self._go(event.name)
            if is_moved:
                self._app.sounds.ui("focus")
            return is_moved
        if event.name == "confirm" and self.focused is not None and self.focused.reason:
            self._app.sounds.ui("refused")
            self._is_told = True
            return True
        return False

    def _step(self, by: int) -> bool:
        """Move the focus by a number of widgets in order, around the ring."""
        able = [widget for widget in self.widgets if widget.is_focusable]
        if not able:
            return False
        if self.focused not in able:
            return self.focus(able[0 if by > 0 else -1])
        return self.focus(able[(able.index(self.focused) + by) % len(able)])

    def _go(self, name: str) -> bool:
        """Move the focus in a direction: to the widget's own target, else to the nearest widget."""
        if self.focused is not None and self.focus(self.focused.ways.get(name)):
            return True
        way = WAYS[name]
        able = [w for w in self.widgets if w.is_focusable and w is not self.focused]
        if self.focused is None:
            return self.focus(able[0]) if able else False
        here = self.focused.rect
        found = [(far, n) for n, w in enumerate(able) if (far := _far(here, w.rect, way)) >= 0]
        return self.focus(able[min(found)[1]]) if found else False

    def _pointed(self, event: Pointer) -> bool:
        self._at = event.at
        if self._held is not None:
            return self._dragged(self._held, event)
        over = self.over(event.at)
        is_other = over is not self.hovered
        if is_other:
            self.hovered, self._dwelt, self._is_told = over, 0.0, False
            self._pressed = None
        is_moved = event.kind == "move" and (is_other or self._is_keyed)
        if is_moved:
            self._pressed = None
        if is_moved and over is not None and over.follows_pointer and not self.is_typing:
            self._is_keyed = False
            self.focus(over)
        if over is None:
            return is_other
        if event.kind == "down" and event.button == 1:
            self.focus(over)
            self._held = over
            self._pressed = over if over.is_enabled else None
            if not over.is_enabled:
                self._app.sounds.ui("refused")
                self._is_told = True
        return (over.is_enabled and over.heard(event)) or is_other or event.kind == "down"

    def _dragged(self, held: Widget, event: Pointer) -> bool:
        if event.kind == "up" and event.button == 1:
            self._held = None
            self.hovered = self.over(event.at)
        if held.is_enabled:
            held.heard(event)
            if event.kind == "up" and held.rect.collidepoint(event.at):
                self._sound(held)
        return True

    def _sound(self, widget: Widget) -> None:
        if widget.sound:
            self._app.sounds.ui(widget.sound)

    def over(self, at: tuple[int, int]) -> Widget | None:
        """Return the topmost widget at a point, or None."""
        return next((w for w in reversed(self.widgets) if w.rect.collidepoint(at)), None)

    # Time and drawing

    def update(self, seconds: float) -> bool:
        """Let time pass; return whether a widget has to be redrawn."""
        self._dwelt += seconds
        is_changed = self.focused is not None and self.focused.update(seconds)
        if not self._is_told and self._dwelt >= DWELL and self._tipped() is not None:
            self._is_told = is_changed = True
        return is_changed

    def _tipped(self) -> Widget | None:
        """Return the focused or hovered widget if it has a tooltip, or None."""
        widget = self.focused if self._is_keyed else self.hovered
        is_quiet = widget is self._pressed
        return widget if widget is not None and widget.tip and not is_quiet else None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all widgets that are shown, and the tooltip if it is due."""
        for _ in self.drawn(surface):
            pass
        tipped = self._tipped()
        if self._is_told and tipped is not None:
            at = None if self._is_keyed else self._at
            draw_tip(self._app, surface, tipped.tip, tipped.rect, at)

    def drawn(self, surface: pygame.Surface) -> Iterator[None]:
        """Draw the widgets that are shown, and yield after each."""
        for widget in self.widgets:
            is_focused, is_hovered = widget is self.focused, widget is self.hovered
            widget.draw(surface, self._app, is_focused, is_hovered)
            yield


def _far(here: pygame.Rect, there: pygame.Rect, way: tuple[int, int]) -> int:
    """Return the distance of a rectangle in a direction, or -1 if it isn't in that direction."""
    if way[0]:
        along = (there.centerx - here.centerx) * way[0]
        gap = there.left - here.right if way[0] > 0 else here.left - there.right
        aside = max(there.top - here.bottom, here.top - there.bottom, 0)
        off = abs(there.centery - here.centery)
    else:
        along = (there.centery - here.centery) * way[1]
        gap = there.top - here.bottom if way[1] > 0 else here.top - there.bottom
        aside = max(there.left - here.right, here.left - there.right, 0)
        off = abs(there.centerx - here.centerx)
    if along <= 0 or (gap < 0 and aside > 0):
        return -1
    return max(0, gap) * 4 + aside * 12 + off
