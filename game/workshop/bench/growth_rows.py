"""Rows that measure how times grow with the number of units and of tiles.

Each number is an exponent: 1 if twice as many units or tiles take twice the time.
"""

from collections.abc import Callable
from functools import partial
from math import log
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from game.ai.threats import threatened
from game.core.lines_between import lines
from game.engine.battle import Battle
from game.play.battle_start import opened_battle
from game.play.computer_answers import computer_answer
from game.play.opening import Options
from game.play.players import SOLDIER, player
from game.terms.agenda import Ask
from game.workshop.bench.action_rows import Drawing, begun, text_of
from game.workshop.bench.bench_battles import SEED, first_of
from game.workshop.bench.measuring import QUICK, Bench, BenchRow, Noted, Task, best
from game.workshop.bench.odds_rows import forget

KIND = "fowler"
"""The kind of all units. Archers have the most targets."""
SKEW = 5
"""Tiles by which crates and units are further left in each row, so that they form no columns."""
APART, EACH = 24, 12
"""Number of tiles for each crate, and for each unit."""
UNITS = (8, 12, 8), (16, 12, 16), (32, 24, 16), (64, 24, 32), (128, 48, 32)
"""Numbers of units, with the width and height of the map."""
TILES = (16, 16, 16), (16, 32, 32), (16, 64, 64), (16, 128, 128)
"""The same for one number of units on larger and larger maps."""
REPEATS = 5
"""Maximum number of repeats, because large battles take long to set up."""
BESIDE = "8–128 units, 16²–128² tiles with crates"

Size = tuple[int, int, int]
"""Number of units, width and height."""
Timed = Callable[[Bench, Size], float]
"""Function that returns the seconds of some work in a battle of a size."""


class Exponents(NamedTuple):
    """The growth of a time with a size."""

    exponent: float
    """The slope of the line through all sizes and times, both as logarithms."""
    last: float
    """The slope between the last two."""


def drawing(size: Size) -> Drawing:
    """Return the drawing of a level with units of two sides. On larger maps they stay together."""
    count, width, height = size
    rows = "\n".join(
        "".join(".o"[(x + SKEW * y) % APART == 0] for x in range(width)) for y in range(height)
    )
    across = next(wide for many, wide, _ in UNITS if many == count)
    cells = ((x, y) for y in range(height) for x in range(across))
    places = [(x, y) for x, y in cells if (x + SKEW * y) % EACH == EACH // 2][:count]
    return rows, {
        f"u{n}": f"{('red', 'blue')[n % 2]} {KIND} {x} {y}" for n, (x, y) in enumerate(places)
    }


def growth(sizes: list[float], times: list[float]) -> Exponents:
    """Return the growth of times with sizes, at least two of each."""
    x, y = [log(size) for size in sizes], [log(time) for time in times]
    middle, height = sum(x) / len(x), sum(y) / len(y)
    across = sum((a - middle) ** 2 for a in x)
    slope = sum((a - middle) * (b - height) for a, b in zip(x, y, strict=True)) / across
    return Exponents(slope, (y[-1] - y[-2]) / (x[-1] - x[-2]))


def grown(bench: Bench, timed: Timed) -> Noted:
    """Return the larger exponent of units and tiles, and both in a note."""
    bench.book("action")
    shown = None if bench.effort.repeats > QUICK.repeats else 2
    units, tiles = UNITS[:shown], TILES[:shown]
    by_units = growth([size[0] for size in units], [timed(bench, size) for size in units])
    by_tiles = growth([size[1] * size[2] for size in tiles], [timed(bench, size) for size in tiles])
    both = {"units": by_units, "tiles": by_tiles}
    note = ", ".join(
        f"{name} {one.exponent:.2f} (last doubling {one.last:.2f})" for name, one in both.items()
    )
    return Noted(max(by_units.exponent, by_tiles.exponent), note)


def shortest(bench: Bench, task: Task) -> float:
    """Return the best time of a task in seconds."""
    return best(task, min(REPEATS, bench.effort.repeats))


# Battles


class Moment(NamedTuple):
    """A battle at a turn, which can be renewed as if another command had been given."""

    battle: Battle
    side: str

    def renew(self) -> None:
        """Drop all that is cached about the position, but not what is cached about the map."""
        command = first_of(self.battle, "move")
        self.battle.apply(command)
        self.battle.undo(agreed=True)


def _moment(bench: Bench, size: Size) -> Moment:
    battle = begun(bench, drawing(size))
    assert isinstance(battle.stop, Ask)
    return Moment(battle, battle.stop.side)


def _legal(bench: Bench, size: Size) -> float:
    """Return the time of a battle's first list, with nothing about its map cached."""
    battles: list[Battle] = []

    def start() -> None:
        lines.cache_clear()
        battles[:] = [begun(bench, drawing(size))]

    return shortest(bench, Task(lambda: battles[0].legal(), start))


def _threats(bench: Bench, size: Size) -> float:
    battle, side = _moment(bench, size)
    begun, command = len(battle.history), first_of(battle, "move")

    def change() -> None:
        """Make a move, or undo it, so that a unit has always just changed its tile."""
        if len(battle.history) > begun:
            battle.undo(agreed=True)
        else:
            battle.apply(command)

    work = partial(threatened, hints=battle.book.hints, side=side)
    return shortest(bench, Task(lambda: work(battle.view(side).world), change))


def _odds(bench: Bench, size: Size) -> float:
    battle, _ = _moment(bench, size)
    command = first_of(battle, "attack")
    return shortest(bench, Task(lambda: battle.odds(command), lambda: forget(battle)))


def _soldier(bench: Bench, size: Size) -> float:
    battle, side = moment = _moment(bench, size)

    def decide() -> None:
        seated = player(SOLDIER, SEED, side)
        assert seated is not None
        computer_answer(seated, battle, side, battle.legal())

    return shortest(bench, Task(decide, moment.renew))


def _save(bench: Bench, size: Size) -> float:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "growth.toml"
        path.write_text(text_of(drawing(size)), encoding="utf-8")
        options = Options(level=str(path), seed=str(SEED))
        with opened_battle(options, bench.books, None, path.parent, lambda _: None) as table:
            while table.step():
                pass
            return shortest(bench, Task(table.saved))


def _row(id: str, what: str, timed: Timed) -> BenchRow:
    return BenchRow(
        f"growth-{id}", f"growth of {what}", 1, BESIDE, partial(grown, timed=timed), unit=""
    )


ROWS = (
    _row("legal", "the first legal list", _legal),
    _row("threats", "all threats after a move", _threats),
    _row("odds", "the odds of one attack", _odds),
    _row("soldier", "a soldier's decision", _soldier),
    _row("save", "a save", _save),
)
"""`growth-frame` is among the rows about the window."""
