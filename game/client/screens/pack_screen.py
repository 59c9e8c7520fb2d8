"""The page of a pack that was dropped on the window: what it holds, before it is installed."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import BODY, HARM, INK, INK_FADED, LARGE, SPACE, Colour
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.scroll import Passage, ScrollText
from game.record.failure import Failure
from game.workshop.packs.pack_store import StagedPack, install, pack_bytes, staged

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, PAD, HIGH = 620, 26, 44
"""Width and margin of the sheet, and height of a button, at 100%."""

Then = Callable[[StagedPack], object]
"""A function that is called once a pack is installed."""


class PackScreen(Screen):
    """A sheet that shows what a pack holds, with buttons to install it or not.

    The pack is checked after the sheet has been drawn for the first time. It is unpacked in a
    folder of its own until the sheet closes, and installed from there.
    """

    is_over = True

    def __init__(self, app: "App", path: Path, then: Then) -> None:
        super().__init__(app)
        self._path, self._then = path, then
        self._stack = ExitStack()
        self._is_drawn = self._is_checked = False
        self._head = path.name
        self.pack: StagedPack | None = None
        """The pack, once it has been checked; None if it can't be installed."""
        say = app.words.say
        self.text = ScrollText((Passage(say("pack", "checking"), "sans", BODY, INK_FADED),))
        self.install = Button(say("pack", "install"), self._install, icon="icons/check")
        self.install.is_main = True
        self.install.reason = say("pack", "checking")
        self.back = Button(say("pack", "back"), self.left, icon="icons/back")
        self.ring.hold((self.back, self.install, self.text))
        self._sheet = pygame.Rect(0, 0, 1, 1)

    def update(self, seconds: float) -> bool:
        """Check the pack, once the sheet is visible."""
        is_changed = super().update(seconds)
        if self._is_drawn and not self._is_checked:
            self._is_checked = True
            self._check()
            return True
        return is_changed

    @property
    def is_idle(self) -> bool:
        """Return whether the pack has been checked."""
        return self._is_checked

    def _check(self) -> None:
        app, notes = self.app, list[str]()
        try:
            data = pack_bytes(self._path)
            self.pack = self._stack.enter_context(staged(data, app.books, app.folder, notes.append))
        except Failure as failure:
            self._head = app.words.say("pack", "refused")
            self._show((str(failure),), HARM)
            self.install.reason = str(failure)
            self.ring.focus(self.back)
            app.sounds.ui("refused")
            return
        head, *lines = self.pack.contents.lines()
        self._head, self.install.reason = head, ""
        self._show((*lines, *notes), INK)
        self.ring.focus(self.install)

    def _show(self, lines: tuple[str, ...], colour: Colour) -> None:
        self.text.tell([Passage(line, "sans", BODY, colour) for line in lines])
        self.layout(self.size)

    def _install(self) -> None:
        """Install the pack, and go on to its levels."""
        if self.pack is None:
            self.app.sounds.ui("refused")
            return
        pack = self.pack
        told = install(pack, self.app.folder)
        self.app.sounds.ui("page")
        self.app.notices.add(told)
        if self.app.scene is self:
            self.app.pop()
        self._then(pack)

    def closed(self) -> None:
        """Delete the folder in which the pack was unpacked, unless it is installed now."""
        self._stack.close()

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        width = min(px(WIDTH), size[0] - px(4 * SPACE))
        inner = width - 2 * px(PAD)
        head = app.type.block(self._head, inner, "serif bold", LARGE).get_height() + px(10)
        self.text.place(pygame.Rect(0, 0, inner, 1), app)
        rest = 2 * px(PAD) + head + px(20) + px(HIGH)
        high = min(self.text.extent, size[1] - rest - px(4 * SPACE))
        self._sheet = pygame.Rect(0, 0, width, rest + high)
        self._sheet.center = size[0] // 2, size[1] // 2
        left, y = self._sheet.x + px(PAD), self._sheet.y + px(PAD) + head
        self.text.place(pygame.Rect(left, y, inner, high), app)
        bottom, wide = self._sheet.bottom - px(PAD) - px(HIGH), (inner - px(10)) // 2
        self.back.place(pygame.Rect(left, bottom, wide, px(HIGH)), app)
        self.install.place(pygame.Rect(left + inner - wide, bottom, wide, px(HIGH)), app)

    def paint(self, surface: pygame.Surface) -> None:
        self._is_drawn = True
        panel(self.app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * self.app.look.px(PAD), -2 * self.app.look.px(PAD))
        surface.blit(self.app.type.block(self._head, inner.width, "serif bold", LARGE, INK), inner)
