"""The screen about a battle's luck and choices: the chance to win as a curve, and two choices."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import (
    BODY,
    INK,
    INK_FADED,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    TITLE,
    Colour,
)
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import box, panel
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.scroll import Passage, ScrollText
from game.client.kit.widgets.tabs import Tabs
from game.present.analysis.analysis_process import AnalysisSearch
from game.present.analysis.report import SideAccount, choice_text, minus

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, TALL, PAD, HIGH, HEAD = 980, 620, 32, 46, 52
FIGURE = 26
"""Font size of the figures of the sum, at 100%."""
SHARE = 0.52
"""Share of the sheet's width that the curve takes."""
PARTS = ("start", "luck", "own", "others", "result")
"""The parts of the sum, in order."""

Retry = Callable[[int, int], object]
"""A function that retries from a command, in a round."""


class AnalysisScene(Screen):
    """A parchment with a page for each side that people played."""

    is_over = True

    def __init__(
        self,
        app: "App",
        search: AnalysisSearch,
        colour_of: Callable[[str], Colour | None],
        on_retry: Retry | None = None,
        press: str = "retry",
    ) -> None:
        """Set up the page; `search` may still go on, and ends with this scene.

        `colour_of` returns a side's colour. `on_retry` gets the number of commands before the
        dearest choice, and its round; None leaves its button out. `press` is the key of its label.
        """
        super().__init__(app)
        self.search, self._colour_of, self._on_retry = search, colour_of, on_retry
        say = app.words.say
        self.text = ScrollText()
        self.back = Button(say("analysis", "back"), self.left, icon="icons/back")
        self.retry = Button(say("analysis", press), self._retried, icon="icons/undo")
        self._sheet = self._left = pygame.Rect(0, 0, 1, 1)
        self._paged(("",))
        self._told()

    @property
    def account(self) -> SideAccount | None:
        """The account on the open page, once it is found."""
        found = self.search.found
        return found.accounts[self.tabs.index] if found is not None and found.accounts else None

    def _told(self) -> None:
        """Make a page for each account."""
        found = self.search.found
        some = found.accounts if found is not None else ()
        names = tuple(one.title for one in some) or ("",)
        if names != self.tabs.names:
            self._paged(names)
        self._show()

    def _paged(self, names: Sequence[str]) -> None:
        """Make a tab for each of these pages."""
        self.tabs = Tabs(names, lambda _: self._show())
        self.tabs.is_shown = len(names) > 1
        self.ring.hold((self.tabs, self.text, self.back, self.retry))

    def _show(self) -> None:
        self.text.tell(list(self._passages()))
        account = self.account
        may_retry = self._on_retry is not None and account is not None
        self.retry.is_shown = may_retry and account is not None and account.dearest is not None
        self.layout(self.size)

    def _passages(self) -> Iterator[Passage]:
        """Yield the sentences of the open page."""
        say, account = self.app.words.say, self.account
        if account is None:
            is_done = self.search.is_done
            words = say("analysis", "failed") if is_done else self._searching("searching")
            yield Passage(words, "sans", BODY, after=8)
            return
        for key, choice in (("best", account.best), ("dearest", account.dearest)):
            if choice is not None:
                words = choice_text(f"{key}_plain", choice)
            elif key == "dearest" and not self.search.is_done:
                words = self._searching("comparing")
            else:
                words = say("analysis", f"no_{key}")
            yield Passage(say("analysis", key), "sans bold", BODY, after=2)
            yield Passage(words, "sans", BODY, after=12)
        yield Passage(say("analysis", "about"), "sans italic", SMALL + 1, after=6)
        if self.search.found is not None and self.search.found.is_estimate:
            yield Passage(self._searching("estimate"), "sans italic", SMALL + 1, after=6)
        if account.margin:
            words = say("analysis", "margin", margin=account.margin)
            yield Passage(words, "sans italic", SMALL + 1, after=0)

    def _searching(self, key: str) -> str:
        """Return a sentence about the search, with the share of it that is done."""
        found = self.search.found
        return self.app.words.say("analysis", key, share=round(100 * found.done) if found else 0)

    def _retried(self) -> None:
        account = self.account
        if account is not None and account.dearest is not None and self._on_retry is not None:
            self._on_retry(account.dearest.n, account.dearest.round)

    # Time

    def update(self, seconds: float) -> bool:
        """Look whether accounts have been found, or better ones than before."""
        if not self.search.is_done and self.search.look():
            self._told()
            return True
        return super().update(seconds)

    @property
    def is_idle(self) -> bool:
        """Return whether the search has ended."""
        return self.search.is_done

    def closed(self) -> None:
        """End the search."""
        self.search.close()

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide, high = min(px(WIDTH), size[0] - px(32)), min(px(TALL), size[1] - px(24))
        self._sheet = pygame.Rect(0, 0, wide, high)
        self._sheet.center = size[0] // 2, size[1] // 2
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        top = inner.y + px(HEAD)
        self.tabs.place(pygame.Rect(inner.x, top, inner.width, px(34)), app)
        if self.tabs.is_shown:
            top = self.tabs.rect.bottom + px(16)
        bottom, gap = inner.bottom - px(HIGH) - px(16), px(28)
        left = round((inner.width - gap) * SHARE)
        self._left = pygame.Rect(inner.x, top, left, bottom - top)
        right = self._left.right + gap
        if self.account is None:
            right = inner.x
        self.text.place(pygame.Rect(right, top, inner.right - right, bottom - top), app)
        self.back.place(pygame.Rect(inner.x, inner.bottom - px(HIGH), px(170), px(HIGH)), app)
        room = min(px(300), inner.width - px(190))
        self.retry.place(pygame.Rect(inner.right - room, self.back.rect.y, room, px(HIGH)), app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        panel(app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        words = app.words.say("analysis", "head")
        title = app.type.fit_line(words, inner.width, "serif bold", TITLE, INK)
        surface.blit(title, (inner.x, inner.y - px(10)))
        account = self.account
        if account is not None:
            y = self._draw_sum(surface, account)
            rect = pygame.Rect(self._left.x, y, self._left.width, self._left.bottom - y)
            self._draw_curve(surface, account, rect)

    def _draw_sum(self, surface: pygame.Surface, account: SideAccount) -> int:
        """Draw the parts of the sum side by side; return the y below them."""
        app, px, left = self.app, self.app.look.px, self._left
        wide = left.width // len(PARTS)
        values = {name: getattr(account, name) for name in PARTS}
        figures = {
            name: f"{value}%" if name in ("start", "result") else minus(f"{value:+d}")
            for name, value in values.items()
        }
        room = wide - px(8)
        size = min(app.type.fit(one, room, "serif bold", FIGURE)[1] for one in figures.values())
        high = app.type.height("serif bold", size)
        for n, (name, words) in enumerate(figures.items()):
            x = left.x + n * wide
            surface.blit(app.type.line(words, "serif bold", size, INK), (x, left.y))
            label = app.words.say("analysis", name)
            line = app.type.fit_line(label, room, "sans", SMALL, INK_FADED)
            surface.blit(line, (x, left.y + high))
        return left.y + high + app.type.height("sans", SMALL) + px(18)

    def _draw_curve(self, surface: pygame.Surface, account: SideAccount, rect: pygame.Rect) -> None:
        """Draw the chance to win over the battle, with a line at half and at each round."""
        app, px = self.app, self.app.look.px
        foot = app.type.height("sans", SMALL) + px(4)
        frame = pygame.Rect(rect.x, rect.y, rect.width, max(px(40), rect.height - foot))
        box(app, surface, frame, PARCHMENT_DARK, PARCHMENT_EDGE, 1, 6)
        inner = frame.inflate(-px(12), -px(12))
        last = max(1, len(account.curve) - 1)
        xs = [inner.x + inner.width * n // last for n in range(len(account.curve))]
        edge = -px(40)
        for n, number in enumerate(account.rounds):
            if n and number == account.rounds[n - 1]:
                continue
            line = (xs[n], inner.top), (xs[n], inner.bottom)
            pygame.draw.line(surface, PARCHMENT_EDGE, *line, px(1))
            words = app.type.line(str(number), "sans", SMALL, INK_FADED)
            if number and xs[n] - edge >= words.get_width() + px(6):
                edge = xs[n]
                surface.blit(words, words.get_rect(midtop=(xs[n], frame.bottom + px(2))))
        for x in range(inner.x, inner.right, px(8)):
            pygame.draw.line(surface, INK_FADED, (x, inner.centery), (x + px(4), inner.centery))
        colour = self._colour_of(account.side) or INK
        ys = [inner.bottom - round(inner.height * chance) for chance in account.curve]
        points = list(zip(xs, ys, strict=True))
        if len(points) > 1:
            pygame.draw.lines(surface, INK, False, points, px(5))
            pygame.draw.lines(surface, colour, False, points, px(3))
        for choice in (account.best, account.dearest):
            if choice is not None:
                at = points[min(choice.place + 1, len(points) - 1)]
                pygame.draw.aacircle(surface, INK, at, px(7))
                pygame.draw.aacircle(surface, colour, at, px(5))
