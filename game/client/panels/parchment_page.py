"""A page of parchment: text and images from top to bottom, scrolled if it is long."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from game.client.kit.inputs import Input, Pointer
from game.client.kit.theme import BODY, INK, INK_FADED, PARCHMENT_EDGE, SMALL, Colour
from game.client.panels.panel_drawing import is_press, slider, tag, veil

if TYPE_CHECKING:
    from game.client.kit.app import App
    from game.client.kit.typography import Face

WHEEL = 44
VALUE = 0.72
"""Share of a column that the value of a stat may fill."""


@dataclass(frozen=True)
class PagePicture:
    """An image on the page; a rule's id can be pressed."""

    image: pygame.Surface
    rect: pygame.Rect
    rule: str = ""


class Sheet:
    """A page written once from top to bottom, and drawn as often as needed."""

    def __init__(self, app: "App", width: int) -> None:
        self.app, self.width, self.y = app, max(1, width), 0
        self.pieces: list[PagePicture] = []

    def gap(self, pixels: float) -> None:
        """Leave a gap; `pixels` at 100 %."""
        self.y += self.app.look.px(pixels)

    def put(self, image: pygame.Surface, x: int, y: int, rule: str = "") -> pygame.Rect:
        """Add an image at a place of the page."""
        rect = image.get_rect(topleft=(x, y))
        self.pieces.append(PagePicture(image, rect, rule))
        return rect

    def text(
        self,
        words: str,
        face: "Face" = "sans",
        size: int = BODY,
        colour: Colour = INK,
        left: int = 0,
        right: int = 0,
        most: int = 0,
    ) -> None:
        """Add wrapped text: at most `most` lines if that isn't 0, smaller or cut off if need be."""
        width, kind = max(1, self.width - left - right), self.app.type
        lines, size = kind.fit_lines(words, width, most, face, size)
        for line in lines:
            self.put(kind.line(line, face, size, colour), left, self.y)
            self.y += kind.height(face, size)

    def head(self, words: str) -> None:
        """Add a small heading over a thin line."""
        self.gap(6)
        line = self.app.type.line(words, "sans bold", SMALL, INK_FADED)
        at = self.put(line, 0, self.y)
        rule = pygame.Surface((max(1, self.width - at.width - self.app.look.px(8)), 1))
        rule.fill(PARCHMENT_EDGE)
        self.put(rule, at.right + self.app.look.px(8), at.centery)
        self.y = at.bottom

    def point(self, words: str) -> None:
        """Add a line with a bullet."""
        px = self.app.look.px
        dot = pygame.Surface((px(6), px(6)), pygame.SRCALPHA)
        corners = [(px(3), 0), (px(6), px(3)), (px(3), px(6)), (0, px(3))]
        pygame.draw.polygon(dot, PARCHMENT_EDGE, corners)
        self.put(dot, px(2), self.y + px(8))
        self.text(words, "sans", BODY, left=px(16))

    def row(
        self,
        left: str,
        right: str = "",
        rule: str = "",
        face: "Face" = "sans",
        size: int = BODY,
        colour: Colour = INK,
        is_wide: bool = False,
    ) -> None:
        """Add text, a number in a column (or at the edge if `is_wide`), and its rule."""
        app, px = self.app, self.app.look.px
        edge, kind = self.width, app.type
        if rule:
            made = tag(app, rule)
            edge -= made.get_width()
            high = kind.height(face, size)
            self.put(made, edge, self.y + (high - made.get_height()) // 2, rule)
        if not is_wide:
            edge = min(edge - px(10), round(self.width * 0.7)) if rule or right else edge
        column = edge
        if right:
            number = kind.line(right, "sans bold", size, colour)
            column = edge - number.get_width()
            self.put(number, column, self.y)
            column -= px(10)
        self.text(left, face, size, colour, right=self.width - column, most=2)

    def pair(self, rows: list[tuple[str, str]]) -> None:
        """Add stats in two columns; those that need more room go below."""
        gap, step = self.app.look.px(18), self.app.type.height("sans", BODY)
        width = (self.width - gap) // 2
        narrow = [row for row in rows if self._across(*row) <= width]
        half = -(-len(narrow) // 2)
        for n, (name, value) in enumerate(narrow):
            x, y = (0 if n < half else width + gap), self.y + (n % half) * step
            self._figure(name, value, x, y, width)
        self.y += half * step
        for name, value in (row for row in rows if row not in narrow):
            self._figure(name, value, 0, self.y, self.width)
            self.y += step

    def _across(self, name: str, value: str) -> int:
        """Return the width that a stat needs."""
        kind, apart = self.app.type, self.app.look.px(8)
        words, number = kind.width(name, "sans", BODY), kind.width(value, "sans bold", BODY)
        return words + apart + number

    def _figure(self, name: str, value: str, x: int, y: int, width: int) -> None:
        """Add a name at the left of a column, and its value at the right."""
        kind = self.app.type
        shown, size = kind.fit(value, round(width * VALUE), "sans bold", BODY)
        number = kind.line(shown, "sans bold", size, INK)
        self.put(number, x + width - number.get_width(), y)
        room = width - number.get_width() - self.app.look.px(8)
        words, size = kind.fit(name, room, "sans", BODY)
        self.put(kind.line(words, "sans", size, INK_FADED), x, y)


class ParchmentPage:
    """A sheet in a rectangle: the wheel scrolls it, and its lower edge fades."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.sheet: Sheet | None = None
        self.offset = 0
        self.under: tuple[int, int] | None = None
        self.is_dirty = True

    def take(self, sheet: Sheet, is_new: bool) -> None:
        """Set the sheet; a new one begins at its top."""
        self.sheet, self.is_dirty = sheet, True
        self.offset = 0 if is_new else min(self.offset, self._most)

    @property
    def _most(self) -> int:
        return max(0, self.sheet.y - self.rect.height) if self.sheet else 0

    def scroll(self, pixels: int) -> None:
        """Scroll down by pixels, or up."""
        offset = max(0, min(self._most, self.offset + pixels))
        self.is_dirty = self.is_dirty or offset != self.offset
        self.offset = offset

    def heard(self, event: Input) -> str | None:
        """Return the id of the rule that was pressed, or None."""
        if not isinstance(event, Pointer):
            return None
        is_here = self.rect.collidepoint(event.at)
        if event.kind == "wheel" and is_here:
            self.scroll(-event.amount * self._app.look.px(WHEEL))
        if event.kind == "move":
            before = self._rule_at(self.under)
            self.under = event.at if is_here else None
            self.is_dirty = self.is_dirty or self._rule_at(self.under) is not before
        piece = self._rule_at(event.at) if is_press(event, self.rect) else None
        return piece.rule if piece else None

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule under the pointer, then all others on the page."""
        hot = self._rule_at(self.under)
        named = [piece.rule for piece in self.sheet.pieces if piece.rule] if self.sheet else []
        return (hot.rule, *named) if hot is not None else tuple(named)

    def _rule_at(self, at: tuple[int, int] | None) -> PagePicture | None:
        if at is None or self.sheet is None or not self.rect.collidepoint(at):
            return None
        x, y = at[0] - self.rect.x, at[1] - self.rect.y + self.offset
        ruled = (piece for piece in self.sheet.pieces if piece.rule)
        return next((piece for piece in ruled if piece.rect.collidepoint(x, y)), None)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the visible part."""
        if self.sheet is None:
            return
        px, clip = self._app.look.px, surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        hot = self._rule_at(self.under)
        for piece in self.sheet.pieces:
            rect = piece.rect.move(self.rect.x, self.rect.y - self.offset)
            if rect.colliderect(self.rect):
                image = tag(self._app, piece.rule, True) if piece is hot else piece.image
                surface.blit(image, rect)
        if self.offset < self._most:
            veil(self._app, surface, self.rect, True)
        if self.offset:
            veil(self._app, surface, self.rect, False)
        surface.set_clip(clip)
        if self._most:
            track = self.rect.inflate(px(22), 0)
            start, share = self.offset / self._most, self.rect.height / self.sheet.y
            slider(self._app, surface, track, start, share)
