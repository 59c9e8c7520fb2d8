"""Exact odds, by the very steps that resolve a command.

A command is carried out on a view, every roll takes each of its values with its weight, and
equal outcomes are merged. A chain is answered without the world, from a cache; what the agenda
holds besides is walked with make and undo, equal moments once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from math import lcm
from typing import Any, Generic, NamedTuple, TypeVar

from game.components.unit import Vitals
from game.engine.book import Book
from game.engine.change_summary import Place, summarise
from game.engine.legality import desk, option_of
from game.engine.machine import Machine
from game.engine.odds_interpolation import Between, Share, each
from game.terms.agenda import Agenda, AgendaItem, Ask, Chain, Decision, Frame, Roll
from game.terms.commands import Command
from game.terms.odds import ASSUMPTIONS, Assume, Chance, Modifier, Odds
from game.terms.records import Component
from game.world import World
from game.world.world import NextId

MOST_MOMENTS = 20_000
"""Moments walked for one command before it is said to be too much."""

UNTOLD = (Agenda, NextId)
"""What changes of these mean nothing to a player."""

ON_THE_WAY = 4
"""So many times as many outcomes are told apart before the last roll of a chain."""

TOO_MANY = "This command has too many possible outcomes to list."

K = TypeVar("K")
L = TypeVar("L")
AssumeKey = tuple[tuple[str, str], ...]
Changed = frozenset[tuple[Place, Component | None]]
Leaf = tuple[Changed, str | None]
Moment = tuple[tuple[Frame, ...], Changed]
"""What is still to come of a command, and what it has changed so far."""
Spread = tuple[Mapping[L, int], int]
"""What comes of a moment, with weights of a total."""
Memo = dict[Moment, Spread[L]]


class TooManyOutcomes(ValueError):
    """The odds of a command would take too long to find."""


def check_assume(assume: Any) -> AssumeKey:
    """The assumption in a form that can be a key; ValueError says what would be right."""
    given = {"": assume} if isinstance(assume, str) else assume
    if not isinstance(given, dict) or not all(
        isinstance(kind, str) and answer in ASSUMPTIONS for kind, answer in given.items()
    ):
        known = ", ".join(repr(a) for a in ASSUMPTIONS)
        raise ValueError(f"An assumption is one of {known}, or an object from kinds to one.")
    return tuple(sorted(given.items()))


def _assumed(key: AssumeKey, kind: str) -> str:
    found = dict(key)
    return found.get(kind, found.get("", "stop"))


def _merged(
    parts: Sequence[tuple[int, tuple[Iterable[tuple[K, int]], int]]], total: int
) -> tuple[dict[K, int], int]:
    """Distributions, each with its own weight of the total, as one: equal keys become one."""
    common = lcm(*[inner_total for _, (_, inner_total) in parts])
    merged: dict[K, int] = {}
    for weight, (entries, inner_total) in parts:
        for key, inner in entries:
            merged[key] = merged.get(key, 0) + weight * inner * (common // inner_total)
    return merged, total * common


@lru_cache(maxsize=20_000)
def chain_odds(
    chain: AgendaItem, assume: AssumeKey
) -> tuple[tuple[tuple[AgendaItem, int], ...], int]:
    """What a chain comes to: outcomes (or the choices left open) with weights of a total."""
    if isinstance(chain, Decision):
        answer = _assumed(assume, chain.kind)
        if answer == "stop":
            return ((chain, 1),), 1
        return chain_odds(chain.branches[0 if answer == "never" else -1].then, assume)
    if not isinstance(chain, Chain):
        return ((chain, 1),), 1
    parts, count = [], 0
    steps, all_weights = _values(chain)
    for step, weight in steps:
        outcomes, total = chain_odds(step, assume)
        count += len(outcomes)
        if count > MOST_MOMENTS:
            raise TooManyOutcomes(TOO_MANY)
        parts.append((weight, (outcomes, total)))
    merged, total = _merged(parts, all_weights)
    return tuple(merged.items()), total


def _values(chain: Chain) -> tuple[tuple[tuple[AgendaItem, int], ...], int]:
    """What follows the roll that is due now, equal things once, with weights of a total."""
    dice = chain.dice
    if dice.highest - dice.lowest > MOST_MOMENTS:
        raise TooManyOutcomes(TOO_MANY)
    dist = dice.dist()
    then: dict[AgendaItem, int] = {}
    for value, weight in dist.weights:
        after = chain.after(value)
        then[after] = then.get(after, 0) + weight
    return tuple(then.items()), dist.total


@lru_cache(maxsize=20_000)
def thinned(
    chain: AgendaItem, assume: AssumeKey, most: int
) -> tuple[tuple[tuple[AgendaItem, int], ...], int]:
    """The same by so many outcomes at most: of those that follow one another the middle one.

    On the way there some more are told apart.
    """
    found: tuple[tuple[AgendaItem, int], ...] = ((chain, 1),)
    total = 1
    while True:
        steps = [(weight, _next(one, assume)) for one, weight in found]
        if all(step == ((one, 1),) for (one, _), (_, (step, _)) in zip(found, steps, strict=True)):
            return _few(found, most), total
        merged, total = _merged(steps, total)
        found = _few(tuple(merged.items()), most * ON_THE_WAY)


@lru_cache(maxsize=20_000)
def _next(chain: AgendaItem, assume: AssumeKey) -> tuple[tuple[tuple[AgendaItem, int], ...], int]:
    """What a chain comes to by its next roll or choice; what is none stays as it is."""
    if isinstance(chain, Decision):
        answer = _assumed(assume, chain.kind)
        if answer != "stop":
            return ((chain.branches[0 if answer == "never" else -1].then, 1),), 1
    if not isinstance(chain, Chain):
        return ((chain, 1),), 1
    return _values(chain)


def _few(
    outcomes: tuple[tuple[AgendaItem, int], ...], most: int
) -> tuple[tuple[AgendaItem, int], ...]:
    """So many groups of outcomes at most, each by its middle one, with the weight of all."""
    if len(outcomes) <= most:
        return outcomes
    total = sum(weight for _, weight in outcomes)
    groups: list[list[tuple[AgendaItem, int]]] = [[]]
    passed = 0
    for outcome, weight in outcomes:
        groups[-1].append((outcome, weight))
        passed += weight
        if passed * most >= total * len(groups):
            groups.append([])
    return tuple(_middle(group) for group in groups if group)


def _middle(group: list[tuple[AgendaItem, int]]) -> tuple[AgendaItem, int]:
    """The outcome in the middle of a group, with the weight of all."""
    whole, passed = sum(weight for _, weight in group), 0
    for outcome, weight in group:
        passed += weight
        if passed * 2 >= whole:
            return outcome, whole
    raise AssertionError("every group has a middle")


def _apart(low: L, high: L, share: Share) -> L | None:
    """Of leaves that nothing is known of: all are tried."""
    return None


class OutcomeSearch(Generic[L]):
    """One search from the moment a command has been carried out."""

    def __init__(
        self,
        view: "View",
        assume: AssumeKey,
        leaf: "Callable[[OutcomeSearch[L], str | None], L]",
        memo: Memo[L] | None = None,
        most: int | None = None,
        between: "Between[L]" = _apart,
    ) -> None:
        """`leaf` is what matters of an outcome and of the ask it stops at, and can be a key.

        With `most` a chain is taken by so many outcomes, which is quicker and no longer exact.
        `between` says what outcomes with amounts in between come to, by the leaves of two.
        """
        self.book, self.machine, self.world = view
        self.assume, self._leaf, self._most = assume, leaf, most
        self._between = between
        world = self.world
        self.start = world.mark()
        self.floor = len(world.frames()) - 1
        self.modifiers: dict[Modifier, None] = {}
        self.moments = 0
        self._memo: Memo[L] = {} if memo is None else memo

    def changed(self) -> Changed:
        """What differs from the start, as the records are now."""
        world = self.world
        return frozenset(
            [
                (slot, now)
                for slot, old in world.touched(self.start).items()
                if slot[1] not in UNTOLD and (now := world.find(*slot)) is not old and now != old
            ]
        )

    def touched(self) -> dict[Place, Component | None]:
        """What was written since the start, with the records as they were then."""
        return self.world.touched(self.start)

    def walk(self) -> Spread[L]:
        """All outcomes from here, with weights of a total."""
        if isinstance(self.top(), Chain):
            return self._once(self._rolled)
        stop = self.machine.advance(self.world, self.floor)
        if isinstance(stop, Roll):
            return self._once(self._rolled)
        if isinstance(stop, Ask):
            return self._once(partial(self._asked, stop))
        return {self._leaf(self, None): 1}, 1

    def _once(self, find: Callable[[], Spread[L]]) -> Spread[L]:
        """What comes of this moment: found once for all the ways that lead to it."""
        key = (self.world.frames()[self.floor :], self.changed())
        known = self._memo.get(key)
        if known is None:
            known = self._memo[key] = find()
        return known

    def top(self) -> AgendaItem | None:
        """What is on top of the agenda, of what the command has led to."""
        frames = self.world.frames()
        return frames[-1].item if len(frames) > self.floor else None

    def _count(self) -> None:
        self.moments += 1
        if self.moments > MOST_MOMENTS:
            raise TooManyOutcomes(TOO_MANY)

    def _rolled(self) -> Spread[L]:
        chain = self.top()
        assert isinstance(chain, Chain)
        self.modifiers |= dict.fromkeys(chain.modifiers)
        if self._most is None:
            outcomes, total = chain_odds(chain, self.assume)
        else:
            outcomes, total = thinned(chain, self.assume, self._most)
        found = each([outcome for outcome, _ in outcomes], self._happened, self._told)
        parts = [
            (weight, (leaves.items(), inner))
            for (_, weight), (leaves, inner) in zip(outcomes, found, strict=True)
        ]
        return _merged(parts, total)

    def _happened(self, outcome: AgendaItem) -> Spread[L]:
        """What comes of an outcome of the chain on top of the agenda, or of a choice within it."""
        self._count()
        mark = self.world.mark()
        if self.machine.handles(type(outcome)):
            self.machine.happen(self.world, outcome)
        else:
            self.world.pop()
            self.world.push(outcome)
        found = self.walk()
        self.world.undo(mark)
        return found

    def _told(self, low: Spread[L], high: Spread[L], share: Share) -> Spread[L] | None:
        """What comes of an outcome between two that leave nothing open."""
        (a, a_total), (b, b_total) = low, high
        if a_total != 1 or b_total != 1:
            return None
        (one,), (other,) = a, b
        leaf = self._between(one, other, share)
        return None if leaf is None else ({leaf: 1}, 1)

    def _asked(self, ask: Ask) -> Spread[L]:
        assumed = _assumed(self.assume, ask.called)
        here = desk(self.book, self.world, ask)
        if isinstance(ask, Decision) and assumed != "stop":
            command = here.legal()[0 if assumed == "never" else -1]
        else:
            never = here.rules.never
            legal = () if assumed == "stop" or never is None else here.legal()
            if not legal:
                return {self._leaf(self, ask.called): 1}, 1
            fitting = [c for c in legal if (type(c) is never) == (assumed == "never")]
            command = (fitting or legal)[0]
        option = here.option(command)
        assert option is not None
        self._count()
        mark = self.world.mark()
        self.world.pop()
        option.effect(self.world, ask, command)
        found = self.walk()
        self.world.undo(mark)
        return found


class View(NamedTuple):
    """A book, its machine, and a world at an ask, as the asked side sees it."""

    book: Book
    machine: Machine
    world: World


def tally(
    view: View,
    command: Command,
    assume: AssumeKey,
    leaf: Callable[[OutcomeSearch[L], str | None], L],
    memo: Memo[L] | None = None,
    most: int | None = None,
    between: Between[L] = _apart,
) -> tuple[Mapping[L, int], int, tuple[Modifier, ...]]:
    """What a legal command comes to: the leaves of a walk with weights of a total.

    The world is as before when this returns. The next turns never count: the walk ends where what
    the command has put on the agenda is settled. A `memo` may be kept from one command to the next
    where leaves tell what has changed, and not what is.
    """
    world = view.world
    ask = world.frames()[-1].item
    assert isinstance(ask, Ask)
    option = option_of(view.book, ask, command)
    assert option is not None
    quiet, world.quiet = world.quiet, True
    walk = OutcomeSearch(view, assume, leaf, memo, most, between)
    try:
        world.pop()
        option.effect(world, ask, command)
        leaves, total = walk.walk()
    finally:
        world.undo(walk.start)
        world.quiet = quiet
    return leaves, total, tuple(walk.modifiers)


def outcome(walk: OutcomeSearch[Leaf], then: str | None) -> Leaf:
    return walk.changed(), then


def between(low: Leaf, high: Leaf, share: Share) -> Leaf | None:
    """What changes between two outcomes that agree, or differ in the life of one unit only."""
    if low == high:
        return low
    (one, then), (other, after) = low, high
    (mine, its) = one - other, other - one
    if then != after or len(mine) != 1 or len(its) != 1:
        return None
    ((slot, now),), ((place, at_most),) = mine, its
    if slot != place or not isinstance(now, Vitals) or not isinstance(at_most, Vitals):
        return None
    if now.most != at_most.most or now.life - at_most.life != share.span:
        return None
    return one - mine | {(slot, Vitals(now.life - share.more, now.most))}, then


def odds(book: Book, machine: Machine, world: World, command: Command, assume: Assume) -> Odds:
    """The odds of a legal command, on the world as the asked side sees it."""
    view, key = View(book, machine, world), check_assume(assume)
    leaves, total, modifiers = tally(view, command, key, outcome, between=between)
    return Odds(command, assume, total, _chances(book, world, leaves), modifiers)


def _chances(book: Book, world: World, leaves: Mapping[Leaf, int]) -> tuple[Chance, ...]:
    """The outcomes as players read them, those that read the same merged, the likeliest first."""
    slots = {slot for changed, _ in leaves for slot, _ in changed}
    before = {slot: world.find(*slot) for slot in slots}
    merged: dict[tuple[str, str | None], tuple[int, tuple[dict[str, Any], ...]]] = {}
    for (changed, then), weight in leaves.items():
        changes = summarise(book, world, before, changed)
        key = repr(changes), then
        merged[key] = (merged.get(key, (0, ()))[0] + weight, changes)
    ordered = sorted(merged.items(), key=lambda pair: (-pair[1][0], pair[0][0], pair[0][1] or ""))
    return tuple(Chance(weight, changes, then) for (_, then), (weight, changes) in ordered)
