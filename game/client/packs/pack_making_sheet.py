"""The sheet on which the pack of a level or folder is checked and made."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from game.client.kit.theme import INK_FADED
from game.client.kit.widgets.button import Button
from game.client.packs.pack_sheet import PackSheet
from game.workshop.packs.pack_making import NO_WISHES, PackWishes
from game.workshop.packs.pack_worker import MakePack, PackDone

if TYPE_CHECKING:
    from game.client.kit.app import App


class PackMakingSheet(PackSheet):
    """A sheet that shows what a new pack holds, once it is made."""

    def __init__(
        self,
        app: "App",
        source: Path,
        goal: Path,
        wishes: PackWishes = NO_WISHES,
        on_done: Callable[[], object] = lambda: None,
    ) -> None:
        """Make the pack of `source`; `on_done` is called once people have seen that it is made."""
        say = app.words.say
        self._on_done, self._is_made = on_done, False
        super().__init__(app, goal.name, Button(say("pack", "made"), self.left, icon="icons/check"))
        self.tell((say("pack", "making"),), INK_FADED)
        self.order(MakePack(source, goal, wishes), say("pack", "making"))

    def finished(self, done: PackDone) -> None:
        """Show what the pack holds."""
        self._is_made = True
        self.back.is_shown, self.main.reason = False, ""
        self._head, *lines = done.lines
        self.tell(lines)
        self.ring.focus(self.main)

    def left(self) -> None:
        """Leave the sheet, and the form below it if the pack is made."""
        super().left()
        if self._is_made:
            self._on_done()

    def refused(self, sentence: str) -> None:
        """Show why the pack can't be made."""
        super().refused(sentence)
        self._head = self.app.words.say("pack", "unmade")
        self.layout(self.size)
