"""Saving and loading after every command, and replays of random battles, in every rulebook."""

from collections import Counter
from io import BytesIO
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
from tests.conformance.books import Case, books, cases, is_large
from tests.conformance.driver import REASONS, any_command, any_faces
from tests.conformance.skirmishes import skirmish

LONG = range(10_000, 20_000)
"""Seeds of the random battles that the long suite plays to their ends and replays."""

CHUNK, FEW = 250, 25

RARE = 30
"""How many times as often as a large position a small one is dealt."""


def readable(level: Level) -> Level:
    """Return the level with a cost of at least 1 for walls, as in a file."""
    change = msgspec.structs.replace
    terrain = {id: change(kind, cost=max(1, kind.cost)) for id, kind in level.terrain.items()}
    return change(level, terrain=terrain)


def position(rng: Random) -> Case | None:
    """Return the position of a battle, or None for a random map, in half of all cases."""
    if rng.random() < 0.5:
        return None
    found = cases()
    (case,) = rng.choices(found, [1 if is_large(case) else RARE for case in found])
    return case


def dealt(seed: int) -> Table:
    """Return a random battle with dice, players and views of all kinds."""
    rng = Random(f"game {seed}")
    case = position(rng)
    battle = skirmish(seed) if case is None else case.start()
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


def replayed(first: int, games: int) -> int:
    """Play battles to their ends and replay each; return the number of commands."""
    count = 0
    for seed in range(first, first + games):
        rng, table = Random(seed), dealt(seed)
        while go_on(table, rng):
            pass
        check_end(table)
        assert_same(table, loaded(table))
        count += table.record.count
    return count


def check_end(table: Table) -> None:
    """Check that a battle ended in time, for a known reason."""
    over, level = table.battle.outcome, table.battle.world.scene.level
    assert over is not None
    assert over.reason in REASONS
    assert over.rounds <= level.rounds
    assert over.winner in (None, *(side.id for side in level.sides))


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
@pytest.mark.parametrize("first", LONG[::CHUNK])
def test_ten_thousand_random_battles_end_and_their_replays_verify(first: int) -> None:
    assert replayed(first, CHUNK) > CHUNK


def test_ten_thousand_random_battles_include_every_position() -> None:
    dealt = Counter(str(position(Random(f"game {seed}"))) for seed in LONG)
    assert min(dealt[str(case)] for case in cases()) >= 1
    assert 0.45 * len(LONG) < dealt["None"] < 0.55 * len(LONG)
