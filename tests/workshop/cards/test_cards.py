"""Triggers as cards: every word leads to its value, and is changed without touching the rest."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.content.levels import all_levels, find_level
from game.content.toml_files.splices import applied
from game.content.toml_files.table_edits import table_span
from game.rules.registry import find_books
from game.terms.script.conditions import LessonWhen
from game.workshop.cards import card_gestures
from game.workshop.cards.card_words import ARRAY, CardWord, TriggerCard, cards_of, findings_of
from game.workshop.cards.level_names import tiles_by_card, tiles_of
from game.workshop.cards.word_menus import WordMenus, WordOption
from game.workshop.cards.word_types import GROUPS, LESSON_GROUPS, fields_of, word_type
from game.workshop.document import tables
from game.workshop.document.gesture import GestureRefused
from game.workshop.document.level_document import LevelDocument
from game.workshop.forms.form_gestures import add_lesson
from game.workshop.forms.part_list import parts_of
from game.workshop.palette import Palette

BOOKS = find_books().books
PALETTES = {id: Palette(book) for id, book in BOOKS.items()}
YARD = Path(__file__).with_name("yard.toml").read_text(encoding="utf-8")


def document(text: str) -> LevelDocument:
    return LevelDocument(text, BOOKS, name="yard.toml")


def small() -> LevelDocument:
    """Return a level with areas, a flag, a counter, a choice and an objective."""
    return document(YARD)


def menus(doc: LevelDocument, number: int, book: str = "action") -> WordMenus:
    return WordMenus(doc.reading, PALETTES[book], (ARRAY, number))


def card(doc: LevelDocument, number: int) -> TriggerCard:
    return cards_of(doc.reading)[number]


def word(doc: LevelDocument, number: int, text: str, place: int = 0) -> CardWord:
    """Return a word of a card by its text."""
    found = [one for one in card(doc, number).words if one.text == text and one.kind != "plain"]
    return found[place]


def option(doc: LevelDocument, number: int, of: CardWord, id: str) -> WordOption:
    """Return an option of a word's list by its id or title."""
    options = menus(doc, number).menu(of).options
    return next(one for one in options if id in (one.id, one.title))


def choose(doc: LevelDocument, number: int, text: str, id: str, place: int = 0) -> None:
    doc.apply(option(doc, number, word(doc, number, text, place), id).make())


# Reading


def test_card_always_says_how_often_and_all_or_any() -> None:
    doc = small()
    assert card(doc, 1).sentence == (
        "Once, when all of: alarm is set · bells is at least 1 · way was answered — show “Hm.”"
    )
    choose(doc, 1, "Once", "Each time")
    choose(doc, 1, "all of", "any of")
    assert card(doc, 1).sentence.startswith("Each time, when any of: alarm is set · ")
    assert doc.reading.level is not None
    choose(doc, 1, "Each time", "Once")
    choose(doc, 1, "any of", "all of")
    assert doc.text == small().text


def test_words_have_the_values_of_the_file() -> None:
    doc = small()
    for number, table in enumerate(doc.reading.toml.entries(ARRAY)):
        for one in card(doc, number).words:
            value = doc.reading.toml.get((ARRAY, number, *one.keys))
            if one.kind == "value":
                assert value is None or str(value) == one.text
            if one.kind == "clause":
                assert value in table[str(one.keys[0])]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("{ enter = { unit = 'ann' } }", "ann stands in …"),
        ("{ enter = { unit = 'ann', area = 'nowhere', colour = 1 } }", "ann stands in nowhere"),
        ("{ entre = { unit = 'ann' } }", "{entre = {unit = 'ann'}}"),
        ("{ enter = 3 }", "{enter = 3}"),
        ("3", "3"),
    ],
)
def test_card_shows_what_is_wrong_or_missing(condition: str, words: str) -> None:
    text = small().text.replace('{ flag = "alarm" }', condition)
    doc = document(text)
    assert words in card(doc, 1).sentence
    assert doc.reading.level is None
    assert findings_of(doc.reading, (ARRAY, 1))
    assert not findings_of(doc.reading, (ARRAY, 0))


def test_trigger_without_conditions_has_a_blank_for_them() -> None:
    doc = small()
    for _ in range(3):
        doc.apply(card_gestures.remove_clause(doc.reading, (ARRAY, 1), ("when", 0)))
    assert card(doc, 1).sentence.startswith("Once, when all of: ")
    assert any(one.is_blank and one.keys == ("when",) for one in card(doc, 1).words)
    assert findings_of(doc.reading, (ARRAY, 1))
    choose(doc, 1, "…", "round")
    assert card(doc, 1).sentence == "Once, when all of: round 2 begins — show “Hm.”"


# Changing words


def test_unit_becomes_a_side_and_then_anyone() -> None:
    doc = small()
    choose(doc, 1, " is set", "enter")
    assert "any unit stands in …" in card(doc, 1).sentence
    choose(doc, 1, "…", "middle")
    assert "any unit stands in middle" in card(doc, 1).sentence
    choose(doc, 1, "any unit", "bo")
    assert "bo stands in middle" in card(doc, 1).sentence
    choose(doc, 1, "bo", "red")
    assert "a unit of red stands in middle" in card(doc, 1).sentence
    choose(doc, 1, "red", "anyone")
    assert "any unit stands in middle" in card(doc, 1).sentence
    assert doc.reading.level is not None


def test_speaker_is_a_unit_a_kind_or_nobody() -> None:
    doc, kind = small(), PALETTES["action"].kinds[0].id
    choose(doc, 1, "show “", "say")
    assert "somebody says “Something happens.”" in card(doc, 1).sentence
    choose(doc, 1, "somebody", "bo")
    assert "bo says “" in card(doc, 1).sentence
    choose(doc, 1, "bo", kind)
    assert f"{kind} says “" in card(doc, 1).sentence
    assert doc.reading.level is not None
    choose(doc, 1, kind, "nobody")
    assert "somebody says “" in card(doc, 1).sentence


def test_numbers_and_texts_are_typed() -> None:
    doc = small()
    one = word(doc, 0, "2")
    assert menus(doc, 0).is_typed(one)
    wrong = menus(doc, 0).typed(one, "0")
    assert wrong == "Type a whole number from 1 to 10000."
    assert isinstance(menus(doc, 0).typed(one, "two"), str)
    assert isinstance(menus(doc, 0).typed(one, " "), str)
    good = menus(doc, 0).typed(one, "7")
    assert not isinstance(good, str)
    doc.apply(good)
    assert doc.text == small().text.replace("{ round = 2 }", "{ round = 7 }")
    text = menus(doc, 1).typed(word(doc, 1, "Hm."), 'Who "is" there?')
    assert not isinstance(text, str)
    doc.apply(text)
    assert '“Who "is" there?”' in card(doc, 1).sentence
    assert doc.reading.level is not None


def test_limit_that_is_typed_empty_is_left_out() -> None:
    doc = small()
    choose(doc, 1, " is ", "at_most")
    assert "bells is 1 to 1" in card(doc, 1).sentence
    gone = menus(doc, 1).typed(word(doc, 1, "1"), "")
    assert not isinstance(gone, str)
    doc.apply(gone)
    assert "bells is at most 1" in card(doc, 1).sentence


def test_flag_can_be_a_new_name() -> None:
    doc = small()
    menu = menus(doc, 0).menu(word(doc, 0, "alarm"))
    assert [one.id for one in menu.options] == ["alarm"]
    assert menu.new_name is not None
    doc.apply(menu.new_name("fire"))
    assert "set fire" in card(doc, 0).sentence
    assert any(one.finding.code == "unknown-name" for one in findings_of(doc.reading, (ARRAY, 1)))


def test_answers_are_added_renamed_and_removed() -> None:
    doc = small()
    choose(doc, 1, " was answered", "answer")
    assert "way was answered with left" in card(doc, 1).sentence
    renamed = menus(doc, 0).typed(word(doc, 0, "left"), "west")
    assert not isinstance(renamed, str)
    doc.apply(renamed)
    assert "way was answered with west" in card(doc, 1).sentence
    more = [one for one in card(doc, 0).words if one.kind == "add" and len(one.keys) > 1]
    answers = next(one for one in more if one.keys[-1] == "answers")
    doc.apply(option(doc, 0, answers, "answer").make())
    assert "“Another answer” as answer_1" in card(doc, 0).sentence
    doc.apply(option(doc, 0, answers, "remove_2").make())
    assert "answer_1" not in card(doc, 0).sentence
    assert [one.id for one in menus(doc, 0).menu(answers).options] == ["answer"]


def test_units_that_arrive_are_a_list() -> None:
    doc = small()
    units = next(one for one in card(doc, 0).words if one.keys[-1:] == ("units",))
    menu = menus(doc, 0).menu(units)
    assert [one.id for one in menu.options] == ["new_unit_red", "new_unit_blue", "ann", "bo"]
    assert menu.picks == {"unit"}
    doc.apply(menu.options[2].make())
    assert "late, ann arrive" in card(doc, 0).sentence.replace("+", "")
    choose(doc, 0, "ann", "without")
    assert doc.text == small().text


@pytest.mark.parametrize("side", ["red", "blue"])
@pytest.mark.parametrize("place", ["added", "in place of another"])
def test_new_unit_without_a_place_arrives(place: str, side: str) -> None:
    doc = small()
    units = next(one for one in card(doc, 0).words if one.keys[-1:] == ("units",))
    if place != "added":
        units = word(doc, 0, "late")
    options = menus(doc, 0).menu(units).options
    first = next(one for one in options if one.id == f"new_unit_{side}")
    assert first.title == f"New unit of {side.title()}"
    assert first.opens is not None
    kinds = first.opens().options
    doc.apply(next(one for one in kinds if one.id == "warden").make())
    assert [step.name for step in doc.steps] == ["add warden"]
    kept = ["late"] if place == "added" else []
    effect = doc.reading.toml.get(("trigger", 0, "do", 3, "reinforcement", "units"))
    assert effect == [*kept, "warden"]
    new = doc.reading.toml.entries("unit")[-1]
    assert new == {"id": "warden", "side": side, "kind": "warden"}
    codes = {one.finding.code for one in doc.reading.findings}
    assert codes & {"reinforcement-standing", "unit-kind", "unknown-name"} == set()


def test_units_without_a_place_are_listed_first_to_arrive() -> None:
    doc = small()
    options = menus(doc, 0).menu(word(doc, 0, "late")).options
    assert [one.id for one in options] == ["new_unit_red", "new_unit_blue", "late", "ann", "bo"]


def test_units_have_the_same_names_in_lists_as_among_the_parts() -> None:
    doc = document(YARD.replace('id = "bo"', 'id = "bo"\ntitle = "Old Bo"'))
    options = menus(doc, 0).menu(word(doc, 0, "late")).options[2:]
    listed = {one.id: one.title for one in options}
    parts = (one for one in parts_of(doc.reading) if one.array == "unit")
    assert listed == {str(doc.reading.toml.get((*one.keys, "id"))): one.title for one in parts}


def test_new_effect_is_about_the_newest_area_that_nothing_names() -> None:
    doc = small()
    doc.apply(option(doc, 0, CardWord("", "add", ("do",)), "reinforcement").make())
    assert doc.reading.toml.get(("trigger", 0, "do", 5, "reinforcement", "area")) == "door"
    doc.apply(option(doc, 0, CardWord("", "add", ("do",)), "open").make())
    assert doc.reading.toml.get(("trigger", 0, "do", 6, "open", "area")) == ""
    (error,) = _errors(doc)
    assert "no area is chosen yet" in error


# Conditions and effects


def test_conditions_move_are_copied_and_sent_to_other_lists() -> None:
    doc = small()
    choose(doc, 1, " is set", "down")
    assert card(doc, 1).sentence.startswith("Once, when all of: bells is at least 1 · alarm is set")
    choose(doc, 1, " is set", "up")
    assert doc.text == small().text
    choose(doc, 1, " is set", "copy")
    assert "alarm is set · alarm is set" in card(doc, 1).sentence
    choose(doc, 1, " is set", "remove")
    assert doc.text == small().text
    choose(doc, 1, " is set", "to_any")
    assert ", and any of: alarm is set — " in card(doc, 1).sentence
    choose(doc, 1, " is set", "to_until")
    assert ", until any of: alarm is set — " in card(doc, 1).sentence
    assert doc.reading.level is not None


def test_comments_stay_when_effects_move() -> None:
    text = small().text.replace('{ set = "alarm" },', '{ set = "alarm" }, # the alarm')
    doc = document(text)
    doc.apply(card_gestures.move_clause(doc.reading, (ARRAY, 0), ("do", 0), 1))
    assert "# the alarm" in doc.text
    assert "add 1 to bells · set alarm" in card(doc, 0).sentence
    doc.apply(card_gestures.move_clause(doc.reading, (ARRAY, 0), ("do", 0), 1))
    assert doc.text == text


def test_triggers_are_added_and_copied() -> None:
    doc = small()
    doc.apply(menus(doc, 0).new_trigger())
    assert card(doc, 2).sentence == "Once, when all of: round 2 begins — show “Something happens.”"
    doc.apply(card_gestures.copy_card(doc.reading, (ARRAY, 2)))
    assert card(doc, 3).sentence == card(doc, 2).sentence
    assert doc.reading.level is not None


def test_trigger_names_its_tiles() -> None:
    doc = small()
    found = tiles_by_card(doc.reading)
    assert found[ARRAY, 0] == {(2, 1), (3, 1)}
    assert (ARRAY, 1) not in found
    assert tiles_of(doc.reading, "side", "blue") == {(4, 1)}
    assert tiles_of(doc.reading, "unit", "late") == set()


# Every event and effect, in every rulebook

NOT_HERE = {
    "reacted": "no unit attacks as a reaction in this rulebook",
    "join": "in this rulebook units can't join another side",
}


def levels() -> Iterator[tuple[str, str]]:
    """Yield a level of each rulebook that has areas, and a unit that arrives later."""
    for book in sorted(BOOKS):
        for row in all_levels():
            text = find_level(row.id).read_text(encoding="utf-8")
            if f'rulebook = "{book}"' in text and "reinforcement =" in text:
                yield book, row.id
                break


@pytest.mark.parametrize("group", ["when", "do"])
@pytest.mark.parametrize(("book", "level"), list(levels()))
def test_every_condition_and_effect_is_made_by_the_card(book: str, level: str, group: str) -> None:
    doc = LevelDocument(find_level(level).read_text(encoding="utf-8"), BOOKS, name=level)
    own = menus(doc, 0, book)
    doc.apply(own.new_trigger())
    number = len(doc.reading.toml.entries(ARRAY)) - 1
    _prepare(doc, book, number)
    number, base = number + 1, len(doc.steps)
    assert doc.reading.level is not None
    for key in fields_of(GROUPS[group]):
        own = menus(doc, number, book)
        add = next(
            one for one in card(doc, number).words if one.keys == (group,) and one.kind == "add"
        )
        made = next(one for one in own.menu(add).options if one.id == key)
        doc.apply(made.make())
        _settle(doc, book, number, group)
        entries = doc.reading.toml.get((ARRAY, number, group))
        assert isinstance(entries, list)
        assert list(entries[-1]) == [key]
        errors = _errors(doc)
        is_known = bool(errors) and NOT_HERE.get(key, "?") in errors[0]
        assert not errors or is_known, (key, errors)
        while len(doc.steps) > base:
            doc.undo()


def _prepare(doc: LevelDocument, book: str, number: int) -> None:
    """Let a trigger set a flag, change a counter and put a choice, and add another trigger."""
    sides = doc.reading.toml.entries("side")
    aim = {"id": "aim", "side": sides[0]["id"], "title": "The aim", "survive": 3, "optional": True}
    doc.apply(tables.add(doc.reading, "objective", aim), joins=True)
    for key in ("set", "add", "choice"):
        add = CardWord("", "add", ("do",))
        options = menus(doc, number, book).menu(add).options
        doc.apply(next(one for one in options if one.id == key).make(), joins=True)
    doc.apply(menus(doc, number, book).new_trigger())


def _errors(doc: LevelDocument) -> list[str]:
    return [str(one.finding) for one in doc.reading.findings if one.finding.severity == "error"]


def _settle(doc: LevelDocument, book: str, number: int, group: str) -> None:
    """Choose other names in the last clause until the level has no errors."""
    entries = doc.reading.toml.get((ARRAY, number, group))
    place = len(entries) - 1 if isinstance(entries, list) else 0
    words = [one for one in card(doc, number).words if one.keys[:2] == (group, place) and one.ref]
    for one in (*words, *words):  # the second time, what was wrong beside a blank
        for choice in menus(doc, number, book).menu(one).options:
            before = _errors(doc)
            if not before:
                return
            if choice.ref and doc.apply(choice.make()) is not None:
                if before[0] not in _errors(doc):
                    break
                doc.undo()


# Lessons


def lesson() -> LevelDocument:
    """Return the small level with two lessons."""
    return document(
        YARD
        + """
[[lesson]]  # the first
when = [{ can = "attack" }, { round = 2 }]
until = [{ did = "attack" }]
message = "Point at a foe."

[[lesson]]
when = [{ did = "undo" }]
message = "Done."
"""
    )


def last(doc: LevelDocument, number: int) -> TriggerCard:
    return next(one for one in cards_of(doc.reading) if one.base == ("lesson", number))


def test_lessons_are_cards_after_the_triggers() -> None:
    doc = lesson()
    bases = [one.base for one in cards_of(doc.reading)]
    count = len(doc.reading.toml.entries(ARRAY))
    assert bases == [*((ARRAY, n) for n in range(count)), ("lesson", 0), ("lesson", 1)]
    assert last(doc, 0).sentence.replace("+", "") == (
        "Once, when all of: the player can attack · round 2 begins, until any of: "
        "the player has done attack — tell the player “Point at a foe.”"
    )
    kinds = {one.text: one.kind for one in last(doc, 0).words}
    assert (kinds["all of"], kinds["attack"], kinds["Point at a foe."]) == (
        "plain",
        "value",
        "value",
    )


def test_words_of_a_lesson_change_its_values_only() -> None:
    doc = lesson()
    own = WordMenus(doc.reading, PALETTES["action"], ("lesson", 0))
    can = next(one for one in last(doc, 0).words if one.keys == ("when", 0, "can"))
    options = {one.id: one for one in own.menu(can).options}
    assert {"attack", "move", "undo"} <= set(options)
    assert "log" not in options
    doc.apply(options["undo"].make())
    own = WordMenus(doc.reading, PALETTES["action"], ("lesson", 0))
    did = next(one for one in last(doc, 0).words if one.keys == ("until", 0, "did"))
    options = {one.id: one for one in own.menu(did).options}
    assert {"attack", "undo", "log"} <= set(options)
    doc.apply(options["log"].make())
    message = next(one for one in last(doc, 0).words if one.keys == ("message",))
    own = WordMenus(doc.reading, PALETTES["action"], ("lesson", 0))
    assert own.is_typed(message)
    assert own.typed(message, " ") == "It can't be empty."
    made = own.typed(message, "Press {undo}.")
    assert not isinstance(made, str)
    doc.apply(made)
    before, after = lesson().text.splitlines(), doc.text.splitlines()
    assert [new for old, new in zip(before, after, strict=True) if old != new] == [
        'when = [{ can = "undo" }, { round = 2 }]',
        'until = [{ did = "log" }]',
        'message = "Press {undo}."',
    ]
    assert not _errors(doc)


def test_every_condition_of_a_lesson_is_made_by_its_card() -> None:
    doc = lesson()
    base = len(doc.steps)
    for group in LESSON_GROUPS:
        for key in fields_of(LESSON_GROUPS[group]):
            own = WordMenus(doc.reading, PALETTES["action"], ("lesson", 0))
            options = own.menu(CardWord("", "add", (group,))).options
            doc.apply(next(one for one in options if one.id == key).make())
            entries = doc.reading.toml.get(("lesson", 0, group))
            assert isinstance(entries, list)
            assert list(entries[-1]) == [key]
            place = len(entries) - 1
            assert any(one.keys[:2] == (group, place) for one in last(doc, 0).words)
            errors = _errors(doc)
            assert all(" is chosen yet" in one for one in errors), errors
            while len(doc.steps) > base:
                doc.undo()
    wrong = {one.id for one in own.menu(CardWord("", "add", ("when",))).options}
    assert wrong == set(fields_of(LessonWhen))


def test_lesson_is_moved_copied_and_its_condition_sent() -> None:
    doc = lesson()
    doc.apply(card_gestures.copy_card(doc.reading, ("lesson", 1)))
    assert [one.get("message") for one in doc.reading.toml.entries("lesson")][1:] == ["Done."] * 2
    own = WordMenus(doc.reading, PALETTES["action"], ("lesson", 0))
    menu = own.menu(CardWord("", "clause", ("when", 1))).options
    assert {"to_until"} <= {one.id for one in menu}
    assert not {"to_any", "to_when"} & {one.id for one in menu}
    doc.apply(next(one for one in menu if one.id == "to_until").make())
    assert doc.reading.toml.get(("lesson", 0, "until")) == [{"did": "attack"}, {"round": 2}]
    assert not _errors(doc)


@pytest.mark.parametrize("level", [f"first_{book}" for book in sorted(BOOKS)])
def test_lessons_of_the_game_are_read_as_cards(level: str) -> None:
    doc = LevelDocument(find_level(level).read_text(encoding="utf-8"), BOOKS, name=level)
    assert doc.reading.level is not None
    found = [one for one in cards_of(doc.reading) if one.base[0] == "lesson"]
    assert len(found) == len(doc.reading.level.script.lessons)
    for one, own in zip(found, doc.reading.level.script.lessons, strict=True):
        assert not any(word.is_blank for word in one.words)
        assert own.message in one.sentence


# Random changes

PLACED = [row.id for row in all_levels()]
CHANGES = 25


@pytest.mark.parametrize("level", PLACED[::4])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_random_changes_stay_in_their_trigger_or_lesson(level: str, newline: str) -> None:
    text = find_level(level).read_text(encoding="utf-8").replace("\n", newline)
    doc = LevelDocument(text, BOOKS, name=level)
    book = doc.reading.book
    assert book is not None
    dice, made = random.Random(level), 0
    doc.apply(menus(doc, 0, book.id).new_trigger())
    doc.apply(add_lesson(doc.reading))
    for _ in range(CHANGES):
        own = dice.choice(cards_of(doc.reading))
        words = [one for one in own.words if one.kind != "plain"]
        some = WordMenus(doc.reading, PALETTES[book.id], own.base)
        options = some.menu(dice.choice(words)).options
        before, span = doc.text, table_span(doc.reading.toml, own.base)
        if not options or span is None:
            continue
        try:
            change = dice.choice(options).make()
        except GestureRefused:
            continue
        if any("answer" in str(one) for one in change.name.split()):
            continue  # an answer that is renamed follows in other triggers
        assert all(span.start <= one.start and one.end <= span.end for one in change.edits)
        step = doc.apply(change)
        if step is None:
            continue
        made += 1
        assert doc.reading.is_toml
        assert applied(doc.text, step.back) == before
        assert newline == "\n" or "\n" not in doc.text.replace("\r\n", "")
        for one in (word for after in cards_of(doc.reading) for word in after.words):
            assert one.kind != "value" or word_type(one.keys) is not None
    assert made > CHANGES / 4
    while doc.undo():
        pass
    assert doc.text == text
