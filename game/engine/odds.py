"""Exact odds, by the very steps that resolve a command.

A command is carried out on a view, every roll takes each of its values with its weight, and
equal outcomes are merged. A chain is answered without the world, from a cache; what the agenda
holds besides is walked with make and undo, equal moments once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from math import lcm
from typing import Any, TypeVar

from game.engine.book import Book
from game.engine.changes import Place, told
from game.engine.legality import desk, option_of
from game.engine.machine import Machine
from game.terms.agenda import Agenda, Ask, Chain, Choice, Frame, Item, Roll
from game.terms.commands import Command
from game.terms.odds import ASSUMPTIONS, Assume, Chance, Modifier, Odds
from game.terms.records import Component
from game.world import World
from game.world.world import NextId

MOST_MOMENTS = 20_000
"""Moments walked for one command before it is said to be too much."""

UNTOLD = (Agenda, NextId)
"""What changes of these mean nothing to a player."""

TOO_MANY = "This command has too many possible outcomes to list."

K = TypeVar("K")
AssumeKey = tuple[tuple[str, str], ...]
Changed = frozenset[tuple[Place, Component | None]]
Leaf = tuple[Changed, str | None]
Weights = Mapping[Leaf, int]


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
    common = lcm(*(inner_total for _, (_, inner_total) in parts))
    merged: dict[K, int] = {}
    for weight, (entries, inner_total) in parts:
        for key, inner in entries:
            merged[key] = merged.get(key, 0) + weight * inner * (common // inner_total)
    return merged, total * common


@lru_cache(maxsize=20_000)
def chain_odds(chain: Item, assume: AssumeKey) -> tuple[tuple[tuple[Item, int], ...], int]:
    """What a chain comes to: outcomes (or the choices left open) with weights of a total."""
    if isinstance(chain, Choice):
        answer = _assumed(assume, chain.kind)
        if answer == "stop":
            return ((chain, 1),), 1
        return chain_odds(chain.branches[0 if answer == "never" else -1].then, assume)
    if not isinstance(chain, Chain):
        return ((chain, 1),), 1
    if chain.dice.highest - chain.dice.lowest > MOST_MOMENTS:
        raise TooManyOutcomes(TOO_MANY)
    dist, parts, count = chain.dice.dist(), [], 0
    for value, weight in dist.weights:
        outcomes, total = chain_odds(chain.after(value), assume)
        count += len(outcomes)
        if count > MOST_MOMENTS:
            raise TooManyOutcomes(TOO_MANY)
        parts.append((weight, (outcomes, total)))
    merged, total = _merged(parts, dist.total)
    return tuple(merged.items()), total


class _Walk:
    """One search from the moment a command has been carried out."""

    def __init__(self, book: Book, machine: Machine, world: World, assume: AssumeKey) -> None:
        self.book, self.machine, self.world, self.assume = book, machine, world, assume
        self.start = world.mark()
        self.floor = len(world.frames()) - 1
        self.modifiers: dict[Modifier, None] = {}
        self.moments = 0
        self._memo: dict[tuple[tuple[Frame, ...], Changed], tuple[Weights, int]] = {}

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

    def walk(self) -> tuple[Weights, int]:
        """All outcomes from here, with weights of a total."""
        world = self.world
        while not isinstance(self.top(), Chain):
            stop = self.machine.advance(world, self.floor)
            if isinstance(stop, Roll):
                break
            if isinstance(stop, Ask):
                return self._once(partial(self._asked, stop))
            if stop is None or not isinstance(self.top(), Chain):
                return {(self.changed(), None): 1}, 1
        return self._once(self._rolled)

    def _once(self, find: Callable[[], tuple[Weights, int]]) -> tuple[Weights, int]:
        """What comes of this moment: found once for all the ways that lead to it."""
        key = (self.world.frames()[self.floor :], self.changed())
        known = self._memo.get(key)
        if known is None:
            known = self._memo[key] = find()
        return known

    def top(self) -> Item | None:
        """What is on top of the agenda, of what the command has led to."""
        frames = self.world.frames()
        return frames[-1].item if len(frames) > self.floor else None

    def _count(self) -> None:
        self.moments += 1
        if self.moments > MOST_MOMENTS:
            raise TooManyOutcomes(TOO_MANY)

    def _rolled(self) -> tuple[Weights, int]:
        chain = self.top()
        assert isinstance(chain, Chain)
        self.modifiers |= dict.fromkeys(chain.modifiers)
        outcomes, total = chain_odds(chain, self.assume)
        parts = []
        for outcome, weight in outcomes:
            self._count()
            mark = self.world.mark()
            if self.machine.handles(type(outcome)):
                self.machine.happen(self.world, outcome)
            else:
                self.world.pop()
                self.world.push(outcome)
            leaves, inner = self.walk()
            parts.append((weight, (leaves.items(), inner)))
            self.world.undo(mark)
        return _merged(parts, total)

    def _asked(self, ask: Ask) -> tuple[Weights, int]:
        assumed = _assumed(self.assume, ask.called)
        here = desk(self.book, self.world, ask)
        if isinstance(ask, Choice) and assumed != "stop":
            command = here.legal()[0 if assumed == "never" else -1]
        else:
            never = here.rules.never
            legal = [c for c in here.legal() if (type(c) is never) == (assumed == "never")]
            if assumed == "stop" or never is None or not legal:
                return {(self.changed(), ask.called): 1}, 1
            command = legal[0]
        option = here.option(command)
        assert option is not None
        self._count()
        mark = self.world.mark()
        self.world.pop()
        option.effect(self.world, ask, command)
        found = self.walk()
        self.world.undo(mark)
        return found


def odds(book: Book, machine: Machine, world: World, command: Command, assume: Assume) -> Odds:
    """The odds of a legal command, on the world as the asked side sees it.

    The world is as before when this returns. The next turns never count: the walk ends where what
    the command has put on the agenda is settled.
    """
    key = check_assume(assume)
    ask = world.frames()[-1].item
    assert isinstance(ask, Ask)
    option = option_of(book, ask, command)
    assert option is not None
    quiet, world.quiet = world.quiet, True
    walk = _Walk(book, machine, world, key)
    try:
        world.pop()
        option.effect(world, ask, command)
        leaves, total = walk.walk()
    finally:
        world.undo(walk.start)
        world.quiet = quiet
    return Odds(command, assume, total, _chances(book, world, leaves), tuple(walk.modifiers))


def _chances(book: Book, world: World, leaves: Weights) -> tuple[Chance, ...]:
    """The outcomes as players read them, those that read the same merged, the likeliest first."""
    slots = {slot for changed, _ in leaves for slot, _ in changed}
    before = {slot: world.find(*slot) for slot in slots}
    merged: dict[tuple[str, str | None], tuple[int, tuple[dict[str, Any], ...]]] = {}
    for (changed, then), weight in leaves.items():
        changes = told(book, world, before, changed)
        key = repr(changes), then
        merged[key] = (merged.get(key, (0, ()))[0] + weight, changes)
    ordered = sorted(merged.items(), key=lambda pair: (-pair[1][0], str(pair[0])))
    return tuple(Chance(weight, changes, then) for (_, then), (weight, changes) in ordered)
