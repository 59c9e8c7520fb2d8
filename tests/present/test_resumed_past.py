"""A battle that resumes from its newest checkpoint equals one that is checked at once."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.core.random_streams import Stream
from game.play.battle_start import opened_battle
from game.play.opening import Options
from game.play.players import outside
from game.play.table import Table
from game.present.window_battle import WindowBattle
from game.record.data_folders import RUNNING
from game.record.reader import read_save
from game.rules.registry import find_books
from game.terms.commands import Concede, OfferDraw
from tests.playing_on import play_on

BOOKS = find_books().books
COMMANDS = 47
"""Number of commands before a battle resumes; there are checkpoints after 20 and 40."""

Resumed = Callable[[Path], WindowBattle]


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def resumed(tmp_path: Path, told: list[str]) -> Iterator[Resumed]:
    opened: list[WindowBattle] = []

    def make(path: Path) -> WindowBattle:
        options = Options(level=str(path))
        opened.append(WindowBattle.open(options, BOOKS, tmp_path, told.append, outside))
        return opened[-1]

    yield make
    for one in opened:
        one.close()


def play(sitting: WindowBattle, commands: int, seed: int) -> None:
    """Play random commands that don't end the battle, with an undo now and then."""
    choices, until = Stream(seed, "choices"), sitting.count + commands
    while sitting.count < until and not sitting.is_over:
        play_on(sitting)
        legal = sitting.table.battle.legal()
        kept = [one for one in legal if not isinstance(one, Concede | OfferDraw)]
        if not kept:
            break
        if choices.pick(8) == 0 and sitting.given:
            sitting.undo(agreed=True, side=sitting.asked)
        else:
            assert sitting.answer(kept[choices.pick(len(kept))]) is None
    play_on(sitting)


def kept(folder: Path, level: str, commands: int = COMMANDS) -> Path:
    """Return the running file of a battle that its players left after some commands."""
    sitting = WindowBattle.open(Options(level=level, seed="5"), BOOKS, folder, seats=outside)
    play(sitting, commands, seed=1)
    path = sitting.keeper.running
    sitting.close()
    assert path is not None
    return path


def checked_at_once(path: Path, folder: Path, told: list[str]) -> Table:
    options = Options(level=str(path))
    with opened_battle(options, BOOKS, None, folder, told.append, outside) as table:
        return table


def edited(path: Path, number: int, **changes: object) -> None:
    """Change a line of a record, given its number in the file."""
    lines = path.read_bytes().splitlines(keepends=True)
    line = json.loads(lines[number - 1]) | changes
    lines[number - 1] = json.dumps(line, separators=(",", ":")).encode() + b"\n"
    path.write_bytes(b"".join(lines))


def numbers(path: Path, kind: str) -> list[int]:
    """Return the line numbers of one kind of line in a record."""
    lines = path.read_bytes().splitlines()
    return [n for n, line in enumerate(lines, 1) if json.loads(line).get("line") == kind]


def assert_same(sitting: WindowBattle, table: Table) -> None:
    """Check that a battle has the same state, past and luck as another."""
    mine = sitting.table
    assert mine.battle.snapshot() == table.battle.snapshot()
    assert mine.battle.told() == table.battle.told()
    assert [one.command for one in mine.battle.history] == [
        one.command for one in table.battle.history
    ]
    for side in sitting.people:
        assert mine.battle.wall_of(side) == table.battle.wall_of(side)
    assert mine.record.moment == table.record.moment
    assert (mine.record.drawn, mine.record.luck) == (table.record.drawn, table.record.luck)
    assert mine.dice == table.dice


@pytest.mark.parametrize("level", ["under_the_mill", "mule_road", "ossuary", "masked_ball"])
def test_resumed_battle_equals_one_checked_at_once(
    level: str, tmp_path: Path, resumed: Resumed, told: list[str]
) -> None:
    path = kept(tmp_path, level)
    table = checked_at_once(path, tmp_path, told)
    sitting = resumed(path)
    assert sitting.is_checking
    assert sitting.table.battle.snapshot() == table.battle.snapshot()
    assert len(sitting.told(None)) < len(table.battle.told())
    while sitting.is_checking:
        sitting.check(0.0)
    assert sitting.pasts == 1
    assert_same(sitting, table)
    assert len(sitting.told(None)) == len(table.battle.told())
    assert told == []


@pytest.mark.parametrize("level", ["under_the_mill", "mule_road"])
def test_commands_given_during_the_check_are_kept(
    level: str, tmp_path: Path, resumed: Resumed, told: list[str]
) -> None:
    path = kept(tmp_path, level)
    sitting = resumed(path)
    battle = sitting.table.battle
    for seed in range(3):
        sitting.check(0.0)
        legal = [one for one in battle.legal() if not isinstance(one, Concede | OfferDraw)]
        assert sitting.answer(legal[seed % len(legal)]) is None
        play_on(sitting)
    assert sitting.is_checking
    seen = sitting.told(None)
    sitting.check(None)
    assert [one.event for one in sitting.told(None)[-len(seen) :]] == [one.event for one in seen]
    assert sitting.earlier(None) == len(sitting.told(None)) - len(seen)
    running = sitting.keeper.running
    assert running is not None
    sitting.close()
    assert_same(sitting, checked_at_once(running, tmp_path, told))
    assert told == []


def test_undo_reaches_behind_the_checkpoint(tmp_path: Path, resumed: Resumed) -> None:
    path = kept(tmp_path, "under_the_mill", 40)
    sitting = resumed(path)
    side = sitting.asked
    partial = sitting.given
    assert sitting.undo(agreed=True, side=side) is None
    assert not sitting.is_checking
    assert sitting.given > partial


def test_difference_found_later_is_reported_as_at_once(
    tmp_path: Path, resumed: Resumed, told: list[str]
) -> None:
    path = kept(tmp_path, "under_the_mill")
    edited(path, numbers(path, "play")[5], hash="0" * 24)
    content = path.read_bytes()
    checked_at_once(path, tmp_path, told)
    sitting = resumed(path)
    state = sitting.table.battle.snapshot()
    assert len(told) == 1
    sitting.check(None)
    assert told[1] == told[0]
    assert "at the newest checkpoint" in told[0]
    assert sitting.table.battle.snapshot() == state, "the battle was moved"
    running = sitting.keeper.running
    assert running is not None
    sitting.close()
    (left,) = set((tmp_path / RUNNING).iterdir()) - {running}
    assert left.read_bytes().splitlines()[1:] == content.splitlines()[1:], "lines were lost"
    assert checked_at_once(running, tmp_path, told).battle.snapshot() == state
    assert len(told) == 2
    assert len(read_save(running).lines) < len(read_save(left).lines)


def test_battle_goes_back_to_the_last_good_line_if_its_checkpoint_differs(
    tmp_path: Path, resumed: Resumed, told: list[str]
) -> None:
    path = kept(tmp_path, "under_the_mill")
    newest = numbers(path, "checkpoint")[-1]
    drawn = json.loads(path.read_bytes().splitlines()[newest - 1])["drawn"]
    edited(path, newest, drawn=drawn + 1)
    table = checked_at_once(path, tmp_path, told)
    sitting = resumed(path)
    assert sitting.is_checking
    sitting.check(None)
    assert told[1] == told[0]
    assert_same(sitting, table)


def test_damaged_or_short_record_is_checked_at_once(tmp_path: Path, resumed: Resumed) -> None:
    assert not resumed(kept(tmp_path, "yard", 5)).is_checking
    path = kept(tmp_path, "under_the_mill")
    lines = path.read_bytes().splitlines(keepends=True)
    lines[10] = b"{}\n"
    path.write_bytes(b"".join(lines))
    assert not resumed(path).is_checking


def test_battle_ending_during_the_check_is_kept_complete(tmp_path: Path, resumed: Resumed) -> None:
    path = kept(tmp_path, "under_the_mill")
    sitting = resumed(path)
    assert sitting.answer(Concede()) is None
    play_on(sitting)
    assert sitting.is_over
    assert not sitting.is_checking
    assert len(sitting.table.battle.history) >= COMMANDS // 2
    assert sitting.told(None)[0].name == "battle_started"
