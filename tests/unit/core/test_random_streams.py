"""Dice drawn from a seed."""

from collections import Counter

import pytest

from game.core.dice import Dice
from game.core.random_streams import Stream, face


def test_faces_never_change_between_versions() -> None:
    faces = [face(7, "battle", i, 6) for i in range(12)]
    assert faces == [3, 6, 1, 1, 1, 1, 1, 5, 3, 4, 5, 4]
    assert face(-1, "ai|red", 10**9, 1000) == 65


def test_faces_depend_on_every_argument() -> None:
    def row(seed: int, stream: str, first: int) -> list[int]:
        return [face(seed, stream, i, 1000) for i in range(first, first + 4)]

    rows = [row(1, "a", 0), row(2, "a", 0), row(1, "b", 0), row(1, "a", 4), row(1, "|0", 0)]
    assert len({tuple(faces) for faces in rows}) == len(rows)


def test_faces_are_spread_evenly() -> None:
    counts = Counter(face(3, "spread", i, 6) for i in range(6000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(900 < count < 1100 for count in counts.values())


def test_roll_draws_each_die_in_order() -> None:
    stream = Stream(7, "battle")
    faces = stream.roll(Dice.parse("2d6+1+1d20"))
    expected = (face(7, "battle", 0, 6), face(7, "battle", 1, 6), face(7, "battle", 2, 20))
    assert faces == expected
    assert stream.drawn == 3


def test_counter_is_the_whole_state() -> None:
    stream = Stream(7, "battle")
    stream.roll(Dice.parse("5d6"))
    again = Stream(7, "battle", stream.drawn)
    assert stream.roll(Dice.parse("5d6")) == again.roll(Dice.parse("5d6"))


def test_fixed_number_draws_nothing() -> None:
    stream = Stream(7, "battle")
    assert stream.roll(Dice.of(4)) == ()
    assert stream.drawn == 0


def test_pick_counts_from_zero_and_draws_one_die() -> None:
    stream = Stream(7, "ai")
    assert stream.pick(5) == face(7, "ai", 0, 5) - 1
    assert stream.drawn == 1
    assert {stream.pick(3) for _ in range(50)} == {0, 1, 2}


def test_pick_among_one_draws_nothing() -> None:
    stream = Stream(7, "ai")
    assert stream.pick(1) == 0
    assert stream.drawn == 0
    with pytest.raises(ValueError, match="one of 0"):
        stream.pick(0)
