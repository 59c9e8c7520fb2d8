"""Exact odds, computed by the same steps that resolve a command.

Run the command on a view, try every value of every roll with its weight, and merge equal outcomes.
The odds of chains are cached. Search everything else on the agenda by carrying it out and undoing
it, and equal states only once.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from game.components.unit import Vitals
from game.engine.agenda_machine import Machine
from game.engine.book import Book
from game.engine.chain_odds import (
    MOST_MOMENTS,
    AssumeKey,
    TooManyOutcomes,
    assumed,
    chain_odds,
    merge,
    thinned,
)
from game.engine.change_summary import Place
from game.engine.legality import Desk, carry_out
from game.engine.odds_interpolation import Between, Share, each
from game.terms.agenda import Agenda, AgendaItem, Ask, Chain, Decision, Frame, Roll, RollHead
from game.terms.commands import Command
from game.terms.odds import Modifier, OddsRoll, Unfinished
from game.terms.records import Component, Entity
from game.world import World
from game.world.saved_state import NextId

UNTOLD = (Agenda, NextId)
"""Types of component whose changes mean nothing to a player."""

L = TypeVar("L")
Changed = frozenset[tuple[Place, Component | None]]
Leaf = tuple[Changed, str | None]
Moment = tuple[tuple[Frame, ...], Changed]
"""The pending items of a command, and its changes so far."""
Spread = tuple[Mapping[L, int], int]
"""The leaves of a state, with integer weights and their total."""
Memo = dict[Moment, Spread[L]]


def _rolls(chain: Chain, head: RollHead) -> tuple[OddsRoll, ...]:
    """Return the rolls of a chain for people: those that its head lists, or the one that is due."""
    if not head.rolls:
        roll = OddsRoll(head.why, str(chain.dice), head.roll_modifiers, who=head.by)
        return (roll,) if chain.dice.sides else ()
    return tuple(one if one.who is not None else replace(one, who=head.by) for one in head.rolls)


def _apart(low: L, high: L, share: Share) -> L | None:
    """Return None: no leaf can be filled in, so every outcome is tried."""
    return None


class OutcomeSearch(Generic[L]):
    """A search for the outcomes of commands, from one moment of a view.

    A *leaf* is the key of an outcome. Outcomes with equal leaves are merged.
    """

    def __init__(
        self,
        view: "View",
        assume: AssumeKey,
        leaf: "Callable[[OutcomeSearch[L], str | None], L]",
        memo: Memo[L] | None = None,
        most: int | None = None,
        between: "Between[L]" = _apart,
    ) -> None:
        """Begin at the view's current moment.

        `leaf` returns the leaf of the current state, given the name of the ask at which it stops.
        With `most`, reduce chains to at most this many outcomes, which is faster but not exact.
        `between` returns the leaf of an outcome from the leaves of two others, one with a smaller
        amount and one with a larger.
        """
        self.book, self.machine, self.world = view
        self.assume, self._leaf, self._most = assume, leaf, most
        self._between = between
        world = self.world
        self.start = world.mark()
        # The ask to answer is on top now. The rest of the battle waits beneath, where no outcome of
        # the command can touch it.
        self.floor = len(world.frames()) - 1
        self.modifiers: dict[Modifier, None] = {}
        self.rolls: dict[OddsRoll, None] = {}
        self.harms: dict[tuple[Entity, str], None] = {}
        """The units that take damage in any outcome, each with a cause."""
        self.askers: dict[tuple[str, Entity], None] = {}
        """The names of the asks at which outcomes stop, each with a unit that is asked."""
        self.moments = 0
        self.left: int | None = None
        """Number of moments that may be searched before a pause; None: no limit."""
        self._cut_off = 0
        """Number of moments that led to the last pause. They are searched again on resuming."""
        self._memo: Memo[L] = {} if memo is None else memo
        self._done: dict[Moment, dict[AgendaItem, Spread[L]]] = {}
        """Spreads of outcomes already searched, by moment, for moments that a pause interrupted."""

    def run(self, command: Command) -> Spread[L]:
        """Return the leaves of a legal command, and leave the world unchanged.

        Raise Unfinished if it has used up `left`. The next run continues where this one stopped.
        """
        world = self.world
        ask = world.frames()[-1].item
        assert isinstance(ask, Ask)
        self.start = world.mark()
        if self.left is not None:
            self.left += self._cut_off
        self._cut_off = 0
        # No one reads events during a trial, and undo doesn't take back the record of a revealed
        # secret.
        quiet, world.quiet = world.quiet, True
        world.harms = self.harms
        try:
            world.pop()
            carry_out(self.book, world, ask, command)
            return self.walk()
        finally:
            # Undo even after an error: the view is kept and used again.
            world.undo(self.start)
            world.quiet, world.harms = quiet, None

    def changed(self) -> Changed:
        """Return the slots that differ from the start, with their current records."""
        world = self.world
        return frozenset(
            [
                (slot, now)
                for slot, old in world.touched(self.start).items()
                # A record that was changed and changed back makes no difference: only the state
                # counts. Identity is just a faster test.
                if slot[1] not in UNTOLD and (now := world.find(*slot)) is not old and now != old
            ]
        )

    def touched(self) -> dict[Place, Component | None]:
        """Return the slots written since the start, with their records at the start."""
        return self.world.touched(self.start)

    def walk(self) -> Spread[L]:
        """Return all outcomes from here, with weights and their total."""
        # Don't use `advance`: it would resolve a chain without dice by itself. Here every chain is
        # answered from the cache, and its modifiers are recorded.
        if isinstance(self.top(), Chain):
            return self._once(self._rolled)
        stop = self.machine.advance(self.world, self.floor)
        if isinstance(stop, Roll):
            return self._once(self._rolled)
        if isinstance(stop, Ask):
            return self._once(partial(self._asked, stop))
        return {self._leaf(self, None): 1}, 1

    def _once(self, find: Callable[[Moment], Spread[L]]) -> Spread[L]:
        """Return the spread of this state, computed once however often the search reaches it."""
        # Apart from this key, all states of a search are the same. Systems are pure functions of
        # the state, so equal keys have equal futures.
        key = (self.world.frames()[self.floor :], self.changed())
        known = self._memo.get(key)
        if known is None:
            known = self._memo[key] = find(key)
        return known

    def top(self) -> AgendaItem | None:
        """Return the item on top of the agenda if the command put it there, else None."""
        frames = self.world.frames()
        return frames[-1].item if len(frames) > self.floor else None

    def _count(self) -> None:
        if self.left is not None:
            if self.left <= 0:
                raise Unfinished
            self.left -= 1
        self.moments += 1
        if self.moments > MOST_MOMENTS:
            raise TooManyOutcomes

    def _rolled(self, moment: Moment) -> Spread[L]:
        chain = self.top()
        assert isinstance(chain, Chain)
        assume, most = self.assume, self._most
        head = chain.head
        # A dict, not a set, because players read modifiers in the order of the rolls.
        self.modifiers |= dict.fromkeys(head.modifiers)
        if most is None:
            self.rolls |= dict.fromkeys(_rolls(chain, head))
        outcomes, total = thinned(chain, assume, most) if most else chain_odds(chain, assume)
        outcomes = self.machine.sorts(self.world, outcomes)
        items, trial = [outcome for outcome, _ in outcomes], self._happened
        if self.left is not None:
            trial = partial(self._resumed, self._done.setdefault(moment, {}))
        # Without a way to fill in results, every outcome is tried, and needs no order.
        fills = self._between is not _apart
        found = each(items, trial, self._told) if fills else list(map(trial, items))
        if self.left is not None:
            del self._done[moment]
        parts = [
            (weight, (leaves.items(), inner))
            for (_, weight), (leaves, inner) in zip(outcomes, found, strict=True)
        ]
        return merge(parts, total)

    def _resumed(self, done: dict[AgendaItem, Spread[L]], outcome: AgendaItem) -> Spread[L]:
        """Return the spread after an outcome, or the one found before a pause."""
        found = done.get(outcome)
        if found is None:
            found = done[outcome] = self._happened(outcome)
        return found

    def _happened(self, outcome: AgendaItem) -> Spread[L]:
        """Return the spread after an outcome of the chain on top, or after a decision in it."""
        self._count()
        mark = self.world.mark()
        # An outcome replaces its chain while its systems act, as in `Machine.settle_value` and
        # `advance`. A decision within the chain is asked instead.
        if self.machine.handles(type(outcome)):
            self.machine.happen(self.world, outcome)
        else:
            self.world.pop()
            self.world.push(outcome)
        found = self._further()
        self.world.undo(mark)
        return found

    def _further(self) -> Spread[L]:
        """Return all outcomes from here. If a pause interrupts this, the moment doesn't count."""
        try:
            return self.walk()
        except Unfinished:
            self.moments -= 1
            self._cut_off += 1
            raise

    def _told(self, low: Spread[L], high: Spread[L], share: Share) -> Spread[L] | None:
        """Return the spread between two outcomes, or None if either has several leaves."""
        (a, a_total), (b, b_total) = low, high
        # An outcome with several leaves has more rolls to come, so nothing can be filled in.
        if a_total != 1 or b_total != 1:
            return None
        (one,), (other,) = a, b
        leaf = self._between(one, other, share)
        return None if leaf is None else ({leaf: 1}, 1)

    def _asked(self, ask: Ask, moment: Moment) -> Spread[L]:
        answer = assumed(self.assume, ask.called)
        here = Desk(self.book, self.world, ask)
        if isinstance(ask, Decision) and answer != "stop":
            # `legal` keeps the order of the branches: the first has no special effect, the last has
            # the most.
            command = here.legal()[0 if answer == "never" else -1]
        else:
            never = here.never
            legal = () if answer == "stop" or never is None else here.legal()
            if not legal:
                self.askers[ask.called, ask.unit] = None
                return {self._leaf(self, ask.called): 1}, 1
            fitting = [c for c in legal if (type(c) is never) == (answer == "never")]
            # If no command fits the assumption, use any: stopping here would mix stops and answers
            # in one set of odds.
            command = (fitting or legal)[0]
        self._count()
        mark = self.world.mark()
        self.world.pop()
        carry_out(self.book, self.world, ask, command)
        found = self._further()
        self.world.undo(mark)
        return found


class View(NamedTuple):
    """A book, its machine, and a world at an ask, as the side that is asked sees it."""

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
    """Return the leaves of a legal command, their total weight, and the modifiers.

    The world is unchanged afterwards. Later turns never count: the search ends when everything that
    the command put on the agenda is settled. A `memo` can be shared by several commands if leaves
    contain changes, not states.
    """
    walk = OutcomeSearch(view, assume, leaf, memo, most, between)
    leaves, total = walk.run(command)
    return leaves, total, tuple(walk.modifiers)


def outcome(walk: OutcomeSearch[Leaf], then: str | None) -> Leaf:
    """Return the changes and the ask at the end of a search."""
    return walk.changed(), then


def between(low: Leaf, high: Leaf, share: Share) -> Leaf | None:
    """Return the leaf between two that are equal or differ only in one unit's life, else None."""
    if low == high:
        return low
    (one, then), (other, after) = low, high
    # The two may differ in one slot only: the life of a unit, which must fall by exactly as much as
    # the amounts rise. Only then does each amount between them lead to a different life, without
    # any other change such as a death or a condition.
    (mine, its) = one - other, other - one
    if then != after or len(mine) != 1 or len(its) != 1:
        return None
    ((slot, now),), ((place, at_most),) = mine, its
    if slot != place or not isinstance(now, Vitals) or not isinstance(at_most, Vitals):
        return None
    if now.most != at_most.most or now.life - at_most.life != share.span:
        return None
    return one - mine | {(slot, Vitals(now.life - share.more, now.most))}, then
