"""The odds of chains: of rolls that lead from one to the next until there is an outcome.

Chains don't depend on the world, so their odds are cached.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import lcm
from typing import TypeVar

from game.terms.agenda import AgendaItem, Chain, Decision
from game.terms.odds import ASSUMPTIONS

MOST_MOMENTS = 20_000
"""Maximum number of states searched for one command, and of outcomes of one chain."""

ON_THE_WAY = 4
"""Before the last roll of a chain, keep this many times as many outcomes as at its end."""

K = TypeVar("K")
AssumeKey = tuple[tuple[str, str], ...]
ChainOdds = tuple[tuple[tuple[AgendaItem, int], ...], int]
"""Outcomes with their weights, and the total of the weights."""


class TooManyOutcomes(ValueError):
    """The error for a command whose odds would take too long to compute."""


def check_assume(assume: object) -> AssumeKey:
    """Return the assumption as a key. Raise ValueError if it isn't valid."""
    if assume in ASSUMPTIONS:
        return (("", str(assume)),)
    given = {"": assume} if isinstance(assume, str) else assume
    if not isinstance(given, dict) or not all(
        isinstance(kind, str) and answer in ASSUMPTIONS for kind, answer in given.items()
    ):
        raise ValueError(f"{assume!r} isn't an assumption")
    # Sort them, so that equal assumptions have the same key in the caches below.
    return tuple(sorted(given.items()))


def assumed(key: AssumeKey, kind: str) -> str:
    """Return the answer that is assumed to asks and decisions of this kind."""
    found = dict(key)
    return found.get(kind, found.get("", "stop"))


def merge(
    parts: Sequence[tuple[int, tuple[Iterable[tuple[K, int]], int]]], total: int
) -> tuple[dict[K, int], int]:
    """Merge distributions, each weighted by its part of `total`. Equal keys become one."""
    # Keep weights as integers. Floats would separate outcomes that are equally likely, and differ
    # from machine to machine; fractions would take more time than everything else.
    common = lcm(*[inner_total for _, (_, inner_total) in parts])
    merged: dict[K, int] = {}
    for weight, (entries, inner_total) in parts:
        for key, inner in entries:
            merged[key] = merged.get(key, 0) + weight * inner * (common // inner_total)
    return merged, total * common


@lru_cache(maxsize=20_000)
def chain_odds(chain: AgendaItem, assume: AssumeKey) -> ChainOdds:
    """Return the outcomes of a chain (or its open decisions), with weights and their total.

    Raise TooManyOutcomes if there are more than MOST_MOMENTS.
    """
    if isinstance(chain, Decision):
        answer = assumed(assume, chain.kind)
        if answer == "stop":
            return ((chain, 1),), 1
        return chain_odds(chain.branches[0 if answer == "never" else -1].then, assume)
    if not isinstance(chain, Chain):
        return ((chain, 1),), 1
    parts, count = [], 0
    steps, all_weights = _values(chain)
    for step, weight in steps:
        outcomes, total = chain_odds(step, assume)
        # Count before merging: finding outcomes takes the time, not keeping them.
        count += len(outcomes)
        if count > MOST_MOMENTS:
            raise TooManyOutcomes
        parts.append((weight, (outcomes, total)))
    merged, total = merge(parts, all_weights)
    return tuple(merged.items()), total


def _values(chain: Chain) -> ChainOdds:
    """Return the items that follow each value of the pending roll, with weights and their total.

    Merge values that lead to equal items. Raise TooManyOutcomes if the roll has more than
    MOST_MOMENTS values.
    """
    dice = chain.dice
    # Check before `dist`, which would take too long.
    if dice.highest - dice.lowest > MOST_MOMENTS:
        raise TooManyOutcomes
    dist = dice.dist()
    then: dict[AgendaItem, int] = {}
    for value, weight in dist.weights:
        after = chain.after(value)
        # Merge values that lead to equal items, such as all misses.
        then[after] = then.get(after, 0) + weight
    return tuple(then.items()), dist.total


@lru_cache(maxsize=20_000)
def thinned(chain: AgendaItem, assume: AssumeKey, most: int) -> ChainOdds:
    """Return at most `most` outcomes of a chain, each the weighted median of its group.

    Before the last roll, keep more outcomes; see `ON_THE_WAY`.
    """
    found: tuple[tuple[AgendaItem, int], ...] = ((chain, 1),)
    total = 1
    while True:
        steps = [(weight, _next(one, assume)) for one, weight in found]
        if all(step == ((one, 1),) for (one, _), (_, (step, _)) in zip(found, steps, strict=True)):
            return _few(found, most), total
        merged, total = merge(steps, total)
        # Keep more than `most` outcomes for now: each reduction adds an error.
        found = _few(tuple(merged.items()), most * ON_THE_WAY)


@lru_cache(maxsize=20_000)
def _next(chain: AgendaItem, assume: AssumeKey) -> ChainOdds:
    """Return the items after a chain's next roll or decision, with weights and their total.

    Return any other item unchanged.
    """
    if isinstance(chain, Decision):
        answer = assumed(assume, chain.kind)
        if answer != "stop":
            return ((chain.branches[0 if answer == "never" else -1].then, 1),), 1
    if not isinstance(chain, Chain):
        return ((chain, 1),), 1
    return _values(chain)


def _few(
    outcomes: tuple[tuple[AgendaItem, int], ...], most: int
) -> tuple[tuple[AgendaItem, int], ...]:
    """Return at most `most` outcomes, each the weighted median of a group.

    Each has the weight of its whole group.
    """
    if len(outcomes) <= most:
        return outcomes
    total = sum(weight for _, weight in outcomes)
    groups: list[list[tuple[AgendaItem, int]]] = [[]]
    passed = 0
    for outcome, weight in outcomes:
        groups[-1].append((outcome, weight))
        passed += weight
        # Make groups of about equal weight, not of equal size: many unlikely outcomes share one.
        # Compute in integers, so that rounding doesn't decide where a group ends.
        if passed * most >= total * len(groups):
            groups.append([])
    return tuple(_middle(group) for group in groups if group)


def _middle(group: list[tuple[AgendaItem, int]]) -> tuple[AgendaItem, int]:
    """Return the weighted median of a group, with the weight of the group."""
    whole, passed = sum(weight for _, weight in group), 0
    for outcome, weight in group:
        passed += weight
        if passed * 2 >= whole:
            return outcome, whole
    raise AssertionError("every group has a middle")
