"""Lines of text, each with a portrait or an icon."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.client.board.standees import Standees
from game.client.campaign.hero_standees import PARTY
from game.client.kit.theme import BODY, CREAM, INK, INK_FADED, PARCHMENT_EDGE, SMALL, Colour
from game.client.kit.widgets.drawing import focus_edge
from game.client.kit.widgets.scroll import ScrollArea

if TYPE_CHECKING:
    from game.client.kit.app import App

TALL, WIDE, GAP = 66, 54, 12
"""Height and width of a portrait, and gap between lines, at 100%."""


class PortraitLine(NamedTuple):
    """A line of text with the portrait of a kind, or with an icon."""

    title: str
    words: str
    kind: str = ""
    sign: str = ""
    colour: Colour = INK


class PortraitLines(ScrollArea):
    """A column of lines. It can have the focus only if it is long enough to scroll."""

    follows_pointer = False

    def __init__(self, tales: Sequence[PortraitLine], pictures: Standees) -> None:
        super().__init__()
        self.tales, self._pictures = tuple(tales), pictures
        self._tops: list[int] = [0]
        self.is_focusable = False

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        px = app.look.px
        self._tops = [0]
        for tale in self.tales:
            high = max(px(TALL), self._block(app, tale).get_height() + px(24))
            self._tops.append(self._tops[-1] + high + px(GAP))
        self.is_focusable = self.is_long
        self.roll(0)

    def _block(self, app: "App", tale: PortraitLine) -> pygame.Surface:
        room = max(1, self.room.width - app.look.px(WIDE + 14))
        return app.type.block(tale.words, room, "sans", SMALL + 1, INK_FADED)

    @property
    def extent(self) -> int:
        return self._tops[-1]

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        kept = surface.get_clip()
        surface.set_clip(self.rect)
        for tale, top in zip(self.tales, self._tops, strict=False):
            self._draw_tale(surface, app, tale, self.rect.y + top - self.offset)
        surface.set_clip(kept)
        self.draw_bar(surface, app, is_focused or is_hovered)
        if is_focused:
            focus_edge(app, surface, self.rect.inflate(app.look.px(10), app.look.px(8)), 5)

    def _draw_tale(self, surface: pygame.Surface, app: "App", tale: PortraitLine, y: int) -> None:
        px = app.look.px
        spot = pygame.Rect(self.rect.x, y, px(WIDE), px(TALL))
        if tale.kind:
            surface.blit(self._pictures.portrait(tale.kind, PARTY, spot.size), spot)
        else:
            pygame.draw.aacircle(surface, PARCHMENT_EDGE, spot.center, px(25))
            pygame.draw.aacircle(surface, CREAM, spot.center, px(23))
        if tale.sign:
            side = px(22 if tale.kind else 30)
            middle = (spot.right - px(3), spot.bottom - px(13)) if tale.kind else spot.center
            if tale.kind:
                pygame.draw.aacircle(surface, INK, middle, px(14))
                pygame.draw.aacircle(surface, CREAM, middle, px(12))
            sign = app.art.image(tale.sign, (side, side), tint=tale.colour)
            surface.blit(sign, sign.get_rect(center=middle))
        left = spot.right + px(14)
        line = app.type.fit_line(
            tale.title, self.room.right - left, "serif bold", BODY, tale.colour
        )
        words = self._block(app, tale)
        top = spot.centery - (line.get_height() + words.get_height()) // 2
        top = max(y, top)
        surface.blit(line, (left, top))
        surface.blit(words, (left, top + line.get_height()))
