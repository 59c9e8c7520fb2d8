"""The board in the editor: its tiles and units, the stroke, the slip beside it, and marks."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.board.board_view import BoardView
from game.client.board.overlays import BoardMarks
from game.client.board.side_looks import looks_of
from game.client.board.terrain_looks import read_terrain
from game.client.editor.desk.editor_desk import EditorDesk
from game.client.editor.desk.tool import Slip
from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import (
    BODY,
    INK,
    INK_FADED,
    PARCHMENT,
    PARCHMENT_EDGE,
    SMALL,
)
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.drawing import box, focus_edge, panel, shadow
from game.client.kit.widgets.warning_sign import warning_sign
from game.core.cells import Cell
from game.record.data_folders import assets_dir
from game.workshop.document.edit_history import EditStep
from game.workshop.document.gesture import GestureRefused
from game.workshop.edited_board import EditedBoard, board_of, shift_between
from game.workshop.forms.use_list import cell_of

if TYPE_CHECKING:
    from game.client.kit.app import App

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
LEFT, MIDDLE = 1, 2
"""Numbers of mouse buttons."""
WIDE, PAD, ASIDE = 300, 12, 14
"""Maximum width, padding and distance from the tile of the slip, at 100%."""
SIGN = 0.42
"""Size of the sign of a finding, in tiles."""
FIRM = 190
"""Opacity of the ground that a stroke will paint, of 255."""


class BoardPane(Widget):
    """The board, on which the tool in hand is used by pointer, keys or gamepad."""

    follows_pointer = False

    def __init__(self, desk: EditorDesk) -> None:
        super().__init__()
        self._app, self._desk = desk.app, desk
        self.view: BoardView | None = None
        """The drawn board, or None as long as the level had none."""
        self.board: EditedBoard | None = None
        self.is_old = False
        """Whether the board is an older one, because the text has none now."""
        self.cell: Cell | None = None
        """Tile of the pointer or cursor, or None."""
        self._slip: Slip | None = None
        self._is_slip_old = False
        self._is_picking = False
        """Whether a press would take in hand what is on the tile, because Alt is held."""
        self._is_beside = False
        """Whether the pointer carries something beside the tiles."""
        self.marked: dict[Cell, str] = {}
        """Tiles with findings, and the severity of the worst one on each."""
        self.on_point: Callable[[Cell | None], object] = lambda _: None
        """Function called with each tile that the cursor or pointer comes to."""
        self.on_draw: Callable[[pygame.Surface], object] = lambda _: None
        """Function that draws on the tiles, below the units."""
        self.on_draw_above: Callable[[pygame.Surface], object] = lambda _: None
        """Function that draws above the units."""
        self._at: tuple[int, int] | None = None
        """Last point of a drag with the middle button, or None."""
        self._is_pointed = False
        """Whether the last input was the pointer's."""

    # The level

    def show(self) -> None:
        """Show the level as it is now, or as it was when it last had a board."""
        document = self._desk.document
        found = board_of(document.reading)
        self.is_old = found is None
        if found is None and self.view is None and document.good is not None:
            found = board_of(document.good)
        if found is not None and found != self.board:
            self._show(found)
        self.marked = {}
        for one in reversed(document.reading.findings):
            cell = cell_of(document.reading, one)
            if cell is not None:
                self.marked[cell] = one.finding.severity
        self._point(self.cell)

    def _show(self, board: EditedBoard) -> None:
        before, self.board = self.board, board
        size = board.picture.map.width, board.picture.map.height
        view, looks = self.view, looks_of(board.sides)
        is_same = before is not None and (before.sides, before.book) == (board.sides, board.book)
        if view is None or not is_same or size != (view.camera.width, view.camera.height):
            terrain = read_terrain(assets_dir() / "terrain" / "terrain.toml")
            new = BoardView(self._app.art, self._app.type, terrain, board.book, looks, size)
            if view is not None and before is not None:
                likely = self._desk.likely_shift
                self._follow(new, view, shift_between(before.picture, board.picture, likely))
            elif self.rect.width:
                new.camera.lay(self.rect, self._app.look.scale)
            self.view = view = new
        view.show(board.picture)
        view.settle()

    def _follow(self, new: BoardView, old: BoardView, shift: Cell) -> None:
        """Leave the tiles where they are on the screen, though the map has another size."""
        new.camera.follow(old.camera, shift)
        if self.cell is not None:
            self.cell = self.cell[0] + shift[0], self.cell[1] + shift[1]
        for tool in self._desk.tools.values():
            tool.shifted(shift)

    def place(self, rect: pygame.Rect, app: "App") -> None:
        super().place(rect, app)
        if self.view is not None:
            self.view.camera.lay(self.rect, app.look.scale)

    # Pointing

    def point(self, cell: Cell | None) -> None:
        """Move the cursor to a tile, and show it."""
        self._point(cell)
        if cell is not None and self.view is not None:
            self.view.camera.show(cell)
            self.view.camera.arrive()

    def _point(self, cell: Cell | None) -> None:
        view = self.view
        inside = view is not None and cell is not None
        if view is not None and cell is not None:
            width, height = view.camera.width, view.camera.height
            inside = 0 <= cell[0] < width and 0 <= cell[1] < height
        self.cell = cell if inside else None
        self._is_slip_old = True
        self.on_point(self.cell)
        if view is not None:
            view.pointed = self.cell
            view.marks = BoardMarks(cursor=self.cell)

    @property
    def slip(self) -> Slip | None:
        """The slip of the tool at the cursor, made when it is first asked for."""
        if self._is_slip_old:
            self._is_slip_old = False
            self._slip = self._new_slip() if self._may_edit else None
        return self._slip

    def _new_slip(self) -> Slip | None:
        tool = self._desk.tool
        if self._is_picking and self.cell is not None:
            return tool.slip_of_pick(self.cell)
        if self._is_beside:
            return tool.slip_beside()
        return tool.slip(self.cell)

    @property
    def _may_edit(self) -> bool:
        return not self.is_old and self._desk.document.reading.is_toml

    # Input

    def entered(self) -> None:
        self._is_pointed = False

    def heard(self, event: Input) -> bool:
        if self.view is None:
            return False
        self._is_pointed = isinstance(event, Pointer)
        if self._may_edit and self._desk.tool.heard(event, self.view):
            self._point(self.cell)
            return True
        if isinstance(event, Pointer):
            return self._pointed(event)
        return isinstance(event, Act) and self._acted(event)

    def _acted(self, event: Act) -> bool:
        if event.name in WAYS:
            self._walk(WAYS[event.name])
        elif event.name == "confirm":
            self._press()
        elif event.name == "erase" or (event.name == "threats" and event.is_pad):
            self._desk.tool.drop()
            self._try(self._desk.tools["remove"].finish)
        elif event.name == "describe" and self.cell is not None:
            self._desk.look_at(self.cell)
        else:
            return self._looked(event.name)
        return True

    def _looked(self, name: str) -> bool:
        """Handle an action that zooms; return whether it was one."""
        assert self.view is not None
        camera = self.view.camera
        if name in ("zoom_in", "zoom_out"):
            camera.zoom(1 if name == "zoom_in" else -1)
        elif name == "center":
            camera.fit()
        else:
            return False
        return True

    def _walk(self, way: tuple[int, int]) -> None:
        assert self.view is not None
        camera = self.view.camera
        x, y = self.cell if self.cell is not None else (camera.width // 2, camera.height // 2)
        moved = x + way[0], y + way[1]
        if self.cell is None:
            moved = x, y
        cell = min(max(0, moved[0]), camera.width - 1), min(max(0, moved[1]), camera.height - 1)
        self._desk.tool.extend(cell)
        self.point(cell)

    def _press(self) -> None:
        """Use the tool at the cursor: at once, or first on one tile and then on another."""
        tool = self._desk.tool
        if self.cell is None:
            self._walk((0, 0))
        elif tool.is_begun:
            self._try(tool.finish)
        else:
            self._try(self._begin)

    def _begin(self, cell: Cell) -> object:
        tool = self._desk.tool
        tool.begin(cell)
        return None if tool.needs_another else tool.finish(cell)

    def _try(self, use: Callable[[Cell], object]) -> None:
        """Use a tool on the tile of the cursor; say why if that can't be done."""
        if self.cell is None:
            return
        try:
            if not self._may_edit:
                self._desk.document.reading.require_toml()
            made = use(self.cell)
            for note in made.notes if isinstance(made, EditStep) else ():
                self._app.notices.add(note)
        except GestureRefused as refused:
            self._desk.tool.drop()
            self._app.sounds.ui("refused")
            self._app.notices.add(str(refused))
        self._desk.changed()

    def _pointed(self, event: Pointer) -> bool:
        assert self.view is not None
        camera, tool = self.view.camera, self._desk.tool
        if event.kind == "wheel":
            camera.zoom(event.amount, event.at)
            return True
        if event.button == MIDDLE:
            self._at = event.at if event.kind == "down" else None
            return True
        if event.kind == "move" and self._at is not None:
            camera.pan(event.at[0] - self._at[0], event.at[1] - self._at[1])
            self._at = event.at
            return True
        cell, was_picking = camera.cell(event.at), self._is_picking
        self._is_picking = event.is_alt and tool.picks and not tool.is_begun
        if event.kind == "down" and event.button == LEFT and cell is not None:
            self._point(cell)
            if self._is_picking:
                self._try(tool.pick)
            elif tool.is_begun:
                self._try(tool.finish)
            else:
                self._try(tool.begin)
            return True
        is_beside = cell is None and tool.is_begun and tool.can_leave
        if is_beside != self._is_beside:
            self._is_beside, self._is_slip_old = is_beside, True
        if event.kind == "up" and event.button == LEFT and is_beside:
            self._is_beside = False
            self._try(lambda _: tool.leave())
            return True
        if event.kind == "up" and event.button == LEFT:
            is_click = tool.needs_another and cell == tool.start
            if tool.is_begun and (not is_click or tool.is_ended_by_click):
                self._try(tool.finish)
            return True
        is_new = cell != self.cell or was_picking != self._is_picking
        if is_new and (cell is not None or not tool.is_begun):
            if cell is not None:
                tool.extend(cell)
            self._point(cell)
            return True
        return False

    def drag(self, event: Pointer) -> None:
        """Point where a pointer is that was pressed elsewhere."""
        cell = self.view.camera.cell(event.at) if self.view is not None else None
        if cell != self.cell:
            self._point(cell)

    def drop(self, event: Pointer) -> bool:
        """Use the tool where such a pointer is let go; return whether that is a tile."""
        self.drag(event)
        self._try(self._desk.tool.finish)
        return self.cell is not None

    def let_go(self) -> None:
        """Drop a stroke, because another scene was on top meanwhile."""
        self._at, self._is_beside = None, False
        self._desk.tool.drop()

    # Drawing

    def draw(self, surface: pygame.Surface, app: "App", is_focused: bool, is_hovered: bool) -> None:
        view = self.view
        if view is None:
            panel(app, surface, self.rect)
            words = app.words.say("editor", "no_board")
            room = self.rect.inflate(-app.look.px(60), -app.look.px(60))
            text = app.type.block(words, max(1, room.width), "serif", BODY, INK)
            surface.blit(text, text.get_rect(center=self.rect.center))
            return
        view.draw_flat(surface)
        before = surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        self.on_draw(surface)
        self._desk.tool.draw(surface, view, self.cell)
        surface.set_clip(before)
        view.draw_standing(surface)
        surface.set_clip(self.rect.clip(before))
        self.on_draw_above(surface)
        self._desk.tool.draw_above(surface, view)
        self._draw_signs(surface, app, view)
        is_lent = self._desk.tool not in self._desk.tools.values()
        is_used = is_hovered or (is_focused and not self._is_pointed)
        if is_used or is_lent or self._desk.tool.is_begun:
            self._draw_slip(surface, app, view)
        surface.set_clip(before)
        if is_focused:
            focus_edge(app, surface, self.rect)

    def _draw_signs(self, surface: pygame.Surface, app: "App", view: BoardView) -> None:
        """Draw a sign on each tile with a finding."""
        camera = view.camera
        side = max(app.look.px(14), round(camera.tile * SIGN))
        for cell, severity in self.marked.items():
            tile = camera.tile_rect(cell)
            if tile.colliderect(self.rect):
                rect = pygame.Rect(tile.right - side, tile.y, side, side)
                warning_sign(surface, rect, severity)

    def _draw_slip(self, surface: pygame.Surface, app: "App", view: BoardView) -> None:
        """Draw what the stroke changes, beside the tile and never on it."""
        slip, px = self.slip, app.look.px
        tile = self._desk.tool.place_of_slip(view)
        if tile is None and self.cell is not None:
            tile = view.camera.tile_rect(self.cell)
        if slip is None or tile is None:
            return
        wide = min(px(WIDE), self.rect.width - px(4 * PAD))
        rows = app.type.wrapped(slip.words, wide, "sans bold", BODY)
        lines = [app.type.line(row, "sans bold", BODY, INK) for row in rows]
        rows = [row for note in slip.notes for row in app.type.wrapped(note, wide, "sans", SMALL)]
        lines += [app.type.line(row, "sans", SMALL, INK_FADED) for row in rows]
        inner = max(line.get_width() for line in lines), sum(line.get_height() for line in lines)
        rect = pygame.Rect(0, 0, inner[0] + px(2 * PAD), inner[1] + px(PAD))
        rect.midleft = tile.right + px(ASIDE), tile.centery
        if rect.right > self.rect.right:
            rect.midright = tile.x - px(ASIDE), tile.centery
        if rect.x < self.rect.x:
            rect.midtop = tile.centerx, tile.bottom + px(ASIDE)
        rect.clamp_ip(self.rect)
        shadow(app, surface, rect)
        box(app, surface, rect, PARCHMENT, PARCHMENT_EDGE, 1.5, 6)
        y = rect.y + px(PAD) // 2
        for line in lines:
            surface.blit(line, (rect.x + px(PAD), y))
            y += line.get_height()
