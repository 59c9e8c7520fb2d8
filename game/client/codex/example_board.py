"""The small board of an example, with its tokens."""

from typing import TYPE_CHECKING

import pygame

from game.client.board.camera import Camera
from game.client.board.ground_layer import GroundLayer
from game.client.board.side_looks import looks_of
from game.client.board.standees import Standees
from game.client.board.terrain_looks import read_terrain
from game.client.kit.theme import PARCHMENT_EDGE
from game.present.codex.example_player import Worked
from game.present.picture import Token
from game.record.data_folders import assets_dir
from game.terms.level import OwnLooks

if TYPE_CHECKING:
    from game.client.kit.app import App

TILE, LEAST = 54, 22
"""Usual and minimum size of a tile in pixels, at 100%."""
HEADROOM = 0.5
"""Height by which tokens in the first row extend above the map, in tiles."""
ASIDE = 0.26
"""Distance of two tokens on one tile from the tile's middle, in tiles."""


def place_picture(app: "App", id: str, worked: Worked, width: int) -> pygame.Surface:
    """Return a cached image of an example's position, at most `width` wide."""
    key = "example", id, width, app.look.scale
    return app.art.once(key, lambda: _made(app, worked, width))


def _made(app: "App", worked: Worked, width: int) -> pygame.Surface:
    ground, px = worked.picture.map, app.look.px
    tile = max(px(LEAST), min(px(TILE), width // max(1, ground.width)))
    top = round(tile * HEADROOM)
    made = pygame.Surface((ground.width * tile, ground.height * tile + top), pygame.SRCALPHA)
    made.blit(_ground(app, worked, tile), (0, top))
    floor = pygame.Rect(0, top, ground.width * tile, ground.height * tile)
    pygame.draw.rect(made, PARCHMENT_EDGE, floor, px(1), px(3))
    standees = Standees(app.art, worked.book, looks_of(worked.sides), OwnLooks())
    there = [token for token in worked.picture.tokens if token.at is not None]
    for token in sorted(there, key=lambda one: one.at[1] if one.at else 0):
        _stand(made, standees, token, there, (tile, top))
    return made


def _ground(app: "App", worked: Worked, tile: int) -> pygame.Surface:
    """Return the map drawn as on the battle screen."""
    ground = worked.picture.map
    terrain = read_terrain(assets_dir() / "terrain" / "terrain.toml")
    board = GroundLayer(app.art, terrain, own=OwnLooks())
    board.show(ground.rows, ground.legend, worked.picture.unwalkable)
    camera = Camera(ground.width, ground.height)
    made = pygame.Surface((ground.width * tile, ground.height * tile))
    camera.lay(made.get_rect().inflate(4 * tile, 4 * tile), 1.0)
    camera.tile = tile
    board.draw(made, camera)
    return made


def _stand(
    made: pygame.Surface,
    standees: Standees,
    token: Token,
    there: list[Token],
    measures: tuple[int, int],
) -> None:
    """Draw a token on its tile, next to the other tokens in `there` on that tile."""
    assert token.at is not None
    tile, top = measures
    beside = [one.id for one in there if one.at == token.at]
    shift = (beside.index(token.id) - (len(beside) - 1) / 2) * 2 * ASIDE
    size = tile * max(1, token.span)
    image = (standees.lying if token.is_down else standees.standee)(token, size, shift > 0)
    x = (token.at[0] + max(1, token.span) / 2 + shift) * tile
    y = (token.at[1] + max(1, token.span)) * tile + top
    made.blit(image, image.get_rect(midbottom=(round(x), round(y - tile * 0.04))))
