"""The screen after a defeat: the turning point, and turns to retry from."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.client.campaign.story_page import rule
from game.client.kit.theme import BODY, CREAM, INK, INK_FADED, PARCHMENT_EDGE, SMALL, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.choice_row import ChoiceRow
from game.client.kit.widgets.drawing import box, panel
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.scroll import Passage, ScrollText
from game.present.turning_points import PastTurn, TurningPoint

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, HIGH, PAD, BUTTON, ROW = 980, 640, 34, 46, 44


class DefeatScreen(Screen):
    """A sheet over the road: the turning point, turns to retry from, and other options."""

    is_over = True

    def __init__(
        self,
        app: "App",
        level: str,
        side: str,
        turned: TurningPoint | None,
        moments: Sequence[PastTurn],
        on_retry: Callable[[int, bool], object],
        on_whole: Callable[[bool], object],
        on_lost: Callable[[], object] | None,
        on_analysis: Callable[[], object] | None = None,
    ) -> None:
        """Set up the sheet.

        `side` is the player's side. `on_retry` gets the number of commands before the turn, and
        whether to use new dice. `on_whole` starts again at the muster. `on_lost` accepts the
        defeat; it is None if the campaign can't continue after one. `on_analysis` opens the
        analysis of luck and choices; None leaves its button out.
        """
        super().__init__(app)
        self._level, self._side, self._turned = level, side, turned
        self._on_retry, self._on_whole, self._on_lost = on_retry, on_whole, on_lost
        say = self._say
        said = turned.text if turned else say("no_turn")
        self.text = ScrollText([Passage(said, "serif", BODY + 2)])
        self.moments: ListBox[int] = ListBox(
            self._rows(moments), on_pick=lambda _: self._name(), on_press=lambda _: self._retry()
        )
        own = (moment for moment in moments if moment.side == side)
        preset = turned.moment if turned is not None else next(own, None)
        if preset is not None:
            self._pick(preset.n)
        dice = [(False, say("same")), (True, say("new"))]
        self.dice = ChoiceRow(say("dice"), dice, False, lambda _: self._name())
        self.note = ScrollText()
        self.retry = Button("", self._retry, icon="icons/redo")
        self.retry.is_main = True
        self.whole = Button(say("whole"), self._from_start, under=say("whole_under"))
        self.lose = Button(say("lose"), self._lose, under=say("lose_under"))
        if on_lost is None:
            self.lose.reason = self.lose.under = say("lose_not")
        self.later = Button(say("later"), self.left, under=say("later_under"))
        self.analysis = Button(app.words.say("analysis", "open"), on_analysis or self.left)
        self.analysis.is_shown = on_analysis is not None
        again, rest = (self.retry, self.moments, self.dice), (self.text, self.note)
        self.ring.hold((*again, self.whole, self.lose, self.later, self.analysis, *rest))
        self._sheet = self._column = pygame.Rect(0, 0, 1, 1)
        self._name()

    def _say(self, key: str, **values: object) -> str:
        return self.app.words.say("defeat", key, **values)

    def _rows(self, moments: Sequence[PastTurn]) -> list[ListRow[int]]:
        """Return rows for the turns, under a heading for each round; mark the turning point."""
        rows: list[ListRow[int]] = []
        before = -1
        turned = self._turned.moment if self._turned else None
        for moment in moments:
            if moment.round != before:
                before = moment.round
                rows.append(ListRow(-1, self._say("round", round=moment.round), is_head=True))
            is_it = turned is not None and turned.n == moment.n
            under = self._say("here") if is_it else ""
            title = self._say("turn", unit=moment.unit)
            tail = self._say("yours") if moment.side == self._side else ""
            icon = "icons/hourglass" if is_it else ""
            rows.append(ListRow(moment.n, title, under, tail, icon=icon))
        return rows

    def _pick(self, n: int) -> None:
        found = (at for at, row in enumerate(self.moments.rows) if row.value == n)
        self.moments.cursor = next(found, self.moments.cursor)

    def _name(self) -> None:
        """Update the button and the note for the chosen turn and dice."""
        row = self.moments.current
        self.retry.words = self._say("retry_new" if self.dice.value else "retry")
        self.retry.reason = "" if row is not None and not row.is_head else self._say("no_moment")
        note = self._say("note_new" if self.dice.value else "note_same")
        self.note.tell([Passage(note, "sans italic", SMALL + 1, INK_FADED)])

    # Actions

    def _gone(self) -> None:
        if self.app.scene is self:
            self.app.pop()

    def _retry(self) -> None:
        row = self.moments.current
        if row is not None and not row.is_head:
            self._gone()
            self._on_retry(row.value, self.dice.value)

    def _from_start(self) -> None:
        self._gone()
        self._on_whole(self.dice.value)

    def _lose(self) -> None:
        self._gone()
        if self._on_lost is not None:
            self._on_lost()

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        self._sheet = pygame.Rect(
            0, 0, min(px(WIDTH), size[0] - px(32)), min(px(HIGH), size[1] - px(32))
        )
        self._sheet.center = size[0] // 2, size[1] // 2
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        corner = pygame.Rect(inner.right - px(180), inner.y - px(12), px(180), px(38))
        self.analysis.place(corner, app)
        top = inner.y + px(58)
        self.text.place(pygame.Rect(inner.x, top, inner.width, 1), app)
        words = min(self.text.extent, px(84))
        self.text.place(pygame.Rect(inner.x, top, inner.width, words), app)
        below = top + words + px(40)
        half = (inner.width - px(28)) * 52 // 100
        self._column = pygame.Rect(inner.x, below, half, inner.bottom - below)
        self.moments.place(self._column.inflate(-px(12), -px(12)), app)
        self.moments.show(self.moments.cursor)
        right = pygame.Rect(inner.x + half + px(28), below, inner.width - half - px(28), 1)
        high, gap = px(BUTTON), px(10)
        room = inner.bottom - below
        step = min(high + gap, room // 5)
        high = step - gap
        self.dice.place(pygame.Rect(right.x, below, right.width, min(px(ROW), high)), app)
        self.retry.place(pygame.Rect(right.x, below + step, right.width, high), app)
        under = below + 2 * step
        rest = (self.whole, self.lose, self.later)
        free = inner.bottom - len(rest) * step - under
        self.note.is_shown = free >= px(22)
        self.note.place(pygame.Rect(right.x + px(4), under, right.width - px(4), free), app)
        for n, button in enumerate(rest):
            y = inner.bottom - (len(rest) - n) * step + gap
            button.place(pygame.Rect(right.x, y, right.width, high), app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        panel(app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        title = self._say("head", level=self._level)
        room = inner.width - px(200) if self.analysis.is_shown else inner.width
        line = app.type.fit_line(title, room, "serif bold", TITLE - 4, INK)
        surface.blit(line, (inner.x, inner.y - px(8)))
        rule(app, surface, pygame.Rect(inner.x, inner.y + px(38), inner.width, px(8)))
        box(app, surface, self._column, CREAM, PARCHMENT_EDGE, 1, 6)
        head = app.type.line(self._say("from"), "sans bold", SMALL, INK_FADED)
        surface.blit(head, (self._column.x, self._column.y - px(24)))
