"""The places in a level that name something, and renaming in all of them at once."""

import re
from collections.abc import Iterator
from functools import lru_cache

from game.content.drafts.level_draft import LEGEND
from game.content.drafts.level_tables import LevelTable
from game.content.toml_files.key_names import rename_key
from game.content.toml_files.layout import TextSpan
from game.content.toml_files.positions import Keys
from game.content.toml_files.splices import Edit
from game.content.toml_files.table_edits import set_value
from game.content.values.book_data import ID
from game.content.values.references import NameUse, names_in
from game.core.cells import Cell
from game.terms.level_script import KEYS
from game.workshop.document.document_sentences import said
from game.workshop.document.gesture import Gesture, gesture, refused
from game.workshop.document.letters import NO_ZONE, can_be_letter
from game.workshop.document.level_reading import LevelReading

WITH_IDS = ("side", "unit", "area", "objective", "trigger")
"""The arrays whose tables have ids that others name."""
TEXTS = ("trigger", "lesson", "text", "objective")
"""The tables with texts in which `{name}` can stand."""


def name_uses(reading: LevelReading) -> list[NameUse]:
    """Return every place of the level that names something, in the order of the text."""
    return list(_name_uses(reading))


@lru_cache(maxsize=2)
def _name_uses(reading: LevelReading) -> tuple[NameUse, ...]:
    tables = reading.toml.tables
    found = list(names_in(LevelTable, tables, ()))
    book = reading.book
    if book is not None:
        for number, table in enumerate(reading.toml.entries("unit")):
            found += names_in(book.schema.unit, table, ("unit", number))
        found += names_in(book.schema.settings, tables.get(book.id), (book.id,))
    layout = reading.toml.layout
    order = {use: layout.value(use.keys) or TextSpan(0, 0) for use in dict.fromkeys(found)}
    return tuple(sorted(order, key=lambda use: order[use]))


def uses(reading: LevelReading, table: str, id: str) -> list[NameUse]:
    """Return the places that name an id: of an `area`, a `unit`, a `kind` and so on."""
    return [use for use in name_uses(reading) if use.table == table and use.id == id]


def rename(reading: LevelReading, table: str, old: str, new: str) -> Gesture:
    """Return the gesture that renames an id everywhere: where it is given, named, and in texts.

    `table` is that of the id: `side`, `unit`, `area`, `objective`, `trigger`, `letter`, `zone`, or
    any other that names refer to. Raise GestureRefused if the new name can't be used.
    """
    _check_new(reading, table, old, new)
    toml = reading.toml
    edits: list[Edit] = []
    if table in WITH_IDS:
        for number, entry in enumerate(toml.entries(table)):
            if entry.get("id") == old:
                edits += set_value(toml, (table, number, "id"), new)
    for use in uses(reading, table, old):
        edits += rename_key(toml, use.keys, new) if use.is_key else ()
        edits += () if use.is_key else set_value(toml, use.keys, new)
    if table == "letter":
        edits += rename_key(toml, (*LEGEND, old), new)
        edits += reading.grid.put(dict.fromkeys(_tiles(reading, old), new))
    elif table == "zone":
        edits += reading.zones.put(_zone_tiles(reading, old, new)) if reading.zones else ()
    else:
        edits += _in_texts(reading, old, new)
    if not edits:
        raise refused("unknown", what=table, id=old)
    return gesture(reading.text, said("step", "rename", old=old, new=new), edits)


def _check_new(reading: LevelReading, table: str, old: str, new: str) -> None:
    """Raise GestureRefused unless a new name is one, and free."""
    if table in ("letter", "zone"):
        taken = _zones(reading) if table == "zone" else reading.written_letters
        if not can_be_letter(new) or (table == "zone" and new == NO_ZONE):
            raise refused("bad_letter", letter=new)
    else:
        entries = reading.toml.entries(table) if table in WITH_IDS else []
        taken = {str(entry["id"]) for entry in entries if "id" in entry}
        taken |= {use.id for use in name_uses(reading) if use.table == table}
        if not ID.fullmatch(new):
            raise refused("bad_id", id=new)
    if new != old and new in taken:
        raise refused("taken", id=new)


def _tiles(reading: LevelReading, letter: str) -> list[Cell]:
    rows = (reading.draft.rows if reading.draft else None) or ()
    return [(x, y) for y, row in enumerate(rows) for x, own in enumerate(row) if own == letter]


def _zones(reading: LevelReading) -> set[str]:
    """Return the letters of the zones with tiles or a name."""
    return {*reading.draft.zones, *reading.draft.zone_names} if reading.draft else set()


def _zone_tiles(reading: LevelReading, old: str, new: str) -> dict[Cell, str]:
    cells = reading.draft.zones.get(old, ()) if reading.draft else ()
    return dict.fromkeys(cells, new)


def _in_texts(reading: LevelReading, old: str, new: str) -> Iterator[Edit]:
    """Yield the edits of `{old}` in the texts that players read.

    In a lesson, the names of keys, such as {undo}, mean keys.
    """
    name = re.compile(r"\{" + re.escape(old) + r"\}")
    for pair in reading.toml.layout.pairs:
        if pair.keys[0] not in TEXTS or (pair.keys[0] == "lesson" and old in KEYS):
            continue
        if isinstance(reading.toml.get(pair.keys), str):
            for found in name.finditer(reading.text, pair.value.start, pair.value.end):
                yield Edit(found.start() + 1, found.end() - 1, new)


def rename_answer(reading: LevelReading, choice: str, old: str, new: str) -> Gesture:
    """Return the gesture that renames an answer of a choice, where it is given and asked for.

    Raise GestureRefused if the choice has no such answer, or the new name can't be used.
    """
    places = list(_answers(reading, choice))
    ids = {str(reading.toml.get(keys)) for keys in places}
    if old not in ids:
        raise refused("unknown", what="answer", id=old)
    if not ID.fullmatch(new):
        raise refused("bad_id", id=new)
    if new != old and new in ids:
        raise refused("taken", id=new)
    edits: list[Edit] = []
    for keys in places:
        if reading.toml.get(keys) == old:
            edits += set_value(reading.toml, keys, new)
    return gesture(reading.text, said("step", "rename", old=old, new=new), edits)


def _answers(reading: LevelReading, choice: str) -> Iterator[Keys]:
    """Yield the paths of all ids of a choice's answers: in its effects and in conditions."""
    for use in uses(reading, "choice", choice):
        table = use.keys[:-1]
        if use.is_given:
            answers = reading.toml.get((*table, "answers"))
            for number in range(len(answers) if isinstance(answers, list) else 0):
                yield (*table, "answers", number, "id")
        elif isinstance(reading.toml.get((*table, "answer")), str):
            yield (*table, "answer")
