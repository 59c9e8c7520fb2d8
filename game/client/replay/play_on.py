"""The dialog for playing on from a place in a replay: players and dice."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from game.client.board.standees import SideStand as Looks
from game.client.kit.theme import BODY, INK, INK_FADED, TITLE
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.choice_row import ChoiceRow
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.screen import Screen
from game.client.screens.turn_list import NEW, luck_choice
from game.client.setup.player_row import player_row
from game.play.players import HUMAN, STDIO

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, PAD, HIGH, HEAD, ROW, LEAST = 600, 28, 44, 84, 46, 30


class PlayOn(Screen):
    """A dialog that asks for each side's player, and for old or new dice."""

    is_over = True

    def __init__(
        self,
        app: "App",
        about: str,
        sides: Sequence[tuple[str, str]],
        players: Mapping[str, str],
        looks: Mapping[str, Looks],
        on_play: Callable[[str, bool], object],
        luck_reason: str = "",
    ) -> None:
        """Set up the dialog.

        `sides` are ids with titles. After the dialog has closed, `on_play` gets the players
        (`red=human,…`) and whether to use new dice.
        """
        super().__init__(app)
        say = app.words.say
        self._about, self._on_play = about, on_play
        people = [(HUMAN, say("taking", "people"))]
        self.seats: dict[str, ChoiceRow[str]] = {}
        for side, title in sides:
            known = players.get(side, STDIO)
            who = HUMAN if known == STDIO else known
            seat = player_row(app, title, people, who, lambda _: None)
            look = looks[side]
            seat.mark = f"icons/sides/{look.shape}", look.colour
            self.seats[side] = seat
        self.luck = luck_choice(app, luck_reason)
        self.play = Button(say("taking", "play"), self._played, icon="icons/dice")
        self.play.is_main = True
        self.back = Button(say("turns", "back"), self.left, icon="icons/back")
        self.ring.hold((*self.seats.values(), self.luck, self.back, self.play))
        self.ring.focus(self.play)
        self._sheet = pygame.Rect(0, 0, 1, 1)

    def _played(self) -> None:
        names = ",".join(f"{side}={seat.value}" for side, seat in self.seats.items())
        if self.app.scene is self:
            self.app.pop()
        self._on_play(names, self.luck.value == NEW)

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        count = len(self.seats) + 1
        fixed = 2 * px(PAD) + px(HEAD) + px(HIGH) + px(20)
        step = max(px(LEAST), min(px(ROW), (size[1] - px(24) - fixed) // count))
        wide = min(px(WIDTH), size[0] - px(32))
        self._sheet = pygame.Rect(0, 0, wide, fixed + count * step)
        self._sheet.center = size[0] // 2, size[1] // 2
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        for n, row in enumerate((*self.seats.values(), self.luck)):
            y = inner.y + px(HEAD) + n * step
            row.place(pygame.Rect(inner.x, y, inner.width, step - px(4)), app)
        half = (inner.width - px(12)) // 2
        bottom = inner.bottom - px(HIGH)
        self.back.place(pygame.Rect(inner.x, bottom, half, px(HIGH)), app)
        self.play.place(pygame.Rect(inner.right - half, bottom, half, px(HIGH)), app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        panel(app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        head = app.words.say("taking", "head")
        line = app.type.fit_line(head, inner.width, "serif bold", TITLE - 8, INK)
        surface.blit(line, (inner.x, inner.y - px(6)))
        below = inner.x, inner.y - px(2) + line.get_height()
        surface.blit(app.type.fit_line(self._about, inner.width, "sans", BODY, INK_FADED), below)
