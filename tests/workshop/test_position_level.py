"""Positions of battles as levels: without errors, and true to the battle."""

from pathlib import Path
from typing import Any

import pytest

from game.components.unit import Down, Name, Position, Vitals
from game.content.levels import all_levels, check_level, find_level, load_level, read_level
from game.engine.battle import Battle
from game.play.players import RANDOM
from game.play.table import Table
from game.present.battle_position import battle_position
from game.record.dice_source import DiceSource
from game.record.failure import Failure
from game.record.map_rows import map_of
from game.record.recording import Setup
from game.rules.registry import find_books
from game.workshop.position_level import Written, as_level, write_level
from tests.books.tag import scene as tag

BOOKS = find_books().books
LEVELS = [row.id for row in all_levels()]


def battle(level: str, steps: int, seed: int = 2) -> Battle:
    found = load_level(find_level(level), BOOKS)
    setup = Setup(DiceSource(seed), {side.id: RANDOM for side in found.sides})
    table = Table.open(BOOKS[found.rulebook], found, setup)
    for _ in range(steps):
        if table.battle.outcome is not None or not table.step():
            break
    return table.battle


def again(written: Written) -> Battle:
    level = read_level(written.text, file="again.toml", id="again", books=BOOKS)
    return Battle.start(BOOKS[level.rulebook], level)


@pytest.mark.parametrize("level", LEVELS)
def test_every_position_of_every_level_becomes_a_level(level: str) -> None:
    for steps in (0, 40):
        now = battle(level, steps)
        if now.outcome is not None:
            continue
        written = as_level(battle_position(now), BOOKS)
        found = check_level(written.text, file="x.toml", id="x", books=BOOKS)
        assert [one for one in found.findings if one.severity == "error"] == []
        new = again(written)
        assert terrains(new) == terrains(now)
        assert presents(new) == presents(now), "the state of a unit differs in the level"


def terrains(battle: Battle) -> list[list[str]]:
    """Return the terrain of each tile. Signs depend on what may still come, so they may differ."""
    found = map_of(battle.world)
    return [[found.legend[sign] for sign in row] for row in found.rows]


def presents(battle: Battle) -> dict[str, dict[str, Any]]:
    """Return the state of each unit in the battle."""
    in_it = {f"{unit.side}.{unit.id}" for unit in battle_position(battle).units}
    units = {battle.id_of(unit): unit for unit in battle.units()}
    return {id: battle.book.present(battle.world, units[id]) for id in sorted(in_it)}


def test_units_keep_their_tiles_and_life() -> None:
    now = battle("toll_bar", 180)
    assert now.outcome is None
    position = battle_position(now)
    new = battle_position(again(as_level(position, BOOKS)))
    hurt = {unit.id for unit in position.units if "hurt" in unit.keys}
    assert hurt, "no unit is wounded"
    assert {unit.id: unit.at for unit in new.units} == {u.id: u.at for u in position.units}
    lives = dict(_lives(again(as_level(position, BOOKS))))
    assert {unit: lives[unit] for unit, _ in _lives(now)} == dict(_lives(now))


def _lives(battle: Battle) -> list[tuple[str, int]]:
    """Return the life, by title, of the units on the board that are up."""
    world = battle.world
    return sorted(
        (world.get(unit, Name).id, world.get(unit, Vitals).life)
        for unit in battle.units()
        if world.has(unit, Position) and not world.has(unit, Down)
    )


def test_dead_units_are_left_out_and_rounds_begin_again() -> None:
    now = battle("long_bridge", 200)
    assert now.outcome is None
    position = battle_position(now)
    written = as_level(position, BOOKS)
    level = read_level(written.text, file="x.toml", id="x", books=BOOKS)
    assert level.rounds == position.rounds - position.round + 1
    assert not {unit.id.partition(".")[2] for unit in level.units} & set(position.gone)
    assert level.title == f"{position.title}, round {position.round}"


def test_facts_that_a_level_cannot_express_are_reported() -> None:
    untold = as_level(battle_position(battle("toll_bar", 60)), BOOKS).untold
    told = "The level starts at round 1: the current turn and readied attacks aren't kept."
    assert told in untold
    assert all(one.endswith(".") for one in untold)


THREE = """
format = 1
rulebook = "contest"
title = "Three in the yard"
rounds = 60
[map]
grid = '''
#####
#a.b#
#.c.#
#####
'''
[map.legend]
"#" = "wall"
"." = "floor"
a = { terrain = "floor", unit = "ann" }
b = { terrain = "floor", unit = "bo" }
c = { terrain = "floor", unit = "cy" }
[[side]]
id = "red"
[[side]]
id = "blue"
[[side]]
id = "green"
[[unit]]
id = "ann"
side = "red"
kind = "brawler"
[[unit]]
id = "bo"
side = "blue"
kind = "brawler"
[[unit]]
id = "cy"
side = "green"
kind = "brawler"
[[area]]
id = "middle"
tiles = [[2, 1]]
[[trigger]]
when = [{ death = { unit = "ann" } }]
do = [{ message = "Ann is out." }]
[[trigger]]
when = [{ death = { unit = "cy" } }, { enter = { unit = "bo", area = "middle" } }]
do = [{ message = "Bo stands where Cy was." }]
"""


def test_tables_about_dead_units_are_left_out_and_reported() -> None:
    found = read_level(THREE, file="three.toml", id="three", books=BOOKS)
    setup = Setup(DiceSource(1), {side.id: RANDOM for side in found.sides})
    table = Table.open(BOOKS["contest"], found, setup)
    while not battle_position(table.battle).gone:
        assert table.step()
    assert battle_position(table.battle).gone == ("cy",)
    written = as_level(battle_position(table.battle), BOOKS)
    level = read_level(written.text, file="x.toml", id="x", books=BOOKS)
    assert [side.id for side in level.sides] == ["red", "blue"]
    assert [trigger.do[0].message for trigger in level.script.triggers] == ["Ann is out."]
    side, trigger = (one for one in written.untold if "is left out" in one)
    assert side == "The side 'green' is left out: it has no units left."
    assert trigger.startswith("One trigger is left out: 'death.unit' ")


NOTES = """
[[trigger]]
when = [{ turn = "bo" }]
do = [{ set = "seen" }, { behaviour = { unit = "cy", hold = true } }]
[[trigger]]
any = [{ round_end = 9 }, { round_end = 7 }]
do = [{ message = "Hm." }]
[[trigger]]
when = [{ flag = "seen" }, { round = 9 }]
do = [{ message = "Aha." }]
"""


def test_flags_and_new_behaviours_are_reported() -> None:
    text = THREE.partition("[[trigger]]")[0].replace("[2, 1]", "[3, 1]") + NOTES
    found = read_level(text, file="three.toml", id="three", books=BOOKS)
    setup = Setup(DiceSource(1), {side.id: RANDOM for side in found.sides})
    table = Table.open(BOOKS["contest"], found, setup)
    while table.battle.round < 3:
        assert table.step()
    position = battle_position(table.battle)
    assert "Flags, counters and answers to choices aren't kept." in position.untold
    assert any("has the behaviour of the level again" in one for one in position.untold)
    written = as_level(position, BOOKS)
    assert "any = [{ round_end = 7 }, { round_end = 5 }]" in written.text
    assert any("there is no flag 'seen'" in one for one in written.untold)


def test_units_have_their_initial_state_if_the_rulebook_gives_none() -> None:
    play = tag.scene("ap", a={"life": 2}, p={"life": 2})
    play.do("tag red.a blue.p", 6)
    assert play.life("blue.p") == 1, "the unit isn't wounded"
    position = battle_position(play.battle)
    assert [unit.keys for unit in position.units] == [{}, {}]
    assert "Items and other resources are as at the start of the battle." in position.untold


def test_position_with_one_side_cannot_become_a_level() -> None:
    now = battle("yard", 4000)
    assert now.outcome is not None
    with pytest.raises(Failure, match="Only one side is left"):
        as_level(battle_position(now), BOOKS)


def test_level_is_written_once_and_overwrites_nothing(tmp_path: Path) -> None:
    position = battle_position(battle("yard", 5))
    path, _ = write_level(position, BOOKS, str(tmp_path))
    assert path == tmp_path / f"yard-round-{position.round}.toml"
    assert load_level(path, BOOKS).title.startswith("Two in the yard")
    with pytest.raises(Failure, match="already exists"):
        write_level(position, BOOKS, str(tmp_path))
    named, _ = write_level(position, BOOKS, str(tmp_path / "mine"))
    assert named.name == "mine.toml"
    with pytest.raises(Failure, match="Type a folder"):
        write_level(position, BOOKS, " ")
    with pytest.raises(Failure, match="can't be written"):
        write_level(position, BOOKS, "/proc/nowhere/mine.toml")
