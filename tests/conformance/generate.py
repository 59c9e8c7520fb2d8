"""Hypothesis strategies for records and commands, made from their type hints."""

from collections.abc import Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st

from game.core.cells import Cell
from game.core.dice import Dice
from game.engine.book import Book
from game.engine.snapshots import ENGINE_RECORDS
from game.terms.commands import Command
from game.terms.records import Entity, Record

WORDS = st.text(st.characters(min_codepoint=33, exclude_categories=("Z", "C")), min_size=1)
"""Texts without spaces, which the text form of commands can contain without quotes."""

NUMBERS = st.integers(-(2**53), 2**53)
CELLS = st.tuples(st.integers(-999_999, 999_999), st.integers(-999_999, 999_999))
DICE = st.sampled_from(["1d6", "2d6kh1+1", "8d6s", "3", "1d4+1d8-2"]).map(Dice.parse)


def records_of(book: Book) -> tuple[type[Record], ...]:
    """Return all types of record that a state of the rulebook can contain."""
    return tuple(dict.fromkeys((*ENGINE_RECORDS, *book.records)))


class Values:
    """Strategies for the values of a rulebook's types.

    Records are nested at most `deep` levels.
    """

    def __init__(self, types: Sequence[type[Record]], texts: st.SearchStrategy[str]) -> None:
        self._types = types
        self._texts = texts

    def struct(self, kind: type[Any], deep: int = 3) -> st.SearchStrategy[Any]:
        """Return a strategy for any value of a struct type."""
        hints = get_type_hints(kind, include_extras=True)
        fields = {n: self.of(hints[n], deep) for n in kind.__struct_fields__}
        return st.fixed_dictionaries(fields).map(lambda given: kind(**given))

    def of(self, hint: Any, deep: int = 3) -> st.SearchStrategy[Any]:
        """Return a strategy for any value of a type."""
        origin, inner = get_origin(hint), get_args(hint)
        plain = {str: self._texts, bool: st.booleans(), Dice: DICE, int: NUMBERS, Entity: NUMBERS}
        if hint in plain:
            return plain[hint]
        if hint in (None, NoneType):
            return st.none()
        if hint is msgspec.UnsetType:
            return st.just(msgspec.UNSET)
        if hint == Cell:
            return CELLS
        if origin is Annotated and inner[0] is int:
            return st.integers(inner[1].ge, inner[1].le)
        if origin is Annotated:
            return self.of(inner[0], deep)
        if origin is Literal:
            return st.sampled_from(inner)
        if origin in (Union, UnionType):
            return st.one_of([self.of(each, deep) for each in inner])
        if origin is tuple and inner[1:] == (...,):
            if deep < 1:
                return st.just(())
            return st.lists(self.of(inner[0], deep), max_size=3).map(tuple)
        if origin is tuple:
            return st.tuples(*(self.of(each, deep) for each in inner))
        assert isinstance(hint, type), f"no strategy for {hint}"
        assert issubclass(hint, msgspec.Struct), f"no strategy for {hint}"
        return self._any_struct(hint, deep - 1)

    def _any_struct(self, hint: type[Any], deep: int) -> st.SearchStrategy[Any]:
        if not issubclass(hint, Record):
            return self.struct(hint, deep)
        kinds = [kind for kind in self._types if issubclass(kind, hint)]
        if deep < 0:
            kinds = [kind for kind in kinds if not self._holds_records(kind)] or kinds
        assert kinds, f"no registered type is a {hint.__name__}"
        return st.sampled_from(kinds).flatmap(lambda kind: self.struct(kind, deep))

    def _holds_records(self, kind: type[Any]) -> bool:
        hints = get_type_hints(kind)
        return any(_mentions_record(hints[name]) for name in kind.__struct_fields__)


def _mentions_record(hint: Any) -> bool:
    if isinstance(hint, type) and issubclass(hint, Record):
        return True
    return any(_mentions_record(each) for each in get_args(hint))


def hangs_on_book(kind: type[Record]) -> bool:
    """Return whether a type contains records whose types differ between rulebooks."""
    return any(_mentions_record(hint) for hint in get_type_hints(kind).values())


@cache
def record(book: Book, kind: type[Record]) -> st.SearchStrategy[Any]:
    """Return a strategy for any record of a type, with nested records of the rulebook's types."""
    return Values(records_of(book), st.text(max_size=8)).struct(kind)


@cache
def command(kind: type[Command]) -> st.SearchStrategy[Any]:
    """Return a strategy for any command of a type, with texts without spaces."""
    return Values((), WORDS).struct(kind)
