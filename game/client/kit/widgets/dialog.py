"""A dialog: a sheet of parchment over a scene, with a question to answer."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.client.kit.theme import BODY, INK, LARGE, SPACE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.scroll import Passage, ScrollText
from game.record.failure import Failure

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, MARGIN, HIGH = 460, 24, 42
"""Width and margin of the sheet, and height of a button, at 100%."""


class DialogButton(NamedTuple):
    """A button of a dialog; pressing it closes the dialog, then calls `then`."""

    words: str
    then: Callable[[], object] = lambda: None


class Dialog(Screen):
    """A message with answers; cancelling chooses the last answer."""

    is_over = True

    def __init__(self, app: "App", title: str, words: str, answers: Sequence[DialogButton]) -> None:
        super().__init__(app)
        self._title, self._answers = title, tuple(answers)
        self._text = ScrollText((Passage(words, "sans", BODY, INK),))
        self.buttons = [
            Button(answer.words, partial(self._given, answer)) for answer in self._answers
        ]
        self.ring.hold((*self.buttons, self._text))
        self._sheet = pygame.Rect(0, 0, 1, 1)

    def _given(self, answer: DialogButton) -> None:
        if self.app.scene is self:
            self.app.pop()
        answer.then()

    def left(self) -> None:
        self._given(self._answers[-1])

    def layout(self, size: tuple[int, int]) -> None:
        px = self.app.look.px
        width = min(px(WIDTH), size[0] - px(4 * SPACE))
        inner = width - 2 * px(MARGIN)
        head = self.app.type.block(self._title, inner, "serif bold", LARGE).get_height()
        self._text.place(pygame.Rect(0, 0, inner, 1), self.app)
        rest = 2 * px(MARGIN) + head + px(10) + px(20) + px(HIGH)
        high = min(self._text.extent, size[1] - rest - px(4 * SPACE))
        self._sheet = pygame.Rect(0, 0, width, rest + high)
        self._sheet.center = size[0] // 2, size[1] // 2
        left, y = self._sheet.x + px(MARGIN), self._sheet.y + px(MARGIN) + head + px(10)
        self._text.place(pygame.Rect(left, y, inner, high), self.app)
        gap, count = px(10), len(self.buttons)
        wide = (inner - gap * (count - 1)) // max(1, count)
        for n, button in enumerate(self.buttons):
            at = left + n * (wide + gap), self._sheet.bottom - px(MARGIN) - px(HIGH)
            button.place(pygame.Rect(at, (wide, px(HIGH))), self.app)

    def paint(self, surface: pygame.Surface) -> None:
        px = self.app.look.px
        panel(self.app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(MARGIN), -2 * px(MARGIN))
        head = self.app.type.block(self._title, inner.width, "serif bold", LARGE, INK)
        surface.blit(head, inner)


def deletion(
    app: "App",
    table: str,
    title: str,
    delete: Callable[[], object],
    then: Callable[[], object],
) -> Dialog:
    """Return a dialog that asks whether to delete something for good.

    The dialog's texts are in the catalogue's `table`. If `delete` raises Failure, a notice is
    shown. `then` is called afterwards in any case.
    """
    say = app.words.say

    def confirmed() -> None:
        try:
            delete()
        except Failure as failure:
            app.notices.add(str(failure))
        then()

    answers = DialogButton(say(table, "delete_yes"), confirmed), DialogButton(say(table, "keep"))
    return Dialog(app, say(table, "delete_head"), say(table, "delete_words", title=title), answers)
