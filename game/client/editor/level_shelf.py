"""The list of levels to edit: the author's own, and those that come with the game."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game.client.kit.widgets.button import Button
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.client.kit.widgets.list_screen import ListScreen
from game.client.screens.pause_menu import MenuEntry, PauseMenu
from game.client.screens.text_prompt import TextPrompt
from game.record.failure import Failure
from game.workshop.editable_levels import editable_levels
from game.workshop.packs.shelf_commands import is_pack_file

if TYPE_CHECKING:
    from game.client.kit.app import App


class LevelShelf(ListScreen[str]):
    """A list of levels, with buttons to open one of them or another file."""

    widest = 900

    def __init__(self, app: "App", chosen: str = "") -> None:
        """Set up the list; `chosen` is the id of the level to select."""
        say = app.words.say
        self._chosen = chosen
        self.edit = Button(say("shelf", "edit"), self._press, icon="icons/tool")
        self.edit.is_main = True
        self.new = Button(say("shelf", "new"), self._choose_book, icon="icons/plus")
        self.other = Button(say("shelf", "other"), self._ask, icon="icons/scroll")
        rows: ListBox[str] = ListBox(on_press=self._edit)
        super().__init__(app, "shelf", rows, (self.other, self.new, self.edit))

    def opened(self) -> None:
        super().opened()
        before = self.list.current
        self._fill(before.value if before is not None else self._chosen)

    def _fill(self, value: str) -> None:
        """List the levels that exist now."""
        say, books = self.app.words.say, self.app.books
        rows: list[ListRow[str]] = []
        levels = editable_levels(self.app.folder)
        for is_own in (True, False):
            some = [one for one in levels if one.is_own == is_own]
            if some:
                rows.append(ListRow("", say("shelf", "own" if is_own else "shipped"), is_head=True))
            for one in some:
                book = books[one.rulebook].title if one.rulebook in books else one.rulebook
                rows.append(ListRow(one.name, one.title, tail=book))
        self.list.fill(rows, value)
        self.layout(self.size)
        self.edit.reason = "" if self.list.current else say("shelf", "none")

    def _press(self) -> None:
        if self.list.current is not None:
            self._edit(self.list.current.value)

    def _edit(self, name: str) -> str | None:
        """Open a level; return why that failed, or None."""
        try:
            scene = self.app.navigation.editor(name)
        except Failure as failure:
            self.app.notices.add(str(failure))
            return str(failure)
        self.app.sounds.ui("page")
        self.app.push(scene)
        return None

    def _choose_book(self) -> None:
        """Ask for the rulebook of a new level."""
        app, say = self.app, self.app.words.say
        entries = [
            *(MenuEntry(book.title, partial(self._make, id)) for id, book in app.books.items()),
            MenuEntry(say("choose", "back"), lambda: None),
        ]
        app.push(PauseMenu(app, entries, say("shelf", "new_head"), say("shelf", "new_about")))

    def _make(self, book: str) -> None:
        try:
            scene = self.app.navigation.new_level(book)
        except Failure as failure:
            self.app.notices.add(str(failure))
            return
        self.app.sounds.ui("page")
        self.app.push(scene)

    def _ask(self) -> None:
        say = self.app.words.say

        def given(text: str) -> str | None:
            name = text.strip()
            if not name:
                return say("replays", "no_path")
            path = Path(name).expanduser()
            if not path.exists():
                return say("shelf", "no_file", path=name)
            try:
                if path.is_dir() or is_pack_file(path):
                    self.app.push(self.app.navigation.dropped(path))
                    return None
                scene = self.app.navigation.editor(name if "/" in name else f"./{name}")
            except Failure as failure:
                return str(failure)
            self.app.push(scene)
            return None

        words = say("shelf", "other_head"), say("shelf", "other_about"), say("shelf", "edit")
        self.app.push(TextPrompt(self.app, *words, given))
