"""The places of a level that have a meaning: areas, deployments, objectives, triggers and zones."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from game.content.toml_files.positions import Keys
from game.content.values.references import NameUse
from game.core.cells import Cell
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.references import name_uses
from game.workshop.forms.form_sentences import said
from game.workshop.forms.use_list import middle

PlaceKind = Literal["area", "deploy", "objective", "trigger", "zone"]
KINDS: tuple[PlaceKind, ...] = ("area", "deploy", "objective", "trigger", "zone")
"""The kinds of places, in the order in which they are drawn."""
NO_ZONE = ". "


class LevelPlace(NamedTuple):
    """Tiles with a meaning."""

    kind: PlaceKind
    keys: Keys
    """Path of the table that gives the meaning."""
    title: str
    cells: frozenset[Cell]
    side: str = ""


class PlaceLink(NamedTuple):
    """A line from where something begins to a place that it names."""

    keys: Keys
    """Path of the table that names the places: a trigger or an objective."""
    start: Cell
    end: Cell
    title: str
    """What is named."""


def places_of(reading: LevelReading, kind: PlaceKind) -> tuple[LevelPlace, ...]:
    """Return the places of one kind, in the order of the file."""
    if reading.draft is None:
        return ()
    return tuple(_places(reading, kind))


def _places(reading: LevelReading, kind: PlaceKind) -> Iterator[LevelPlace]:
    draft = reading.draft
    assert draft is not None
    if kind == "zone":
        for letter, tiles in draft.zones.items():
            if letter not in NO_ZONE:
                title = draft.zone_names.get(letter, letter)
                yield LevelPlace("zone", ("map", "zones", letter), title, frozenset(tiles))
        return
    named = _named_by(reading) if kind != "area" else {}
    for number, entry in enumerate(reading.toml.entries(kind)):
        keys: Keys = (kind, number)
        side = entry.get("side")
        own = side if isinstance(side, str) else ""
        if kind == "area":
            cells = frozenset(draft.areas.get(str(entry.get("id")), ()))
        else:
            cells = _cells_of(reading, named.get(keys, ()))
        if cells:
            yield LevelPlace(kind, keys, _title(kind, entry, number), cells, own)


def _title(kind: str, entry: Mapping[str, object], number: int) -> str:
    for key in ("title", "id"):
        found = entry.get(key)
        if isinstance(found, str):
            return found
    return said("form", "of_number", noun=said("noun", kind), number=number + 1)


def _named_by(reading: LevelReading) -> dict[Keys, list[NameUse]]:
    """Return the areas and units that each table of an array names."""
    found: dict[Keys, list[NameUse]] = {}
    for use in name_uses(reading):
        if use.table in ("area", "unit") and len(use.keys) > 2:
            found.setdefault(use.keys[:2], []).append(use)
    return found


def _cells_of(reading: LevelReading, some: list[NameUse] | tuple[()]) -> frozenset[Cell]:
    """Return the tiles of the areas that are named; without any, those of the units."""
    draft = reading.draft
    assert draft is not None
    areas = [cell for use in some if use.table == "area" for cell in draft.areas.get(use.id, ())]
    units = [draft.standing[use.id] for use in some if use.id in draft.standing]
    return frozenset(areas or units)


def links_of(reading: LevelReading, keys: Keys = ()) -> tuple[PlaceLink, ...]:
    """Return the lines from each trigger and objective to what it names, or those of one table.

    A trigger begins at the first place that its conditions name, an objective at its place.
    """
    if reading.draft is None:
        return ()
    named = _named_by(reading)
    return tuple(
        link
        for table, some in named.items()
        if table[0] in ("trigger", "objective") and (not keys or table == keys)
        for link in _links(reading, table, some)
    )


def _links(reading: LevelReading, keys: Keys, some: list[NameUse]) -> Iterator[PlaceLink]:
    start = anchor_of(reading, some)
    for (_, id), cell in _ends(reading, some).items():
        if start is not None and cell != start:
            yield PlaceLink(keys, start, cell, id)


def anchor_of(reading: LevelReading, some: list[NameUse]) -> Cell | None:
    """Return the tile at which lines begin, or None."""
    order = sorted(some, key=lambda use: (use.table != "area", use.keys[2] == "do"))
    first = [use for use in some if use.keys[2] != "do"] or order
    return next(iter(_ends(reading, sorted(first, key=lambda use: use.table)).values()), None)


def _ends(reading: LevelReading, some: list[NameUse]) -> dict[tuple[str, str], Cell]:
    """Return a tile of each area and unit that is named."""
    draft = reading.draft
    assert draft is not None
    found: dict[tuple[str, str], Cell] = {}
    for use in some:
        cell = draft.standing.get(use.id)
        if use.table == "area":
            cell = middle(draft.areas.get(use.id, ()))
        if cell is not None and draft.has(cell):
            found.setdefault((use.table, use.id), cell)
    return found
