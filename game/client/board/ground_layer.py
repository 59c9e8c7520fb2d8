"""The ground: cardboard tiles, drawn in chunks, a few per frame, and kept as images."""

from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from time import perf_counter
from typing import NamedTuple

import pygame

from game.client.board.camera import Camera
from game.client.board.terrain_looks import REACH, Chart, TerrainLook, with_own
from game.client.board.tile_drawing import Tiles
from game.client.kit.images import Art, lent_ground
from game.client.kit.theme import BRASS_DARK, INK, NIGHT, PARCHMENT, PARCHMENT_EDGE, Colour, rgb
from game.core.cells import Cell
from game.terms.level import OwnLooks

CHUNK = 8
"""Number of tiles across and down in one chunk; large tiles have fewer."""
LARGE = 64, 128
"""Tile sizes in pixels; above each of them, `CHUNK` is halved once."""
MOST_BYTES = 24_000_000
"""Size of cached chunks, in bytes, above which the oldest invisible ones are dropped."""
SLICE = 0.0018
"""Seconds per frame for drawing chunks that come into sight, or soon will."""
JUMP = 0.008
"""Seconds per frame for drawing chunks after a jump or a zoom, if images may come later."""
BOARD = rgb("#d9c6a0")
"""Colour of the cardboard around and between the tiles."""
SHADOW = 170
"""Maximum opacity of the board's shadow, of 255."""

Key = tuple[int, int, int]
"""Column and row of a chunk, and the size of its tiles."""


class BegunChunk(NamedTuple):
    """A chunk that is being drawn."""

    key: Key
    surface: pygame.Surface
    steps: Iterator[None]
    seen: tuple[int, int, int]
    """The `version`, `lacking` and `bare` of the images when drawing began."""


def chunk_of(tile: int) -> int:
    """Return the number of tiles across in one chunk, so that no chunk gets very large."""
    return CHUNK >> sum(tile > size for size in LARGE)


def over(tile: int) -> int:
    """Return how far objects extend over the tile above theirs, in pixels."""
    return round(tile * 4 / 3) - tile


class GroundLayer:
    """The tiles of a map.

    Visible tiles are drawn at once at first, and after a jump or a zoom. While the board is being
    panned, chunks are drawn step by step, and shown in flat colours until they are ready.

    A chunk with stand-ins is drawn again when its images are ready. If a stand-in doesn't look like
    its image, the chunk is shown in flat colours until then.
    """

    def __init__(
        self,
        art: Art,
        looks: Mapping[str, TerrainLook],
        is_sliced: bool = False,
        own: OwnLooks | None = None,
    ) -> None:
        """Show terrain with these looks; if `is_sliced`, spread drawing over frames.

        `own` are the looks of a pack, by default of the one shown.
        """
        self._is_sliced = is_sliced and art.worker is not None
        own = own if own is not None else art.looks
        images = {ground: lent_ground(own, ground) for ground in own.ground_images}
        self.chart = Chart(with_own(looks, own.grounds, images))
        self._art, self._tiles = art, Tiles(art, self.chart)
        self._chunks: OrderedDict[Key, pygame.Surface] = OrderedDict()
        self._bytes = 0
        self._begun: BegunChunk | None = None
        self._rough: dict[Key, int] = {}
        """Chunks with stand-ins, and the `Art.version` they were drawn with."""
        self.replaced = 0
        """Number of chunks that were drawn again because their images became ready."""
        self._seen: tuple[int, int, int, int] | None = None
        self._way = 0, 0
        """Direction in which the board is being panned."""
        self.is_behind = False
        """Whether a visible chunk isn't fully drawn yet."""

    def show(self, rows: list[str], legend: dict[str, str], unwalkable: Collection[str]) -> bool:
        """Take the current map; redraw only chunks with changes.

        `unwalkable` has the ids of terrain that no unit can enter.
        """
        changed = self.chart.show(rows, legend, unwalkable)
        if changed is not None and not changed:
            return False
        self._begun = None
        if changed is None:
            self._forget(set(self._chunks))
            return True
        gone: set[Key] = set()
        for size in {key[2] for key in self._chunks}:
            across, ways = chunk_of(size), range(-REACH, REACH + 1)
            columns = {x: {(x + dx) // across for dx in ways} for x, _ in changed}
            rows_of = {y: {(y + dy) // across for dy in ways} for _, y in changed}
            gone |= {(cx, cy, size) for x, y in changed for cx in columns[x] for cy in rows_of[y]}
        self._forget(gone & set(self._chunks))
        self._seen = None
        return True

    def clear(self) -> None:
        """Drop everything drawn."""
        self._begun = self._seen = None
        self._forget(set(self._chunks))

    def _forget(self, keys: set[Key]) -> None:
        for key in keys:
            self._bytes -= _weight(self._chunks.pop(key))
        self._rough = {key: at for key, at in self._rough.items() if key not in keys}

    def terrain(self, cell: Cell) -> str:
        """Return the id of a tile's terrain, or "" off the map."""
        return self.chart.terrain(cell)

    def preview(self, cell: Cell, terrain: str, tile: int) -> pygame.Surface:
        """Return an image of a tile as it would look with another terrain."""
        key = "preview", cell, terrain, tile
        return self._art.once(key, lambda: self._tiles.preview(cell, terrain, tile))

    # Drawing

    def draw(self, surface: pygame.Surface, camera: Camera) -> None:
        """Draw the visible part of the ground."""
        self._board(surface, camera)
        keys = self._in_sight(camera)
        missing = [key for key in keys if key not in self._chunks]
        is_jump = self._seen is None or len(missing) * 2 > len(keys)
        self._turn(camera)
        until = perf_counter() + SLICE
        for key in [*missing, *self._to_replace(keys)]:
            if not self._make(key, self._end(is_jump, until)):
                break
        for key in keys:
            found = self._chunks.get(key)
            if found is None:
                self._flat(surface, camera, key)
            else:
                self._chunks.move_to_end(key)
                surface.blit(found, self._corner(camera, key))
        self.is_behind = any(key not in self._chunks or key in self._rough for key in keys)
        if not self.is_behind and not is_jump:
            self._ahead(camera, until)
        self._trim(len(keys))

    def _end(self, is_jump: bool, until: float) -> float | None:
        """Return the time until which chunks are drawn in this frame, or None for all of them."""
        if not is_jump:
            return until
        return until - SLICE + JUMP if self._is_sliced else None

    def _to_replace(self, keys: list[Key]) -> list[Key]:
        """Return the chunks with stand-ins whose images may be ready now."""
        return [key for key in keys if self._rough.get(key, self._art.version) != self._art.version]

    def _in_sight(self, camera: Camera) -> list[Key]:
        left, right, top, bottom = camera.seen()
        across = chunk_of(camera.tile)
        return [
            (cx, cy, camera.tile)
            for cy in range(top // across if top else -1, bottom // across + 1)
            for cx in range(left // across, right // across + 1)
        ]

    def _corner(self, camera: Camera, key: Key) -> tuple[int, int]:
        across = chunk_of(key[2])
        x, y = camera.corner((key[0] * across, max(0, key[1]) * across))
        return (x, y) if key[1] >= 0 else (x, y - over(key[2]))

    def _turn(self, camera: Camera) -> None:
        """Note the direction in which the board is being panned."""
        now = (*camera.corner((0, 0)), camera.tile, 0)
        if self._seen is not None and now != self._seen and now[2] == self._seen[2]:
            self._way = _sign(self._seen[0] - now[0]), _sign(self._seen[1] - now[1])
        self._seen = now

    def _ahead(self, camera: Camera, until: float) -> None:
        """Draw chunks ahead of time, just beyond the edge towards which the board is panned."""
        across = chunk_of(camera.tile)
        left, right, top, bottom = (n // across for n in camera.seen())
        dx, dy = self._way
        keys = []
        if dx:
            column = right + 1 if dx > 0 else left - 1
            keys += [(column, cy, camera.tile) for cy in range(top, bottom + 1)]
        if dy:
            row = bottom + 1 if dy > 0 else top - 1
            keys += [(cx, row, camera.tile) for cx in range(left, right + 1)]
        if dx and dy:
            keys.append((column, row, camera.tile))
        most_x, most_y = (camera.width - 1) // across, (camera.height - 1) // across
        for key in keys:
            if 0 <= key[0] <= most_x and 0 <= key[1] <= most_y and not self._make(key, until):
                return

    def _make(self, key: Key, until: float | None) -> bool:
        """Draw a chunk until the time `until` (None: to its end); return whether it is complete."""
        art, version = self._art, self._art.version
        if self._rough.get(key, version if key in self._chunks else None) == version:
            return True
        if self._begun is None or self._begun.key != key or self._begun.seen[0] != version:
            made = self._empty(key)
            seen = version, art.lacking, art.bare
            self._begun = BegunChunk(key, made, self._drawn(made, key), seen)
        for _ in self._begun.steps:
            if until is not None and perf_counter() > until:
                return False
        self._finish(self._begun)
        return True

    def _finish(self, chunk: BegunChunk) -> None:
        """Keep a chunk, unless it has stand-ins that don't look like their images."""
        key, (version, lacking, bare) = chunk.key, chunk.seen
        self._begun = None
        if self._rough.pop(key, None) is not None:
            self.replaced += 1
        if self._art.lacking != lacking:
            self._rough[key] = version
        if self._art.bare != bare:
            return
        old = self._chunks.get(key)
        self._bytes += _weight(chunk.surface) - (_weight(old) if old is not None else 0)
        self._chunks[key] = chunk.surface

    def _empty(self, key: Key) -> pygame.Surface:
        """Return the empty surface of a chunk, cut off where the map ends."""
        cx, cy, tile = key
        across, rows = chunk_of(tile), self.chart.rows
        wide = min(across, len(rows[0]) - cx * across) * tile
        if cy < 0:
            return pygame.Surface((wide, over(tile)), pygame.SRCALPHA)
        return pygame.Surface((wide, min(across, len(rows) - cy * across) * tile))

    def _drawn(self, made: pygame.Surface, key: Key) -> Iterator[None]:
        """Draw a chunk, one tile per step, with objects that extend into it from the row below."""
        cx, cy, tile = key
        across = chunk_of(tile)
        left, top = cx * across, cy * across
        if cy < 0:
            for x in range(left, left + across):
                self._tiles.thing(made, (x, 0), ((x - left) * tile, made.get_height()), tile)
                yield
            return
        made.fill(BOARD)
        for y in range(top, top + across):
            for x in range(left, left + across):
                self._tiles.ground(made, (x, y), ((x - left) * tile, (y - top) * tile), tile)
                yield
        for y in range(top, top + across + 1):
            for x in range(left, left + across):
                self._tiles.thing(made, (x, y), ((x - left) * tile, (y - top) * tile), tile)
            yield

    def _trim(self, seen: int) -> None:
        """Drop the chunks that have been out of sight for longest."""
        while self._bytes > MOST_BYTES and len(self._chunks) > 2 * seen:
            self._forget({next(iter(self._chunks))})

    def _flat(self, surface: pygame.Surface, camera: Camera, key: Key) -> None:
        """Draw a chunk that isn't ready, with each tile in one colour."""
        across = chunk_of(key[2])
        if key[1] < 0:
            return
        tile, (left, top) = key[2], self._corner(camera, key)
        tones: dict[int, pygame.Color] = {}
        """Colours by the identity of looks, because comparing looks takes long."""
        first, end = key[0] * across, min(camera.width, (key[0] + 1) * across)
        for y in range(key[1] * across, min(camera.height, (key[1] + 1) * across)):
            for look, x, count in self.chart.runs(y, first, end):
                tone = tones.get(id(look))
                if tone is None:
                    tone = tones[id(look)] = self._tiles.tone(look)
                corner = left + (x - first) * tile, top + (y % across) * tile
                surface.fill(tone, (*corner, count * tile, tile))

    def _board(self, surface: pygame.Surface, camera: Camera) -> None:
        """Draw the board's rim, thick edge and shadow, if they are visible."""
        x, y = camera.corner((0, 0))
        board = pygame.Rect(x, y, camera.tile * camera.width, camera.tile * camera.height)
        if board.contains(camera.rect):
            return
        rim, thick = rim_of(camera), max(4, camera.tile // 8)
        whole = board.inflate(2 * rim, 2 * rim)
        self._shadow(surface, whole.move(0, thick), rim, thick * 2)
        for n, shade in ((thick, INK), (thick - 1, PARCHMENT_EDGE), (0, BOARD)):
            _frame(surface, whole.move(0, n), rim + n, shade)
        pygame.draw.rect(surface, PARCHMENT, whole, 1, border_radius=rim // 2)
        pygame.draw.rect(surface, BRASS_DARK, board.inflate(2, 2), 1)

    def _shadow(self, surface: pygame.Surface, board: pygame.Rect, rim: int, deep: int) -> None:
        """Draw a soft shadow to the right of the board and below it."""
        x, y = board.right - rim, board.bottom - rim
        corner = pygame.Rect(x, y, rim + deep, rim + deep)
        right = pygame.Rect(x, board.y + deep, corner.width, y - board.y - deep)
        below = pygame.Rect(board.x + deep, y, x - board.x - deep, corner.height)
        for part in (corner, right, below):
            if part.colliderect(surface.get_clip()) and min(part.size) > 0:
                ways = part is not below, part is not right
                key = "board shadow", part.size, ways, deep
                surface.blit(self._art.once(key, partial(_fading, part.size, ways, deep)), part)


def _fading(size: tuple[int, int], ways: tuple[bool, bool], deep: int) -> pygame.Surface:
    """Return a shadow that fades over `deep` pixels to the right, downwards, or both."""
    made = pygame.Surface(size, pygame.SRCALPHA)
    across = [min(1.0, (size[0] - n) / deep) if ways[0] else 1.0 for n in range(size[0])]
    down = [min(1.0, (size[1] - n) / deep) if ways[1] else 1.0 for n in range(size[1])]
    if ways == (True, True):
        for x, a in enumerate(across):
            for y, b in enumerate(down):
                made.set_at((x, y), (*NIGHT, round(SHADOW * (a * b) ** 1.5)))
    elif ways[0]:
        for x, a in enumerate(across):
            made.fill((*NIGHT, round(SHADOW * a**1.5)), (x, 0, 1, size[1]))
    else:
        for y, b in enumerate(down):
            made.fill((*NIGHT, round(SHADOW * b**1.5)), (0, y, size[0], 1))
    return made


def rim_of(camera: Camera) -> int:
    """Return the width of the board's rim, in pixels."""
    return max(4, camera.tile // 6)


def _frame(surface: pygame.Surface, rect: pygame.Rect, wide: int, colour: Colour) -> None:
    """Draw a frame with rounded corners, without filling its inside."""
    pygame.draw.rect(surface, colour, rect, wide, border_radius=max(3, wide // 2))


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)


def _weight(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * surface.get_bytesize()
