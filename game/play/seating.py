"""People's choices for a level's sides: names, colours, kinds of units and rosters.

The choices are changes to the level's tables, checked as if the level had been written that way.
Names replace the level's titles everywhere, also that of a side's only unit.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from game.content.drafts.level_edits import tables_of
from game.content.levels import ListedLevel, find_level, load_level
from game.content.pack_data import level_data
from game.content.shipped_folders import levels_root
from game.content.toml_files.findings import LevelError
from game.content.toml_files.source import Changes
from game.core.pack_folders import pack_of
from game.engine.book import Book
from game.play.level_list import ChoosableLevel, shelved
from game.play.rosters import LOT, Picked, fielded, flaw_of
from game.terms.level import Level
from game.terms.rosters import Offer

OWN = ("id", "side", "at", "title", "kind", "role")
"""Keys of a unit's table that stay when it becomes another kind, which sets all other keys."""


class Seating(msgspec.Struct, frozen=True):
    """The choices that people have made: names and colours by side id, kinds by unit id."""

    names: Mapping[str, str] = {}
    colours: Mapping[str, str] = {}
    kinds: Mapping[str, str] = {}
    rosters: Mapping[str, Picked] = {}
    """Units chosen by sides, by side id, if the level allows a choice."""
    lots: tuple[str, ...] = ()
    """Sides whose units are drawn when the battle begins."""

    @property
    def is_plain(self) -> bool:
        """Return whether the level is played as written, apart from random rosters."""
        return not (self.names or self.colours or self.kinds or self.rosters)

    @property
    def words(self) -> tuple[str, ...]:
        """The random rosters, in command-line notation."""
        return tuple(f"{side}={LOT}" for side in self.lots)

    def changes(self, book: Book) -> Changes | None:
        """Return the changes to the level's tables, or None if there are none."""
        if self.is_plain:
            return None
        keys = _figure_keys(book)

        def change(tables: dict[str, object]) -> None:
            """Put the choices into the tables."""
            for side in tables_of(tables, "side"):
                self._change_side(side)
            for unit in tables_of(tables, "unit"):
                self._change_unit(unit, keys)
            fielded(self.rosters.values())(tables)
            self._name_figures(tables)

        return change

    def _name_figures(self, tables: dict[str, object]) -> None:
        """Give a named side's only unit the side's name: nobody has two names."""
        units: dict[str, list[dict[str, object]]] = {}
        for unit in tables_of(tables, "unit"):
            units.setdefault(str(unit.get("side")), []).append(unit)
        for side, own in units.items():
            if len(own) == 1 and self.names.get(side):
                own[0]["title"] = self.names[side]

    def _change_side(self, side: dict[str, object]) -> None:
        id = str(side.get("id"))
        if self.names.get(id):
            side["title"] = self.names[id]
        if id in self.colours:
            side["colour"] = self.colours[id]
            side.pop("shape", None)

    def _change_unit(self, unit: dict[str, object], keys: frozenset[str]) -> None:
        kind = self.kinds.get(f"{unit.get('side')}.{unit.get('id')}")
        if kind is None or kind == unit.get("kind"):
            return
        unit["kind"] = kind
        for key in keys & unit.keys():
            del unit[key]


def _figure_keys(book: Book) -> frozenset[str]:
    """Return the keys of a unit that its kind sets."""
    kinds = level_data(book, levels_root()).kinds
    return frozenset(key for kind in kinds.values() for key in kind) - set(OWN)


class KindTitle(msgspec.Struct, frozen=True):
    """A kind of the book's bestiary."""

    id: str
    title: str
    price: int | None = None
    """Its price in points, or None if it has none."""


def figures_of(book: Book, level: Path) -> tuple[KindTitle, ...]:
    """Return all kinds that a level's file can use; none if the book's files can't be read."""
    try:
        data = level_data(book, pack_of(level) or levels_root())
    except LevelError:
        return ()
    return tuple(
        KindTitle(id, str(kind.get("title", id)), data.prices.get(id))
        for id, kind in data.kinds.items()
    )


def seating_of(level: Level, book: Book) -> Seating:
    """Return the choices of a battle: the differences of its level from the level as written."""
    try:
        plain = load_level(find_level(level.id), {book.id: book})
    except (LevelError, OSError):
        return Seating()
    sides = {side.id: side for side in plain.sides}
    kinds = {unit.id: unit.kind for unit in plain.units}
    names, colours = {}, {}
    for side in level.sides:
        was = sides.get(side.id, side)
        if side.title and side.title != was.title:
            names[side.id] = side.title
        if side.colour and side.colour != was.colour:
            colours[side.id] = side.colour
    found = (_picked(offer, level, kinds) for offer in plain.offers)
    rosters = {
        picked.offer.side: picked
        for picked in found
        if not picked.is_usual and not flaw_of(picked.offer, picked.kinds)
    }
    places = {place for offer in plain.offers for place in offer.places}
    others = {
        unit.id: unit.kind
        for unit in level.units
        if unit.id in kinds and unit.id not in places and unit.kind != kinds[unit.id]
    }
    return Seating(names, colours, others, rosters)


def _picked(offer: Offer, level: Level, plain: Mapping[str, str]) -> Picked:
    """Return a side's choice, read from its units: first those in the places, then others."""
    there = {unit.id: unit.kind for unit in level.units if unit.side == offer.side}
    kinds = [there[place] for place in offer.places if place in there]
    kinds += [kind for id, kind in there.items() if id not in plain]
    return Picked(offer, tuple(kinds))


def seated(level: ChoosableLevel, seating: Seating, books: Mapping[str, Book]) -> ChoosableLevel:
    """Return a level with people's choices. If they don't fit, `trouble` says why."""
    if seating.is_plain:
        return level
    row = ListedLevel(level.id, level.title, level.book, level.path, level.root)
    made = shelved(row, books, seating.changes(books[level.book]))
    return msgspec.structs.replace(made, is_own=level.is_own)
