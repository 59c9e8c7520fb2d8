"""The catalogues: lookup, order, fields, and values as they are shown."""

from pathlib import Path

import pytest

from game.terms.texts import BadTexts, Texts, titles_text, value_text

COMMON = {"event": {"moved": "{unit} moves to {to}", "died": "{unit} dies"}}
BOOK = {"event": {"died": "{unit} falls"}, "ask": {"turn": "{unit}'s turn"}}
NAMES = {"red.ann": "Ann", "flour": "Bag of flour"}


def test_later_catalogue_overrides_an_earlier() -> None:
    texts = Texts(COMMON, BOOK)
    assert texts.say("event", "died", NAMES, unit="red.ann") == "Ann falls"
    assert texts.say("event", "moved", NAMES, unit="red.ann", to=(3, 4)) == "Ann moves to (3, 4)"


def test_catalogue_lists_tables_keys_and_fields() -> None:
    texts = Texts(COMMON, BOOK)
    assert texts.has("ask", "turn")
    assert not texts.has("ask", "moved")
    assert not texts.has("smell", "turn")
    assert texts.keys("event") == ("moved", "died")
    assert texts.keys("smell") == ()
    assert texts.fields("event", "moved") == ("unit", "to")


def test_earlier_catalogue_is_left_unchanged() -> None:
    Texts(COMMON, BOOK)
    assert COMMON["event"]["died"] == "{unit} dies"


def test_values_not_used_in_a_sentence_are_ignored() -> None:
    assert Texts(COMMON).say("event", "died", {}, unit="red.x", at=(1, 1)) == "red.x dies"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("red.ann", "Ann"),
        ("blue.bo", "blue.bo"),
        (7, "7"),
        ((3, 4), "(3, 4)"),
        (("red.ann", "flour", "x"), "Ann, Bag of flour, x"),
        ((), ""),
        (((1, 2), (3, 4)), "(1, 2), (3, 4)"),
    ],
)
def test_values_are_shown_as_people_read_them(value: object, text: str) -> None:
    assert value_text(value, NAMES) == text


def test_catalogues_are_read_from_files(tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    first.write_text('[event]\nmoved = "{unit} geht"\ndied = "x"\n', encoding="utf-8")
    second.write_text('[event]\ndied = "{unit} fällt"\n', encoding="utf-8")
    texts = Texts.read(first, second)
    assert texts.say("event", "died", NAMES, unit="red.ann") == "Ann fällt"
    assert texts.say("event", "moved", NAMES, unit="red.ann") == "Ann geht"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"[event", "Expected ']'"),
        (b"\xff", "can't decode byte 0xff"),
        (b"event = 3", "'event' isn't a table"),
        (b"[event]\nmoved = 3", "'moved' in [event] isn't a text"),
        (b"[event]\nmoved = '{unit'", "'moved' in [event]: expected '}'"),
        (b"[event]\nmoved = '{0} walks'", "'moved' in [event]: '0' isn't the name of a field"),
        (b"[event]\nmoved = '{unit.x}'", "'unit.x' isn't the name of a field"),
        (b"x = " + b"[" * 9000, "nested"),
        (None, "No such file"),
    ],
    ids=lambda value: ascii(value)[:20],
)
def test_unusable_catalogue_says_why(tmp_path: Path, content: bytes | None, says: str) -> None:
    path = tmp_path / "texts.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadTexts) as caught:
        Texts.read(path)
    assert str(caught.value).startswith(f"The texts in {str(path)!r} can't be used: ")
    assert says in str(caught.value)


def test_missing_value_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = Texts({"change": {"at": "{unit} is at {value}", "dies": "{unit} falls"}})
    assert texts.say("change", "dies", NAMES, unit="red.ann", value=None) == "Ann falls"
    with pytest.raises(ValueError, match="missing"):
        texts.say("change", "at", NAMES, unit="red.ann", value=None)
    with pytest.raises(ValueError, match="missing"):
        value_text((None, "red.ann"), NAMES)
    monkeypatch.setattr(Texts, "is_strict", False)
    assert "nobody" not in texts.say("change", "at", NAMES, unit="red.ann", value=None)


def test_unfilled_field_is_shown_to_players_as_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = Texts({"event": {"moved": "{unti} walks"}})
    with pytest.raises(KeyError):
        texts.say("event", "moved", NAMES, unit="red.ann")
    monkeypatch.setattr(Texts, "is_strict", False)
    assert texts.say("event", "moved", NAMES, unit="red.ann") == "{unti} walks"


def test_plural_owner_takes_only_an_apostrophe() -> None:
    texts = Texts({"event": {"turn": "{unit}'s turn", "at": "At {unit}'s turn"}})
    names = {
        "a": "The clerk who burns the books",
        "b": "The windlass",
        "c": "The boss",
        "d": "Joss",
    }
    said = [texts.say("event", "turn", names, unit=one) for one in names]
    assert said[0] == "The clerk who burns the books' turn"
    assert said[1:] == ["The windlass's turn", "The boss's turn", "Joss's turn"]
    assert texts.say("event", "at", names, unit="a") == "At the clerk who burns the books' turn"


def test_article_is_lower_case_within_a_sentence() -> None:
    texts = Texts(
        {
            "event": {
                "hit": "{unit} hits {target}: {total}",
                "won": "Won: {level}",
                "named": "“{level}” is open",
                "also": "{unit}, {target} and {third}. {fourth}",
            }
        }
    )
    names = {"red.rat": "The rat", "blue.cook": "The cook", "blue.theo": "Theodora"}
    assert texts.say("event", "hit", names, unit="red.rat", target="blue.cook", total=3) == (
        "The rat hits the cook: 3"
    )
    assert texts.say("event", "hit", names, unit="x", target="blue.theo", total=3) == (
        "x hits Theodora: 3"
    )
    assert texts.say("event", "won", names, level="The yard") == "Won: The yard"
    assert texts.say("event", "named", names, level="The yard") == "“The yard” is open"
    units = {"unit": "red.rat", "target": "blue.cook", "third": "red.rat", "fourth": "blue.cook"}
    assert texts.say("event", "also", names, **units) == "The rat, the cook and the rat. The cook"
    assert value_text(("red.rat", "blue.cook"), names) == "The rat, the cook"
    assert titles_text(["The rat", "The cook", "Ann"]) == "The rat, the cook, Ann"
    assert titles_text([]) == ""
