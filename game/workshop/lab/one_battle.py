"""Play one battle of the lab."""

from collections.abc import Callable
from time import perf_counter

import msgspec

from game.engine.book import Book
from game.play.computer_answers import PlacedFault, described
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.terms.events import TurnStarted
from game.terms.level import Level
from game.workshop.battle_counts.battle_counter import BattleCounter
from game.workshop.battle_counts.counts import BattleCounts
from game.workshop.lab.seatings import Bout
from game.workshop.trial_battles import LONGEST
from game.workshop.workshop_sentences import said

FAILED, UNFINISHED = "failed", "unfinished"
"""Reasons for the end of a battle, in addition to the rules' own."""


class Fought(msgspec.Struct, frozen=True):
    """The result of a battle."""

    winner: str | None
    reason: str
    rounds: int
    turns: int
    """Number of turns that units had."""
    seconds: float
    faults: tuple[PlacedFault, ...] = ()
    """Errors of the computer players."""
    trouble: str | None = None
    """Reason why the battle has no proper end, or None."""
    counts: BattleCounts = BattleCounts()


def fought(book: Book, level: Level, bout: Bout, check: Callable[[], object]) -> Fought:
    """Play a battle to its end. Call `check`, which may raise, before every step."""
    start = perf_counter()
    names = {side.id: name for side, name in zip(level.sides, bout.seating, strict=True)}
    table: Table | None = None
    try:
        table = Table.open(book, level, Setup(DiceSource(bout.seed), names))
        counts = _play(table, check)
        return _result(table, perf_counter() - start, counts)
    except Exception as fault:  # whatever a book does wrong, the other battles go on
        key, n = ("failed_start", 0) if table is None else ("failed", table.record.count)
        about = {"level": level.id, "seed": str(bout.seed), "why": described(fault).rstrip(".")}
        trouble = said("lab", key, n=n, **about)
        faults = tuple(table.faults) if table is not None else ()
        seconds = perf_counter() - start
        return Fought(None, FAILED, 0, 0, seconds, faults, trouble)


def _play(table: Table, check: Callable[[], object]) -> BattleCounts:
    """Play to the end, or until the battle takes too long, and return the counts."""
    counter = BattleCounter(table.battle)
    is_going = True
    while is_going:
        check()
        counter.before()
        is_going = table.record.count < LONGEST and table.step()
        counter.after()
    return counter.counts()


def _result(table: Table, seconds: float, counts: BattleCounts) -> Fought:
    battle, over = table.battle, table.battle.outcome
    turns = sum(isinstance(event, TurnStarted) for event in battle.log())
    faults = tuple(table.faults)
    if over is None:
        level, seed = battle.world.scene.level.id, str(table.dice.seed)
        trouble = said("lab", "unfinished", level=level, seed=seed, most=LONGEST)
        return Fought(None, UNFINISHED, battle.round, turns, seconds, faults, trouble)
    return Fought(over.winner, over.reason, over.rounds, turns, seconds, faults, counts=counts)
