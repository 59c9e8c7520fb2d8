"""Translations and the pseudo-locale."""

from pathlib import Path

import pytest

from game.terms.languages import PseudoLocale, language_of, pseudo, spoken
from game.terms.texts import COMMON, BadTexts, Texts

ROOT = Path(__file__).resolve().parents[3]


def folder(root: Path, text: str) -> Path:
    """Return a translation with this shared catalogue."""
    path = root / "terms" / "texts.toml"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    return root


def test_translation_replaces_its_entries_and_leaves_the_others(tmp_path: Path) -> None:
    own = folder(tmp_path, '[event]\nturn_started = "{unit} ist am Zug"\n')
    with spoken(language_of(str(own))):
        texts = Texts.read(COMMON)
    assert texts.say("event", "turn_started", {}, unit="Ann") == "Ann ist am Zug"
    assert texts.say("event", "turn_ended", {}, unit="Ann") == "Ann's turn ends"
    assert Texts.language is None


def test_translation_with_an_unknown_field_is_refused(tmp_path: Path) -> None:
    own = folder(tmp_path, '[event]\nturn_started = "{wer} ist am Zug"\n')
    with (
        spoken(language_of(str(own))),
        pytest.raises(BadTexts, match="no field of the English"),
    ):
        Texts.read(COMMON)


def test_catalogue_from_outside_the_game_is_left_unchanged(tmp_path: Path) -> None:
    added = tmp_path / "added.toml"
    added.write_text('[event]\nhummed = "{unit} hums"\n', encoding="utf-8")
    with spoken(language_of(str(tmp_path))):
        texts = Texts.read(added)
    assert texts.say("event", "hummed", {}, unit="Ann") == "Ann hums"


def test_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadTexts, match="There is no folder"):
        language_of(str(tmp_path / "nowhere"))


def test_pseudo_sentence_keeps_its_fields() -> None:
    template = "{unit} takes {amount:+} damage ({left:wound|wounds}, {x!r}, {{}})"
    changed = pseudo(template)
    assert changed == (
        "‹{unit} tââkêêš {amount:+} dââmââgêê ({left:wôôûûñd|wôôûûñdš}, {x!r}, {{}})›"
    )
    texts = Texts({"event": {"hurt": changed}})
    said = texts.say("event", "hurt", {}, unit="Ann", amount=-2, left=1, x="a")
    assert said == "‹Ann tââkêêš −2 dââmââgêê (1 wôôûûñd, 'a', {})›"
    assert pseudo("") == ""


def test_pseudo_locale_changes_no_orders_and_letters() -> None:
    english = {"rank": {"move": "0"}, "keyboard": {"letters_1": "abc", "shift": "Capitals"}}
    assert PseudoLocale().catalogue(COMMON, english) == {
        "rank": {"move": "0"},
        "keyboard": {"letters_1": "abc", "shift": "‹Çââpîîtââlš›"},
    }


def data(root: Path, name: str, text: str) -> None:
    """Write a file of a translation."""
    path = root / name
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")


def test_translation_replaces_texts_in_data(tmp_path: Path) -> None:
    unit = '[[unit]]\nid = "bo"\ntitle = "Der Bo"\n'
    trigger = '[[trigger]]\n[[trigger.do]]\nmessage = "Da!"\n'
    data(tmp_path, "levels/yard.toml", f'title = "Der Hof"\n{unit}{trigger}')
    tables: dict[str, object] = {
        "title": "The yard",
        "rounds": 9,
        "unit": [{"id": "ann", "title": "Ann"}, {"id": "bo", "title": "Bo"}],
        "trigger": [{"do": [{"message": "There!"}]}],
    }
    language_of(str(tmp_path)).translate(ROOT / "levels" / "yard.toml", tables)
    assert tables == {
        "title": "Der Hof",
        "rounds": 9,
        "unit": [{"id": "ann", "title": "Ann"}, {"id": "bo", "title": "Der Bo"}],
        "trigger": [{"do": [{"message": "Da!"}]}],
    }


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("rounds = 3", "rounds"),
        ('about = "x"', "about"),
        ('[[unit]]\nid = "zoe"\n', "unit.1"),
        ('[[unit]]\nid = "bo"\nkind = "x"\n', "unit.kind"),
    ],
)
def test_translation_of_anything_but_a_text_is_refused(tmp_path: Path, text: str, key: str) -> None:
    data(tmp_path, "levels/yard.toml", text)
    units = [{"id": "bo", "kind": "carter"}]
    tables: dict[str, object] = {"title": "The yard", "rounds": 9, "unit": units}
    with pytest.raises(BadTexts, match=f"'{key}' isn't a text of the English file"):
        language_of(str(tmp_path)).translate(ROOT / "levels" / "yard.toml", tables)
