"""Open battles and journeys, visited stops, and deleted slots."""

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
from tests.playing_on import play_on


def cut_off(folder: Path, level: str = "yard") -> Path:
    """Return an interrupted battle that belongs to no journey."""
    sitting = WindowBattle.open(Options(level, seed="1"), BOOKS, folder)
    path = sitting.keeper.running
    sitting.close()
    assert path is not None
    return path


def test_latest_is_none_without_battles_and_journeys(tmp_path: Path) -> None:
    assert latest(tmp_path) is None


def test_latest_is_the_newer_of_a_journey_and_a_battle(begin: Begin) -> None:
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
def test_resumable_is_in_order_of_play_whatever_the_clock_does(
    tmp_path: Path, now: Now, step: int
) -> None:
    """Use levels whose ids, and so their file names, are in another order."""
    played = []
    for level in ("taproom", "bridge", "yard", "cellar", "market"):
        played.append(cut_off(tmp_path, level))
        now.at += step
    assert [one.path for one in resumable(tmp_path)] == played[::-1]
    for path in played:  # as in a copied folder
        os.utime(path, (0, 0))
    os.utime(played[0], (4e9, 4e9))
    assert [one.path for one in resumable(tmp_path)] == played[::-1]


def test_later_command_makes_a_battle_newer(tmp_path: Path, now: Now) -> None:
    """Play in two windows, so that the older battle is the one played last."""
    sittings = [
        WindowBattle.open(Options(it, seed="1"), BOOKS, tmp_path) for it in ("yard", "bridge")
    ]
    paths = [sitting.keeper.running for sitting in sittings]
    now.at += 60
    first = sittings[0]
    play_on(first)
    question = first.question()
    assert question is not None
    assert first.answer(question.choices[0].command) is None
    for sitting in sittings:
        sitting.close()
    assert [one.path for one in resumable(tmp_path)] == paths


def test_save_is_listed_after_a_newer_interrupted_battle(tmp_path: Path, now: Now) -> None:
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


def test_resumed_battle_is_listed_first(tmp_path: Path, now: Now) -> None:
    first, second = cut_off(tmp_path, "yard"), cut_off(tmp_path, "bridge")
    now.at -= 1000
    sitting = WindowBattle.open(Options(str(first)), BOOKS, tmp_path)
    path = sitting.keeper.running
    sitting.close()
    assert [one.path for one in resumable(tmp_path)] == [path, second]


@pytest.mark.parametrize("step", [60, -100_000], ids=["goes", "is set back"])
def test_journeys_are_listed_by_their_last_step(begin: Begin, now: Now, step: int) -> None:
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


def test_record_without_a_stamp_is_ordered_by_its_file(tmp_path: Path, now: Now) -> None:
    """Use battles from versions without stamps."""
    paths = [cut_off(tmp_path, "yard"), cut_off(tmp_path, "bridge")]
    for n, path in enumerate(paths):
        path.write_bytes(re.sub(rb',"played":[0-9]+', b"", path.read_bytes()))
        os.utime(path, (1e9 - n, 1e9 - n))
    assert [one.path for one in resumable(tmp_path)] == paths
    now.at = 5
    new = cut_off(tmp_path, "taproom")
    assert [one.path for one in resumable(tmp_path)] == [new, *paths]


def test_battle_of_a_journey_is_resumed_with_it(begin: Begin) -> None:
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
    assert found.path == journey.path, "an earlier attempt is still resumed"


def test_passed_lists_the_visited_stops(begin: Begin) -> None:
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


def test_slot_is_deleted_unless_it_is_open(begin: Begin) -> None:
    journey = begin()
    folder = journey.path.parent.parent
    journey.take(0)
    with pytest.raises(Failure, match="open in another window"):
        delete(journey.path)
    journey.close()
    delete(journey.path)
    assert slots(folder) == []
    assert not list(journey.path.parent.iterdir())
