"""The codex screen: rules by book with a search on the left, the open rule on the right."""

from typing import TYPE_CHECKING

import pygame

from game.client.codex.rule_page import empty, write_entry
from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import CREAM, TITLE
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import backdrop, focus_edge, panel
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.text_field import Field
from game.client.panels.parchment_page import ParchmentPage, Sheet
from game.present.codex.entries import Codex, CodexEntry

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.client.kit.app import App

MARGIN, HEAD, FOOT, LIST, PAD, ROW = 32, 64, 76, 360, 30, 40
WIDEST = 860
"""Maximum width of a line of text, at 100 %."""
NOTCH = 60
MOST_LINKS = 3


class Leaf(Widget):
    """A page of parchment that scrolls, with clickable rules."""

    follows_pointer = False

    def __init__(self, app: "App", on_rule: "Callable[[str], object]") -> None:
        super().__init__()
        self._app, self._on_rule = app, on_rule
        self.page = ParchmentPage(app)

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        self.page.rect = pygame.Rect(rect)

    def heard(self, event: Input) -> bool:
        self.page.is_dirty = False
        if isinstance(event, Act):
            step = {"down": NOTCH, "up": -NOTCH}.get(event.name)
            if event.name in ("page_down", "page_up"):
                high = round(self.rect.height * 0.8 / self._app.look.scale)
                step = high if event.name == "page_down" else -high
            if step is not None:
                self.page.scroll(self._app.look.px(abs(step)) * (1 if step > 0 else -1))
            return self.page.is_dirty
        rule = self.page.heard(event)
        if rule:
            self._on_rule(rule)
        return rule is not None or self.page.is_dirty

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        self.page.draw(surface)
        if is_focused:
            px = app.look.px
            focus_edge(app, surface, self.rect.inflate(px(30), px(20)), 5)


class CodexScene(Screen):
    """The codex, opened at a rule or at the first one."""

    def __init__(self, app: "App", codex: Codex, rule: str | None = None) -> None:
        super().__init__(app)
        self.codex = codex
        say = app.words.say
        self.search = Field(
            say("codex", "search"), empty=say("codex", "search_empty"), on_change=self._sought
        )
        self.search.share = 0.24
        self.search.on_written = lambda: self.ring.focus(self.rules)
        self.rules: ListBox[str] = ListBox(on_pick=self._picked, on_press=lambda _: self._read())
        self.leaf = Leaf(app, self.turn_to)
        self.back = Button(say("codex", "back"), self.left, icon="icons/back")
        self.previous = Button(say("codex", "previous"), self._step_back, icon="icons/undo")
        self.links: list[Button] = []
        self._been: list[str] = []
        """Rules read before this one, the newest last."""
        self.entry: CodexEntry | None = None
        self._rows = self._sheet = pygame.Rect(0, 0, 1, 1)
        self._fill("")
        self.layout(self.size)
        self._open(rule or self._first())
        self.ring.focus(self.rules)

    def _first(self) -> str | None:
        return next((row.value for row in self.rules.rows if not row.is_head), None)

    # Contents

    def _sought(self, words: str) -> None:
        """List the rules found, and open the best match."""
        self._fill(words)
        if self.rules.current is not None:
            self._open(self.rules.current.value)
        self.layout(self.size)

    def _fill(self, words: str) -> None:
        rows: list[ListRow[str]] = []
        if words.strip():
            found = self.codex.search(words)
            rows = [ListRow(entry.id, entry.title, tail=entry.id) for entry in found]
        else:
            for chapter, entries in self.codex.chapters.items():
                rows.append(ListRow("", self._book(chapter), is_head=True))
                rows += [ListRow(entry.id, entry.title, tail=entry.id) for entry in entries]
        self.rules.fill(rows, self.entry.id if self.entry else None)

    def _book(self, chapter: str) -> str:
        return self.codex.title(chapter) or self.app.words.say("codex", "shared")

    # Reading

    def turn_to(self, rule: str) -> None:
        """Open a rule, and remember the one before for going back."""
        if self.codex.entry(rule) is None or (self.entry and rule == self.entry.id):
            return
        if self.entry is not None:
            self._been.append(self.entry.id)
        self.app.sounds.ui("page")
        self._open(rule)

    def contents(self) -> None:
        """List all rules again."""
        self.search.set("")
        self.ring.focus(self.rules)

    def _picked(self, rule: str) -> None:
        self.turn_to(rule)

    def _read(self) -> None:
        self.ring.focus(self.leaf)

    def _step_back(self) -> None:
        if self._been:
            self.app.sounds.ui("page")
            self._open(self._been.pop())

    def _open(self, rule: str | None) -> None:
        self.entry = self.codex.entry(rule) if rule else None
        see = self.entry.see if self.entry else ()
        known = [found for id in see if (found := self.codex.entry(id))][:MOST_LINKS]
        self.links = [self._link(entry) for entry in known]
        self.previous.is_shown = bool(self._been)
        if self.entry is not None:
            values = [row.value for row in self.rules.rows]
            if self.entry.id in values:
                self.rules.cursor = values.index(self.entry.id)
                self.rules.show(self.rules.cursor)
        widgets = (self.search, self.rules, self.leaf, self.back, self.previous, *self.links)
        self.ring.hold(widgets)
        self.layout(self.size)
        self._write(True)

    def _link(self, entry: CodexEntry) -> Button:
        return Button(entry.title, lambda: self.turn_to(entry.id), under=entry.id)

    def _write(self, is_new: bool) -> None:
        width = self.leaf.rect.width
        if self.entry is None:
            sheet = empty(self.app, width, self.app.words.say("codex", "nothing"))
        else:
            sheet = Sheet(self.app, width)
            write_entry(sheet, self.codex, self.entry, self._book(self.entry.book))
        self.leaf.page.take(sheet, is_new)

    # Input

    def heard(self, event: Input) -> bool:
        """Open the contents on help, and the previous rule on Backspace outside the search."""
        if isinstance(event, Act) and event.name == "help":
            self.contents()
            return True
        if isinstance(event, Act) and event.name == "undo" and not self.is_typing:
            self._step_back()
            return True
        is_over = isinstance(event, Pointer) and self.leaf.rect.collidepoint(event.at)
        if is_over and isinstance(event, Pointer) and event.kind == "wheel":
            return self.leaf.heard(event)
        return super().heard(event)

    def acted(self, event: Input) -> bool:
        """Scroll the page from anywhere; move from the search to the rules found."""
        is_sought = isinstance(event, Act) and event.name == "confirm"
        if is_sought and self.ring.focused is self.search:
            return self.ring.focus(self.rules)
        is_page = isinstance(event, Act) and event.name in ("page_up", "page_down")
        return is_page and self.leaf.heard(event)

    # Layout and drawing

    def resized(self, size: tuple[int, int]) -> None:
        super().resized(size)
        self._write(False)

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        left, top, bottom = px(MARGIN), px(HEAD), size[1] - px(FOOT)
        wide = min(px(LIST), size[0] * 32 // 100)
        self._rows = pygame.Rect(left, top, wide, bottom - top)
        self._sheet = pygame.Rect(self._rows.right + px(16), top, 1, bottom - top)
        self._sheet.width = size[0] - px(MARGIN) - self._sheet.x
        inner = self._rows.inflate(-px(28), -px(28))
        self.search.place(pygame.Rect(inner.x, inner.y, inner.width, px(ROW)), app)
        above = px(ROW + 8)
        self.rules.place(
            pygame.Rect(inner.x, inner.y + above, inner.width, inner.height - above), app
        )
        page = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD - 6))
        room = min(page.width, px(WIDEST))
        self.leaf.place(pygame.Rect(page.centerx - room // 2, page.y, room, page.height), app)
        self._lay_foot(size)

    def _lay_foot(self, size: tuple[int, int]) -> None:
        """Lay out Back at the left, and the notes from other screens under the page."""
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
