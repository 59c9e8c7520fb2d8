"""The sign beside the findings: who wins between soldiers. A press opens the page with more."""

from typing import TYPE_CHECKING

import pygame

from game.client.editor.desk.editor_desk import EditorDesk
from game.client.editor.desk.told_wins import ToldShare
from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import CREAM, INK, PARCHMENT_EDGE, SMALL, WALNUT_DARK
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.drawing import focus_edge, panel

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDE, NARROW, LEAST = 176, 116, 760
"""Widths of the sign, and the least width of a strip that has room for the wide one, at 100%."""
PAD, BAR, GAP = 19, 12, 8
"""Padding, height of the bar, and gaps, at 100%."""


class WinsSign(Widget):
    """A bar with the share of each side, and the number of battles."""

    sound = "button"

    def __init__(self, desk: EditorDesk) -> None:
        super().__init__()
        self._desk = desk

    def place_in(self, strip: pygame.Rect, app: "App") -> pygame.Rect:
        """Lay out the sign at the end of a strip; return the rest of the strip."""
        px, rest = app.look.px, pygame.Rect(strip)
        wide = px(WIDE if strip.width >= px(LEAST) else NARROW)
        self.place(pygame.Rect(strip.right - wide, strip.y, wide, strip.height), app)
        rest.width -= wide + px(GAP)
        return rest

    @property
    def tip(self) -> str:
        """The shares with their intervals, and what the sign is."""
        lines = [one.words for one in self._desk.wins.shares]
        return "\n".join([*lines, self._desk.app.words.say("meter", "sign_about")])

    def heard(self, event: Input) -> bool:
        is_act = isinstance(event, Act) and event.name == "confirm"
        is_click = isinstance(event, Pointer) and event.button == 1 and event.kind == "up"
        if is_act or (is_click and isinstance(event, Pointer) and self.rect.collidepoint(event.at)):
            self._desk.open("meter")
            return True
        return isinstance(event, Pointer) and event.kind == "down"

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        px, kind, told = app.look.px, app.type, self._desk.wins
        panel(app, surface, self.rect, "wood")
        inner = self.rect.inflate(-2 * px(PAD), 0)
        name = kind.line(app.words.say("editor_page", "meter"), "sans bold", SMALL, CREAM)
        words = kind.fit_line(told.words, inner.width, "sans", SMALL, PARCHMENT_EDGE)
        top = inner.centery - (name.get_height() + words.get_height()) // 2
        surface.blit(name, (inner.x, top))
        surface.blit(words, (inner.x, top + name.get_height()))
        left = inner.x + name.get_width() + px(GAP)
        bar = pygame.Rect(left, 0, inner.right - left, px(BAR))
        bar.centery = top + name.get_height() // 2
        made = pygame.Surface(bar.size, pygame.SRCALPHA)
        _draw_bar(made, told.shares)
        made.set_alpha(120 if told.is_old else 255)
        surface.blit(made, bar)
        if is_focused:
            focus_edge(app, surface, self.rect)


def _draw_bar(surface: pygame.Surface, shares: tuple[ToldShare, ...]) -> None:
    """Draw the shares one after the other, and the interval of the first as a line."""
    whole, x = surface.get_rect(), 0.0
    surface.fill(WALNUT_DARK)
    for one in shares:
        wide = one.share * whole.width
        own = pygame.Rect(round(x), 0, round(x + wide) - round(x), whole.height)
        surface.fill(one.colour, own)
        x += wide
    if shares:
        first, y = shares[0], whole.centery
        ends = [round((whole.width - 1) * end) for end in (first.low, first.high)]
        pygame.draw.line(surface, INK, (ends[0], y), (ends[1], y), max(2, whole.height // 6))
    pygame.draw.rect(surface, PARCHMENT_EDGE, whole, 1)
