"""The catalogues: lookup, order, fields, and how values are shown."""

from pathlib import Path

import pytest

from game.terms.texts import Texts, shown

COMMON = {"event": {"moved": "{unit} moves to {to}", "died": "{unit} dies"}}
BOOK = {"event": {"died": "{unit} falls"}, "ask": {"turn": "{unit}'s turn"}}
NAMES = {"red.ann": "Ann", "flour": "Bag of flour"}


def test_a_later_catalogue_overrides_an_earlier() -> None:
    texts = Texts(COMMON, BOOK)
    assert texts.say("event", "died", NAMES, unit="red.ann") == "Ann falls"
    assert texts.say("event", "moved", NAMES, unit="red.ann", to=(3, 4)) == "Ann moves to (3, 4)"


def test_what_there_is() -> None:
    texts = Texts(COMMON, BOOK)
    assert texts.has("ask", "turn")
    assert not texts.has("ask", "moved")
    assert not texts.has("smell", "turn")
    assert texts.keys("event") == ("moved", "died")
    assert texts.keys("smell") == ()
    assert texts.fields("event", "moved") == ("unit", "to")


def test_an_earlier_catalogue_is_left_as_it_was() -> None:
    Texts(COMMON, BOOK)
    assert COMMON["event"]["died"] == "{unit} dies"


def test_values_that_a_sentence_does_not_want_are_ignored() -> None:
    assert Texts(COMMON).say("event", "died", {}, unit="red.x", at=(1, 1)) == "red.x dies"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("red.ann", "Ann"),
        ("blue.bo", "blue.bo"),
        (None, "nobody"),
        (7, "7"),
        ((3, 4), "(3, 4)"),
        (("red.ann", "flour", "x"), "Ann, Bag of flour, x"),
        ((), ""),
        (((1, 2), (3, 4)), "(1, 2), (3, 4)"),
    ],
)
def test_values_as_people_read_them(value: object, text: str) -> None:
    assert shown(value, NAMES) == text


def test_catalogues_are_read_from_files(tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    first.write_text('[event]\nmoved = "{unit} geht"\ndied = "x"\n', encoding="utf-8")
    second.write_text('[event]\ndied = "{unit} fällt"\n', encoding="utf-8")
    texts = Texts.read(first, second)
    assert texts.say("event", "died", NAMES, unit="red.ann") == "Ann fällt"
    assert texts.say("event", "moved", NAMES, unit="red.ann") == "Ann geht"
