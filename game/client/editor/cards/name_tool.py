"""Picking an area or a unit on the board, in place of a name in a word's list."""

from collections.abc import Callable, Sequence

import pygame

from game.client.board.board_view import BoardView
from game.client.editor.desk.tool import Slip, Tool, ToolDesk
from game.client.editor.overlays.overlay_colours import PLACE_COLOURS
from game.client.kit.theme import BRASS_LIGHT, CREAM, NIGHT, SMALL, Colour
from game.core.cells import Cell
from game.workshop.cards.word_menus import WordOption
from game.workshop.document import painting
from game.workshop.document.edit_history import EditStep


class NameTool(Tool):
    """A press on an area or unit picks it. Where there is no area, a click or drag makes one."""

    name = "pick_name"
    is_ended_by_click = True

    def __init__(
        self,
        desk: ToolDesk,
        options: Sequence[WordOption],
        can_make: bool,
        on_pick: Callable[[WordOption], object],
        on_new: Callable[[list[Cell]], object],
        on_back: Callable[[], object],
    ) -> None:
        """Set up the tool for these options; `can_make` says whether it can make areas."""
        super().__init__(desk)
        self._options = tuple(one for one in options if one.cells)
        self._can_make = can_make
        self._on_pick, self._on_new, self._on_back = on_pick, on_new, on_back
        self.current: WordOption | None = None
        """The option that the list points at."""

    @property
    def title(self) -> str:
        return self.desk.app.words.say("editor_tool", self.name)

    def option_on(self, cell: Cell) -> WordOption | None:
        """Return the option on a tile, the smallest if there are several; or None."""
        here = [one for one in self._options if cell in one.cells]
        units = [one for one in here if one.ref != "side"]
        return min(units or here, key=lambda one: len(one.cells), default=None)

    @property
    def needs_another(self) -> bool:
        """Return whether a key's second press ends a new area."""
        return self.start is not None and self.option_on(self.start) is None

    def begin(self, cell: Cell) -> None:
        if self.option_on(cell) is None and not self._can_make:
            raise self.refused("nothing_to_pick")
        super().begin(cell)

    def done(self, cell: Cell) -> EditStep | None:
        assert self.start is not None
        option, start = self.option_on(self.start), self.start
        if option is not None and start == cell:
            self._on_pick(option)
        elif self._can_make:
            self._on_new(list(painting.rectangle(start, cell)))
        return None

    def back(self) -> bool:
        if not super().back():
            self._on_back()
        return True

    def slip(self, cell: Cell | None) -> Slip | None:
        if cell is None:
            return None
        values = self.on_tile(cell)
        if self.start is not None and (self.start != cell or self.needs_another):
            tiles = tuple(painting.rectangle(self.start, cell))
            return Slip(self.said("new_area", {**values, "count": len(tiles)}), tiles=tiles)
        option = self.option_on(cell)
        if option is not None:
            return Slip(self.said("choose", {**values, "name": option.title}))
        return Slip(self.said("choose_area" if self._can_make else "choose_none", values))

    def draw(self, surface: pygame.Surface, view: BoardView, cell: Cell | None) -> None:
        over = self.option_on(cell) if cell is not None else None
        for option in self._options:
            is_strong = option is over or option is self.current
            colour = PLACE_COLOURS.get("area" if option.ref == "area" else "deploy", BRASS_LIGHT)
            if option.ref != "side" or is_strong:
                outline(
                    surface, view, option.cells, BRASS_LIGHT if is_strong else colour, is_strong
                )
        if self.start is not None and cell is not None:
            outline(surface, view, painting.rectangle(self.start, cell), BRASS_LIGHT, True)

    def draw_above(self, surface: pygame.Surface, view: BoardView) -> None:
        for option in self._options:
            if option.ref == "area" or option is self.current:
                label(self.desk, surface, view, option)


def outline(
    surface: pygame.Surface,
    view: BoardView,
    cells: Sequence[Cell],
    colour: Colour,
    is_strong: bool,
) -> None:
    """Draw the edge of some tiles, and a veil over them if `is_strong`."""
    own, camera = set(cells), view.camera
    width = max(2, camera.tile // (10 if is_strong else 16))
    for x, y in own:
        rect = camera.tile_rect((x, y))
        if not rect.colliderect(camera.rect):
            continue
        if is_strong:
            veil = pygame.Surface(rect.size, pygame.SRCALPHA)
            veil.fill((*colour, 70))
            surface.blit(veil, rect)
        if (x, y - 1) not in own:
            pygame.draw.line(surface, colour, rect.topleft, rect.topright, width)
        if (x, y + 1) not in own:
            pygame.draw.line(surface, colour, rect.bottomleft, rect.bottomright, width)
        if (x - 1, y) not in own:
            pygame.draw.line(surface, colour, rect.topleft, rect.bottomleft, width)
        if (x + 1, y) not in own:
            pygame.draw.line(surface, colour, rect.topright, rect.bottomright, width)


def label(desk: ToolDesk, surface: pygame.Surface, view: BoardView, option: WordOption) -> None:
    """Draw the name of an option above its first tile."""
    app, px = desk.app, desk.app.look.px
    first = min(option.cells, key=lambda cell: (cell[1], cell[0]))
    tile = view.camera.tile_rect(first)
    line = app.type.line(option.title, "sans bold", SMALL, CREAM)
    rect = line.get_rect().inflate(px(10), px(2))
    rect.midbottom = tile.centerx, tile.y + px(4)
    rect.clamp_ip(view.camera.rect)
    pygame.draw.rect(surface, NIGHT, rect, border_radius=px(4))
    surface.blit(line, line.get_rect(center=rect.center))
