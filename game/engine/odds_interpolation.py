"""Interpolation: results of outcomes that differ only in an amount, filled in without a trial.

A damage roll has as many outcomes as values, and most of them differ only in the life lost. Try the
smallest and the largest amount of outcomes that promise this (`Outcome.scale`). If the two results
agree, fill in those between; otherwise try the middle too, and do the same with both halves.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from game.terms.agenda import AgendaItem, Outcome

T = TypeVar("T")


class Share(NamedTuple):
    """The place of an amount between two others: `more` above the lower, which are `span` apart."""

    more: int
    span: int


Between = Callable[[T, T, Share], T | None]
"""A function that returns the result of an amount between two others. It gets the results of the
lower and the higher amount, and returns None if these don't agree.
"""


def each(
    outcomes: Sequence[AgendaItem], trial: Callable[[AgendaItem], T], between: Between[T]
) -> list[T]:
    """Return the result of every outcome, in the same order."""
    found: dict[int, T] = {}
    for some in _alike(outcomes):
        _fill(found, some, outcomes, trial, between)
    return [found[n] for n in range(len(outcomes))]


def _alike(outcomes: Iterable[AgendaItem]) -> Iterator[list[tuple[int, int]]]:
    """Yield groups of outcomes that differ only in an amount.

    A group is a list of amounts in ascending order, each with the index of its outcome.
    """
    groups: dict[object, list[tuple[int, int]]] = {}
    for place, outcome in enumerate(outcomes):
        scale = outcome.scale if isinstance(outcome, Outcome) else None
        # An outcome that promises nothing gets its own index as key, and thus its own group.
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
    """Compute the results of a group: at both ends, and in both halves if the ends don't agree."""
    # An end of a half may be known from the whole. Don't try it again: trials are expensive.
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
    # The middle belongs to both halves, so that each half has two ends.
    middle = len(some) // 2
    _fill(found, some[: middle + 1], outcomes, trial, between)
    _fill(found, some[middle:], outcomes, trial, between)
