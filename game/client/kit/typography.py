"""Text in two font families; each line is drawn once and cached."""

import re
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from math import ceil
from typing import Literal

import font_source_sans_pro as sans
import font_source_serif_pro as serif
import pygame

from game.client.kit.theme import BODY, INK, Colour, Look

Face = Literal["serif", "serif bold", "sans", "sans bold", "sans italic"]

FILES: dict[str, str] = {
    "serif": serif.font_files_ttf["SourceSerifPro"],
    "serif bold": serif.font_files_ttf["SourceSerifProBold"],
    "sans": sans.font_files_ttf["SourceSansPro"],
    "sans bold": sans.font_files_ttf["SourceSansProSemibold"],
    "sans italic": sans.font_files_ttf["SourceSansProIt"],
}
OPENING, CLOSING = re.compile(r"""(?:^|(?<=[\s(\[—–]))["']+"""), re.compile(r"""["'](?: |)""")
"""Opening quotes, at the beginning of a word, and closing quotes; all others are apostrophes."""
CURLED = re.compile("[“‘](?![“‘\u2009]|$)|”(?= )")
"""Typographic quotes that a text already has, without their thin space."""
WORDS = re.compile(r"\S+(?: ·(?=\s|$))?")
"""A word, with the dot behind it that separates facts, so that no line begins with a dot."""
THIN = "\u2009"
"""Thin space, put next to quotes because serif letters would touch them."""
MOST_LINES = 3000
"""Maximum number of cached lines."""

SMALLEST = 0.7
"""Share of its size to which text may shrink before it is cut off, as for long translations."""
SURE = 0.97
"""Share of a text's width that its lines have at least, because letters are set closer on a line
that ends with them.
"""
MOST_LETTERS = 4000
"""Maximum number of letters drawn in a line; no window has room for more."""


@lru_cache(maxsize=64)
def _font(face: Face, size: int) -> pygame.font.Font:
    try:
        return pygame.font.Font(FILES[face], size)
    except (OSError, pygame.error):  # the font file is missing: use pygame's default font
        return pygame.font.Font(None, size)


def printed(words: str, face: Face) -> str:
    """Return text with typographic quotes and apostrophes, if its font is a serif font."""
    if not face.startswith("serif"):
        return words
    if '"' in words or "'" in words:
        words = CLOSING.sub(_closed, OPENING.sub(_opened, words))
    return CURLED.sub(lambda found: found[0] + THIN, words)


def _opened(found: re.Match[str]) -> str:
    return found[0].replace('"', "“").replace("'", "‘") + THIN


def _closed(found: re.Match[str]) -> str:
    is_lone = found[0][0] == "'" and "‘" not in found.string[: found.start()]
    if is_lone:  # an apostrophe at the end of a word: the carts' party
        return "’" + found[0][1:]
    curled = "”" if found[0][0] == '"' else "’"
    return curled + THIN + " " if found[0].endswith(" ") else curled


class Type:
    """Maker of text at the scale of a look."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self._kept: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self._fits: dict[tuple[object, ...], tuple[str, int]] = {}
        self._least: dict[tuple[object, ...], int] = {}

    def font(self, face: Face = "sans", size: int = BODY) -> pygame.font.Font:
        """Return a font; the size is at 100%."""
        return _font(face, self.look.px(size))

    def line(
        self, words: str, face: Face = "sans", size: int = BODY, colour: Colour = INK
    ) -> pygame.Surface:
        """Return an image of a line of text."""
        key = words, face, self.look.px(size), colour
        found = self._kept.get(key)
        if found is None:
            found = self._drawn(self.font(face, size), _set(words, face), colour)
            self._kept[key] = found
            if len(self._kept) > MOST_LINES:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return found

    @staticmethod
    def _drawn(font: pygame.font.Font, words: str, colour: Colour) -> pygame.Surface:
        """Draw a line as well as possible: the text may come from a damaged file."""
        for shown in (str, _visible):
            with suppress(ValueError, pygame.error):
                return font.render(shown(words), True, colour)
        return pygame.Surface((1, font.get_linesize()), pygame.SRCALPHA)

    def width(self, words: str, face: Face = "sans", size: int = BODY) -> int:
        """Return the width of a line."""
        font, words = self.font(face, size), _set(words, face)
        try:
            return font.size(words)[0]
        except ValueError:  # the font has no such character
            return font.size(_visible(words))[0]

    def height(self, face: Face = "sans", size: int = BODY) -> int:
        """Return the distance between two lines, in pixels."""
        return self.font(face, size).get_linesize()

    def fitted(self, words: str, width: int, face: Face = "sans", size: int = BODY) -> str:
        """Return the text, cut off with an ellipsis if it is too wide."""
        if self.width(words, face, size) <= width:
            return words
        low, high = 0, len(words)
        while low < high:
            middle = (low + high + 1) // 2
            fits = self.width(words[:middle].rstrip() + "…", face, size) <= width
            low, high = (middle, high) if fits else (low, middle - 1)
        return words[:low].rstrip() + "…" if low else ""

    def fit(self, words: str, width: int, face: Face = "sans", size: int = BODY) -> tuple[str, int]:
        """Return the words and the largest size at which they fit; cut them off if no size fits."""
        key = words, width, face, size, self.look.scale
        fit = self._fits.get(key)
        if fit is None:
            smallest = round(SMALLEST * size)
            sizes = range(size, smallest - 1, -1)
            found = next((n for n in sizes if self.width(words, face, n) <= width), smallest)
            if len(self._fits) >= MOST_LINES:
                self._fits.clear()
            fit = self._fits[key] = self.fitted(words, width, face, found), found
        return fit

    def fit_line(
        self,
        words: str,
        width: int,
        face: Face = "sans",
        size: int = BODY,
        colour: Colour = INK,
    ) -> pygame.Surface:
        """Return an image of a line, smaller if it is too wide; cut it off if no size fits."""
        words, size = self.fit(words, width, face, size)
        return self.line(words, face, size, colour)

    def fit_lines(
        self, words: str, width: int, most: int, face: Face = "sans", size: int = BODY
    ) -> tuple[list[str], int]:
        """Return at most `most` lines of text, and the largest font size at which the words fit.

        Text that doesn't fit at the smallest size is cut off. If `most` is 0, any number of lines
        fits.
        """
        smallest = round(SMALLEST * size)
        while most and size > smallest and self.least_lines(words, width, face, size) > most:
            size -= 1
        lines = self.wrapped(words, width, face, size)
        while most and len(lines) > most and size > smallest:
            size -= 1
            lines = self.wrapped(words, width, face, size)
        if most and len(lines) > most:
            rest = " ".join(lines[most - 1 :])
            lines = [*lines[: most - 1], self.fitted(rest, width, face, size)]
        return lines, size

    def least_lines(self, words: str, width: int, face: Face = "sans", size: int = BODY) -> int:
        """Return a number of lines that the text needs at least, without wrapping it.

        It is found by arithmetic: lines of this width and the spaces between them can't hold more.
        """
        key = words, width, face, self.look.px(size)
        least = self._least.get(key)
        if least is None:
            most = max(1, width) + self.width(" ", face, size)
            least = sum(
                max(1, ceil(SURE * self.width(" ".join(paragraph.split()), face, size) / most))
                for paragraph in words.split("\n")
            )
            if len(self._least) >= MOST_LINES:
                self._least.clear()
            self._least[key] = least
        return least

    def wrapped(self, words: str, width: int, face: Face = "sans", size: int = BODY) -> list[str]:
        """Return the text in lines of at most this width; break words that are too long."""
        return list(self._wrap(words, width, face, size))

    def _wrap(self, words: str, width: int, face: Face, size: int) -> Iterator[str]:
        for paragraph in words.split("\n"):
            line = ""
            for word in WORDS.findall(paragraph):
                longer = f"{line} {word}" if line else word
                if self.width(longer, face, size) <= width:
                    line = longer
                    continue
                if line:
                    yield line
                most = max(2, width)  # a letter is at least a pixel wide, so more can't fit
                while len(word) > most or self._is_too_long(word, width, face, size):
                    cut = self._cut(word[:most], width, face, size)
                    yield word[:cut]
                    word = word[cut:]
                line = word
            yield line

    def _is_too_long(self, word: str, width: int, face: Face, size: int) -> bool:
        return len(word) > 1 and self.width(word, face, size) > width

    def _cut(self, word: str, width: int, face: Face, size: int) -> int:
        """Return the number of letters of a word that fit, at least one."""
        low, high = 1, len(word)
        while low < high:
            middle = (low + high + 1) // 2
            fits = self.width(word[:middle], face, size) <= width
            low, high = (middle, high) if fits else (low, middle - 1)
        return low

    def block(
        self,
        words: str,
        width: int,
        face: Face = "sans",
        size: int = BODY,
        colour: Colour = INK,
    ) -> pygame.Surface:
        """Return wrapped text as one surface."""
        key = "block", words, width, face, self.look.px(size), colour
        found = self._kept.get(key)
        if found is None:
            lines, high = self.wrapped(words, width, face, size), self.height(face, size)
            found = pygame.Surface((max(1, width), max(1, high * len(lines))), pygame.SRCALPHA)
            for n, line in enumerate(lines):
                found.blit(self.line(line, face, size, colour), (0, n * high))
            self._kept[key] = found
        return found

    def clear(self) -> None:
        """Drop all cached lines, because the scale has changed."""
        self._kept.clear()


def _set(words: str, face: Face) -> str:
    """Return the part of a line that is drawn, with typographic quotes."""
    return printed(words[:MOST_LETTERS], face)


def _visible(words: str) -> str:
    """Return the text with a mark in place of characters that no font can draw."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in words)
