"""A computer player in its own process: its commands are the same as here, and it can fail."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from game.ai.computer_players import COMPUTERS
from game.ai.player import RandomPlayer
from game.content.levels import find_level, load_level
from game.engine.battle import Battle
from game.play import thinker_process
from game.play.computer_answers import computer_answer
from game.play.players import STDIO
from game.play.table import Table
from game.play.thinker_process import Chair, Reply, Thinker
from game.play.worker_processes import Line
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.rules.registry import find_books
from game.terms.agenda import Roll
from game.terms.commands import Command, End
from game.terms.level import Level

BOOKS = find_books().books
LONGEST = 30.0
"""Seconds after which a process counts as stuck."""


def level_of(name: str) -> Level:
    return load_level(find_level(name), BOOKS)


def begun(level: Level, seed: int = 3) -> Table:
    """Return a battle at its first ask."""
    players = {side.id: STDIO for side in level.sides}
    table = Table.open(BOOKS[level.rulebook], level, Setup(DiceSource(seed), players))
    while isinstance(table.battle.stop, Roll):
        table.step()
    return table


def answered(thinker: Thinker) -> Command:
    """Return the answer as soon as it arrives."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        command = thinker.answer()
        if command is not None:
            return command
        thinker.wait(1)
    raise AssertionError("no answer has arrived")


@pytest.mark.parametrize(
    ("name", "player", "most"),
    [
        ("yard", "novice", 200),
        ("cellar", "soldier", 200),
        ("market", "random", 200),
        ("toll_bar", "novice", 500),
        pytest.param("toll_bar", "soldier", 500, marks=pytest.mark.long),
        ("old_reeds", "soldier", 25),
    ],
)
def test_thinker_answers_as_the_player_would_here(name: str, player: str, most: int) -> None:
    """Compare all commands of a battle, or the first `most`."""
    level = level_of(name)
    table = begun(level)
    thinkers = {side.id: Thinker(Chair(level, player, 3, side.id)) for side in level.sides}
    try:
        while (side := table.battle.asked) is not None and table.record.count < most:
            thinker, seated = thinkers[side], COMPUTERS[player](3, side, thinkers[side].drawn)
            here = computer_answer(seated, table.battle, side, table.battle.legal())
            thinker.ask(table.battle.view(side), table.record.count + 1)
            there = answered(thinker)
            assert (there, thinker.drawn) == (here.command, seated.drawn)
            assert thinker.faults == []
            assert here.slip is None
            assert table.submit(there, thinker.drawn) is None
            while isinstance(table.battle.stop, Roll):
                table.step()
        assert table.record.count > 10
    finally:
        for thinker in thinkers.values():
            thinker.close()


# Failures


def wait_for_ever(line: Line) -> None:
    """Replace the process by a player that reads its line and never finishes."""
    line.recv()
    line.recv_bytes()
    line.send(Reply(0))
    line.recv()
    time.sleep(1000)


def fail(line: Line) -> None:
    """Replace the process by one that can't work."""
    raise RuntimeError("no room")


@pytest.fixture
def table() -> Table:
    return begun(level_of("yard"))


@pytest.fixture
def view(table: Table) -> Battle:
    assert table.battle.asked is not None
    return table.battle.view(table.battle.asked)


@pytest.fixture
def thinker(view: Battle) -> Iterator[Thinker]:
    assert view.own is not None
    with closing(Thinker(Chair(level_of("yard"), "random", 3, view.own))) as made:
        yield made


def killed(thinker: Thinker) -> int:
    """Kill the process as a system without memory would, and return its id."""
    pid = thinker.pid
    assert pid is not None
    os.kill(pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    return pid


def thinks_for_ever(thinker: Thinker, view: Battle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask the player, and return while it is thinking."""
    with monkeypatch.context() as patch:
        patch.setattr(thinker_process, "think", wait_for_ever)
        thinker.start()
    thinker.wait(LONGEST)
    thinker.ask(view, 1)
    assert thinker.answer() is None


def test_killed_process_is_started_again(
    thinker: Thinker, view: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks_for_ever(thinker, view, monkeypatch)
    pid = killed(thinker)
    command = answered(thinker)
    assert command in view.legal()
    assert thinker.faults == []
    assert thinker.pid != pid
    assert not thinker.is_asked


def test_process_killed_before_an_ask_is_started_again(thinker: Thinker, view: Battle) -> None:
    thinker.start()
    thinker.wait(LONGEST)
    killed(thinker)
    thinker.ask(view, 1)
    assert answered(thinker) in view.legal()


def test_thinker_gives_a_safe_command_after_a_second_death(
    thinker: Thinker, view: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks_for_ever(thinker, view, monkeypatch)
    monkeypatch.setattr(thinker_process, "think", wait_for_ever)
    killed(thinker)
    first = thinker.pid
    while thinker.pid == first:
        assert thinker.answer() is None
        thinker.wait(0.1)
    killed(thinker)
    command = answered(thinker)
    assert isinstance(command, End)
    (fault,) = thinker.faults
    assert fault.slip.what == "its process has ended 2 times: the process is gone"
    assert (fault.level, fault.seed, fault.number, fault.player) == ("yard", 3, 1, "random")
    monkeypatch.undo()
    thinker.close()
    thinker.ask(view, 2)
    assert answered(thinker) in view.legal()


def test_process_that_cannot_work_says_why(
    thinker: Thinker, view: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinker_process, "think", fail)
    thinker.ask(view, 1)
    assert isinstance(answered(thinker), End)
    assert thinker.faults[0].slip.what.endswith("RuntimeError: no room")


def test_ask_can_be_cancelled(
    thinker: Thinker, view: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks_for_ever(thinker, view, monkeypatch)
    pid = thinker.pid
    start = time.perf_counter()
    thinker.cancel()
    assert time.perf_counter() - start < 2
    assert (thinker.answer(), thinker.is_asked) == (None, False)
    assert thinker.pid not in (None, pid)
    thinker.ask(view, 1)
    assert answered(thinker) in view.legal()
    assert thinker.answer() is None


def test_new_ask_replaces_the_previous_one(
    thinker: Thinker, view: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks_for_ever(thinker, view, monkeypatch)
    thinker.ask(view, 1)
    assert answered(thinker) in view.legal()


def test_thinker_never_blocks_however_large_the_message(
    thinker: Thinker, view: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ask and cancel while nothing reads the line; both must take milliseconds."""
    thinks_for_ever(thinker, view, monkeypatch)
    large = b" " * 5_000_000 + view.snapshot()
    monkeypatch.setattr(Battle, "snapshot", lambda _: large)
    monkeypatch.setattr(thinker, "cancel", lambda: None)  # keep the process that no longer reads
    start = time.perf_counter()
    thinker.ask(view, 1)
    for _ in range(100):
        assert thinker.answer() is None
    assert time.perf_counter() - start < 2
    thinker.close()
    assert thinker.pid is None


def test_error_of_the_player_is_passed_on(
    thinker: Thinker, view: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinker_process, "think", stumble)
    thinker.ask(view, 4)
    assert isinstance(answered(thinker), End)
    (fault,) = thinker.faults
    assert (fault.number, fault.slip.what, fault.command) == (4, "ValueError: boo", "end red.ann")
    assert "Traceback" in fault.slip.trace


def stumble(line: Line) -> None:
    """Replace the process by one whose players raise."""

    def broken(*_: Any) -> Any:
        raise ValueError("boo")

    pytest.MonkeyPatch().setattr(RandomPlayer, "choose", broken)
    thinker_process.think(line)


def test_process_receives_only_the_sides_knowledge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use Contest, and check that other sides' hands aren't sent to the process."""
    table = begun(level_of("market"))
    sent: list[Any] = []
    monkeypatch.setattr(thinker_process._There, "say", lambda _, message: sent.append(message))
    asked = table.battle.asked
    assert asked is not None
    with closing(Thinker(Chair(level_of("market"), "random", 3, asked))) as thinker:
        thinker.ask(table.battle.view(asked), 1)
    (_, snapshot, drawn) = sent[-1]
    assert (snapshot, drawn) == (table.battle.view(asked).snapshot(), 0)
    assert snapshot != table.battle.snapshot()
    assert sent[1].value.level.text == ""
