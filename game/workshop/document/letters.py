"""The letters of a map's legend: which one stands for a terrain, and new ones."""

import string
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

import tomli

from game.content.drafts.level_draft import LEGEND
from game.content.toml_files.splices import Edit
from game.content.toml_files.table_edits import remove_keys, set_value, set_values
from game.core.cells import Cell
from game.workshop.document.document_sentences import said
from game.workshop.document.gesture import refused
from game.workshop.document.level_reading import LevelReading

_USUAL = Path(__file__).with_name("usual_letters.toml")
_NEVER = frozenset("'\"\\ \t\r\n")
"""Letters that are never chosen, because a map can't have them in all forms."""
_OTHERS = (
    string.ascii_lowercase
    + string.ascii_uppercase
    + string.digits
    + "".join(sorted(set(string.punctuation) - _NEVER))
    + "".join(c for c in map(chr, range(0xC0, 0x250)) if c.isalpha())
)


NO_ZONE = "."
"""The letter of tiles in no zone."""


def can_be_letter(letter: str) -> bool:
    """Return whether a text is one visible letter that a map can have in all its forms."""
    return len(letter) == 1 and letter.isprintable() and letter not in _NEVER


@lru_cache(maxsize=1)
def _usual() -> Mapping[str, str]:
    return tomli.loads(_USUAL.read_text(encoding="utf-8"))


def candidates(name: str) -> Iterable[str]:
    """Return the letters for a terrain or unit, from those that resemble it most."""
    letters = [letter for letter in name if letter.isalnum() and letter.isascii()]
    own = [letter for one in letters for letter in (one.lower(), one.upper())]
    return dict.fromkeys((*_usual().get(name, ""), *own, *_OTHERS))


class Letters:
    """The letters of one reading, with the entries that a gesture adds and changes."""

    def __init__(self, reading: LevelReading) -> None:
        if not isinstance(reading.toml.get(LEGEND), dict):
            raise refused("no_legend")
        self.reading = reading
        self.notes: list[str] = []
        self._legend = reading.legend
        self._added: dict[str, object] = {}
        self._edits: list[Edit] = []
        self._removed: list[str] = []
        self._plain: dict[str, str] = {}
        areas = reading.draft.plot.areas if reading.draft else ()
        self.areas = [
            (entry.value.id, entry.value.letter)
            for entry in areas
            if entry.value is not None and entry.value.letter is not None
        ]
        """The areas that are given by a letter."""

    def terrain(self, letter: str) -> str | None:
        """Return the terrain of a letter, or None."""
        entry = self._legend.get(letter)
        return entry.terrain if entry else None

    def unit(self, letter: str) -> str | None:
        """Return the unit that a letter places, or None."""
        entry = self._legend.get(letter)
        return entry.unit if entry else None

    def plain(self, terrain: str, but: str = "") -> str:
        """Return the letter of a terrain without a unit; a new one if there is none.

        Of several letters, return the most frequent one; avoid letters that areas use. Never return
        `but`, which must be the same in all calls for one terrain.
        """
        if terrain not in self._plain:
            own = [x for x, e in self._legend.items() if e.terrain == terrain and not e.unit]
            own = [x for x in own if x not in self._removed and x != but]
            counts = Counter("".join(self.reading.draft.rows or ()) if self.reading.draft else "")
            of_areas = {letter for _, letter in self.areas}
            own.sort(key=lambda x: (x in of_areas, -counts[x]))
            self._plain[terrain] = own[0] if own else self.new(terrain, terrain)
            if not own:
                letter = self._plain[terrain]
                self.notes.append(said("note", "new_letter", terrain=terrain, letter=letter))
        return self._plain[terrain]

    def new(self, name: str, entry: object) -> str:
        """Add a letter that resembles a name. Raise GestureRefused if none is free."""
        taken = self.reading.written_letters | self._added.keys()
        found = next((x for x in candidates(name) if x not in taken), None)
        if found is None:
            raise refused("no_letter", terrain=name)
        self._added[found] = entry
        return found

    def set_terrain(self, letter: str, terrain: str) -> None:
        """Change the terrain of a letter."""
        keys = (*LEGEND, letter)
        if isinstance(self.reading.toml.get(keys), dict):
            keys = (*keys, "terrain")
        self._edits += set_value(self.reading.toml, keys, terrain)

    def remove(self, letter: str) -> None:
        """Remove a letter from the legend."""
        self._removed.append(letter)

    def edits(self) -> list[Edit]:
        """Return the edits of the legend."""
        edits = list(self._edits)
        if self._removed:
            edits += remove_keys(self.reading.toml, LEGEND, self._removed)
        if self._added:
            edits += set_values(self.reading.toml, LEGEND, self._added)
        return edits

    def area_notes(self, letters: Mapping[Cell, str]) -> list[str]:
        """Return sentences about the areas that grow or shrink if tiles get these letters."""
        if not self.areas:
            return []
        change: Counter[str] = Counter()
        for cell, letter in letters.items():
            old = self.reading.letter(cell)
            if old != letter:
                change[old] -= 1
                change[letter] += 1
        return [
            said("note", "grows" if count > 0 else "shrinks", area=id, letter=x, count=abs(count))
            for id, x in self.areas
            if (count := change[x])
        ]
