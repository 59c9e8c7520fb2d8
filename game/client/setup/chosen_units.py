"""The tray of chosen units, with the points left to spend."""

from typing import TYPE_CHECKING

import pygame

from game.client.board.standees import TALL, Standees, lone_token
from game.client.kit.theme import BRASS_LIGHT, CREAM, HUGE, PARCHMENT_DARK, SMALL
from game.client.kit.widgets.drawing import panel
from game.client.setup.roster_basket import RosterBasket
from game.client.setup.side_preview import MOST_HOODED, UNKNOWN

if TYPE_CHECKING:
    from game.client.kit.app import App

PAD, NUMBER = 26, 112
LEAST, MOST = 26, 150
"""Minimum and maximum width of tokens, at 100%."""


class ChosenUnits:
    """A felt tray that shows the units in a basket."""

    def __init__(self, app: "App", pictures: Standees) -> None:
        self._app, self._pictures = app, pictures
        self._rect = pygame.Rect(0, 0, 1, 1)
        self._basket: RosterBasket | None = None
        self._side = self.note = ""
        self._is_lot = False

    def show(self, basket: RosterBasket, side: str, note: str, is_lot: bool) -> None:
        """Show a side's basket; `note` says what is wrong with it, or why it wasn't changed."""
        self._basket, self._side, self.note, self._is_lot = basket, side, note, is_lot

    def place(self, rect: pygame.Rect) -> None:
        """Lay out the tray."""
        self._rect = rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the tray, the units on it, and the note."""
        app, basket = self._app, self._basket
        panel(app, surface, self._rect, "felt")
        if basket is None:
            return
        px = app.look.px
        inner = self._rect.inflate(-2 * px(PAD), -2 * px(PAD))
        self._draw_number(surface, basket, inner)
        room = pygame.Rect(inner.x + px(NUMBER), inner.y, inner.width - px(NUMBER), inner.height)
        if self.note:
            block = app.type.block(self.note, room.width, "sans bold", SMALL + 1, BRASS_LIGHT)
            at = block.get_rect(bottomleft=room.bottomleft)
            surface.blit(block, at)
            room.height -= block.get_height() + px(4)
        self._draw_tokens(surface, basket, room)

    def _draw_number(
        self, surface: pygame.Surface, basket: RosterBasket, inner: pygame.Rect
    ) -> None:
        """Draw the points left, or without points the number of chosen units."""
        app, px, say = self._app, self._app.look.px, self._app.words.say
        offer, left = basket.offer, basket.left
        if self._is_lot:
            number, under = "?", say("roster", "by_lot")
        elif left is None:
            number = str(len(basket.kinds))
            under = say("roster", "chosen", most=offer.most)
        else:
            number, under = str(left), say("roster", "left", points=offer.points)
        big = app.type.line(number, "serif bold", HUGE - 8, CREAM)
        lines = app.type.wrapped(under, px(NUMBER - 16), "sans", SMALL)
        step, high = app.type.height("sans", SMALL), big.get_height() * 8 // 10
        top = inner.centery - (high + step * len(lines)) // 2
        middle = inner.x + px(NUMBER - 16) // 2
        surface.blit(big, big.get_rect(midtop=(middle, top - big.get_height() // 10)))
        for n, words in enumerate(lines):
            line = app.type.line(words, "sans", SMALL, PARCHMENT_DARK)
            surface.blit(line, line.get_rect(midtop=(middle, top + high + n * step)))

    def _draw_tokens(
        self, surface: pygame.Surface, basket: RosterBasket, room: pygame.Rect
    ) -> None:
        """Draw the tokens side by side, closer together if there are many."""
        offer = basket.offer
        hooded = (UNKNOWN,) * min(offer.most, MOST_HOODED)
        kinds = hooded if self._is_lot else basket.picked.kinds
        px, count = self._app.look.px, max(1, len(kinds))
        size = max(px(LEAST), min(px(MOST), round(room.height / TALL), room.width * 10 // 11))
        wide = round(size * 1.1)
        step = min(wide, max(1, (room.width - wide) // max(1, count - 1)))
        for n, kind in enumerate(kinds):
            title = offer.kinds[kind].title if kind in offer.kinds else kind
            image = self._pictures.standee(lone_token(self._side, kind, title), size, False)
            at = image.get_rect(bottomleft=(room.x + n * step, room.bottom))
            surface.blit(image, at)
