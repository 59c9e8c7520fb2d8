"""Cards for the options of a choice."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import (
    BODY,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    CREAM,
    INK,
    INK_FADED,
    PARCHMENT,
    PARCHMENT_EDGE,
    SMALL,
)
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import box, shadow

if TYPE_CHECKING:
    from game.client.kit.app import App

SIGN, PAD, GAP = 54, 12, 10
"""Diameter of the sign, padding, and gap between cards, at 100%."""


class OptionCard(Button):
    """A card with an icon, a title, the facts, and a line of flavour if there is room."""

    sound = "page"

    def __init__(
        self, title: str, facts: str, flavour: str, sign: str, on_press: Callable[[], object]
    ) -> None:
        super().__init__(title, on_press, icon=sign)
        self.facts, self.flavour = facts, flavour
        self.is_terse = False
        """Whether the flavour is only in the tooltip."""

    @property
    def tip(self) -> str:
        return self.flavour if self.is_terse else ""

    def high(self, app: "App", wide: int, *, is_terse: bool) -> int:
        """Return the height that the card needs at a width, with or without its flavour."""
        room = self._room(app, wide)
        size = app.type.height("serif bold", BODY + 1)
        size += app.type.block(self.facts, room, "sans", SMALL + 1, INK).get_height()
        if not is_terse:
            size += app.type.block(self.flavour, room, "sans italic", SMALL + 1).get_height()
        return max(size, app.look.px(0 if is_terse else SIGN)) + app.look.px(2 * PAD)

    def _room(self, app: "App", wide: int) -> int:
        return max(1, wide - app.look.px(SIGN + 3 * PAD))

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        px, is_lit = app.look.px, is_focused or is_hovered
        rect = self.rect.move(0, px(1)) if self._is_down and is_hovered else self.rect
        shadow(app, surface, rect, 4)
        edge = BRASS_LIGHT if is_lit else PARCHMENT_EDGE
        box(app, surface, rect, CREAM if is_lit else PARCHMENT, edge, 2 if is_lit else 1, 6)
        if is_lit:
            mark = pygame.Rect(rect.x + px(2), rect.y + px(2), px(5), rect.height - px(4))
            pygame.draw.rect(surface, BRASS, mark, border_radius=px(3))
        self._draw_sign(surface, app, rect)
        self._write(surface, app, rect)

    def _draw_sign(self, surface: pygame.Surface, app: "App", rect: pygame.Rect) -> None:
        px = app.look.px
        across = min(px(SIGN), rect.height - px(8))
        middle = rect.x + px(PAD) + px(SIGN) // 2, rect.centery
        pygame.draw.aacircle(surface, BRASS_DARK, middle, across // 2)
        pygame.draw.aacircle(surface, CREAM, middle, across // 2 - px(2))
        side = across * 6 // 10
        sign = app.art.image(self.icon, (side, side), INK)
        surface.blit(sign, sign.get_rect(center=middle))

    def _write(self, surface: pygame.Surface, app: "App", rect: pygame.Rect) -> None:
        """Draw the title, the facts and the flavour; the facts are smaller if room is scarce."""
        px, room = app.look.px, self._room(app, rect.width)
        left, y = rect.x + px(SIGN + 2 * PAD), rect.y + px(PAD)
        if self.is_terse:
            y = rect.y + px(PAD) // 2
        title = app.type.fit_line(self.words, room, "serif bold", BODY + 1, INK)
        surface.blit(title, (left, y))
        y += app.type.height("serif bold", BODY + 1)
        free = rect.bottom - px(4) - y
        most = max(1, free // app.type.height("sans", SMALL + 1)) if self.is_terse else 0
        lines, size = app.type.fit_lines(self.facts, room, most, "sans", SMALL + 1)
        for line in lines:
            surface.blit(app.type.line(line, "sans", size, INK), (left, y))
            y += app.type.height("sans", size)
        if not self.is_terse:
            flavour = app.type.block(self.flavour, room, "sans italic", SMALL + 1, INK_FADED)
            surface.blit(flavour, (left, y))


def lay_out_cards(cards: Sequence[OptionCard], area: pygame.Rect, app: "App") -> int:
    """Lay out cards in a column; return its height. Without room, the flavour is left out."""
    gap = app.look.px(GAP)
    free = area.height - gap * (len(cards) - 1)
    highs = [card.high(app, area.width, is_terse=False) for card in cards]
    is_terse = sum(highs) > free
    if is_terse:
        gap = app.look.px(GAP) // 2
        free = area.height - gap * (len(cards) - 1)
        highs = [card.high(app, area.width, is_terse=True) for card in cards]
        share = min(1.0, free / max(1, sum(highs)))
        highs = [int(high * share) for high in highs]
    y = area.y
    for card, high in zip(cards, highs, strict=True):
        card.is_terse = is_terse
        card.place(pygame.Rect(area.x, y, area.width, high), app)
        y += high + gap
    return y - gap - area.y if cards else 0
