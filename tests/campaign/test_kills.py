"""Journeys killed with `kill -9` at random moments: nothing is lost or applied twice."""

import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from game.campaign.journey_file import ChosenOption, FoughtBattle, JourneyState, read_state
from game.campaign.save_slots import slots

PROJECT = Path(__file__).parent.parent.parent
FEW, MANY = 5, 25
"""Maximum number of kills in the default suite and in the long one."""


def driven(folder: Path, seconds: float | None) -> bool:
    """Run the program for at most `seconds`; return whether it ended by itself."""
    command = [sys.executable, "-m", "tests.campaign.driver", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=PROJECT) as process:
        try:
            out, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return False
    assert process.returncode == 0
    return out == b"done\n"


def killed_often(folder: Path, seed: int, most: int) -> tuple[JourneyState, int]:
    """Return the final state of a journey, and the number of kills before it."""
    random, kills = Random(seed), 0
    start = time.monotonic()
    assert driven(folder / "whole", None)
    takes = time.monotonic() - start
    while not driven(folder / "killed", random.uniform(0.3, 1.1) * takes if kills < most else None):
        kills += 1
    (slot,) = slots(folder / "killed")
    assert not slot.trouble
    return read_state(slot.path), kills


def as_list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def check(state: JourneyState) -> None:
    """Check that one battle was fought, and that its results were applied once."""
    assert state.pending is None
    assert state.last is not None
    report = state.last[1]
    assert state.stop == ("camp" if report.won else "gaol")
    items = Counter(state.stores)
    assert items["surgeons_roll"] == 0
    assert items["red_draught"] == (1 if report.won else 0)
    assert items["chalk"] + items["wick_tonic"] <= 1
    assert [member.id for member in state.roster].count("hanne") + len(report.lost) >= 1
    for member in state.roster:
        if member.id == "hanne":
            assert member.keys.get("rank", 0) == (1 if report.won else 0)
    assert len(state.won) + len(state.lost) == 1
    assert state.owed == ()
    fought, *chosen = state.record
    assert isinstance(fought, FoughtBattle)
    ranks = [one.hero for one in report.grown if one.hero == "hanne"]
    assert all(isinstance(one, ChosenOption) for one in chosen)
    assert len(chosen) == len(ranks) + 1, "a choice was lost or made twice"
    traits = [it for member in state.roster for it in as_list(member.keys.get("traits", []))]
    given = [one for one in chosen if isinstance(one, ChosenOption) and one.hero]
    assert len(traits) >= len(given)


def test_killed_journey_ends_the_same(tmp_path: Path) -> None:
    state, kills = killed_often(tmp_path, 3, FEW)
    check(state)
    assert kills <= FEW


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_many_killed_journeys_end_the_same(tmp_path: Path, seed: int) -> None:
    state, _ = killed_often(tmp_path, seed, MANY)
    check(state)
