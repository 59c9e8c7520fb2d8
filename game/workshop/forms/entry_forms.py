"""The form of a table of a level: its fields, with what each inherits.

All tables have the same form: sides, units, areas, deployments, objectives, the level's head and
the rulebook's settings. The fields come from the types that the tables are decoded into.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec import inspect

from game.content.drafts.level_edits import title_of
from game.content.drafts.level_tables import LevelTable, UnitTable
from game.content.toml_files.positions import Keys
from game.content.values.book_data import BookLike
from game.terms.level import Side
from game.terms.level_script import (
    AT_MOST_ONE,
    ONE_OF,
    Area,
    Deploy,
    Expect,
    Lesson,
    Objective,
    Trigger,
)
from game.terms.rosters import Roster
from game.workshop.document.level_reading import LevelReading
from game.workshop.document.references import WITH_IDS
from game.workshop.forms.field_shapes import FieldShape, ShapedKey, entry_shape, keys_of
from game.workshop.forms.form_labels import label_of, label_of_book
from game.workshop.forms.form_sentences import said
from game.workshop.forms.id_options import FieldOption, options_of
from game.workshop.forms.inherited_values import Inheritance, Inherited

ENTRIES: Mapping[str, type[msgspec.Struct]] = {
    "side": Side,
    "unit": UnitTable,
    "area": Area,
    "roster": Roster,
    "deploy": Deploy,
    "objective": Objective,
    "trigger": Trigger,
    "lesson": Lesson,
    "expect": Expect,
}
"""The types of the entries of a level's arrays."""
OF_LEVELS = (LevelTable, UnitTable, Side)
"""The types of tables outside the script that all rulebooks have."""
HEAD: Keys = ()
"""The path of the level's head."""
_NEVER = ("format", "rulebook", "map")
"""Keys of the level's head that no form changes."""


class FormField(NamedTuple):
    """One field of a form."""

    keys: Keys
    """Path of the value in the level."""
    top: Keys
    """Path of the key that is inherited as a whole: the value itself, or a table around it."""
    owner: type[msgspec.Struct]
    """Type of the table that the key is in."""
    shape: FieldShape
    label: str
    about: str
    written: object
    """The value in the level's file, or None."""
    inherited: Inherited | None
    """What counts if the level's file has no value; None if nothing does."""
    is_required: bool = False
    depth: int = 0
    """Number of tables between the form's table and the value."""
    is_id: bool = False
    """Whether the value is the id of the form's table, so that changing it renames."""

    @property
    def key(self) -> str:
        """The key itself, or the number of an entry."""
        return str(self.keys[-1])

    @property
    def is_written(self) -> bool:
        """True if the level's file has a value of its own."""
        return self.written is not None

    @property
    def value(self) -> object:
        """The value that counts, or None."""
        if self.written is not None:
            return self.written
        return self.inherited.value if self.inherited is not None else None

    @property
    def can_reset(self) -> bool:
        """True if the key can be removed, or the unit taken off the map."""
        if self.is_place or self.shape.kind == "entry":
            return self.value is not None
        return self.is_written and not self.is_required and not self.is_id

    @property
    def is_place(self) -> bool:
        """True if it is the place of a unit, given by a key or a letter of the map."""
        return self.keys[:1] == ("unit",) and self.keys[2:] == ("at",)


class EntryForm(NamedTuple):
    """The form of one table."""

    keys: Keys
    title: str
    fields: tuple[FormField, ...]
    around: "EntryForm | None" = None
    """The form with the list that its table is in, for an entry of `tables`; else None."""

    def field(self, keys: Keys) -> FormField | None:
        """Return the field of a path, here or in the form around; or None."""
        found = next((one for one in self.fields if one.keys == keys), None)
        return found if found is not None or self.around is None else self.around.field(keys)


class Forms:
    """The forms of one level at one moment."""

    def __init__(self, reading: LevelReading, inheritance: Inheritance) -> None:
        """Raise GestureRefused if the text isn't TOML."""
        self.reading, self.inheritance = reading, inheritance
        self._toml = reading.toml

    @property
    def book(self) -> BookLike | None:
        """The level's rulebook."""
        return self.reading.book

    def options(self, field: FormField) -> tuple[FieldOption, ...]:
        """Return the values that a field offers."""
        if self.book is None:
            return ()
        return options_of(field.shape, self.reading, self.book, self.inheritance.data)

    def form(self, keys: Keys) -> EntryForm | None:
        """Return the form of the table at a path, or None if there is none.

        An empty path is that of the level's head, with its texts and its settings.
        """
        if not keys:
            return EntryForm(HEAD, said("form", "head"), tuple(self._head()))
        kind = ENTRIES.get(str(keys[0]))
        if len(keys) > 2:
            return self._inner(keys, HEAD if kind is None else keys[:2])
        if kind is None or len(keys) != 2 or not isinstance(keys[1], int):
            return None
        entries = self._toml.entries(str(keys[0]))
        if not 0 <= keys[1] < len(entries):
            return None
        entry = entries[keys[1]]
        fields = self._unit(keys, entry) if kind is UnitTable else self._entry(keys, kind, entry)
        return EntryForm(keys, entry_title(keys, entry), tuple(fields))

    def _inner(self, keys: Keys, outer: Keys) -> EntryForm | None:
        """Return the form of an entry of a list of tables in the table at `outer`, or None."""
        around = self.form(outer)
        own = around.field(keys) if around is not None else None
        if around is None or own is None or not isinstance(own.shape.info, inspect.StructType):
            return None
        if own.shape.kind != "entry":
            return None
        kind = own.shape.info.cls
        inside = own.value if isinstance(own.value, dict) else {}
        written = own.written if isinstance(own.written, dict) else {}
        fields: list[FormField] = []
        for one in keys_of(kind):
            passed = _by_default(one.default)
            if one.key in inside and own.written is None and own.inherited is not None:
                passed = Inherited(inside[one.key], own.inherited.origin)
            found = self._fields(keys, kind, one, written, passed)
            fields += (field._replace(top=own.top) for field in found)
        return EntryForm(keys, own.label, tuple(fields), around)

    # Tables

    def _entry(
        self, keys: Keys, kind: type[msgspec.Struct], entry: Mapping[str, object]
    ) -> Iterator[FormField]:
        for one in keys_of(kind):
            default = one.default
            if one.key == "title" and kind is Side:
                default = title_of(entry)
            yield from self._fields(keys, kind, one, entry, _by_default(default))

    def _unit(self, keys: Keys, entry: Mapping[str, object]) -> Iterator[FormField]:
        common = {one.key: one for one in keys_of(UnitTable)}
        for one in common.values():
            default = title_of(entry) if one.key == "title" else one.default
            inherited = self._letter(entry) if one.key == "at" else _by_default(default)
            yield from self._fields(keys, UnitTable, one, entry, inherited)
        if self.book is None:
            return
        for one in keys_of(self.book.schema.unit):
            if one.key not in common:
                own = one._replace(is_required=False)
                inherited = self.inheritance.of_kind(entry.get("kind"), one.key, one.default)
                yield from self._fields(keys, self.book.schema.unit, own, entry, inherited)

    def _letter(self, entry: Mapping[str, object]) -> Inherited | None:
        """Return the place that a letter of the map gives a unit, or None."""
        draft = self.reading.draft
        spots = draft.placed.get(str(entry.get("id")), ()) if draft is not None else ()
        if not spots:
            return None
        letter, cell = spots[0]
        return Inherited(list(cell), said("origin", "letter", letter=letter))

    def _head(self) -> Iterator[FormField]:
        book, tables = self.book, self._toml.tables
        rounds = book.round_limit if book is not None else None
        for one in keys_of(LevelTable):
            if one.key in _NEVER or one.key in ENTRIES:
                continue
            default = rounds if one.key == "rounds" else one.default
            if one.key == "party":
                default = next((side.get("id") for side in self._toml.entries("side")), None)
            yield from self._fields((), LevelTable, one, tables, _by_default(default))
        if book is None:
            return
        settings = tables.get(book.id)
        own = settings if isinstance(settings, dict) else {}
        for one in keys_of(book.schema.settings):
            inherited = self.inheritance.of_setting(one.key, one.default)
            free = one._replace(is_required=False)
            yield from self._fields((book.id,), book.schema.settings, free, own, inherited)

    # Fields

    def _label(self, keys: Keys, owner: type[msgspec.Struct], depth: int) -> str:
        """Return the label of a key."""
        key, book = str(keys[-1]), self.book
        if book is None or owner.__module__.startswith("game.terms") or owner in OF_LEVELS:
            return label_of(key)
        return label_of_book(book.catalogue, key, str(keys[-2]) if depth else "")

    def _fields(
        self,
        table: Keys,
        owner: type[msgspec.Struct],
        one: ShapedKey,
        values: Mapping[str, object],
        inherited: Inherited | None,
        depth: int = 0,
    ) -> Iterator[FormField]:
        """Yield the field of a key, and those of the table that is its value."""
        keys, written = (*table, one.key), values.get(one.key)
        is_id = one.key == "id" and str(table[0] if table else "") in WITH_IDS and len(table) == 2
        top, needed = keys[: len(keys) - depth], one.is_required
        label, about = self._label(keys, owner, depth), one.about.replace("`", "")
        yield FormField(
            keys, top, owner, one.shape, label, about, written, inherited, needed, depth, is_id
        )
        info = one.shape.info
        if one.shape.kind == "tables":
            yield from self._listed(keys, top, owner, one.shape, written, inherited, depth)
        if one.shape.kind != "table" or not isinstance(info, inspect.StructType):
            return
        counts = written if written is not None else inherited.value if inherited else None
        if not isinstance(counts, dict) and not _can_be_empty(info.cls):
            return
        inside = counts if isinstance(counts, dict) else {}
        own = written if isinstance(written, dict) else {}
        for below in keys_of(info.cls):
            passed = _by_default(below.default)
            if below.key in inside and written is None and inherited is not None:
                passed = Inherited(inside[below.key], inherited.origin)
            yield from self._fields(keys, info.cls, below, own, passed, depth + 1)

    def _listed(
        self,
        keys: Keys,
        top: Keys,
        owner: type[msgspec.Struct],
        shape: FieldShape,
        written: object,
        inherited: Inherited | None,
        depth: int,
    ) -> Iterator[FormField]:
        """Yield a field for each entry of a list of tables."""
        passed = inherited.value if inherited is not None else None
        counts = written if written is not None else passed
        for n, entry in enumerate(counts if isinstance(counts, list) else []):
            label = said("form", "entry", number=n + 1)
            if isinstance(entry, dict) and isinstance(entry.get("title"), str):
                label = str(entry["title"])
            own = Inherited(entry, inherited.origin) if written is None and inherited else None
            given, entry_keys = (entry if own is None else None), (*keys, n)
            yield FormField(
                *(entry_keys, top, owner, entry_shape(shape), label, "", given, own),
                depth=depth + 1,
            )


def entry_title(keys: Keys, entry: Mapping[str, object]) -> str:
    """Return a name for an entry of an array."""
    table, id = str(keys[0]), entry.get("id")
    noun = said("noun", table)
    if isinstance(id, str):
        return said("form", "of_id", noun=noun, id=id)
    return said("form", "of_number", noun=noun, number=int(keys[1]) + 1)


def _by_default(value: object) -> Inherited | None:
    return None if value is None else Inherited(value, said("origin", "default"))


def _can_be_empty(kind: type[msgspec.Struct]) -> bool:
    """Return whether a table needs no key, so that its fields can be shown before it is there."""
    return kind not in ONE_OF and not any(one.is_required for one in keys_of(kind))


def rivals_of(kind: type[msgspec.Struct], key: str) -> tuple[str, ...]:
    """Return the other keys of a table that can't be given beside a key."""
    for choice in (ONE_OF, AT_MOST_ONE):
        keys = choice.get(kind, ())
        if key in keys:
            return tuple(one for one in keys if one != key)
    return ()
