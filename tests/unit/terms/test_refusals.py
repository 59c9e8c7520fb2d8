"""Refusals: their sentences for people and for programs."""

import pytest

from game.core.dice import Dice
from game.terms.refusals import Refusal
from game.terms.texts import Texts

TEXTS = Texts(
    {
        "refusal": {
            "too-far": "Too far: {cost} ft, and {unit} has {left} ft left.",
            "too-far_zones": "Too far: {count:zone|zones}.",
            "taken": "{at} is taken by {other}.",
            "no-choice": "Choose one of {known}.",
            "closed": "The way to {zone} is closed.",
            "dice-due": "Roll {dice} first.",
        }
    }
)
TITLES = {"red.ann": "Ann", "blue.rat": "The rat", "zone b": "the yard"}


def far(unit: str) -> Refusal:
    return Refusal("too-far", "TAG-01", cost=40, unit=unit, left=30)


def test_people_read_titles_and_programs_ids() -> None:
    assert far("red.ann").text(TEXTS, TITLES) == "Too far: 40 ft, and Ann has 30 ft left."
    assert far("red.ann").text(TEXTS) == "Too far: 40 ft, and 'red.ann' has 30 ft left."


def test_title_within_a_sentence_begins_with_a_small_letter() -> None:
    assert far("blue.rat").text(TEXTS, TITLES) == "Too far: 40 ft, and the rat has 30 ft left."
    taken = Refusal("taken", at=(3, 1), other="blue.rat")
    assert taken.text(TEXTS, TITLES) == "(3, 1) is taken by the rat."


def test_unknown_id_is_quoted() -> None:
    taken = Refusal("taken", at=(3, 1), other="a\nb {at}")
    assert taken.text(TEXTS, TITLES) == "(3, 1) is taken by 'a\\nb {at}'."


def test_several_ids_are_listed() -> None:
    choice = Refusal("no-choice", known=("red.ann", "blue.rat", "x"))
    assert choice.text(TEXTS, TITLES) == "Choose one of Ann, the rat, 'x'."


def test_variant_chooses_the_sentence_and_counts() -> None:
    said = [Refusal("too-far", variant="zones", count=n).text(TEXTS) for n in (1, 2)]
    assert said == ["Too far: 1 zone.", "Too far: 2 zones."]


@pytest.mark.parametrize(
    ("zone", "said"), [("b", "the yard"), ("c", "zone c"), ("no such", "zone 'no such'")]
)
def test_zone_is_shown_by_its_name_or_letter(zone: str, said: str) -> None:
    assert Refusal("closed", zone=zone).text(TEXTS, TITLES) == f"The way to {said} is closed."


def test_dice_are_shown_as_written() -> None:
    assert Refusal("dice-due", dice=Dice.of("4d6kh3+1")).text(TEXTS) == "Roll 4d6kh3+1 first."


def test_code_without_a_sentence_is_spelled_out() -> None:
    assert Refusal("not-this-time").text(TEXTS) == "Not this time."
    assert far("red.ann").text(Texts()) == "Too far."


def test_renamed_refusal_differs_in_its_ids_only() -> None:
    assert far("red.ann").renamed({"red.ann": "blue.bo"}) == far("blue.bo")
    moot = Refusal("no-choice", variant="x", is_moot=True, known=("red.ann",))
    assert moot.renamed({"red.bo": "red.cy"}) == moot
