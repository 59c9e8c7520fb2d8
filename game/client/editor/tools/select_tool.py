"""The tool that selects a rectangle: copy, cut, paste, move, mirror and turn it."""

import pygame

from game.client.board.board_view import BoardView
from game.client.editor.desk.tool import Slip, Tool, ToolAction, ToolDesk
from game.client.editor.tools.ghost_ground import GhostGround
from game.client.kit.inputs import Act, Input
from game.client.kit.theme import BRASS_LIGHT, INK
from game.core.cells import Cell
from game.workshop.document import selection as selecting
from game.workshop.document.edit_history import EditStep
from game.workshop.document.gesture import Gesture, GestureRefused
from game.workshop.document.pasting import paste_effects
from game.workshop.document.selection import Clip, Selection

DASH = 6
"""Length of a dash of the frame, at 100%."""


class SelectTool(Tool):
    """A selection, and what was copied.

    On no selection it selects from one corner to another. On the selection it takes it up and
    puts it down. While it is pasting, each press puts a copy on the map.
    """

    name = "select"
    is_paired = True

    def __init__(self, desk: ToolDesk) -> None:
        super().__init__(desk)
        self.selection: Selection | None = None
        self.clip: Clip | None = None
        """The tiles that were copied, as they are held."""
        self.is_pasting = False
        self._copied: Selection | None = None
        """The selection that was copied last."""
        self._lifted: Clip | None = None
        """The tiles that are being moved."""
        self._ghost = GhostGround()

    # A press and a release

    @property
    def needs_another(self) -> bool:
        return not self.is_pasting

    def begin(self, cell: Cell) -> None:
        super().begin(cell)
        if not self.is_pasting and self.selection is not None and self.selection.has(cell):
            self._lifted = selecting.copied(self.desk.reading, self.selection)

    def drop(self) -> None:
        super().drop()
        self._lifted = None

    def shifted(self, by: Cell) -> None:
        super().shifted(by)
        if self.selection is not None:
            x, y, wide, high = self.selection
            right, bottom = self.desk.reading.width, self.desk.reading.height
            moved = Selection(x + by[0], y + by[1], wide, high)
            inside = moved.x >= 0 and moved.y >= 0
            inside &= moved.x + wide <= right and moved.y + high <= bottom
            self.selection = moved if inside else None

    def done(self, cell: Cell) -> EditStep | None:
        assert self.start is not None
        if not self.is_pasting and self._lifted is None:
            self.selection = Selection.between(self.start, cell)
            return None
        step = super().done(cell)
        if step is not None:
            self.selection = self._placed(cell)
        return step

    def gesture(self, cell: Cell) -> Gesture:
        reading, placed = self.desk.reading, self._placed(cell)
        if self.is_pasting and self.clip is not None:
            return selecting.paste(reading, self.clip, placed[:2])
        assert self.selection is not None
        return selecting.move(reading, self.selection, placed[:2])

    def _placed(self, cell: Cell) -> Selection:
        """Return where the held tiles would be if they were put down at a tile."""
        if self.is_pasting and self.clip is not None:
            wide, high = self.clip.width, self.clip.height
            return Selection(cell[0] - wide // 2, cell[1] - high // 2, wide, high)
        assert self.selection is not None
        start = self.start if self.start is not None else cell
        x, y, wide, high = self.selection
        return Selection(x + cell[0] - start[0], y + cell[1] - start[1], wide, high)

    def back(self) -> bool:
        if super().back():
            return True
        if self.is_pasting:
            self.is_pasting = False
            return True
        had_one, self.selection = self.selection is not None, None
        return had_one

    # Its buttons

    @property
    def actions(self) -> tuple[ToolAction, ...]:
        say = self.desk.app.words.say
        none = "" if self.selection else say("editor", "no_selection")
        held = "" if self.is_pasting else none
        empty = "" if self.clip else say("editor", "nothing_copied")
        return (
            ToolAction("select_all", self._all),
            ToolAction("copy", self._copy, none),
            ToolAction("cut", self._cut, none),
            ToolAction("paste", self.paste, empty),
            ToolAction("mirror", lambda: self._mirror(is_upright=False), held),
            ToolAction("flip", lambda: self._mirror(is_upright=True), held),
            ToolAction("turn", self._turn, held),
        )

    def heard(self, event: Input, view: BoardView) -> bool:
        if not isinstance(event, Act):
            return False
        if event.name == "erase" and self.selection is not None and not self.is_pasting:
            self._clear()
            return True
        found = next((one for one in self.actions if one.name == event.name), None)
        if found is None:
            return False
        if found.reason:
            self.desk.refuse(found.reason)
        else:
            found.act()
        return True

    def _all(self) -> None:
        self.drop()
        reading = self.desk.reading
        self.is_pasting = False
        if reading.width:
            self.selection = Selection(0, 0, reading.width, reading.height)
        self.desk.changed()

    def _copy(self) -> None:
        self.drop()
        if self.selection is None:
            return
        try:
            self.clip = selecting.copied(self.desk.reading, self.selection)
        except GestureRefused as refused:
            self.desk.refuse(str(refused))
        else:
            self._copied = self.selection
        self.desk.changed()

    def _cut(self) -> None:
        self._copy()
        self._clear()

    def _clear(self) -> None:
        """Clear the ground of the selection, and remove what is on it."""
        self.drop()
        selection = self.selection
        if selection is not None:
            self.desk.apply(lambda reading: selecting.cut(reading, selection))

    def paste(self) -> None:
        """Hold what was copied, until Esc."""
        self.drop()
        self.is_pasting = self.clip is not None
        self.desk.changed()

    def _mirror(self, *, is_upright: bool) -> None:
        self.drop()
        selection = self.selection
        if self.is_pasting and self.clip is not None:
            self.clip = self.clip.mirrored(is_upright=is_upright)
            self.desk.changed()
        elif selection is not None:
            self.desk.apply(lambda it: selecting.mirror(it, selection, is_upright=is_upright))

    def _turn(self) -> None:
        self.drop()
        selection = self.selection
        if self.is_pasting and self.clip is not None:
            self.clip = self.clip.turned()
            self.desk.changed()
        elif selection is not None:
            turned = Selection(selection.x, selection.y, selection.height, selection.width)
            before = self.desk.document.text
            self.selection = turned
            self.desk.apply(lambda it: selecting.turn(it, selection))
            if self.desk.document.text == before:
                self.selection = selection
                self.desk.changed()

    # What is written and drawn

    @property
    def about(self) -> str:
        say, selection = self.desk.app.words.say, self.selection
        if self.is_pasting:
            return say("editor", "is_pasting")
        if selection is None:
            return super().about
        key = "copied" if selection == self._copied else "is_selected"
        return say("editor", key, width=selection.width, height=selection.height)

    def slip(self, cell: Cell | None) -> Slip | None:
        if cell is None:
            return None
        here = self.on_tile(cell)
        if self.is_pasting or self._lifted is not None:
            placed = self._placed(cell)
            try:
                if self.is_pasting and self.clip is not None:
                    notes = paste_effects(self.desk.reading, self.clip, placed[:2])
                    return Slip(self.said("paste", placed._asdict()), notes)
                made = self.gesture(cell)
            except GestureRefused as refused:
                return Slip(self.said("refused", {**here, "why": str(refused)}))
            return Slip(self.said("move_selection", placed._asdict()), made.notes)
        if self.start is not None:
            return Slip(self.said("select", Selection.between(self.start, cell)._asdict()))
        if self.selection is not None and self.selection.has(cell):
            return Slip(self.said("take_selection", here))
        return Slip(self.said("same", here))

    def draw(self, surface: pygame.Surface, view: BoardView, cell: Cell | None) -> None:
        """Draw the tiles that are held."""
        held = self.clip if self.is_pasting else self._lifted
        if held is not None and cell is not None:
            x, y = self._placed(cell)[:2]
            left, right, top, bottom = view.camera.seen()
            tiles = {(x + c, y + r): tile.terrain for (c, r), tile in held.tiles.items()}
            tiles = {
                (c, r): terrain
                for (c, r), terrain in tiles.items()
                if left <= c <= right and top <= r <= bottom
            }
            self._ghost.draw(surface, view, tiles)
            units = {(x + c, y + r): unit for (c, r), unit in held.units.items()}
            self._ghost.draw_units(surface, view, units)

    def draw_above(self, surface: pygame.Surface, view: BoardView) -> None:
        cell = view.pointed
        if cell is not None and (self.is_pasting or self._lifted is not None):
            self._frame(surface, view, self._placed(cell))
        elif cell is not None and self.start is not None:
            self._frame(surface, view, Selection.between(self.start, cell))
        elif self.selection is not None:
            self._frame(surface, view, self.selection)

    def _frame(self, surface: pygame.Surface, view: BoardView, selection: Selection) -> None:
        """Draw a dashed frame around a selection."""
        px, (x, y) = self.desk.app.look.px, view.camera.corner((selection.x, selection.y))
        tile, wide = view.camera.tile, max(2, px(2))
        rect = pygame.Rect(x, y, selection.width * tile, selection.height * tile)
        pygame.draw.rect(surface, INK, rect.inflate(2, 2), wide + 2)
        dash = px(DASH)
        for left in range(rect.left, rect.right, 2 * dash):
            room = min(dash, rect.right - left)
            surface.fill(BRASS_LIGHT, (left, rect.top, room, wide))
            surface.fill(BRASS_LIGHT, (left, rect.bottom - wide, room, wide))
        for top in range(rect.top, rect.bottom, 2 * dash):
            room = min(dash, rect.bottom - top)
            surface.fill(BRASS_LIGHT, (rect.left, top, wide, room))
            surface.fill(BRASS_LIGHT, (rect.right - wide, top, wide, room))
