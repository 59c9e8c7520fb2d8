"""Random games: a few hundred in the default suite, thousands in the long one.

`tests/play/test_lockstep.py` plays ten thousand more, on all positions, and replays them.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from game.engine.battle import Battle
from game.terms.agenda import BattleEnd
from game.terms.commands import verb
from tests.conformance.books import books, cases
from tests.conformance.brawls import brawl, busy
from tests.conformance.driver import REASONS, play
from tests.conformance.skirmishes import skirmish

LONG = 5_000
"""Number of random games on random maps in the long suite."""

CHUNK = 250
"""Number of games on random maps that one test plays."""


def played(start: Callable[[], Battle], seed: int) -> tuple[Battle, BattleEnd]:
    """Return a battle played to its end at random."""
    battle = start()
    level = battle.world.scene.level
    over = play(battle, Random(seed))
    assert over.reason in REASONS
    assert over.rounds <= level.rounds
    assert over.winner in (None, *(side.id for side in level.sides))
    return battle, over


@pytest.mark.parametrize("first", range(0, 300, 50))
def test_random_skirmishes_end(first: int) -> None:
    for seed in range(first, first + 50):
        played(partial(skirmish, seed), seed)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, LONG, CHUNK))
def test_five_thousand_random_skirmishes_end(first: int) -> None:
    """Play a chunk of battles on random maps, of which most end by elimination."""
    seeds = range(first, first + CHUNK)
    ends = Counter(played(partial(skirmish, seed), seed)[1].reason for seed in seeds)
    assert ends["elimination"] > CHUNK / 2, ends


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
@pytest.mark.parametrize("first", range(100, 1_100, 100))
def test_thousands_of_units_that_react_to_everything_never_hang(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.engine.agenda_machine.RUNAWAY", 500)
    for seed in range(first, first + 100):
        fought(seed)


@pytest.mark.parametrize("book", books())
def test_every_type_of_command_and_ask_comes_up(book: str) -> None:
    wanted = {verb(kind) for kind in books()[book].commands}
    given: set[str] = set()
    for case in cases([book]):
        for seed in range(20):
            battle, _ = played(case.start, seed)
            given |= {verb(move.command) for move in battle.history}
            if given >= wanted:
                return
    assert given >= wanted, f"never given: {sorted(wanted - given)}"
