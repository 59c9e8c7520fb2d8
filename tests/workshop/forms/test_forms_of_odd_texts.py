"""Forms, parts and overlays of texts with all kinds of errors: they show what there is."""

import random

import pytest

from game.workshop.document.gesture import GestureRefused
from game.workshop.document.level_document import LevelDocument
from game.workshop.forms.entry_forms import ENTRIES, HEAD
from game.workshop.forms.field_texts import next_number, text_of, value_of
from game.workshop.forms.field_words import words_of
from game.workshop.forms.form_gestures import set_field
from game.workshop.forms.part_list import area_of, part_of, parts_at, parts_of
from game.workshop.forms.use_list import place_of, use_rows
from game.workshop.overlays.level_places import KINDS, links_of, places_of
from game.workshop.overlays.ways import WalkMap, seen, sight_grid
from tests.workshop.document import random_gestures
from tests.workshop.forms.test_form_properties import OF_BOOKS, forms_of, opened

MAKERS = (random_gestures.set_key, random_gestures.remove_key, random_gestures.remove_entry)
SPOILT, ROUNDS = 8, 6
"""Number of values spoilt at a time, and how often."""


@pytest.mark.parametrize("level", OF_BOOKS)
def test_odd_values_are_shown_and_can_be_replaced(level: str) -> None:
    document, dice = opened(level), random.Random(level)
    for _ in range(ROUNDS):
        for _ in range(SPOILT):
            try:
                document.apply(dice.choice(MAKERS)(document.reading, dice))
            except GestureRefused:
                continue
        if document.reading.book is not None:
            look_at_all(document, dice)
        while document.undo():
            pass


def look_at_all(document: LevelDocument, dice: random.Random) -> None:
    reading, forms = document.reading, forms_of(document)
    for keys in (HEAD, *((table, n) for table in ENTRIES for n in range(3))):
        form = forms.form(keys)
        for field in form.fields if form is not None else ():
            words_of(forms, field)
            text = text_of(reading.toml, field)
            next_number(field, 1)
            forms.options(field)
            try:
                value = value_of(field, text)
                assert form is not None
                made = set_field(forms, form, field, value if dice.random() < 0.5 else None)
                step = document.apply(made)
            except GestureRefused:
                continue
            assert document.reading.is_toml, (field.keys, value, field.written, made)
            if step is not None:
                document.undo()
            assert document.text == reading.text
    for part in parts_of(reading):
        assert part_of(reading, part.keys) == part
        use_rows(reading, part.keys)
        place_of(reading, part.keys)
        area_of(reading, part.keys)
    for kind in KINDS:
        places_of(reading, kind)
    links_of(reading)
    parts_at(reading, (1, 1))
    draft = reading.draft
    if draft is not None and reading.width:
        WalkMap(draft, True).reached([(1, 1)])
        seen(sight_grid(draft), (1, 1))
