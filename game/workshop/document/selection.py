"""Copy, cut, paste, move, mirror and turn a rectangle of the map."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from game.content.toml_files.value_text import Value
from game.core.cells import Cell, cell_text
from game.workshop.document.document_sentences import said
from game.workshop.document.gesture import Gesture, GestureRefused, gesture, refused
from game.workshop.document.gesture_chain import GestureChain
from game.workshop.document.letters import NO_ZONE, Letters
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.painting import PaintedTile, paint_tiles
from game.workshop.document.places import MovedPlaces
from game.workshop.document.units import add_unit, delete_unit, fresh_id


class Selection(NamedTuple):
    """A rectangle of tiles: its upper left tile, width and height."""

    x: int
    y: int
    width: int
    height: int

    @classmethod
    def between(cls, one: Cell, other: Cell) -> "Selection":
        """Return the selection between two corners."""
        left, right = sorted((one[0], other[0]))
        top, bottom = sorted((one[1], other[1]))
        return cls(left, top, right - left + 1, bottom - top + 1)

    @property
    def cells(self) -> list[Cell]:
        """The tiles in reading order."""
        rows, columns = range(self.y, self.y + self.height), range(self.x, self.x + self.width)
        return [(x, y) for y in rows for x in columns]

    def has(self, cell: Cell) -> bool:
        """Return whether a tile is selected."""
        x, y = cell[0] - self.x, cell[1] - self.y
        return 0 <= x < self.width and 0 <= y < self.height


class Clip(NamedTuple):
    """Copied tiles. Those that have no terrain are left out."""

    width: int
    height: int
    tiles: Mapping[Cell, PaintedTile]
    """The ground of each tile, with offsets from the upper left one."""
    zones: Mapping[Cell, str]
    """The zone's letter of each tile; empty if the level has no zones."""
    units: Mapping[Cell, Mapping[str, Value]]
    """The table of the unit on each tile, without its place."""
    broken: tuple[str, ...]
    """The units that aren't copied, because their tables have errors."""

    def mirrored(self, *, is_upright: bool = False) -> "Clip":
        """Return the clip with left and right swapped, or top and bottom if it `is_upright`."""
        last_x, last_y = self.width - 1, self.height - 1
        if is_upright:
            return self._with(self.width, self.height, lambda c: (c[0], last_y - c[1]))
        return self._with(self.width, self.height, lambda c: (last_x - c[0], c[1]))

    def turned(self) -> "Clip":
        """Return the clip turned by a quarter, clockwise."""
        last = self.height - 1
        return self._with(self.height, self.width, lambda c: (last - c[1], c[0]))

    def _with(self, width: int, height: int, to: Callable[[Cell], Cell]) -> "Clip":
        tiles = {to(cell): tile for cell, tile in self.tiles.items()}
        zones = {to(cell): zone for cell, zone in self.zones.items()}
        units = {to(cell): unit for cell, unit in self.units.items()}
        return Clip(width, height, tiles, zones, units, self.broken)


def copied(reading: LevelReading, selection: Selection) -> Clip:
    """Return the ground, zones and units of some tiles."""
    letters, zones = Letters(reading), reading.draft.zone_rows if reading.draft else None
    tiles: dict[Cell, PaintedTile] = {}
    layer: dict[Cell, str] = {}
    for x, y in selection.cells:
        letter, cell = reading.letter((x, y)), (x - selection.x, y - selection.y)
        terrain = letters.terrain(letter)
        if terrain is not None:
            tiles[cell] = PaintedTile(terrain, "" if letters.unit(letter) else letter)
        if zone := _zone(zones or (), (x, y)):
            layer[cell] = zone
    units, broken = _copied_units(reading, selection)
    return Clip(selection.width, selection.height, tiles, layer, units, broken)


def _copied_units(
    reading: LevelReading, selection: Selection
) -> tuple[dict[Cell, Mapping[str, Value]], tuple[str, ...]]:
    """Return the tables of the units on some tiles, and the units whose tables have errors."""
    units: dict[Cell, Mapping[str, Value]] = {}
    broken: list[str] = []
    errors = {one.keys[:2] for one in reading.findings if one.finding.severity == "error"}
    for id, (x, y) in _units_on(reading, selection):
        unit = reading.draft.distinct[id] if reading.draft else None
        if unit is None or unit.keys in errors:
            broken.append(id)
            continue
        place = x - selection.x, y - selection.y
        units[place] = {key: value for key, value in unit.table.items() if key != "at"}
    return units, tuple(broken)


def _units_on(reading: LevelReading, selection: Selection) -> list[tuple[str, Cell]]:
    """Return the units that stand on some tiles, in the order of the file."""
    draft = reading.draft
    standing = draft.standing if draft is not None else {}
    known = draft.distinct if draft is not None else {}
    return [(id, standing[id]) for id in known if id in standing and selection.has(standing[id])]


def _zone(rows: Sequence[str], cell: Cell) -> str:
    """Return the zone's letter of a tile; "" if the layer has no such place."""
    x, y = cell
    return rows[y][x : x + 1] if 0 <= y < len(rows) and x >= 0 else ""


def paste(reading: LevelReading, clip: Clip, at: Cell) -> Gesture:
    """Return the gesture that puts copied tiles on the map, with their upper left tile at `at`.

    Tiles that would be off the map are left out. Letters of areas are kept, if the legend has them.
    Zones come along if both levels have them. Units keep their ids if these are free.
    """
    tiles = {(at[0] + x, at[1] + y): tile for (x, y), tile in clip.tiles.items()}
    chain = GestureChain(reading)
    chain.add(paint_tiles(reading, tiles, said("step", "paste")))
    if chain.reading.zones is not None and clip.zones:
        zones = {(at[0] + x, at[1] + y): zone for (x, y), zone in clip.zones.items()}
        text = chain.reading.text
        chain.add(gesture(text, "", chain.reading.zones.put(zones)))
    for (x, y), table in clip.units.items():
        cell = at[0] + x, at[1] + y
        if chain.reading.has(cell):
            _paste_unit(chain, table, cell)
    for id in clip.broken:
        chain.notes.append(said("note", "not_pasted", unit=id, why=said("note", "has_errors")))
    return chain.whole(said("step", "paste"))


def _paste_unit(chain: GestureChain, table: Mapping[str, Value], cell: Cell) -> None:
    """Add a copied unit, or note why that can't be done."""
    id = fresh_id(chain.reading, str(table.get("id")))
    try:
        chain.add(add_unit(chain.reading, {**table, "id": id}, cell))
    except GestureRefused as fault:
        chain.notes.append(said("note", "not_pasted", unit=str(table.get("id")), why=str(fault)))


def cut(reading: LevelReading, selection: Selection, ground: str | None = None) -> Gesture:
    """Return the gesture that removes the units and zones of some tiles, and clears the ground.

    The tiles get the terrain `ground`; None: the map's most frequent one.
    """
    chain = GestureChain(reading)
    terrain = ground or most_frequent(reading)
    for id, _ in _units_on(reading, selection):
        chain.add(delete_unit(chain.reading, id))
    tiles = dict.fromkeys(selection.cells, PaintedTile(terrain))
    chain.add(paint_tiles(chain.reading, tiles, ""))
    if chain.reading.zones is not None:
        edits = chain.reading.zones.put(dict.fromkeys(selection.cells, NO_ZONE))
        chain.add(gesture(chain.reading.text, "", edits))
    return chain.whole(said("step", "cut"))


def move(
    reading: LevelReading, selection: Selection, to: Cell, ground: str | None = None
) -> Gesture:
    """Return the gesture that moves the selected tiles, with units, areas and zones on them.

    Tiles left behind get the terrain `ground`; None: the map's most frequent one.

    Raise GestureRefused if a tile would leave the map, or a letter would cover another unit's.
    """
    right, down = to[0] - selection.x, to[1] - selection.y
    places = {(x, y): (x + right, y + down) for x, y in selection.cells}
    return _rearranged(reading, places, ground, said("step", "move"))


def mirror(reading: LevelReading, selection: Selection, *, is_upright: bool = False) -> Gesture:
    """Return the gesture that swaps left and right of the selection, or top and bottom.

    Units, areas and zones on it follow.
    """
    wide, high = 2 * selection.x + selection.width - 1, 2 * selection.y + selection.height - 1
    places = {(x, y): (x, high - y) if is_upright else (wide - x, y) for x, y in selection.cells}
    return _rearranged(reading, places, None, said("step", "mirror"))


def turn(reading: LevelReading, selection: Selection, ground: str | None = None) -> Gesture:
    """Return the gesture that turns the selection by a quarter, clockwise.

    Its upper left corner stays where it is. Units, areas and zones on it follow. Raise
    GestureRefused as `move` does.
    """
    left, top, last = selection.x, selection.y, selection.height - 1
    places = {(x, y): (left + last - (y - top), top + (x - left)) for x, y in selection.cells}
    return _rearranged(reading, places, ground, said("step", "turn"))


def _rearranged(
    reading: LevelReading, places: Mapping[Cell, Cell], ground: str | None, name: str
) -> Gesture:
    """Return the gesture that moves each tile to a place."""
    letters, goals = Letters(reading), set(places.values())
    for cell in goals:
        if not reading.letter(cell):
            raise refused("off_map", cell=cell_text(cell))
        unit = letters.unit(reading.letter(cell))
        if unit is not None and cell not in places:
            raise refused("occupied", unit=unit, cell=cell_text(cell))
    new = {to: reading.letter(cell) for cell, to in places.items() if reading.letter(cell)}
    left = [cell for cell in places if cell not in goals]
    if left:
        new |= dict.fromkeys(left, letters.plain(ground or most_frequent(reading)))
    moved = MovedPlaces(reading, lambda cell: places.get(cell, cell))
    edits = [*reading.grid.put(new), *letters.edits(), *moved.edits]
    rows = reading.draft.zone_rows if reading.draft else None
    if reading.zones is not None and rows:
        zones = {to: zone for cell, to in places.items() if (zone := _zone(rows, cell))}
        edits += reading.zones.put(dict.fromkeys(left, NO_ZONE) | zones)
    notes = [*letters.notes, *letters.area_notes(new), *moved.notes]
    return gesture(reading.text, name, edits, notes)


def most_frequent(reading: LevelReading) -> str:
    """Return the terrain of most of the map's tiles that can be walked on; else of all."""
    draft = reading.draft
    assert draft is not None
    counts = Counter(letter for row in draft.rows or () for letter in row)
    terrains: Counter[str] = Counter()
    for letter, count in counts.items():
        entry = reading.legend.get(letter)
        if entry is not None:
            terrains[entry.terrain] += count
    found = [id for id, _ in terrains.most_common()]
    if not found:
        raise refused("no_legend")
    return next((id for id in found if id in draft.terrain and draft.terrain[id].walk), found[0])
