"""Dice expressions: parsing, printing, values, limits and known distributions."""

from fractions import Fraction

import msgspec
import pytest

from game.core.dice import Dice, DiceError, DicePart, Dist
from game.terms.texts import dice_text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("3d6", "3d6"),
        ("d6", "1d6"),
        ("1d6+2", "1d6+2"),
        ("2d6+1d4-1", "2d6+1d4-1"),
        ("4", "4"),
        ("-1", "-1"),
        ("0", "0"),
        ("2d6kh1", "2d6kh1"),
        ("4D6KL3", "4d6kl3"),
        ("8d6s", "8d6s"),
        (" 2 + d6 - 5 ", "1d6-3"),
        ("1d6+1-1", "1d6"),
        ("100d1000", "100d1000"),
    ],
)
def test_text_is_canonical(text: str, canonical: str) -> None:
    dice = Dice.parse(text)
    assert str(dice) == canonical
    assert Dice.parse(canonical) == dice


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is not a dice expression."),
        ("+", "'+' is not a dice expression: '' is not like 3d6, 2d6kh1, 8d6s or 4."),
        ("x", "'x' is not a dice expression: 'x' is not like 3d6, 2d6kh1, 8d6s or 4."),
        ("3d", "'3d' is not a dice expression: '3d' is not like 3d6, 2d6kh1, 8d6s or 4."),
        ("1d6+-1", "'1d6+-1' is not a dice expression: '' is not like 3d6, 2d6kh1, 8d6s or 4."),
        ("1 d6", "'1 d6' is not a dice expression: '1 d6' is not like 3d6, 2d6kh1, 8d6s or 4."),
        ("4-1d6", "'4-1d6' subtracts dice, but dice can only be added."),
        ("0d6", "'0d6' asks for zero dice."),
        ("d1", "'d1' has a die with 1 side, but a die has 2 to 1000."),
        ("D1001", "'D1001' has a die with 1001 sides, but a die has 2 to 1000."),
        ("60d6+41d6", "'60d6+41d6' has 101 dice, but the limit is 100."),
        ("9999+2", "'9999+2' adds 10001, but the limit is ±10000."),
        ("-10001", "'-10001' adds −10001, but the limit is ±10000."),
        ("2d6kh3", "'2d6kh3' keeps 3 of 2 dice."),
        ("2d6kl0", "'2d6kl0' keeps 0 of 2 dice."),
        (
            "9d1000kh3",
            "'9d1000kh3' is too large: kept dice times sides make 3000, but the limit is 2000.",
        ),
    ],
)
def test_bad_text_is_named_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(DiceError) as fault:
        Dice.parse(text)
    assert dice_text(fault.value) == sentence


def test_dice_built_or_decoded_by_hand_keep_the_limits() -> None:
    with pytest.raises(ValueError, match="sides"):
        Dice((DicePart(1, 1),))
    with pytest.raises(ValueError, match="keeps-which"):
        Dice((DicePart(3, 6, keep=1),))
    with pytest.raises(msgspec.ValidationError, match="no-dice"):
        msgspec.json.decode(b'{"parts":[{"count":0,"sides":6}]}', type=Dice)


def test_of_accepts_text_numbers_and_dice() -> None:
    assert Dice.of("d6") == Dice.parse("1d6")
    assert Dice.of(-3) == Dice.parse("-3")
    assert Dice.of(Dice.parse("2d4")) == Dice.parse("2d4")


def test_json_is_small_and_decodes_to_an_equal_value() -> None:
    dice = Dice.parse("2d6kh1+3")
    text = msgspec.json.encode(dice)
    assert text == b'{"parts":[{"count":2,"sides":6,"rule":"kh","keep":1}],"bonus":3}'
    assert msgspec.json.decode(text, type=Dice) == dice
    assert hash(msgspec.json.decode(text, type=Dice)) == hash(dice)


def test_sides_are_in_drawing_order() -> None:
    assert Dice.parse("2d6+1+1d4").sides == (6, 6, 4)
    assert Dice.parse("4").sides == ()


@pytest.mark.parametrize(
    ("text", "faces", "value"),
    [
        ("3d6", [1, 2, 6], 9),
        ("2d6+1d4-1", [6, 1, 4], 10),
        ("2d6kh1", [2, 5], 5),
        ("4d6kl3", [6, 2, 3, 1], 6),
        ("4d6kh4", [6, 2, 3, 1], 12),
        ("5d6s", [6, 5, 6, 1, 6], 3),
        ("2d6s+1d6", [6, 1, 6], 7),
        ("7", [], 7),
    ],
)
def test_value_is_computed_from_faces(text: str, faces: list[int], value: int) -> None:
    assert Dice.parse(text).value(faces) == value


@pytest.mark.parametrize(
    ("text", "faces", "sentence"),
    [
        ("2d6", [1, 2, 3], "'2d6' needs 2 faces, not 3."),
        ("d6", [], "'1d6' needs 1 face, not 0."),
        ("1d6+1d4", [5, 5], "A d4 of '1d6+1d4' cannot show 5."),
        ("1d6", [0], "A d6 of '1d6' cannot show 0."),
    ],
)
def test_value_refuses_impossible_faces(text: str, faces: list[int], sentence: str) -> None:
    with pytest.raises(DiceError) as fault:
        Dice.parse(text).value(faces)
    assert dice_text(fault.value) == sentence


def test_bounds_are_the_extreme_values() -> None:
    assert (Dice.parse("2d6+1d4-1").lowest, Dice.parse("2d6+1d4-1").highest) == (2, 15)
    assert (Dice.parse("4d6kl3").lowest, Dice.parse("4d6kl3").highest) == (3, 18)
    assert (Dice.parse("8d6s+1").lowest, Dice.parse("8d6s+1").highest) == (1, 9)


def test_distributions_are_exact() -> None:
    assert Dice.parse("2d3").dist() == Dist(((2, 1), (3, 2), (4, 3), (5, 2), (6, 1)), 9)
    assert Dice.parse("2d3kh1").dist() == Dist(((1, 1), (2, 3), (3, 5)), 9)
    assert Dice.parse("2d3kl1-1").dist() == Dist(((0, 5), (1, 3), (2, 1)), 9)
    assert Dice.parse("2d6s").dist() == Dist(((0, 25), (1, 10), (2, 1)), 36)
    assert Dice.parse("4").dist() == Dist(((4, 1),), 1)
    assert dict(Dice.parse("3d6").dist().weights)[10] == 27


def test_means_are_exact() -> None:
    for text, mean in {"3d6": Fraction(21, 2), "2d6kh1": Fraction(161, 36), "60d6s": 10}.items():
        dist = Dice.parse(text).dist()
        assert Fraction(dist.summed(), dist.total) == mean


def test_large_distributions_are_complete() -> None:
    for text in ("20d6kh3", "60d6s", "20d6kl19", "40d20+30d6s", "2d1000kh1"):
        dist = Dice.parse(text).dist()
        assert sum(weight for _, weight in dist.weights) == dist.total
        assert dist.weights[0][0] == Dice.parse(text).lowest
        assert dist.weights[-1][0] == Dice.parse(text).highest


def test_distributions_are_cached() -> None:
    assert Dice.parse("5d8").dist() is Dice.parse("5d8").dist()


@pytest.mark.parametrize(
    ("text", "faces", "counted"),
    [
        ("3d6", [1, 6, 2], [True, True, True]),
        ("4d6s", [6, 1, 6, 5], [True, False, True, False]),
        ("3d6kh1", [5, 6, 6], [False, True, False]),
        ("4d6kl3", [2, 5, 5, 1], [True, True, False, True]),
    ],
)
def test_counted_marks_the_faces_that_count(
    text: str, faces: list[int], counted: list[bool]
) -> None:
    (part,) = Dice.parse(text).parts
    assert part.counted(faces) == counted
    values = (1 if part.rule == "s" else face for face in faces)
    kept = (value for value, counts in zip(values, counted, strict=True) if counts)
    assert part.score(faces) == sum(kept)
