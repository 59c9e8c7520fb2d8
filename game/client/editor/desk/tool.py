"""The interface of a tool: what a press, a drag and a release on the board do."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

import pygame

from game.client.board.board_view import BoardView
from game.client.editor.desk.editing import Editing
from game.client.editor.desk.overlay_choice import OverlayChoice
from game.client.kit.inputs import Input
from game.core.cells import Cell
from game.workshop.document.edit_history import EditStep
from game.workshop.document.gesture import Gesture, GestureRefused
from game.workshop.document.level_document import LevelDocument
from game.workshop.document.level_reading import LevelReading
from game.workshop.overlays.level_places import PlaceKind
from game.workshop.palette import Ware

if TYPE_CHECKING:
    from game.client.kit.app import App


class ToolDesk(Protocol):
    """The part of `EditorDesk` that tools use."""

    app: "App"
    document: LevelDocument
    editing: Editing
    overlays: OverlayChoice
    chosen: tuple[str | int, ...]
    likely_shift: Cell

    @property
    def reading(self) -> LevelReading:
        """The text as it is now, read and checked."""

    def apply(
        self, make: Callable[[LevelReading], Gesture], joins: bool = False
    ) -> EditStep | None:
        """Apply a gesture and show everything again."""

    def refuse(self, why: str) -> None:
        """Say why something can't be done."""

    def changed(self) -> None:
        """Show everything again."""

    def take(self, ware: Ware) -> None:
        """Take a ground or kind in hand."""

    def choose(self, keys: tuple[str | int, ...]) -> None:
        """Choose the table whose form or card is open."""

    def open(self, page: str) -> None:
        """Open a page by its name."""

    def look_at(self, cell: Cell) -> None:
        """Choose what is on a tile, and open its form."""

    def arrange(self) -> None:
        """Lay out the window again."""

    def give_back(self) -> None:
        """End a choice of a tile."""


class Slip(NamedTuple):
    """The change that a press would make: its words, its side effects, and its tiles."""

    words: str
    notes: tuple[str, ...] = ()
    tiles: tuple[Cell, ...] = ()
    ground: str = ""
    """Terrain that the tiles get, or ""."""


class ToolAction(NamedTuple):
    """A button of a tool, which a key does too."""

    name: str
    """Key of its words in the catalogue, and the name of the input."""
    act: Callable[[], object]
    reason: str = ""
    """Why it can't be done now, or ""."""
    icon: str = ""
    """Its icon; "" for the editor's icon of its name."""
    is_on: bool = False
    """Whether it is a switch that is on."""


class Tool:
    """One tool. It is begun on one tile, extended over others, and finished on the last one.

    The pointer begins it with a press and finishes it with the release. A key begins it with one
    press; if the tool `is_paired`, another press finishes it, else the same one does.
    """

    name = ""
    """Key of its words in the catalogue's [editor_tool]."""
    uses: frozenset[str] = frozenset()
    """What it can use: "ground", "kind"."""
    shows: frozenset[PlaceKind] = frozenset()
    """The kinds of places that the board shows while it is in hand."""
    is_paired = False
    is_ended_by_click = False
    """Whether a click ends it even if a key `needs_another` tile."""
    picks = False
    """Whether a press with Alt takes in hand what is on the tile."""

    def __init__(self, desk: ToolDesk) -> None:
        self.desk = desk
        self.start: Cell | None = None
        """Tile on which it was begun, or None."""

    @property
    def title(self) -> str:
        """The name that the tool bar shows."""
        return self.desk.app.words.say("editor_tool", self.name)

    @property
    def about(self) -> str:
        """The sentence about its use at this moment."""
        return self.desk.app.words.say("editor_tool_about", self.name)

    @property
    def is_begun(self) -> bool:
        """Return whether it is between its first tile and its last."""
        return self.start is not None

    @property
    def needs_another(self) -> bool:
        """Return whether a key has to choose another tile to finish it."""
        return self.is_paired

    def begin(self, cell: Cell) -> None:
        """Begin on a tile. Raise GestureRefused if nothing can be done there."""
        self.start = cell

    def extend(self, cell: Cell) -> None:
        """Go on to a tile, whether it is begun or not."""

    def finish(self, cell: Cell) -> EditStep | None:
        """End on a tile, as one step. Return the step, if there is one.

        Raise GestureRefused if the change can't be made.
        """
        if not self.is_begun:
            self.begin(cell)
        self.extend(cell)
        try:
            return self.done(cell)
        finally:
            self.drop()

    def done(self, cell: Cell) -> EditStep | None:
        """Make the change of `finish`."""
        return self.desk.document.apply(self.gesture(cell))

    @property
    def can_leave(self) -> bool:
        """Return whether it carries something that can be let go beside the board."""
        return False

    def leave(self) -> EditStep | None:
        """End beside the board. Raise GestureRefused if the change can't be made."""
        return None

    def slip_beside(self) -> Slip | None:
        """Return what letting go beside the board would change."""
        return None

    def pick(self, cell: Cell) -> None:
        """Take in hand what is on a tile. Raise GestureRefused if there is nothing to take."""

    def slip_of_pick(self, cell: Cell) -> Slip:
        """Return what `pick` would take."""
        return Slip(self.said("pick", self.on_tile(cell)))

    def gesture(self, cell: Cell) -> Gesture:
        """Return what would be done if it ended on a tile. Raise GestureRefused if it can't."""
        raise NotImplementedError

    def drop(self) -> None:
        """Give up what is begun."""
        self.start = None

    def shifted(self, by: Cell) -> None:
        """React to tiles that have moved because the map has got another size."""
        if self.start is not None:
            self.start = self.start[0] + by[0], self.start[1] + by[1]

    def back(self) -> bool:
        """Go one step back, for Esc; return whether there was one."""
        is_begun = self.is_begun
        self.drop()
        return is_begun

    def slip(self, cell: Cell | None) -> Slip | None:
        """Return what a press on a tile, or the end there, would change; None for nothing."""
        return None

    def place_of_slip(self, view: BoardView) -> pygame.Rect | None:
        """Return what the slip stands beside; None for the tile of the pointer."""
        return None

    @property
    def actions(self) -> tuple[ToolAction, ...]:
        """Its own buttons."""
        return ()

    def heard(self, event: Input, view: BoardView) -> bool:
        """Handle an input before the board does; return whether it was used."""
        return False

    def draw(self, surface: pygame.Surface, view: BoardView, cell: Cell | None) -> None:
        """Draw on the tiles, below the units."""

    def draw_above(self, surface: pygame.Surface, view: BoardView) -> None:
        """Draw above the units."""

    # For its methods

    def refused(self, key: str) -> GestureRefused:
        """Return the refusal with a sentence of the catalogue's [editor]."""
        return GestureRefused(self.desk.app.words.say("editor", key))

    def said(self, key: str, values: Mapping[str, object]) -> str:
        """Return a sentence of the catalogue's [editor_slip]."""
        return self.desk.app.words.say("editor_slip", key, **values)

    def on_tile(self, cell: Cell) -> dict[str, object]:
        """Return the fields of a slip about a tile."""
        draft, unit = self.desk.reading.draft, self.desk.editing.unit_on(cell)
        ground = self.desk.editing.title(draft.terrain_id(cell) if draft else None)
        return {"x": cell[0], "y": cell[1], "ground": ground, "unit": unit or ""}
