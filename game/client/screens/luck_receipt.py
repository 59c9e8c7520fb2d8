"""The screen of the luck receipt: each side's dice, compared with the expected values."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import (
    BODY,
    BRASS,
    BRASS_DARK,
    CREAM,
    HUGE,
    INK,
    INK_FADED,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    TITLE,
    Colour,
)
from game.client.kit.widgets.button import Button
from game.client.kit.widgets.drawing import box, panel
from game.client.kit.widgets.screen import Screen
from game.client.kit.widgets.scroll import Passage, ScrollText
from game.client.kit.widgets.tabs import Tabs
from game.present.luck_receipt import Receipt, number

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDTH, TALL, PAD, HIGH, HEAD = 980, 620, 32, 46, 52
CHARTS = 3
"""Maximum number of bar charts, for the dice rolled most often."""
MOST_BARS = 20
"""Maximum number of faces of a die that gets a bar chart."""


class LuckScene(Screen):
    """A parchment with a page for each side that rolled dice."""

    is_over = True

    def __init__(
        self,
        app: "App",
        found: Sequence[Receipt],
        colour_of: Callable[[str], Colour | None],
        on_analysis: Callable[[], object] | None = None,
    ) -> None:
        """Set up the pages; `colour_of` returns a side's colour; None for dice without a unit.

        `on_analysis` opens the analysis of luck and choices; None leaves its button out.
        """
        super().__init__(app)
        self._found, self._colour_of = tuple(found), colour_of
        names = [made.title for made in self._found] or [app.words.say("luck", "nobody")]
        self.tabs = Tabs(names, lambda _: self._show())
        self.text = ScrollText()
        self.back = Button(app.words.say("luck", "back"), self.left, icon="icons/back")
        words = app.words.say("analysis", "open")
        self.analysis = Button(words, on_analysis or self.left, icon="icons/go")
        self.analysis.is_shown = on_analysis is not None
        self.ring.hold((self.tabs, self.text, self.back, self.analysis))
        self._sheet = self._left = pygame.Rect(0, 0, 1, 1)
        self._show()

    @property
    def receipt(self) -> Receipt | None:
        """The receipt on the open page."""
        return self._found[self.tabs.index] if self._found else None

    def _show(self) -> None:
        made = self.receipt
        lines = made.lines if made else (self.app.words.say("luck", "none"),)
        passages = [Passage(lines[0], "sans bold", BODY, after=14)]
        passages += [Passage(line, "sans", BODY, after=8) for line in lines[1:]]
        self.text.tell(passages)

    # Layout and drawing

    def layout(self, size: tuple[int, int]) -> None:
        app, px = self.app, self.app.look.px
        wide = min(px(WIDTH), size[0] - px(32))
        high = min(px(TALL), size[1] - px(24))
        self._sheet = pygame.Rect(0, 0, wide, high)
        self._sheet.center = size[0] // 2, size[1] // 2
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        self.tabs.place(pygame.Rect(inner.x, inner.y + px(HEAD), inner.width, px(34)), app)
        top, bottom = self.tabs.rect.bottom + px(20), inner.bottom - px(HIGH) - px(16)
        gap = px(32)
        self._left = pygame.Rect(inner.x, top, (inner.width - gap) * 44 // 100, bottom - top)
        right = self._left.right + gap
        self.text.place(pygame.Rect(right, top, inner.right - right, bottom - top), app)
        back = pygame.Rect(inner.x, inner.bottom - px(HIGH), px(170), px(HIGH))
        self.back.place(back, app)
        room = min(px(300), inner.width - px(190))
        self.analysis.place(pygame.Rect(inner.right - room, back.y, room, px(HIGH)), app)

    def paint(self, surface: pygame.Surface) -> None:
        app, px = self.app, self.app.look.px
        panel(app, surface, self._sheet)
        inner = self._sheet.inflate(-2 * px(PAD), -2 * px(PAD))
        title = app.type.line(app.words.say("luck", "head"), "serif bold", TITLE, INK)
        surface.blit(title, (inner.x, inner.y - px(10)))
        made = self.receipt
        if made is not None:
            y = self._draw_sum(surface, made)
            self._draw_charts(surface, made, y)

    def _draw_sum(self, surface: pygame.Surface, made: Receipt) -> int:
        """Draw the sum of all faces, compared with the mean; return the y below."""
        app, px, say = self.app, self.app.look.px, self.app.words.say
        left, pips = self._left, made.pips
        big = app.type.line(str(pips.actual), "serif bold", HUGE, INK)
        surface.blit(big, (left.x, left.y - px(18)))
        x, room = left.x + big.get_width() + px(14), left.width - big.get_width() - px(14)
        for n, key in enumerate(("pips", "expected")):
            words, colour = say("luck", key, mean=number(pips.mean)), INK if n else INK_FADED
            line = app.type.fit_line(words, room, "sans bold" if n else "sans", BODY, colour)
            surface.blit(line, (x, left.y + px(6) + n * px(22)))
        y = left.y + px(64)
        self._draw_scale(surface, made, pygame.Rect(left.x, y, left.width, px(14)))
        return y + px(14 + 34)

    def _draw_scale(self, surface: pygame.Surface, made: Receipt, rect: pygame.Rect) -> None:
        """Draw a scale of all possible results with a mark at the share of lower results."""
        app, px, say = self.app, self.app.look.px, self.app.words.say
        box(app, surface, rect, PARCHMENT_DARK, PARCHMENT_EDGE, 1, 7)
        share = float(made.pips.lower + made.pips.same / 2)
        middle, x = rect.centerx, rect.x + px(7) + round((rect.width - px(14)) * share)
        run = pygame.Rect(min(middle, x), rect.y + px(3), max(px(2), abs(x - middle)), px(8))
        pygame.draw.rect(surface, BRASS, run)
        pygame.draw.line(
            surface, INK_FADED, (middle, rect.y - px(3)), (middle, rect.bottom + px(2))
        )
        colour = self._colour_of(made.side) or INK_FADED
        pygame.draw.aacircle(surface, BRASS_DARK, (x, rect.centery), px(10))
        pygame.draw.aacircle(surface, colour, (x, rect.centery), px(8))
        places = {"low": rect.left, "usual": middle, "high": rect.right}
        for key, place in places.items():
            line = app.type.line(say("luck", key), "sans", SMALL, INK_FADED)
            at = line.get_rect(midtop=(place, rect.bottom + px(4)))
            surface.blit(line, at.clamp(pygame.Rect(rect.x, at.y, rect.width, at.height)))

    def _draw_charts(self, surface: pygame.Surface, made: Receipt, top: int) -> None:
        """Draw bar charts of the faces rolled, with a line at the expected number of each face."""
        px = self.app.look.px
        shown = [it for it in made.tally if it[0] <= MOST_BARS]
        shown = sorted(shown, key=lambda it: -sum(it[1]))[:CHARTS]
        if not shown:
            return
        gap = px(12)
        room = self._left.bottom - top
        count = min(len(shown), max(1, room // px(88)))
        high = min(px(190), (room - gap * (count - 1)) // count)
        for n, (sides, counts) in enumerate(shown[:count]):
            rect = pygame.Rect(self._left.x, top + n * (high + gap), self._left.width, high)
            self._draw_faces(surface, rect, sides, counts, self._colour_of(made.side) or INK_FADED)

    def _draw_faces(
        self,
        surface: pygame.Surface,
        rect: pygame.Rect,
        sides: int,
        counts: tuple[int, ...],
        colour: Colour,
    ) -> None:
        app, px = self.app, self.app.look.px
        words = app.words.say("luck", "die", sides=sides, count=sum(counts))
        head = app.type.line(words, "sans bold", SMALL, INK_FADED)
        surface.blit(head, rect)
        step = app.type.height("sans", SMALL)
        foot, ceiling = rect.bottom - step, rect.y + head.get_height() + px(6)
        most, expected = max(*counts, 1), sum(counts) / sides
        scale = max(1, foot - ceiling) / max(most, expected)
        is_roomy = min(filter(None, counts), default=0) * scale > step
        wide = min(rect.width / sides, float(px(48)))
        for n, count in enumerate(counts):
            bar = pygame.Rect(rect.x + round(n * wide) + px(2), 0, round(wide) - px(4), 0)
            bar.height = max(px(1), round(count * scale))
            bar.bottom = foot
            pygame.draw.rect(
                surface, colour, bar, border_top_left_radius=px(3), border_top_right_radius=px(3)
            )
            face = app.type.line(str(n + 1), "sans", SMALL, INK)
            surface.blit(face, face.get_rect(midtop=(bar.centerx, foot)))
            fell = app.type.line(str(count), "sans", SMALL, CREAM)
            if is_roomy and count and bar.width > fell.get_width():
                surface.blit(fell, fell.get_rect(midbottom=(bar.centerx, foot - px(1))))
        y, end = foot - round(expected * scale), rect.x + round(sides * wide)
        for x in range(rect.x, end, px(8)):
            pygame.draw.line(surface, INK, (x, y), (min(end, x + px(4)), y), px(1))
        pygame.draw.line(surface, PARCHMENT_EDGE, (rect.x, foot), (end, foot), px(1))
