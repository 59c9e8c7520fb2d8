"""Objectives as screens show them: places, units and progress, as one side knows them."""

import pytest

from game.client.board.objective_marks import ICONS, marks_of
from game.components.unit import Vitals
from game.content.levels import all_levels, read_level
from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.present.battle_sentences import BattleSentences
from game.present.objectives import ShownObjective, objectives_of, rounds_left
from game.present.picture import picture_of
from game.record.data_folders import assets_dir
from game.rules.registry import find_books
from game.terms.agenda import Ask, Roll
from game.terms.commands import End

BOOKS = find_books().books
LEVEL = """format = 1
rulebook = "contest"
title = "A yard"
rounds = 9
[map]
grid = '''
#######
#.....#
#....g#
#######
'''
legend = {{ "#" = "wall", "." = "floor", g = "floor" }}
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "cooper"
at = [1, 1]
[[unit]]
id = "bo"
side = "blue"
kind = "cooper"
at = [5, 1]
[[area]]
id = "gate"
letter = "g"
[[objective]]
id = "aim"
side = "red"
title = "The aim"
{how}
"""


def row(how: str, turns: int = 0) -> tuple[ShownObjective, Battle]:
    """Return the row of an objective of red, after some turns."""
    level = read_level(LEVEL.format(how=how), file="yard", id="yard", books=BOOKS)
    battle, dice = Battle.start(BOOKS["contest"], level), Stream(5, "dice")
    for _ in range(turns + 1):
        while isinstance(battle.stop, Roll):
            battle.settle(dice.roll(battle.stop.dice))
        if turns and isinstance(battle.stop, Ask):
            assert battle.submit(End(battle.id_of(battle.stop.unit))) is None
            turns -= 1
    words = BattleSentences(battle.book, battle.world.scene.names)
    (found,) = objectives_of(battle.view("red"), words)
    return found, battle


def test_area_to_reach_is_marked_with_its_distance() -> None:
    found, _ = row('reach = { side = "red", area = "gate" }')
    assert (found.kind, found.tiles, found.progress) == ("reach", ((5, 2),), "4 tiles to go")


def test_area_to_hold_counts_rounds() -> None:
    found, _ = row('hold = { area = "gate", rounds = 3 }')
    assert (found.kind, found.tiles, found.progress) == ("hold", ((5, 2),), "0 of 3 rounds")


def test_unit_to_defeat_is_marked_with_its_life() -> None:
    found, battle = row('defeat = { unit = "bo" }')
    bo = next(unit for unit in battle.units() if battle.id_of(unit) == "blue.bo")
    most = battle.world.get(bo, Vitals).most
    assert (found.units, found.progress) == (("blue.bo",), f"{most} of {most} life")


def test_side_to_defeat_counts_its_units() -> None:
    found, _ = row('defeat = { side = "blue" }')
    assert (found.kind, found.progress) == ("defeat", "1 in sight")


def test_rounds_to_survive_are_counted_down() -> None:
    first, battle = row("survive = 5")
    assert first.progress == "5 rounds to go"
    assert rounds_left(battle.world) == 9
    later, battle = row("survive = 5", turns=4)
    assert later.progress == "3 rounds to go"
    assert rounds_left(battle.world) == 7


def test_battle_to_survive_counts_no_rounds_twice() -> None:
    whole, _ = row("survive = 9")
    assert whole.progress == "until the last round is over"


def test_unit_to_protect_is_marked() -> None:
    found, _ = row('protect = "ann"')
    assert (found.kind, found.units) == ("protect", ("red.ann",))


def test_trigger_that_completes_an_objective_marks_its_tiles() -> None:
    when = '[[trigger]]\nwhen = [{ enter = { side = "red", area = "gate" } }]'
    found, _ = row(f'{when}\ndo = [{{ objective = "aim" }}]')
    assert (found.kind, found.tiles, found.progress) == ("trigger", ((5, 2),), "4 tiles to go")


def test_completed_objective_has_no_place() -> None:
    done, battle = row(
        'reach = { side = "red", area = "home" }\n[[area]]\nid = "home"\ntiles = [[1, 1]]'
    )
    assert (done.state, done.tiles, done.progress) == ("reached", (), "completed")
    shown = picture_of(battle.view("red"), BattleSentences(BOOKS["contest"], {}))
    assert marks_of(shown, {}) == ()


@pytest.mark.parametrize("level", [one.id for one in all_levels()])
def test_open_objectives_of_shipped_levels_have_a_place_or_a_count(level: str) -> None:
    row_of = next(one for one in all_levels() if one.id == level)
    text = row_of.path.read_text(encoding="utf-8")
    read = read_level(text, file=str(row_of.path), id=level, books=BOOKS)
    battle = Battle.start(BOOKS[read.rulebook], read)
    words = BattleSentences(battle.book, battle.world.scene.names)
    for one in objectives_of(battle, words):
        assert one.tiles or one.units or one.progress, one.id


@pytest.mark.parametrize("icon", sorted({*ICONS.values()}))
def test_every_icon_has_an_image(icon: str) -> None:
    assert (assets_dir() / "icons" / f"{icon}.svg").exists()
