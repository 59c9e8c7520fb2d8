"""The tool that paints zones: the one in hand, a new one, or none."""

import pygame

from game.client.board.board_view import BoardView
from game.client.editor.desk.tool import Slip, ToolAction, ToolDesk
from game.client.editor.tools.shape_tool import ShapeTool
from game.client.kit.theme import BRASS_LIGHT, HARM
from game.client.screens.text_prompt import TextPrompt
from game.core.cells import Cell
from game.workshop.document import zones
from game.workshop.document.edit_history import EditStep
from game.workshop.document.gesture import Gesture, GestureRefused
from game.workshop.document.references import rename

NO_ZONE = ""
LONGEST = 60
"""Maximum length of a zone's name."""


class ZoneTool(ShapeTool):
    """Puts tiles in a zone, stroke by stroke or by rectangles.

    The zone in hand is one of the level, a new one that its first stroke adds, or none.
    """

    name = "zone"
    shows = frozenset({"zone"})
    picks = True

    def __init__(self, desk: ToolDesk) -> None:
        super().__init__(desk, by_tiles=True)
        self._held: str | None = None
        """Letter of the zone in hand, NO_ZONE, or None for the level's first one."""
        self._new_name = ""
        """Name that the author has given to a zone without tiles, or ""."""

    @property
    def zone(self) -> str:
        """The letter of the zone in hand, or NO_ZONE. Without zones, it is a new one."""
        letters = zones.zone_letters(self.desk.reading)
        if self._held is not None:
            return self._held
        return letters[0] if letters else zones.new_zone(self.desk.reading)

    @property
    def _is_new(self) -> bool:
        return self.zone != NO_ZONE and self.zone not in zones.zone_letters(self.desk.reading)

    def zone_name(self, zone: str) -> str:
        """Return what players or authors call a zone, or the tiles in none."""
        if zone == NO_ZONE:
            return self.desk.app.words.say("editor", "in_no_zone")
        if zone in zones.zone_letters(self.desk.reading):
            return zones.zone_title(self.desk.reading, zone)
        return self._new_name or self.desk.app.words.say("editor", "new_zone", letter=zone)

    @property
    def title(self) -> str:
        return self.desk.app.words.say("editor", "zone_in_hand", zone=self.zone_name(self.zone))

    @property
    def about(self) -> str:
        key = "zone_none" if self.zone == NO_ZONE else "zone_new" if self._is_new else "zone"
        return self.desk.app.words.say("editor_tool_about", key)

    @property
    def actions(self) -> tuple[ToolAction, ...]:
        say, is_none = self.desk.app.words.say, self.zone == NO_ZONE
        reason = "" if len(zones.zone_letters(self.desk.reading)) else say("editor", "no_zones")
        no_name = say("editor", "no_zone_chosen") if is_none else ""
        no_letter = say("editor", "zone_has_no_tiles") if self._is_new else no_name
        return (
            ToolAction("next_zone", self._next, reason, "icons/forward"),
            ToolAction("new_zone", self._new, "", "icons/plus", self._is_new),
            ToolAction("name_zone", self._ask_name, no_name, "icons/letter"),
            ToolAction("zone_letter", self._ask_letter, no_letter, "icons/capitals"),
            ToolAction("no_zone", self._clear, "", "icons/erase", is_none),
            self.switch,
        )

    # The zone in hand

    def hold(self, zone: str) -> None:
        """Take a zone in hand."""
        self.drop()
        self._held, self._new_name = zone, ""
        self.desk.changed()

    def pick(self, cell: Cell) -> None:
        self.hold(zones.zone_at(self.desk.reading, cell))

    def slip_of_pick(self, cell: Cell) -> Slip:
        zone = self.zone_name(zones.zone_at(self.desk.reading, cell))
        return Slip(self.said("pick", {"x": cell[0], "y": cell[1], "ground": zone}))

    def _next(self) -> None:
        letters, zone = zones.zone_letters(self.desk.reading), self.zone
        place = letters.index(zone) + 1 if zone in letters else 0
        self.hold(letters[place % len(letters)])

    def _new(self) -> None:
        try:
            self.hold(zones.new_zone(self.desk.reading))
        except GestureRefused as refused:
            self.desk.refuse(str(refused))

    def _clear(self) -> None:
        self.hold(NO_ZONE)

    def _ask_name(self) -> None:
        """Ask for the name of the zone in hand."""
        app, say, zone = self.desk.app, self.desk.app.words.say, self.zone

        def given(text: str) -> str | None:
            if zone in zones.zone_letters(self.desk.reading):
                self.desk.apply(lambda reading: zones.name_zone(reading, zone, text.strip()))
            else:
                self._held, self._new_name = zone, text.strip()
                self.desk.changed()
            return None

        self.drop()
        words = say("editor", "zone_head"), say("editor", "zone_words"), say("editor", "zone_give")
        app.push(TextPrompt(app, *words, given, self.zone_name(zone), LONGEST))

    def _ask_letter(self) -> None:
        """Ask for another letter of the zone in hand, which changes it in all places."""
        app, say, zone = self.desk.app, self.desk.app.words.say, self.zone

        def given(text: str) -> str | None:
            try:
                self.desk.document.apply(rename(self.desk.reading, "zone", zone, text.strip()))
            except GestureRefused as refused:
                return str(refused)
            self._held = text.strip()
            self.desk.changed()
            return None

        self.drop()
        words = say("editor", "letter_head"), say("editor", "letter_words")
        app.push(TextPrompt(app, *words, say("editor", "letter_give"), given, zone, 1))

    # Painting

    def gesture(self, cell: Cell) -> Gesture:
        reading, zone, tiles = self.desk.reading, self.zone, self.tiles(cell)
        if zone == NO_ZONE:
            return zones.paint_zone(reading, tiles, None)
        name = self.zone_name(zone) if self._is_new else ""
        return zones.paint_zone(reading, tiles, zone, name)

    def done(self, cell: Cell) -> EditStep | None:
        zone = self.zone
        step = super().done(cell)
        self._held = zone
        return step

    def slip(self, cell: Cell | None) -> Slip | None:
        if cell is None:
            return None
        old = self.zone_name(zones.zone_at(self.desk.reading, cell))
        tiles, fields = self.tiles(cell), {"x": cell[0], "y": cell[1], "ground": old}
        try:
            made = self.gesture(cell)
        except GestureRefused as refused:
            return Slip(self.said("refused", {**fields, "why": str(refused)}), tiles=tiles)
        key = "same" if not made.edits else "paint" if len(tiles) == 1 else "paint_all"
        new = {**fields, "new": self.zone_name(self.zone), "count": len(tiles)}
        return Slip(self.said(key, new), made.notes, tiles)

    def draw(self, surface: pygame.Surface, view: BoardView, cell: Cell | None) -> None:
        """Draw an edge around the tiles that would be painted."""
        self.draw_tiles(surface, view, cell, HARM if self.zone == NO_ZONE else BRASS_LIGHT)
