"""Units that share a tile: each can be pointed at by mouse, keyboard and gamepad."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from tests.client.conftest import Hand
from tests.client.test_manners import opened

SHARED = "red.a", "blue.b"


@pytest.fixture
def scene(app: App, hand: Hand, tmp_path: Path) -> BattleScene:
    """Return a fight of Etiquette, with both units on one tile."""
    return opened(app, hand, tmp_path)


def shown(scene: BattleScene) -> str | None:
    """Return the unit whose card is shown."""
    token = scene.seat.board.token_at(tile_of(scene))
    assert token is not None
    return token.id if scene.seat.board.front is not None else None


def tile_of(scene: BattleScene) -> tuple[int, int]:
    tokens = [scene.seat.picture.token(id) for id in SHARED]
    assert tokens[0] is not None
    assert tokens[1] is not None
    assert tokens[0].at is not None
    assert tokens[0].at == tokens[1].at
    return tokens[0].at


def spot(scene: BattleScene, share: float) -> tuple[int, int]:
    x, y = tile_of(scene)
    return scene.seat.board.camera.point(x + share, y + 0.5)


def pixels(scene: BattleScene) -> list[bytes]:
    raw = pygame.image.tobytes(scene.app.window, "RGB")
    return [raw[start : start + 3] for start in range(0, len(raw), 3)]


def test_cursor_does_not_cut_through_units_that_share_a_tile(scene: BattleScene) -> None:
    board, (x, y) = scene.seat.board, tile_of(scene)
    shots = []
    for cursor in (None, (x, y), (x + 2, y)):
        board.marks = replace(board.marks, cursor=cursor)
        scene.app.draw()
        shots.append(pixels(scene))
    here, there = (
        sum(one != other for one, other in zip(shots[0], shot, strict=True)) for shot in shots[1:]
    )
    assert 0 < here < there


def test_mouse_points_at_each_unit_on_a_tile(scene: BattleScene, hand: Hand) -> None:
    board = scene.seat.board
    for share, unit in ((0.2, "blue.b"), (0.8, "red.a"), (0.3, "blue.b")):
        hand.move(spot(scene, share))
        assert shown(scene) == unit
        token = board.token_at(tile_of(scene))
        assert token is not None
        assert token.title in scene.hands.in_words(tile_of(scene))
    x, y = tile_of(scene)
    hand.move(board.camera.point(x + 2.5, y + 0.5))
    assert board.front is None


@pytest.mark.parametrize("device", ["key", "pad"])
def test_arrows_go_from_unit_to_unit_on_a_tile(scene: BattleScene, hand: Hand, device: str) -> None:
    press = hand.key if device == "key" else hand.pad
    x, y = tile_of(scene)
    scene.seat.cursor = x + 1, y
    press("left")
    assert scene.seat.cursor == (x, y)
    assert shown(scene) == "red.a"
    press("left")
    assert scene.seat.cursor == (x, y)
    assert shown(scene) == "blue.b"
    press("right")
    assert shown(scene) == "red.a"
    press("right")
    assert scene.seat.cursor == (x + 1, y)


def test_next_target_visits_both_units_on_a_tile(scene: BattleScene, hand: Hand) -> None:
    seen = set()
    for _ in range(4):
        hand.key("n")
        seen.add(shown(scene))
    assert seen >= set(SHARED)
