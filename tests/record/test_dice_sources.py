"""Sources of faces."""

import pytest

from game.core.dice import Dice
from game.core.random_streams import Stream
from game.record.dice_source import BadDice, DiceSource, parse_dice, parse_seed

TWO = Dice.of("2d6")


def test_seed_gives_the_battles_dice() -> None:
    stream = Stream(5, "battle")
    assert DiceSource(5).faces(TWO, 0) == stream.roll(TWO)
    assert DiceSource(5).faces(TWO, 2) == stream.roll(TWO)


def test_script_gives_the_first_dice_and_the_seed_the_rest() -> None:
    source = parse_dice("6, 1,4", 5)
    plain = DiceSource(5).faces(Dice.of("4d6"), 0)
    assert plain is not None
    assert source.faces(TWO, 0) == (6, 1)
    assert source.faces(TWO, 2) == (4, plain[3])


def test_asked_dice_are_never_drawn() -> None:
    assert parse_dice("ask", 5).faces(TWO, 0) is None


def test_parse_dice_names_a_scripted_face_that_is_impossible() -> None:
    with pytest.raises(BadDice, match=r"^Face 2 of the scripted dice is 7, .* is a d6\.$"):
        parse_dice("1,7", 5).faces(TWO, 0)


@pytest.mark.parametrize("text", ["", "0", "1,,2", "1001", "x", "-1", "1.5", "²", "9" * 5000])
def test_parse_dice_refuses_a_script_without_faces(text: str) -> None:
    with pytest.raises(ValueError, match="faces from 1 to 1000"):
        parse_dice(text, 0)


@pytest.mark.parametrize("text", ["-1", "x", str(2**63), "1" * 5000, "", "1_0", "١"])
def test_parse_seed_refuses_numbers_out_of_bounds(text: str) -> None:
    with pytest.raises(ValueError, match="expected a whole number from 0"):
        parse_seed(text)


def test_parse_seed_takes_the_greatest_seed() -> None:
    assert parse_seed(str(2**63 - 1)) == 2**63 - 1
