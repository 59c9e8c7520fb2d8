"""The palette: grounds and kinds with pictures, facts lines, letters and prices."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from game.client.board.camera import Camera
from game.client.board.ground_layer import GroundLayer
from game.client.board.standees import Standees
from game.client.board.terrain_looks import read_terrain
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.record.data_folders import assets_dir
from game.workshop.palette import Ware

if TYPE_CHECKING:
    from game.client.kit.app import App

SIZE = 30
"""Size of a picture, at 100%."""
AROUND = "grass"
"""Terrain around the tile in the picture of a ground."""


class PaletteList(ListBox[Ware]):
    """A list of wares, each with its picture."""

    def __init__(self, on_take: Callable[[Ware], object]) -> None:
        super().__init__(on_pick=on_take, on_press=on_take)
        self.pictures: Standees | None = None
        self.side = ""
        """Side whose colour the kinds have."""
        self._ready = 0
        """Number of rows whose pictures have been drawn."""

    def fill_with(
        self,
        groups: Sequence[tuple[str, tuple[Ware, ...]]],
        letters: Mapping[str, str],
        current: Ware | None,
    ) -> None:
        """List the wares in groups with headings; `letters` are those of the file's grounds."""
        rows: list[ListRow[Ware]] = []
        for head, wares in groups:
            if wares:
                rows.append(ListRow(wares[0], head, is_head=True, tail=str(len(wares))))
            for ware in wares:
                tail = letters.get(ware.id, "") if ware.what == "ground" else ""
                price = "" if ware.price is None else str(ware.price)
                tail = tail if ware.what == "ground" else price
                rows.append(ListRow(ware, ware.title, ware.facts, tail=tail, icon=ware.id))
        if [_bare(row) for row in rows] == [_bare(row) for row in self.rows]:
            self.rows = tuple(rows)
            return
        rolled = self.offset
        self.fill(rows, current)
        if self.current is not None and self.current.value != current:
            self.cursor = -1
        self.offset = rolled
        self.roll(0)

    def prepare(self, app: "App") -> None:
        """Draw the picture of one more row, so that none is missing when it comes into view."""
        if self._ready < len(self.rows):
            row = self.rows[self._ready]
            self._ready += 1
            if not row.is_head:
                self.picture(row, app)

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        self._ready = 0

    def picture(self, row: ListRow[Ware], app: "App") -> pygame.Surface:
        ware, px = row.value, app.look.px
        if ware.what == "ground":
            return ground_picture(app, ware.id, px(SIZE))
        assert self.pictures is not None
        return self.pictures.portrait(ware.id, self.side, (px(SIZE), px(SIZE * 7 / 6)))


def _bare(row: ListRow[Ware]) -> tuple[object, ...]:
    """Return what decides how high a row is."""
    return row.value, row.title, row.under, row.is_head


def ground_picture(app: "App", terrain: str, size: int) -> pygame.Surface:
    """Return a cached picture of a tile of a terrain, on grass if it borrows its ground."""
    return app.art.once(("ground picture", terrain, size), lambda: _made(app, terrain, size))


def _made(app: "App", terrain: str, size: int) -> pygame.Surface:
    layer = GroundLayer(app.art, read_terrain(assets_dir() / "terrain" / "terrain.toml"))
    layer.show(["...", ".x.", "..."], {".": AROUND, "x": terrain}, ())
    camera = Camera(3, 3)
    made = pygame.Surface((3 * size, 3 * size))
    camera.lay(made.get_rect().inflate(4 * size, 4 * size), 1.0)
    camera.tile = size
    layer.draw(made, camera)
    return made.subsurface((size, size, size, size)).copy()
