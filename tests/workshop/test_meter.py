"""The meter plays soldiers in a process of its own, stops at changes, and survives failures."""

import os
import signal
import sys
import time
from collections.abc import Iterator

import pytest

from game.content.levels import find_level, read_level
from game.play.players import SOLDIER
from game.rules.registry import find_books
from game.terms.level import Level
from game.workshop.lab import background_work
from game.workshop.lab.meter import Meter
from game.workshop.lab.one_battle import fought
from game.workshop.lab.seatings import planned
from game.workshop.lab.statistics import report

BOOKS = find_books().books
LONGEST = 600.0
"""Seconds after which a process counts as stuck."""
FEW = 3
YARD = find_level("yard").read_text(encoding="utf-8")
SCRIPT = """
[[area]]
id = "east"
rect = [6, 1, 4, 7]
[[trigger]]
when = [{ round = 1 }]
do = [{ message = "They begin." }]
[[trigger]]
when = [{ round = 39 }]
do = [{ message = "Still here." }]
[[objective]]
id = "cross"
side = "red"
title = "Cross the yard"
reach = { area = "east" }
"""


def level_of(text: str) -> Level:
    return read_level(text, file="yard.toml", id="yard", books=BOOKS)


@pytest.fixture
def meter() -> Iterator[Meter]:
    made = Meter(BOOKS, most=FEW)
    yield made
    made.close()


def until_rest(meter: Meter, count: int = FEW) -> int:
    """Poll until the meter rests or has played `count` battles; return the number of changes."""
    end, changes = time.monotonic() + LONGEST, 0
    while meter.is_playing and time.monotonic() < end:
        changes += meter.poll()
        if meter.results is not None and len(meter.results.found) >= count:
            break
        meter.wait(0.2)
    while meter.is_playing and count == FEW and time.monotonic() < end:
        meter.wait(0.2)
        meter.poll()
    return changes


def test_meter_counts_what_the_lab_counts(meter: Meter) -> None:
    level = level_of(YARD + SCRIPT)
    meter.begin(level)
    assert meter.is_playing
    assert meter.results is not None
    assert meter.results.report is None
    assert until_rest(meter) >= 1
    assert not meter.is_playing
    told = meter.results.report
    assert told is not None
    book = BOOKS[level.rulebook]
    plan = planned(book, 0, level, (SOLDIER,), FEW, 1)
    lab = report(level, plan, [fought(book, level, bout, lambda: None) for bout in plan])
    assert told.battles == FEW
    assert told.sides == lab.sides
    assert told.rounds == lab.rounds
    assert told.counts.objectives == lab.counts.objectives
    assert [one.fired.battles for one in told.counts.triggers] == [FEW, 0]
    assert meter.trouble == ""


def test_next_change_stops_the_battles_of_the_last(meter: Meter) -> None:
    meter.begin(level_of(YARD))
    pid = meter.pid
    changed = level_of(YARD.replace("rounds = 40", "rounds = 1"))
    meter.begin(changed)
    assert meter.pid == pid
    until_rest(meter)
    assert meter.results is not None
    assert {one.rounds for one in meter.results.found} == {1}
    assert len(meter.results.found) == FEW


def test_change_of_the_text_alone_keeps_the_results(meter: Meter) -> None:
    meter.begin(level_of(YARD))
    until_rest(meter)
    results = meter.results
    meter.begin(level_of("# A comment.\n" + YARD))
    assert meter.results is results
    assert not meter.is_playing


def test_stopped_meter_keeps_its_results_and_continues_later(meter: Meter) -> None:
    level = level_of(YARD)
    meter.begin(level)
    until_rest(meter, 1)
    meter.stop()
    assert not meter.is_playing
    assert meter.results is not None
    found = meter.results.found
    assert not meter.poll()
    meter.begin(level)
    until_rest(meter)
    assert meter.results.found[: len(found)] == found
    assert len(meter.results.found) == FEW


def test_battles_end_when_the_time_is_used_up() -> None:
    meter = Meter(BOOKS, most=FEW, seconds=0.0)
    try:
        meter.begin(level_of(YARD))
        until_rest(meter)
        assert not meter.is_playing
        assert meter.results is not None
        assert meter.results.found == ()
        assert meter.trouble == ""
    finally:
        meter.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_killed_process_is_replaced_once_and_then_named() -> None:
    meter = Meter(BOOKS, most=5000)  # more than it can play before it is killed
    try:
        killed_twice(meter)
    finally:
        meter.close()


def killed_twice(meter: Meter) -> None:
    level = level_of(YARD)
    for times in (1, 2):
        meter.begin(level) if times == 1 else None
        assert meter.pid is not None
        os.kill(meter.pid, signal.SIGKILL)
        end = time.monotonic() + LONGEST
        while not meter.poll() and time.monotonic() < end:
            meter.wait(0.2)
        assert meter.is_playing == (times == 1)
    assert "No battles are played" in meter.trouble
    assert not meter.poll()
    meter.begin(level_of(YARD.replace("rounds = 40", "rounds = 1")))
    assert meter.trouble == ""
    until_rest(meter, 1)
    assert meter.results is not None
    assert meter.results.found


def test_process_that_cannot_start_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(background_work, "TalkingProcess", fails)
    meter = Meter(BOOKS)
    meter.begin(level_of(YARD))
    assert not meter.is_playing
    assert "no more processes" in meter.trouble


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no niceness")
def test_process_steps_back_for_others(meter: Meter) -> None:
    meter.begin(level_of(YARD))
    until_rest(meter)
    assert meter.pid is not None
    here = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, meter.pid) >= min(19, here + 10)
