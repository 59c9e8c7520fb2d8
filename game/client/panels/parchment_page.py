"""A parchment page: text and images from top to bottom, which scroll if they are long."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

import pygame

from game.client.kit.inputs import Input, Pointer
from game.client.kit.theme import (
    BODY,
    INK,
    INK_FADED,
    LINK,
    PARCHMENT,
    PARCHMENT_EDGE,
    SMALL,
    Colour,
)
from game.client.panels.panel_drawing import is_press, slider, tag, veil

if TYPE_CHECKING:
    from game.client.kit.app import App
    from game.client.kit.typography import Face

VALUE = 0.72
"""Maximum share of a column's width for the value of a stat."""
WHEEL, EDGE = 44, 30
"""Distance that the wheel scrolls, and distance of a chosen link from the page's edges, at 100%."""
BETWEEN = "  ·  "
FAINT = 110
"""Opacity of the line under a link, of 255."""


class WordLink(Protocol):
    """A part of a text, from letter `start` to `end`, that leads to an address."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def address(self) -> str: ...


LinkFinder = Callable[[str], Sequence[WordLink]]
"""A function that returns the links in a text."""


def no_links(words: str) -> Sequence[WordLink]:
    """Return no links, whatever the text."""
    return ()


@dataclass(frozen=True)
class PagePicture:
    """An image on the page; if it has a link, you can press it."""

    image: pygame.Surface
    rect: pygame.Rect
    link: str = ""
    """The link: a rule's id, the address of a page, or "" for none."""
    hot: pygame.Surface | None = None
    """The image used while you point at the link; None for the tag of a rule."""
    mark: int = 0
    """The number of the link; the images of a link on two lines have the same number."""


class LinkSpot(NamedTuple):
    """A visible link: its rectangle on the screen, and its address."""

    rect: pygame.Rect
    address: str
    mark: int = 0
    """The number of the link on its page; a link on two lines has two spots."""


class Sheet:
    """The contents of a page, written once from top to bottom."""

    def __init__(self, app: "App", width: int, *, is_tight: bool = False) -> None:
        self.app, self.width, self.y = app, max(1, width), 0
        self.is_tight = is_tight
        """Whether to save height where the same can be said in running text."""
        self.pieces: list[PagePicture] = []
        self._marks = 0

    def gap(self, pixels: float) -> None:
        """Leave a gap of `pixels` at 100%."""
        self.y += self.app.look.px(pixels)

    def put(self, image: pygame.Surface, x: int, y: int, link: str = "") -> pygame.Rect:
        """Add an image at a place on the page; return its rectangle there."""
        rect = image.get_rect(topleft=(x, y))
        self.pieces.append(PagePicture(image, rect, link, mark=self._next_mark() if link else 0))
        return rect

    def _next_mark(self) -> int:
        self._marks += 1
        return self._marks

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
        """Add wrapped text; if `most` isn't 0, shrink or cut it to at most `most` lines."""
        width, kind = max(1, self.width - left - right), self.app.type
        lines, size = kind.fit_lines(words, width, most, face, size)
        for line in lines:
            self.put(kind.line(line, face, size, colour), left, self.y)
            self.y += kind.height(face, size)

    def title(self, words: str, size: int, most: int) -> None:
        """Add a title of at most `most` lines, or if it is longer, a small one without a limit."""
        lines, smaller = self.app.type.fit_lines(words, self.width, most, "serif bold", size)
        if " ".join(lines) == " ".join(words.split()):
            self.text(words, "serif bold", size, most=most)
        else:
            self.text(words, "serif bold", min(smaller, SMALL + 1))

    def linked(
        self,
        words: str,
        find: LinkFinder,
        face: "Face" = "sans",
        size: int = BODY,
        colour: Colour = INK,
        left: int = 0,
    ) -> None:
        """Add wrapped text whose links can be pressed."""
        words, kind = " ".join(words.split()), self.app.type
        links = [(link, self._next_mark()) for link in find(words)]
        at = 0
        for line in kind.wrapped(words, max(1, self.width - left), face, size):
            at += words.startswith(" ", at)
            here = (
                (max(link.start, at) - at, min(link.end, at + len(line)) - at, link.address, mark)
                for link, mark in links
                if link.start < at + len(line) and link.end > at
            )
            self._line(line, tuple(here), (face, size, colour), left)
            at += len(line)
            self.y += kind.height(face, size)

    def _line(
        self,
        line: str,
        links: "tuple[tuple[int, int, str, int], ...]",
        look: "tuple[Face, int, Colour]",
        left: int,
    ) -> None:
        """Add a line with its links, each given as start, end, address and number."""
        face, size, colour = look
        kind = self.app.type
        whole, at = kind.line(line, face, size, colour), 0
        for start, end, address, mark in links:
            begin, stop = kind.width(line[:start], face, size), kind.width(line[:end], face, size)
            plain = pygame.Rect(at, 0, max(0, begin - at), whole.get_height())
            self.put(whole.subsurface(plain.clip(whole.get_rect())), left + at, self.y)
            green = kind.line(line, face, size, LINK)
            part = pygame.Rect(begin, 0, stop - begin, whole.get_height()).clip(green.get_rect())
            self._link(green.subsurface(part), left + begin, address, mark)
            at = stop
        rest = pygame.Rect(at, 0, whole.get_width() - at, whole.get_height())
        if rest.width > 0:
            self.put(whole.subsurface(rest), left + at, self.y)

    def _link(self, words: pygame.Surface, x: int, address: str, mark: int) -> pygame.Rect:
        """Add the words of a link: underlined, and on a darker background while pointed at."""
        px, rect = self.app.look.px, words.get_rect(topleft=(x, self.y))
        images = []
        for is_hot in (False, True):
            made = pygame.Surface(words.get_size(), pygame.SRCALPHA)
            if is_hot:
                pygame.draw.rect(made, PARCHMENT_EDGE, made.get_rect(), border_radius=px(4))
            made.blit(words, (0, 0))
            line = pygame.Rect(0, rect.height - px(3), rect.width, px(2 if is_hot else 1))
            made.fill((*LINK, 255 if is_hot else FAINT), line)
            images.append(made)
        self.pieces.append(PagePicture(images[0], rect, address, images[1], mark))
        return rect

    def flow(
        self,
        entries: Sequence[tuple[str, str]],
        face: "Face" = "serif",
        size: int = BODY,
        left: int = 0,
    ) -> None:
        """Add titles in a row that wraps, each with its link, or "" for none."""
        kind, x, high = self.app.type, left, self.app.type.height(face, size)
        between = kind.line(BETWEEN, face, size, PARCHMENT_EDGE)
        for n, (title, link) in enumerate(entries):
            words = kind.fit_line(title, self.width - left, face, size, LINK if link else INK)
            if n and x + between.get_width() + words.get_width() > self.width:
                x, self.y = left, self.y + high
            elif n:
                self.put(between, x, self.y)
                x += between.get_width()
            if link:
                self._link(words, x, link, self._next_mark())
            else:
                self.put(words, x, self.y)
            x += words.get_width()
        self.y += high

    def series(self, entries: Sequence[tuple[str, str]]) -> None:
        """Add short texts in a row that wraps, each followed by the tag of its rule, if any."""
        kind, px, x = self.app.type, self.app.look.px, 0
        high = kind.height("sans", BODY)
        for words, rule in entries:
            line = kind.fit_line(words, self.width, "sans", BODY, INK)
            made = tag(self.app, rule) if rule else None
            width = line.get_width() + (made.get_width() + px(6) if made else 0)
            if x and x + width > self.width:
                x, self.y = 0, self.y + high
            rect = self.put(line, x, self.y)
            if made:
                top = self.y + (high - made.get_height()) // 2
                self.put(made, rect.right + px(6), top, rule)
            x += width + px(16)
        self.y += high if entries else 0

    def head(self, words: str) -> None:
        """Add a small heading, wrapped if it is long, with a thin line to its right."""
        self.gap(6)
        kind = self.app.type
        *above, last = kind.wrapped(words, self.width, "sans bold", SMALL) or [""]
        for part in above:
            self.put(kind.line(part, "sans bold", SMALL, INK_FADED), 0, self.y)
            self.y += kind.height("sans bold", SMALL)
        at = self.put(kind.line(last, "sans bold", SMALL, INK_FADED), 0, self.y)
        rule = pygame.Surface((max(1, self.width - at.width - self.app.look.px(8)), 1))
        rule.fill(PARCHMENT_EDGE)
        self.put(rule, at.right + self.app.look.px(8), at.centery)
        self.y = at.bottom

    def point(self, words: str, find: LinkFinder = no_links) -> None:
        """Add text with a bullet point."""
        px = self.app.look.px
        dot = pygame.Surface((px(6), px(6)), pygame.SRCALPHA)
        corners = [(px(3), 0), (px(6), px(3)), (px(3), px(6)), (0, px(3))]
        pygame.draw.polygon(dot, PARCHMENT_EDGE, corners)
        self.put(dot, px(2), self.y + px(8))
        self.linked(words, find, "sans", BODY, left=px(16))

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
        """Add a text, a number in a column (or at the edge if `is_wide`), and a rule's tag."""
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

    def pair(self, rows: list[tuple[str, str]], size: int = BODY) -> None:
        """Add stats in two columns; stats that need more room go below them."""
        gap, step = self.app.look.px(18), self.app.type.height("sans", size)
        width = (self.width - gap) // 2
        narrow = [row for row in rows if self._across(*row, size) <= width]
        half = -(-len(narrow) // 2)
        for n, (name, value) in enumerate(narrow):
            x, y = (0 if n < half else width + gap), self.y + (n % half) * step
            self._figure((name, value), x, y, width, size)
        self.y += half * step
        for row in (row for row in rows if row not in narrow):
            self._figure(row, 0, self.y, self.width, size)
            self.y += step

    def _across(self, name: str, value: str, size: int) -> int:
        """Return the width that a stat needs."""
        kind, apart = self.app.type, self.app.look.px(8)
        words, number = kind.width(name, "sans", size), kind.width(value, "sans bold", size)
        return words + apart + number

    def _figure(self, row: tuple[str, str], x: int, y: int, width: int, size: int) -> None:
        """Add a stat's name on the left of a column, and its value on the right."""
        kind, (name, value) = self.app.type, row
        shown, fitting = kind.fit(value, round(width * VALUE), "sans bold", size)
        number = kind.line(shown, "sans bold", fitting, INK)
        self.put(number, x + width - number.get_width(), y)
        room = width - number.get_width() - self.app.look.px(8)
        words, fitting = kind.fit(name, room, "sans", size)
        self.put(kind.line(words, "sans", fitting, INK_FADED), x, y)


class ParchmentPage:
    """A scrolling view of a sheet, whose lower edge fades if the sheet continues."""

    def __init__(self, app: "App", fill: Colour = PARCHMENT) -> None:
        self._app, self._fill = app, fill
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.sheet: Sheet | None = None
        self.offset = 0
        self.under: tuple[int, int] | None = None
        self._mark = 0
        """The number of the link chosen by keys, or 0."""
        self.is_dirty = True

    def take(self, sheet: Sheet, is_new: bool) -> None:
        """Set the sheet; if it `is_new`, scroll to its top."""
        self.sheet, self.is_dirty = sheet, True
        if is_new:
            self.offset = self._mark = 0
        self.offset = min(self.offset, self._most)

    @property
    def _most(self) -> int:
        return max(0, self.sheet.y - self.rect.height) if self.sheet else 0

    def scroll(self, pixels: int) -> None:
        """Scroll down by `pixels`, or up if negative."""
        offset = max(0, min(self._most, self.offset + pixels))
        self.is_dirty = self.is_dirty or offset != self.offset
        self.offset = offset

    def heard(self, event: Input) -> str | None:
        """Handle an input; return the link that was pressed, or None."""
        if not isinstance(event, Pointer):
            return None
        is_here = self.rect.collidepoint(event.at)
        if event.kind == "wheel" and is_here:
            self.scroll(-event.amount * self._app.look.px(WHEEL))
        if event.kind == "move":
            before = self._link_at(self.under)
            self.under = event.at if is_here else None
            self.is_dirty = self.is_dirty or self._link_at(self.under) is not before
        piece = self._link_at(event.at) if is_press(event, self.rect) else None
        return piece.link if piece else None

    @property
    def links(self) -> tuple[str, ...]:
        """All links on the page, in order."""
        return tuple(piece.link for piece in self._linked)

    @property
    def pointed(self) -> str | None:
        """The link under the pointer, or None."""
        hot = self._link_at(self.under)
        return hot.link if hot is not None else None

    @property
    def spots(self) -> list[LinkSpot]:
        """All visible links, in order."""
        moved = ((self._on_screen(piece), piece) for piece in self._linked)
        return [
            LinkSpot(rect.clip(self.rect), piece.link, piece.mark)
            for rect, piece in moved
            if rect.colliderect(self.rect)
        ]

    @property
    def chosen_spot(self) -> LinkSpot | None:
        """The visible link chosen by keys, or None."""
        return next((spot for spot in self.spots if spot.mark == self._mark), None)

    @property
    def is_long(self) -> bool:
        """Return whether the sheet has to be scrolled."""
        return self._most > 0

    def _on_screen(self, piece: PagePicture) -> pygame.Rect:
        return piece.rect.move(self.rect.x, self.rect.y - self.offset)

    @property
    def _linked(self) -> list[PagePicture]:
        return [piece for piece in self.sheet.pieces if piece.link] if self.sheet else []

    # Keys

    @property
    def chosen(self) -> str | None:
        """The link chosen by keys, or None."""
        return next((piece.link for piece in self._linked if piece.mark == self._mark), None)

    def step(self, by: int) -> bool:
        """Choose the next link (1) or the previous one (-1); return whether there is one.

        If the chosen link has been scrolled out of view, continue with the first or last link in
        view. If no link is chosen, there is no previous one.
        """
        places: dict[int, pygame.Rect] = {}
        for piece in self._linked:
            places[piece.mark] = places.get(piece.mark, piece.rect).union(piece.rect)
        top, bottom = self.offset, self.offset + self.rect.height
        chosen = places.get(self._mark)
        if chosen is None and by < 0:
            return False
        marks = [*places] if by > 0 else [*places][::-1]
        if chosen is not None and top <= chosen.y and chosen.bottom <= bottom:
            able = marks[marks.index(self._mark) + 1 :]
        else:
            able = [n for n in marks if (places[n].y >= top if by > 0 else places[n].y < bottom)]
        if not able:
            return False
        self._mark, rect = able[0], places[able[0]]
        edge = self._app.look.px(EDGE)
        self.scroll(max(0, rect.bottom + edge - bottom) - max(0, top + edge - rect.y))
        self.is_dirty = True
        return True

    def _link_at(self, at: tuple[int, int] | None) -> PagePicture | None:
        if at is None or self.sheet is None or not self.rect.collidepoint(at):
            return None
        x, y = at[0] - self.rect.x, at[1] - self.rect.y + self.offset
        return next((piece for piece in self._linked if piece.rect.collidepoint(x, y)), None)

    def draw(self, surface: pygame.Surface, is_focused: bool = False) -> None:
        """Draw the visible part; if `is_focused`, mark the link chosen by keys."""
        if self.sheet is None:
            return
        px, clip = self._app.look.px, surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        pointed = self._link_at(self.under)
        hot = {pointed.mark if pointed else 0, self._mark if is_focused else 0} - {0}
        for piece in self.sheet.pieces:
            rect = self._on_screen(piece)
            if rect.colliderect(self.rect):
                image = piece.image
                if piece.mark in hot:
                    image = piece.hot or tag(self._app, piece.link, True)
                surface.blit(image, rect)
        if self.offset < self._most:
            veil(self._app, surface, self.rect, True, self._fill)
        if self.offset:
            veil(self._app, surface, self.rect, False, self._fill)
        surface.set_clip(clip)
        if self._most:
            track = self.rect.inflate(px(22), 0)
            start, share = self.offset / self._most, self.rect.height / self.sheet.y
            slider(self._app, surface, track, start, share)
