"""Rewinding: places to resume with the same or new dice, and a battle's turning point."""

from io import BytesIO, StringIO
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.content.levels import find_level, load_level, read_level
from game.engine.legality import commands_of
from game.play.opening import Options
from game.play.players import RANDOM, STDIO
from game.play.replayer import replay
from game.play.rewind import RewindableBattle
from game.play.table import Table
from game.present.turning_points import (
    TurningSearch,
    from_moment,
    moments,
    saved_of,
    set_up,
    turning_point,
)
from game.present.window_battle import WindowBattle
from game.record.data_folders import RUNNING
from game.record.dice_source import DiceSource
from game.record.failure import Failure
from game.record.lines import Luck, Play
from game.record.reader import ReadRecording, parse_save, read_save
from game.record.recording import Setup
from game.referee.replay_command import verify
from game.rules.registry import find_books
from game.terms.commands import from_text
from game.terms.events import TurnStarted, Undone

BOOKS = find_books().books
LEVELS = ("yard", "toll_bar", "ossuary", "opera_box", "green_quay")

CORNER = """
format = 1
rulebook = "contest"
title = "A corner"
[map]
grid = '''
ab.
'''
[map.legend]
"." = "floor"
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
life = 9
movement = "1d4"
weapon = "sword"
armour = 0
hand = []
[[unit]]
id = "bo"
side = "blue"
kind = "brawler"
life = 3
movement = "1d4"
weapon = "sword"
armour = 0
hand = []
"""


def read(text: bytes) -> ReadRecording:
    return parse_save(BytesIO(text))


def battle(level: str, player: str = RANDOM, seed: int = 3, most: int = 400) -> Table:
    """Return a battle of computer players, played to its end or for `most` steps."""
    found = load_level(find_level(level), BOOKS)
    setup = Setup(DiceSource(seed), {side.id: player for side in found.sides})
    table = Table.open(BOOKS[found.rulebook], found, setup)
    for _ in range(most):
        if not table.step():
            break
    return table


def corner(*dice: int, rerolls: int = 0) -> Table:
    """Return a battle between people with two adjacent units."""
    level = read_level(CORNER, file="corner.toml", id="corner", books=BOOKS)
    people = {"red": STDIO, "blue": STDIO}
    setup = Setup(DiceSource(1, scripted=dice), people, rerolls=rerolls)
    table = Table.open(BOOKS["contest"], level, setup)
    fall(table)
    return table


def fall(table: Table) -> None:
    while table.step():
        pass


def do(table: Table, *texts: str) -> None:
    for text in texts:
        refusal = table.submit(from_text(text, commands_of(table.battle.book)))
        assert refusal is None, (text, refusal)
        fall(table)


@pytest.mark.parametrize("level", LEVELS)
def test_rewound_battle_reaches_every_state_of_the_record(level: str) -> None:
    table = battle(level)
    states: dict[int, str] = {}
    saved = read(table.saved())
    replay(saved, BOOKS, lambda at, _: states.update({at.record.count: at.battle.hash()}))
    reel = RewindableBattle(saved, BOOKS)
    assert reel.trouble is None
    assert reel.count == table.record.count
    for place in (*range(reel.count + 1), *range(reel.count, -1, -1), reel.count, 0):
        reel.go(place)
        assert reel.battle.hash() == states[reel.number(place)]
        assert len(reel.battle.told()) == reel.stand(place).told


@pytest.mark.parametrize("level", LEVELS)
def test_moments_has_one_entry_for_each_turn_with_a_stop(level: str) -> None:
    table = battle(level)
    found = moments(read(table.saved()), BOOKS)
    begun = [event.unit for event in table.battle.log() if isinstance(event, TurnStarted)]
    names = table.battle.world.scene.names
    left = iter([names[unit] for unit in begun])
    assert all(moment.unit in left for moment in found), "moments are not in the order of the turns"
    assert len({moment.n for moment in found}) == len(found)
    assert [moment.round for moment in found] == sorted(moment.round for moment in found)
    assert found[-1].unit == names[begun[-1]]


@pytest.mark.parametrize("level", LEVELS)
def test_battle_resumed_at_a_moment_meets_the_same_dice(level: str) -> None:
    """Let the same computer players finish the battle, which must end the same."""
    table = battle(level, most=120)
    found = moments(read(table.saved()), BOOKS)
    middle = found[len(found) // 2]
    taken = replay(read(from_moment(saved_of(table.record), middle.n, BOOKS)), BOOKS)
    assert taken.trouble is None
    while taken.table.record.count < table.record.count and taken.table.step():
        pass
    while table.battle.hash() != taken.table.battle.hash() and taken.table.step():
        pass
    assert taken.table.battle.hash() == table.battle.hash()
    assert taken.table.record.drawn == table.record.drawn


def test_new_seed_is_recorded_verified_and_reported(tmp_path: Path) -> None:
    table = battle("toll_bar", most=60)
    n = table.record.count // 2
    content = from_moment(saved_of(table.record), n, BOOKS, is_new_luck=True, seed=99)
    assert [line for _, line in read(content).lines if isinstance(line, Luck)] == [Luck(n, 99)]
    gone_on = replay(read(content), BOOKS).table
    for _ in range(100):
        if not gone_on.step():
            break
    path = tmp_path / "again.jsonl"
    path.write_bytes(gone_on.saved())
    out = StringIO()
    assert verify(path, BOOKS, out) == 0
    assert f"New dice: after command {n} they come from the seed 99." in (out.getvalue())
    same = replay(read(from_moment(saved_of(table.record), n, BOOKS)), BOOKS).table
    fresh = replay(read(content), BOOKS).table
    assert same.battle.hash() == fresh.battle.hash()
    assert same.dice.seed == 3
    assert fresh.dice.seed == 99
    assert same.record.drawn == fresh.record.drawn


def test_new_seed_is_kept_by_a_checkpoint_alone() -> None:
    """Keep only a checkpoint; the dice must still come from the new seed."""
    table = battle("toll_bar", most=60)
    content = from_moment(saved_of(table.record), 9, BOOKS, is_new_luck=True, seed=77)
    header, *_, closing = content.splitlines(keepends=True)
    found = replay(read(header + closing), BOOKS)
    assert found.trouble is None
    assert found.table.dice.seed == 77


def test_edited_line_of_a_new_seed_is_found() -> None:
    table = battle("toll_bar", most=60)
    content = from_moment(saved_of(table.record), 9, BOOKS, is_new_luck=True, seed=77)
    found = replay(read(content.replace(b'"line":"luck","n":9', b'"line":"luck","n":8')), BOOKS)
    assert found.trouble is not None
    assert "the new dice come after command 9" in found.trouble.message


def test_new_seed_is_refused_with_real_dice() -> None:
    level = load_level(find_level("yard"), BOOKS)
    setup = Setup(DiceSource(3, asked=True), {side.id: STDIO for side in level.sides})
    saved = saved_of(Table.open(BOOKS["contest"], level, setup).record)
    assert from_moment(saved, 0, BOOKS)
    with pytest.raises(Failure, match="The dice can't be rerolled: this battle uses real dice"):
        from_moment(saved, 0, BOOKS, is_new_luck=True)


def test_from_moment_refuses_a_command_that_does_not_exist() -> None:
    with pytest.raises(Failure, match="The battle has no command 9999 to go back to"):
        from_moment(saved_of(battle("yard").record), 9999, BOOKS)


def test_undone_commands_are_skipped_but_logged() -> None:
    table = corner(3, 4, 4)
    do(table, "move red.ann 1,0")
    assert table.undo() is None
    do(table, "end red.ann")
    saved = saved_of(table.record)
    reel = RewindableBattle(saved, BOOKS)
    assert [beat.play.command["do"] for beat in reel.beats] == ["end"]
    assert [moment.n for moment in moments(saved, BOOKS)] == [0, 3]
    reel.go(reel.count)
    assert reel.battle.hash() == table.battle.hash()


def test_undo_after_a_kept_command_is_logged_there() -> None:
    table = corner(3, 4, 4)
    do(table, "end red.ann", "move blue.bo 0,0")
    assert table.undo(agreed=True) is None
    reel = RewindableBattle(saved_of(table.record), BOOKS)
    reel.go(1)
    assert reel.battle.log() == table.battle.log()
    reel.go(0)
    reel.go(1)
    assert reel.battle.log() == table.battle.log()


def test_reroll_is_logged_when_the_battle_is_wound_forwards_again() -> None:
    table = corner(3, 4, 4, rerolls=1)
    do(table, "end red.ann", "move blue.bo 0,0")
    assert table.reroll("blue") is None
    reel = RewindableBattle(saved_of(table.record), BOOKS)
    reel.go(1)
    assert reel.battle.log() == table.battle.log()
    last = reel.battle.log()[-1]
    assert isinstance(last, Undone)
    assert last.reroll


def test_rewind_ends_before_a_line_that_differs() -> None:
    content = battle("yard").saved()
    saved = read(content)
    lines = [line for _, line in saved.lines]
    told = ((one, after) for one, after in pairwise(lines) if isinstance(after, Play))
    bad = next(one for one, _ in told if isinstance(one, Play) and one.n > 1)
    reel = RewindableBattle(read(content.replace(bad.hash.encode(), b"0" * len(bad.hash))), BOOKS)
    assert reel.trouble is not None
    assert reel.trouble.command == bad.n
    assert reel.count == bad.n - 1
    reel.go(bad.n - 1)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b'"faces":[', b'"faces":[99,', "needs 3 faces, not 4"),
        (b'"faces":[', b'"faces":[], "apart":[', "can't be read"),
    ],
)
def test_rewind_ends_before_impossible_dice_at_the_start(old: bytes, new: bytes, says: str) -> None:
    content = (battle("toll_bar", most=60)).saved()
    first = content.index(b'{"line":"dice"')
    assert first < content.index(b'{"line":"play"')
    spoilt = content[:first] + content[first:].replace(old, new, 1)
    reel = RewindableBattle(read(spoilt), BOOKS)
    assert reel.trouble is not None
    assert says in reel.trouble.message
    assert (reel.count, reel.at) == (0, 0)
    assert reel.battle.hash()


def test_battle_resumed_at_a_moment_is_saved_like_any_other(tmp_path: Path) -> None:
    table = battle("yard")
    content = from_moment(saved_of(table.record), 3, BOOKS)
    path = set_up(content, "yard", tmp_path)
    assert path.parent == tmp_path / RUNNING
    sitting = WindowBattle.open(Options(level=str(path)), BOOKS, tmp_path)
    try:
        assert sitting.table.record.count == 3
        assert not path.exists(), "the old running file was not replaced"
        assert sitting.keeper.running is not None
        header = read_save(sitting.keeper.running).header
        assert replace(header, played=0) == read(content).header
    finally:
        sitting.close()


def test_turning_point_names_round_and_loss() -> None:
    table = corner(3, 4)
    do(table, "move red.ann 1,0", "engage red.ann", "attack red.ann blue.bo")
    assert table.battle.outcome is not None
    point = turning_point(saved_of(table.record), BOOKS)
    assert point is not None
    assert (point.side, point.moment.n, point.moment.unit) == ("blue", 0, "Ann")
    assert point.text == "Round 1: Ann defeated Bo; Bo trailed already."
    assert turning_point(saved_of(table.record), BOOKS, "red") is None, (
        "the winner has a turning point"
    )


def test_turning_point_can_be_a_wound() -> None:
    """Let nobody die, and concede the battle after the worst wound."""
    table = corner(3, 2)
    do(table, "move red.ann 1,0", "engage red.ann", "attack red.ann blue.bo", "concede")
    point = turning_point(saved_of(table.record), BOOKS)
    assert point is not None
    assert point.text.startswith("Round 1: Bo took 2 damage from Ann; ")


def test_draw_has_no_turning_point() -> None:
    assert turning_point(saved_of(corner(3).record), BOOKS) is None


@pytest.mark.parametrize("level", LEVELS)
def test_turning_point_is_found_in_every_rulebook(level: str) -> None:
    table = battle(level, most=3000)
    end = table.battle.outcome
    point = turning_point(saved_of(table.record), BOOKS)
    if end is None or end.winner is None:
        assert point is None
    else:
        assert point is not None
        assert point.side != end.winner
        assert point.text.startswith(f"Round {point.moment.round}: ")


def test_turning_point_is_the_same_in_parts() -> None:
    table = battle(LEVELS[0], most=3000)
    saved = saved_of(table.record)
    search = TurningSearch(RewindableBattle(saved, BOOKS, is_sliced=True), None, {})
    parts = 0
    while not search.is_done:
        search.go_on()
        parts += 1
    assert parts > table.record.count, "a part has more than one command"
    assert search.found == turning_point(saved, BOOKS)
