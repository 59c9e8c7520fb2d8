"""A tooltip: a small page about something on the screen, with keywords that can be pointed at."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pygame

from game.client.kit.theme import (
    BRASS,
    BRASS_DARK,
    INK_FADED,
    PARCHMENT_DARK,
    PARCHMENT_EDGE,
    SMALL,
    SPACE,
)
from game.client.panels.panel_drawing import shadow
from game.client.panels.parchment_page import LinkFinder, ParchmentPage, Sheet
from game.present.codex.glossary import KeywordCard
from game.present.codex.pages import PageSection

if TYPE_CHECKING:
    from game.client.kit.app import App

WIDEST = 440
"""Maximum width of the text, at 100%: wide enough for a facts line to fit on two lines."""
LINE, NAIL = 3, 5
"""Height of the line that grows until a tooltip is pinned, and radius of the nail, at 100%."""


@dataclass(frozen=True)
class Tip:
    """The text of a tooltip."""

    title: str
    kind: str = ""
    """Kind of thing that the title names, or the id of a rule."""
    lines: tuple[str, ...] = ()
    flavour: str = ""
    figures: tuple[tuple[str, str], ...] = ()
    """Names and values of stats."""
    sections: tuple[PageSection, ...] = ()
    page: str = ""
    """Address of its page in the codex, or "" if it has none."""


def tip_of(card: KeywordCard) -> Tip:
    """Return the text of a keyword's tooltip."""
    return Tip(
        card.title,
        card.kind,
        (card.facts,) if card.facts else (),
        card.about,
        tuple((one.name, one.value) for one in card.figures),
        card.sections,
        card.address,
    )


@dataclass(frozen=True)
class TipOffer:
    """A tooltip that a panel offers, because something on it is pointed at or focused."""

    of: str
    """Id of that thing, the same as long as the thing is there."""
    tip: Tip
    anchor: pygame.Rect
    """Rectangle of that thing, which the tooltip doesn't cover."""
    around: pygame.Rect = field(default_factory=pygame.Rect)
    """Rectangle of the text around a keyword, which the tooltip leaves free if there is room."""
    is_above: bool = False
    is_pointed: bool = True
    """Whether the pointer is on that thing; False if a key has chosen it."""

    @property
    def is_word(self) -> bool:
        """Return whether the tooltip is about a keyword in a text."""
        return bool(self.around)


class Tooltip:
    """A tooltip on the screen. If it is pinned, the pointer can enter it."""

    def __init__(self, app: "App", offer: TipOffer, find: LinkFinder) -> None:
        self._app, self._find = app, find
        self.offer = offer
        self.page = ParchmentPage(app, PARCHMENT_DARK)
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.is_pinned = False
        self.shown = 0.0
        """Seconds since the tooltip appeared, or since the pointer last moved."""
        self.foot = ""
        """Line below the text, which says what can be done."""
        self._foot_height = 0

    def write(self, is_new: bool = True) -> None:
        """Write the text; unless it `is_new`, keep the place it was scrolled to."""
        sheet = Sheet(self._app, self._app.look.px(WIDEST))
        write_tip(sheet, self.offer.tip, self._find)
        self.page.take(sheet, is_new)

    def size(self, feet: Sequence[str]) -> tuple[int, int]:
        """Return the size of the whole, with room for each of the `feet` below the text."""
        px, kind, sheet = self._app.look.px, self._app.type, self.page.sheet
        assert sheet is not None
        lines = [piece.rect.right for piece in sheet.pieces]
        lines += [kind.width(words, "sans", SMALL) for words in feet]
        wide = min(max(lines, default=0), sheet.width)
        self._foot_height = kind.height("sans", SMALL) if any(feet) else 0
        return wide + px(3 * SPACE), sheet.y + self._foot_height + px(1.5 * SPACE)

    def place(self, rect: pygame.Rect) -> None:
        """Set the rectangle on the screen; the text scrolls if that is too low for it."""
        px, self.rect = self._app.look.px, rect
        high = rect.height - self._foot_height - px(1.5 * SPACE)
        corner = rect.x + px(1.5 * SPACE), rect.y + px(0.75 * SPACE)
        self.page.rect = pygame.Rect(corner, (rect.width - px(3 * SPACE), max(1, high)))

    @property
    def has_keywords(self) -> bool:
        """Return whether the pointer has anything to do in the tooltip."""
        return bool(self.page.links) or self.page.is_long

    def draw(self, surface: pygame.Surface, progress: float, is_walked: bool) -> None:
        """Draw the tooltip.

        `progress` is the share of the time until it is pinned. If it `is_walked`, mark the keyword
        chosen by keys.
        """
        app, px, rect = self._app, self._app.look.px, self.rect
        shadow(app, surface, rect)
        pygame.draw.rect(surface, PARCHMENT_DARK, rect, border_radius=px(6))
        if progress > 0 and not self.is_pinned:
            inner = rect.inflate(-2 * px(6), 0)
            line = pygame.Rect(inner.x, 0, round(inner.width * progress), px(LINE))
            line.bottom = rect.bottom - px(1)
            pygame.draw.rect(surface, BRASS_DARK, line, border_radius=px(1))
        edge = BRASS_DARK if self.is_pinned else PARCHMENT_EDGE
        pygame.draw.rect(surface, edge, rect, px(2 if self.is_pinned else 1), px(6))
        self.page.draw(surface, is_walked)
        if self.foot:
            words = app.type.fit_line(self.foot, self.page.rect.width, "sans", SMALL, INK_FADED)
            surface.blit(words, (self.page.rect.x, self.page.rect.bottom))
        if self.is_pinned:
            self._nail(surface)

    def _nail(self, surface: pygame.Surface) -> None:
        """Draw the nail of a pinned tooltip."""
        px, size = self._app.look.px, self._app.look.px(NAIL)
        middle = self.rect.right - px(11), self.rect.y + px(11)
        pygame.draw.aacircle(surface, BRASS_DARK, (middle[0] + px(1), middle[1] + px(1)), size)
        pygame.draw.aacircle(surface, BRASS, middle, size)
        gleam = middle[0] - size // 3, middle[1] - size // 3
        pygame.draw.aacircle(surface, PARCHMENT_DARK, gleam, max(1, size // 3))


def write_tip(sheet: Sheet, tip: Tip, find: LinkFinder) -> None:
    """Write the text of a tooltip on a page; links found by `find` are marked."""
    sheet.text(tip.title, "sans bold")
    if tip.kind:
        sheet.text(tip.kind, "sans", SMALL, INK_FADED)
    for line in (one for text in tip.lines for one in text.split("\n")):
        sheet.linked(line, find, "sans", SMALL)
    if tip.flavour:
        sheet.linked(tip.flavour, find, "sans italic", SMALL, INK_FADED)
    if tip.figures:
        sheet.gap(2)
        sheet.pair(list(tip.figures), SMALL)
    for section in tip.sections:
        sheet.head(section.head)
        sheet.flow([(one.title, one.page) for one in section.entries], "sans", SMALL)
