"""Real battles: every moment can be saved and resumed, and reveals no secrets."""

import json
import random
from io import BytesIO
from pathlib import Path

import pytest

from game.content.levels import all_levels, find_level, load_level
from game.play.battle_files import Keeper
from game.play.replayer import replay
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.reader import parse_save
from game.record.recording import Setup
from game.referee.protocol_schema import protocol_schema
from game.referee.referee import Referee
from game.rules.registry import find_books
from tests.books.fake import lines
from tests.conformance.books import large_levels
from tests.referee.forms import Forms

BOOKS = find_books().books
OUT = Forms(protocol_schema(BOOKS), "Out")
NAMES = [level.id for level in all_levels()]
SMALL = ("yard", "bridge", "first_verdigris")
"""Levels that are played more than once."""

LARGE = ("after_hours", "opera_box", "kennel", "the_capture")
"""One large level of each rulebook that has any; battles at the other large levels are long."""

GAMES = [
    pytest.param(
        *(name, seed),
        marks=pytest.mark.long if name in large_levels().difference(LARGE) else (),
    )
    for name in NAMES
    for seed in range(3 if name in SMALL else 1)
]


def opened(name: str, seed: int, player: str) -> Table:
    level = load_level(find_level(name), BOOKS)
    players = {side.id: player for side in level.sides}
    return Table.open(BOOKS[level.rulebook], level, Setup(DiceSource(seed), players))


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_battle_resumed_from_its_save_ends_the_same(name: str, seed: int) -> None:
    table = opened(name, seed, "random")
    cut = random.Random(seed).randrange(5, 60)
    for _ in range(cut):
        table.step()
    found = replay(parse_save(lines(table.saved().rstrip())), BOOKS)
    assert found.trouble is None
    for one in (table, found.table):
        while one.step():
            pass
    assert found.table.battle.hash() == table.battle.hash()
    assert found.table.saved() == table.saved()


@pytest.mark.parametrize("seed", range(4))
def test_battle_with_undos_replays(seed: int) -> None:
    table, luck = opened("yard", seed, "stdio"), random.Random(seed)
    for _ in range(80):
        while table.step():
            pass
        if table.battle.outcome:
            break
        if luck.random() < 0.3:
            table.undo(agreed=True)
        else:
            table.submit(luck.choice(table.battle.legal()))
    found = replay(parse_save(lines(table.saved().rstrip())), BOOKS)
    assert found.trouble is None
    assert found.table.battle.hash() == table.battle.hash()
    assert found.table.battle.log() == table.battle.log()


@pytest.mark.parametrize("name", NAMES)
def test_every_message_of_a_level_fits_the_schema(name: str, tmp_path: Path) -> None:
    table, out = opened(name, 1, "stdio"), BytesIO()
    choices = (b'{"choose":0}\n' * 6 + b'{"query":"state"}\n') * 2 + b'{"do":"concede"}\n' * 4
    Referee(table, None, (BytesIO(choices), out), Keeper(table, tmp_path)).run()
    said = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(said) > 20
    for message in said:
        OUT.check(message)
