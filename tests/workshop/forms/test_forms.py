"""Forms: what each shows, and what each change writes."""

import pytest

from game.workshop.document import units
from game.workshop.document.gesture import GestureRefused
from game.workshop.document.level_document import LevelDocument
from game.workshop.forms.entry_forms import HEAD, EntryForm, FormField
from game.workshop.forms.field_texts import value_of
from game.workshop.forms.form_gestures import first_value, set_field, with_another
from game.workshop.forms.form_sentences import said
from tests.workshop.document.test_gestures import LEVEL, changed, document
from tests.workshop.forms.test_form_properties import forms_of, opened


def field_of(form: EntryForm | None, *keys: str) -> FormField:
    assert form is not None
    found = form.field((*form.keys, *keys))
    assert found is not None
    return found


def test_unit_inherits_from_its_kind_with_file_and_line() -> None:
    now = opened("toll_bar")
    form = forms_of(now).form(("unit", 0))
    life, rank = field_of(form, "life"), field_of(form, "rank")
    assert life.inherited is not None
    assert life.inherited.origin.startswith("bestiary.toml:")
    assert (life.value, life.is_written, life.can_reset) == (20, False, False)
    assert (rank.is_written, rank.can_reset) == (True, True)
    at = field_of(form, "at")
    assert at.inherited is not None
    assert "letter" in at.inherited.origin


def test_value_becomes_one_line_and_the_inherited_one_removes_it() -> None:
    now = document()
    before, forms = now.text, forms_of(now)
    form = forms.form(("unit", 0))
    assert form is not None
    now.apply(set_field(forms, form, field_of(form, "life"), 3))
    assert changed(before, now) == ["+life = 3"]
    forms = forms_of(now)
    form = forms.form(("unit", 0))
    assert form is not None
    life = field_of(form, "life")
    assert life.inherited is not None
    now.apply(set_field(forms, form, life, life.inherited.value))
    assert now.text == before


def test_keys_that_exclude_each_other_replace_each_other() -> None:
    now = document()
    forms = forms_of(now)
    form = forms.form(("area", 0))
    assert form is not None
    before = now.text
    now.apply(set_field(forms, form, field_of(form, "rect"), [1, 1, 2, 2]))
    assert changed(before, now) == ['-letter = ","', "+rect = [1, 1, 2, 2]"]
    assert now.steps[-1].notes == ("Rect replaces Letter. Undo brings it back.",)
    forms = forms_of(now)
    form = forms.form(("unit", 1))
    assert form is not None
    now.apply(set_field(forms, form, field_of(form, "behaviour", "hold"), True))
    forms = forms_of(now)
    form = forms.form(("unit", 1))
    assert form is not None
    now.apply(set_field(forms, form, field_of(form, "behaviour", "guard"), "mire"))
    assert now.reading.toml.get(("unit", 1, "behaviour")) == {"guard": "mire"}


def test_id_is_renamed_in_all_places() -> None:
    now = document()
    forms = forms_of(now)
    form = forms.form(("area", 0))
    assert form is not None
    now.apply(set_field(forms, form, field_of(form, "id"), "bog"))
    assert "mire" not in now.text.replace("the mire", "")
    assert len(now.steps) == 1


def test_tile_moves_the_letter_of_a_unit() -> None:
    now = document()
    forms = forms_of(now)
    form = forms.form(("unit", 0))
    assert form is not None
    now.apply(set_field(forms, form, field_of(form, "at"), [3, 1]))
    assert now.reading.letter((3, 1)) == "a"
    with pytest.raises(GestureRefused):
        set_field(forms_of(now), form, field_of(form, "at"), [4, 1])


@pytest.mark.parametrize("place", ["letter", "at"])
def test_place_that_is_emptied_takes_the_unit_off_the_map(place: str) -> None:
    text = LEVEL.replace('id = "ann"\n', 'id = "ann"\nat = [2, 2]\n') if place == "at" else LEVEL
    if place == "at":
        text = text.replace("#a,", "#.,").replace('a = { terrain = "floor", unit = "ann" }, ', "")
    now = document(text)
    forms = forms_of(now)
    form = forms.form(("unit", 0))
    assert form is not None
    at = field_of(form, "at")
    assert at.can_reset
    now.apply(set_field(forms, form, at, value_of(at, "")))
    assert len(now.steps) == 1
    assert now.reading.draft is not None
    assert "ann" not in now.reading.draft.standing
    assert "ann" in now.reading.draft.distinct
    assert now.reading.letter((1, 1)) == "."
    assert "at" not in now.reading.toml.entries("unit")[0]
    again = forms_of(now).form(("unit", 0))
    assert not field_of(again, "at").can_reset
    with pytest.raises(GestureRefused, match="ann isn't on the map"):
        units.lift_unit(now.reading, "ann")
    now.undo()
    assert now.text == text


def test_head_has_the_rounds_of_the_rulebook_and_its_settings() -> None:
    now = document()
    forms = forms_of(now)
    head = forms.form(HEAD)
    assert head is not None
    rounds, order = field_of(head, "rounds"), field_of(head, "contest", "order")
    assert rounds.value == now.reading.book.round_limit  # type: ignore[union-attr]
    assert order.inherited is not None
    before = now.text
    options = [one.value for one in forms.options(order) if one.value != order.value]
    now.apply(set_field(forms, head, order, options[0]))
    assert changed(before, now) == [f'+contest = {{ order = "{options[0]}" }}']
    assert now.reading.level is not None


def test_table_begins_with_what_it_needs() -> None:
    now = opened("toll_bar")
    forms = forms_of(now)
    form = forms.form(("objective", 0))
    assert form is not None
    hold = field_of(form, "hold")
    now.apply(set_field(forms, form, hold, first_value(forms, hold)))
    again = forms_of(now).form(("objective", 0))
    assert field_of(again, "hold", "area").value == "windlass"
    assert {one.finding.code for one in now.reading.findings} <= {"area-blocked"}


@pytest.mark.parametrize(
    ("key", "text", "why"),
    [
        ("life", "many", "Life: 'many' isn't a whole number."),
        ("life", "0", "Life: type a number from 1 to 10000."),
        ("movement", "2x6", "Movement: '2x6' isn't dice such as 2d6+1."),
        ("at", "here", "At: 'here' isn't a tile; type column and row, such as 4, 1."),
        ("title", "x" * 81, "Title: 81 characters are too many; 60 is the limit."),
    ],
)
def test_text_that_does_not_fit_is_refused_in_a_sentence(key: str, text: str, why: str) -> None:
    form = forms_of(document()).form(("unit", 0))
    with pytest.raises(GestureRefused) as refused:
        value_of(field_of(form, key), text)
    assert str(refused.value) == why


def test_empty_text_sets_a_value_back() -> None:
    form = forms_of(document()).form(("unit", 0))
    assert value_of(field_of(form, "life"), "") is None
    with pytest.raises(GestureRefused):
        value_of(field_of(form, "id"), "")


def test_every_key_of_all_rulebooks_has_a_label_and_books_name_their_own() -> None:
    now = opened("toll_bar")
    forms = forms_of(now)
    for keys in (HEAD, ("unit", 0), ("side", 0), ("area", 0), ("objective", 0)):
        form = forms.form(keys)
        assert form is not None
        for field in form.fields:
            if field.owner.__module__.startswith(("game.terms", "game.content")):
                assert said("label", field.key) == field.label
    assert field_of(forms.form(("unit", 0)), "rating").label == "Armour rating"
    assert field_of(forms.form(("unit", 0)), "skills", "brawn").label == "Brawn"


# Lists of tables


def growth_of(now: LevelDocument) -> list[object]:
    form = forms_of(now).form(("unit", 0))
    found = field_of(form, "growth").value
    return found if isinstance(found, list) else []


def entry(now: LevelDocument, n: int) -> EntryForm:
    form = forms_of(now).form(("unit", 0, "growth", n))
    assert form is not None
    return form


def give(now: LevelDocument, form: EntryForm, key: str, value: object) -> None:
    now.apply(set_field(forms_of(now), form, field_of(form, key), value))


def test_entry_of_an_inherited_list_has_a_form_and_writes_the_whole_list() -> None:
    now = opened("toll_bar")
    before, passed = now.text, growth_of(now)
    assert len(passed) > 1
    unit = forms_of(now).form(("unit", 0))
    assert unit is not None
    rows = [one for one in unit.fields if one.shape.kind == "entry" and "growth" in one.keys]
    assert [one.keys[-1] for one in rows] == list(range(len(passed)))
    first = entry(now, 0)
    title = field_of(first, "title")
    assert title.inherited is not None
    assert title.inherited.origin.startswith("bestiary.toml:")
    assert rows[0].label == title.value
    give(now, first, "life", 7)
    assert growth_of(now) == [{**passed[0], "life": 7}, *passed[1:]]  # type: ignore[dict-item]
    assert now.reading.level is not None
    give(now, entry(now, 0), "life", passed[0].get("life"))  # type: ignore[attr-defined]
    assert now.text == before


def test_entries_are_added_and_removed() -> None:
    now = opened("toll_bar")
    before, passed = now.text, growth_of(now)
    unit = forms_of(now).form(("unit", 0))
    assert unit is not None
    whole = field_of(unit, "growth")
    now.apply(set_field(forms_of(now), unit, whole, with_another(forms_of(now), whole)))
    assert growth_of(now) == [*passed, {"title": "Title", "about": "About"}]
    give(now, entry(now, len(passed)), "title", "Wiser")
    assert now.reading.level is not None
    unit = forms_of(now).form(("unit", 0))
    assert unit is not None
    last = next(one for one in unit.fields if one.keys[-1] == len(passed))
    assert (last.label, last.can_reset) == ("Wiser", True)
    now.apply(set_field(forms_of(now), unit, last, None))
    assert now.text == before
    for _ in passed:
        unit = forms_of(now).form(("unit", 0))
        assert unit is not None
        first = next(one for one in unit.fields if one.keys[2:] == ("growth", 0))
        now.apply(set_field(forms_of(now), unit, first, None))
    assert now.reading.toml.get(("unit", 0, "growth")) == []
    assert forms_of(now).form(("unit", 0, "growth", 0)) is None


def test_entry_of_the_settings_has_a_form() -> None:
    now = opened("toll_bar")
    head = forms_of(now).form(HEAD)
    assert head is not None
    links = head.field(("action", "links"))
    assert links is not None
    with pytest.raises(GestureRefused):
        with_another(forms_of(now), links)
    now = opened("night_ferry")
    head = forms_of(now).form(HEAD)
    assert head is not None
    links = head.field(("action", "links"))
    assert links is not None
    assert isinstance(links.value, list)
    made = set_field(forms_of(now), head, links, with_another(forms_of(now), links))
    now.apply(made)
    number = len(links.value)
    inner = forms_of(now).form(("action", "links", number))
    assert inner is not None
    now.apply(set_field(forms_of(now), inner, field_of(inner, "turns"), 3))
    found = now.reading.toml.get(("action", "links", number))
    assert isinstance(found, dict)
    assert found["turns"] == 3
    assert len(found["zones"]) == 2
