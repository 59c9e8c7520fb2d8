"""A small image of a level's map."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pygame

from game.client.board.camera import Camera
from game.client.board.ground_layer import GroundLayer
from game.client.board.terrain_looks import read_terrain
from game.client.kit.theme import INK, Colour, rgb
from game.play.level_list import LevelMap
from game.record.data_folders import assets_dir

if TYPE_CHECKING:
    from game.client.kit.app import App

FINE = 24
"""Pixels per tile when the image is drawn, before it is shrunk."""
MOST_TILES = 2500
"""Maximum number of tiles of a map drawn with images; larger maps have plain colours."""
PLAIN, SLOW, HARMFUL, LOW, WALL = (
    rgb("#c9b184"),
    rgb("#a99463"),
    rgb("#b0603a"),
    rgb("#8c7a5c"),
    rgb("#5d5146"),
)


def map_picture(
    app: "App", name: str, ground: LevelMap, colours: Mapping[str, Colour], size: tuple[int, int]
) -> pygame.Surface:
    """Return a cached image of the map, as large as fits `size`, with units as dots."""
    return app.art.once(
        ("map", name, tuple(colours.values()), size), lambda: _made(app, ground, colours, size)
    )


def _made(
    app: "App", ground: LevelMap, colours: Mapping[str, Colour], size: tuple[int, int]
) -> pygame.Surface:
    share = min(size[0] / ground.width, size[1] / ground.height)
    fitted = max(1, round(ground.width * share)), max(1, round(ground.height * share))
    is_small = ground.width * ground.height <= MOST_TILES
    whole = _drawn(app, ground) if is_small else _plain(ground)
    made = pygame.transform.smoothscale(whole, fitted)
    for x, y, side in ground.units:
        at = round((x + 0.5) * share), round((y + 0.5) * share)
        radius = max(app.look.px(3), round(share * 0.36))
        pygame.draw.aacircle(made, INK, at, radius + app.look.px(1))
        pygame.draw.aacircle(made, colours.get(side, INK), at, radius)
    return made


def _drawn(app: "App", ground: LevelMap) -> pygame.Surface:
    """Return the map drawn as on the battle screen."""
    kinds = list(dict.fromkeys(ground.tiles))
    signs = {kind: chr(0x100 + n) for n, kind in enumerate(kinds)}
    text = "".join(signs[kind] for kind in ground.tiles)
    rows = [text[y * ground.width :][: ground.width] for y in range(ground.height)]
    board = GroundLayer(app.art, read_terrain(assets_dir() / "terrain" / "terrain.toml"))
    unwalkable = {kind for kind in kinds if not ground.terrain[kind].walk}
    board.show(rows, {sign: kind for kind, sign in signs.items()}, unwalkable)
    camera = Camera(ground.width, ground.height)
    made = pygame.Surface((ground.width * FINE, ground.height * FINE))
    rect = made.get_rect().inflate(4 * FINE, 4 * FINE)
    camera.lay(rect, 1.0)
    camera.tile = FINE
    board.draw(made, camera)
    return made


def _plain(ground: LevelMap) -> pygame.Surface:
    """Return the map with one pixel per tile, in plain colours."""
    made = pygame.Surface((ground.width, ground.height))
    for n, kind in enumerate(ground.tiles):
        terrain = ground.terrain[kind]
        colour = PLAIN
        if not terrain.walk:
            colour = LOW if terrain.see else WALL
        elif terrain.hazard:
            colour = HARMFUL
        elif terrain.cost > 1:
            colour = SLOW
        made.set_at((n % ground.width, n // ground.width), colour)
    return made
