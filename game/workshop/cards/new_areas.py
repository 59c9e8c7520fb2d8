"""New areas that are made while a word of a card is chosen."""

from collections.abc import Iterable

from game.content.toml_files.positions import Keys
from game.core.cells import Cell
from game.workshop.cards.card_gestures import set_word
from game.workshop.cards.card_words import CardWord
from game.workshop.cards.word_types import word_type
from game.workshop.document.areas import add_area
from game.workshop.document.gesture import Gesture, gesture
from game.workshop.document.level_reading import LevelReading


def area_id(reading: LevelReading, cells: Iterable[Cell]) -> str:
    """Return an id for a new area: that of its terrain if it has only one, else `area`."""
    draft = reading.draft
    grounds = {draft.terrain_id(cell) for cell in cells} if draft else set()
    only = next(iter(grounds)) if len(grounds) == 1 else None
    base = (only or "area")[:26]
    taken = {str(table.get("id")) for table in reading.toml.entries("area")}
    return next(id for n in range(1, 10_000) if (id := _numbered(base, n)) not in taken)


def _numbered(base: str, number: int) -> str:
    return base if number == 1 else f"{base}_{number}"


def with_new_area(
    reading: LevelReading, base: Keys, word: CardWord, cells: Iterable[Cell]
) -> Gesture:
    """Return the gesture that makes an area of tiles and names it in a word of a card.

    Raise GestureRefused if no tile is on the map.
    """
    some = list(cells)
    id = area_id(reading, some)
    made = add_area(reading, id, some)
    kind, keys = word_type(word.keys), word.keys
    value: object = id
    if kind is not None and kind.kind == "list":
        old = reading.toml.get((*base, *keys))
        value = [*(old if isinstance(old, list) else []), id]
    named = set_word(reading, base, keys, value)
    return gesture(reading.text, made.name, [*made.edits, *named.edits])
