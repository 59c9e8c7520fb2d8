"""Life bars and stands never cover another token's head, in any shipped level at any size."""

from collections.abc import Iterator
from itertools import permutations

import msgspec
import pygame
import pytest

from game.client.board.camera import STEPS, Camera
from game.client.board.shared_tiles import rooms
from game.client.board.side_looks import looks_of
from game.client.board.standees import FIGURE, Standees, lone_token
from game.client.board.token_motion import Actor
from game.client.board.token_places import bar_rect, head_rect, place_of, stand_rect
from game.client.kit.images import Art
from game.content.levels import all_levels, find_level, load_level
from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.present.battle_sentences import BattleSentences
from game.present.picture import Token, picture_of
from game.record.data_folders import assets_dir
from game.rules.registry import find_books
from game.terms.agenda import Roll

BOOKS = find_books().books


ZOOMS = (*STEPS, *(2 * step for step in STEPS))
"""Pixels per tile: every step of the zoom, at 100% and at 200%."""
SIZES = (1280, 720), (1920, 1080)


def opening(id: str) -> tuple[Battle, tuple[Token, ...]]:
    """Return a shipped level's battle at its first question, and the tokens on its board."""
    level, dice = load_level(find_level(id), BOOKS), Stream(1, "test")
    battle = Battle.start(BOOKS[level.rulebook], level)
    while isinstance(battle.stop, Roll):
        battle.settle(dice.roll(battle.stop.dice))
    tokens = picture_of(battle, BattleSentences(battle.book, battle.world.scene.names)).tokens
    return battle, tuple(token for token in tokens if token.at is not None)


def crowded(tokens: tuple[Token, ...], n: int) -> tuple[Token, ...]:
    """Return the tokens pressed together in rows, some of them lying, some on one tile."""
    found, x, y, high = list[Token](), 0, 0, 1
    every = (*tokens[n:], *tokens[:n])
    for i, token in enumerate(every):
        if x >= 3 + n % 3:
            x, y, high = 0, y + high, 1
        is_down = (i + n) % 5 == 4
        found.append(msgspec.structs.replace(token, at=(x, y), is_down=is_down))
        high = max(high, token.span)
        is_alone = token.span > 1 or every[(i + 1) % len(every)].span > 1
        if is_alone or (i + n) % 3:
            x += token.span
    return tuple(found)


def covered(
    standees: Standees, tokens: tuple[Token, ...], camera: Camera
) -> Iterator[tuple[str, str, str]]:
    """Yield each life bar or stand that meets the head of another token, with both units."""
    places = {}
    for id, room in rooms(tokens).items():
        token = next(token for token in tokens if token.id == id)
        assert token.at is not None
        actor = Actor(*token.at, aside=room[0], size=room[1], room=room, is_left=room[0] > 0)
        places[id] = place_of(token, actor, camera)
    heads = {t.id: head_rect(places[t.id], standees.head_box(t)) for t in tokens}
    for one, other in permutations(tokens, 2):
        for part, rect in (
            ("bar", bar_rect(places[one.id], camera.tile)),
            ("stand", stand_rect(places[one.id])),
        ):
            if rect.colliderect(heads[other.id]):
                yield part, one.id, other.id


@pytest.mark.parametrize("id", [one.id for one in all_levels()])
def test_no_bar_or_stand_covers_another_head(id: str) -> None:
    battle, tokens = opening(id)
    level = battle.world.scene.level
    art = Art(assets_dir(), lambda words: pytest.fail(words))
    standees = Standees(art, level.rulebook, looks_of(level.sides))
    positions = tokens, *(crowded(tokens, n) for n in range(len(tokens)))
    camera = Camera(level.width, level.height)
    for size in SIZES:
        camera.lay(pygame.Rect((0, 0), size), 1.0)
        for tile in ZOOMS:
            camera.tile = tile
            for position in positions:
                assert list(covered(standees, position, camera)) == [], (tile, size)


def test_two_on_one_tile_face_each_other_apart_and_large() -> None:
    pair = tuple(
        msgspec.structs.replace(lone_token(side, "warden", "x"), id=side, at=(3, 3))
        for side in ("red", "blue")
    )
    left, right = rooms(pair)["blue"], rooms(pair)["red"]
    assert left[0] == -right[0] < 0
    assert right[0] - left[0] >= FIGURE[0] * left[1], "their tokens overlap"
    assert left[1] == right[1] > 0.9
