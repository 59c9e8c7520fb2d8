"""Dice, compared with the enumeration of all rolls."""

from collections import Counter
from itertools import product
from math import prod

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.dice import Dice, DiceError, DicePart
from game.core.random_streams import Stream
from game.terms.texts import dice_text


@st.composite
def parts(draw: st.DrawFn, most: int, sides: int) -> DicePart:
    count = draw(st.integers(1, most))
    size = draw(st.integers(2, sides))
    match draw(st.sampled_from(["sum", "kh", "kl", "s"])):
        case "kh":
            return DicePart(count, size, "kh", draw(st.integers(1, count)))
        case "kl":
            return DicePart(count, size, "kl", draw(st.integers(1, count)))
        case "s":
            return DicePart(count, size, "s")
        case _:
            return DicePart(count, size)


def expressions(most: int, sides: int, pieces: int) -> st.SearchStrategy[Dice]:
    return st.builds(
        Dice,
        st.lists(parts(most, sides), max_size=pieces).map(tuple),
        st.integers(-10_000, 10_000),
    )


def slow_value(dice: Dice, faces: tuple[int, ...]) -> int:
    """Return the value by the rules of the notation, die by die."""
    total, rest = dice.bonus, list(faces)
    for part in dice.parts:
        shown, rest = rest[: part.count], rest[part.count :]
        while part.keep and len(shown) > part.keep:
            shown.remove(min(shown) if part.rule == "kh" else max(shown))
        total += shown.count(part.sides) if part.rule == "s" else sum(shown)
    return total


@settings(max_examples=120, deadline=None)
@given(expressions(3, 4, 2))
def test_distribution_equals_enumeration(dice: Dice) -> None:
    falls = product(*(range(1, sides + 1) for sides in dice.sides))
    counted = Counter(slow_value(dice, faces) for faces in falls)
    assert dice.dist().weights == tuple(sorted(counted.items()))
    assert dice.dist().total == prod(dice.sides)


@settings(max_examples=25, deadline=None)
@given(parts(6, 5))
def test_distribution_of_one_part_equals_enumeration(part: DicePart) -> None:
    dice = Dice((part,))
    falls = product(range(1, part.sides + 1), repeat=part.count)
    counted = Counter(slow_value(dice, faces) for faces in falls)
    assert dice.dist().weights == tuple(sorted(counted.items()))


@settings(max_examples=200, deadline=None)
@given(expressions(9, 20, 4), st.integers())
def test_value_of_rolled_faces_is_possible(dice: Dice, seed: int) -> None:
    faces = Stream(seed, "test").roll(dice)
    assert dice.value(faces) == slow_value(dice, faces)
    assert dice.lowest <= dice.value(faces) <= dice.highest


@settings(max_examples=200, deadline=None)
@given(expressions(20, 20, 4))
def test_text_and_json_read_back(dice: Dice) -> None:
    assert Dice.parse(str(dice)) == dice
    assert msgspec.json.decode(msgspec.json.encode(dice), type=Dice) == dice


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="0123d6khls+- x", max_size=12))
def test_any_text_is_parsed_or_refused_by_name(text: str) -> None:
    try:
        dice, sentence = Dice.parse(text), f"{text!r} is read."
    except DiceError as error:
        dice, sentence = Dice(), dice_text(error)
    assert repr(text) in sentence
    assert sentence.endswith(".")
    assert Dice.parse(str(dice)) == dice
