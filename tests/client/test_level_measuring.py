"""One's own levels are measured while the list of levels is open."""

import time
from pathlib import Path

import pytest

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.setup.level_choice import LevelChoice
from game.play.seat_shares import kept_shares
from game.record.data_folders import levels_dir
from game.workshop.lab.shelf_meter import ShelfMeter
from tests.client.conftest import Hand, wait_for_disk

YARD = (levels_dir() / "duels" / "yard.toml").read_text(encoding="utf-8")
LONGEST = 600.0
"""Seconds after which a process counts as stuck."""
QUIET = 10, 0.1
"""Ticks after which battles have begun, and seconds for each."""


@pytest.fixture
def choice(app: App, hand: Hand) -> LevelChoice:
    """Return the list of levels, with two of the person's own."""
    home = app.folder / "levels"
    home.mkdir()
    (home / "a.toml").write_text(YARD, encoding="utf-8")
    (home / "b.toml").write_text(YARD.replace("rounds = 40", "rounds = 30"), encoding="utf-8")
    made = app.navigation.choose(level="mine/b")
    assert isinstance(made, LevelChoice)
    made.measuring.meter = ShelfMeter(app.books, app.folder, most=2)
    app.push(made)
    hand.look()
    return made


def until_rest(hand: Hand, choice: LevelChoice) -> None:
    end = time.monotonic() + LONGEST
    chosen = choice.written
    assert chosen is not None
    while choice.measuring.meter.lacks(chosen) and time.monotonic() < end:
        choice.measuring.meter.meter.wait(0.2)
        hand.tick(1, 0.1)


def told(choice: LevelChoice) -> str:
    return " ".join(passage.words for passage in choice.text.passages)


def unders(choice: LevelChoice) -> list[str]:
    return [row.under for row in choice.levels.rows[1:3]]


def test_own_levels_are_measured_one_after_the_other(
    app: App, hand: Hand, choice: LevelChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.change(meter=True)
    with monkeypatch.context() as patch:
        patch.setattr(ShelfMeter, "poll", lambda _: False)  # however fast the process is
        hand.tick(*QUIET)
        assert "Soldiers are measuring this level: 0 of" in told(choice)
    until_rest(hand, choice)
    assert "Measured here between soldiers: " in told(choice)
    assert "rounds" in unders(choice)[1]
    choice.levels.cursor -= 1  # without a press: it isn't chosen
    until_rest(hand, choice)
    assert ["rounds" in under for under in unders(choice)] == [True, True]
    hand.key("escape")
    assert len(kept_shares(app.folder)) == 2


def test_nothing_is_measured_if_it_is_turned_off(app: App, hand: Hand, choice: LevelChoice) -> None:
    hand.tick(*QUIET)
    assert not choice.measuring.meter.is_playing
    assert "Not measured." in told(choice)


def test_measuring_stops_when_a_battle_begins(app: App, hand: Hand, choice: LevelChoice) -> None:
    app.change(meter=True)
    choice.measuring.meter.meter._most = 1000
    hand.tick(*QUIET)
    assert choice.measuring.meter.is_playing
    hand.click(choice.play)
    assert isinstance(app.scene, BattleScene)
    assert not choice.measuring.meter.is_playing
    wait_for_disk(app)


def test_levels_of_the_game_are_not_measured(app: App, hand: Hand, tmp_path: Path) -> None:
    app.change(meter=True)
    choice = app.navigation.choose(level="yard")
    assert isinstance(choice, LevelChoice)
    app.push(choice)
    hand.tick(*QUIET)
    assert not choice.measuring.meter.is_playing
    assert "measuring" not in told(choice)
