"""Rows that only note times, in milliseconds, of a computer player in its own process."""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from statistics import median
from time import perf_counter

from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.play.computer_answers import computer_answer
from game.play.players import RANDOM, SOLDIER, player
from game.play.thinker_process import Chair, Thinker
from game.terms.agenda import Ask
from game.workshop.bench.action_rows import MELEE, begun, text_of
from game.workshop.bench.bench_battles import SEED, level_of, play, settle
from game.workshop.bench.measuring import Bench, BenchRow, NotMeasured

LONGEST = 60.0
"""Maximum number of seconds to wait for a process."""


def _chair(bench: Bench, name: str) -> tuple[Battle, Thinker]:
    """Return a battle at an ask, and the player to ask."""
    book = bench.book("action")
    battle = begun(bench, MELEE)
    play(battle, 1)
    settle(battle, Stream(SEED, "bench dice"))
    assert isinstance(battle.stop, Ask)
    level = level_of(book, text_of(MELEE))
    return battle, Thinker(Chair(level, name, SEED, battle.stop.side))


def _start(bench: Bench) -> float:
    times = []
    for _ in range(bench.effort.processes):
        with closing(_chair(bench, RANDOM)[1]) as thinker:
            times.append(_ms(partial(_begin, thinker)))
    raise NotMeasured(f"a note: ready after {median(times):.0f} ms")


def _begin(thinker: Thinker) -> None:
    thinker.start()
    thinker.wait(LONGEST)


def _ask(bench: Bench) -> float:
    said = [f"{name} {_both(bench, name)}" for name in (RANDOM, SOLDIER)]
    raise NotMeasured(f"a note: that process and this one, {'; '.join(said)}")


def _both(bench: Bench, name: str) -> str:
    """Return the times of an answer from another process and from this one, as text."""
    battle, thinker = _chair(bench, name)
    side, view = thinker.chair.side, battle.view(thinker.chair.side)
    there, here = [], []

    def ask() -> None:
        """Ask the process and wait for its answer."""
        thinker.ask(view, 1)
        while thinker.answer() is None:
            thinker.wait(LONGEST)

    def choose() -> None:
        """Ask a player in this process."""
        seated = player(name, SEED, side)
        assert seated is not None
        computer_answer(seated, battle, side, battle.legal())

    with closing(thinker):
        ask()
        for _ in range(bench.effort.repeats):
            there.append(_ms(ask))
            here.append(_ms(choose))
    return f"{median(there):.1f} and {median(here):.1f} ms"


def _ms(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return 1000 * (perf_counter() - start)


ROWS = (
    BenchRow(
        "think-start", "a computer player in its own process is ready", 1, "milliseconds", _start
    ),
    BenchRow(
        "think-ask", "an answer from that process, and from this one", 1, "milliseconds", _ask
    ),
)
