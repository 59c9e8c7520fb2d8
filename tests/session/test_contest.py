"""Sessions of real games: every moment can be saved and taken up, and leaks nothing."""

import random

import pytest

from game.content.levels import find_level, load_level
from game.rules.registry import find_books
from game.session.dice import DiceSource
from game.session.reading import parse_save
from game.session.record import Setup
from game.session.replay import replay
from game.session.save import save_text
from game.session.table import Table
from tests.session.fake import lines

BOOKS = find_books().books


def opened(name: str, seed: int, player: str) -> Table:
    level = load_level(find_level(name), BOOKS)
    players = {side.id: player for side in level.sides}
    return Table.open(BOOKS[level.rulebook], level, Setup(DiceSource(seed), players))


@pytest.mark.parametrize("name", ["yard", "taproom", "market"])
@pytest.mark.parametrize("seed", range(4))
def test_a_game_leads_to_the_same_end_from_its_save(name: str, seed: int) -> None:
    table = opened(name, seed, "random")
    cut = random.Random(seed).randrange(5, 60)
    for _ in range(cut):
        table.step()
    found = replay(parse_save(lines(save_text(table).rstrip())), BOOKS)
    assert found.trouble is None
    for one in (table, found.table):
        while one.step():
            pass
    assert found.table.battle.hash() == table.battle.hash()
    assert save_text(found.table) == save_text(table)


@pytest.mark.parametrize("seed", range(4))
def test_a_game_with_undos_replays(seed: int) -> None:
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
    found = replay(parse_save(lines(save_text(table).rstrip())), BOOKS)
    assert found.trouble is None
    assert found.table.battle.hash() == table.battle.hash()
    assert found.table.battle.log() == table.battle.log()
