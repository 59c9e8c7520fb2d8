"""Commands in their two forms: text for people, JSON for programs."""

import json
import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.book import Book
from game.terms.commands import (
    Answer,
    Command,
    CommandError,
    Concede,
    End,
    Lay,
    Move,
    OfferDraw,
    Use,
    from_json,
    from_text,
    snake,
    to_json,
    to_text,
    verb,
)
from game.terms.texts import fault_text
from tests.conformance.books import books
from tests.conformance.generate import command

COMMON: tuple[type[Command], ...] = (Move, Use, Lay, End, Answer, Concede, OfferDraw)


def types_of(book: Book) -> tuple[type[Command], ...]:
    """Return the types that a rulebook can use.

    These are its own types, and the common types in its own form.
    """
    own = {verb(kind): kind for kind in book.commands}
    return tuple(({verb(kind): kind for kind in COMMON} | own).values())


ALL = {id: types_of(book) for id, book in books().items()}
"""The types by rulebook, as two rulebooks can use one word for different commands."""

every_type = pytest.mark.parametrize(
    ("book", "kind"),
    [pytest.param(id, kind, id=f"{id}-{verb(kind)}") for id in ALL for kind in ALL[id]],
)
each_type_once = pytest.mark.parametrize(
    ("book", "kind"),
    [
        pytest.param(id, kind, id=f"{id}-{verb(kind)}")
        for kind, id in {kind: id for id in ALL for kind in ALL[id]}.items()
    ],
)
"""A parameter with each type once; shared types appear with their last rulebook only."""


@each_type_once
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_text_form_parses_back(book: str, kind: type[Command], data: st.DataObject) -> None:
    written = data.draw(command(kind))
    assert from_text(to_text(written), ALL[book]) == written


@each_type_once
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_json_form_parses_back(book: str, kind: type[Command], data: st.DataObject) -> None:
    written = data.draw(command(kind))
    assert from_json(json.loads(json.dumps(to_json(written))), ALL[book]) == written


@every_type
def test_unknown_keys_are_errors(book: str, kind: type[Command]) -> None:
    raw = {"do": verb(kind), "haste": True}
    with pytest.raises(CommandError) as caught:
        from_json(raw, ALL[book])
    assert fault_text(caught.value).startswith(f"The command '{verb(kind)}' doesn't fit: ")


@every_type
def test_every_field_except_the_last_ones_is_required(book: str, kind: type[Command]) -> None:
    needed = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    if needed:
        with pytest.raises(CommandError, match="missing required field"):
            from_json({"do": verb(kind)}, ALL[book])
    else:
        assert from_json({"do": verb(kind)}, ALL[book]) == kind()


@pytest.mark.parametrize("book", ALL)
def test_each_word_stands_for_one_type(book: str) -> None:
    assert len({verb(kind) for kind in ALL[book]}) == len(ALL[book])


def test_text_form_is_the_verb_and_the_fields() -> None:
    assert to_text(Move("red.ann", ((3, 4), (4, 4)))) == "move red.ann 3,4 4,4"
    assert to_text(Use("red.ann", "flour", "blue.bo")) == "use red.ann flour blue.bo"
    assert to_text(Use("red.ann", "bandage")) == "use red.ann bandage"
    assert to_text(Concede()) == "concede"
    assert to_text(OfferDraw()) == "offer_draw"


def test_json_form_is_the_verb_and_the_fields() -> None:
    moved = to_json(Move("red.ann", ((3, 4),)))
    assert json.loads(json.dumps(moved)) == {"do": "move", "unit": "red.ann", "path": [[3, 4]]}
    assert to_json(Use("red.ann", "bandage")) == {
        "do": "use",
        "unit": "red.ann",
        "item": "bandage",
    }


def test_extra_spaces_are_ignored() -> None:
    assert from_text("  move  red.ann\t3,4 ", COMMON) == Move("red.ann", ((3, 4),))


BAD_TEXTS = {
    "": "'' isn't a command here; choose one of: answer, concede,",
    "   ": "'' isn't a command here; choose one of: answer, concede,",
    "fly red.ann": "'fly' isn't a command here; choose one of:",
    "Move red.ann 1,1": "'Move' isn't a command",
    "move": "The command 'move' doesn't fit: .*unit",
    "move red.ann 1": "'1' isn't a tile; write it as column,row, such as 3,4",
    "move red.ann 1,1 1,": "'1,' isn't a tile",
    "move red.ann 1,1,1": "'1,1,1' isn't a tile",
    "move red.ann 1, 1": "'1,' isn't a tile",
    "move red.ann 1.5,2": "'1.5,2' isn't a tile",
    "move red.ann 12345678,2": "'12345678,2' isn't a tile",
    "use red.ann": "The command 'use' doesn't fit: .*item",
    "use red.ann flour blue.bo ochre.cy": "has more words than 'use' takes",
    "end red.ann now": "has more words than 'end' takes",
    "concede now": "has more words than 'concede' takes",
}


@pytest.mark.parametrize("text", BAD_TEXTS)
def test_bad_text_gets_a_sentence(text: str) -> None:
    with pytest.raises(CommandError) as caught:
        from_text(text, COMMON)
    assert re.search(BAD_TEXTS[text], fault_text(caught.value))


BAD_OBJECTS: list[tuple[dict[str, Any], str]] = [
    ({}, "None isn't a command here; choose one of:"),
    ({"do": None}, "None isn't a command here"),
    ({"do": ["move"]}, "isn't a command here"),
    ({"do": "fly"}, "'fly' isn't a command here"),
    ({"do": "end"}, "missing required field `unit`"),
    ({"do": "end", "unit": 3}, "Expected `str`, got `int`"),
    ({"do": "end", "unit": None}, "Expected `str`, got `null`|Expected `str`, got `None`"),
    ({"do": "move", "unit": "red.ann", "path": [[1]]}, "doesn't fit"),
    ({"do": "move", "unit": "red.ann", "path": [[1, 2, 3]]}, "doesn't fit"),
    ({"do": "move", "unit": "red.ann", "path": [["1", "2"]]}, "doesn't fit"),
    ({"do": "move", "unit": "red.ann", "path": "1,2"}, "doesn't fit"),
    ({"do": "move", "unit": "red.ann", "path": [[1.5, 2]]}, "doesn't fit"),
    ({"do": "end", "unit": "red.ann", "why": 1}, "unknown field `why`"),
]


@pytest.mark.parametrize(("raw", "sentence"), BAD_OBJECTS, ids=str)
def test_bad_object_gets_a_sentence(raw: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CommandError) as caught:
        from_json(raw, COMMON)
    assert re.search(sentence, fault_text(caught.value))


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=30) | st.text("move red.an,-0129 use", max_size=30))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    read, fault = None, ""
    try:
        read = from_text(text, COMMON)
    except CommandError as error:
        fault = fault_text(error)
    if read is None:
        assert len(fault.split()) > 3
    else:
        assert from_text(to_text(read), COMMON) == read


def test_commands_are_frozen_values() -> None:
    one, other = Move("red.ann", ((3, 4),)), Move("red.ann", ((3, 4),))
    assert one == other
    assert hash(one) == hash(other)
    with pytest.raises(AttributeError, match="immutable"):
        one.unit = "blue.bo"  # type: ignore[misc]
    assert msgspec.structs.replace(one, unit="blue.bo") != one


def test_names_become_snake_case() -> None:
    words = {"Move": "move", "OfferDraw": "offer_draw", "BattleOver": "battle_over"}
    assert {name: snake(name) for name in words} == words
