"""The page of a kind that you can choose: portrait, price, stats and abilities."""

from typing import TYPE_CHECKING

import pygame

from game.client.board.standees import Standees
from game.client.kit.theme import BODY, INK, INK_FADED, LARGE, SMALL
from game.client.kit.widgets.drawing import panel
from game.client.kit.widgets.scroll import Passage, ScrollText
from game.client.panels.parchment_page import Sheet
from game.client.setup.price_list import coin
from game.present.kind_cards import KindCard

if TYPE_CHECKING:
    from game.client.kit.app import App

PAD, FIGURE, LARGEST, COIN = 24, 96, 210, 44
"""Padding, minimum and maximum width of the portrait, and size of the price, at 100%."""
SIZES = LARGE + 4, LARGE, BODY
"""Font sizes of the title; the largest that fits is used."""
LEAST = 64
"""Minimum height of the text below the stats, at 100%."""


class KindPage:
    """A sheet of parchment about a kind; its text can have the focus if it is long."""

    def __init__(self, app: "App", pictures: Standees) -> None:
        self._app, self._pictures = app, pictures
        self.text = ScrollText()
        self._rect = pygame.Rect(0, 0, 1, 1)
        self._card: KindCard | None = None
        self._side, self._is_priced = "", False
        self._figures: Sheet | None = None
        self._left = self._top = 0

    def show(self, card: KindCard, side: str, is_priced: bool) -> None:
        """Show a kind's card, as a unit of a side."""
        self._card, self._side, self._is_priced = card, side, is_priced

    def place(self, rect: pygame.Rect) -> None:
        """Lay out the page in a rectangle."""
        self._rect, card, app = rect, self._card, self._app
        if card is None:
            return
        px = app.look.px
        inner = rect.inflate(-2 * px(PAD), -2 * px(PAD))
        portrait = min(inner.height * 6 // 7, inner.width * 28 // 100, px(LARGEST))
        self._left = inner.x + max(px(FIGURE), portrait) + px(22)
        wide = inner.right - self._left
        self._top = inner.y + px(38)
        rows = [(line.label, line.value) for line in card.figures]
        if card.life is not None:
            rows.insert(0, (app.words.say("roster", "life_figure"), str(card.life)))
        sheet = Sheet(app, wide)
        sheet.pair(rows)
        has_room = self._top + sheet.y + px(LEAST) <= inner.bottom
        self._figures = sheet if has_room else Sheet(app, wide)
        top = self._top + (sheet.y + px(8) if has_room else 0)
        self.text.place(pygame.Rect(self._left, top, wide, max(1, inner.bottom - top)), app)
        self.text.tell(self._passages(card, [] if has_room else rows))

    def _passages(self, card: KindCard, rows: list[tuple[str, str]]) -> list[Passage]:
        """Return the text; `rows` are stats without room in a table, shown in its first line."""
        say = self._app.words.say
        line = " · ".join(f"{label} {value}" for label, value in rows)
        found = [Passage(line, "sans bold", SMALL + 1, after=6)] if line else []
        if card.about:
            found.append(Passage(card.about, "sans italic", BODY, INK_FADED, after=8))
        for thing in card.things:
            said = thing.facts or thing.about
            told = say("roster", "thing", thing=thing.label, facts=said)
            found.append(Passage(told if said else thing.label, "sans", SMALL + 1, after=3))
        return found

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything except the text, which is a separate widget."""
        app, card, px = self._app, self._card, self._app.look.px
        panel(app, surface, self._rect)
        if card is None or self._figures is None:
            return
        inner = self._rect.inflate(-2 * px(PAD), -2 * px(PAD))
        wide = self._left - inner.x - px(22)
        face = self._pictures.portrait(card.kind, self._side, (wide, wide * 7 // 6))
        surface.blit(face, inner.topleft)
        if self._is_priced:
            spot = inner.x + wide - px(8), inner.y + wide * 7 // 6 - px(10)
            coin(app, surface, card.price, spot, px(COIN))
        room = inner.right - self._left
        whole = (s for s in SIZES if app.type.width(card.title, "serif bold", s) <= room)
        size = next(whole, SIZES[-1])
        line = app.type.fit_line(card.title, room, "serif bold", size, INK)
        surface.blit(line, (self._left, inner.y - px(4)))
        for piece in self._figures.pieces:
            surface.blit(piece.image, piece.rect.move(self._left, self._top))
