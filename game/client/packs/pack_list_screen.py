"""The list of packs and folders: add them, remove them, and put them back."""

from pathlib import Path
from typing import TYPE_CHECKING

from game.client.kit.widgets.button import Button
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.list_screen import ListScreen
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


class PackList(ListScreen[str]):
    """The packs with all their versions, with buttons for the chosen one.

    A process removes them and puts them back. It starts with the first command.
    """

    def __init__(self, app: "App") -> None:
        say = app.words.say
        self.worker = PackWorker(app.folder)
        self._going: ShelfEntry | None = None
        """What is being removed."""
        self._found: dict[str, ShelfEntry] = {}
        self.add = Button(say("packs", "add"), self._ask, icon="icons/plus")
        self.remove = Button(say("packs", "remove"), self._remove, icon="icons/cross_mark")
        self.restore = Button(say("packs", "restore"), self._restore, icon="icons/undo")
        rows: ListBox[str] = ListBox(on_pick=lambda _: self._picked())
        super().__init__(app, "packs", rows, (self.add, self.restore, self.remove))
        self._fill()
        if not self._found:
            self.ring.focus(self.add)

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
