"""What is laid over the board: the places that are switched on, what is chosen, and ways."""

import pygame

from game.client.board.board_view import BoardView
from game.client.editor.desk.editor_desk import EditorDesk
from game.client.editor.overlays.overlay_colours import (
    NEARER,
    NEW,
    PLACE_COLOURS,
    UNSEEN,
    WAYS,
    ZONES,
)
from game.client.editor.overlays.region_drawing import (
    LIGHT,
    STRONG,
    NamePlate,
    arrow_line,
    draw_plates,
    edge,
    tint,
    visible,
)
from game.client.kit.theme import BODY, BRASS_LIGHT, CREAM, SIDE_COLOURS, WALNUT_DARK, Colour
from game.client.kit.widgets.drawing import box
from game.core.cells import Cell
from game.core.grid import Grid
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.units import unit_on
from game.workshop.overlays.level_places import (
    KINDS,
    LevelPlace,
    PlaceKind,
    PlaceLink,
    links_of,
    places_of,
)
from game.workshop.overlays.ways import MOST, OpenedWays, WalkMap, gate_at, seen, sight_grid

BAND = 4
"""Movement that each colour of ways stands for."""
LEAST_TILE = 30
"""Size of a tile from which on costs are written, in pixels."""
MOST_NAMES = 6
"""Most units in sight that are named."""
HIDDEN = 128
"""Opacity over tiles that aren't seen, of 255."""


class BoardOverlays:
    """The overlays of one editor."""

    def __init__(self, desk: EditorDesk) -> None:
        self._desk = desk
        self._choice = desk.overlays
        self.cell: Cell | None = None
        """Tile of the pointer or cursor."""
        self.words = ""
        """What the ways or the opening at the pointer are."""
        self._reading: LevelReading | None = None
        self._chosen: tuple[str | int, ...] = ()
        self._places: list[LevelPlace] = []
        self._links: tuple[PlaceLink, ...] = ()
        self._costs: dict[Cell, int] = {}
        self._seen: frozenset[Cell] = frozenset()
        self._opening: OpenedWays | None = None
        self._shown: tuple[object, ...] = ()
        self._starts: tuple[Cell, ...] = ()
        self._walks: tuple[LevelReading, WalkMap, Grid] | None = None
        self._known: dict[tuple[Cell, ...], dict[Cell, int]] = {}

    # What there is

    def show(self) -> None:
        """Take in the level and the choice as they are now."""
        reading, chosen = self._desk.reading, self._desk.chosen
        now = (
            reading,
            chosen,
            self._kinds,
            self._choice.has_lines,
            self._choice.mode,
            self.cell,
        )
        if now == self._shown:
            return
        is_level_new = self._shown[:4] != now[:4]
        self._shown = now
        self._reading = reading if reading.is_toml and reading.draft is not None else None
        self._chosen = chosen
        if self._reading is None:
            self._places, self._links = [], ()
        elif is_level_new:
            self._find_places(self._reading)
        self._find_ways()

    @property
    def _kinds(self) -> frozenset[PlaceKind]:
        """The kinds of places that are shown: those switched on, and those of the tool."""
        return self._desk.tool.shows.union(self._choice.kinds)

    def point(self, cell: Cell | None) -> None:
        """React to the tile that the pointer or cursor comes to."""
        if cell is not None and cell != self.cell:
            self.cell = cell
            self.show()

    def _find_places(self, reading: LevelReading) -> None:
        self._places = [
            place for kind in KINDS if kind in self._kinds for place in places_of(reading, kind)
        ]
        if self._chosen and self._chosen[0] in KINDS:
            kind = next(one for one in KINDS if one == self._chosen[0])
            if kind not in self._kinds:
                own = (one for one in places_of(reading, kind) if one.keys == self._chosen)
                self._places.extend(own)
        self._links = ()
        if self._choice.has_lines:
            self._links = links_of(reading)
        elif self._chosen[:1] in (("trigger",), ("objective",)):
            self._links = links_of(reading, self._chosen)

    # Ways

    def _find_ways(self) -> None:
        reading, mode = self._reading, self._choice.mode
        self._costs, self._seen, self._opening, self.words = {}, frozenset(), None, ""
        self._starts = ()
        if reading is None or reading.draft is None or mode == "off" or self.cell is None:
            return
        if not reading.width or not reading.draft.terrain:
            return
        unit, start = self._origin(reading, self.cell)
        if mode == "reach":
            self._find_reach(self.cell, unit, start)
        elif mode == "sight":
            self._find_sight(reading, unit, start)
        else:
            self._find_opening(reading, self.cell)

    def _origin(self, reading: LevelReading, cell: Cell) -> tuple[str, Cell]:
        """Return the unit and the tile that ways begin at: chosen, or at the pointer."""
        draft = reading.draft
        id = reading.toml.get((*self._chosen, "id")) if self._chosen[:1] == ("unit",) else None
        if draft is not None and isinstance(id, str) and id in draft.standing:
            return id, draft.standing[id]
        return unit_on(reading, cell) or "", cell

    def _who(self, unit: str, start: Cell) -> str:
        say = self._desk.app.words.say
        return unit or say("editor_ways", "tile", x=start[0], y=start[1])

    def _ground(self, reading: LevelReading) -> WalkMap:
        """Return the ground for ways, made once for each text."""
        book, draft = reading.book, reading.draft
        assert draft is not None
        if self._walks is None or self._walks[0] is not reading:
            walks = WalkMap(draft, book.schema.diagonal if book is not None else True)
            self._walks, self._known = (reading, walks, sight_grid(draft)), {}
        return self._walks[1]

    def _reached(self, reading: LevelReading, starts: tuple[Cell, ...]) -> dict[Cell, int]:
        """Return the costs of all ways from some tiles, found once for each text."""
        ground = self._ground(reading)
        if starts not in self._known:
            self._known[starts] = ground.reached(starts)
        return self._known[starts]

    def _find_reach(self, cell: Cell, unit: str, start: Cell) -> None:
        reading, say = self._reading, self._desk.app.words.say
        assert reading is not None
        is_whole = bool(unit)
        costs = (
            self._reached(reading, (start,))
            if is_whole
            else self._ground(reading).reached((start,), MOST)
        )
        self._costs, self._starts = costs, (start,)
        fields = {"who": self._who(unit, start), "x": cell[0], "y": cell[1], "count": len(costs)}
        if cell == start:
            key = "reach_all" if is_whole else "reach_near"
            self.words = say("editor_ways", key, most=MOST, **fields)
        elif cell in costs:
            self.words = say("editor_ways", "reach", cost=costs[cell], **fields)
        else:
            self.words = say("editor_ways", "no_way", **fields)

    def _find_sight(self, reading: LevelReading, unit: str, start: Cell) -> None:
        draft, say = reading.draft, self._desk.app.words.say
        self._ground(reading)
        assert draft is not None
        assert self._walks is not None
        self._seen = seen(self._walks[2], start) if reading.has(start) else frozenset()
        by = [id for id, at in draft.standing.items() if at in self._seen and at != start]
        self._starts = tuple(draft.standing[id] for id in by)
        names = ", ".join(by[:MOST_NAMES]) or say("editor_ways", "nobody")
        if len(by) > MOST_NAMES:
            names = say("editor_ways", "more", names=names, count=len(by) - MOST_NAMES)
        who = self._who(unit, start)
        self.words = say("editor_ways", "sight", who=who, count=len(self._seen), names=names)

    def _find_opening(self, reading: LevelReading, cell: Cell) -> None:
        draft, say = reading.draft, self._desk.app.words.say
        assert draft is not None
        fields = {"x": cell[0], "y": cell[1]}
        if draft.can_walk(cell):
            self.words = say("editor_ways", "is_open", **fields)
            return
        id, start = self._origin(reading, cell)
        self._starts = (start,) if id else tuple(draft.standing.values())
        before = self._reached(reading, self._starts)
        found = self._ground(reading).opening(gate_at(draft, cell), before)
        self._opening = found
        key = "opens" if found.new else "opens_nothing"
        if found.nearer:
            key = "opens_both" if found.new else "opens_nearer"
        count, nearer = len(found.new), len(found.nearer)
        self.words = say("editor_ways", key, **fields, count=count, nearer=nearer)

    # Drawing

    def _colour(self, place: LevelPlace, number: int) -> Colour:
        if place.kind == "zone":
            return ZONES[number % len(ZONES)]
        if place.kind == "deploy" and place.side:
            entries = self._desk.reading.toml.entries("side")
            named = (side.get("colour") for side in entries if side.get("id") == place.side)
            colour = next(named, None)
            if isinstance(colour, str) and colour in SIDE_COLOURS:
                return SIDE_COLOURS[colour]
        return PLACE_COLOURS[place.kind]

    def draw(self, surface: pygame.Surface, view: BoardView) -> None:
        """Draw what lies on the tiles."""
        self.show()
        width = max(2, view.camera.tile // 16)
        kinds = list(dict.fromkeys(place.kind for place in self._places))
        for number, place in enumerate(self._places):
            colour, is_chosen = self._colour(place, number), place.keys == self._chosen
            tint(surface, view, place.cells, colour, STRONG if is_chosen else LIGHT)
            inner = (width + 1) * kinds.index(place.kind)
            edge(surface, view, place.cells, colour, width + is_chosen, inner)
        self._draw_ways(surface, view)

    def _draw_ways(self, surface: pygame.Surface, view: BoardView) -> None:
        bands: dict[Colour, list[Cell]] = {}
        for cell, cost in self._costs.items():
            colour = WAYS[min(max(0, cost - 1) // BAND, len(WAYS) - 1)]
            bands.setdefault(colour, []).append(cell)
        for colour, cells in bands.items():
            tint(surface, view, cells, colour, 112)
        if view.camera.tile >= LEAST_TILE:
            kind = self._desk.app.type
            for cell in visible(view, self._costs):
                line = kind.line(str(self._costs[cell]), "sans bold", 12, CREAM)
                dark = kind.line(str(self._costs[cell]), "sans bold", 12, WALNUT_DARK)
                rect = line.get_rect(bottomright=view.camera.tile_rect(cell).bottomright)
                rect.move_ip(-3, -1)
                surface.blit(dark, rect.move(1, 1))
                surface.blit(line, rect)
        if self._seen:
            left, right, top, bottom = view.camera.seen()
            whole = ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))
            unseen = [cell for cell in whole if cell not in self._seen]
            tint(surface, view, unseen, UNSEEN, HIDDEN)
        if self._opening is not None:
            tint(surface, view, self._opening.nearer, NEARER, 84)
            tint(surface, view, self._opening.new, NEW, 128)
            edge(surface, view, self._opening.new, NEW, max(2, view.camera.tile // 18))
            edge(surface, view, self._opening.tiles, BRASS_LIGHT, max(2, view.camera.tile // 12))

    def draw_above(self, surface: pygame.Surface, view: BoardView, room: pygame.Rect) -> None:
        """Draw what lies above the units: lines, rings and names."""
        width = max(2, view.camera.tile // 14)
        for link in self._links:
            colour = PLACE_COLOURS["trigger" if link.keys[0] == "trigger" else "objective"]
            arrow_line(surface, view, link.start, link.end, colour, width)
        for cell in self._ringed:
            rect = view.camera.tile_rect(cell)
            pygame.draw.rect(surface, WALNUT_DARK, rect, width + 2, view.camera.tile // 5)
            pygame.draw.rect(surface, BRASS_LIGHT, rect, width, view.camera.tile // 5)
        plates = [
            NamePlate(place.title, self._colour(place, n), place.cells, place.keys == self._chosen)
            for n, place in enumerate(self._places)
            if place.kind != "zone"  # the board itself names them
        ]
        draw_plates(self._desk.app, surface, view, plates, room)
        self._draw_words(surface, room)

    @property
    def _ringed(self) -> tuple[Cell, ...]:
        """The tiles with a ring: where ways begin, and who is in sight."""
        is_by_all = self._choice.mode == "openings" and len(self._starts) > 1
        return () if self._choice.mode == "off" or is_by_all else self._starts

    def _draw_words(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        """Draw what the ways are, at the top of the board."""
        if not self.words:
            return
        app, px = self._desk.app, self._desk.app.look.px
        lines = app.type.wrapped(self.words, room.width - px(80), "sans bold", BODY)
        images = [app.type.line(line, "sans bold", BODY, CREAM) for line in lines]
        wide = max(image.get_width() for image in images) + px(24)
        high = sum(image.get_height() for image in images) + px(10)
        rect = pygame.Rect(0, 0, wide, high)
        rect.midtop = room.centerx, room.y + px(10)
        box(app, surface, rect, WALNUT_DARK, BRASS_LIGHT, 1.5, 6)
        y = rect.y + px(5)
        for image in images:
            surface.blit(image, image.get_rect(midtop=(rect.centerx, y)))
            y += image.get_height()
