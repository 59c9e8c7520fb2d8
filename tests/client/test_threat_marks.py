"""Threats on the board: short numbers, readable at any size of tile."""

import pygame
import pytest

from game.client.board.camera import STEPS
from game.client.board.threat_marks import EDGE, TileThreat, damage_text, tag
from tests.client.test_board import board_of


@pytest.mark.parametrize(
    ("damage", "text"),
    [(0.0, "0"), (0.01, "<0.1"), (0.42, "0.4"), (0.97, "1"), (1.4, "1"), (14.2, "14")],
)
def test_damage_is_a_short_number(damage: float, text: str) -> None:
    assert damage_text(damage) == text


@pytest.mark.parametrize("tile", STEPS)
def test_tag_fits_into_its_tile(tile: int) -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((640, 500))
    board = board_of()
    board.camera.tile = tile
    for threat in (TileThreat(1, 0.4), TileThreat(12, 38.0)):
        made = tag(board.art, board.type, board.camera, threat)
        assert made.get_width() <= round(tile * (1 - 2 * EDGE))
        assert made.get_height() <= tile * 0.7
    pygame.display.quit()
