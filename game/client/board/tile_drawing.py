"""Drawing of single tiles: ground, edges, shadows, and objects."""

import pygame

from game.client.board.terrain_looks import QUARTERS, Chart, TerrainLook, mixed
from game.client.kit.images import Art
from game.client.kit.theme import CREAM, INK
from game.core.cells import Cell

DARKNESS = 22, 20, 44, 104
"""Translucent colour drawn over dark ground."""
RIM = 46
"""Opacity of the line between tiles, of 255."""
LIGHT = 34
"""Opacity of the light on a tile's upper and left edges, of 255."""


class Tiles:
    """Painter of a chunk's tiles; it remembers which images exist."""

    def __init__(self, art: Art, chart: Chart) -> None:
        self._art, self._chart = art, chart
        self._known: dict[str, bool] = {}

    def has(self, name: str) -> bool:
        """Return whether there is a terrain image with this name."""
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = self._art.has(f"terrain/{name}")
        return found

    def ground(self, surface: pygame.Surface, cell: Cell, at: Cell, tile: int) -> None:
        """Draw the flat part of a tile."""
        own, source = self._chart.look(cell), self._chart.source(cell)
        if own is None or source is None:
            return
        grounds = source.ground
        if source.ground_turned and self._chart.is_turned(cell):
            grounds = source.ground_turned
        name = grounds[mixed(cell) % len(grounds)]
        surface.blit(self._image(f"ground/{name}", tile), at)
        if own.shade or source.shade:
            surface.blit(self._art.once(("dark", tile), lambda: _darkness(tile)), at)
        for family in (source.edges_under, source.edges):
            if family is not None:
                self._edges(surface, cell, at, tile, family)
        if not own.raised:
            self._shadows(surface, cell, at, tile)
        surface.blit(self._art.once(("rim", tile), lambda: _rim(tile)), at)

    def _image(self, name: str, tile: int, turn: int = 0) -> pygame.Surface:
        return self._art.image(f"terrain/{name}", (tile, tile), turn=turn)

    def _edges(self, surface: pygame.Surface, cell: Cell, at: Cell, tile: int, family: str) -> None:
        """Draw the edges where a family ends: sides, corners, then faces with their own images."""
        joins, (x, y) = self._chart.joins, cell
        ends = [not joins((x + dx, y + dy), family) for dx, dy in QUARTERS]
        faces = {0: f"edges/{family}-north", 2: f"edges/{family}-south"}
        own = [turn in faces and self.has(faces[turn]) for turn in range(4)]
        for turn in range(4):
            if ends[turn] and not own[turn]:
                surface.blit(self._image(f"edges/{family}-side", tile, turn), at)
        for turn in range(4):  # this corner lies between the previous side and this side
            before = turn - 1
            if ends[before] and ends[turn]:
                if not own[before] and not own[turn]:
                    surface.blit(self._image(f"edges/{family}-corner", tile, turn), at)
            elif not ends[before] and not ends[turn]:
                (ax, ay), (bx, by) = QUARTERS[before], QUARTERS[turn]
                if not joins((x + ax + bx, y + ay + by), family):
                    surface.blit(self._image(f"edges/{family}-inner", tile, turn), at)
        for turn, face in faces.items():
            if ends[turn] and own[turn]:
                surface.blit(self._image(face, tile), at)

    def _shadows(self, surface: pygame.Surface, cell: Cell, at: Cell, tile: int) -> None:
        """Draw the shadows of walls to the north and west."""
        raised, (x, y) = self._chart.is_raised, cell
        north, west = raised((x, y - 1)), raised((x - 1, y))
        if north:
            surface.blit(self._image("edges/shadow-south", tile), at)
        if west:
            surface.blit(self._image("edges/shadow-east", tile), at)
        if not north and not west and raised((x - 1, y - 1)):
            surface.blit(self._image("edges/shadow-southeast", tile), at)

    def thing(self, surface: pygame.Surface, cell: Cell, at: Cell, tile: int) -> None:
        """Draw the object on a tile; it extends over a third of the tile above."""
        look = self._chart.look(cell)
        name = self._thing(look, cell) if look is not None and look.thing else ""
        if not name:
            return
        sides = self._chart.links(cell)
        for part in [f"{name}-{side}" for side in "c" + sides] if sides else [name]:
            size = tile, round(tile * 4 / 3)
            image = self._art.image(f"terrain/things/{part}", size)
            surface.blit(image, (at[0], at[1] + tile - image.get_height()))

    def preview(self, cell: Cell, terrain: str, tile: int) -> pygame.Surface:
        """Return an image of a tile with another terrain; its object extends upwards."""
        look, size = self._chart.look_of(terrain), (tile, round(tile * 4 / 3))
        made = pygame.Surface(size, pygame.SRCALPHA)
        low = size[1] - tile
        source = self._chart.source(cell) if look.borrow else look
        grounds = (source or look).ground
        made.blit(self._image(f"ground/{grounds[mixed(cell) % len(grounds)]}", tile), (0, low))
        if look.thing:
            name = f"things/{self._thing(look, cell)}"
            image = self._art.image(f"terrain/{name if self.has(name) else name + '-c'}", size)
            made.blit(image, (0, size[1] - image.get_height()))
        return made

    def _thing(self, look: TerrainLook, cell: Cell) -> str:
        things = look.thing
        if look.thing_turned and self._chart.is_turned(cell):
            things = look.thing_turned
        return things[mixed(cell, 1) % len(things)]

    def tone(self, look: TerrainLook) -> pygame.Color:
        """Return the average colour of a ground."""
        key = "tone", look.ground[0], look.shade

        def make() -> pygame.Surface:
            made = pygame.Surface((1, 1))
            image = self._art.image(f"terrain/ground/{look.ground[0]}", (8, 8))
            made.fill(pygame.transform.average_color(image))
            if look.shade:
                made.blit(_darkness(1), (0, 0))
            return made

        return self._art.once(key, make).get_at((0, 0))


def _darkness(tile: int) -> pygame.Surface:
    made = pygame.Surface((tile, tile), pygame.SRCALPHA)
    made.fill(DARKNESS)
    return made


def _rim(tile: int) -> pygame.Surface:
    """Return an image of the cut around a cardboard tile: a line, and light on two edges."""
    made = pygame.Surface((tile, tile), pygame.SRCALPHA)
    wide = max(1, round(tile / 64))
    pygame.draw.rect(made, (*CREAM, LIGHT), (wide, wide, tile - 2 * wide, wide))
    pygame.draw.rect(made, (*CREAM, LIGHT), (wide, 2 * wide, wide, tile - 3 * wide))
    pygame.draw.rect(made, (*INK, RIM), made.get_rect(), wide)
    return made
