"""A battle's commands, played again in a level that may have changed."""

from collections.abc import Callable

import msgspec
import pytest

from game.content.levels import find_level, read_level
from game.play.played_again import PlayedAgain, played_again
from game.play.players import RANDOM, STDIO
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.failure import Failure
from game.record.lines import Checkpoint
from game.record.reader import ReadRecording
from game.record.recording import Setup
from game.rules.registry import find_books
from game.terms.agenda import Roll
from game.terms.commands import Command
from game.terms.level import Level

BOOKS = find_books().books
LEVELS = ("yard", "toll_bar", "ossuary", "opera_box", "green_quay")
SEED = 5

YARD = """
format = 1
rulebook = "contest"
title = "A corner"
[map]
grid = '''
a......
.......
......b
'''
[map.legend]
"." = "floor"
"#" = "wall"
a = { terrain = "floor", unit = "ann" }
b = { terrain = "floor", unit = "bo" }
[[side]]
id = "red"
[[side]]
id = "blue"
[[unit]]
id = "ann"
side = "red"
kind = "duelist"
[[unit]]
id = "bo"
side = "blue"
kind = "brawler"
"""


def read(text: str) -> Level:
    return read_level(text, file="a.toml", id="a", books=BOOKS)


def level_of(name: str) -> Level:
    return read(find_level(name).read_text(encoding="utf-8"))


def begun(level: Level, player: str = STDIO, dice: DiceSource | None = None) -> Table:
    setup = Setup(dice or DiceSource(SEED), {side.id: player for side in level.sides})
    return Table.open(BOOKS[level.rulebook], level, setup)


def saved(table: Table) -> ReadRecording:
    return ReadRecording(table.record.header, tuple(enumerate(table.record.lines, 2)))


def again(before: Table, level: Level) -> tuple[Table, PlayedAgain]:
    players = before.record.header.players
    table = Table.open(BOOKS[level.rulebook], level, Setup(before.dice, players))
    return table, played_again(table, saved(before))


def command(table: Table, choose: Callable[[Command], bool]) -> Command:
    while isinstance(table.battle.stop, Roll):
        table.step()
    return next(one for one in table.battle.legal() if choose(one))


def give(table: Table, choose: Callable[[Command], bool]) -> None:
    assert table.submit(command(table, choose)) is None
    while isinstance(table.battle.stop, Roll) and table.step():
        pass


def to(x: int, y: int) -> Callable[[Command], bool]:
    return lambda one: (getattr(one, "path", None) or [None])[-1] == (x, y)


def verb(name: str) -> Callable[[Command], bool]:
    return lambda one: type(one).__name__ == name


@pytest.mark.parametrize("name", LEVELS)
def test_unchanged_level_is_played_to_the_same_state(name: str) -> None:
    level = level_of(name)
    before = begun(level, RANDOM)
    while before.record.count < 60 and before.step():
        pass
    while isinstance(before.battle.stop, Roll):
        before.step()
    table, told = again(before, level)
    assert told.is_whole
    assert told.total == len(before.battle.history) > 10
    assert told.fresh is None
    assert table.battle.hash() == before.battle.hash()
    assert table.record.luck == before.record.luck
    after = [one.step() and one.battle.hash() for one in (before, table)]
    assert after[0] == after[1]


def test_undone_commands_are_left_out_and_dice_stay() -> None:
    level = read(YARD)
    before = begun(level)
    give(before, to(1, 0))
    assert before.undo(agreed=True) is None
    give(before, to(0, 1))
    give(before, verb("End"))
    table, told = again(before, level)
    assert (told.done, told.total) == (2, 2)
    assert table.battle.hash() == before.battle.hash()


def test_changed_level_stops_at_the_first_impossible_command_and_says_why() -> None:
    before = begun(read(YARD))
    give(before, to(1, 0))
    give(before, to(2, 0))
    give(before, verb("End"))
    table, told = again(before, read(YARD.replace("a......", "a.#....")))
    assert (told.done, told.total) == (1, 3)
    assert "“move” by Ann in round 1," in str(told)
    assert "1 of 3 commands" in str(told)
    assert table.battle.history[-1].command == before.battle.history[0].command
    (wanted,) = [
        refusal.text(table.battle.book.catalogue)
        for refusal in [table.battle.why_not(before.battle.history[1].command)]
        if refusal is not None
    ]
    assert str(told).endswith(wanted)
    give(table, to(1, 1))  # the battle continues from there


def test_other_dice_are_new_and_named() -> None:
    before = begun(read(YARD))
    give(before, verb("End"))
    change = YARD.replace('kind = "brawler"', 'kind = "brawler"\nmovement = "5d4"')
    table, told = again(before, read(change))
    assert told.is_whole
    assert told.fresh == 1
    assert "Command 1 needs other dice" in str(told)
    assert table.battle.asked == "blue"


def test_dice_that_people_roll_come_from_the_record_and_then_from_them() -> None:
    dice = DiceSource(SEED, asked=True)
    before = begun(read(YARD), dice=dice)
    while isinstance(before.battle.stop, Roll):
        before.roll(tuple(4 for _ in before.battle.stop.dice.sides))
    give(before, to(1, 0))
    give(before, verb("End"))
    table, told = again(before, read(YARD))
    assert told.is_whole
    assert isinstance(table.battle.stop, Roll)
    assert table.battle.hash() == before.battle.hash()
    table, told = again(before, read(YARD.replace('"duelist"', '"duelist"\nmovement = "2d4"')))
    assert told.done == 0
    assert "2d4" in str(told)


def test_battle_that_is_over_earlier_says_so() -> None:
    text = YARD + "[[area]]\nid = 'here'\ntiles = [[1, 0]]\n"
    ends = (
        "[[trigger]]\nwhen = [{ enter = { unit = 'ann', area = 'here' } }]\ndo = [{ win = 'red' }]"
    )
    before = begun(read(text))
    give(before, to(1, 0))
    give(before, verb("End"))
    table, told = again(before, read(text + ends))
    assert (told.done, told.total) == (1, 2)
    assert table.battle.outcome is not None
    assert "over by then" in str(told)


def test_level_with_other_sides_is_refused() -> None:
    before = begun(read(YARD))
    give(before, verb("End"))
    red, blue = '[[side]]\nid = "red"\n', '[[side]]\nid = "blue"\n'
    with pytest.raises(Failure, match="other sides"):
        again(before, read(YARD.replace(red + blue, blue + red)))


def test_record_that_begins_in_the_middle_is_refused() -> None:
    before = begun(read(YARD))
    give(before, verb("End"))
    middle = before.checkpoint()
    assert isinstance(middle, Checkpoint)
    header = msgspec.structs.replace(before.record.header)
    with pytest.raises(Failure, match="begins in the middle"):
        played_again(begun(read(YARD)), ReadRecording(header, ((2, middle),)))
