"""A reader of everything that a window draws, for the pseudo-locale."""

from typing import Any

import pygame
import pytest

from game.client.kit.typography import Type
from tests.pseudo_words import CHANGED, escaped

UNSEEN = 12
"""Layout width of texts before they have a place."""


class Reader:
    """Record of everything drawn, and of the texts that were cut off."""

    def __init__(self, patch: pytest.MonkeyPatch, story: str) -> None:
        self._story = story
        self.texts: dict[str, None] = {}
        self.cut: dict[str, None] = {}
        self._lines: set[str] = set()
        """Lines of texts that were read completely."""
        line, fitted, wrapped = Type.line, Type.fitted, Type.wrapped

        def read_line(type: Type, words: str, *more: Any) -> pygame.Surface:
            self._read(words)
            return line(type, words, *more)

        def read_fitted(type: Type, words: str, width: int, *more: Any) -> str:
            if width < UNSEEN:
                return fitted(type, words, width, *more)
            self._read(words)
            shown = fitted(type, words, width, *more)
            if shown != words and CHANGED.search(words):
                self.cut[words] = None
            self._lines.add(shown)
            return shown

        def read_wrapped(type: Type, words: str, width: int, *more: Any) -> list[str]:
            self._read(words)
            lines = wrapped(type, words, width, *more)
            self._lines.update(lines)
            return lines

        patch.setattr(Type, "line", read_line)
        patch.setattr(Type, "fitted", read_fitted)
        patch.setattr(Type, "wrapped", read_wrapped)

    def _read(self, words: str) -> None:
        if words not in self._lines:
            self.texts[words] = None

    def know(self, text: str, most: int) -> None:
        """Leave out the lines of a text, cut off at `most`, and its letters."""
        self._lines.update(line[:most] for line in text.split("\n"))
        self._lines.update(text)

    def escaped(self) -> dict[str, list[str]]:
        """Return the texts that contain words from no catalogue, each with these words."""
        found = {text: escaped(text, self._story) for text in self.texts}
        return {text: words for text, words in found.items() if words}
