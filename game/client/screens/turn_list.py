"""The list of a battle's turns, to choose one to look at or to retry from."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import INK, TITLE
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.choice_row import ChoiceRow
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.screen import Screen
from game.present.turning_points import PastTurn

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, PAD, HIGH, HEAD, ROW, MARGIN = 560, 28, 44, 56, 46, 40
LEAST, TALLEST = 110, 620
"""Minimum height of the list, and maximum height of the sheet, at 100%."""

SAME, NEW = "same", "new"
"""Values of the choice between old and new dice."""


def luck_choice(app: "App", reason: str = "") -> ChoiceRow[str]:
    """Return a row for choosing old or new dice; `reason` says why the row is disabled."""
    say = app.words.say
    options = [(SAME, say("turns", "same")), (NEW, say("turns", "new"))]
    about = say("turns", "dice_about")
    return ChoiceRow(say("turns", "dice"), options, SAME, lambda _: None, about, reason)


class TurnList(Screen):
    """A list of turns, with a choice of dice if `asks_luck`."""

    is_over = True

    def __init__(
        self,
        app: "App",
        title: str,
        press: str,
        moments: Sequence[PastTurn],
        on_choose: Callable[[int, bool], object],
        current: int = 0,
        asks_luck: bool = False,
        luck_reason: str = "",
    ) -> None:
        """Set up the list.

        After the list has closed, `on_choose` gets the number of commands before the turn, and
        whether to use new dice. `current` is the number of commands at which the list opens.
        """
        super().__init__(app)
        say = app.words.say
        self._title, self._on_choose = title, on_choose
        rows = _rows(app, moments)
        self.list: ListBox[int] = ListBox(rows, on_press=lambda _: self._chosen())
        nearest = [row.value for row in rows if not row.is_head and row.value <= current]
        self.list.fill(rows, nearest[-1] if nearest else None)
        self.luck = luck_choice(app, luck_reason)
        self.luck.is_shown = asks_luck
        self.go = Button(press, self._chosen, icon="icons/go")
        self.go.is_main = True
        self.back = Button(say("turns", "back"), self.left, icon="icons/back")
        widgets: tuple[Widget, ...] = (self.list, self.luck, self.go, self.back)
        self.ring.hold(widgets)
        self.ring.focus(self.list)
        self._sheet = pygame.Rect(0, 0, 1, 1)

    def _chosen(self) -> None:
        row = self.list.current
        if row is None:
            return
        if self.app.scene is self:
            self.app.pop()
        self._on_choose(row.value, self.luck.is_shown and self.luck.value == NEW)

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide = min(px(WIDTH), size[0] - px(MARGIN))
        self.list.place(pygame.Rect(0, 0, wide - 2 * px(PAD), 1), app)
        fixed = 2 * px(PAD) + px(HEAD) + px(HIGH) + px(14)
        fixed += px(ROW) + px(8) if self.luck.is_shown else 0
        high = min(size[1] - px(MARGIN), px(TALLEST), fixed + max(self.list.extent, px(LEAST)))
        self._sheet = pygame.Rect(0, 0, wide, high)
        self._sheet.center = size[0] // 2, size[1] // 2
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        bottom = inner.bottom - px(HIGH)
        half = (inner.width - px(12)) // 2
        self.back.place(pygame.Rect(inner.x, bottom, half, px(HIGH)), app)
        self.go.place(pygame.Rect(inner.right - half, bottom, half, px(HIGH)), app)
        end = bottom - px(14)
        if self.luck.is_shown:
            end -= px(ROW)
            self.luck.place(pygame.Rect(inner.x, end, inner.width, px(ROW - 4)), app)
            end -= px(8)
        top = inner.y + px(HEAD) - px(8)
        self.list.place(pygame.Rect(inner.x, top, inner.width, end - top), app)
        self.list.show(self.list.cursor)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        panel(app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        line = app.type.fit_line(self._title, inner.width, "serif bold", TITLE - 8, INK)
        surface.blit(line, (inner.x, inner.y - px(6)))


def _rows(app: "App", moments: Sequence[PastTurn]) -> list[ListRow[int]]:
    """Return rows of turns under their rounds; add the battle's start if no turn begins there."""
    say = app.words.say
    rows = [ListRow(0, say("turns", "beginning"))] if not moments or moments[0].n else []
    number = 0
    for one in moments:
        if one.round != number:
            number = one.round
            rows.append(ListRow(-1, say("turns", "round", round=number), is_head=True))
        rows.append(ListRow(one.n, one.unit))
    return rows
