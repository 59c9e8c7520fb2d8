"""The list of packs and folders: add them, remove them, and put them back."""

from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import BODY, CREAM, INK, INK_FADED, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import backdrop, panel
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.screen import Screen
from game.client.screens.text_prompt import TextPrompt
from game.record.failure import Failure
from game.terms.texts import titles_text
from game.workshop.packs.pack_list import ShelfEntry, shelf_entries
from game.workshop.packs.pack_store import DAYS
from game.workshop.packs.pack_worker import (
    PackDone,
    PackRefused,
    PackWorker,
    RemovePack,
    RestorePack,
)

if TYPE_CHECKING:
    from game.client.kit.app import App

MARGIN, HEAD, FOOT, PAD, HIGH, GAP = 32, 66, 76, 18, 46, 12
WIDEST = 1080
LEAST = 240
"""Minimum height of the sheet, at 100%."""


class PackList(Screen):
    """The packs with all their versions, with buttons for the chosen one.

    A process removes them and puts them back. It starts with the first command.
    """

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        say = app.words.say
        self.worker = PackWorker(app.folder)
        self._going: ShelfEntry | None = None
        """What is being removed."""
        self._found: dict[str, ShelfEntry] = {}
        self.list: ListBox[str] = ListBox(on_pick=lambda _: self._picked())
        self.add = Button(say("packs", "add"), self._ask, icon="icons/plus")
        self.remove = Button(say("packs", "remove"), self._remove, icon="icons/cross_mark")
        self.restore = Button(say("packs", "restore"), self._restore, icon="icons/undo")
        self.back = Button(say("choose", "back"), self.left, icon="icons/back")
        self._sheet = pygame.Rect(0, 0, 1, 1)
        self.ring.hold((self.list, self.back, self.add, self.restore, self.remove))
        self._fill()
        self.ring.focus(self.list if self._found else self.add)

    def opened(self) -> None:
        super().opened()
        self._fill()

    @property
    def chosen(self) -> ShelfEntry | None:
        """The chosen pack or folder, or None."""
        row = self.list.current
        return self._found.get(row.value) if row is not None else None

    def _fill(self) -> None:
        """List what there is now."""
        say, before = self.app.words.say, self.list.current
        found = shelf_entries(self.app.folder)
        self._found = {one.name: one for one in found}
        rows: list[ListRow[str]] = []
        heads = {"newest": "shelf", "older": "shelf", "folder": "folders", "removed": "removed"}
        head = ""
        for one in found:
            if heads[one.place] != head:
                head = heads[one.place]
                rows.append(ListRow("", say("packs", head), is_head=True))
            rows.append(self._row(one, found))
        self.list.fill(rows, before.value if before is not None else None)
        self._picked()
        self.layout(self.size)

    def _row(self, one: ShelfEntry, found: list[ShelfEntry]) -> ListRow[str]:
        say = self.app.words.say
        if one.place == "folder":
            return ListRow(one.name, one.title, one.path)
        id = one.name.partition("@")[0]
        key = "row_campaigns" if one.campaigns else "row"
        under = say("packs", key, id=id, levels=one.levels, campaigns=one.campaigns)
        if one.author:
            under = say("packs", "by", row=under, author=one.author)
        if one.journeys:
            titles = titles_text(one.journeys)
            under = say("packs", "used", row=under, titles=titles)
        tail = say("packs", "days", days=one.days)
        if one.place != "removed":
            there = [it for it in found if it.place != "removed"]
            is_alone = sum(it.name.startswith(f"{id}@") for it in there) == 1
            tail = "" if is_alone else say("packs", one.place)
        return ListRow(one.name, f"{one.title} {one.version}", under, tail=tail)

    def _picked(self) -> None:
        """Update the buttons for the chosen pack."""
        one, say = self.chosen, self.app.words.say
        self.remove.reason = self.restore.reason = ""
        if self.worker.is_working:
            self.remove.reason = self.restore.reason = say("packs", "is_working")
        elif one is None:
            self.remove.reason = self.restore.reason = say("packs", "none")
        elif one.place == "removed":
            self.remove.reason = say("packs", "is_removed")
        else:
            self.restore.reason = say("packs", "is_there")

    # Actions

    def _ask(self) -> None:
        """Ask for the path of a pack, folder or level."""
        app, say = self.app, self.app.words.say

        def given(text: str) -> str | None:
            if not text.strip():
                return say("replays", "no_path")
            try:
                scene = app.navigation.dropped(Path(text.strip()).expanduser())
            except (Failure, RuntimeError) as failure:
                return str(failure)
            if scene is not None:
                app.push(scene)
            return None

        words = say("packs", "add_head"), say("packs", "add_about"), say("packs", "add")
        app.push(TextPrompt(app, *words, given))

    def _remove(self) -> None:
        if self.chosen is not None:
            self._going = self.chosen
            self.worker.ask(RemovePack(self.chosen.name))
            self._picked()

    def _restore(self) -> None:
        if self.chosen is not None:
            self.worker.ask(RestorePack(self.chosen.name))
            self._picked()

    def update(self, seconds: float) -> bool:
        """Take what the process reports."""
        is_changed, reply = super().update(seconds), self.worker.poll()
        if isinstance(reply, PackDone):
            self._tell(reply)
        elif isinstance(reply, PackRefused):
            self.app.notices.add(reply.sentence)
            self.app.sounds.ui("refused")
        if reply is not None:
            self._going = None
            self._fill()
        return is_changed or reply is not None

    def _tell(self, done: PackDone) -> None:
        """Say what has become of a pack."""
        self.app.sounds.ui("page")
        one, say = self._going, self.app.words.say
        if one is None:
            self.app.notices.add(done.lines[0])
            return
        title = f"{one.title} {one.version}".strip()
        if one.place == "folder":
            self.app.notices.add(say("packs", "folder_gone", title=title))
            return
        self.app.notices.add(say("packs", "gone", title=title, days=DAYS))
        if one.journeys:
            titles = titles_text(one.journeys)
            self.app.notices.add(say("packs", "gone_used", titles=titles))

    @property
    def is_idle(self) -> bool:
        """Return whether no command is at work."""
        return not self.worker.is_working

    def closed(self) -> None:
        """End the process."""
        self.worker.close()

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide = min(px(WIDEST), size[0] - 2 * px(MARGIN))
        self._sheet = pygame.Rect((size[0] - wide) // 2, px(HEAD), wide, size[1] - px(HEAD + FOOT))
        self.list.place(self._sheet.inflate(-2 * px(PAD), -2 * px(PAD)), app)
        filled = max(px(LEAST), self.list.extent + 2 * px(PAD))  # fewer rows need less height
        self._sheet.height = min(self._sheet.height, filled)
        self.list.place(self._sheet.inflate(-2 * px(PAD), -2 * px(PAD)), app)
        buttons = self.back, self.add, self.restore, self.remove
        y, each = self._sheet.bottom + px(15), (wide - 3 * px(GAP)) // 4
        for n, button in enumerate(buttons):
            button.place(pygame.Rect(self._sheet.x + n * (each + px(GAP)), y, each, px(HIGH)), app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px, say = self.app, self.app.look.px, self.app.words.say
        backdrop(app, surface)
        head = app.type.line(say("packs", "head"), "serif bold", TITLE, CREAM)
        surface.blit(head, (self._sheet.x, px(8)))
        panel(app, surface, self._sheet)
        if not self._found:
            width = self._sheet.width - 2 * px(PAD)
            line = app.type.fit_line(say("packs", "empty"), width, "serif", TITLE - 10, INK)
            surface.blit(line, line.get_rect(midbottom=self._sheet.center))
            words = say("packs", "empty_under")
            under = app.type.fit_line(words, width, "sans", BODY, INK_FADED)
            surface.blit(under, under.get_rect(midtop=self._sheet.center))
