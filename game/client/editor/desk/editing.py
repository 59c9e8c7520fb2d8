"""What the author does to a level: tools, the ware in hand, strokes and units in the air."""

from collections.abc import Mapping
from typing import NamedTuple

from game.client.kit.window_texts import WindowTexts
from game.core.cells import Cell
from game.workshop.document import painting, units
from game.workshop.document.edit_history import EditStep
from game.workshop.document.gesture import Gesture, GestureRefused
from game.workshop.document.level_document import LevelDocument
from game.workshop.palette import Palette, Ware, fresh_id

BRUSH, LINE, RECTANGLE, FILL, PICK, MOVE, REMOVE = (
    "brush",
    "line",
    "rectangle",
    "fill",
    "pick",
    "move",
    "remove",
)
TOOLS = (BRUSH, LINE, RECTANGLE, FILL, PICK, MOVE, REMOVE)
PAIRED = LINE, RECTANGLE, MOVE
"""Tools that need two tiles: a key or button chooses first one, then the other."""
MOST_USED = 9


class Slip(NamedTuple):
    """The change that a press would make: its words, its tiles and its side effects."""

    words: str
    notes: tuple[str, ...] = ()
    tiles: tuple[Cell, ...] = ()
    ground: str = ""
    """Terrain that the tiles get, or ""."""


class Editing:
    """The author's hand on one document."""

    def __init__(self, document: LevelDocument, palette: Palette, words: WindowTexts) -> None:
        self.document, self.palette, self._words = document, palette, words
        self.tool = BRUSH
        self.ware: Ware | None = next(iter(palette.grounds), None)
        self.side = next(iter(self.sides), "")
        self.used: list[Ware] = []
        """The wares used last, which answer to the keys 1 to 9. They keep their places."""
        self.start: Cell | None = None
        """Tile on which the stroke or move began, or None."""
        self._last: Cell = (0, 0)
        self._stroke: dict[Cell, None] = {}
        self._doing = BRUSH
        """What the tool does since the stroke began: with a kind in hand, units can be moved."""

    def take_palette(self, palette: Palette) -> None:
        """Take the palette of another rulebook, and its first ground in hand."""
        self.drop()
        self.palette, self.used = palette, []
        self.ware = next(iter(palette.grounds), None)

    # Choices

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the level's sides."""
        draft = self.document.reading.draft
        return tuple(side.id for side in draft.sides if side.id) if draft else ()

    def take(self, ware: Ware) -> None:
        """Take a ware in hand, and a tool that can use it."""
        self.drop()
        self.ware = ware
        if self.tool not in ((BRUSH,) if ware.what == "kind" else (BRUSH, LINE, RECTANGLE, FILL)):
            self.tool = BRUSH

    def use(self, tool: str) -> None:
        """Choose a tool."""
        self.drop()
        self.tool = tool
        is_shape = tool in (LINE, RECTANGLE, FILL)
        if is_shape and self.ware is not None and self.ware.what == "kind":
            grounds = (one for one in self.used if one.what == "ground")
            self.ware = next(grounds, next(iter(self.palette.grounds), None))

    def _note_use(self) -> None:
        if self.ware is None or self.ware in self.used:
            return
        if len(self.used) == MOST_USED:
            self.used.pop(0)
        self.used.append(self.ware)

    # Strokes

    @property
    def is_begun(self) -> bool:
        """Return whether a stroke, a shape or a move has begun."""
        return self.start is not None

    def _does(self, cell: Cell) -> str:
        """Return what the tool does, or would do on a tile."""
        if self.start is not None:
            return self._doing
        is_kind = self.ware is not None and self.ware.what == "kind"
        return MOVE if self.tool == BRUSH and is_kind and self.unit_on(cell) else self.tool

    def begin(self, cell: Cell) -> None:
        """Begin a stroke or shape on a tile, or take up the unit on it.

        Raise GestureRefused if there is no unit to take up.
        """
        self._doing = self._does(cell)
        if self._doing == MOVE and self.unit_on(cell) is None:
            raise self._refused("no_unit")
        self.start = self._last = cell
        self._stroke = {cell: None}

    def extend(self, cell: Cell) -> None:
        """Go on to a tile."""
        if self.start is not None and self._doing == BRUSH:
            self._stroke |= dict.fromkeys(painting.line(self._last, cell))
            self._last = cell

    @property
    def needs_another(self) -> bool:
        """Return whether a stroke needs a second tile to end on."""
        return self._doing in PAIRED

    def drop(self) -> None:
        """Drop a stroke, shape or move that isn't finished."""
        self.start, self._stroke = None, {}

    def finish(self, cell: Cell) -> EditStep | None:
        """End a stroke, shape or move on a tile, as one step. Return the step, or None.

        Raise GestureRefused if the change can't be made.
        """
        if self.start is None:
            self.begin(cell)
        self.extend(cell)
        try:
            if self._doing == PICK:
                self._pick(cell)
                return None
            step = self.document.apply(self._gesture(cell))
            if self._doing in (BRUSH, LINE, RECTANGLE, FILL):
                self._note_use()
            return step
        finally:
            self.drop()

    def _refused(self, key: str) -> GestureRefused:
        return GestureRefused(self._words.say("editor", key))

    def tiles(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the tiles that the tool would change if it ended on this one."""
        start, doing = self.start if self.start is not None else cell, self._does(cell)
        if doing == FILL:
            return tuple(painting.fill(self.document.reading, cell))
        if doing == LINE:
            return tuple(painting.line(start, cell))
        if doing == RECTANGLE:
            return tuple(painting.rectangle(start, cell))
        is_ground = self.ware is not None and self.ware.what == "ground"
        return tuple(self._stroke) if self._stroke and doing == BRUSH and is_ground else (cell,)

    def _gesture(self, cell: Cell) -> Gesture:
        reading, doing = self.document.reading, self._does(cell)
        if doing in (REMOVE, MOVE):
            id = self.unit_on(self.start if self.start is not None and doing == MOVE else cell)
            if id is None:
                raise self._refused("no_unit")
            move = units.move_unit(reading, id, cell) if doing == MOVE else None
            return move or units.delete_unit(reading, id)
        if self.ware is None:
            raise self._refused("no_ware")
        if self.ware.what == "ground":
            return painting.paint(reading, self.tiles(cell), self.ware.id)
        if self.side not in self.sides:
            raise self._refused("no_side")
        id = fresh_id(reading, self.ware.id)
        table = {"id": id, "side": self.side, "kind": self.ware.id}
        return units.add_unit(reading, table, cell)

    def _pick(self, cell: Cell) -> None:
        """Take the ground of a tile in hand, or the kind of the unit on it."""
        draft, id = self.document.reading.draft, self.unit_on(cell)
        unit = draft.distinct.get(id) if draft and id else None
        if unit is not None and unit.kind:
            ware = self.palette.ware("kind", unit.kind)
            self.side = unit.side if unit.side in self.sides and unit.side else self.side
        else:
            terrain = draft.terrain_id(cell) if draft else None
            ware = self.palette.ware("ground", terrain) if terrain else None
        if ware is None:
            raise self._refused("nothing_to_pick")
        self.take(ware)

    def erase(self, cell: Cell) -> EditStep | None:
        """Remove the unit on a tile, whatever the tool. Raise GestureRefused if there is none."""
        self.drop()
        id = self.unit_on(cell)
        if id is None:
            raise self._refused("no_unit")
        return self.document.apply(units.delete_unit(self.document.reading, id))

    def unit_on(self, cell: Cell) -> str | None:
        """Return the id of the unit on a tile, or None."""
        return units.unit_on(self.document.reading, cell)

    # What is written beside the stroke

    def title(self, terrain: str | None) -> str:
        """Return the name of a terrain, or that of a tile without one."""
        ware = self.palette.ware("ground", terrain) if terrain else None
        return ware.title if ware else self._words.say("editor", "no_ground")

    def slip(self, cell: Cell) -> Slip:
        """Return what a press on a tile, or the end of the stroke there, would change."""
        draft, unit = self.document.reading.draft, self.unit_on(cell)
        ground = self.title(draft.terrain_id(cell) if draft else None)
        here = {"x": cell[0], "y": cell[1], "ground": ground, "unit": unit or ""}
        doing = self._does(cell)
        if doing == PICK:
            return self._slip("pick_unit" if unit else "pick", here)
        if doing in (MOVE, REMOVE) and self.start is None and (unit is None or doing == MOVE):
            return self._slip("take_up" if unit else "no_unit_here", here)
        tiles = self.tiles(cell)
        try:
            made = self._gesture(cell)
        except GestureRefused as refused:
            return self._slip("refused", {**here, "why": str(refused)}, tiles=tiles)
        if doing in (REMOVE, MOVE):
            return self._slip("step", {**here, "step": made.name}, made.notes, tiles)
        if self.ware is None:
            return self._slip("same", here)
        new = {**here, "new": self.ware.title, "kind": self.ware.title, "count": len(tiles)}
        if self.ware.what == "kind":
            return self._slip("place", new, made.notes, tiles)
        key = "same" if not made.edits else "paint" if len(tiles) == 1 else "paint_all"
        return self._slip(key, new, made.notes, tiles, self.ware.id)

    def _slip(
        self,
        key: str,
        values: Mapping[str, object],
        notes: tuple[str, ...] = (),
        tiles: tuple[Cell, ...] = (),
        ground: str = "",
    ) -> Slip:
        return Slip(self._words.say("editor_slip", key, **values), notes, tiles, ground)
