"""A page of a book: a title, and paragraphs in a serif font, with headings or a large initial."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import pygame

from game.campaign.chronicle import Heading
from game.client.kit.theme import INK, INK_FADED, PARCHMENT_EDGE, SMALL, TITLE, Colour, rgb
from game.client.kit.typography import Face
from game.client.kit.widgets.drawing import focus_edge
from game.client.kit.widgets.scroll import ScrollArea

if TYPE_CHECKING:
    from game.client.kit.app import App

Style: TypeAlias = tuple[Face, int, Colour]

READING = 18
"""Font size of the story."""
INITIAL = 3
"""Height of the initial, in lines."""
LEADING = 1.14
"""Distance between lines, as a multiple of the font's height."""
RUBRIC = rgb("#94302a")
"""Colour of the initial and of headings."""
HEADING, ABOVE = 20, 0.7
"""Font size of headings, and the room above one, in lines."""
PLAIN: Style = "serif", READING, INK
HEADED: Style = "serif bold", HEADING, RUBRIC
"""Font, size and colour of lines and of headings."""
INDENT = 22
"""Indent of a paragraph's first line, at 100%."""
WIDEST = 560
"""Maximum width of a line at 100%: about sixty-five letters."""


class PageLine(NamedTuple):
    """A line of the page: its words, and its distances from the left and the top."""

    words: str
    x: int
    y: int
    is_heading: bool = False


class StoryPage(ScrollArea):
    """The story of a stop. It can have the focus only if it is long enough to scroll."""

    follows_pointer = False

    def __init__(self, chapter: str, title: str, paragraphs: Sequence[str]) -> None:
        super().__init__()
        self.is_focusable = False
        self._chapter, self._title, self._paragraphs = chapter, title, tuple(paragraphs)
        self._made: pygame.Surface | None = None
        self.is_bare = False
        """Whether only the paragraphs are shown, for lack of room."""

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        said = self._chapter, self._title, self._paragraphs
        key = "page", said, self.is_bare, self._column(app)
        self._made = app.art.once(key, lambda: self._set(app))
        self.is_focusable = self.is_long
        self.roll(0)

    def _column(self, app: "App") -> int:
        return max(1, min(self.room.width, app.look.px(WIDEST)))

    @property
    def extent(self) -> int:
        return self._made.get_height() if self._made is not None else 0

    # Typesetting

    def _set(self, app: "App") -> pygame.Surface:
        """Return the whole page as one image."""
        px, wide = app.look.px, self._column(app)
        head = pygame.Surface((1, 1)) if self.is_bare else self._head(app, wide)
        step = round(app.type.height("serif", READING) * LEADING)
        lines = list(self._lines(app, wide, step))
        below = 0 if self.is_bare else head.get_height() + px(18)
        high = below + (lines[-1].y + step if lines else 0)
        if self._has_initial:
            high = max(high, below + INITIAL * step)
        made = pygame.Surface((wide, high + px(4)), pygame.SRCALPHA)
        if not self.is_bare:
            made.blit(head, (0, 0))
        if self._has_initial:
            letter = self._initial(app, step)
            made.blit(letter, (0, below))
        for line in lines:
            face, size, ink = HEADED if line.is_heading else PLAIN
            words = app.type.line(line.words, face, size, ink)
            made.blit(words, (line.x, below + line.y))
        return made

    def _head(self, app: "App", wide: int) -> pygame.Surface:
        """Return an image of the chapter and the title, with a line and a lozenge below."""
        px = app.look.px
        chapter = app.type.block(self._chapter, wide, "sans bold", SMALL, INK_FADED)
        title = app.type.block(self._title, wide, "serif bold", TITLE - 2, INK)
        top = chapter.get_height() if self._chapter else 0
        made = pygame.Surface((wide, top + title.get_height() + px(14)), pygame.SRCALPHA)
        if self._chapter:
            made.blit(chapter, (0, 0))
        made.blit(title, (0, top - px(3) if top else 0))
        rule(app, made, pygame.Rect(0, made.get_height() - px(8), wide, px(8)))
        return made

    @property
    def _has_initial(self) -> bool:
        """Return whether the page begins with an initial: a long text that starts with a letter."""
        first = self._paragraphs[0] if self._paragraphs else ""
        return not self.is_bare and len(first) > 120 and first[:1].isalpha()

    def _initial(self, app: "App", step: int) -> pygame.Surface:
        """Return an image of the initial, as high as the lines next to it."""
        letter = self._paragraphs[0][0]
        size = round(INITIAL * step * 1.06 / app.look.scale)
        drawn = app.type.line(letter, "serif bold", size, RUBRIC)
        box = drawn.get_bounding_rect()
        want = (INITIAL - 1) * step + round(app.type.font("serif", READING).get_ascent() * 0.86)
        letter_only = drawn.subsurface(box)
        scaled = round(box.width * want / max(1, box.height)), want
        made = pygame.Surface((scaled[0], want + round(step * 0.18)), pygame.SRCALPHA)
        made.blit(pygame.transform.smoothscale(letter_only, scaled), (0, round(step * 0.2)))
        return made

    def _lines(self, app: "App", wide: int, step: int) -> Iterator[PageLine]:
        """Yield the lines of the text with their places."""
        y = 0
        for n, paragraph in enumerate(self._paragraphs):
            words = paragraph.split()
            is_heading = isinstance(paragraph, Heading)
            is_first = n == 0 or isinstance(self._paragraphs[n - 1], Heading)
            face, size, _ = HEADED if is_heading else PLAIN
            if is_heading and n > 0:
                y += round(step * ABOVE)
            beside = 0
            if n == 0 and self._has_initial:
                words[0] = words[0][1:]
                beside = self._initial(app, step).get_width() + app.look.px(8)
            count = 0
            while words:
                x = beside if n == 0 and count < INITIAL else 0
                if not (is_first or is_heading) and count == 0:
                    x = app.look.px(INDENT)
                taken = _fitting(app, words, wide - x, face, size)
                yield PageLine(" ".join(words[:taken]), x, y, is_heading)
                words = words[taken:]
                count += 1
                y += step
            if n == 0 and self._has_initial and count < INITIAL:
                y += (INITIAL - count) * step

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        if self._made is not None:
            part = pygame.Rect(0, self.offset, self._made.get_width(), self.rect.height)
            left = self.rect.x + (self.room.width - self._made.get_width()) // 2
            surface.blit(self._made, (left, self.rect.y), part)
        self.draw_bar(surface, app, is_focused or is_hovered)
        if is_focused:
            focus_edge(app, surface, self.rect.inflate(app.look.px(10), app.look.px(8)), 5)


def _fitting(app: "App", words: list[str], wide: int, face: Face, size: int) -> int:
    """Return the number of words that fit on a line in a font, at least one."""
    low, high = 1, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        fits = app.type.width(" ".join(words[:middle]), face, size) <= wide
        low, high = (middle, high) if fits else (low, middle - 1)
    return low


def rule(app: "App", surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Draw a thin line with a lozenge in its middle."""
    px, y = app.look.px, rect.centery
    middle, half = rect.centerx, px(4)
    for start, end in ((rect.left, middle - 3 * half), (middle + 3 * half, rect.right - 1)):
        pygame.draw.line(surface, PARCHMENT_EDGE, (start, y), (end, y), px(1))
    points = [(middle - half, y), (middle, y - half), (middle + half, y), (middle, y + half)]
    pygame.draw.polygon(surface, PARCHMENT_EDGE, points)
