"""Statistics of a level's battles."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from statistics import median

import msgspec

from game.terms.level import Level
from game.workshop.lab.count_report import CountReport, count_report
from game.workshop.lab.one_battle import Fought
from game.workshop.lab.seatings import Bout
from game.workshop.lab.wilson_interval import Span, wilson

LIMIT = "round_limit"
FIRST = "first"
"""Name of the sides with the first turn, in a report."""


class WinCount(msgspec.Struct, frozen=True):
    """The numbers of battles, wins and draws of one player or side."""

    name: str
    battles: int
    wins: int
    draws: int

    @property
    def span(self) -> Span:
        """The share of wins."""
        return wilson(self.wins, self.battles)

    def plain(self, called: str) -> dict[str, object]:
        """Return the numbers as an object, with the name under the key `called`."""
        rounded = {key: round(value, 4) for key, value in self.span._asdict().items()}
        counts = {"battles": self.battles, "wins": self.wins, "draws": self.draws}
        return {called: self.name, **counts, **rounded}


class Pairs(msgspec.Struct, frozen=True):
    """The comparison of two players' results with the same seeds, if only one side is asked.

    A win is better than an end without a winner, which is better than a defeat.
    """

    name: str
    other: str
    pairs: int
    better: int
    equal: int

    @property
    def span(self) -> Span:
        """The share of seeds with a better result, among those with unequal results."""
        return wilson(self.better, self.pairs - self.equal)

    @property
    def worse(self) -> int:
        """The number of seeds with a worse result."""
        return self.pairs - self.better - self.equal

    def plain(self) -> dict[str, object]:
        """Return the comparison as an object."""
        rounded = {key: round(value, 4) for key, value in self.span._asdict().items()}
        counts = {"pairs": self.pairs, "better": self.better, "worse": self.worse}
        counts["equal"] = self.equal
        return {"player": self.name, "against": self.other, **counts, **rounded}


class LabReport(msgspec.Struct, frozen=True):
    """The report on one level."""

    level: Level
    battles: int
    seeds: tuple[int, int]
    players: tuple[WinCount, ...]
    sides: tuple[WinCount, ...]
    rounds: tuple[float, int]
    """Median and maximum number of rounds."""
    lengths: dict[int, int]
    """Number of battles that took each number of rounds."""
    first: WinCount
    """The battles of the sides that had the first turn, as if they were one side."""
    before_limit: int
    """Number of battles that ended before the last round was over."""
    reasons: dict[str, int]
    turns: float
    """Mean number of unit turns per battle."""
    ms: float
    """Mean time of a unit's turn, in milliseconds."""
    faults: int
    """Number of errors that computer players made."""
    troubles: tuple[str, ...]
    """Reasons why battles have no proper end."""
    counts: CountReport
    """Objectives, triggers, waste and means, in the battles that have a proper end."""
    alone: str = ""
    """The side that is asked, if it is the only one; else ""."""
    pairs: tuple[Pairs, ...] = ()
    """Comparisons between the players of that side."""

    def plain(self) -> dict[str, object]:
        """Return the report as an object, always with the same keys."""
        level = self.level
        return {
            "level": level.id,
            "rulebook": level.rulebook,
            "title": level.title,
            "battles": self.battles,
            "seeds": list(self.seeds),
            "players": [one.plain("player") for one in self.players],
            "sides": [one.plain("side") for one in self.sides],
            "only_asked": self.alone or None,
            "pairs": [one.plain() for one in self.pairs],
            "rounds": {"median": self.rounds[0], "most": self.rounds[1], "limit": level.rounds},
            "lengths": {str(rounds): count for rounds, count in self.lengths.items()},
            "first_turn": self.first.plain("side"),
            "before_limit": self.before_limit,
            "reasons": self.reasons,
            "turns_per_battle": round(self.turns, 2),
            "ms_per_turn": round(self.ms, 3),
            **self.counts.plain(),
            "faults": self.faults,
            "troubles": list(self.troubles),
        }


def report(level: Level, plan: Sequence[Bout], found: Sequence[Fought]) -> LabReport:
    """Return the report on a level's battles. `plan` and `found` are in the same order."""
    pairs = list(zip(plan, found, strict=True))
    ids = [side.id for side in level.sides]
    turns = sum(one.turns for one in found)
    ended = [one for one in found if one.trouble is None]
    rounds = [one.rounds for one in ended]
    seeds = [bout.seed for bout in plan]
    reasons = Counter(one.reason for one in found)
    return LabReport(
        level,
        len(found),
        (min(seeds), max(seeds)),
        tuple(_player(name, ids, pairs) for name in _names(plan)),
        tuple(_side(side, found) for side in ids),
        (median(rounds), max(rounds)) if rounds else (0, 0),
        dict(sorted(Counter(rounds).items())),
        _first(ended),
        sum(one.reason != LIMIT for one in ended),
        dict(sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))),
        turns / len(found),
        1000 * sum(one.seconds for one in found) / max(1, turns),
        sum(len(one.faults) for one in found),
        tuple(one.trouble for one in found if one.trouble is not None),
        count_report(level, [one.counts for one in ended]),
        plan[0].alone,
        _compared(pairs),
    )


def _names(plan: Iterable[Bout]) -> tuple[str, ...]:
    """Return all players, each once."""
    return tuple(dict.fromkeys(name for bout in plan for name in bout.seating))


def _player(name: str, sides: Sequence[str], pairs: Sequence[tuple[Bout, Fought]]) -> WinCount:
    """Return a player's numbers of battles, wins and draws."""
    there = [(bout, one) for bout, one in pairs if name in bout.seating]
    wins = sum(
        one.winner is not None
        and bout.seating[sides.index(one.winner)] == name
        and bout.alone in ("", one.winner)
        for bout, one in there
    )
    return WinCount(name, len(there), wins, _draws(one for _, one in there))


def _compared(pairs: Sequence[tuple[Bout, Fought]]) -> tuple[Pairs, ...]:
    """Return a comparison of every two players with the same seeds, if only one side is asked."""
    ends: dict[str, dict[int, int]] = {}
    for bout, one in pairs:
        if bout.alone and one.trouble is None:
            ends.setdefault(bout.seating[0], {})[bout.seed] = _end(bout.alone, one)
    return tuple(_pair(one, two, ends) for one, two in combinations(ends, 2))


def _end(side: str, one: Fought) -> int:
    """Return a side's result: 2 for a win, 1 without a winner, 0 for a defeat."""
    return 1 if one.winner is None else 2 * (one.winner == side)


def _pair(one: str, two: str, ends: Mapping[str, Mapping[int, int]]) -> Pairs:
    both = [(end, ends[two][seed]) for seed, end in ends[one].items() if seed in ends[two]]
    better, equal = sum(a > b for a, b in both), sum(a == b for a, b in both)
    return Pairs(one, two, len(both), better, equal)


def _side(side: str, found: Sequence[Fought]) -> WinCount:
    wins = sum(one.winner == side for one in found)
    return WinCount(side, len(found), wins, _draws(found))


def _first(ended: Sequence[Fought]) -> WinCount:
    """Return the numbers of the sides with the first turn, in battles in which one had it."""
    there = [one for one in ended if one.counts.first]
    wins = sum(one.winner == one.counts.first for one in there)
    return WinCount(FIRST, len(there), wins, _draws(there))


def _draws(found: Iterable[Fought]) -> int:
    return sum(one.winner is None and one.trouble is None for one in found)
