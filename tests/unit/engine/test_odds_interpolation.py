"""Outcomes that differ in an amount only, tried from both ends."""

from collections.abc import Callable, Hashable

from game.engine.odds_interpolation import Share, each
from game.terms.agenda import AgendaItem, Outcome


class Burnt(Outcome, frozen=True):
    """An outcome with an amount."""

    of: str
    amount: int

    @property
    def scale(self) -> tuple[Hashable, int] | None:
        return self.of, self.amount


class Odd(Outcome, frozen=True):
    """One without."""

    number: int


def left(low: int, high: int, share: Share) -> int | None:
    """What is left between two that agree, or differ by just the amount."""
    if low == high:
        return low
    return low - share.more if low - high == share.span else None


def tried(outcomes: list[AgendaItem], rule: Callable[[int], int]) -> tuple[list[int], int]:
    """What each comes to, and how many were tried for it."""
    tries: list[AgendaItem] = []

    def trial(outcome: AgendaItem) -> int:
        tries.append(outcome)
        return rule(outcome.amount) if isinstance(outcome, Burnt) else -99

    return each(outcomes, trial, left), len(tries)


def test_what_lies_between_two_that_differ_by_the_amount_is_told() -> None:
    outcomes: list[AgendaItem] = [Burnt("hay", n) for n in range(4, 20)]
    assert tried(outcomes, lambda n: 50 - n) == ([50 - n for n in range(4, 20)], 2)


def test_a_threshold_is_found_by_halves() -> None:
    outcomes: list[AgendaItem] = [Burnt("hay", n) for n in range(64)]
    found, tries = tried(outcomes, lambda n: max(0, 41 - n))
    assert found == [max(0, 41 - n) for n in range(64)]
    assert tries < 16


def test_every_threshold_there_may_be_is_found() -> None:
    outcomes: list[AgendaItem] = [Burnt("hay", n) for n in range(12)]
    for falls in range(14):
        for breaks in range(falls, 14):

            def rule(n: int, falls: int = falls, breaks: int = breaks) -> int:
                return -7 if n >= breaks else 100 - n if n >= falls else 200 - n

            assert tried(outcomes, rule)[0] == [rule(n) for n in range(12)]


def test_others_are_tried_one_by_one_and_keep_their_places() -> None:
    outcomes: list[AgendaItem] = [Odd(1), Burnt("hay", 9), Burnt("rye", 1), Odd(2), Burnt("hay", 1)]
    assert tried(outcomes, lambda n: 50 - n) == ([-99, 41, 49, -99, 49], 5)


def test_amounts_count_in_their_order_however_they_are_listed() -> None:
    outcomes: list[AgendaItem] = [Burnt("hay", n) for n in (5, 1, 3, 2, 4)]
    assert tried(outcomes, lambda n: 50 - n) == ([45, 49, 47, 48, 46], 2)
