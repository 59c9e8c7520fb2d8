"""The layout of a card: its words in lines, each condition and effect on a line of its own."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pygame

from game.client.kit.typography import Face
from game.workshop.cards.card_words import CardWord, TriggerCard

FACES: dict[str, Face] = {"plain": "serif", "clause": "serif", "add": "sans bold"}
"""Fonts of the kinds of words; all others are bold."""


class CardPiece(NamedTuple):
    """A part of a word that is on one line."""

    word: int
    """Number of the word on the card."""
    start: int
    """Its first letter in the word."""
    text: str
    x: int
    y: int
    width: int


class CardMeasures(NamedTuple):
    """The sizes that a layout depends on, in pixels."""

    room: int
    line: int
    indent: int
    add: int
    """Size of a button that adds something."""
    width: Callable[[str, Face], int]


class CardFlow:
    """The pieces of a card's words, relative to its upper left corner."""

    def __init__(self, card: TriggerCard, measures: CardMeasures, texts: dict[int, str]) -> None:
        """Lay out a card; `texts` are shown in place of some words, by their numbers."""
        self.card, self.words = card, card.words
        self._measures, self._texts = measures, texts
        self._x = self._y = self._left = 0
        self.pieces: list[CardPiece] = []
        number = 0
        for clause in card.clauses:
            if clause.is_row and self.pieces:
                self._break(measures.indent if clause.keys else 0)
            for word in clause.words:
                self._put(number, word)
                number += 1
        self.height = self._y + measures.line

    def _glued(self, number: int) -> int:
        """Return the width of what must stay on the line of a word's end, such as a quote."""
        found = 0
        for n in range(number + 1, len(self.words)):
            word = self.words[n]
            text = self._texts.get(n, word.text)
            if word.kind == "add" or not text or text.startswith(" "):
                break
            part = next(_parts(text))[1]
            found += self._measures.width(part.rstrip(), face_of(word))
            if part.endswith(" ") or len(part) < len(text):
                break
        return found

    def _break(self, left: int) -> None:
        if self._x > self._left or self._left != left:
            self._y += self._measures.line if self._x > 0 else 0
        self._x = self._left = left

    def _put(self, number: int, word: CardWord) -> None:
        measures = self._measures
        text = self._texts.get(number, word.text)
        if word.kind == "add" and not word.is_blank:
            if self._x + measures.add > measures.room:
                self._wrap()
            self.pieces.append(CardPiece(number, 0, text, self._x, self._y, measures.add))
            self._x += measures.add
            return
        face = face_of(word)
        for start, part in _parts(text):
            if not part.strip() and self._x == self._left:
                continue
            wide = measures.width(part.rstrip() or part, face)
            is_end = start + len(part) == len(text) and not part.endswith(" ")
            tail = self._glued(number) if is_end else 0
            is_wide = self._x + wide + tail > measures.room
            if is_wide and self._left + wide + tail > measures.room:
                is_wide = self._x + wide > measures.room
            if is_wide and self._x > self._left:
                self._wrap()
                if not part.strip():
                    continue
            self.pieces.append(CardPiece(number, start, part, self._x, self._y, wide))
            self._x += measures.width(part, face)
        if not text:
            self.pieces.append(CardPiece(number, 0, "", self._x, self._y, measures.indent))
            self._x += measures.indent

    def _wrap(self) -> None:
        self._y += self._measures.line
        self._x = self._left = max(self._left, self._measures.indent)

    def rects(self, number: int) -> list[pygame.Rect]:
        """Return the rectangles of a word, one for each line."""
        found: list[pygame.Rect] = []
        for piece in self.pieces:
            if piece.word != number or not piece.width:
                continue
            rect = pygame.Rect(piece.x, piece.y, piece.width, self._measures.line)
            if found and found[-1].y == rect.y:
                found[-1].union_ip(rect)
            else:
                found.append(rect)
        return found

    def word_at(self, at: tuple[int, int]) -> int | None:
        """Return the word at a point, or None; the blanks inside a word belong to it."""
        lines = (piece.word for piece in self.pieces if 0 <= at[1] - piece.y < self._measures.line)
        for number in dict.fromkeys(lines):
            if any(rect.collidepoint(at) for rect in self.rects(number)):
                return number
        return None

    def place_of(self, number: int, letter: int) -> tuple[int, int]:
        """Return where a letter of a word begins."""
        face = face_of(self.words[number])
        own = [piece for piece in self.pieces if piece.word == number]
        for piece in reversed(own):
            if piece.start <= letter:
                part = piece.text[: letter - piece.start]
                return piece.x + self._measures.width(part, face), piece.y
        return (own[0].x, own[0].y) if own else (0, 0)

    def letter_at(self, number: int, at: tuple[int, int]) -> int:
        """Return the place between two letters of a word that is nearest to a point."""
        text = self._texts.get(number, self.words[number].text)

        def far(letter: int) -> tuple[int, int]:
            x, y = self.place_of(number, letter)
            return abs(y + self._measures.line // 2 - at[1]), abs(x - at[0])

        return min(range(len(text) + 1), key=far)


def face_of(word: CardWord) -> Face:
    """Return the font of a word."""
    return FACES.get(word.kind, "serif bold")


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the pieces of a text that stay together: words with the blank behind them."""
    start = 0
    while start < len(text):
        blank = text.find(" ", start)
        end = len(text) if blank < 0 else blank + 1
        yield start, text[start:end]
        start = end
