"""What one goes on with, the road so far, and slots that are taken away."""

import os
import re
from pathlib import Path

import pytest

from game.campaign.journey import Journey
from game.campaign.last_played import latest, resumable
from game.campaign.save_slots import delete, slots
from game.play.opening import Options
from game.present.window_battle import WindowBattle
from game.record.failure import Failure
from tests.campaign.conftest import BOOKS, Begin, at_table, conceded
from tests.clock import Now


def cut_off(folder: Path, level: str = "yard") -> Path:
    """A battle that is part of no journey, and was left."""
    sitting = WindowBattle.open(Options(level, seed="1"), BOOKS, folder)
    path = sitting.keeper.running
    sitting.close()
    assert path is not None
    return path


def test_nothing_to_go_on_with(tmp_path: Path) -> None:
    assert latest(tmp_path) is None


def test_the_newer_of_a_journey_and_a_battle(begin: Begin) -> None:
    journey = begin()
    folder = journey.path.parent.parent
    found = latest(folder)
    assert found is not None
    assert found.slot is not None
    assert (found.path, found.title, found.round) == (journey.path, "The short road", None)
    battle = cut_off(folder)
    found = latest(folder)
    assert found is not None
    assert (found.path, found.slot) == (battle, None)
    journey.take(0)
    assert [one.path for one in resumable(folder)] == [journey.path, battle]


@pytest.mark.parametrize("step", [60, 0, -100_000], ids=["goes", "stands", "is set back"])
def test_what_was_played_last_comes_first_whatever_the_clock_does(
    tmp_path: Path, now: Now, step: int
) -> None:
    """The ids of the levels, and so the names of the files, are in no order."""
    played = []
    for level in ("taproom", "bridge", "yard", "cellar", "market"):
        played.append(cut_off(tmp_path, level))
        now.at += step
    assert [one.path for one in resumable(tmp_path)] == played[::-1]
    for path in played:  # as a copy of the folder has it
        os.utime(path, (0, 0))
    os.utime(played[0], (4e9, 4e9))
    assert [one.path for one in resumable(tmp_path)] == played[::-1]


def test_a_command_counts_and_not_only_the_beginning(tmp_path: Path, now: Now) -> None:
    """Two windows: the battle that was begun first is played last."""
    sittings = [
        WindowBattle.open(Options(it, seed="1"), BOOKS, tmp_path) for it in ("yard", "bridge")
    ]
    paths = [sitting.keeper.running for sitting in sittings]
    now.at += 60
    first = sittings[0]
    while (question := first.question()) is None:
        assert first.go_on()
    assert first.answer(question.choices[0].command) is None
    for sitting in sittings:
        sitting.close()
    assert [one.path for one in resumable(tmp_path)] == paths


def test_a_save_that_is_older_than_a_cut_off_battle_comes_after_it(
    tmp_path: Path, now: Now
) -> None:
    sitting = WindowBattle.open(Options("yard", seed="1"), BOOKS, tmp_path)
    saved = sitting.keeper.aside()
    sitting.close()
    now.at += 60
    running = cut_off(tmp_path, "bridge")
    assert [one.path for one in resumable(tmp_path)] == [running, saved]
    now.at += 60
    sitting = WindowBattle.open(Options("taproom", seed="1"), BOOKS, tmp_path)
    newest = sitting.keeper.aside()
    sitting.close()
    assert [one.path for one in resumable(tmp_path)] == [newest, running, saved]


def test_what_was_resumed_was_played_last(tmp_path: Path, now: Now) -> None:
    first, second = cut_off(tmp_path, "yard"), cut_off(tmp_path, "bridge")
    now.at -= 1000
    sitting = WindowBattle.open(Options(str(first)), BOOKS, tmp_path)
    path = sitting.keeper.running
    sitting.close()
    assert [one.path for one in resumable(tmp_path)] == [path, second]


@pytest.mark.parametrize("step", [60, -100_000], ids=["goes", "is set back"])
def test_journeys_are_listed_by_when_they_went_on(begin: Begin, now: Now, step: int) -> None:
    first = begin()
    now.at += step
    second = begin()
    folder = first.path.parent.parent
    assert [slot.path for slot in slots(folder)] == [second.path, first.path]
    first.close()
    now.at += step
    again = Journey.load(first.path, BOOKS)
    again.take(0)
    again.close()
    os.utime(first.path, (0, 0))
    assert [slot.path for slot in slots(folder)] == [first.path, second.path]


def test_what_bears_no_stamp_is_ordered_by_its_file(tmp_path: Path, now: Now) -> None:
    """Battles of the versions before there were stamps."""
    paths = [cut_off(tmp_path, "yard"), cut_off(tmp_path, "bridge")]
    for n, path in enumerate(paths):
        path.write_bytes(re.sub(rb',"played":[0-9]+', b"", path.read_bytes()))
        os.utime(path, (1e9 - n, 1e9 - n))
    assert [one.path for one in resumable(tmp_path)] == paths
    now.at = 5
    new = cut_off(tmp_path, "taproom")
    assert [one.path for one in resumable(tmp_path)] == [new, *paths]


def test_the_battle_of_a_journey_is_gone_on_with_as_that(begin: Begin) -> None:
    journey = begin()
    folder = journey.path.parent.parent
    journey.take(0)
    tries = []
    for _ in range(2):
        options, seats = journey.options(("hanne",))
        sitting = WindowBattle.open(options, BOOKS, folder, seats=seats)
        tries.append(sitting.keeper.running)
        sitting.close()
    found = latest(folder)
    assert found is not None
    assert found.slot is not None
    assert (found.path, found.slot.path) == (tries[1], journey.path)
    assert tries[1] is not None
    tries[1].unlink()
    found = latest(folder)
    assert found is not None
    assert found.path == journey.path, "the try before counts no more"


def test_the_road_so_far(begin: Begin) -> None:
    journey = begin()
    journey.take(0)
    journey.report(conceded(at_table(journey, "hanne"), "red"))
    told = [(stop.title, stop.kind, stop.is_lost) for stop in journey.passed]
    assert told == [
        ("The gate", "story", False),
        ("The yard", "battle", True),
        ("The gaol", "story", False),
    ]
    journey.take(0)
    assert [stop.title for stop in journey.passed] == ["The yard", "The gaol", "The gate"]


def test_a_slot_is_taken_away_unless_it_is_open(begin: Begin) -> None:
    journey = begin()
    folder = journey.path.parent.parent
    journey.take(0)
    with pytest.raises(Failure, match="open in another window"):
        delete(journey.path)
    journey.close()
    delete(journey.path)
    assert slots(folder) == []
    assert not list(journey.path.parent.iterdir())
