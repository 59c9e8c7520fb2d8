"""Random games: a few hundred in the default suite, ten thousand in the long one."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random

import pytest

from game.engine.battle import Battle
from game.terms.agenda import BattleEnd
from game.terms.commands import verb
from tests.conformance.books import Case, books, cases, every_case
from tests.conformance.brawls import brawl, busy
from tests.conformance.driver import REASONS, play
from tests.conformance.skirmishes import skirmish

LONG = 5_000
"""Number of games of each kind in the long suite."""

CHUNK = 250


def played(start: Callable[[], Battle], seed: int) -> tuple[Battle, BattleEnd]:
    """Return a battle played to its end at random."""
    battle = start()
    level = battle.world.scene.level
    over = play(battle, Random(seed))
    assert over.reason in REASONS
    assert over.rounds <= level.rounds
    assert over.winner in (None, *(side.id for side in level.sides))
    return battle, over


def skirmishes(first: int) -> Counter[str]:
    """Return the endings of a chunk of battles on random maps."""
    seeds = range(first, first + CHUNK)
    return Counter(played(partial(skirmish, seed), seed)[1].reason for seed in seeds)


def on_levels(first: int) -> Counter[str]:
    """Return the endings of a chunk of battles on the shipped levels."""
    levels = [case for case in cases() if case.name.startswith("level-")]
    seeds = range(first, first + CHUNK)
    return Counter(played(levels[seed % len(levels)].start, seed)[1].reason for seed in seeds)


@pytest.mark.parametrize("first", range(0, 300, 50))
def test_random_skirmishes_end(first: int) -> None:
    for seed in range(first, first + 50):
        played(partial(skirmish, seed), seed)


@pytest.mark.long
@every_case()
def test_battles_of_every_position_end(case: Case) -> None:
    for seed in range(40):
        played(case.start, seed)


def fought(seed: int) -> None:
    """Check that a battle of units that react to everything ends, and that no step is long."""
    battle = brawl(seed)
    over = play(battle, Random(seed), busy)
    assert over.reason in REASONS
    assert over.rounds <= battle.world.scene.level.rounds


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_units_that_react_to_everything_never_hang(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.engine.agenda_machine.RUNAWAY", 500)
    for seed in range(first, first + 20):
        fought(seed)


@pytest.mark.long
@pytest.mark.parametrize("first", range(100, 3_100, 250))
def test_thousands_of_units_that_react_to_everything_never_hang(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.engine.agenda_machine.RUNAWAY", 500)
    for seed in range(first, first + 250):
        fought(seed)


@pytest.mark.parametrize("book", books())
def test_every_type_of_command_and_ask_comes_up(book: str) -> None:
    wanted = {verb(kind) for kind in books()[book].commands()}
    given: set[str] = set()
    for case in cases([book]):
        for seed in range(20):
            battle, _ = played(case.start, seed)
            given |= {verb(move.command) for move in battle.history}
            if given >= wanted:
                return
    assert given >= wanted, f"never given: {sorted(wanted - given)}"


@pytest.mark.long
@pytest.mark.parametrize(("sort", "fewest"), [(skirmishes, 1 / 2), (on_levels, 1 / 4)])
def test_ten_thousand_random_games_end(sort: Callable[[int], Counter[str]], fewest: float) -> None:
    """Play half on random maps and half on levels, in two processes.

    At least a share of `fewest` ends by elimination; on levels, the round limit ends many.
    """
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        ends = sum(pool.map(sort, range(0, LONG, CHUNK)), Counter[str]())
    assert ends.total() == LONG
    assert ends["elimination"] > LONG * fewest, ends
