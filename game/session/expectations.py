"""Tries a level: plays it at random, and looks whether it is as its author expects."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from game.content.findings import Finding, Severity
from game.content.positions import Positions
from game.core.cells import Cell
from game.core.paths import reach
from game.engine.book import Book
from game.session.players import PLAYERS
from game.session.trials import Failing, Trial, played, settled_at_once, trial
from game.terms.level import Level, made_passable
from game.terms.script import Between, Enter, Expect
from game.world.scene import scene_of

SEEDS = (1, 2, 3)
COMMANDS = 100
"""So many random commands are played with each seed …"""
OFFERS = 10_000
"""… or fewer where so many were on offer: on the largest maps each takes long."""

Play = Callable[[int], Trial]
"""Plays the battle with a seed; the second time it only remembers."""


class Verdict(NamedTuple):
    """What is to be told of an expectation that was not met, or could not be tried."""

    number: int
    """Which one, from 0 in the order of the level."""
    severity: Severity
    code: str
    message: str


def tried(level: Level, file: str, book: Book) -> list[Finding]:
    """What goes wrong when anybody plays the level; if nothing does, what is not as expected."""
    return list(_played(level, file, book)) or _expected(level, file, book)


def _played(level: Level, file: str, book: Book) -> Iterator[Finding]:
    for seed in SEEDS:
        try:
            battle = played(book, level, seed, COMMANDS, OFFERS)
        except Failing as fault:
            yield Finding(file, 0, 0, "error", "cannot-be-played", str(fault))
            return
        settled = settled_at_once(battle)
        if settled is not None:
            yield Finding(file, 0, 0, "warning", "settled-at-once", settled)
            return


def _expected(level: Level, file: str, book: Book) -> list[Finding]:
    positions, lines = Positions(level.text), level.text.split("\n")
    found = []
    for number, severity, code, message in try_all(book, level):
        line, column = positions.key(("expect", number))
        text = lines[line - 1].removesuffix("\r")
        found.append(Finding(file, line, column, severity, code, message, text))
    return found


def try_all(book: Book, level: Level) -> Iterator[Verdict]:
    """What does not come out as the level says; in its order."""
    play = lru_cache(maxsize=None)(lambda seed: trial(book, level, seed))
    for number, expect in enumerate(level.script.expects):
        name = f"Expectation {number + 1}"
        if expect.reachable is None and expect.players not in PLAYERS:
            text = f"{name} is not tried: there is no player {expect.players!r} yet."
            yield Verdict(number, "note", "expectation-untried", text)
            continue
        try:
            text = _failure(book, level, expect, play) or ""
        except Failing as fault:
            text = str(fault)
        if text:
            text = f"{name} is not met: {text[0].lower()}{text[1:]}"
            yield Verdict(number, "error", "expectation-failed", text)


def _failure(book: Book, level: Level, expect: Expect, play: Play) -> str | None:
    """What came out instead of what was expected, or None if that did."""
    if expect.reachable is not None:
        return _unreachable(book, level, expect.reachable)
    trials = (play(seed) for seed in range(1, expect.games + 1))
    if expect.wins is not None:
        return _wins(expect.wins, list(trials))
    if expect.ends_before is not None:
        return _late(expect.ends_before, trials)
    return _early(trials) if expect.nobody_dies_before_acting else None


def _wins(wins: Between, trials: Sequence[Trial]) -> str | None:
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


def _late(ends_before: int, trials: Iterable[Trial]) -> str | None:
    for one in trials:
        if one.rounds >= ends_before:
            return (
                f"the battle with the seed {one.seed} ends in round {one.rounds}, where all are "
                f"expected to end before round {ends_before}."
            )
    return None


def _early(trials: Iterable[Trial]) -> str | None:
    for one in trials:
        if one.early:
            return (
                f"in the battle with the seed {one.seed} {one.early[0]!r} dies before its first "
                "turn, which nobody is expected to."
            )
    return None


# Ways


def _unreachable(book: Book, level: Level, goal: Enter) -> str | None:
    """With all open that triggers or hands open."""
    units = [unit.id for unit in level.units if _is_meant(goal, unit.id, unit.side)]
    area = set(level.script.areas[goal.area])
    opened = [*_opened(level), *(_handled(level) if book.schema.handles else ())]
    grid = scene_of(level, book.schema.diagonal).grid_with(tuple(dict(opened).items()))
    starts = [cell for unit in units for cell in _starts(level, unit)]
    if any(not area.isdisjoint(reach(grid, start, None).costs) for start in dict.fromkeys(starts)):
        return None
    who = goal.unit or (f"nobody of {goal.side!r}" if goal.side else "nobody")
    can = f"{who!r} cannot" if goal.unit else f"{who} can"
    return f"{can} walk to the area {goal.area!r}."


def _opened(level: Level) -> Iterator[tuple[Cell, str]]:
    """The tiles that become such as can be entered."""
    for deed in (deed.open for trigger in level.script.triggers for deed in trigger.do):
        if deed is not None and level.terrain[deed.terrain].walk:
            yield from ((cell, deed.terrain) for cell in level.script.areas[deed.area])


def _handled(level: Level) -> Iterator[tuple[Cell, str]]:
    """The tiles that whoever handles or breaks what stands there can make such."""
    for number, id in enumerate(level.tiles):
        made = None if level.terrain[id].walk else made_passable(level.terrain, id)
        if made is not None:
            yield (number % level.width, number // level.width), made


def _is_meant(goal: Enter, unit: str, side: str) -> bool:
    return goal.unit in (None, unit) and goal.side in (None, side)


def _starts(level: Level, unit: str) -> Iterator[Cell]:
    """Where a unit may stand first: on its tile, where it is placed, or where it comes in."""
    found = next(one for one in level.units if one.id == unit)
    if found.at is not None:
        yield found.at
    script = level.script
    areas = [deploy.area for deploy in script.deploy if unit in (deploy.units or ())]
    deeds = [deed.reinforcement for trigger in script.triggers for deed in trigger.do]
    areas += [deed.area for deed in deeds if deed is not None and unit in deed.units]
    for area in areas:
        yield from script.areas[area]
