"""Odds of large searches, whose states share results.

Many states of a search differ only in something that no longer matters, such as an injury during
the walk that follows. So note what the search from each state reads and writes. From a state with
the same pending items that differs in nothing of this, the results are the same, apart from the
difference itself.
"""

from collections.abc import Callable
from typing import NamedTuple

from game.engine.chain_odds import AssumeKey
from game.engine.odds import Changed, Leaf, Moment, OutcomeSearch, Spread, View, between, outcome
from game.terms.agenda import Frame
from game.world.traced_world import Trace, TracedWorld

MOST_TRIED = 12
"""Maximum number of states with the same pending items that a new state is compared with."""


class Searched(NamedTuple):
    """A state that was searched: its changes, what the search depended on, and the results."""

    changed: Changed
    trace: Trace
    spread: Spread[Leaf]

    def holds_for(self, changed: Changed, world: TracedWorld) -> bool:
        """Return whether the search from `world`, with other changes, would go the same way."""
        slots = {slot for slot, _ in self.changed ^ changed}
        return all(self.trace.ignores(slot, world.find(*slot)) for slot in slots)

    def spread_for(self, changed: Changed) -> Spread[Leaf]:
        """Return the results for another state for which the search holds."""
        if changed == self.changed:
            return self.spread
        gone, new = self.changed - changed, changed - self.changed
        leaves, total = self.spread
        moved = {((one - gone) | new, then): weight for (one, then), weight in leaves.items()}
        return moved, total


class SharingSearch(OutcomeSearch[Leaf]):
    """A search for outcomes that shares results between states, on a traced copy of a view."""

    def __init__(self, view: View, assume: AssumeKey) -> None:
        """Begin at the view's current moment."""
        self._traced = TracedWorld.of(view.world)
        traced = View(view.book, view.machine, self._traced)
        super().__init__(traced, assume, outcome, between=between)
        self._known: dict[Moment, Searched] = {}
        self._alike: dict[tuple[Frame, ...], list[Searched]] = {}
        """The first states that were searched with the same pending items."""
        self._open: dict[Moment, Trace] = {}
        """The traces of states whose search was interrupted by a pause."""

    def changed(self) -> Changed:
        world = self._traced
        trace, world.trace = world.trace, None
        found = super().changed()
        world.trace = trace
        return found

    def _once(self, find: Callable[[Moment], Spread[Leaf]]) -> Spread[Leaf]:
        world = self._traced
        outer, world.trace = world.trace, None
        moment = world.frames()[self.floor :], self.changed()
        known = self._known_for(moment)
        if known is None:
            known = self._searched(moment, find, outer)
        world.trace = outer
        if outer is not None:
            outer.add(known.trace)
        return known.spread_for(moment[1])

    def _known_for(self, moment: Moment) -> Searched | None:
        """Return a search whose results hold for a state, or None."""
        frames, changed = moment
        known = self._known.get(moment)
        if known is None:
            alike = self._alike.get(frames, ())
            known = next((one for one in alike if one.holds_for(changed, self._traced)), None)
        return known

    def _searched(
        self, moment: Moment, find: Callable[[Moment], Spread[Leaf]], outer: Trace | None
    ) -> Searched:
        """Search from a state, and keep the results.

        If a pause interrupts this, keep the trace: what is found before won't be searched again.
        """
        world = self._traced
        trace = world.trace = self._open.setdefault(moment, Trace())
        try:
            spread = find(moment)
        finally:
            world.trace = outer
            if outer is not None:
                outer.add(trace)
        del self._open[moment]
        frames, changed = moment
        known = self._known[moment] = Searched(changed, trace, spread)
        alike = self._alike.setdefault(frames, [])
        if len(alike) < MOST_TRIED:
            alike.append(known)
        return known
