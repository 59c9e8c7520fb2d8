"""The bar with a button for each tool, the buttons of the tool in hand, and what it does."""

from functools import partial

import pygame

from game.client.editor.desk.editor_desk import EditorDesk
from game.client.editor.desk.tool import ToolAction
from game.client.kit.theme import BODY, CREAM, PARCHMENT_EDGE, SMALL
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.key_names import key_hint

SIDE, PAD, GAP = 33, 12, 5
"""Size of a button, padding and gap, at 100%."""
LINES, LOW = 2, 500
"""Lines of the sentence about the tool in hand, and height of a column too low for it, at 100%."""


class ToolBar:
    """The buttons of the tools, in rows."""

    def __init__(self, desk: EditorDesk) -> None:
        self._desk = desk
        self.buttons = {
            tool: Button("", partial(desk.use, tool), icon=f"icons/editor/{tool}")
            for tool in desk.tools
        }
        self.actions: dict[str, Button] = {}
        """The buttons of the tool in hand, by the names of its actions."""
        self.rect = self._about = pygame.Rect(0, 0, 1, 1)
        self._lines = LINES
        self._is_brief = False

    @property
    def widgets(self) -> tuple[Button, ...]:
        """All buttons that are shown, in the order of the focus."""
        tools = () if self._is_brief else self.buttons.values()
        return *tools, *self.actions.values()

    @property
    def is_shown(self) -> bool:
        """Return whether there is anything to show."""
        return bool(self.widgets)

    def show(self) -> None:
        """Show which tool is in hand, and what can be done with it."""
        say, desk = self._desk.app.words.say, self._desk
        for tool, button in self.buttons.items():
            button.is_selected = tool == desk.tool.name
            words = say("editor_tool", tool), say("editor_tool_about", tool)
            button.about = say("editor", "tool_tip", name=words[0], about=words[1])
        actions = {action.name: action for action in desk.tool.actions}
        if actions.keys() != self.actions.keys():
            self.actions = {name: self._button(one) for name, one in actions.items()}
            desk.arrange()
        for name, one in actions.items():
            self.actions[name].reason, self.actions[name].is_selected = one.reason, one.is_on

    def _button(self, action: ToolAction) -> Button:
        say, cap = self._desk.app.words.say, key_hint(self._desk.app, action.name)
        words = say("editor_action", action.name)
        about = say("editor", "action_tip", name=words, cap=cap) if cap else words
        icon = action.icon or f"icons/editor/{action.name}"
        return Button("", action.act, icon=icon, about=about)

    def place(self, room: pygame.Rect, makes_room: bool = False) -> None:
        """Lay out the buttons at the top of a column.

        If it `makes_room` in a low column, only what can be done with the tool in hand is shown.
        """
        app, px = self._desk.app, self._desk.app.look.px
        gap, pad, y = px(GAP), px(PAD), room.y + px(PAD)
        side, inner = px(SIDE), room.width - 2 * pad
        across = (inner + gap) // (side + gap)
        is_low = room.height <= px(LOW)
        self._is_brief = makes_room and is_low
        tools = () if self._is_brief else tuple(self.buttons.values())
        for group in (tools, tuple(self.actions.values())):
            for n, button in enumerate(group):
                x = room.x + pad + n % across * (side + gap)
                button.place(pygame.Rect(x, y + n // across * (side + gap), side, side), app)
            y += -(-len(group) // across) * (side + gap)
        self._lines = 0 if is_low else LINES
        if self._is_brief:
            self.rect = pygame.Rect(room.x, room.y, room.width, y + pad - gap - room.y)
            return
        high = (
            app.type.height("sans bold", BODY)
            + self._lines * app.type.height("sans", SMALL)
            - px(4)
        )
        self._about = pygame.Rect(room.x + pad, y, inner, high)
        self.rect = pygame.Rect(room.x, room.y, room.width, self._about.bottom + px(PAD) - room.y)

    def paint(self, surface: pygame.Surface) -> None:
        """Draw the panel behind the buttons, and what the tool in hand does."""
        app, tool, rect = self._desk.app, self._desk.tool, self._about
        if self.is_shown:
            panel(app, surface, self.rect, "wood")
        if self._is_brief:
            return
        name = app.type.fit_line(tool.title, rect.width, "sans bold", BODY, CREAM)
        surface.blit(name, rect.topleft)
        y = rect.y + name.get_height()
        if not self._lines:
            return
        rows, size = app.type.fit_lines(tool.about, rect.width, self._lines, "sans", SMALL)
        for row in rows:
            line = app.type.line(row, "sans", size, PARCHMENT_EDGE)
            surface.blit(line, (rect.x, y))
            y += line.get_height()
