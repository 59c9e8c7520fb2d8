"""What the battles of a level come to, in figures."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import sqrt
from statistics import median
from typing import Any, NamedTuple

import msgspec

from game.terms.level import Level
from game.workshop.lab.one_battle import Fought
from game.workshop.lab.seatings import Bout

Z = 1.959964
"""So many standard deviations to either side hold 95 %."""

LIMIT = "round_limit"


class Span(NamedTuple):
    """A share, and where it lies with 95 % certainty."""

    share: float
    low: float
    high: float


def wilson(wins: int, battles: int) -> Span:
    """The share of wins with Wilson's interval."""
    if not battles:
        return Span(0.0, 0.0, 1.0)
    share, spread = wins / battles, Z * Z / battles
    middle = share + spread / 2
    width = Z * sqrt((share * (1 - share) + spread / 4) / battles)
    low, high = (middle - width) / (1 + spread), (middle + width) / (1 + spread)
    return Span(share, max(0.0, low), min(1.0, high))


class WinCount(msgspec.Struct, frozen=True):
    """How often somebody was there, and won."""

    name: str
    battles: int
    wins: int
    draws: int

    @property
    def span(self) -> Span:
        """The share won."""
        return wilson(self.wins, self.battles)

    def plain(self, called: str) -> dict[str, Any]:
        """As an object."""
        rounded = {key: round(value, 4) for key, value in self.span._asdict().items()}
        counts = {"battles": self.battles, "wins": self.wins, "draws": self.draws}
        return {called: self.name, **counts, **rounded}


class Pairs(msgspec.Struct, frozen=True):
    """How often one player made more of a seed than another, where only one side is asked.

    To win is better than to end without a winner, and that is better than to lose.
    """

    name: str
    other: str
    pairs: int
    better: int
    equal: int

    @property
    def span(self) -> Span:
        """The share of seeds of which it made more, of those with unequal ends."""
        return wilson(self.better, self.pairs - self.equal)

    @property
    def worse(self) -> int:
        """The seeds of which it made less."""
        return self.pairs - self.better - self.equal

    def plain(self) -> dict[str, Any]:
        """As an object."""
        rounded = {key: round(value, 4) for key, value in self.span._asdict().items()}
        counts = {"pairs": self.pairs, "better": self.better, "worse": self.worse}
        counts["equal"] = self.equal
        return {"player": self.name, "against": self.other, **counts, **rounded}


class LabReport(msgspec.Struct, frozen=True):
    """All about one level."""

    level: Level
    battles: int
    seeds: tuple[int, int]
    players: tuple[WinCount, ...]
    sides: tuple[WinCount, ...]
    rounds: tuple[float, int]
    """The median, and the most."""
    before_limit: int
    """Battles that ended before the last round was over."""
    reasons: dict[str, int]
    turns: float
    """Of units, in a battle."""
    ms: float
    """Milliseconds that a unit's turn took."""
    faults: int
    """What players did wrong."""
    troubles: tuple[str, ...]
    """Of the battles that have no end."""
    alone: str = ""
    """The only side that is asked, if it is one …"""
    pairs: tuple[Pairs, ...] = ()
    """… and the players compared by what they made of it."""

    def plain(self) -> dict[str, Any]:
        """As an object; the keys are always the same."""
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
            "before_limit": self.before_limit,
            "reasons": self.reasons,
            "turns_per_battle": round(self.turns, 2),
            "ms_per_turn": round(self.ms, 3),
            "faults": self.faults,
            "troubles": list(self.troubles),
        }


def report(level: Level, plan: Sequence[Bout], found: Sequence[Fought]) -> LabReport:
    """What came of the battles of a level, in their order."""
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
        sum(one.reason != LIMIT for one in ended),
        dict(sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))),
        turns / len(found),
        1000 * sum(one.seconds for one in found) / max(1, turns),
        sum(len(one.faults) for one in found),
        tuple(one.trouble for one in found if one.trouble is not None),
        plan[0].alone,
        _compared(pairs),
    )


def _names(plan: Iterable[Bout]) -> tuple[str, ...]:
    """All players, each once."""
    return tuple(dict.fromkeys(name for bout in plan for name in bout.seating))


def _player(name: str, sides: Sequence[str], pairs: Sequence[tuple[Bout, Fought]]) -> WinCount:
    """How a player fared in the battles in which it sat."""
    there = [(bout, one) for bout, one in pairs if name in bout.seating]
    wins = sum(
        one.winner is not None
        and bout.seating[sides.index(one.winner)] == name
        and bout.alone in ("", one.winner)
        for bout, one in there
    )
    return WinCount(name, len(there), wins, _draws(one for _, one in there))


def _compared(pairs: Sequence[tuple[Bout, Fought]]) -> tuple[Pairs, ...]:
    """Every two players, by what they made of the same seeds where only one side is asked."""
    ends: dict[str, dict[int, int]] = {}
    for bout, one in pairs:
        if bout.alone and one.trouble is None:
            ends.setdefault(bout.seating[0], {})[bout.seed] = _end(bout.alone, one)
    return tuple(_pair(one, two, ends) for one, two in combinations(ends, 2))


def _end(side: str, one: Fought) -> int:
    """How good the end of a battle is for a side."""
    return 1 if one.winner is None else 2 * (one.winner == side)


def _pair(one: str, two: str, ends: Mapping[str, Mapping[int, int]]) -> Pairs:
    both = [(end, ends[two][seed]) for seed, end in ends[one].items() if seed in ends[two]]
    better, equal = sum(a > b for a, b in both), sum(a == b for a, b in both)
    return Pairs(one, two, len(both), better, equal)


def _side(side: str, found: Sequence[Fought]) -> WinCount:
    wins = sum(one.winner == side for one in found)
    return WinCount(side, len(found), wins, _draws(found))


def _draws(found: Iterable[Fought]) -> int:
    return sum(one.winner is None and one.trouble is None for one in found)
