"""What outcomes come to that differ in an amount only: those between two that end alike.

A roll of damage has as many outcomes as it has values, and most of them do the same to a battle but
for the life that is lost. Outcomes that say so (`Outcome.scale`) are tried from both ends of their
amounts; what lies between two that agree is told without a try, all else is tried in halves.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from game.terms.agenda import AgendaItem, Outcome

T = TypeVar("T")


class Share(NamedTuple):
    """Where an amount lies between two others: so much above the lower, of so much in all."""

    more: int
    span: int


Between = Callable[[T, T, Share], T | None]
"""From what the outcomes with the lower and the higher amount came to: what one between them comes
to; None if they do not agree."""


def each(
    outcomes: Sequence[AgendaItem], trial: Callable[[AgendaItem], T], between: Between[T]
) -> list[T]:
    """What every outcome comes to, in their order."""
    found: dict[int, T] = {}
    for some in _alike(outcomes):
        _fill(found, some, outcomes, trial, between)
    return [found[n] for n in range(len(outcomes))]


def _alike(outcomes: Iterable[AgendaItem]) -> Iterator[list[tuple[int, int]]]:
    """The outcomes that differ in an amount only: the amounts, ascending, with their places."""
    groups: dict[object, list[tuple[int, int]]] = {}
    for place, outcome in enumerate(outcomes):
        scale = outcome.scale if isinstance(outcome, Outcome) else None
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
    """Finds what some outcomes come to: the ends, and the middle where these do not agree."""
    for _, place in (some[0], some[-1]):
        if place not in found:
            found[place] = trial(outcomes[place])
    if len(some) < 3:
        return
    (least, low), (most, high) = some[0], some[-1]
    told: dict[int, T] = {}
    for amount, place in some[1:-1]:
        one = between(found[low], found[high], Share(amount - least, most - least))
        if one is None:
            break
        told[place] = one
    else:
        found.update(told)
        return
    middle = len(some) // 2
    _fill(found, some[: middle + 1], outcomes, trial, between)
    _fill(found, some[middle:], outcomes, trial, between)
