"""The lines from the words of a card to the tiles that they name."""

from typing import NamedTuple

import pygame

from game.client.board.board_view import BoardView
from game.client.editor.cards.card_view import CardView
from game.client.editor.overlays.overlay_colours import PLACE_COLOURS
from game.client.editor.overlays.region_drawing import bent_line
from game.client.kit.theme import BRASS_LIGHT, Colour
from game.core.cells import Cell
from game.workshop.cards.level_names import tiles_of
from game.workshop.document.level_reading import LevelReading
from game.workshop.forms.use_list import middle

NAMING = ("area", "unit")
"""What words with a line name."""
IN, APART = 10, 9
"""Distance of a line's beginning from the board's edge, and of two from each other, at 100%."""


class WordLine(NamedTuple):
    """A line from a height beside the board to a tile."""

    y: int
    cell: Cell
    colour: Colour


def lines_of(card: CardView, reading: LevelReading, apart: int) -> tuple[WordLine, ...]:
    """Return the lines of the words of a card that are in sight, at least `apart` pixels."""
    found: dict[tuple[str, str], WordLine] = {}
    words = card.card.words if card.card is not None else ()
    for number, word in enumerate(words):
        if word.ref not in NAMING or (word.ref, word.text) in found:
            continue
        cell = middle(tuple(sorted(tiles_of(reading, word.ref, word.text))))
        y = card.word_rect(number).centery
        if cell is None or not card.rect.top <= y < card.rect.bottom:
            continue
        while any(abs(one.y - y) < apart for one in found.values()):
            y += apart
        colour = PLACE_COLOURS.get(word.ref, BRASS_LIGHT)
        found[word.ref, word.text] = WordLine(y, cell, colour)
    return tuple(found.values())


def draw_lines(
    surface: pygame.Surface,
    view: BoardView,
    lines: tuple[WordLine, ...],
    room: pygame.Rect,
    inset: int,
    is_right: bool,
) -> None:
    """Draw lines from the board's edge at a card, which may be at the right, to their tiles."""
    x = room.right - inset if is_right else room.left + inset
    width = max(2, view.camera.tile // 14)
    for line in lines:
        end = view.camera.tile_rect(line.cell).center
        y = max(room.top + inset, min(room.bottom - inset, line.y))
        bent_line(surface, (x, y), end, line.colour, width, view.camera.tile * 0.3)
