"""Decode a file's tables into their types, and report all errors.

msgspec decodes, but reports only the first error. If it or the quick look of `value_checks` finds
one, the decoder here checks every field. It also checks rules that msgspec doesn't know: names of
other things (`ref`), dice (`DiceText`), keys that exclude each other, and invisible characters.
"""

from collections.abc import Collection, Container, Mapping
from functools import lru_cache
from types import GenericAlias
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec import inspect

from game.content.toml_files.finding_texts import Problem, Words, because, quoted
from game.content.toml_files.positions import Keys
from game.content.toml_files.source import Source
from game.content.values.type_fit import fits, in_bounds, info_of, unseen
from game.content.values.unknown_keys import HOMES, file_of, home_of, meant, where_listed
from game.content.values.value_advice import (
    LONGEST,
    advice_for,
    advice_on_dice,
    are_tables,
    is_row,
    row_of,
    takes_table,
)
from game.content.values.value_checks import LONGEST_DICE, Names, Used, choice_of, look_of
from game.content.values.wording import (
    OF_LEVELS,
    capital,
    dice_words,
    expected,
    given,
    noun,
    place,
    subject,
)
from game.core.dice import NO_DICE, Dice, DiceError
from game.terms.texts import dice_text

T = TypeVar("T")
NOTHING = Words()
_MOST_NAMES = 12
_DEEPEST_HEADER = 2
"""Maximum number of keys in the path to a table with its own header; deeper ones are inline."""
_LISTED_IN = {"kind": "bestiary.toml", "terrain": "terrain.toml"}
"""The files to refer to for names that are too many to quote."""
_PARTS = {"rect": "parts-of-rect", "at": "parts-of-tile"}
"""The words for the parts of lists, by key."""


def _shape(kind: Any) -> inspect.StructType:
    info = info_of(kind)
    assert isinstance(info, inspect.StructType), f"{kind} is no Struct"
    return info


@lru_cache(maxsize=256)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """Return the keys that a table of this type can have."""
    names: tuple[str, ...] = kind.__struct_encode_fields__
    return names


def _attributes(kind: Any) -> dict[str, str]:
    """Return a type's attribute for each key of its tables."""
    return dict(zip(field_names(kind), kind.__struct_fields__, strict=True))


def _required(kind: Any) -> list[str]:
    """Return the required keys of a table of this type, in order."""
    names, defaults = field_names(kind), kind.__struct_defaults__
    given = dict(zip(reversed(names), reversed(defaults), strict=False))
    return [name for name in names if given.get(name, msgspec.NODEFAULT) is msgspec.NODEFAULT]


class Decoder:
    """A decoder of one source's tables.

    It records errors on the source, and leaves out invalid values.
    """

    def __init__(
        self,
        source: Source,
        names: Names,
        top: Collection[str] = (),
        homes: Mapping[str, str] = HOMES,
        books: Container[str] = (),
        own: str = "",
    ) -> None:
        """Make a decoder for a source; `top` lists the keys before the file's first table.

        `homes` gives the right place for keys that authors wrongly put at the top. `books` are the
        ids of all rulebooks; the file can contain the table of its `own` book. `books` is only
        searched for unknown keys and never listed, because that would import all books.
        """
        self.homes, self.books, self.own = homes, books, own
        self.source = source
        self.top = top
        self.names = names
        self.used: Used = {}
        self._lacks_zones = False

    def value(self, hint: Any, value: object, keys: Keys) -> Any | None:
        """Return one value decoded, or None after recording its errors."""
        found = self.quick(hint, value)
        if found is None and self._walk(info_of(hint), value, keys):
            return self._converted(value, hint, keys)
        return found

    def quick(self, hint: Any, value: object, in_line: bool = False) -> Any | None:
        """Return one value decoded if it is valid, else None. Record nothing.

        If `in_line` is true, a text with line ends is invalid, too.
        """
        try:
            found = msgspec.convert(value, hint, strict=True)
        except (msgspec.ValidationError, OverflowError):
            return None
        return found if self.looks_right(hint, value, in_line) else None

    def quick_all(self, kind: type[T], tables: list[dict[str, Any]]) -> list[T] | None:
        """Return tables of one type decoded if all are valid, else None."""
        return self.quick(GenericAlias(list, (kind,)), tables)

    def looks_right(self, hint: Any, value: object, in_line: bool = False) -> bool:
        """Return whether a value that msgspec can decode also follows the rules it doesn't know."""
        look = look_of(hint, in_line)
        return look is None or look(value, self.names, self.used)

    def struct(self, kind: type[T], table: object, keys: Keys) -> T | None:
        """Return a whole table decoded, or None if any part of it is invalid."""
        found: T | None = self.value(kind, table, keys)
        return found

    def whole(
        self, kind: type[T], table: object, keys: Keys, elsewhere: Collection[str]
    ) -> T | None:
        """Return a table decoded without the keys in `elsewhere`, or None if it is invalid."""
        if not isinstance(table, dict) or not elsewhere:
            return self.struct(kind, table, keys)
        own = {key: value for key, value in table.items() if key not in elsewhere}
        found: T | None = self.quick(kind, own)
        if found is not None:
            return found
        right = self.fields(kind, table, keys, elsewhere=elsewhere)
        is_whole = right.keys() == own.keys() >= set(_required(kind))
        return self._converted(own, kind, keys) if is_whole else None

    def fields(
        self,
        kind: Any,
        table: object,
        keys: Keys,
        *,
        partial: bool = False,
        elsewhere: Collection[str] = (),
    ) -> dict[str, Any]:
        """Return the valid fields of a table, decoded.

        A `partial` table can lack any key. Keys listed in `elsewhere` are allowed, but not checked
        here.
        """
        found = self._quick_fields(kind, table, partial, elsewhere)
        if found is not None:
            return found
        shape = _shape(kind)
        if not isinstance(table, dict):
            self._wrong_type(shape, table, keys)
            return {}
        good = self._struct(shape, table, keys, partial, elsewhere)
        hints = _hints(kind)
        names = _attributes(kind)
        found = {key: self._converted(table[key], hints[names[key]], (*keys, key)) for key in good}
        return {key: value for key, value in found.items() if value is not None}

    def _quick_fields(
        self, kind: Any, table: object, partial: bool, elsewhere: Collection[str]
    ) -> dict[str, Any] | None:
        """Return all fields of a table decoded if all are valid, else None."""
        names = _attributes(kind)
        if not isinstance(table, dict) or not all(k in names or k in elsewhere for k in table):
            return None
        if not partial and not table.keys() >= set(_required(kind)):
            return None
        hints, found = _hints(kind), {}
        for key in (key for key in table if key in names and key not in elsewhere):
            found[key] = self.quick(hints[names[key]], table[key], key == "title")
            if found[key] is None:
                return None
        return found

    def merged(
        self, kind: type[T], below: Mapping[str, Any], above: Mapping[str, Any], keys: Keys
    ) -> T | None:
        """Return the table `below` with the keys of `above` merged over it, decoded.

        Both tables must be checked already.

        If a required key is missing from both, record that and return None.
        """
        table = {**below, **above}
        if missing := [key for key in _required(kind) if key not in table]:
            self._missing(missing, keys)
            return None
        found: T | None = self._converted(table, kind, keys)
        return found

    def _converted(self, value: object, hint: Any, keys: Keys) -> Any | None:
        try:
            return msgspec.convert(value, hint, strict=True)
        except (msgspec.ValidationError, OverflowError) as fault:
            name, why = self._subject(keys), Words(str(fault).removesuffix("."))
            self.source.error(
                "wrong-value", keys, at_value=True, variant="unusable", subject=name, why=why
            )
            return None

    def _walk(self, info: inspect.Type, value: object, keys: Keys) -> bool:
        """Return whether a value is valid. If it isn't, record all its errors."""
        if not fits(info, value):
            self._wrong_type(info, value, keys)
            return False
        match info:
            case inspect.Metadata(type=inner, extra=extra):
                return self._walk(inner, value, keys) and self._marked(extra or {}, value, keys)
            case inspect.UnionType(types=types):
                return self._walk(next(t for t in types if fits(t, value)), value, keys)
            case inspect.StructType():
                assert isinstance(value, dict)
                good = self._struct(info, value, keys)
                is_chosen = self._is_chosen(info, value, keys)
                return _is_whole(info, value, good) and is_chosen
            case inspect.DictType(key_type=name, value_type=item):
                assert isinstance(value, dict)
                words = [self._key(name, key, (*keys, key)) for key in value]
                entries = [self._walk(item, v, (*keys, k)) for k, v in value.items()]
                return all(words) and all(entries)
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                assert isinstance(value, list)
                if is_row(item) and value and all(isinstance(v, int) for v in value):
                    self.source.error(
                        "wrong-type",
                        keys,
                        at_value=True,
                        variant="rows",
                        subject=self._subject(keys),
                        row=row_of(value),
                    )
                    return False
                items = [self._walk(item, v, (*keys, i)) for i, v in enumerate(value)]
                return self._plain(info, value, keys) and all(items)
            case inspect.TupleType(item_types=several):
                assert isinstance(value, list)
                pairs = enumerate(zip(several, value, strict=False))
                items = [self._walk(t, v, (*keys, i)) for i, (t, v) in pairs]
                return self._plain(info, value, keys) and all(items)
        return self._plain(info, value, keys)

    def _struct(
        self,
        info: inspect.StructType,
        table: dict[str, Any],
        keys: Keys,
        partial: bool = False,
        elsewhere: Collection[str] = (),
    ) -> list[str]:
        """Return the keys whose values are valid. Record all errors."""
        fields = {field.encode_name: field for field in info.fields}
        allowed = [*fields, *(key for key in elsewhere if key not in fields)]
        for key in table:
            if key not in fields and key not in elsewhere and key != info.tag_field:
                self._unknown(key, allowed, keys)
        missing = [k for k, field in fields.items() if field.required and k not in table]
        if missing and not partial:
            self._missing(missing, keys)
        there = [key for key in table if key in fields and key not in elsewhere]
        return [key for key in there if self._walk(fields[key].type, table[key], (*keys, key))]

    def _is_chosen(self, info: inspect.StructType, table: dict[str, Any], keys: Keys) -> bool:
        """Return whether a table has an allowed number of keys that exclude each other."""
        choice = choice_of(info.cls)
        if choice is None or choice(table):
            return True
        given = [key for key in table if key in choice.keys]
        where, names = capital(place(self.source.tables, keys)), tuple(choice.keys)
        if given:
            both, at = tuple(given), (*keys, given[1])
            self.source.error("choice-twice", at, where=where, given=both, names=names)
        elif set(table) <= {field.encode_name for field in info.fields}:
            self.source.error("choice-missing", keys, where=where, names=names)
        return False

    def _key(self, info: inspect.Type, key: str, keys: Keys) -> bool:
        """Return whether a key is valid in a table whose keys are free, or are ids."""
        if isinstance(info, inspect.Metadata) and "ref" in (info.extra or {}):
            return self._name((info.extra or {})["ref"], key, keys, at_key=True)
        return True

    def _plain(self, info: inspect.Type, value: object, keys: Keys) -> bool:
        """Return whether a value of the right type is within its bounds."""
        if isinstance(value, str) and (letter := unseen(value, keys[-1:] == ("title",))):
            name = self._subject(keys)
            self.source.error(
                "wrong-value", keys, at_value=True, variant="control", subject=name, sign=letter
            )
        elif isinstance(value, str) and _must_say(info) and value.isspace():
            name = self._subject(keys)
            self.source.error("wrong-value", keys, at_value=True, variant="blank", subject=name)
        elif not in_bounds(info, value):
            wanted, said = expected(info), given(value)
            if isinstance(info, inspect.TupleType) and str(keys[-1]) in _PARTS:
                parts = because(_PARTS[str(keys[-1])])
                wanted = because("with-parts", expected=wanted, parts=parts)
            if isinstance(info, inspect.StrType) and isinstance(value, str):
                said = because("one-of", count=len(value)) if len(value) > LONGEST else said
            self._differs(wanted, said, keys)
        else:
            return True
        return False

    def _marked(self, marks: dict[str, Any], value: object, keys: Keys) -> bool:
        """Return whether a text fits its field's mark: dice, or an id of a table."""
        if not isinstance(value, str):
            return True
        if marks.get("dice"):
            return self._dice(value, keys)
        if "ref" not in marks or (value == "" and marks.get("or_none")):
            return True
        return self._name(marks["ref"], value, keys, or_none=bool(marks.get("or_none")))

    def _dice(self, value: str, keys: Keys) -> bool:
        if len(value) > LONGEST_DICE:
            name, most = self._subject(keys), LONGEST_DICE
            self.source.error(
                "wrong-value", keys, at_value=True, variant="long-dice", subject=name, most=most
            )
            return False
        try:
            Dice.parse(value)
        except DiceError as fault:
            if fault.code == NO_DICE:
                said = Words(quoted(value))
                self._differs(dice_words(), said, keys, advice_on_dice(value))
                return False
            name, why = self._subject(keys), Words(dice_text(fault).removesuffix("."))
            problem = Problem(
                "wrong-value", variant="dice", subject=name, expected=dice_words(), why=why
            )
            self.source.add("error", problem, keys, at_value=True)
            return False
        return True

    def _name(
        self, table: str, value: str, keys: Keys, *, at_key: bool = False, or_none: bool = False
    ) -> bool:
        self.used.setdefault(table, set()).add(value)
        names = self.names.get(table)
        if names is None or value in names:
            return True
        if table == "zone" and not names:
            self._unpainted(value, keys)
            return False
        thing = because("id-of-level", noun=noun(table), id=value)
        if table not in OF_LEVELS:
            thing = because("id-of-file", file=Words(f"{table}.toml"), id=value)
        hint = self._elsewhere(table, value) or self._hint(value, names)
        if not hint and table in _LISTED_IN:
            hint = because("listed-in", file=Words(_LISTED_IN[table]))
        if or_none and not hint:
            hint = because("empty-for-none")
        name, hint = self._subject(keys), hint or because("no-hint")
        if not value and not or_none:
            problem = Problem("unknown-name", variant="blank", subject=name, what=noun(table))
        elif table == "side":
            problem = Problem("side-unknown", subject=name, thing=thing, hint=hint)
        else:
            problem = Problem("unknown-name", subject=name, thing=thing, hint=hint)
        self.source.add("error", problem, keys, at_value=not at_key)
        return False

    def _unpainted(self, zone: str, keys: Keys) -> None:
        """Record once, at the first zone that is named, that the level has no zones at all."""
        if not self._lacks_zones:
            self._lacks_zones = True
            self.source.error("unknown-name", keys, at_value=True, variant="zone", zone=zone)

    def _elsewhere(self, table: str, value: str) -> Words | None:
        """Return the end of a sentence: which other file defines a name that `table` lacks."""
        if table == "terrain" and value in (self.names.get("unit") or ()):
            return because("unit-as-terrain", unit=Words(value))
        if table in OF_LEVELS:
            return None
        files = {**dict.fromkeys(self.names.get("kind") or (), "bestiary")}
        others = (name for name in self.names if name not in OF_LEVELS and name != table)
        files |= {id: name for name in others for id in self.names[name] or ()}
        if value not in files:
            return None
        return because("in-other-file", id=value, file=Words(f"{files[value]}.toml"))

    def _hint(self, word: str, names: Collection[str]) -> Words | None:
        """Return the end of a sentence: the nearest name, or all names if they are few."""
        if near := self.source.nearest(word, names):
            return because("did-you-mean", near=near)
        if 0 < len(names) <= _MOST_NAMES:
            only = len(names) == 1
            return because("one-possible" if only else "possible", names=tuple(names))
        return None

    def _unknown(self, key: str, allowed: Collection[str], keys: Keys) -> None:
        if not keys and self.top and (file := self._defined_in(key)):
            own, header = Words(f"{file}.toml"), Words(key)
            self.source.error("unknown-key", (key,), variant="file", file=own, header=header)
            return
        where = place(self.source.tables, keys)
        hint = self._instead(key, allowed, keys) or because("no-hint")
        self.source.error("unknown-key", (*keys, key), key=key, where=where, hint=hint)

    def _instead(self, key: str, allowed: Collection[str], keys: Keys) -> Words | None:
        """Return the end of a sentence about an unknown key: the key that was probably meant."""
        near = self.source.nearest(key, allowed)
        is_table = len(keys) <= _DEEPEST_HEADER
        if keys and is_table and key in self.top and near is None:
            return because("at-the-top")
        if not keys and self.own and key in self.books:
            return because("other-book", book=self.own, header=Words(self.own))
        if is_table and self.top and key in self.homes and (near is None or not keys):
            return because("did-you-mean", near=home_of(self.homes, key))
        if near is None and (other := meant(key, allowed)):
            return because("did-you-mean", near=other)
        if not keys and self.top and near is None and (other := meant(key, self.homes)):
            return because("did-you-mean", near=home_of(self.homes, other))
        hint = self._hint(key, allowed)
        if not hint and self.homes is HOMES and self.top:
            return where_listed(keys, self.own)
        return hint

    def _defined_in(self, key: str) -> str | None:
        """Return the data file that defines a table which the level tries to define, or None."""
        value = self.source.tables[key]
        if not isinstance(value, dict | list) or key == "legend":
            return None
        return file_of(key, [name for name in self.names if name not in OF_LEVELS])

    def _missing(self, missing: list[str], keys: Keys) -> None:
        where = capital(place(self.source.tables, keys))
        count, names = len(missing), tuple(missing)
        self.source.error("missing-key", keys, where=where, count=count, names=names)

    def _differs(self, wanted: Words, said: Words, keys: Keys, advice: Words = NOTHING) -> None:
        """Record a value that isn't as expected."""
        self.source.error(
            "wrong-value",
            keys,
            at_value=True,
            subject=self._subject(keys),
            expected=wanted,
            given=said,
            advice=advice,
        )

    def _wrong_type(self, info: inspect.Type, value: object, keys: Keys) -> None:
        which = because(_PARTS[str(keys[-1])]) if keys and str(keys[-1]) in _PARTS else NOTHING
        if len(keys) == 1 and isinstance(info, inspect.StructType):
            which = because("header-and-below", header=Words(keys[0]))
        elif are_tables(value) and takes_table(info):
            header = Words(".".join(key for key in keys if isinstance(key, str)))
            which = because("single-brackets", header=header)
        advice = because("write", text=which) if which else advice_for(info, value)
        self.source.error(
            "wrong-type",
            keys,
            at_value=True,
            subject=self._subject(keys),
            expected=expected(info),
            given=given(value),
            advice=advice,
        )

    def _subject(self, keys: Keys) -> Words:
        return capital(subject(self.source.tables, keys))


def _must_say(info: inspect.Type) -> bool:
    return isinstance(info, inspect.StrType) and bool(info.min_length)


def _is_whole(info: inspect.StructType, table: dict[str, Any], good: Collection[str]) -> bool:
    needed = {field.encode_name for field in info.fields if field.required} | set(table)
    return needed - {info.tag_field} <= set(good)
