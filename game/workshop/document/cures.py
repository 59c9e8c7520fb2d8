"""Cures of findings: gestures that mend what is certain, and offer what is likely."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from game.content.toml_files.finding_texts import Words
from game.content.toml_files.key_names import rename_key
from game.content.toml_files.positions import Keys
from game.workshop.document.document_sentences import said
from game.workshop.document.gesture import Gesture, GestureRefused, gesture, refused
from game.workshop.document.level_reading import LevelReading, MarkedFinding
from game.workshop.document.painting import remove_letter
from game.workshop.document.tables import delete, remove_key, set_key
from game.workshop.document.units import lift_unit

ROUNDS = ("round", "round_end")
"""Conditions about a round."""
COMES_LATER = ("reinforcement-standing", "deploy-placed")
"""Findings about units that have a place too early."""


class Cure(NamedTuple):
    """A way to mend a finding: the words for its button, and the gesture."""

    name: str
    gesture: Gesture


def cures(reading: LevelReading, marked: MarkedFinding) -> list[Cure]:
    """Return the cures of a finding, likeliest first; none if the author must decide."""
    found: list[Cure] = []
    if marked.span is None or not reading.is_toml or not marked.keys:
        return found
    for make in (_nearest, _by_limit, _off_the_map, _by_code):
        try:
            found += make(reading, marked)
        except GestureRefused:
            continue
    return [cure for cure in found if cure.gesture.edits]


def _nearest(reading: LevelReading, marked: MarkedFinding) -> Iterator[Cure]:
    """Yield the change to the name that the finding proposes."""
    near = next(filter(None, map(_near, marked.finding.subject.params.items())), "")
    if not near:
        return
    name, keys = said("cure", "change", name=near), marked.keys
    pair = reading.toml.layout.pair(keys)
    if pair is not None and pair.key == marked.span:
        yield Cure(name, gesture(reading.text, name, rename_key(reading.toml, keys, near)))
    elif isinstance(reading.toml.get(keys), str):
        yield Cure(name, set_key(reading, keys, near)._replace(name=name))


def _by_limit(reading: LevelReading, marked: MarkedFinding) -> Iterator[Cure]:
    """Yield the change of a round after the last one to the last one."""
    draft, keys = reading.draft, marked.keys
    when = reading.toml.get(keys)
    if marked.finding.code not in ("trigger-never", "until-never") or draft is None:
        return
    last = draft.header.rounds or draft.round_limit
    for key in ROUNDS:
        value = when.get(key) if isinstance(when, dict) else None
        if last is not None and isinstance(value, int) and value > last:
            name = said("cure", "round", round=last)
            yield Cure(name, set_key(reading, (*keys, key), last)._replace(name=name))


def _off_the_map(reading: LevelReading, marked: MarkedFinding) -> Iterator[Cure]:
    """Yield the removal from the map of a unit that begins there and should come later."""
    id = reading.toml.get(marked.keys)
    if marked.finding.code in COMES_LATER and isinstance(id, str):
        name = said("cure", "lift_unit")
        yield Cure(name, lift_unit(reading, id)._replace(name=name))


def _near(param: tuple[str, object]) -> str:
    """Return the name that a parameter of a finding proposes; "" if none."""
    field, value = param
    if isinstance(value, Words):
        return value.near
    return value if field == "near" and isinstance(value, str) else ""


def _entry(reading: LevelReading, keys: Keys) -> Gesture:
    """Remove an entry of a list, or the key."""
    return remove_key(reading, keys)


def _clause(reading: LevelReading, keys: Keys) -> Gesture:
    """Remove a condition or effect, unless it is the only one."""
    entries = reading.toml.get(keys[:-1])
    if not isinstance(entries, list) or len(entries) == 1:
        raise refused("unknown", what="entry", id=str(keys[-1]))
    return remove_key(reading, keys)


def _table(reading: LevelReading, keys: Keys) -> Gesture:
    """Remove a whole table, such as an area."""
    return delete(reading, str(keys[0]), int(keys[1]))


def _letter(reading: LevelReading, keys: Keys) -> Gesture:
    """Remove a letter of the legend."""
    return remove_letter(reading, str(keys[2]))


def _at(reading: LevelReading, keys: Keys) -> Gesture:
    """Remove the key `at` of a unit."""
    return remove_key(reading, (*keys[:2], "at"))


_CURES: Mapping[str, tuple[str, Callable[[LevelReading, Keys], Gesture]]] = {
    "letter-unused": ("remove_letter", _letter),
    "area-unused": ("delete_area", _table),
    "area-tile-twice": ("remove_entry", _entry),
    "unit-both": ("remove_at", _at),
    "deploy-placed": ("remove_entry", _entry),
    "deploy-twice": ("remove_entry", _entry),
    "deploy-foreign": ("remove_entry", _entry),
    "reinforcement-standing": ("remove_entry", _entry),
    "reinforcement-twice": ("remove_entry", _entry),
    "behaviour-idle": ("remove_key", _entry),
    "heroes-twice": ("remove_key", _entry),
    "unknown-key": ("remove_key", _entry),
    "trigger-never": ("remove_entry", _clause),
    "trigger-always": ("remove_entry", _clause),
    "trigger-idle": ("remove_entry", _clause),
    "until-never": ("remove_entry", _entry),
    "until-at-once": ("remove_entry", _entry),
}
"""The cures by the code of the finding: the words in the catalogue, and the gesture."""


def _by_code(reading: LevelReading, marked: MarkedFinding) -> Iterator[Cure]:
    """Yield the cure that belongs to the finding's code."""
    code, keys = marked.finding.code, marked.keys
    is_entry = isinstance(keys[-1], int)
    if code == "unknown-name" and is_entry:
        code = "deploy-foreign"
    if code not in _CURES:
        return
    words, make = _CURES[code]
    if words == "remove_entry" and not is_entry:
        return
    name = said("cure", words, key=str(keys[-1]))
    yield Cure(name, make(reading, keys)._replace(name=name))
