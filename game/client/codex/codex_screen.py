"""The codex screen: a list of rules or pages on the left, the open one on the right.

Besides the rules and the pages of things, it has the guide to the window.
"""

from typing import TYPE_CHECKING

import pygame

from game.client.codex.contents import Contents
from game.client.codex.guide import GuidePage
from game.client.codex.guide_writing import write_guide
from game.client.codex.leaf import Leaf
from game.client.codex.reference_page import write_page
from game.client.codex.rule_page import empty, write_entry
from game.client.kit.guide_pages import GUIDE
from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import CREAM, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.choice_row import ChoiceRow
from game.client.kit.widgets.drawing import backdrop, panel
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.tabs import Tabs
from game.client.kit.widgets.text_field import Field
from game.client.panels.parchment_page import Sheet
from game.present.codex.entries import CodexEntry
from game.present.codex.library import RULES, Library, Listed
from game.present.codex.pages import Page

if TYPE_CHECKING:
    from game.client.kit.app import App

MARGIN, HEAD, FOOT, LIST, PAD, ROW = 32, 104, 76, 360, 30, 40
TABS = 64, 34
"""Distance of the tabs from the top, and their height, at 100%."""
WIDEST = 860
"""Maximum width of a line of text, at 100%."""
LEAST = 160
"""Minimum height of the list and of the page, at 100%."""
MOST_LINKS = 3


class CodexScene(Screen):
    """The codex, opened at a rule or page (default: the first rule)."""

    def __init__(self, app: "App", library: Library, address: str | None = None) -> None:
        super().__init__(app)
        self.library, self.contents = library, Contents(app, library)
        self._is_padded = app.is_padded
        say = app.words.say
        titles = {id: one.book.title for id, one in library.reference.books.items()}
        self._books: tuple[str | None, ...] = (None, *titles)
        book = self.contents.book(address) if address else None
        first = self._books.index(book) if book in self._books else 0
        self.tabs = Tabs([say("codex", "all"), *titles.values()], lambda _: self._turned(), first)
        self.shelf = self._shelf_choice((address and self.contents.shelf(address)) or RULES)
        self.search = Field(
            say("codex", "search"), empty=say("codex", "search_empty"), on_change=self._sought
        )
        self.search.share = 0.3
        self.search.on_written = lambda: self.ring.focus(self.list)
        self.list: ListBox[str] = ListBox(on_pick=self._picked, on_press=lambda _: self._read())
        self.leaf = Leaf(app, self.turn_to)
        self.back = Button(say("codex", "back"), self.left, icon="icons/back")
        self.previous = Button(say("codex", "previous"), self._step_back, icon="icons/undo")
        self.links: list[Button] = []
        self._been: list[str] = []
        """Addresses of rules and pages read before the open one, the newest last."""
        self.at: str | None = None
        """Address of the rule or page that is open, or None."""
        self._rows = self._sheet = self._page = pygame.Rect(0, 0, 1, 1)
        self._fill()
        self.layout(self.size)
        self._open(address or self._first())
        self.ring.focus(self.list)

    @property
    def entry(self) -> CodexEntry | None:
        """The rule that is open, or None."""
        return self.library.entry(self.at) if self.at else None

    @property
    def page(self) -> Page | None:
        """The page that is open, or None."""
        return self.library.page(self.at) if self.at else None

    @property
    def guide(self) -> GuidePage | None:
        """The page of the guide that is open, or None."""
        return self.contents.page(self.at) if self.at else None

    def _first(self) -> str | None:
        return next((row.value for row in self.list.rows if not row.is_head), None)

    # Lists

    @property
    def book(self) -> str | None:
        """The book whose contents are listed, or None for all books."""
        return self._books[self.tabs.index]

    def _shelf_choice(self, shelf: str) -> ChoiceRow[str]:
        """Return the widget for choosing the list: rules, or one table's pages."""
        say = self.app.words.say
        options = [(RULES, say("codex", "rules")), *self.contents.shelves(self.book).items()]
        made = ChoiceRow(say("codex", "shelf"), options, shelf, lambda _: self._turned())
        made.share = 0.24
        return made

    def _turned(self) -> None:
        """List the book and shelf now chosen, and open the first rule or page there."""
        self.shelf = self._shelf_choice(self.shelf.value)
        if self.search.text:
            self.search.set("")
        self._fill()
        self._open(self._first())

    def _sought(self, words: str) -> None:
        """List the rules and pages found, and open the best match."""
        self._fill()
        if self.list.current is not None:
            self._open(self.list.current.value)
        self.layout(self.size)

    def _fill(self) -> None:
        words = self.search.text
        rows: list[ListRow[str]] = []
        if words.strip():
            rows = [self._row(one, is_found=True) for one in self.contents.search(words)]
        else:
            for chapter, listed in self.contents.listed(self.book, self.shelf.value).items():
                if self.book is None:
                    rows.append(ListRow("", self._book(chapter), is_head=True))
                rows += [self._row(one) for one in listed]
        self.list.fill(rows, self.at)

    def _row(self, one: Listed, is_found: bool = False) -> ListRow[str]:
        """Return the row of a rule or page; in search results it names the kind of page."""
        is_guide = one.address.startswith(f"{GUIDE}/")
        where = one.kind if is_guide else f"{one.kind} · {self._book(one.book)}"
        found = where if is_found else ""
        return ListRow(one.address, one.title, tail=found if one.kind else one.address)

    def _book(self, chapter: str) -> str:
        return self.library.codex.title(chapter) or self.app.words.say("codex", "shared")

    # Reading

    def turn_to(self, address: str) -> None:
        """Open a rule or page, and remember the previous one for the back button."""
        if self.contents.shelf(address) is None or address == self.at:
            return
        if self.at is not None:
            self._been.append(self.at)
        self.app.sounds.ui("page")
        self._open(address)

    def to_contents(self) -> None:
        """List all rules again."""
        self.tabs.index = 0
        self.shelf.set(RULES)
        self.shelf = self._shelf_choice(RULES)
        self.search.set("")
        self._fill()
        self._show_row()
        self.ring.focus(self.list)

    def _picked(self, address: str) -> None:
        self.turn_to(address)

    def _read(self) -> None:
        self.ring.focus(self.leaf)

    def _step_back(self) -> None:
        if self._been:
            self.app.sounds.ui("page")
            self._open(self._been.pop())

    def _open(self, address: str | None) -> None:
        entry = self.library.entry(address) if address else None
        is_known = address is not None and self.contents.shelf(address) is not None
        self.at = entry.id if entry else address if is_known else None
        see = entry.see if entry else self.guide.see if self.guide else ()
        known = [(id, title) for id in see if (title := self.contents.title(id))][:MOST_LINKS]
        self.links = [self._link(*found) for found in known]
        self.previous.is_shown = bool(self._been)
        self._show_row()
        self.layout(self.size)
        self._write(True)

    def _show_row(self) -> None:
        """Select the row of the open rule or page; switch to its shelf if it isn't listed."""
        if self.at is not None and self.at not in [row.value for row in self.list.rows]:
            book = self.contents.book(self.at)
            if self.book not in (None, book):
                self.tabs.index = self._books.index(book) if book in self._books else 0
            self.shelf = self._shelf_choice(self.contents.shelf(self.at) or RULES)
            if self.search.text:
                self.search.set("")
            self._fill()
        values = [row.value for row in self.list.rows]
        if self.at in values:
            self.list.cursor = values.index(self.at)
            self.list.show(self.list.cursor)
        above = (self.tabs, self.search, self.shelf, self.list, self.leaf)
        self.ring.hold((*above, self.back, self.previous, *self.links))

    def _link(self, address: str, title: str) -> Button:
        """Return a button that leads to a rule or a page of the guide."""
        guide = self.app.words.say("codex", GUIDE)
        under = guide if address.startswith(f"{GUIDE}/") else address
        return Button(title, lambda: self.turn_to(address), under=under)

    def _write(self, is_new: bool) -> None:
        width, entry, page = self.leaf.rect.width, self.entry, self.page
        sheet = Sheet(self.app, width)
        if entry is not None:
            write_entry(sheet, self.library, entry, self._book(entry.book))
        elif page is not None:
            write_page(sheet, self.library, page, self._book(page.head.book))
        elif self.guide is not None:
            write_guide(sheet, self.guide, self.app.words.say("codex", GUIDE))
        else:
            sheet = empty(self.app, width, self.app.words.say("codex", "nothing"))
        self._fit(sheet.y)
        self.leaf.page.take(sheet, is_new)

    # Input

    def heard(self, event: Input) -> bool:
        """Open the contents on `help`, and the previous page on `undo` unless you are typing."""
        if isinstance(event, Act) and event.name == "help":
            self.to_contents()
            return True
        if isinstance(event, Act) and event.name == "undo" and not self.is_typing:
            self._step_back()
            return True
        is_over = isinstance(event, Pointer) and self.leaf.rect.collidepoint(event.at)
        if is_over and isinstance(event, Pointer) and event.kind == "wheel":
            return self.leaf.heard(event)
        return super().heard(event)

    def acted(self, event: Input) -> bool:
        """Scroll the page wherever the focus is; `confirm` moves from the search to its results."""
        is_sought = isinstance(event, Act) and event.name == "confirm"
        if is_sought and self.ring.focused is self.search:
            return self.ring.focus(self.list)
        is_page = isinstance(event, Act) and event.name in ("page_up", "page_down")
        return is_page and self.leaf.heard(event)

    # Time

    def update(self, seconds: float) -> bool:
        """Read the next level for the open page; after the last level, complete the page.

        The guide names the keys or buttons of the device in use.
        """
        is_changed = super().update(seconds)
        if self.guide is not None and self.app.is_padded != self._is_padded:
            self._is_padded, is_changed = self.app.is_padded, True
            self._write(False)
        if self.is_idle:
            return is_changed
        self.library.read_on()
        if self.library.is_read:
            self._write(False)
        return is_changed or self.library.is_read

    @property
    def is_idle(self) -> bool:
        """Return whether the page that is open is complete."""
        return self.library.is_read or self.page is None

    # Layout and drawing

    def resized(self, size: tuple[int, int]) -> None:
        super().resized(size)
        self._write(False)

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        left, top, bottom = px(MARGIN), px(HEAD), size[1] - px(FOOT)
        self.tabs.place(pygame.Rect(left, px(TABS[0]), size[0] - 2 * left, px(TABS[1])), app)
        wide = min(px(LIST), size[0] * 32 // 100)
        self._rows = pygame.Rect(left, top, wide, bottom - top)
        self._sheet = pygame.Rect(self._rows.right + px(16), top, 1, bottom - top)
        self._sheet.width = size[0] - px(MARGIN) - self._sheet.x
        inner = self._rows.inflate(-px(28), -px(28))
        y = inner.y
        for widget in (self.search, self.shelf):
            widget.place(pygame.Rect(inner.x, y, inner.width, px(ROW)), app)
            y += px(ROW + 4)
        y += px(4)
        rows = pygame.Rect(inner.x, y, inner.width, inner.bottom - y)
        self.list.place(rows, app)
        spare = max(0, rows.height - max(self.list.extent, px(LEAST)))
        rows.height -= spare
        self._rows.height -= spare
        self.list.place(rows, app)
        page = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD - 6))
        room = min(page.width, px(WIDEST))
        self._page = pygame.Rect(page.centerx - room // 2, page.y, room, page.height)
        sheet = self.leaf.page.sheet
        self._fit(sheet.y if sheet is not None else page.height)
        self._lay_foot(size)

    def _fit(self, high: int) -> None:
        """Make the sheet as high as a page of height `high`, but not higher than its room."""
        px, page = self.app.look.px, self._page.copy()
        page.height = min(page.height, max(px(LEAST), high))
        self.leaf.place(page, self.app)
        self._sheet.height = page.height + 2 * px(PAD - 6)

    def _lay_foot(self, size: tuple[int, int]) -> None:
        """Lay out the buttons at the foot: back on the left, related rules under the page."""
        app, px = self.app, self.app.look.px
        high, foot, gap = px(50), size[1] - px(FOOT) + px(13), px(10)
        half = (self._rows.width - gap) // 2
        self.back.place(pygame.Rect(self._rows.x, foot, half, high), app)
        self.previous.place(pygame.Rect(self._rows.x + half + gap, foot, half, high), app)
        wide = (self._sheet.width - (MOST_LINKS - 1) * gap) // MOST_LINKS
        for n, link in enumerate(self.links):
            link.place(pygame.Rect(self._sheet.x + n * (wide + gap), foot, wide, high), app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        backdrop(app, surface)
        head = app.type.line(app.words.say("codex", "head"), "serif bold", TITLE, CREAM)
        surface.blit(head, (px(MARGIN), px(8)))
        panel(app, surface, self._rows)
        panel(app, surface, self._sheet)
