"""Order and distance of cells."""

from game.core.cells import EIGHT, FOUR, reading, steps_apart


def test_offsets_are_in_reading_order() -> None:
    assert list(FOUR) == sorted(FOUR, key=reading)
    assert list(EIGHT) == sorted(EIGHT, key=reading)
    assert len(set(FOUR)) == 4
    assert len(set(EIGHT)) == 8


def test_reading_sorts_by_row_first() -> None:
    assert sorted([(0, 1), (5, 0), (2, 0)], key=reading) == [(2, 0), (5, 0), (0, 1)]


def test_distance_depends_on_diagonals() -> None:
    assert steps_apart((1, 1), (4, 3), diagonal=True) == 3
    assert steps_apart((1, 1), (4, 3), diagonal=False) == 5
    assert steps_apart((4, 3), (4, 3), diagonal=True) == 0
