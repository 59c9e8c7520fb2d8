"""Tries a level: plays it, and looks whether it is as its author expects."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from game.content.toml_files.findings import Finding, Severity
from game.content.toml_files.positions import Keys, Positions
from game.core.cells import Cell
from game.core.grid import Grid
from game.core.paths import reach
from game.engine.book import Book
from game.play.players import RANDOM
from game.terms.level import Level, made_passable
from game.terms.level_script import Between, Expect, WhenEntered
from game.workshop.roster_trials import rosters_tried
from game.workshop.trial_battles import (
    BattleStuck,
    TrialResult,
    play_trial,
    played,
    settled_at_once,
)
from game.world.battlefield import battlefield_of

SEEDS = (1, 2, 3)
COMMANDS = 100
"""So many random commands are played with each seed …"""
OFFERS = 10_000
"""… or fewer where so many were on offer: on the largest maps each takes long."""
ENOUGH = 10
"""Battles in which something may be expected to happen that is meant to."""


class Plays:
    """Plays a level with seeds and players; the second time it only remembers."""

    def __init__(self, book: Book, level: Level) -> None:
        self.book, self.level = book, level
        self.made: dict[tuple[int, str], TrialResult] = {}

    def __call__(self, seed: int, name: str) -> TrialResult:
        if (seed, name) not in self.made:
            self.made[seed, name] = play_trial(self.book, self.level, seed, name)
        return self.made[seed, name]


class UnmetExpectation(NamedTuple):
    """What is to be told of an expectation that was not met."""

    number: int
    """Which one, from 0 in the order of the level."""
    message: str


def tried(level: Level, file: str, book: Book) -> list[Finding]:
    """What goes wrong when anybody plays the level; if nothing does, what is not as expected."""
    broken = list(_played(level, file, book))
    broken = broken or rosters_tried(level, file, book, SEEDS, COMMANDS, OFFERS)
    return broken or _expected(level, file, book)


def _played(level: Level, file: str, book: Book) -> Iterator[Finding]:
    for seed in SEEDS:
        try:
            battle = played(book, level, seed, COMMANDS, OFFERS)
        except BattleStuck as fault:
            yield Finding(file, 0, 0, "error", "cannot-be-played", str(fault))
            return
        settled = settled_at_once(battle)
        if settled is not None:
            aims = [aim.id for aim in level.script.objectives]
            keys = () if settled.objective is None else ("objective", aims.index(settled.objective))
            yield _finding(level, file, "warning", "settled-at-once", settled.text, keys)
            return


def _expected(level: Level, file: str, book: Book) -> list[Finding]:
    plays = Plays(book, level)
    found = [
        _finding(level, file, "error", "expectation-failed", message, ("expect", number))
        for number, message in try_all(plays)
    ]
    thought = [one for (_, name), one in plays.made.items() if name != RANDOM]
    return [*found, *_never_seen(level, file, thought)]


def _never_seen(level: Level, file: str, trials: Sequence[TrialResult]) -> Iterator[Finding]:
    """Triggers that have not gone off in any of enough battles between players who think."""
    if len(trials) < ENOUGH:
        return
    fired = frozenset().union(*(one.fired for one in trials))
    for number in range(len(level.script.triggers)):
        if number not in fired:
            text = f"Trigger {number + 1} has gone off in none of the {len(trials)} battles that "
            text += "were played for the expectations."
            yield _finding(level, file, "note", "trigger-not-seen", text, ("trigger", number))


def _finding(
    level: Level, file: str, severity: Severity, code: str, message: str, keys: Keys
) -> Finding:
    """What is told at a table of the level, or of the whole of it."""
    if not keys:
        return Finding(file, 0, 0, severity, code, message)
    positions = Positions(level.text)
    spot = positions.key(keys)
    return Finding(file, *spot, severity, code, message, positions.line(spot.line))


def try_all(plays: Plays) -> Iterator[UnmetExpectation]:
    """What does not come out as the level says; in its order."""
    level = plays.level
    for number, expect in enumerate(level.script.expects):
        try:
            text = _failure(plays, expect) or ""
        except BattleStuck as fault:
            text = str(fault)
        if text:
            text = f"Expectation {number + 1} is not met: {text[0].lower()}{text[1:]}"
            yield UnmetExpectation(number, text)


def _failure(plays: Plays, expect: Expect) -> str | None:
    """What came out instead of what was expected, or None if that did."""
    if expect.reachable is not None:
        return _unreachable(plays.book, plays.level, expect.reachable)
    trials = (plays(seed, expect.players) for seed in range(1, expect.games + 1))
    if expect.wins is not None:
        return _wins(expect.wins, list(trials))
    if expect.ends_before is not None:
        return _late(expect.ends_before, trials)
    return _early(trials) if expect.nobody_dies_before_acting else None


def _wins(wins: Between, trials: Sequence[TrialResult]) -> str | None:
    won = [one.seed for one in trials if one.winner == wins.side]
    share = len(won) / len(trials)
    if wins.least <= share <= wins.most:
        return None
    which = "wins" if share > wins.most else "does not win"
    seed = next(one.seed for one in trials if (one.winner == wins.side) == (which == "wins"))
    return (
        f"{wins.side!r} wins {len(won)} of {len(trials)} battles ({share:.0%}), where "
        f"{wins.least:.0%} to {wins.most:.0%} is expected; the first that it {which} has the "
        f"seed {seed}."
    )


def _late(ends_before: int, trials: Iterable[TrialResult]) -> str | None:
    for one in trials:
        if one.rounds >= ends_before:
            return (
                f"the battle with the seed {one.seed} ends in round {one.rounds}, where all are "
                f"expected to end before round {ends_before}."
            )
    return None


def _early(trials: Iterable[TrialResult]) -> str | None:
    for one in trials:
        if one.early:
            return (
                f"in the battle with the seed {one.seed} {one.early[0]!r} dies before its first "
                "turn, which nobody is expected to."
            )
    return None


# Ways


def _unreachable(book: Book, level: Level, goal: WhenEntered) -> str | None:
    """With all open that triggers or hands open."""
    units = [unit.id for unit in level.units if _is_meant(goal, unit.id, unit.side)]
    area = set(level.script.areas[goal.area])
    opened = [*_opened(level), *(_handled(level) if book.schema.handles else ())]
    grid = battlefield_of(level, book.schema.diagonal).grid_with(tuple(dict(opened).items()))
    pairs = tuple(book.schema.joined(level.settings)) if book.schema.joined else ()
    starts = [cell for unit in units for cell in _starts(level, unit)]
    ways = _Ways(level, grid, pairs)
    if any(not area.isdisjoint(ways.from_(start)) for start in dict.fromkeys(starts)):
        return None
    who = goal.unit or (f"nobody of {goal.side!r}" if goal.side else "nobody")
    can = f"{who!r} cannot" if goal.unit else f"{who} can"
    return f"{can} walk to the area {goal.area!r}."


class _Ways:
    """Where one comes to on foot, and from zone to zone where these are joined otherwise."""

    def __init__(self, level: Level, grid: Grid, pairs: Sequence[tuple[str, str]]) -> None:
        self._grid = grid
        self._pairs = pairs
        self._zones: dict[str, list[Cell]] = {}
        for number, zone in enumerate(level.zones):
            cell = number % level.width, number // level.width
            self._zones.setdefault(zone, []).append(cell)

    def from_(self, start: Cell) -> set[Cell]:
        """All tiles to which a way leads from one."""
        found: set[Cell] = set()
        waiting = [start]
        while waiting:
            cell = waiting.pop()
            if cell not in found:
                found.update(reach(self._grid, cell, None).costs, [cell])
                waiting += () if waiting else self._over(found)
        return found

    def _over(self, found: set[Cell]) -> list[Cell]:
        """Tiles not yet found of the zones to which a crossing leads from those found."""
        both = [*self._pairs, *((to, zone) for zone, to in self._pairs)]
        over = {to for zone, to in both if not found.isdisjoint(self._zones.get(zone, ()))}
        return [
            c for to in over for c in self._zones.get(to, ()) if c not in found and self._is_free(c)
        ]

    def _is_free(self, cell: Cell) -> bool:
        return bool(self._grid.cost(cell))


def _opened(level: Level) -> Iterator[tuple[Cell, str]]:
    """The tiles that become such as can be entered."""
    for deed in (deed.open for trigger in level.script.triggers for deed in trigger.do):
        if deed is not None and level.terrain[deed.terrain].walk:
            yield from ((cell, deed.terrain) for cell in level.script.areas[deed.area])


def _handled(level: Level) -> Iterator[tuple[Cell, str]]:
    """The tiles that whoever handles or breaks what stands there can make such."""
    barred = {sign: id for sign, id in level.legend.items() if not level.terrain[id].walk}
    made = {sign: made_passable(level.terrain, id) for sign, id in barred.items()}
    for number, sign in enumerate(level.tiles):
        terrain = made.get(sign)
        if terrain is not None:
            yield (number % level.width, number // level.width), terrain


def _is_meant(goal: WhenEntered, unit: str, side: str) -> bool:
    return goal.unit in (None, unit) and goal.side in (None, side)


def _starts(level: Level, unit: str) -> Iterator[Cell]:
    """Where a unit may stand first: on its tile, where it is placed, or where it comes in."""
    found = next(one for one in level.units if one.id == unit)
    if found.at is not None:
        yield found.at
    script = level.script
    areas = [deploy.area for deploy in script.deploy if unit in (deploy.units or ())]
    areas += [one.area for one in script.reinforcements if unit in one.units]
    for area in areas:
        yield from script.areas[area]
