"""Results found about the state of a battle, kept for as long as they hold."""

from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from game.terms.records import Component

F = TypeVar("F")

MOST_FOUND = 4000
"""Maximum number of cached results before the cache is cleared."""

Stamps = int | tuple[int, ...]
"""The stamps of the types of component that a result depends on, or the number of its state."""


class KeptResults:
    """The results for the current state. The world tells which state that is."""

    def __init__(self) -> None:
        self._state = 0
        """The number of the write that led to this state. Undo goes back to an earlier number."""
        self._stamps: defaultdict[type[Component], int] = defaultdict(int)
        """The number of the last write of each type of component. Equal stamps mean equal contents,
        because undo goes back to earlier stamps.
        """
        self._latest: dict[Hashable, tuple[int, Stamps, Any]] = {}
        """The latest result for each key, with the state in which it was found or still held."""
        self._found: dict[tuple[Hashable, Stamps], Any] = {}

    def once(
        self, key: Hashable, find: Callable[[], F], of: tuple[type[Component], ...] | None = None
    ) -> F:
        """Return the result of `find`, cached for this state.

        With `of`, the result holds for all states with the same components of these types. Then
        `find` must read no other types. Results hold again once changes have been undone.
        """
        state, latest = self._state, self._latest.get(key)
        if latest is not None and latest[0] == state:
            known: F = latest[2]
            return known
        stamps = state if of is None else tuple([self._stamps[kind] for kind in of])
        if latest is not None and latest[1] == stamps:
            found: F = latest[2]
        elif (key, stamps) in self._found:
            found = self._found[key, stamps]
        else:
            found = find()
            if len(self._found) > MOST_FOUND:
                self._found.clear()
            self._found[key, stamps] = found
        self._latest[key] = state, stamps, found
        return found

    def revised(
        self,
        key: Hashable,
        find: Callable[[F | None], F],
        of: tuple[type[Component], ...] | None = None,
    ) -> F:
        """Return the result of `find` as `once` does, but give `find` the outdated result, if any.

        `find` must return the same without it; it only saves work that an old result already did.
        """
        kept = self._latest.get(key)
        old = None if kept is None else kept[2]
        return self.once(key, lambda: find(old), of)
