"""Every type of record of every rulebook survives conversion to JSON and back."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.book import Book
from game.terms.agenda import AgendaItem
from game.terms.records import Codec, Component, Record, encode, tag_of
from tests.conformance.books import books
from tests.conformance.generate import hangs_on_book, record, records_of

JUNK: tuple[Any, ...] = (*(None, -1, 1.5, "x", "", [], [[]], [1, 2, 3], {}, {"type": "Agenda"}),)


def every_type() -> Iterator[tuple[Book, type[Record]]]:
    """Return all types of all rulebooks, with shared types once."""
    seen: set[type[Record]] = set()
    for book in books().values():
        for kind in records_of(book):
            if kind not in seen or hangs_on_book(kind):
                yield book, kind
        seen.update(records_of(book))


TYPES = [pytest.param(book, kind, id=f"{book.id}-{kind.__name__}") for book, kind in every_type()]


@cache
def codec_of(book: Book) -> Codec:
    return Codec(records_of(book))


@pytest.mark.parametrize(("book", "kind"), TYPES)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_record_is_read_back(book: Book, kind: type[Record], data: st.DataObject) -> None:
    codec, written = codec_of(book), data.draw(record(book, kind))
    raw = json.loads(encode(written))
    read = codec.read(raw, Record)
    assert type(read) is kind
    assert read == written
    assert hash(read) == hash(written)
    assert encode(read) == encode(written)


@pytest.mark.parametrize(("book", "kind"), TYPES)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_damaged_record_is_read_or_refused(
    book: Book, kind: type[Record], data: st.DataObject
) -> None:
    codec, raw = codec_of(book), json.loads(encode(data.draw(record(book, kind))))
    key = data.draw(st.sampled_from(sorted(raw)))
    raw[key] = data.draw(st.sampled_from(JUNK))
    read, fault = None, ""
    try:
        read = codec.read(raw, Record)
    except ValueError as error:
        fault = str(error)
    if read is None:
        assert fault
    else:
        assert json.loads(encode(read)).keys() >= raw.keys() - {key}


@pytest.mark.parametrize("book", books().values(), ids=list(books()))
def test_every_type_has_its_own_name(book: Book) -> None:
    types = records_of(book)
    assert len({tag_of(kind) for kind in types}) == len(types)


@pytest.mark.parametrize("book", books().values(), ids=list(books()))
def test_record_is_read_only_as_its_own_type(book: Book) -> None:
    codec = codec_of(book)
    raw: dict[str, Any] = {"type": "Finish", "winner": None, "reason": "agreed"}
    assert isinstance(codec.read(raw, AgendaItem), AgendaItem)
    with pytest.raises(ValueError, match="'Finish' is not a known component"):
        codec.read(raw, Component)
