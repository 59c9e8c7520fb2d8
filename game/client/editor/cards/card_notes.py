"""The findings of a card, each with the buttons that mend it."""

from functools import partial

import pygame

from game.client.editor.desk.editor_desk import EditorDesk
from game.client.editor.writing.message_strip import MessageStrip
from game.client.kit.widgets.button import Button
from game.workshop.document.cures import Cure, cures
from game.workshop.document.level_reading import MarkedFinding

MOST, CURES, HIGH, GAP = 3, 2, 30, 4
"""Maximum numbers of findings shown and of buttons for each; height of a button and gaps, at 100%.
"""


class CardNotes:
    """The worst findings of one trigger, and how many more there are."""

    def __init__(self, desk: EditorDesk) -> None:
        self._desk = desk
        self._found: tuple[MarkedFinding, ...] = ()
        self._notes: list[tuple[MessageStrip, tuple[Button, ...]]] = []
        self._rect = pygame.Rect(0, 0, 1, 1)

    def show(self, found: list[MarkedFinding]) -> None:
        """Show findings; if the text is not TOML, the error that says why."""
        reading = self._desk.reading
        if not reading.is_toml:
            found = list(reading.findings[:1])
        if tuple(found) == self._found:
            return
        self._found, self._notes = tuple(found), []
        say = self._desk.app.words.say
        for one in found[:MOST]:
            strip = MessageStrip(4)
            strip.words, strip.severity = one.finding.message, one.finding.severity
            if not reading.is_toml:
                line, why = one.finding.line, one.finding.message
                strip.words = say("editor_card", "broken", line=line, why=why)
            some = cures(reading, one)[:CURES]
            buttons = tuple(Button(cure.name, partial(self._mend, cure)) for cure in some)
            self._notes.append((strip, buttons))
        if len(found) > MOST:
            strip = MessageStrip(1)
            strip.words = say("editor_card", "more_findings", count=len(found) - MOST)
            self._notes.append((strip, ()))

    def _mend(self, cure: Cure) -> None:
        self._desk.apply(lambda _: cure.gesture)

    @property
    def words(self) -> str:
        """The sentences that are shown, in lines."""
        return "\n".join(strip.words for strip, _ in self._notes)

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons that mend something."""
        return tuple(button for _, buttons in self._notes for button in buttons)

    def height(self, width: int) -> int:
        """Return the height that all findings need."""
        app, px = self._desk.app, self._desk.app.look.px
        return sum(
            strip.height(app, width) + (px(HIGH + GAP) if buttons else 0)
            for strip, buttons in self._notes
        )

    def place(self, rect: pygame.Rect) -> None:
        """Lay out the findings and their buttons."""
        app, px = self._desk.app, self._desk.app.look.px
        self._rect, y = pygame.Rect(rect), rect.y
        for strip, buttons in self._notes:
            y += strip.height(app, rect.width)
            wide = (rect.width - px(GAP) * (CURES - 1)) // CURES
            for n, button in enumerate(buttons):
                own = rect.width if len(buttons) == 1 else wide
                button.place(pygame.Rect(rect.x + n * (wide + px(GAP)), y, own, px(HIGH)), app)
            y += px(HIGH + GAP) if buttons else 0

    def paint(self, surface: pygame.Surface) -> None:
        """Draw the sentences."""
        app, px, y = self._desk.app, self._desk.app.look.px, self._rect.y
        for strip, buttons in self._notes:
            high = strip.height(app, self._rect.width)
            strip.draw(app, surface, pygame.Rect(self._rect.x, y, self._rect.width, high))
            y += high + (px(HIGH + GAP) if buttons else 0)
