"""The list of a level's parts, with pictures of units and sides."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pygame

from game.client.board.side_looks import looks_of
from game.client.board.standees import Standees
from game.client.editor.overlays.overlay_colours import PLACE_COLOURS
from game.client.kit.theme import BRASS_DARK, INK_FADED
from game.client.kit.widgets.drawing import box
from game.client.kit.widgets.list_box import ListBox, ListRow
from game.workshop.edited_board import BoardSide
from game.workshop.forms.part_list import LevelPart

if TYPE_CHECKING:
    from game.client.kit.app import App

SIZE = 30
"""Size of a picture, at 100%."""
ICONS: Mapping[str, str] = {
    "": "icons/scroll",
    "deploy": "icons/deploy",
    "objective": "icons/flag",
    "roster": "icons/group",
    "lesson": "icons/letter",
    "expect": "icons/check",
    "flag": "icons/flag",
    "counter": "icons/plus",
    "choice": "icons/question",
}
"""Icons of parts that have no picture of their own."""


def icon_of(part: LevelPart) -> str:
    """Return the icon of a part, or the name of its table if it has a picture of its own."""
    return ICONS.get(part.array, part.array)


class PartList(ListBox[LevelPart]):
    """A list of parts; a press opens one."""

    def __init__(self, on_open: Callable[[LevelPart], object]) -> None:
        super().__init__(on_press=on_open, is_pressed_by_click=True)
        self._pictures: Standees | None = None
        self._wanted: tuple[tuple[BoardSide, ...], str] = ((), "")
        self._dressed: tuple[tuple[BoardSide, ...], str] = self._wanted

    def dress(self, sides: tuple[BoardSide, ...], book: str) -> None:
        """Take the sides' colours for the pictures."""
        self._wanted = sides, book

    def picture(self, row: ListRow[LevelPart], app: "App") -> pygame.Surface:
        part, px = row.value, app.look.px
        side = px(SIZE)
        if self._dressed != self._wanted:
            self._dressed = self._wanted
            self._pictures = Standees(app.art, self._wanted[1], looks_of(self._wanted[0]))
        if part.array == "unit" and self._pictures is not None:
            return self._pictures.portrait(part.kind, part.side, (side, px(SIZE * 7 / 6)))
        if part.array == "side":
            return self._chip(app, part.side, side)
        if part.array == "area":
            return self._swatch(app, side)
        return app.art.image(ICONS[part.array], (side, side), INK_FADED)

    def _chip(self, app: "App", side: str, size: int) -> pygame.Surface:
        """Return a disc in a side's colour."""
        made = pygame.Surface((size, size), pygame.SRCALPHA)
        looks = looks_of(self._wanted[0])
        colour = looks[side].colour if side in looks else INK_FADED
        pygame.draw.aacircle(made, BRASS_DARK, (size / 2, size / 2), size * 0.38)
        pygame.draw.aacircle(made, colour, (size / 2, size / 2), size * 0.32)
        return made

    def _swatch(self, app: "App", size: int) -> pygame.Surface:
        """Return a square in the colour of areas."""
        made = pygame.Surface((size, size), pygame.SRCALPHA)
        rect = made.get_rect().inflate(-size // 3, -size // 3)
        box(app, made, rect, PLACE_COLOURS["area"], BRASS_DARK, 1.5, 4)
        return made
