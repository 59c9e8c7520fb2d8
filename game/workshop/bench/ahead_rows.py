"""Rows that measure the facts about a tile before a move, and the attacks after a move."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from game.engine.battle import Battle
from game.play.battle_start import opened_battle
from game.play.opening import Options
from game.present.looking_ahead.approaches import moves_of
from game.present.looking_ahead.battle_ahead import BattleAhead
from game.present.looking_ahead.tile_outlook import TileSearch
from game.present.question import Choice, Question
from game.present.shown_battle import ShownBattle
from game.workshop.bench.bench_battles import first_of
from game.workshop.bench.large_levels import BOOK, HIGH, WIDE, host
from game.workshop.bench.measuring import Bench, BenchRow, NotMeasured, Task

UNITS = 24
"""Number of units, half of them on each side."""


class _Asked(NamedTuple):
    """A battle at a unit's turn."""

    battle: Battle
    ahead: BattleAhead
    question: Question
    foe: str
    move: Choice
    """The move with the most facts about its end."""

    def renew(self) -> None:
        """Give a command and undo it, which drops everything cached about the position."""
        self.battle.apply(first_of(self.battle, "move"))
        self.battle.undo(agreed=True)

    def outlook(self, steps: int | None = None) -> TileSearch:
        """Search everything about the end of the move."""
        search = self.ahead.from_tile(self.question, self.move)
        search.go_on(steps)
        return search


@contextmanager
def _asked(bench: Bench) -> Iterator[_Asked]:
    """Open a battle of twelve against twelve."""
    bench.book(BOOK)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "host.toml"
        path.write_text(host(WIDE, HIGH, UNITS), encoding="utf-8")
        options = Options(level=str(path), seed="5")
        with opened_battle(options, bench.books, None, Path(folder), lambda _: None) as table:
            while table.step():
                pass
            yield _turn(ShownBattle(table))


def _turn(sitting: ShownBattle) -> _Asked:
    """Lead a battle to a unit's turn with moves to attack from."""
    table, ahead = sitting.table, BattleAhead(sitting)
    while (question := sitting.question()) is not None:
        moves = moves_of(question) if question.ask == "turn" else []
        counted = [(len(_rows(ahead, question, move)), move) for move in moves]
        most = max((count for count, _ in counted), default=0)
        if most > 0:
            move = next(move for count, move in counted if count == most)
            foe = _rows(ahead, question, move)[0]
            return _Asked(table.battle, ahead, question, foe, move)
        table.submit(table.battle.legal()[0])
        while table.step():
            pass
    raise NotMeasured("no unit can attack after a move")


def _rows(ahead: BattleAhead, question: Question, move: Choice) -> list[str]:
    search = ahead.from_tile(question, move)
    search.go_on()
    return [row.unit for row in search.rows if row.odds is not None]


def _first(bench: Bench) -> float:
    with _asked(bench) as asked:
        return bench.beside(Task(partial(asked.outlook, 1), asked.renew))


def _all(bench: Bench) -> float:
    with _asked(bench) as asked:
        return bench.beside(Task(asked.outlook, asked.renew))


def _again(bench: Bench) -> float:
    with _asked(bench) as asked:
        return bench.beside(Task(asked.outlook))


def _approach(bench: Bench) -> float:
    with _asked(bench) as asked:

        def search() -> None:
            asked.ahead.approaches(asked.question, asked.foe).go_on()

        return bench.beside(Task(search, asked.renew))


ROWS = (
    BenchRow("tile-first", "first words about a tile, 12 against 12", 40, "reach", _first),
    BenchRow("tile", "all about a tile after a command, 12 against 12", 400, "reach", _all),
    BenchRow("tile-again", "all about the same tile again, 12 against 12", 40, "reach", _again),
    BenchRow("approach", "tiles to attack a foe from, 12 against 12", 130, "reach", _approach),
)
