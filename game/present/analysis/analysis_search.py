"""The accounts of a recorded battle, by the value that suits it, the first of them soon."""

from collections.abc import Generator, Iterator, Mapping

import msgspec

from game.engine.book import Book
from game.play.analysis.accounting import Accounting, BattleAnalysis, Value, fitted
from game.play.analysis.better_choices import EXAMINED, TRIED, WEIGHED, ChoiceSearch
from game.play.analysis.playouts import Playouts, played_on
from game.play.players import STDIO
from game.play.rewind import RewindableBattle
from game.present.analysis.report import SideAccount, accounts, told_sides
from game.record.reader import ReadRecording

GAMES, FEWEST = 24, 8
"""Number of battles that soldiers play from each position of a duel; fewer if it is long.

If there is no time for `FEWEST`, the fitted value stays.
"""
WORK = 2_000_000
"""Number of legal commands that soldiers may weigh in these battles."""
PARTS = 20
"""Number of times that progress is reported."""


class Analysed(msgspec.Struct, frozen=True):
    """The accounts of a battle, of one side after another."""

    accounts: tuple[SideAccount, ...]
    games: int = 0
    """Number of battles played from each position; 0 if the fitted value was used."""
    trouble: str = ""
    """Why the record can't be followed to its end, or ""."""
    done: float = 1.0
    """Share of the search that is done; the accounts may still change before 1."""
    is_estimate: bool = False
    """Whether these accounts are by the fitted value, and those by battles are to come."""


def analysed(saved: ReadRecording, books: Mapping[str, Book]) -> Analysed:
    """Return the accounts of a battle. Raise Unreadable if it can't even be begun."""
    *_, found = analysing(saved, books)
    return found


def analysing(saved: ReadRecording, books: Mapping[str, Book]) -> Iterator[Analysed]:
    """Yield the accounts of a battle so far, again and again until all is done.

    Raise Unreadable if the battle can't even be begun. If several people have played it, soldiers
    play on from its positions: the fitted value knows the levels that it was fitted to, but not the
    units that people choose for a duel.
    """
    yield from _Analysing(saved, RewindableBattle(saved, books)).go_on()


class _Analysing:
    """The search for one battle's accounts."""

    def __init__(self, saved: ReadRecording, reel: RewindableBattle) -> None:
        self._reel = reel
        players, level = saved.header.players, reel.battle.world.scene.level
        self._is_duel = sum(name == STDIO for name in players.values()) > 1
        self._sides = told_sides(players, [side.id for side in level.sides], level.party_side)
        self._stages, self._stage = 3 if self._is_duel else 2, 0
        self._now = Analysed((), done=0.0)

    def go_on(self) -> Iterator[Analysed]:
        """Yield what is known so far: first nothing but progress, then the accounts."""
        found = yield from self._accounted(fitted)
        yield self._told(found, 0)
        games = self._games(len(found.steps) + 1) if self._is_duel else 0
        if self._is_duel:
            self._stage += 1
            self._now = msgspec.structs.replace(self._now, is_estimate=games > 0)
            if games:
                found = yield from self._accounted(Playouts(games))
                yield self._told(found, games)
        self._stage += 1
        choices = ChoiceSearch(self._reel, max(games, FEWEST) if self._is_duel else 0)
        every = len(self._sides) * EXAMINED * (WEIGHED + TRIED + 1)
        for n, _ in enumerate(choices.go_on(found.steps, self._sides)):
            yield from self._progress(min(0.99, n / every))
        found = msgspec.structs.replace(found, compared=choices.found)
        yield msgspec.structs.replace(self._told(found, games), done=1.0)

    def _accounted(self, value: Value) -> Generator[Analysed, None, BattleAnalysis]:
        """Return the accounts by a value; yield progress meanwhile."""
        search = Accounting(self._reel, value)
        for _ in search.go_on():
            yield from self._progress(search.done)
        assert search.found is not None
        return search.found

    def _progress(self, share: float) -> Iterator[Analysed]:
        """Yield what is known once more of the search is done; `share` is that of its stage."""
        done = int(PARTS * (self._stage + share) / self._stages) / PARTS
        if self._now.done < done < 1:
            self._now = msgspec.structs.replace(self._now, done=done)
            yield self._now

    def _told(self, found: BattleAnalysis, games: int) -> Analysed:
        """Return accounts to show, and keep them to be shown again with more progress."""
        reel = self._reel
        trouble = str(reel.trouble) if reel.trouble is not None else ""
        told = tuple(accounts(found, reel, self._sides, games))
        is_estimate = self._is_duel and self._stage == 0
        self._now = Analysed(told, games, trouble, self._now.done, is_estimate)
        return self._now

    def _games(self, stops: int) -> int:
        """Return the number of battles to play from each of `stops`; 0 if it is too much work."""
        self._reel.go(0)
        whole = played_on(self._reel.battle, 1).weighed
        # On average, half of a battle is left to play.
        games = min(GAMES, WORK // max(1, whole * stops // 2))
        return games if games >= FEWEST else 0
