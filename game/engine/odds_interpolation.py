"""Results of outcomes that differ only in an amount, filled in between two that agree.

A damage roll has as many outcomes as values, and most of them differ only in the life lost.
Outcomes that promise this (`Outcome.scale`) are tried from both ends of their amounts. Results
between two that agree are filled in without a trial; all others are tried by bisection.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from game.terms.agenda import AgendaItem, Outcome

T = TypeVar("T")


class Share(NamedTuple):
    """The place of an amount between two others: `more` above the lower one, of `span` in total."""

    more: int
    span: int


Between = Callable[[T, T, Share], T | None]
"""A function from the results of a lower and a higher amount to the result of one in between, or
None if they don't agree.
"""


def each(
    outcomes: Sequence[AgendaItem], trial: Callable[[AgendaItem], T], between: Between[T]
) -> list[T]:
    """Return the result of every outcome, in their order."""
    found: dict[int, T] = {}
    for some in _alike(outcomes):
        _fill(found, some, outcomes, trial, between)
    return [found[n] for n in range(len(outcomes))]


def _alike(outcomes: Iterable[AgendaItem]) -> Iterator[list[tuple[int, int]]]:
    """Yield groups of outcomes that differ only in an amount.

    Each is a list of amounts, ascending, with the indexes of their outcomes.
    """
    groups: dict[object, list[tuple[int, int]]] = {}
    for place, outcome in enumerate(outcomes):
        scale = outcome.scale if isinstance(outcome, Outcome) else None
        # An outcome that promises nothing gets its own index as key, and so a group of its own.
        key, amount = (place, 0) if scale is None else ((type(outcome), scale[0]), scale[1])
        groups.setdefault(key, []).append((amount, place))
    for some in groups.values():
        some.sort()
        yield some


def _fill(
    found: dict[int, T],
    some: Sequence[tuple[int, int]],
    outcomes: Sequence[AgendaItem],
    trial: Callable[[AgendaItem], T],
    between: Between[T],
) -> None:
    """Compute the results of some outcomes: the ends, and the middle if these don't agree."""
    # Halves share their ends with the whole, so an end may be known already; trials are expensive.
    for _, place in (some[0], some[-1]):
        if place not in found:
            found[place] = trial(outcomes[place])
    if len(some) < 3:
        return
    (least, low), (most, high) = some[0], some[-1]
    # All or nothing: if one amount can't be filled in, the ends don't agree, and the promise of
    # `scale` says nothing about the other amounts either.
    told: dict[int, T] = {}
    for amount, place in some[1:-1]:
        one = between(found[low], found[high], Share(amount - least, most - least))
        if one is None:
            break
        told[place] = one
    else:
        found.update(told)
        return
    # The middle belongs to both halves, or the amounts next to it would have only one end.
    middle = len(some) // 2
    _fill(found, some[: middle + 1], outcomes, trial, between)
    _fill(found, some[middle:], outcomes, trial, between)
