"""The bar below the board: the findings, and a button that mends the one that is shown."""

import pygame

from game.client.editor.desk.editor_desk import EditorDesk
from game.client.editor.findings_strip import FindingsStrip
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.button import Button
from game.workshop.document.cures import cures
from game.workshop.document.level_reading import MarkedFinding
from game.workshop.forms.use_list import cell_of

CURE, GAP, PAD = 220, 8, 6
"""Width of the button, and gaps beside and around it, at 100%."""


class FindingsBar:
    """The strip of findings and the cure."""

    def __init__(self, desk: EditorDesk) -> None:
        self._desk = desk
        self.strip = FindingsStrip(self._go, desk.app)
        self.cure = Button("", self._mend)
        self.cure.is_shown = False
        self.widgets: tuple[Widget, ...] = self.strip, self.cure

    def show(self) -> None:
        """Show the findings of the level as it is now."""
        self.strip.show(self._desk.reading.findings)
        self.show_cure()

    def show_cure(self) -> None:
        """Show the cure of the finding that is shown, if it has one."""
        one = self.strip.current
        found = cures(self._desk.reading, one) if one is not None else []
        self.cure.words = found[0].name if found else ""
        if self.cure.is_shown != bool(found):
            self.cure.is_shown = bool(found)
            self._desk.arrange()

    def _mend(self) -> None:
        one = self.strip.current
        found = cures(self._desk.reading, one) if one is not None else []
        if found:
            self._desk.apply(lambda _: found[0].gesture)

    def _go(self, one: MarkedFinding) -> None:
        """Go to the tile or unit that a finding is about, and to its line."""
        cell = cell_of(self._desk.reading, one)
        line = one.finding.line if one.span is not None else None
        self._desk.go(cell, line)

    def place(self, rect: pygame.Rect) -> None:
        """Lay out the strip, and the cure at its end."""
        app, px = self._desk.app, self._desk.app.look.px
        rect = pygame.Rect(rect)
        wide = min(px(CURE), rect.width // 3)
        cure = pygame.Rect(0, 0, wide, rect.height - 2 * px(PAD))
        cure.midright = rect.right - px(PAD), rect.centery
        self.cure.place(cure, app)
        if self.cure.is_shown:
            rect.width = cure.x - px(GAP) - rect.x
        self.strip.place(rect, app)
