"""The screen on which one value, or a list of values, is picked from those that a field offers."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.client.kit.theme import INK, INK_FADED, LARGE, SMALL, SPACE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.search_field import SearchField
from game.workshop.forms.field_shapes import Plain
from game.workshop.forms.id_options import FieldOption

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, PAD, HIGH, ROW, MOST_ABOUT = 520, 22, 42, 38, 3
"""Width, padding, heights of a button and of the search, at 100%; lines of the explanation."""


class PickedRow(NamedTuple):
    """What a row of the list stands for."""

    value: Plain
    place: int = -1
    """Number in the list of what is chosen; -1 for a row that adds or chooses the value."""


class ValuePicker(Screen):
    """A list to pick from. For a list of values, a press adds or removes one."""

    is_over = True

    def __init__(
        self,
        app: "App",
        title: str,
        about: str,
        options: Sequence[FieldOption],
        on_given: Callable[[object], object],
        chosen: object,
        *,
        is_list: bool = False,
    ) -> None:
        """Set up the screen; `on_given` gets the value picked, or the whole list."""
        super().__init__(app)
        say = app.words.say
        self._title, self._about, self._options = title, about, tuple(options)
        self._on_given, self._is_list = on_given, is_list
        self.chosen: list[object] = list(chosen) if isinstance(chosen, list) else [chosen]
        self.search = SearchField(say("editor", "search"), self._fill)
        self.list = ListBox[PickedRow](on_press=self._pressed, is_pressed_by_click=True)
        self.list.search = self.search
        self.back = Button(say("asking", "back"), self.left)
        self.done = Button(say("editor_form", "take"), self._done)
        self.done.is_main = True
        buttons = (self.back, self.done) if is_list else (self.back,)
        self.ring.hold((self.search, self.list, *buttons))
        self.ring.focus(self.list)
        self.search.ways = {"down": self.list}
        self._sheet = pygame.Rect(0, 0, 1, 1)
        self._fill()

    def _fill(self) -> None:
        """List what is chosen, and everything that is searched for."""
        say, wanted = self.app.words.say, self.search.text.casefold().split()
        here = self.list.current.value if self.list.current is not None else None
        rows: list[ListRow[PickedRow]] = []
        self.list.empty = say("editor", "nothing_found" if wanted else "nothing_listed")
        known = {one.value: one for one in self._options}
        if self._is_list:
            head = say("editor_form", "chosen"), str(len(self.chosen))
            rows.append(ListRow(PickedRow(None), head[0], is_head=True, tail=head[1]))
            for n, value in enumerate(self.chosen):
                one = known.get(_plain(value), FieldOption(None, str(value)))
                row, tail = PickedRow(_plain(value), n), say("editor_form", "press_removes")
                rows.append(ListRow(row, one.title, one.facts, tail=tail))
            rows.append(ListRow(PickedRow(None), say("editor_form", "all"), is_head=True))
        for one in self._options:
            text = f"{one.title} {one.value} {one.facts}".casefold()
            if all(word in text for word in wanted):
                is_id = isinstance(one.value, str) and one.value.isprintable()
                tail = str(one.value) if is_id and one.value != one.title else ""
                rows.append(ListRow(PickedRow(one.value), one.title, one.facts, tail=tail))
        start = here
        if here is None and not self._is_list:
            start = PickedRow(_plain(self.chosen[0]))
        rolled = self.list.offset
        self.list.fill(rows, start)
        if here is not None:
            self.list.offset = rolled
            self.list.show(self.list.cursor)

    def _pressed(self, row: PickedRow) -> None:
        if not self._is_list:
            self._give(row.value)
        elif row.place >= 0:
            del self.chosen[row.place]
            self._fill()
        else:
            self.chosen.append(row.value)
            self._fill()

    def _done(self) -> None:
        self._give(self.chosen)

    def _give(self, value: object) -> None:
        if self.app.scene is self:
            self.app.pop()
        self._on_given(value)

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        width = min(px(WIDTH), size[0] - px(4 * SPACE))
        self._sheet = pygame.Rect(0, 0, width, size[1] * 84 // 100)
        self._sheet.center = size[0] // 2, size[1] // 2
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        y = inner.y + app.type.height("serif bold", LARGE) + px(4)
        y += len(self._lines(inner.width)) * app.type.height("sans", SMALL) + px(8)
        self.search.place(pygame.Rect(inner.x, y, inner.width, px(ROW)), app)
        y = self.search.rect.bottom + px(6)
        bottom = inner.bottom - px(HIGH)
        self.list.place(pygame.Rect(inner.x, y, inner.width, bottom - px(10) - y), app)
        wide = (inner.width - px(10)) // 2 if self._is_list else inner.width
        self.back.place(pygame.Rect(inner.x, bottom, wide, px(HIGH)), app)
        self.done.place(pygame.Rect(inner.right - wide, bottom, wide, px(HIGH)), app)
        self._fill()

    def _lines(self, width: int) -> list[str]:
        if not self._about:
            return []
        return self.app.type.wrapped(self._about, width, "sans", SMALL)[:MOST_ABOUT]

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        panel(app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        surface.blit(app.type.fit_line(self._title, inner.width, "serif bold", LARGE, INK), inner)
        y = inner.y + app.type.height("serif bold", LARGE) + px(4)
        for line in self._lines(inner.width):
            surface.blit(app.type.line(line, "sans", SMALL, INK_FADED), (inner.x, y))
            y += app.type.height("sans", SMALL)


def _plain(value: object) -> Plain:
    return value if isinstance(value, str | int | float) else None
