"""The list that a word opens: what can stand in its place."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import BODY, INK, INK_FADED, LARGE, SMALL
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.search_field import SearchField
from game.client.kit.widgets.warning_sign import warning_sign
from game.workshop.cards.word_menus import WordMenu, WordOption
from game.workshop.document.gesture import Gesture

if TYPE_CHECKING:
    from game.client.kit.app import App

HEAD, BACK, ROW, GAP, SIGN, MANY = 40, 40, 36, 6, 16, 8
"""Heights of the head, its button and the search, gaps, and the size of a sign, at 100%; the number
of options above which they are searched.
"""


class OptionBox(ListBox[WordOption]):
    """The options; the one that the pointer or cursor is on is shown on the board."""

    def __init__(
        self, on_press: Callable[[WordOption], object], on_look: Callable[[WordOption], object]
    ) -> None:
        super().__init__(on_pick=on_look, on_press=on_press, is_pressed_by_click=True)

    def _inner(self, row: ListRow[WordOption], app: "App") -> int:
        sign = app.look.px(SIGN + 14) if row.value.problem else 0
        return super()._inner(row, app) - sign

    def _draw_row(
        self,
        surface: pygame.Surface,
        app: "App",
        n: int,
        row: ListRow[WordOption],
        rect: pygame.Rect,
        is_focused: bool,
        is_hovered: bool,
    ) -> None:
        super()._draw_row(surface, app, n, row, rect, is_focused, is_hovered)
        if row.value.problem and not row.is_head:
            px = app.look.px
            sign = pygame.Rect(0, 0, px(SIGN), px(SIGN))
            right = rect.right - px(16) - app.type.width(row.tail, "sans", SMALL)
            sign.midright = right, rect.centery
            warning_sign(surface, sign, row.value.severity)


class WordList:
    """The options of one word under a heading, with a search if there are many."""

    def __init__(
        self,
        app: "App",
        on_gesture: Callable[[Callable[[], Gesture]], object],
        on_close: Callable[[], object],
        on_look: Callable[[WordOption], object],
        on_open: Callable[[WordOption, WordMenu], object],
    ) -> None:
        """Set up the list; `on_gesture` gets the maker of the gesture that was chosen.

        `on_open` gets an option that opens another list.
        """
        self._app, self._on_gesture, self._on_open = app, on_gesture, on_open
        say = app.words.say
        self.menu = WordMenu(())
        self.title = self.hint = ""
        self._is_at_current = True
        self.search = SearchField(say("editor", "search"), self._fill)
        self.list = OptionBox(self._pressed, on_look)
        self.back = Button("", on_close, icon="icons/back", about=say("editor_card", "back"))
        self._rect = pygame.Rect(0, 0, 1, 1)

    def show(self, menu: WordMenu, title: str, hint: str = "", is_at_current: bool = True) -> None:
        """Show the options of a word, under a title and a hint; begin at the current one."""
        self.menu, self.title, self.hint = menu, title, hint
        self._is_at_current = is_at_current
        self.search.set("")
        self.list.search = self.search if self.search in self.widgets else None
        self._fill()

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """Its widgets, in the order of the focus."""
        is_searched = len(self.menu.options) > MANY or self.menu.new_name is not None
        return (self.list, *((self.search,) if is_searched else ()), self.back)

    def _fill(self) -> None:
        say, rows = self._app.words.say, list[ListRow[WordOption]]()
        wanted, head = self.search.text.casefold().split(), ""
        heads = {option.head for option in self.menu.options}
        self.list.empty = say("editor", "nothing_found" if wanted else "nothing_listed")
        for option in self._new():
            rows.append(ListRow(option, say("editor_card", "new_name", name=option.id)))
        for option in self.menu.options:
            text = f"{option.title} {option.about} {option.id}".casefold()
            if not all(word in text for word in wanted):
                continue
            if option.head != head and len(heads) > 1:
                head = option.head
                rows.append(ListRow(option, head, is_head=True))
            now = say("editor_card", "now") if option.is_current else ""
            tail = " · ".join(filter(None, (option.problem, now)))
            rows.append(ListRow(option, option.title, option.about, tail=tail))
        current = next((one for one in self.menu.options if one.is_current), None)
        self.list.offset = 0
        self.list.fill(rows, current if self._is_at_current else None)

    def _new(self) -> list[WordOption]:
        """Return the new name that is typed, as an option."""
        make, name = self.menu.new_name, self.search.text.strip()
        if make is None or not name or any(one.id == name for one in self.menu.options):
            return []
        return [WordOption(name, lambda: make(name), id=name)]

    def _pressed(self, option: WordOption) -> None:
        if option.opens is not None:
            self._on_open(option, option.opens())
        else:
            self._on_gesture(option.make)

    def confirm(self) -> bool:
        """Take the option of the cursor, for Enter in the search; return whether there is one."""
        row = self.list.current
        if row is not None:
            self._pressed(row.value)
        return row is not None

    # Layout and drawing

    def place(self, rect: pygame.Rect) -> None:
        """Lay out the list in a rectangle."""
        app, px = self._app, self._app.look.px
        self._rect = pygame.Rect(rect)
        self.back.place(pygame.Rect(rect.x, rect.y, px(BACK), px(BACK)), app)
        y = rect.y + px(HEAD) + px(GAP)
        y += len(self._hints()) * app.type.height("sans", SMALL)
        if self.search in self.widgets:
            self.search.place(pygame.Rect(rect.x, y, rect.width, px(ROW)), app)
            y += px(ROW) + px(GAP)
        self.list.place(pygame.Rect(rect.x, y, rect.width, rect.bottom - y), app)
        self.list.show(self.list.cursor)

    def _hints(self) -> list[str]:
        wide = max(1, self._rect.width)
        return self._app.type.wrapped(self.hint, wide, "sans", SMALL) if self.hint else []

    def paint(self, surface: pygame.Surface) -> None:
        """Draw the title and the hint."""
        app, px = self._app, self._app.look.px
        left = self.back.rect.right + px(10)
        room = self._rect.right - left
        shown, size = app.type.fit(self.title, room, "serif bold", LARGE)
        line = app.type.line(shown, "serif bold", max(size, BODY - 2), INK)
        surface.blit(line, line.get_rect(midleft=(left, self.back.rect.centery)))
        y = self._rect.y + px(HEAD) + px(2)
        for words in self._hints():
            surface.blit(app.type.line(words, "sans", SMALL, INK_FADED), (self._rect.x, y))
            y += app.type.height("sans", SMALL)
