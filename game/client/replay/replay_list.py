"""The list of replays, to watch, share or delete."""

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game.client.kit.widgets.button import Button
from game.client.kit.widgets.dialog import deletion
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.list_screen import ListScreen
from game.client.replay.sharing import share
from game.client.screens.text_prompt import TextPrompt
from game.present.replay_list import ReplayEntry, delete_replay, replays
from game.record.failure import Failure

if TYPE_CHECKING:
    from game.client.kit.app import App

STAMP = "%Y-%m-%d %H:%M"


class ReplayList(ListScreen[Path]):
    """A list of replays, with buttons for the chosen replay."""

    def __init__(self, app: "App") -> None:
        say = app.words.say
        self._kept: dict[Path, ReplayEntry] = {}
        rows: ListBox[Path] = ListBox(
            on_pick=lambda _: self._picked(), on_press=lambda _: self._watch()
        )
        self.watch = Button(say("replays", "watch"), self._watch, icon="icons/watch")
        self.watch.is_main = True
        self.share = Button(say("replays", "share"), self._share, icon="icons/share")
        self.delete = Button(say("replays", "delete"), self._delete, icon="icons/cross_mark")
        self.open = Button(say("replays", "open"), self._open, icon="icons/scroll")
        buttons = self.open, self.delete, self.share, self.watch
        super().__init__(app, "replays", rows, buttons)
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
