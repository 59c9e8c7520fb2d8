"""The names that a word on a card can be: areas, units, flags and so on, of one level."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from game.content.drafts.effect_names import effect_names
from game.content.drafts.level_edits import called
from game.content.toml_files.positions import Keys
from game.content.values.book_data import verbs_of
from game.core.cells import Cell
from game.terms.level_script import DEEDS, UNDO
from game.workshop.cards.card_sentences import said
from game.workshop.cards.card_words import ARRAY, ARRAYS
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.references import name_uses
from game.workshop.palette import Palette

CARRIED = ("give", "take", "carries")
"""Conditions and effects about things that units carry as items."""


class LevelName(NamedTuple):
    """A name, its title for people, and the tiles that it has on the board."""

    id: str
    title: str = ""
    about: str = ""
    cells: tuple[Cell, ...] = ()


class LevelNames:
    """All names of one text of a level."""

    def __init__(self, reading: LevelReading, palette: Palette) -> None:
        self._reading, self._palette = reading, palette

    def of(self, ref: str, keys: Keys = ()) -> tuple[LevelName, ...]:
        """Return the names of a kind, such as `area`, for the value at a path of a trigger."""
        made: Mapping[str, Iterable[LevelName]] = {
            "area": self._areas(),
            "unit": self._units(),
            "side": self._sides(),
            "objective": self._tables("objective"),
            "terrain": (LevelName(one.id, one.title, one.facts) for one in self._palette.grounds),
            "kind": (LevelName(one.id, one.title, one.facts) for one in self._palette.kinds),
            "thing": self._things(len(keys) > 2 and keys[2] in CARRIED),
            "answer": self._answers(keys),
            "able": self._commands((UNDO,)),
            "deed": self._commands(DEEDS),
        }
        found = made.get(ref)
        return tuple(self._introduced(ref) if found is None else found)

    def first(self, ref: str, keys: Keys = ()) -> str:
        """Return the first name of a kind; "" if there is none."""
        return next((one.id for one in self.of(ref, keys)), "")

    def free_area(self) -> str:
        """Return the newest area that nothing names yet; "" if there is none."""
        uses = [use for use in name_uses(self._reading) if use.table == "area" and not use.is_given]
        ids = [one.id for one in self._tables("area")]
        free = [id for id in ids if id not in {use.id for use in uses}]
        return next(reversed(free), "")

    def _tables(self, array: str) -> Iterator[LevelName]:
        for table in self._reading.toml.entries(array):
            id, title = table.get("id"), table.get("title")
            if isinstance(id, str):
                yield LevelName(id, title if isinstance(title, str) else "")

    def _areas(self) -> Iterator[LevelName]:
        draft = self._reading.draft
        for one in self._tables("area"):
            cells = tuple(draft.areas.get(one.id, ())) if draft else ()
            about = said("name", "tiles", count=len(cells)) if cells else ""
            yield one._replace(about=about, cells=cells)

    def _units(self) -> Iterator[LevelName]:
        draft = self._reading.draft
        for unit in draft.units if draft else ():
            if unit.id is None:
                continue
            kind = self._palette.ware("kind", unit.kind) if unit.kind else None
            title = unit.title or called(unit.id)
            at = draft.standing.get(unit.id) if draft else None
            where = said("name", "at", x=at[0], y=at[1]) if at else said("name", "nowhere")
            own = said("name", "unit", side=unit.side or "?", where=where)
            about = " · ".join((kind.title, own) if kind and kind.title != title else (own,))
            yield LevelName(unit.id, title, about, (at,) if at else ())

    def _sides(self) -> Iterator[LevelName]:
        draft = self._reading.draft
        for one in self._tables("side"):
            units = [unit.id for unit in draft.units if unit.side == one.id] if draft else []
            cells = (draft.standing.get(id or "") for id in units) if draft else iter(())
            about = said("name", "units", count=len(units))
            yield one._replace(about=about, cells=tuple(cell for cell in cells if cell))

    def _things(self, are_carried: bool) -> Iterator[LevelName]:
        draft = self._reading.draft
        gear = draft.gear if draft else {}
        first = draft.usable if draft and draft.usable in gear else ""
        tables = [first] if first else []
        if not (are_carried and first):
            tables += [table for table in gear if table != first]
        for table in tables:
            for id, thing in gear[table].items():
                yield LevelName(id, str(getattr(thing, "title", "") or ""), table)

    def _commands(self, others: Iterable[str]) -> Iterator[LevelName]:
        """Yield the rulebook's commands, and what players can do besides."""
        book = self._reading.book
        for id in (*(verbs_of(book) if book is not None else ()), *others):
            yield LevelName(id)

    def _introduced(self, ref: str) -> Iterator[LevelName]:
        """Yield the flags, counters or choices that effects of the level introduce."""
        names = effect_names(self._reading.toml.tables.get(ARRAY, ()), False)
        for id in names.get(ref) or ():
            yield LevelName(id)

    def _answers(self, keys: Keys) -> Iterator[LevelName]:
        """Yield the answers of the choice that a condition at a path of the level is about."""
        id = self._reading.toml.get((*keys[:-1], "choice"))
        for table in self._reading.toml.entries(ARRAY):
            deeds = table.get("do")
            for deed in deeds if isinstance(deeds, list) else ():
                choice = deed.get("choice") if isinstance(deed, dict) else None
                if not isinstance(choice, dict) or choice.get("id") != id:
                    continue
                answers = choice.get("answers")
                for answer in answers if isinstance(answers, list) else ():
                    if isinstance(answer, dict) and isinstance(answer.get("id"), str):
                        yield LevelName(answer["id"], str(answer.get("text", "")))


def tiles_by_card(reading: LevelReading) -> dict[Keys, frozenset[Cell]]:
    """Return the tiles of the areas and units that each trigger and lesson names, by its path."""
    found: dict[Keys, set[Cell]] = {}
    for use in name_uses(reading):
        if use.keys[0] in ARRAYS and use.table in ("area", "unit"):
            found.setdefault(use.keys[:2], set()).update(tiles_of(reading, use.table, use.id))
    return {base: frozenset(cells) for base, cells in found.items()}


def tiles_of(reading: LevelReading, ref: str, id: str) -> frozenset[Cell]:
    """Return the tiles of an area, of a unit, or of a side's units."""
    draft = reading.draft
    if draft is None:
        return frozenset()
    if ref == "area":
        return frozenset(draft.areas.get(id, ()))
    units = [id] if ref == "unit" else []
    if ref == "side":
        units = [unit.id for unit in draft.units if unit.side == id and unit.id]
    return frozenset(at for unit in units if (at := draft.standing.get(unit)))
