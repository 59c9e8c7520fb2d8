"""The board of a level that is being edited: what a window draws, errors or not."""

from typing import NamedTuple

from game.content.drafts.level_draft import LevelDraft, UnitDraft
from game.core.cells import Cell
from game.present.picture import Picture, Token
from game.record.map_rows import MapRows
from game.workshop.document.level_reading import LevelReading

NOWHERE = "?"
"""The sign of a tile whose letter isn't in the legend."""
UNKNOWN = "unknown"
"""The kind of a unit whose kind has an error."""
_FIRST = 0x100
"""The code of the first sign of a terrain."""
_SPANS = {"large": 2, "huge": 3}
"""Tiles across for each size of unit that is larger than one tile."""


class BoardSide(NamedTuple):
    """A side, with the look that its file gives it."""

    id: str
    title: str
    colour: str | None
    shape: str | None


class EditedBoard(NamedTuple):
    """The board, its sides, and the id of its rulebook."""

    picture: Picture
    sides: tuple[BoardSide, ...]
    book: str


class WaitingUnit(NamedTuple):
    """A unit that has no place on the map."""

    id: str
    side: str
    kind: str
    title: str


def waiting_units(reading: LevelReading) -> tuple[WaitingUnit, ...]:
    """Return the units without a place on the map, in the order of the file."""
    draft = reading.draft
    if draft is None or not draft.width:
        return ()
    return tuple(
        WaitingUnit(id, unit.side or "", unit.kind or UNKNOWN, _title(unit))
        for id, unit in draft.distinct.items()
        if id not in draft.standing
    )


def shift_between(before: Picture, after: Picture, likely: Cell = (0, 0)) -> Cell:
    """Return how far the tiles have moved from one size of a map to another.

    That is where most units and tiles are the same; of equal ones, the `likely` shift.
    """
    wide = after.map.width - before.map.width
    high = after.map.height - before.map.height
    found = dict.fromkeys((likely, *((x, y) for x in (0, wide) for y in (0, high))))
    return max(found, key=lambda shift: _alike(before, after, shift))


def _alike(before: Picture, after: Picture, shift: Cell) -> tuple[int, int]:
    """Return how many units and tiles are the same after a shift."""
    now = {one.id: one.at for one in after.tokens}
    places = ((one.id, one.at) for one in before.tokens if one.at is not None)
    units = sum(now.get(id) == (x + shift[0], y + shift[1]) for id, (x, y) in places)
    rows, old, across = after.map.rows, before.map.rows, shift[0]
    tiles = 0
    for y, row in enumerate(old):
        if 0 <= y + shift[1] < len(rows):
            new = rows[y + shift[1]]
            pairs = zip(row[max(-across, 0) :], new[max(across, 0) :], strict=False)
            tiles += sum(one == another for one, another in pairs)
    return units, tiles


def board_of(reading: LevelReading) -> EditedBoard | None:
    """Return the board of a text, or None if it has no map or no rulebook that could be drawn.

    Terrains keep their signs whatever the legend says, so that few tiles change at a time.
    """
    draft, book = reading.draft, reading.book if reading.is_toml else None
    if draft is None or book is None or not draft.rows or not draft.width or not draft.terrain:
        return None
    sides = tuple(_sides(draft))
    known = {side.id for side in sides}
    tokens = tuple(
        _token(unit, unit.side, unit.kind or UNKNOWN, draft.standing.get(id))
        for id, unit in draft.distinct.items()
        if unit.side in known
    )
    inside = tuple(one for one in tokens if one.at is not None and draft.has(one.at))
    walls = frozenset(id for id, one in draft.terrain.items() if not one.walk)
    picture = Picture(0, None, inside, _map(draft), (), (), (), unwalkable=walls)
    return EditedBoard(picture, sides, book.id)


def _map(draft: LevelDraft) -> MapRows:
    """Return the map with one sign for each terrain; short rows are filled up."""
    signs = {id: chr(_FIRST + n) for n, id in enumerate(draft.terrain)}
    letters = {
        ord(letter): signs.get(entry.terrain, NOWHERE) if entry else NOWHERE
        for letter, entry in (draft.legend or {}).items()
    }
    others = {ord(letter): NOWHERE for letter in draft.letters if ord(letter) not in letters}
    table, width = {**letters, **others}, draft.width
    rows = [row.translate(table)[:width].ljust(width, NOWHERE) for row in draft.rows or ()]
    legend = {sign: id for id, sign in signs.items()}
    zones = [row[:width].ljust(width, ".") for row in draft.zone_rows or ()]
    named = dict(draft.zone_names)
    if len(zones) != len(rows):
        zones = []
    return MapRows(width, len(rows), rows, legend, zones, named)


def _sides(draft: LevelDraft) -> list[BoardSide]:
    found: dict[str, BoardSide] = {}
    for side in draft.sides:
        if side.id is not None and side.id not in found:
            title, colour, shape = (side.fields.get(key) for key in ("title", "colour", "shape"))
            own = BoardSide(
                side.id,
                title if isinstance(title, str) else side.id.capitalize(),
                colour if isinstance(colour, str) else None,
                shape if isinstance(shape, str) else None,
            )
            found[side.id] = own
    return list(found.values())


def _token(unit: UnitDraft, side: str, kind: str, at: tuple[int, int] | None) -> Token:
    title = _title(unit)
    span = _SPANS.get(str(getattr(unit.stats, "size", "")), 1)
    flags = False, False, False
    return Token(unit.id or "", side, kind, title, at, span, None, None, *flags, ())


def _title(unit: UnitDraft) -> str:
    return unit.title or str(getattr(unit.stats, "title", "") or unit.id)
