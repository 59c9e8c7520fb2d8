"""Computer players of a window's battle: ready from the start, asked as soon as their turn comes.

Only `go_on` carries out their answers, so the battle is the same whenever they think.
"""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.play import worker_processes
from game.play.opening import Options
from game.play.players import Seats, outside, played, watched
from game.play.rewind import RewindableBattle
from game.play.thinker_process import Thinker
from game.present.question import Question
from game.present.window_battle import WindowBattle
from game.record.journal import left_behind
from game.rules.registry import find_books
from game.terms.agenda import Ask, Roll

BOOKS = find_books().books
COMMANDS = 12
"""Number of commands to compare."""
PATIENCE = 60.0
"""Maximum number of seconds to wait for a computer player."""

Open = Callable[..., WindowBattle]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Open]:
    opened: list[WindowBattle] = []

    def make(
        level: str, players: str | None = None, seats: Seats = played, dice: str | None = None
    ) -> WindowBattle:
        options = Options(level=level, seed="5", players=players, dice=dice)
        opened.append(WindowBattle.open(options, BOOKS, tmp_path, lambda _: None, seats))
        return opened[-1]

    yield make
    for one in opened:
        one.close()


def thinkers(sitting: WindowBattle) -> dict[str, Thinker]:
    return sitting._thinkers.by_side


def until(sitting: WindowBattle, is_done: Callable[[], bool]) -> None:
    """Let the battle go on until something holds."""
    end = time.monotonic() + PATIENCE
    while not is_done():
        assert time.monotonic() < end, "it takes too long"
        if not sitting.go_on():
            time.sleep(0.002)


def asked(sitting: WindowBattle) -> Question:
    """Return the next question to people."""
    until(sitting, lambda: sitting.question() is not None)
    question = sitting.question()
    assert question is not None
    return question


def passed(sitting: WindowBattle) -> None:
    """End the turn at the next question to people, or else decline."""
    question = asked(sitting)
    ends = (one.command for one in question.choices if one.verb == "end")
    command = next(ends, question.decline)
    assert command is not None
    assert sitting.answer(command) is None


def received(thinker: Thinker) -> None:
    """Wait for the next message of the process, without reading it."""
    there = thinker._there
    assert there is not None
    assert there.process.line.poll(PATIENCE)


def ready(thinker: Thinker) -> None:
    """Wait until the process can be asked, and read the message about that."""
    received(thinker)
    assert thinker._there is not None
    thinker._there.process.line.recv()


def foes_turn(table: Open, level: str = "toll_bar") -> tuple[WindowBattle, Thinker]:
    """Return a battle in which the people have just ended their turn, and the player asked."""
    sitting = table(level)
    (thinker,) = thinkers(sitting).values()
    sitting.start_thinker()
    ready(thinker)
    while not sitting.is_thinking:
        passed(sitting)
        while isinstance(sitting.table.battle.stop, Roll):
            sitting.go_on()
        sitting.wait()
    return sitting, thinker


# Processes


def test_processes_start_one_at_a_time_and_never_for_people(table: Open) -> None:
    sitting = table("yard", "red=soldier,blue=random", watched)
    red, blue = thinkers(sitting).values()
    assert not any((red.is_started, blue.is_started))
    sitting.start_thinker()
    assert red.is_started
    assert not blue.is_started
    sitting.start_thinker()
    pids = red.pid, blue.pid
    assert None not in pids
    sitting.start_thinker()
    assert (red.pid, blue.pid) == pids
    assert set(thinkers(table("toll_bar"))) == {"blue"}
    assert not thinkers(table("yard", seats=outside))


def test_closed_battle_starts_no_more_processes(table: Open) -> None:
    sitting = table("yard", "red=soldier,blue=random", watched)
    sitting.start_thinker()
    sitting.close()
    sitting.start_thinker()
    assert not any(thinker.is_started for thinker in thinkers(sitting).values())


def test_process_that_cannot_start_is_tried_again_at_the_first_ask(
    table: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = table("toll_bar")

    def fails(*_: object) -> None:
        raise OSError("no more processes")

    with monkeypatch.context() as patch:
        patch.setattr(worker_processes, "WorkerProcess", fails)
        sitting.start_thinker()
        assert not thinkers(sitting)["blue"].is_started
        while sitting.asked not in thinkers(sitting):
            passed(sitting)
        with pytest.raises(OSError, match="no more processes"):
            sitting.go_on()
    count = sitting.count
    until(sitting, lambda: sitting.count > count)


# Asking ahead


def test_player_thinks_as_soon_as_the_command_is_given(table: Open) -> None:
    sitting, thinker = foes_turn(table)
    assert thinker.is_asked
    count, told = sitting.count, len(sitting.told(None))
    received(thinker)
    assert (sitting.count, len(sitting.told(None))) == (count, told)
    assert sitting.go_on()
    assert sitting.count == count + 1


def test_player_thinks_while_the_last_roll_is_shown(table: Open) -> None:
    """In Contest, a turn begins with a roll for movement."""
    sitting = table("yard")
    sitting.start_thinker()
    (thinker,) = thinkers(sitting).values()
    passed(sitting)
    assert isinstance(sitting.table.battle.stop, Roll)
    assert not thinker.is_asked
    while isinstance(sitting.table.battle.stop, Roll):
        assert sitting.go_on()
    assert thinker.is_asked
    sitting.wait()
    assert sitting.is_thinking


def test_player_thinks_as_soon_as_people_have_rolled(table: Open) -> None:
    sitting = table("yard", dice="ask")
    sitting.start_thinker()
    (thinker,) = thinkers(sitting).values()
    is_ended = False
    for _ in range(40):
        due = sitting.dice_due
        if due is not None:
            assert sitting.throw(tuple(1 for _ in due.sides)) is None
        elif thinker.is_asked:
            break
        elif not is_ended:
            passed(sitting)
            is_ended = True
    assert thinker.is_asked
    assert sitting.correct() is None
    assert not thinker.is_asked


def test_replay_starts_no_process(table: Open, tmp_path: Path) -> None:
    sitting, _ = foes_turn(table, "yard")
    until(sitting, lambda: sitting.question() is not None)
    reel = RewindableBattle(sitting.so_far(), BOOKS)
    shown = WindowBattle.of(reel, tmp_path, lambda _: None)
    while isinstance(shown.table.battle.stop, Roll):
        assert shown.go_on()  # as the battle screen does, for dice before the first question
    assert not any(one.is_started or one.is_asked for one in thinkers(shown).values())


@pytest.mark.parametrize("level", ["yard", "toll_bar", "masked_ball"])
def test_battle_is_the_same_whenever_its_players_think(
    level: str, table: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare with players that think only when their answer is due."""
    ahead, due = table(level, seats=watched), table(level, seats=watched)
    for _ in thinkers(ahead):
        ahead.start_thinker()
    monkeypatch.setattr(due._thinkers, "ask_ahead", lambda: None)
    assert lines(ahead) == lines(due)


def lines(sitting: WindowBattle) -> list[dict[str, object]]:
    """Play a while; return the lines of the record, without the times."""
    until(sitting, lambda: sitting.is_over or sitting.count >= COMMANDS)
    _, *others = map(json.loads, sitting.saved().splitlines())
    return [{key: value for key, value in one.items() if key != "played"} for one in others]


# Undo, leaving and resuming while a player thinks


def test_undo_drops_the_answer(table: Open) -> None:
    sitting, thinker = foes_turn(table)
    received(thinker)
    pid, given = thinker.pid, sitting.given
    assert sitting.undo(agreed=True) is None
    assert not thinker.is_asked
    assert thinker.pid == pid  # it has finished thinking, so it can be asked again
    question = asked(sitting)
    assert sitting.given == given - 1
    walk = next(one.command for one in question.choices if one.verb == "move")
    assert sitting.answer(walk) is None
    count = sitting.count
    passed(sitting)
    until(sitting, lambda: sitting.count > count + 1)


def test_undo_stops_a_player_that_is_thinking(table: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, thinker = foes_turn(table)
    pid = thinker.pid
    monkeypatch.setattr(thinker, "_reply", lambda _: None)  # as if no answer had come
    assert sitting.undo(agreed=True) is None
    assert not thinker.is_asked
    assert thinker.pid not in (None, pid)


def test_battle_left_while_a_player_thinks_resumes_there(table: Open, tmp_path: Path) -> None:
    sitting, thinker = foes_turn(table)
    count = sitting.count
    sitting.close()
    assert not any((thinker.is_started, thinker.is_asked))
    (left,) = left_behind(tmp_path / "running")
    again = table(str(left))
    assert again.count == count
    assert again.is_thinking
    again.start_thinker()
    until(again, lambda: again.count > count)


def test_past_is_checked_while_a_player_thinks(table: Open, tmp_path: Path) -> None:
    sitting, _ = foes_turn(table)
    sitting.close()
    (left,) = left_behind(tmp_path / "running")
    again = table(str(left))
    again.start_thinker()
    again.go_on()
    (thinker,) = thinkers(again).values()
    assert thinker.is_asked
    again.check(None)
    assert thinker.is_asked
    count = again.count
    until(again, lambda: again.count > count)
    assert isinstance(again.table.battle.stop, Ask | Roll)
