"""The uses of a name in a level, as a list whose rows lead to the text and to the board."""

from typing import NamedTuple

from game.content.drafts.level_draft import LEGEND
from game.content.toml_files.positions import Keys
from game.content.values.references import NameUse
from game.core.cells import Cell
from game.workshop.document.level_reading import LevelReading, MarkedFinding
from game.workshop.document.references import WITH_IDS, name_uses, uses
from game.workshop.document.tables import owner
from game.workshop.forms.form_sentences import said


class UseRow(NamedTuple):
    """A place that names something."""

    keys: Keys
    title: str
    """The table that it is in, and the keys on the way to the place."""
    line: int
    text: str
    """The line of the file, without its indent."""
    cell: Cell | None
    """A tile of the place on the board, or None."""


def name_of(reading: LevelReading, keys: Keys) -> tuple[str, str] | None:
    """Return the table and the id by which others name what is at a path, or None."""
    if len(keys) != 2:
        return None
    table, number = str(keys[0]), keys[1]
    if isinstance(number, str):
        return table, number
    id = reading.toml.get((*keys, "id"))
    return (table, id) if table in WITH_IDS and isinstance(id, str) else None


def use_rows(reading: LevelReading, keys: Keys) -> tuple[UseRow, ...]:
    """Return the places that name what is at a path, in the order of the text."""
    name = name_of(reading, keys)
    return tuple(_row(reading, use) for use in uses(reading, *name)) if name is not None else ()


def _row(reading: LevelReading, use: NameUse) -> UseRow:
    layout, positions = reading.toml.layout, reading.positions
    pair = layout.pair(use.keys)
    spot = positions.key(use.keys) if use.is_key or pair is not None else positions.value(use.keys)
    line = spot.line
    is_entry = len(use.keys) > 1 and isinstance(use.keys[1], int)
    first = 2 if is_entry else min(1, len(use.keys) - 1)
    steps = [_step(key) for key in use.keys[first:]]
    title = said("use", "title", owner=owner(reading.toml, use.keys), way=" ".join(steps))
    if use.keys[:2] == LEGEND:
        title = said("use", "letter", letter=use.keys[2])
    text = positions.line(line).strip()
    return UseRow(use.keys, title, line, text, place_of(reading, use.keys))


def _step(key: str | int) -> str:
    return str(key + 1) if isinstance(key, int) else key.replace("_", " ")


def place_of(reading: LevelReading, keys: Keys) -> Cell | None:
    """Return a tile of what is at a path: its own, or that of the first thing it names."""
    draft = reading.draft
    if draft is None or len(keys) < 2:
        return None
    table, id = str(keys[0]), reading.toml.get((*keys[:2], "id"))
    if table == "unit" and isinstance(id, str):
        return draft.standing.get(id)
    if table == "area" and isinstance(id, str):
        return middle(draft.areas.get(id, ()))
    if table == "map":
        named = reading.toml.get(keys)
        found = named if isinstance(named, str) else None
        return draft.standing.get(found) if found else None
    for use in name_uses(reading):
        if use.keys[:2] == keys[:2]:
            cell = place_of_name(reading, use)
            if cell is not None:
                return cell
    return None


def cell_of(reading: LevelReading, one: MarkedFinding) -> Cell | None:
    """Return the tile of a finding: its letter on the map, its unit, or the middle of its area."""
    if one.cell is not None or not reading.is_toml or one.keys[:1] not in (("unit",), ("area",)):
        return one.cell
    return place_of(reading, one.keys)


def place_of_name(reading: LevelReading, use: NameUse) -> Cell | None:
    """Return the tile of a unit or area that is named, or None."""
    draft = reading.draft
    if draft is None:
        return None
    if use.table == "unit":
        return draft.standing.get(use.id)
    return middle(draft.areas.get(use.id, ())) if use.table == "area" else None


def middle(cells: tuple[Cell, ...]) -> Cell | None:
    """Return the tile nearest to the middle of some tiles, or None without tiles."""
    if not cells:
        return None
    x = sum(cell[0] for cell in cells) / len(cells)
    y = sum(cell[1] for cell in cells) / len(cells)
    return min(cells, key=lambda cell: ((cell[0] - x) ** 2 + (cell[1] - y) ** 2, cell[1], cell[0]))
