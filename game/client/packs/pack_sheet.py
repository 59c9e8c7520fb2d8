"""A sheet that shows how work on a pack proceeds, and its result."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import (
    BODY,
    BRASS,
    HARM,
    INK,
    LARGE,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SPACE,
    Colour,
)
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import box, panel
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.scroll import Passage, ScrollText
from game.workshop.packs.pack_worker import PackDone, PackOrder, PackRefused, PackWorker

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, PAD, HIGH, BAR = 620, 26, 44, 12
"""Width and margin of the sheet, and heights of a button and of the bar, at 100%."""


class PackSheet(Screen):
    """A sheet with a head, a text and two buttons; a process works on the pack meanwhile.

    Leaving the sheet ends the process, whatever it is doing. Subclasses decide what follows when an
    order is done.
    """

    is_over = True

    def __init__(self, app: "App", head: str, main: Button) -> None:
        """Set up the sheet; `main` is the button on the right."""
        super().__init__(app)
        self.worker = PackWorker(app.folder)
        self._head = head
        self.text = ScrollText()
        self.main = main
        self.main.is_main = True
        self.back = Button(app.words.say("pack", "back"), self.left, icon="icons/back")
        self.ring.hold((self.back, self.main, self.text))
        self.ring.focus(self.main)  # so that a second press of Enter doesn't cancel
        self._sheet = self._bar = pygame.Rect(0, 0, 1, 1)

    # Work

    def order(self, order: PackOrder, words: str) -> None:
        """Have the process follow an order; `words` say what it does meanwhile."""
        self.main.reason = words
        self.worker.ask(order)
        self.layout(self.size)

    def finished(self, done: PackDone) -> None:
        """Show the result of an order."""

    def refused(self, sentence: str) -> None:
        """Show why an order couldn't be followed."""
        self._head = self.app.words.say("pack", "refused")
        self.tell((sentence,), HARM)
        self.main.reason = sentence
        self.ring.focus(self.back)
        self.app.sounds.ui("refused")

    def update(self, seconds: float) -> bool:
        """Take what the process reports."""
        is_changed, reply = super().update(seconds), self.worker.poll()
        if isinstance(reply, PackDone):
            self.finished(reply)
        elif isinstance(reply, PackRefused):
            self.refused(reply.sentence)
        return is_changed or reply is not None

    @property
    def is_idle(self) -> bool:
        """Return whether no order is at work."""
        return not self.worker.is_working

    def closed(self) -> None:
        """End the process, which deletes what it has unpacked."""
        self.worker.close()

    # Layout and drawing

    def tell(self, lines: Iterable[str], colour: Colour = INK) -> None:
        """Show a text."""
        self.text.tell([Passage(line, "sans", BODY, colour) for line in lines])
        self.layout(self.size)

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        width = min(px(WIDTH), size[0] - px(4 * SPACE))
        inner = width - 2 * px(PAD)
        head = app.type.block(self._head, inner, "serif bold", LARGE).get_height() + px(10)
        self.text.place(pygame.Rect(0, 0, inner, 1), app)
        foot = px(20) + px(HIGH) + (px(BAR) + px(12) if self.worker.is_working else 0)
        rest = 2 * px(PAD) + head + foot
        high = min(self.text.extent, size[1] - rest - px(4 * SPACE))
        self._sheet = pygame.Rect(0, 0, width, rest + high)
        self._sheet.center = size[0] // 2, size[1] // 2
        left, y = self._sheet.x + px(PAD), self._sheet.y + px(PAD) + head
        self.text.place(pygame.Rect(left, y, inner, high), app)
        self._bar = pygame.Rect(left, y + high + px(14), inner, px(BAR))
        bottom, wide = self._sheet.bottom - px(PAD) - px(HIGH), (inner - px(10)) // 2
        self.back.place(pygame.Rect(left, bottom, wide, px(HIGH)), app)
        self.main.place(pygame.Rect(left + inner - wide, bottom, wide, px(HIGH)), app)

    def paint(self, surface: pygame.Surface) -> None:
        panel(self.app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * self.app.look.px(PAD), -2 * self.app.look.px(PAD))
        surface.blit(self.app.type.block(self._head, inner.width, "serif bold", LARGE, INK), inner)
        if self.worker.is_working:
            self._draw_bar(surface)

    def _draw_bar(self, surface: pygame.Surface) -> None:
        """Draw the bar, filled as far as the order has come."""
        px, step = self.app.look.px, self.worker.step
        box(self.app, surface, self._bar, PARCHMENT_DARK, PARCHMENT_EDGE, 1, BAR // 2)
        done = self._bar.inflate(-2 * px(2), -2 * px(2))
        done.width = done.width * step.done // max(1, step.most)
        pygame.draw.rect(surface, BRASS, done, border_radius=done.height // 2)
