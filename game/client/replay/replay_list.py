"""The list of replays, to watch, share or delete."""

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import BODY, CREAM, INK, INK_FADED, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.dialog import deletion
from game.client.kit.widgets.drawing import backdrop, panel
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.screen import Screen
from game.client.replay.sharing import share
from game.client.screens.text_prompt import TextPrompt
from game.present.replay_list import ReplayEntry, delete_replay, replays
from game.record.failure import Failure

if TYPE_CHECKING:
    from game.client.kit.app import App

MARGIN, HEAD, FOOT, PAD, HIGH, GAP = 32, 66, 76, 18, 46, 12
WIDEST = 1080
LEAST = 240
"""Minimum height of the sheet, at 100%."""
STAMP = "%Y-%m-%d %H:%M"


class ReplayList(Screen):
    """A list of replays, with buttons for the chosen replay."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        say = app.words.say
        self._kept: dict[Path, ReplayEntry] = {}
        self.list: ListBox[Path] = ListBox(
            on_pick=lambda _: self._picked(), on_press=lambda _: self._watch()
        )
        self.watch = Button(say("replays", "watch"), self._watch, icon="icons/watch")
        self.watch.is_main = True
        self.share = Button(say("replays", "share"), self._share, icon="icons/share")
        self.delete = Button(say("replays", "delete"), self._delete, icon="icons/cross_mark")
        self.open = Button(say("replays", "open"), self._open, icon="icons/scroll")
        self.back = Button(say("choose", "back"), self.left, icon="icons/back")
        self._sheet = pygame.Rect(0, 0, 1, 1)
        self.ring.hold((self.list, self.back, self.open, self.delete, self.share, self.watch))
        self.ring.focus(self.list)
        self._fill()

    def opened(self) -> None:
        super().opened()
        self._fill()

    @property
    def chosen(self) -> ReplayEntry | None:
        """The chosen replay, or None."""
        row = self.list.current
        return self._kept.get(row.value) if row is not None else None

    def _fill(self) -> None:
        """Fill the list with the replays that exist now."""
        before = self.list.current
        found = replays(self.app.folder)
        self._kept = {one.path: one for one in found}
        self.list.fill([self._row(one) for one in found], before.value if before else None)
        self._picked()
        self.layout(self.size)

    def _row(self, one: ReplayEntry) -> ListRow[Path]:
        when = time.strftime(STAMP, time.localtime(one.when))
        if one.trouble:
            return ListRow(one.path, one.title, one.trouble, tail=when, is_bad=True)
        return ListRow(one.path, one.title, self._under(one), tail=when)

    def _under(self, one: ReplayEntry) -> str:
        """Return a replay's rulebook, result and number of rounds on one line."""
        say = self.app.words.say
        key = "won" if one.winner else "drawn" if one.is_over else "broken_off"
        rounds = say("replays", "rounds", rounds=one.rounds or 0)
        book = self.app.books[one.book].title if one.book in self.app.books else one.book
        parts = [book, say("replays", key, winner=one.winner), rounds]
        if one.has_new_luck:
            parts.append(say("replays", "new_luck"))
        return " · ".join(parts)

    def _picked(self) -> None:
        """Update the buttons for the chosen replay."""
        one = self.chosen
        none = self.app.words.say("replays", "none") if one is None else ""
        self.watch.reason = one.trouble if one is not None else none
        self.share.reason = self.delete.reason = none

    # Actions

    def _watch(self) -> None:
        one = self.chosen
        if one is not None:
            self._shown(one.path)

    def _shown(self, path: Path) -> str | None:
        """Open a replay; return why that failed, or None."""
        try:
            scene = self.app.navigation.replay(path)
        except Failure as failure:
            self.app.notices.add(str(failure))
            return str(failure)
        self.app.push(scene)
        return None

    def _open(self) -> None:
        app, say = self.app, self.app.words.say

        def given(text: str) -> str | None:
            if not text.strip():
                return say("replays", "no_path")
            try:
                scene = app.navigation.replay(Path(text.strip()))
            except Failure as failure:
                return str(failure)
            app.push(scene)
            return None

        words = say("replays", "open_head"), say("replays", "open_about"), say("replays", "watch")
        app.push(TextPrompt(app, *words, given))

    def _share(self) -> None:
        if self.chosen is not None:
            share(self.app, self.chosen.path)

    def _delete(self) -> None:
        one = self.chosen
        if one is not None:
            delete = partial(delete_replay, one.path)
            self.app.push(deletion(self.app, "replays", one.title, delete, self._fill))

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide = min(px(WIDEST), size[0] - 2 * px(MARGIN))
        self._sheet = pygame.Rect((size[0] - wide) // 2, px(HEAD), wide, size[1] - px(HEAD + FOOT))
        self.list.place(self._sheet.inflate(-2 * px(PAD), -2 * px(PAD)), app)
        filled = max(px(LEAST), self.list.extent + 2 * px(PAD))  # fewer rows need less height
        self._sheet.height = min(self._sheet.height, filled)
        self.list.place(self._sheet.inflate(-2 * px(PAD), -2 * px(PAD)), app)
        buttons = self.open, self.delete, self.share, self.watch
        y = self._sheet.bottom + px(15)
        each = (wide - len(buttons) * px(GAP)) // (len(buttons) + 1)
        self.back.place(pygame.Rect(self._sheet.x, y, each, px(HIGH)), app)
        x = self._sheet.right - len(buttons) * each - (len(buttons) - 1) * px(GAP)
        for button in buttons:
            button.place(pygame.Rect(x, y, each, px(HIGH)), app)
            x += each + px(GAP)

    def paint(self, surface: pygame.Surface) -> None:
        app, px, say = self.app, self.app.look.px, self.app.words.say
        backdrop(app, surface)
        head = app.type.line(say("replays", "head"), "serif bold", TITLE, CREAM)
        surface.blit(head, (self._sheet.x, px(8)))
        panel(app, surface, self._sheet)
        if not self._kept:
            line = app.type.line(say("replays", "empty"), "serif", TITLE - 10, INK)
            surface.blit(line, line.get_rect(midbottom=self._sheet.center))
            under = app.type.line(say("replays", "empty_under"), "sans", BODY, INK_FADED)
            surface.blit(under, under.get_rect(midtop=self._sheet.center))
