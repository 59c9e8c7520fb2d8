"""The pause menu, and other menus in its form."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.client.kit.theme import CREAM, SMALL, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.screen import Screen

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, HIGH, GAP, PAD, HEAD = 340, 46, 8, 28, 56


class MenuEntry(NamedTuple):
    """A menu entry; if it has a `reason`, it is disabled and shows the reason."""

    label: str
    then: Callable[[], object]
    reason: str = ""
    stays: bool = False
    """Whether the menu stays open, for example below a scene that the entry opens."""
    under: str = ""
    """Line under the label."""


class PauseMenu(Screen):
    """A menu on a wooden board, over another scene.

    It closes before an entry's callback is called.

    Entries with `stays` open a scene on top of the menu, which then stays open.
    """

    is_over = True

    def __init__(
        self, app: "App", choices: Sequence[MenuEntry], title: str = "", about: str = ""
    ) -> None:
        """Set up the menu; `about` is shown under the title."""
        super().__init__(app)
        self._title, self._about = title or app.words.say("menu", "head"), about
        self.buttons = [
            Button(item.label, partial(self._chosen, item), under=item.under, reason=item.reason)
            for item in choices
        ]
        self.ring.hold(self.buttons)
        self._board = pygame.Rect(0, 0, 1, 1)

    def _chosen(self, item: MenuEntry) -> None:
        if not item.stays and self.app.scene is self:
            self.app.pop()
        item.then()

    def layout(self, size: tuple[int, int]) -> None:
        px, count = self.app.look.px, len(self.buttons)
        head = px(HEAD) + self._told().get_height() + (px(10) if self._about else 0)
        fixed = head + px(PAD)
        room = (size[1] - px(24) - fixed) // max(1, count)
        step = min(px(HIGH + GAP), room)
        self._board = pygame.Rect(0, 0, px(WIDTH), fixed + count * step)
        self._board.center = size[0] // 2, size[1] // 2
        for n, button in enumerate(self.buttons):
            rect = pygame.Rect(0, 0, px(WIDTH - 2 * PAD), step - px(GAP))
            rect.midtop = self._board.centerx, self._board.y + head + n * step
            button.place(rect, self.app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        panel(app, surface, self._board, "wood")
        room = self._board.width - px(48)
        words, size = app.type.fit(self._title, room, "serif bold", TITLE - 8)
        head = app.type.line(words, "serif bold", size, CREAM)
        at = self._board.centerx, self._board.y + px(HEAD) // 2 + px(2)
        surface.blit(head, head.get_rect(center=at))
        if self._about:
            surface.blit(self._told(), (self._board.x + px(PAD), self._board.y + px(HEAD)))

    def _told(self) -> pygame.Surface:
        """Return the text under the title."""
        if not self._about:
            return pygame.Surface((1, 0))
        wide = self.app.look.px(WIDTH - 2 * PAD)
        return self.app.type.block(self._about, wide, "sans italic", SMALL + 1, CREAM)
