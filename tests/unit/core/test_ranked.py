"""Ranked dice: their value, the faces decoded from the value, and their exact distribution."""

from itertools import product

import pytest

from game.core.dice import Dice, Ranked


@pytest.mark.parametrize("text", ["1d6", "2d6", "3d6", "4d4", "2d12"])
def test_distribution_equals_that_of_every_roll(text: str) -> None:
    dice, found = Ranked.like(text), dict[int, int]()
    for faces in product(*(range(1, most + 1) for most in dice.sides)):
        value = dice.value(faces)
        assert dice.faces_of(value) == tuple(sorted(faces, reverse=True))
        found[value] = found.get(value, 0) + 1
    assert dict(dice.dist().weights) == found
    assert dice.dist().total == sum(found.values())
    assert (dice.lowest, dice.highest) == (min(found), max(found))


def test_order_of_faces_does_not_matter() -> None:
    dice = Ranked.like("3d6")
    assert dice.value((2, 6, 4)) == dice.value((6, 4, 2))
    assert dice.value((2, 6, 4)) != dice.value((6, 5, 1))


def test_ranked_dice_print_like_plain_ones_but_are_not_equal() -> None:
    assert str(Ranked.like("2d6")) == "2d6"
    assert Ranked.like("2d6") != Dice.of("2d6")
    assert Ranked.like("2d6") == Ranked.like(Dice.of("2d6"))


@pytest.mark.parametrize("text", ["2d6+1", "3", "1d6+1d4", "2d6kh1", "4d6s"])
def test_only_equal_dice_can_be_ranked(text: str) -> None:
    with pytest.raises(ValueError, match="unequal"):
        Ranked.like(text)


def test_impossible_faces_are_refused() -> None:
    with pytest.raises(ValueError, match="face"):
        Ranked.like("2d6").value((7, 1))
