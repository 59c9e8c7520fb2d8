"""The tool that makes the map larger or smaller at its edges."""

from typing import Literal

import pygame

from game.client.board.board_view import BoardView
from game.client.editor.desk.tool import Slip, Tool, ToolDesk
from game.client.kit.inputs import Act, Input, Pointer
from game.client.kit.theme import BRASS, BRASS_LIGHT, INK, WARNING
from game.core.cells import Cell
from game.workshop.document.gesture import Gesture, GestureRefused
from game.workshop.document.resizing import LARGEST, Margins, resize

Edge = Literal["left", "top", "right", "bottom"]

EDGES: dict[str, Edge] = {"left": "left", "up": "top", "right": "right", "down": "bottom"}
"""The edge that each arrow chooses."""
OUTWARD: dict[tuple[Edge, str], int] = {
    ("left", "left"): 1,
    ("left", "right"): -1,
    ("right", "right"): 1,
    ("right", "left"): -1,
    ("top", "up"): 1,
    ("top", "down"): -1,
    ("bottom", "down"): 1,
    ("bottom", "up"): -1,
}
"""Whether an arrow moves an edge outwards (1) or inwards."""
LONG, WIDE, INSIDE = 56, 12, 22
"""Length and width of a handle, and its least distance from the edge of the view, at 100%."""
NEAR = 10
"""Pixels around a handle that count as it, at 100%."""
VEIL = 110
"""Opacity of the colour on tiles that are added or cut off, of 255."""


class ResizeTool(Tool):
    """Handles at the four edges: drag one, or choose it with the arrows and move it with them."""

    name = "resize"

    def __init__(self, desk: ToolDesk) -> None:
        super().__init__(desk)
        self.edge: Edge = "right"
        """The edge that was chosen last."""
        self.is_held = False
        """Whether the edge follows the pointer or the arrows."""
        self.by = 0
        """Rows or columns to add; negative numbers cut off."""
        self._slip: tuple[object, Slip] | None = None

    @property
    def is_begun(self) -> bool:
        return self.is_held

    def drop(self) -> None:
        super().drop()
        self.is_held, self.by = False, 0

    @property
    def margins(self) -> Margins:
        """The rows and columns to add at each edge."""
        return Margins()._replace(**{self.edge: self.by})

    def gesture(self, cell: Cell) -> Gesture:
        return resize(self.desk.reading, self.margins)

    # Input

    def heard(self, event: Input, view: BoardView) -> bool:
        if isinstance(event, Act):
            return self._acted(event.name)
        if not isinstance(event, Pointer):
            return False
        over = self._over(event.at, view)
        if event.kind == "down" and event.button == 1:
            if over is not None:
                self.edge, self.is_held, self.by = over, True, 0
            return True
        if event.kind == "up" and event.button == 1:
            self._end()
            return True
        if event.kind == "move" and self.is_held:
            self._follow(event.at, view)
            return True
        if event.kind == "move" and over is not None:
            self.edge = over
        return False

    def _acted(self, name: str) -> bool:
        if name == "confirm":
            if self.is_held:
                self._end()
            else:
                self.is_held, self.by = True, 0
        elif name in EDGES and self.is_held:
            self._put(self.by + OUTWARD.get((self.edge, name), 0))
        elif name in EDGES:
            self.edge = EDGES[name]
        else:
            return False
        return True

    def _follow(self, at: tuple[int, int], view: BoardView) -> None:
        """Move the edge to the tiles at a point."""
        x, y = view.camera.position(at)
        reading = self.desk.reading
        far = {"left": -x, "top": -y, "right": x - reading.width, "bottom": y - reading.height}
        self._put(round(far[self.edge]))

    def _put(self, by: int) -> None:
        """Set the number of rows or columns; at least one stays, and the file stays readable."""
        reading = self.desk.reading
        length = reading.width if self.edge in ("left", "right") else reading.height
        self.by = max(1 - length, min(LARGEST - length, by))

    def _end(self) -> None:
        """Make the change."""
        margins = self.margins
        self.drop()
        if any(margins):
            self.desk.likely_shift = margins.left, margins.top
            self.desk.apply(lambda reading: resize(reading, margins))
            self.desk.likely_shift = 0, 0

    # What is written and drawn

    def slip(self, cell: Cell | None) -> Slip | None:
        key = self.desk.document.text, self.margins
        if self._slip is None or self._slip[0] != key:
            self._slip = key, self._made_slip()
        return self._slip[1]

    def _made_slip(self) -> Slip:
        reading, (left, top, right, bottom) = self.desk.reading, self.margins
        before = reading.width, reading.height
        after = before[0] + left + right, before[1] + top + bottom
        fields: dict[str, object] = {"width": before[0], "height": before[1], "by": abs(self.by)}
        fields |= {"new_width": after[0], "new_height": after[1]}
        fields["edge"] = self.desk.app.words.say("editor_edge", self.edge)
        if not self.by:
            return Slip(self.said("size_held" if self.is_held else "size", fields))
        try:
            made = resize(reading, self.margins)
        except GestureRefused as refused:
            return Slip(str(refused))
        is_wide = self.edge in ("left", "right")
        key = ("columns" if is_wide else "rows") + ("_more" if self.by > 0 else "_less")
        return Slip(self.said(key, fields), made.notes)

    def place_of_slip(self, view: BoardView) -> pygame.Rect | None:
        return self._handle(self.edge, view)

    def _map(self, view: BoardView, margins: Margins) -> pygame.Rect:
        """Return the map on the screen, as it is with some margins."""
        camera = view.camera
        left, top = camera.corner((-margins.left, -margins.top))
        right, bottom = camera.corner(
            (camera.width + margins.right, camera.height + margins.bottom)
        )
        return pygame.Rect(left, top, right - left, bottom - top)

    def _handle(self, edge: Edge, view: BoardView) -> pygame.Rect:
        """Return the handle of an edge, which is always in view."""
        px, camera = self.desk.app.look.px, view.camera
        margins = self.margins if self.is_held and edge == self.edge else Margins()
        board = self._map(view, margins)
        seen = board.clip(camera.rect)
        inside = camera.rect.inflate(-2 * px(INSIDE), -2 * px(INSIDE))
        is_upright = edge in ("left", "right")
        size = (px(WIDE), px(LONG)) if is_upright else (px(LONG), px(WIDE))
        rect = pygame.Rect((0, 0), size)
        ends = {"left": board.left, "right": board.right, "top": board.top, "bottom": board.bottom}
        end = ends[edge]
        rect.center = (end, seen.centery) if is_upright else (seen.centerx, end)
        return rect.clamp(inside)

    def _over(self, at: tuple[int, int], view: BoardView) -> Edge | None:
        """Return the edge whose handle is at a point, or None."""
        near = 2 * self.desk.app.look.px(NEAR)
        for edge in EDGES.values():
            if self._handle(edge, view).inflate(near, near).collidepoint(at):
                return edge
        return None

    def draw_above(self, surface: pygame.Surface, view: BoardView) -> None:
        px = self.desk.app.look.px
        board, new = self._map(view, Margins()), self._map(view, self.margins)
        if self.is_held and self.by:
            self._shade(surface, board, new)
            pygame.draw.rect(surface, INK, new.inflate(px(6), px(6)), px(4))
            pygame.draw.rect(surface, BRASS_LIGHT, new.inflate(px(4), px(4)), px(2))
        for edge in EDGES.values():
            rect, is_chosen = self._handle(edge, view), edge == self.edge
            pygame.draw.rect(surface, INK, rect.inflate(px(4), px(4)), 0, px(6))
            colour = BRASS_LIGHT if is_chosen else BRASS
            pygame.draw.rect(surface, colour, rect, 0, px(4))

    def _shade(self, surface: pygame.Surface, board: pygame.Rect, new: pygame.Rect) -> None:
        """Shade the tiles that are added or cut off."""
        shaded = pygame.Rect(board if self.by < 0 else new)
        kept = new if self.by < 0 else board
        if self.edge == "left":
            shaded.width = abs(kept.left - shaded.left)
        elif self.edge == "right":
            shaded.update(kept.right, shaded.y, shaded.right - kept.right, shaded.height)
        elif self.edge == "top":
            shaded.height = abs(kept.top - shaded.top)
        else:
            shaded.update(shaded.x, kept.bottom, shaded.width, shaded.bottom - kept.bottom)
        shaded = shaded.clip(surface.get_clip())
        if shaded.width and shaded.height:
            veil = pygame.Surface(shaded.size)
            veil.fill(WARNING if self.by < 0 else BRASS_LIGHT)
            veil.set_alpha(VEIL)
            surface.blit(veil, shaded)
