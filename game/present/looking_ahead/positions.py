"""The positions that moves lead to, as far as the side that is asked knows, cached."""

from collections.abc import Iterator

from game.ai.threat_display import Threat, preparing_threats, threat_by
from game.engine.battle import Battle
from game.engine.chain_odds import AssumeKey, TooManyOutcomes, check_assume
from game.engine.odds import View
from game.engine.odds_search import OddsSearch
from game.engine.position_after import position_after
from game.present.shown_battle import ShownBattle
from game.terms.commands import Command
from game.terms.odds import Assume, Odds
from game.terms.refusals import Refusal

MOST_KEPT = 24
"""Maximum number of positions kept; beyond it, the oldest is dropped."""


class PositionAhead:
    """The position after a move that goes as its side hopes."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.fingerprint = battle.world.hash()
        """The hash of the position, to compare with the position that a real move leads to."""
        self._odds: dict[tuple[Command, AssumeKey], Odds | OddsSearch | None] = {}

    def why_not(self, command: Command) -> Refusal | None:
        """Return why a command would be illegal here, or None if it would be legal."""
        return self.battle.why_not(command)

    def odds(self, command: Command, assume: Assume, moments: int | None = None) -> Odds | None:
        """Return the odds of a command here, or None if it is illegal or has too many outcomes.

        Raise Unfinished if `moments` steps of the search aren't enough; the next call continues it.
        """
        key = command, check_assume(assume)
        if key not in self._odds:
            view = View(self.battle.book, self.battle.machine, self.battle.world)
            is_legal = self.why_not(command) is None
            self._odds[key] = OddsSearch(view, command, assume) if is_legal else None
        known = self._odds[key]
        if isinstance(known, OddsSearch):
            try:
                known = known.odds(moments)
            except TooManyOutcomes:
                known = None
            self._odds[key] = known
        return known


class LookAhead:
    """The positions that the legal moves lead to, forgotten as soon as the battle changes."""

    def __init__(self, sitting: ShownBattle) -> None:
        self._sitting = sitting
        self._at: tuple[Battle, Battle, int] | None = None
        """The battle, the view of it and its number of writes, as of the positions below."""
        self._known: dict[Command, PositionAhead | None] = {}
        self._scout: Battle | None = None
        self._threats: dict[str, Threat] = {}
        self._has_fields = False
        """Whether the sight that threats need is found."""

    def _renew(self) -> None:
        """Forget everything if the battle has changed."""
        battle = self._sitting.table.battle
        now = battle, self._sitting.sheet.battle, battle.world.writes
        if self._at != now:
            self._at, self._known, self._scout = now, {}, None
            self._threats, self._has_fields = {}, False

    def scout(self) -> Battle:
        """Return a copy of the view of the side that is asked, in which units can be placed."""
        self._renew()
        if self._scout is None:
            battle = self._sitting.sheet.battle
            assert battle.asked is not None
            self._scout = battle.view(battle.asked).clone()
            self._scout.world.quiet = True
        return self._scout

    def find_fields(self, side: str, people: frozenset[str]) -> Iterator[None]:
        """Find the sight that `threat` needs, in small steps; the map keeps it."""
        self._renew()
        if not self._has_fields:
            yield from preparing_threats(self._sitting.sheet.battle, side, people)
            self._has_fields = True

    def threat(self, side: str, foe: str, people: frozenset[str]) -> Threat:
        """Return the tiles that a foe of a side could attack next turn, with the mean damage there.

        `people` are the sides that people play.
        """
        self._renew()
        if foe not in self._threats:
            self._threats[foe] = threat_by(self._sitting.sheet.battle, side, foe, people)
        return self._threats[foe]

    def after(self, move: Command) -> PositionAhead | None:
        """Return the position after a legal move, or None if it can't be foreseen."""
        self._renew()
        if move not in self._known:
            battle = self._sitting.sheet.battle
            side = battle.asked
            if side is None or battle.why_not(move) is not None:
                return None
            found = position_after(battle.view(side), move)
            if len(self._known) >= MOST_KEPT:
                del self._known[next(iter(self._known))]
            self._known[move] = PositionAhead(found) if found is not None else None
        return self._known[move]
