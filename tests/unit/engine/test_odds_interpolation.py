"""Outcomes that differ only in an amount, tried from both ends."""

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
    """An outcome without an amount."""

    number: int


def left(low: int, high: int, share: Share) -> int | None:
    """Return the result between two that agree, or that differ by exactly the amount; else None."""
    if low == high:
        return low
    return low - share.more if low - high == share.span else None


def tried(outcomes: list[AgendaItem], rule: Callable[[int], int]) -> tuple[list[int], int]:
    """Return each result, and the number of outcomes that were tried."""
    tries: list[AgendaItem] = []

    def trial(outcome: AgendaItem) -> int:
        tries.append(outcome)
        return rule(outcome.amount) if isinstance(outcome, Burnt) else -99

    return each(outcomes, trial, left), len(tries)


def test_results_between_two_that_differ_by_the_amount_are_filled_in() -> None:
    outcomes: list[AgendaItem] = [Burnt("hay", n) for n in range(4, 20)]
    assert tried(outcomes, lambda n: 50 - n) == ([50 - n for n in range(4, 20)], 2)


def test_threshold_is_found_by_bisection() -> None:
    outcomes: list[AgendaItem] = [Burnt("hay", n) for n in range(64)]
    found, tries = tried(outcomes, lambda n: max(0, 41 - n))
    assert found == [max(0, 41 - n) for n in range(64)]
    assert tries < 16


def test_every_possible_threshold_is_found() -> None:
    outcomes: list[AgendaItem] = [Burnt("hay", n) for n in range(12)]
    for falls in range(14):
        for breaks in range(falls, 14):

            def rule(n: int, falls: int = falls, breaks: int = breaks) -> int:
                return -7 if n >= breaks else 100 - n if n >= falls else 200 - n

            assert tried(outcomes, rule)[0] == [rule(n) for n in range(12)]


def test_other_outcomes_are_tried_one_by_one_and_keep_their_order() -> None:
    outcomes: list[AgendaItem] = [Odd(1), Burnt("hay", 9), Burnt("rye", 1), Odd(2), Burnt("hay", 1)]
    assert tried(outcomes, lambda n: 50 - n) == ([-99, 41, 49, -99, 49], 5)


def test_amounts_are_sorted_however_they_are_listed() -> None:
    outcomes: list[AgendaItem] = [Burnt("hay", n) for n in (5, 1, 3, 2, 4)]
    assert tried(outcomes, lambda n: 50 - n) == ([45, 49, 47, 48, 46], 2)
