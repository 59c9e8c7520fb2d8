"""Levels on the shelf are measured in the background, and the results are kept."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.content.levels import find_level
from game.play.level_list import ChoosableLevel, level_list
from game.play.seat_shares import kept_shares
from game.rules.registry import find_books
from game.workshop.lab import shelf_meter
from game.workshop.lab.shelf_meter import ShelfMeter

BOOKS = find_books().books
LONGEST = 600.0
"""Seconds after which a process counts as stuck."""
FEW = 4
YARD = find_level("yard").read_text(encoding="utf-8")


@pytest.fixture
def level(tmp_path: Path) -> ChoosableLevel:
    path = tmp_path / "levels" / "own.toml"
    path.parent.mkdir()
    path.write_text(YARD, encoding="utf-8")
    return level_list(BOOKS, tmp_path)[0]


@pytest.fixture
def meter(tmp_path: Path) -> Iterator[ShelfMeter]:
    made = ShelfMeter(BOOKS, tmp_path, most=FEW)
    yield made
    made.close()


def until(meter: ShelfMeter, level: ChoosableLevel, count: int = FEW) -> None:
    """Wait until `count` battles are over, or none are played any more."""
    end = time.monotonic() + LONGEST
    while meter.is_playing and time.monotonic() < end:
        meter.poll()
        if (meter.played(level) or 0) >= count:
            return
        meter.meter.wait(0.2)


def test_level_is_measured_and_the_result_is_kept(
    meter: ShelfMeter, level: ChoosableLevel, tmp_path: Path
) -> None:
    assert meter.lacks(level)
    meter.begin(level)
    assert meter.played(level) == 0
    until(meter, level, FEW + 1)
    shares = meter.shares(level)
    assert shares is not None
    assert (shares.battles, sum(shares.wins.values()) <= FEW) == (FEW, True)
    assert shares.rounds > 0
    assert not meter.lacks(level)
    meter.close()
    assert kept_shares(tmp_path) == {level.mark: shares}
    assert level_list(BOOKS, tmp_path)[0].shares == shares


@pytest.mark.parametrize(("least", "is_kept"), [(2, True), (3, False)])
def test_broken_off_results_are_kept_if_there_are_enough(
    meter: ShelfMeter,
    level: ChoosableLevel,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    least: int,
    is_kept: bool,
) -> None:
    meter.meter._most = 1000
    meter.begin(level)
    until(meter, level, 2)
    results = meter.meter.results
    assert results is not None
    meter.meter.results = results._replace(found=results.found[:2])
    monkeypatch.setattr(shelf_meter, "LEAST", least)
    meter.close()
    assert [one.battles for one in kept_shares(tmp_path).values()] == ([2] if is_kept else [])


def test_level_without_an_end_is_not_kept(
    meter: ShelfMeter, level: ChoosableLevel, tmp_path: Path
) -> None:
    meter.begin(level)
    until(meter, level, FEW + 1)
    results = meter.meter.results
    assert results is not None
    endless = results.found[0]
    meter.meter.results = results._replace(found=(replace(endless, trouble="no end"),))
    meter._shares.clear()
    meter._note()
    assert "1 of 1 battle" in meter.trouble(level)
    assert not meter.lacks(level)


def test_level_that_is_gone_is_told(meter: ShelfMeter, level: ChoosableLevel) -> None:
    level.path.unlink()
    meter.begin(level)
    assert meter.trouble(level)
    assert not meter.is_playing


def test_only_own_levels_without_errors_are_measured(
    meter: ShelfMeter, level: ChoosableLevel, tmp_path: Path
) -> None:
    level.path.with_name("bad.toml").write_text("format = 1", encoding="utf-8")
    rows = level_list(BOOKS, tmp_path)
    assert [row.id for row in rows if meter.lacks(row)] == ["mine/own"]
