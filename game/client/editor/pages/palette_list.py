"""The palette: grounds and kinds with pictures, facts lines, letters and prices."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from game.client.board.camera import Camera
from game.client.board.ground_layer import GroundLayer
from game.client.board.standees import Standees
from game.client.board.terrain_looks import read_terrain
from game.client.kit.theme import PARCHMENT_DARK
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
        """Number of rows whose pictures have been drawn ahead of time."""
        self._drawn: set[tuple[str, str]] = set()
        """Sorts and ids of the wares whose pictures have been drawn."""
        self._missing: list[ListRow[Ware]] = []
        """Rows in view that show a plain card, until there is time to draw their pictures."""

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

    def prepare(self, app: "App") -> bool:
        """Draw one more row's picture, of those in view first; return whether it is in view."""
        is_seen = bool(self._missing)
        row = self._missing.pop(0) if is_seen else self._next_row()
        if row is not None:
            self._picture(row, app)
        return is_seen

    def _next_row(self) -> ListRow[Ware] | None:
        """Return the next row to draw ahead of time, so that no picture is missing later."""
        if self._ready >= len(self.rows):
            return None
        row = self.rows[self._ready]
        self._ready += 1
        return None if row.is_head else row

    @property
    def is_ready(self) -> bool:
        """Return whether the pictures of all rows have been drawn."""
        return not self._missing and self._ready >= len(self.rows)

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        self._ready = 0
        self._drawn.clear()
        self._missing.clear()

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        self._missing.clear()
        super().draw(surface, app, is_focused, is_hovered)

    def picture(self, row: ListRow[Ware], app: "App") -> pygame.Surface:
        """Return the picture of a row, or a plain card if the frame has no time to draw it."""
        if not app.time.is_limited or _name(row.value) in self._drawn:
            return self._picture(row, app)
        self._missing.append(row)
        side = app.look.px(SIZE)
        return app.art.once(("no picture yet", side), lambda: _plain(side))

    def _picture(self, row: ListRow[Ware], app: "App") -> pygame.Surface:
        """Draw the picture of a row, if it isn't cached."""
        ware, px = row.value, app.look.px
        self._drawn.add(_name(ware))
        if ware.what == "ground":
            return ground_picture(app, ware.id, px(SIZE))
        assert self.pictures is not None
        return self.pictures.portrait(ware.id, self.side, (px(SIZE), px(SIZE * 7 / 6)))


def _name(ware: Ware) -> tuple[str, str]:
    return ware.what, ware.id


def _plain(side: int) -> pygame.Surface:
    made = pygame.Surface((side, side))
    made.fill(PARCHMENT_DARK)
    return made


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
