"""Play battles of a level to find out whether it works as its author expects."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from game.content.levels import LevelTrial
from game.content.toml_files.findings import Finding, Severity
from game.content.toml_files.positions import Keys, Positions
from game.core.cells import Cell
from game.core.grid import Grid
from game.core.paths import reach
from game.engine.book import Book
from game.play.players import RANDOM
from game.terms.level import Level, made_passable
from game.terms.level_script import Expect
from game.terms.script.conditions import WhenEntered
from game.workshop.roster_trials import rosters_tried
from game.workshop.share_expectations import ENOUGH, expected_share
from game.workshop.trial_battles import (
    BattleStuck,
    TrialResult,
    play_trial,
    played,
    settled_at_once,
)
from game.workshop.workshop_sentences import said
from game.world.battlefield import battlefield_of

SEEDS = (1, 2, 3)
COMMANDS = 100
"""Maximum number of random commands to play with each seed."""
OFFERS = 10_000
"""Maximum number of options to list with each seed, because they take long on large maps."""


class Plays:
    """The battles of a level by seed and player; each is played only once."""

    def __init__(self, book: Book, level: Level) -> None:
        self.book, self.level = book, level
        self.made: dict[tuple[int, str], TrialResult] = {}

    def __call__(self, seed: int, name: str) -> TrialResult:
        """Return the result of a battle. Play it on the first call."""
        if (seed, name) not in self.made:
            self.made[seed, name] = play_trial(self.book, self.level, seed, name)
        return self.made[seed, name]


class UnmetExpectation(NamedTuple):
    """An expectation that wasn't met, and the reason."""

    number: int
    """Index of the expectation in the level, from 0."""
    message: str


def trial_with(books: Mapping[str, Book]) -> LevelTrial:
    """Return a function that plays a level by its rulebook and returns what `tried` finds."""
    return lambda level, file: tried(level, file, books[level.rulebook])


def tried(level: Level, file: str, book: Book) -> list[Finding]:
    """Play the level and return the errors; if there are none, return unmet expectations."""
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
    """Yield notes about triggers that never fired, given enough battles without random players."""
    if len(trials) < ENOUGH:
        return
    for number in range(len(level.script.triggers)):
        if not any(one.counts.triggers[number] for one in trials):
            text = said("finding", "trigger-not-seen", number=number + 1, count=len(trials))
            yield _finding(level, file, "note", "trigger-not-seen", text, ("trigger", number))


def _finding(
    level: Level, file: str, severity: Severity, code: str, message: str, keys: Keys
) -> Finding:
    """Return a finding about a table of the level, or about the whole level."""
    if not keys:
        return Finding(file, 0, 0, severity, code, message)
    positions = Positions(level.text)
    spot = positions.key(keys)
    return Finding(file, *spot, severity, code, message, positions.line(spot.line))


def try_all(plays: Plays) -> Iterator[UnmetExpectation]:
    """Yield the unmet expectations, in the level's order."""
    level = plays.level
    for number, expect in enumerate(level.script.expects):
        try:
            text = _failure(plays, expect) or ""
        except BattleStuck as fault:
            text = str(fault)
        if text:
            why = f"{text[0].lower()}{text[1:]}"
            told = said("finding", "expectation-failed", number=number + 1, why=why)
            yield UnmetExpectation(number, told)


def _failure(plays: Plays, expect: Expect) -> str | None:
    """Return why an expectation wasn't met, as a sentence, or None if it was."""
    if expect.reachable is not None:
        return _unreachable(plays.book, plays.level, expect.reachable)
    trials = (plays(seed, expect.players) for seed in range(1, expect.games + 1))
    expected = expected_share(plays.level, expect)
    if expected is not None:
        return expected.failure(trials, expect.games)
    if expect.ends_before is not None:
        return _late(expect.ends_before, trials)
    return _early(trials) if expect.nobody_dies_before_acting else None


def _late(ends_before: int, trials: Iterable[TrialResult]) -> str | None:
    for one in trials:
        if one.rounds >= ends_before:
            seed, last = one.seed, one.rounds
            return said("expectation", "late", seed=seed, round=last, before=ends_before)
    return None


def _early(trials: Iterable[TrialResult]) -> str | None:
    for one in trials:
        if one.early:
            return said("expectation", "early", seed=one.seed, unit=one.early[0])
    return None


# Paths


def _unreachable(book: Book, level: Level, goal: WhenEntered) -> str | None:
    """Return why no unit can reach an area, even through all doors that can be opened, or None."""
    units = [unit.id for unit in level.units if _is_meant(goal, unit.id, unit.side)]
    area = set(level.script.areas[goal.area])
    opened = [*_opened(level), *(_handled(level) if book.schema.handles else ())]
    grid = battlefield_of(level, book.schema.diagonal).grid_with(tuple(dict(opened).items()))
    pairs = tuple(book.schema.joined(level.settings)) if book.schema.joined else ()
    starts = [cell for unit in units for cell in _starts(level, unit)]
    ways = _Ways(level, grid, pairs)
    if any(not area.isdisjoint(ways.from_(start)) for start in dict.fromkeys(starts)):
        return None
    if goal.unit:
        return said("expectation", "unreachable_unit", unit=goal.unit, area=goal.area)
    if goal.side:
        return said("expectation", "unreachable_side", side=goal.side, area=goal.area)
    return said("expectation", "unreachable", area=goal.area)


class _Ways:
    """The tiles that units can reach, on paths and by crossings between zones."""

    def __init__(self, level: Level, grid: Grid, pairs: Sequence[tuple[str, str]]) -> None:
        self._grid = grid
        self._pairs = pairs
        self._zones: dict[str, list[Cell]] = {}
        for number, zone in enumerate(level.zones):
            cell = number % level.width, number // level.width
            self._zones.setdefault(zone, []).append(cell)

    def from_(self, start: Cell) -> set[Cell]:
        """Return all tiles reachable from a tile."""
        found: set[Cell] = set()
        waiting = [start]
        while waiting:
            cell = waiting.pop()
            if cell not in found:
                found.update(reach(self._grid, cell, None).costs, [cell])
                waiting += () if waiting else self._over(found)
        return found

    def _over(self, found: set[Cell]) -> list[Cell]:
        """Return tiles not found yet in zones that a crossing joins to a zone already found."""
        both = [*self._pairs, *((to, zone) for zone, to in self._pairs)]
        over = {to for zone, to in both if not found.isdisjoint(self._zones.get(zone, ()))}
        return [
            c for to in over for c in self._zones.get(to, ()) if c not in found and self._is_free(c)
        ]

    def _is_free(self, cell: Cell) -> bool:
        return bool(self._grid.cost(cell))


def _opened(level: Level) -> Iterator[tuple[Cell, str]]:
    """Yield the tiles that triggers make passable."""
    for deed in (deed.open for trigger in level.script.triggers for deed in trigger.do):
        if deed is not None and level.terrain[deed.terrain].walk:
            yield from ((cell, deed.terrain) for cell in level.script.areas[deed.area])


def _handled(level: Level) -> Iterator[tuple[Cell, str]]:
    """Yield the tiles that units can make passable by interacting or breaking."""
    barred = {sign: id for sign, id in level.legend.items() if not level.terrain[id].walk}
    made = {sign: made_passable(level.terrain, id) for sign, id in barred.items()}
    for number, sign in enumerate(level.tiles):
        terrain = made.get(sign)
        if terrain is not None:
            yield (number % level.width, number // level.width), terrain


def _is_meant(goal: WhenEntered, unit: str, side: str) -> bool:
    return goal.unit in (None, unit) and goal.side in (None, side)


def _starts(level: Level, unit: str) -> Iterator[Cell]:
    """Yield the tiles where a unit may start: its own, and areas where it deploys or arrives."""
    found = next(one for one in level.units if one.id == unit)
    if found.at is not None:
        yield found.at
    script = level.script
    areas = [deploy.area for deploy in script.deploy if unit in (deploy.units or ())]
    areas += [one.area for one in script.reinforcements if unit in one.units]
    for area in areas:
        yield from script.areas[area]
