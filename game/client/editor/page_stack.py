"""The pages beside the board, one of which is open."""

from collections.abc import Sequence

import pygame

from game.client.editor.desk.editor_desk import EditorDesk
from game.client.editor.desk.editor_page import EditorPage
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.tabs import Tabs

TAB, PAD = 34, 12
"""Height of the tabs, and padding of the sheet, at 100%."""


class PageStack:
    """Pages on one sheet, with a tab for each. A single page has no tab."""

    def __init__(self, desk: EditorDesk) -> None:
        self._desk = desk
        self.pages: tuple[EditorPage, ...] = ()
        self.tabs = Tabs((), lambda _: self._turned())
        self._sheet = pygame.Rect(0, 0, 0, 0)

    def hold(self, pages: Sequence[EditorPage]) -> None:
        """Take these pages; keep the same one open if possible."""
        if tuple(pages) == self.pages:
            return
        before, self.pages = self.current, tuple(pages)
        say = self._desk.app.words.say
        self.tabs.names = tuple(say("editor_page", page.name) for page in pages)
        self.tabs.index = self.pages.index(before) if before in self.pages else 0
        self.tabs.is_shown = len(pages) > 1

    def _turned(self) -> None:
        self._desk.leave()
        self._desk.arrange()

    @property
    def current(self) -> EditorPage | None:
        """The page that is open, or None if there are no pages."""
        return self.pages[self.tabs.index] if self.tabs.index < len(self.pages) else None

    def open(self, name: str) -> bool:
        """Open a page by its name; return whether it is here."""
        found = next((n for n, page in enumerate(self.pages) if page.name == name), None)
        if found is not None:
            self.tabs.open(found)
        return found is not None

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """The tabs, and the widgets of the open page."""
        page = self.current
        return (self.tabs, *page.widgets) if page is not None else ()

    def place(self, room: pygame.Rect) -> None:
        """Lay out the tabs and the open page."""
        app, px = self._desk.app, self._desk.app.look.px
        self._sheet = pygame.Rect(room)
        if self.tabs.is_shown:
            tabs = pygame.Rect(room.x + px(6), room.y, room.width - px(12), px(TAB))
            self.tabs.place(tabs, app)
            self._sheet.y, self._sheet.height = tabs.bottom, room.bottom - tabs.bottom
        for page in self.pages:
            page.is_open = page is self.current
        if self.current is not None:
            self.current.place(self._sheet.inflate(-2 * px(PAD), -2 * px(PAD)))

    def paint(self, surface: pygame.Surface) -> None:
        """Draw the sheet and what is behind the page's widgets."""
        if self.current is not None:
            panel(self._desk.app, surface, self._sheet)
            self.current.paint(surface)
