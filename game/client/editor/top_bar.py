"""The top bar: the level's title, whether its file is saved, and buttons."""

from pathlib import Path

import pygame

from game.client.editor.desk.editor_desk import EditorDesk
from game.client.kit.theme import BRASS_LIGHT, CREAM, LARGE, PARCHMENT_EDGE, SMALL
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import panel

PAD, GAP, LESS = 12, 8, 16
"""Padding, gap between buttons, and how much lower than the bar they are, at 100%."""
NARROW, BARE, HINTED = 1100, 50, 136
"""Width below which buttons show only their icons, and their widths then, without and with a key,
at 100%.
"""


class TopBar:
    """The bar with its buttons, each with its width at 100%."""

    def __init__(self, desk: EditorDesk, buttons: tuple[tuple[Button, int], ...]) -> None:
        self._desk, self._buttons = desk, buttons
        self._words = {button: button.words for button, _ in buttons}
        self.rect = pygame.Rect(0, 0, 1, 1)

    @property
    def widgets(self) -> tuple[Button, ...]:
        """The buttons, from the left."""
        return tuple(button for button, _ in self._buttons)

    @property
    def title(self) -> str:
        """The level's title, or the name of its file."""
        draft = self._desk.reading.draft
        title = draft.header.title if draft is not None else None
        return title or Path(self._desk.reading.file).stem

    @property
    def state(self) -> str:
        """The words for the state of the file."""
        return self._desk.app.words.say("editor", self._state)

    @property
    def _state(self) -> str:
        document = self._desk.document
        if document.path is None:
            return "copy" if document.is_copy else "new"
        return "is_saved" if document.is_saved else "not_saved"

    def place(self, rect: pygame.Rect) -> None:
        """Lay out the buttons, from the right."""
        app, px = self._desk.app, self._desk.app.look.px
        self.rect = pygame.Rect(rect)
        right, high = rect.right - px(PAD), rect.height - px(LESS)
        is_narrow = rect.width < px(NARROW)
        for button, width in reversed(self._buttons):
            is_bare = is_narrow and not button.is_main
            button.words = "" if is_bare else self._words[button]
            if is_bare:
                button.about = button.about or self._words[button]
                width = HINTED if button.hint else BARE
            own = pygame.Rect(right - px(width), 0, px(width), high)
            own.centery = rect.centery
            button.place(own, app)
            right = own.x - px(GAP)

    def paint(self, surface: pygame.Surface) -> None:
        """Draw the bar, the title and the state of the file."""
        app, px, say = self._desk.app, self._desk.app.look.px, self._desk.app.words.say
        panel(app, surface, self.rect, "wood")
        room = self._buttons[0][0].rect.x - px(2 * PAD) - self.rect.x - px(PAD)
        x, middle = self.rect.x + px(PAD + 6), self.rect.centery
        title = app.type.fit_line(self.title, room // 2, "serif bold", LARGE, CREAM)
        surface.blit(title, title.get_rect(midleft=(x, middle)))
        x, room = x + title.get_width() + px(PAD), room - title.get_width() - px(PAD)
        document = self._desk.document
        path = document.path
        name = path.name if path is not None else Path(document.reading.file).stem
        if self._state != "is_saved":
            pygame.draw.aacircle(surface, BRASS_LIGHT, (x + px(5), middle), px(5))
            x, room = x + px(16), room - px(16)
        words = say("editor", "file", file=name, state=self.state)
        line = app.type.fit_line(words, room, "sans", SMALL, PARCHMENT_EDGE)
        surface.blit(line, line.get_rect(midleft=(x, middle)))
