"""The results of outcomes that differ in one amount only: those between two that end alike.

A roll of damage has as many outcomes as it has values, and most of them do the same to a battle but
for the life that is lost. Outcomes that promise so (`Outcome.scale`) are tried from both ends of
their amounts; the results between two that agree are filled in without a trial, all others are
tried in halves.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from game.terms.agenda import AgendaItem, Outcome

T = TypeVar("T")


class Share(NamedTuple):
    """The place of an amount between two others: `more` above the lower, of `span` in all."""

    more: int
    span: int


Between = Callable[[T, T, Share], T | None]
"""From what the outcomes with the lower and the higher amount came to: what one between them comes
to; None if they do not agree."""


def each(
    outcomes: Sequence[AgendaItem], trial: Callable[[AgendaItem], T], between: Between[T]
) -> list[T]:
    """Return the result of every outcome, in their order."""
    found: dict[int, T] = {}
    for some in _alike(outcomes):
        _fill(found, some, outcomes, trial, between)
    return [found[n] for n in range(len(outcomes))]


def _alike(outcomes: Iterable[AgendaItem]) -> Iterator[list[tuple[int, int]]]:
    """Yield the outcomes that differ in an amount only: the amounts, ascending, with their
    places.
    """
    groups: dict[object, list[tuple[int, int]]] = {}
    for place, outcome in enumerate(outcomes):
        scale = outcome.scale if isinstance(outcome, Outcome) else None
        # An outcome that promises nothing gets its own place as key, and so a group of its own.
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
    """Find the results of some outcomes: the ends, and the middle if these do not agree."""
    # Halves share their ends with the whole, so an end may be known already; a trial is dear.
    for _, place in (some[0], some[-1]):
        if place not in found:
            found[place] = trial(outcomes[place])
    if len(some) < 3:
        return
    (least, low), (most, high) = some[0], some[-1]
    # All or nothing: where one amount cannot be told from the ends, they have not ended alike, and
    # the promise of `scale` says nothing about the others either.
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
