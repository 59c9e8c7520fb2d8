"""The handover screen, which hides the game until the next person has sat down."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import BODY, CREAM, HUGE, PARCHMENT_EDGE, Colour
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import backdrop
from game.client.kit.widgets.screen import Screen
from game.client.screens.pause_menu import MenuEntry, PauseMenu
from game.client.screens.settings_screen import SettingsScene

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDE, HIGH = 340, 56


class HandoverScreen(Screen):
    """A screen that hides the game and shows the name of the next person."""

    def __init__(
        self,
        app: "App",
        who: str,
        colour: Colour,
        shape: str,
        then: Callable[[], object],
        leave: Callable[[], object],
    ) -> None:
        """Prepare the screen.

        Call `then` when the next person has sat down, and `leave` to leave the battle.
        """
        super().__init__(app)
        self._leave = leave
        self._who, self._colour, self._shape, self._then = who, colour, shape, then
        self.button = Button(app.words.say("curtain", "here", who=who), self._raised)
        self.ring.hold((self.button,))

    def _raised(self) -> None:
        if self.app.scene is self:
            self.app.pop()
        self._then()

    def left(self) -> None:
        """Open a menu that shows nothing of the battle."""
        app, say = self.app, self.app.words.say
        items = [
            MenuEntry(say("battle", "go_on"), lambda: None),
            MenuEntry(say("battle", "codex"), lambda: app.look_up(None), stays=True),
            MenuEntry(say("battle", "settings"), lambda: app.push(SettingsScene(app)), stays=True),
            MenuEntry(say("battle", "leave"), self._leave),
        ]
        app.push(PauseMenu(app, items))

    def layout(self, size: tuple[int, int]) -> None:
        px = self.app.look.px
        rect = pygame.Rect(0, 0, min(px(WIDE), size[0] - px(16)), px(HIGH))
        rect.center = size[0] // 2, round(size[1] * 0.66)
        self.button.place(rect, self.app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        backdrop(app, surface)
        middle = surface.get_width() // 2
        stand = app.art.image(f"table/stand-{self._shape}", (px(190), px(80)), tint=self._colour)
        surface.blit(stand, stand.get_rect(center=(middle, round(surface.get_height() * 0.24))))
        room = surface.get_width() - px(40)
        title = app.type.fit_line(self._who, room, "serif bold", HUGE, CREAM)
        surface.blit(title, title.get_rect(center=(middle, round(surface.get_height() * 0.4))))
        words = app.words.say("curtain", "pass", who=self._who)
        line = app.type.fit_line(words, room, "sans", BODY, PARCHMENT_EDGE)
        surface.blit(line, line.get_rect(center=(middle, round(surface.get_height() * 0.51))))
