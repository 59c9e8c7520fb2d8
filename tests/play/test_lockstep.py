"""Saving and loading after every command, and replays of random battles, in every rulebook."""

from concurrent.futures import ProcessPoolExecutor
from io import BytesIO
from multiprocessing import get_context
from random import Random

import msgspec
import pytest

from game.play.replayer import replay
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.reader import parse_save
from game.record.recording import Setup
from game.terms.agenda import Ask, BattleEnd, Roll
from game.terms.level import Level
from tests.conformance.books import books, cases
from tests.conformance.driver import any_command, any_faces
from tests.conformance.skirmishes import skirmish

LONG = 10_000
"""Number of random battles replayed in the long suite."""

CHUNK, FEW = 100, 25


def readable(level: Level) -> Level:
    """Return the level with a cost of at least 1 for walls, as in a file."""
    change = msgspec.structs.replace
    terrain = {id: change(kind, cost=max(1, kind.cost)) for id, kind in level.terrain.items()}
    return change(level, terrain=terrain)


def dealt(seed: int) -> Table:
    """Return a random battle with dice, players and views of all kinds."""
    rng = Random(f"game {seed}")
    found = cases()
    battle = skirmish(seed) if rng.random() < 0.5 else rng.choice(found).start()
    level = readable(battle.world.scene.level)
    dice = rng.choice(
        (
            DiceSource(seed),
            DiceSource(seed, asked=True),
            DiceSource(seed, scripted=tuple(rng.randint(1, 2) for _ in range(4))),
        )
    )
    players = {side.id: rng.choice(("stdio", "random")) for side in level.sides}
    table = Table.open(books()[level.rulebook], level, Setup(dice, players))
    table.show(rng.choice((None, *players)))
    return table


def go_on(table: Table, rng: Random) -> bool:
    """Play one command, roll or undo; return False once the battle is over."""
    stop = table.battle.stop
    if isinstance(stop, BattleEnd):
        return False
    if isinstance(stop, Ask) and rng.random() < 0.05:
        table.undo(rng.random() < 0.5, rng.choice((None, *table.players)))
    elif table.battle.is_correctable and rng.random() < 0.2:
        assert table.unroll() is None
    elif not table.step():
        if isinstance(stop, Roll):
            table.roll(any_faces(stop, rng))
        else:
            assert table.submit(any_command(table.battle, rng)) is None
    return True


def loaded(table: Table) -> Table:
    """Return the same battle, loaded from its save."""
    text = table.saved()
    found = replay(parse_save(BytesIO(text)), books())
    assert found.trouble is None, found.trouble
    assert found.table.saved() == text
    return found.table


def assert_same(one: Table, other: Table) -> None:
    assert other.battle.hash() == one.battle.hash()
    assert other.battle.log() == one.battle.log()
    assert other.battle.stop == one.battle.stop
    assert other.battle.legal() == one.battle.legal()
    assert (other.record.drawn, other.view) == (one.record.drawn, one.view)
    assert other.record.moment == one.record.moment
    assert len(other.battle.history) == len(one.battle.history)
    for side in one.players:
        for known in (False, True):
            walls = [it.battle.wall_of(side, as_known=known) for it in (one, other)]
            assert walls[0] == walls[1]
    assert other.battle.is_correctable == one.battle.is_correctable


def in_lock_step(seed: int, most: int) -> None:
    """Play a battle, and also the save of each of its steps; check that they stay equal."""
    rng, other = Random(seed), Random(seed)
    table, unsaved = dealt(seed), dealt(seed)
    for _ in range(most):
        table = loaded(table)
        assert_same(unsaved, table)
        if not go_on(unsaved, other):
            break
        go_on(table, rng)


def replayed(first: int, games: int = CHUNK) -> int:
    """Play battles to their ends and replay each; return the number of commands."""
    count = 0
    for seed in range(first, first + games):
        rng, table = Random(seed), dealt(seed)
        while go_on(table, rng):
            pass
        assert_same(table, loaded(table))
        count += table.record.count
    return count


@pytest.mark.parametrize("seed", range(6))
def test_loaded_battle_stays_equal_to_the_saved_one(seed: int) -> None:
    in_lock_step(seed, 100)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1060))
def test_loaded_battle_stays_equal_to_the_end(seed: int) -> None:
    in_lock_step(seed, 250)


def test_replays_of_random_battles_verify() -> None:
    assert replayed(0, FEW) > FEW


@pytest.mark.long
def test_replays_of_thousands_of_random_battles_verify() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert sum(pool.map(replayed, range(10_000, 10_000 + LONG, CHUNK))) > LONG
