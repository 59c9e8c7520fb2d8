"""The rows of a form: labels at the left, values at the right, and what is inherited in grey."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.client.editor.desk.typed_field import TypedField
from game.client.kit.inputs import Act, Input, Pointer, Typed
from game.client.kit.theme import (
    BODY,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    CREAM,
    HARM,
    INK,
    INK_FADED,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    WARNING,
)
from game.client.kit.typography import Face
from game.client.kit.widgets.drawing import arrow, box, focus_edge
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.text_field import Field
from game.workshop.forms.entry_forms import FormField
from game.workshop.forms.field_texts import LONGEST

if TYPE_CHECKING:
    from game.client.kit.app import App

SHARE = 0.44
"""Share of a row's width that its label takes."""
DEEPER, CLOSE, ARROW, BOX = 12, 22, 20, 26
"""Indent of a table's fields, widths of the cross and of an arrow, and height of a value's box, at
100%.
"""
PLAIN, UNDER, PROBLEM = 32, 42, 52
"""Heights of a row, of one with a line under its label, and of one with a problem, at 100%."""
TURNED = ("number", "choice", "yes")
"""Kinds of fields that left and right change."""


class FormList(ListBox[FormField]):
    """The fields of one form.

    A press edits a value, left and right change it, and the cross or Delete sets it back. Numbers
    and short texts are typed in their row.
    """

    def __init__(
        self,
        on_edit: Callable[[FormField], object],
        on_turn: Callable[[FormField, int], object],
        on_reset: Callable[[FormField], object],
        on_typed: Callable[[FormField, str], bool],
    ) -> None:
        """Set up the list; `on_typed` gets a text that was typed, and returns if it accepts it."""
        super().__init__(on_press=on_edit, is_pressed_by_click=True)
        self._on_turn, self._on_reset, self._on_typed = on_turn, on_reset, on_typed
        self.typed = TypedField(self._finished)
        self._typed_field: FormField | None = None
        self._start = ""
        """The text as it was before it was typed over."""

    def show_rows(self, rows: Sequence[ListRow[FormField]]) -> None:
        """Show these rows; keep the place, and the cursor on the same key."""
        here, rolled = self.current, self.offset
        keys = here.value.keys if here is not None and not here.is_head else None
        same = (row.value for row in rows if not row.is_head and row.value.keys == keys)
        is_same_form = [row.value.keys for row in rows] == [row.value.keys for row in self.rows]
        down = self._down if is_same_form else None
        self.fill(rows, next(same, None))
        self._down = down
        if keys is not None:
            self.offset = rolled
            self.show(self.cursor)
        if self.current is None or self.current.value != self._typed_field:
            self.typed.drop()

    # Typing

    @property
    def wants_letters(self) -> bool:
        """Return whether a value is being typed."""
        return self.typed.field is not None

    def type_value(self, field: FormField, text: str) -> None:
        """Begin to type the value of the current row over."""
        self._typed_field, self._start = field, text
        self.typed.begin(text, LONGEST, is_fresh=True)

    def _finished(self, text: str) -> bool:
        field = self._typed_field
        return field is None or text == self._start or self._on_typed(field, text)

    def update(self, seconds: float) -> bool:
        field = self.typed.field
        return super().update(seconds) or (field is not None and field.update(seconds))

    @property
    def tip(self) -> str:
        row = self.rows[self._over] if self._over is not None else self.current
        if row is None or row.is_head:
            return ""
        about = f"{row.value.key}: {row.value.about}" if row.value.about else row.value.key
        return "\n".join(filter(None, (about, row.tail)))

    def _high(self, row: ListRow[FormField], app: "App") -> int:
        return app.look.px(PROBLEM if row.is_bad else UNDER if row.under else PLAIN)

    # Input

    def heard(self, event: Input) -> bool:
        if self.typed.field is not None and self._app is not None:
            is_used = self._heard_typing(event, self.typed.field, self._app)
            if is_used is not None:
                return is_used
        if isinstance(event, Pointer) and event.button == 1 and event.kind == "up":
            n = self._row_at(event.at)
            is_same = self._down is not None and n == self._down[0]
            if n is not None and is_same and self._pressed_part(n, event.at):
                return True
        return super().heard(event)

    def _heard_typing(self, event: Input, field: Field, app: "App") -> bool | None:
        """Handle an input while a value is typed; return None if it is for the list."""
        if isinstance(event, Typed):
            return field.heard(event)
        if isinstance(event, Act):
            return self.typed.acted(event, app)
        if not isinstance(event, Pointer) or event.button != 1:
            return None
        if self.value_rect(self.cursor).collidepoint(event.at):
            field.heard(event)
            return True
        return None if self.typed.finish() else True

    def _pressed_part(self, n: int, at: tuple[int, int]) -> bool:
        """Press an arrow or the cross of a row; return whether there was one."""
        field = self.rows[n].value
        if self._cross(n).collidepoint(at) and field.can_reset:
            self._on_reset(field)
            return True
        for by, rect in zip((-1, 1), self._arrows(n), strict=True):
            if field.shape.kind in TURNED and rect.collidepoint(at):
                self._on_turn(field, by)
                return True
        return False

    def _acted(self, event: Act) -> bool:
        field = self.current.value if self.current is not None else None
        if field is not None and not self.rows[self.cursor].is_head:
            if event.name in ("left", "right") and field.shape.kind in TURNED:
                self._on_turn(field, 1 if event.name == "right" else -1)
                return True
            if event.name == "erase" or (event.name == "threats" and event.is_pad):
                self._on_reset(field)
                return True
        return super()._acted(event)

    # Drawing

    def _upper(self, n: int) -> pygame.Rect:
        """Return the part of a row above the line about its problem."""
        assert self._app is not None
        rect = self.row_rect(n)
        if self.rows[n].is_bad:
            rect.height = self._app.look.px(PLAIN)
        return rect

    def value_rect(self, n: int) -> pygame.Rect:
        """Return the box of a row's value."""
        assert self._app is not None
        px, rect = self._app.look.px, self._upper(n)
        left = rect.x + round(rect.width * SHARE)
        own = pygame.Rect(left, 0, rect.right - px(CLOSE) - left, px(BOX))
        own.centery = rect.centery
        return own

    def _arrows(self, n: int) -> tuple[pygame.Rect, pygame.Rect]:
        assert self._app is not None
        own, wide = self.value_rect(n), self._app.look.px(ARROW)
        left = pygame.Rect(own.x, own.y, wide, own.height)
        return left, pygame.Rect(own.right - wide, own.y, wide, own.height)

    def _cross(self, n: int) -> pygame.Rect:
        assert self._app is not None
        rect, wide = self._upper(n), self._app.look.px(CLOSE)
        return pygame.Rect(rect.right - wide, rect.y, wide, rect.height)

    def _draw_row(
        self,
        surface: pygame.Surface,
        app: "App",
        n: int,
        row: ListRow[FormField],
        rect: pygame.Rect,
        is_focused: bool,
        is_hovered: bool,
    ) -> None:
        if row.is_head:
            super()._draw_row(surface, app, n, row, rect, is_focused, is_hovered)
            return
        px, field = app.look.px, row.value
        ground = rect.inflate(-px(2), -px(2))
        is_here = n == self.cursor
        if is_here:
            edge = BRASS_LIGHT if is_focused else PARCHMENT_EDGE
            box(app, surface, ground, PARCHMENT_DARK, edge, 1, 5)
            if is_focused:
                focus_edge(app, surface, ground, 5)
        elif n == self._over and is_hovered:
            box(app, surface, ground, PARCHMENT_DARK, PARCHMENT_EDGE, 1, 5)
        own = self.value_rect(n)
        self._draw_label(surface, app, row, rect, own.x - px(6))
        if field.shape.kind == "table" and not row.last:
            return
        self._draw_value(surface, app, n, own, is_here or (n == self._over and is_hovered))
        if field.can_reset:
            middle, half = self._cross(n).center, px(4)
            for way in (1, -1):
                start = middle[0] - half, middle[1] - half * way
                end = middle[0] + half, middle[1] + half * way
                pygame.draw.line(surface, BRASS_DARK, start, end, px(2))

    def _draw_label(
        self,
        surface: pygame.Surface,
        app: "App",
        row: ListRow[FormField],
        rect: pygame.Rect,
        right: int,
    ) -> None:
        """Draw the label, with the origin of the value or a problem under it."""
        px, field = app.look.px, row.value
        x = rect.x + px(8 + DEEPER * field.depth)
        is_table = field.shape.kind == "table" and not row.last
        face: Face = "sans bold" if field.is_written or is_table else "sans"
        room = max(px(20), (rect.right if is_table else right) - x)
        words, size = app.type.fit(row.title, room, face, BODY)
        line = app.type.line(words, face, size, INK if field.is_written else INK_FADED)
        if row.is_bad:
            surface.blit(line, line.get_rect(midleft=(x, rect.y + px(PLAIN) // 2)))
        elif not row.under:
            surface.blit(line, line.get_rect(midleft=(x, rect.centery)))
            return
        else:
            surface.blit(line, (x, rect.y + px(3)))
        wide = (rect.right - px(8) if row.is_bad else right) - x
        under = app.type.fit_line(row.under, max(px(20), wide), "sans", SMALL, row.under_colour)
        surface.blit(under, under.get_rect(bottomleft=(x, rect.bottom - px(3))))

    def _draw_value(
        self,
        surface: pygame.Surface,
        app: "App",
        n: int,
        own: pygame.Rect,
        has_arrows: bool,
    ) -> None:
        px, row, field = app.look.px, self.rows[n], self.rows[n].value
        if n == self.cursor and self.typed.field is not None:
            place = own.inflate(px(20), 0).move(px(2), 0)
            self.typed.field.place(place, app)
            self.typed.field.draw(surface, app, True, False)
            return
        edge = BRASS if field.is_written else PARCHMENT_EDGE
        if row.is_bad:
            edge = WARNING if row.is_warning else HARM
        if field.is_written or has_arrows:
            box(app, surface, own, CREAM, edge, 1, 5)
        inner = own.inflate(-px(14), 0)
        if field.shape.kind in TURNED:
            inner = own.inflate(-2 * px(ARROW), 0)
            if has_arrows:
                for part, way in zip(self._arrows(n), ("left", "right"), strict=True):
                    arrow(surface, BRASS_DARK, part.center, px(5), way)
        face: Face = "sans bold" if field.is_written else "sans"
        colour = INK if field.is_written else INK_FADED
        size = BODY if app.type.width(row.last, face, BODY) <= inner.width else SMALL
        words = app.type.fitted(row.last, max(1, inner.width), face, size)
        line = app.type.line(words, face, size, colour)
        surface.blit(line, line.get_rect(center=inner.center))
