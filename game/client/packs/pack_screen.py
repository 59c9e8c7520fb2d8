"""The page of a pack that was dropped on the window: what it holds, before it is installed."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from game.client.kit.theme import INK_FADED
from game.client.kit.widgets.button import Button
from game.client.packs.pack_sheet import PackSheet
from game.workshop.packs.pack_worker import CheckPack, InstallPack, PackDone

if TYPE_CHECKING:
    from game.client.kit.app import App

Then = Callable[[str], object]
"""A function that is called with a pack's id once it is installed."""


class PackScreen(PackSheet):
    """A sheet that shows what a pack holds, with buttons to install it or not.

    The pack is checked while the sheet is shown. It is unpacked in a folder of its own until the
    sheet closes, and installed from there.
    """

    def __init__(self, app: "App", path: Path, then: Then) -> None:
        install = Button(app.words.say("pack", "install"), self._install, icon="icons/check")
        super().__init__(app, path.name, install)
        self._then = then
        self._is_installing = False
        self.tell((app.words.say("pack", "checking"),), INK_FADED)
        self.order(CheckPack(path), app.words.say("pack", "checking"))

    @property
    def install(self) -> Button:
        """The button that installs the pack."""
        return self.main

    def finished(self, done: PackDone) -> None:
        """Show what the pack holds; once it is installed, go on to its levels."""
        if self._is_installing:
            self._leave(done)
            return
        head, *lines = done.lines
        self._head, self.main.reason = head, ""
        self.tell(lines)
        self.ring.focus(self.main)

    def _install(self) -> None:
        self._is_installing = True
        self.order(InstallPack(), self.app.words.say("pack", "installing"))

    def _leave(self, done: PackDone) -> None:
        self.app.sounds.ui("page")
        for line in done.lines:
            self.app.notices.add(line)
        if self.app.scene is self:
            self.app.pop()
        self._then(done.id)
