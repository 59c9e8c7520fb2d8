"""The bar with a button for each tool."""

from functools import partial

import pygame

from game.client.editor.desk.editing import TOOLS
from game.client.editor.desk.editor_desk import EditorDesk
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import panel

HIGH, ACROSS, PAD, GAP = 32, 3, 12, 6
"""Height of a button, buttons in a row, padding and gap, at 100%."""


class ToolBar:
    """The buttons of the tools, in rows."""

    def __init__(self, desk: EditorDesk) -> None:
        self._desk, say = desk, desk.app.words.say
        self.buttons = {
            tool: Button(
                say("editor_tool", tool),
                partial(desk.use, tool),
                about=say("editor_tool_about", tool),
            )
            for tool in TOOLS
        }
        self.rect = pygame.Rect(0, 0, 1, 1)

    def show(self) -> None:
        """Show which tool is in hand."""
        for tool, button in self.buttons.items():
            button.is_selected = tool == self._desk.editing.tool

    def place(self, room: pygame.Rect) -> None:
        """Lay out the buttons at the top of a column."""
        app, px = self._desk.app, self._desk.app.look.px
        gap, pad, high = px(GAP), px(PAD), px(HIGH)
        wide = (room.width - 2 * pad - (ACROSS - 1) * gap) // ACROSS
        for n, button in enumerate(self.buttons.values()):
            x, y = n % ACROSS * (wide + gap), n // ACROSS * (high + gap)
            button.place(pygame.Rect(room.x + pad + x, room.y + pad + y, wide, high), app)
        rows = -(-len(self.buttons) // ACROSS)
        self.rect = pygame.Rect(room.x, room.y, room.width, 2 * pad + rows * (high + gap) - gap)

    def paint(self, surface: pygame.Surface) -> None:
        """Draw the panel behind the buttons."""
        panel(self._desk.app, surface, self.rect, "wood")
