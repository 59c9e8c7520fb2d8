"""What one goes on with, the road so far, and slots that are taken away."""

import os
from pathlib import Path

import pytest

from game.campaign.latest import latest
from game.campaign.slots import delete, slots
from game.session.failure import Failure
from game.session.opening import Options
from game.session.sitting import Sitting
from tests.campaign.conftest import BOOKS, Begin, at_table, conceded


def cut_off(folder: Path, level: str = "yard") -> Path:
    """A battle that is part of no journey, and was left."""
    sitting = Sitting.open(Options(level, seed="1"), BOOKS, folder)
    path = sitting.keeper.running
    sitting.close()
    assert path is not None
    return path


def older(path: Path, seconds: float) -> None:
    when = path.stat().st_mtime - seconds
    os.utime(path, (when, when))


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
    older(journey.path, 60)
    found = latest(folder)
    assert found is not None
    assert (found.path, found.slot) == (battle, None)
    older(battle, 120)
    found = latest(folder)
    assert found is not None
    assert found.path == journey.path


def test_the_battle_of_a_journey_is_gone_on_with_as_that(begin: Begin) -> None:
    journey = begin()
    folder = journey.path.parent.parent
    journey.take(0)
    tries = []
    for _ in range(2):
        options, seats = journey.options(("hanne",))
        sitting = Sitting.open(options, BOOKS, folder, seats=seats)
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
