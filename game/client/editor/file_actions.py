"""Saving, changes from outside, and leaving: what the editor does with the level's file."""

from collections.abc import Callable
from pathlib import Path

from game.client.editor.conflict_screen import ConflictScreen
from game.client.editor.desk.editor_desk import EditorDesk
from game.client.kit.widgets.dialog import Dialog, DialogButton
from game.client.packs.pack_making_sheet import PackMakingSheet
from game.client.packs.share_sheet import ShareSheet
from game.client.screens.text_prompt import TextPrompt
from game.core.pack_folders import pack_of
from game.record.failure import Failure
from game.workshop.editable_levels import place_to_save, save_new
from game.workshop.packs.pack_making import proposed_pack, wished_goal


class FileActions:
    """The file of one editor; `is_on_top` returns whether its scene is the one that is shown."""

    def __init__(self, desk: EditorDesk, is_on_top: Callable[[], bool]) -> None:
        self._desk, self._is_on_top = desk, is_on_top

    @property
    def is_saved(self) -> bool:
        """Return whether a file has the text as it is now."""
        return self._desk.document.path is not None and self._desk.document.is_saved

    def save(self) -> None:
        """Save the file; ask for a path if there is none."""
        desk = self._desk
        document, notices = desk.document, desk.app.notices
        if document.path is None:
            self.save_as()
            return
        try:
            document.save()
        except Failure as failure:
            notices.add(str(failure))
            self._ask_about_conflict()
        else:
            notices.add(desk.app.words.say("editor", "saved", path=str(document.path)))
        desk.changed()

    def save_as(self) -> None:
        """Ask for a path, and save the text there."""
        desk = self._desk
        app, say, document = desk.app, desk.app.words.say, desk.document

        def given(text: str) -> str | None:
            try:
                save_new(document, Path(text.strip()).expanduser(), app.folder)
            except Failure as failure:
                return str(failure)
            desk.changed()
            app.notices.add(say("editor", "saved", path=str(document.path)))
            return None

        proposed = str(place_to_save(app.folder, document))
        words = say("editor", "save_head"), say("editor", "save_about"), say("editor", "save")
        app.push(TextPrompt(app, *words, given, proposed))

    @property
    def share_reason(self) -> str:
        """Return the reason that keeps the level from being shared now, or ""."""
        return "" if self.is_saved else self._desk.app.words.say("pack", "unsaved")

    def share(self) -> None:
        """Write the pack of the level, or of the folder that is a pack; ask how, and where."""
        app, say = self._desk.app, self._desk.app.words.say
        path = self._desk.document.path
        if path is None:
            return
        folder = pack_of(path)
        if folder is None:
            app.push(ShareSheet(app, path))
            return

        def given(text: str) -> str | None:
            try:
                goal = wished_goal(text.strip())
            except Failure as failure:
                return str(failure)
            app.push(PackMakingSheet(app, folder, goal))
            return None

        proposed = str(proposed_pack(folder))
        words = say("pack", "folder_head"), say("pack", "folder_about"), say("pack", "share_give")
        app.push(TextPrompt(app, *words, given, proposed))

    def look(self) -> None:
        """Take in what another program has done to the file."""
        change = self._desk.document.look()
        if change is None:
            self._ask_about_conflict()  # it may have come up while the level was played
            return
        if change.kind != "conflict" or not self._is_on_top():
            self._desk.app.notices.add(change.sentence)
        self._desk.tool.drop()
        self._desk.changed()
        self._ask_about_conflict()

    def _ask_about_conflict(self) -> None:
        """Show both texts side by side, if they differ in the same place."""
        app, say, document = self._desk.app, self._desk.app.words.say, self._desk.document
        if document.conflict is None or not self._is_on_top():
            return

        def settle(is_theirs: bool) -> None:
            if is_theirs:
                document.take_theirs()
            else:
                document.keep_ours()
            self._desk.changed()

        words = say("editor", "conflict", path=str(document.path))
        app.push(ConflictScreen(app, words, document.conflict, settle))

    def leave(self) -> None:
        """Leave the editor; ask first if changes would be lost."""
        app, say, document = self._desk.app, self._desk.app.words.say, self._desk.document
        if document.path is not None or document.is_saved or not document.steps:
            if document.path is not None and not document.is_saved:
                app.notices.add(say("editor", "kept_unsaved", path=str(document.path)))
            app.pop()
            return
        answers = (
            DialogButton(say("editor", "save"), self.save_as),
            DialogButton(say("editor", "leave_anyway"), app.pop),
            DialogButton(say("title", "stay")),
        )
        app.push(Dialog(app, say("editor", "leave_head"), say("editor", "leave_words"), answers))
