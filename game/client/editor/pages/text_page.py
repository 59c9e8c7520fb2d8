"""The page with the text of the level."""

import pygame

from game.client.editor.desk.editor_desk import EditorDesk
from game.client.editor.desk.editor_page import EditorPage
from game.client.editor.pages.text_pane import TextPane, head_of
from game.core.cells import Cell

HEAD = 30
"""Height of the head, at 100%."""


class TextPage(EditorPage):
    """The text, which is the cursor of the board, as the board is its cursor."""

    name = "text"

    def __init__(self, desk: EditorDesk) -> None:
        super().__init__(desk)
        self.text = TextPane(desk.app, desk.point)
        self.widgets = (self.text,)

    def show(self) -> None:
        self.text.show(self.desk.reading)

    def pointed(self, cell: Cell | None) -> None:
        self.text.follow(cell)

    def go(self, line: int) -> None:
        self.text.go(line)

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        high = self.desk.app.look.px(HEAD)
        rect = pygame.Rect(rect.x, rect.y + high, rect.width, rect.height - high)
        self.text.place(rect, self.desk.app)

    def paint(self, surface: pygame.Surface) -> None:
        px = self.desk.app.look.px
        head = pygame.Rect(self.rect.x, self.rect.y, self.rect.width, px(HEAD - 4))
        head_of(self.desk.app, surface, self.text, head)
