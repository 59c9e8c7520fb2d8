"""Forms of shipped levels of all rulebooks: what a field changes, and what it leaves alone."""

import random
from collections.abc import Iterator

import pytest

from game.content.levels import all_levels, find_level
from game.rules.registry import find_books
from game.workshop.document.gesture import GestureRefused
from game.workshop.document.level_document import LevelDocument
from game.workshop.forms.entry_forms import ENTRIES, HEAD, EntryForm, FormField, Forms
from game.workshop.forms.field_texts import next_number, text_of, value_of
from game.workshop.forms.form_gestures import first_value, set_field, with_another
from game.workshop.forms.inherited_values import Inheritance
from tests.workshop.document.random_gestures import check

BOOKS = find_books().books
INHERITED = {id: Inheritance(book) for id, book in BOOKS.items()}
LEVELS = [row.id for row in all_levels()]
OF_BOOKS = ["yard", "masked_ball", "toll_bar", "kennel", "green_quay"]
"""Levels of all rulebooks, in which every field of every form is tried."""
FEW = 8
"""Number of fields tried in each of the other levels."""


def opened(level: str) -> LevelDocument:
    text = find_level(level).read_text(encoding="utf-8")
    return LevelDocument(text, BOOKS, name=f"{level}.toml")


def forms_of(document: LevelDocument) -> Forms:
    book = document.reading.book
    assert book is not None
    return Forms(document.reading, INHERITED[book.id])


def all_forms(document: LevelDocument) -> Iterator[EntryForm]:
    """Yield the forms of the first tables of each array, and of the level's head."""
    forms = forms_of(document)
    paths = [(table, n) for table in ENTRIES for n in range(2)]
    for keys in (HEAD, *paths):
        form = forms.form(keys)
        if form is not None:
            yield form
            entries = (one.keys for one in form.fields if one.shape.kind == "entry")
            yield from (inner for one in entries if (inner := forms.form(one)) is not None)


def other_value(forms: Forms, field: FormField) -> object:
    """Return a value that the field doesn't have now, or None if there is none."""
    match field.shape.kind:
        case "number":
            return next_number(field, 1) or next_number(field, -1)
        case "yes":
            return not field.value
        case "text":
            return "Somebody else" if field.key != "letter" else None
        case "dice":
            return "2d6+1"
        case "choice":
            values = [one.value for one in forms.options(field)]
            return next((one for one in values if one != field.value), None)
        case "ids":
            now = field.value if isinstance(field.value, list) else []
            first = [one.value for one in forms.options(field)][:1]
            return [*now, *first] if first else None
        case "tables":
            try:
                return with_another(forms, field)
            except GestureRefused:
                return None
        case "table":
            try:
                return first_value(forms, field) if field.value is None else None
            except GestureRefused:
                return None
    return None


def tried(document: LevelDocument, keys: tuple[str | int, ...], field: FormField) -> bool:
    """Change one field and set it back; return whether it could be changed."""
    forms, start = forms_of(document), document.text
    form = forms.form(keys)
    assert form is not None
    value = "renamed" if field.is_id else other_value(forms, field)
    if value is None or field.key == "at":
        return False
    made = set_field(forms, form, field, value)
    document.apply(made)
    check(start, document, made, tried)  # type: ignore[arg-type]
    table, key = document.reading.toml.get(field.keys[:-1]), field.keys[-1]
    passed = field.inherited.value if field.inherited is not None else None
    if field.keys == field.top and value == passed:
        assert isinstance(table, dict)
        assert key not in table
    elif value != passed:
        found = document.reading.toml.get(field.keys)
        assert found == value, field
    forms = forms_of(document)
    form = forms.form(keys)
    assert form is not None
    again = form.field(field.keys)
    assert again is not None
    back = field.written
    document.apply(set_field(forms, form, again, back))
    assert document.reading.toml.get(field.keys) in (back, None)
    assert document.reading.toml.get(field.keys) == back or back == passed
    if field.is_written or form.field(field.top).is_written:  # type: ignore[union-attr]
        document.undo()
        document.undo()
    assert document.text == start, field
    return True


@pytest.mark.parametrize("level", OF_BOOKS)
def test_every_field_is_changed_alone_and_set_back_to_the_same_bytes(level: str) -> None:
    document, count = opened(level), 0
    for form in list(all_forms(document)):
        count += sum(tried(document, form.keys, field) for field in form.fields)
    assert count > 50


@pytest.mark.parametrize("level", LEVELS)
def test_some_fields_are_set_back_to_the_same_bytes(level: str) -> None:
    document, dice = opened(level), random.Random(level)
    fields = [(form.keys, field) for form in all_forms(document) for field in form.fields]
    for keys, field in dice.sample(fields, FEW):
        tried(document, keys, field)


@pytest.mark.parametrize("level", OF_BOOKS)
def test_texts_of_fields_are_read_as_the_same_values(level: str) -> None:
    document = opened(level)
    for form in all_forms(document):
        for field in form.fields:
            if field.value not in (None, "", [], {}) and field.shape.kind != "yes":
                assert value_of(field, text_of(document.reading.toml, field)) == field.value, field


@pytest.mark.parametrize("level", OF_BOOKS)
def test_changed_fields_leave_a_level_that_can_be_read(level: str) -> None:
    document = opened(level)
    for form in list(all_forms(document)):
        for field in form.fields:
            if form.keys[:1] == ("unit",) and field.shape.kind in ("number", "yes"):
                forms = forms_of(document)
                now = forms.form(form.keys)
                assert now is not None
                value = other_value(forms, field)
                document.apply(set_field(forms, now, field, value))
                unreadable = [
                    one
                    for one in document.reading.findings
                    if one.finding.code in ("wrong-type", "unknown-key", "choice-twice")
                ]
                assert unreadable == []
                document.undo()
