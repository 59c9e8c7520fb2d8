"""The odds of one command, searched in parts."""

from collections.abc import Mapping
from itertools import islice

from game.engine.book import Book
from game.engine.chain_odds import check_assume
from game.engine.change_summary import summarise
from game.engine.legality import Desk, rules_of
from game.engine.odds import Leaf, OutcomeSearch, View, between, outcome
from game.engine.odds_sharing import SharingSearch
from game.terms.agenda import Ask
from game.terms.changes import OddsChange, row_of
from game.terms.commands import Command
from game.terms.odds import Assume, Odds, OddsAsker, OddsHarm, OddsOutcome, OddsRoll, Unfinished
from game.world import World

READ = 4
"""Number of outcomes that are put into words for players in the time of one step of the search."""

Key = tuple[tuple[OddsChange, ...], str | None]
"""An outcome as players read it: its changes, and the ask at which it stops."""


class OddsSearch:
    """The search for the odds of a legal command. It can be done in parts."""

    def __init__(self, view: View, command: Command, assume: Assume) -> None:
        """Prepare the search on the view of the side that is asked, which must not change."""
        self._view, self._command, self._assume = view, command, assume
        self._walk = OutcomeSearch(view, check_assume(assume), outcome, between=between)
        self._is_shared = False
        self._found: LeavesReader | None = None
        """The reader of the leaves, once all are found."""
        self._total = 0

    def odds(self, moments: int | None = None) -> Odds:
        """Return the odds after searching at most `moments` more states (None: no limit).

        Raise Unfinished if that isn't enough, and TooManyOutcomes if the search is too large. A
        search that isn't finished at once starts again, sharing results between its states.
        """
        self._walk.left = moments
        if self._found is None:
            try:
                leaves, self._total = self._walk.run(self._command)
            except Unfinished:
                self._share()
                raise
            self._found = LeavesReader(self._view.book, self._view.world, leaves)
        left = self._walk.left
        if not self._found.read(None if left is None else max(1, left) * READ):
            raise Unfinished
        read = tuple(self._walk.modifiers), (*self._walk.rolls, *self._later())
        harms = (OddsHarm(unit, cause) for unit, cause in self._walk.harms)
        askers = (OddsAsker(ask, unit) for ask, unit in self._walk.askers)
        told = self._found.outcomes(), *read, tuple(harms), tuple(askers)
        return Odds(self._command, self._assume, self._total, *told)

    def _later(self) -> tuple[OddsRoll, ...]:
        """Return the rolls that follow if the command declines an ask."""
        ask = self._view.world.frames()[-1].item
        assert isinstance(ask, Ask)
        if type(self._command) is not rules_of(self._view.book, ask).never:
            return ()
        return Desk(self._view.book, self._view.world, ask).later(self._command)

    def _share(self) -> None:
        """Begin a search that shares results, unless this has been done."""
        if not self._is_shared:
            self._is_shared = True
            self._walk = SharingSearch(self._view, check_assume(self._assume))


class LeavesReader:
    """The leaves of a search as players read them. Those that read the same are merged."""

    def __init__(self, book: Book, world: World, leaves: Mapping[Leaf, int]) -> None:
        """Prepare to read leaves with their weights. The world is at the start of the search."""
        self._book, self._world = book, world
        slots = {slot for changed, _ in leaves for slot, _ in changed}
        self._before = {slot: world.find(*slot) for slot in slots}
        self._left = iter(leaves.items())
        self._merged: dict[Key, int] = {}

    def read(self, most: int | None) -> bool:
        """Read at most `most` more leaves (None: all); return whether all are read."""
        for (changed, then), weight in islice(self._left, most):
            changes = summarise(self._book, self._world, self._before, changed)
            self._merged[changes, then] = self._merged.get((changes, then), 0) + weight
            if most is not None:
                most -= 1
        return most != 0

    def outcomes(self) -> tuple[OddsOutcome, ...]:
        """Return the outcomes, likeliest first."""
        found: dict[int, list[OddsOutcome]] = {}
        for key, weight in self._merged.items():
            found.setdefault(weight, []).append(OddsOutcome(weight, *key))
        return tuple(
            one for weight in sorted(found, reverse=True) for one in _sorted(found[weight])
        )


def _sorted(equals: list[OddsOutcome]) -> list[OddsOutcome]:
    """Return outcomes of equal weight, sorted by text if there are several."""
    return sorted(equals, key=_text) if len(equals) > 1 else equals


def _text(one: OddsOutcome) -> tuple[str, str]:
    """Return a key that sorts outcomes by text, so that all machines list them in one order."""
    return repr(tuple(map(row_of, one.changes))), one.then or ""
