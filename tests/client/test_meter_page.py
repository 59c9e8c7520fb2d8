"""The editor's page with the meter: it waits, plays, rests, and can be turned off."""

import time

import pygame
import pytest

from game.client.editor.pages.meter_page import MeterPage
from game.client.editor.scene import EditorScene
from game.client.kit.app import App
from game.record.data_folders import levels_dir
from game.workshop.document import painting, tables
from game.workshop.lab.meter import Meter
from tests.client.conftest import Hand
from tests.client.test_level_reload import back, tried

YARD = (levels_dir() / "duels" / "yard.toml").read_text(encoding="utf-8")
SCRIPT = """
[[trigger]]
when = [{ round = 1 }]
do = [{ message = "They begin." }]
[[trigger]]
when = [{ round = 39 }]
do = [{ message = "Still here." }]
"""
LONGEST = 600.0
"""Seconds after which a process counts as stuck."""
QUIET = 10, 0.1
"""Ticks after which battles have begun, and seconds for each."""


@pytest.fixture
def scene(app: App, hand: Hand) -> EditorScene:
    path = app.folder / "levels" / "yard.toml"
    path.parent.mkdir()
    path.write_text(YARD + SCRIPT, encoding="utf-8")
    app.change(meter=True)
    made = app.navigation.editor(str(path))
    assert isinstance(made, EditorScene)
    app.push(made)
    page = page_of(made)
    page.meter = Meter(app.books, most=2)
    made.desk.open("meter")
    made.layout(app.size)
    hand.tick()
    return made


def page_of(scene: EditorScene) -> MeterPage:
    (page,) = (page for page in scene.pages if isinstance(page, MeterPage))
    return page


def until_rest(hand: Hand, page: MeterPage) -> None:
    end = time.monotonic() + LONGEST
    while page.state in ("waits", "plays") and time.monotonic() < end:
        page.meter.wait(0.2)
        hand.tick(1, 0.1)


def words(page: MeterPage) -> dict[str, str]:
    return {row.words: row.number for row in page.sheet.rows}


def test_meter_shows_who_wins_and_what_happened(hand: Hand, scene: EditorScene) -> None:
    page = page_of(scene)
    assert page.state == "waits"
    assert page.meter.pid is None
    until_rest(hand, page)
    assert page.state == "rests"
    told = words(page)
    assert told.keys() >= {"Won by Ann", "Won by Bo", "Rounds", "Triggers fired"}
    assert "%" in told["Won by Ann"]
    fired = [row for row in page.sheet.rows if "when round" in row.words]
    assert [(row.number, row.is_warning) for row in fired] == [("2 of 2", False), ("0 of 2", True)]
    assert not page.sheet.is_old


def test_change_stops_the_meter_and_greys_its_numbers(hand: Hand, scene: EditorScene) -> None:
    page = page_of(scene)
    until_rest(hand, page)
    scene.desk.apply(lambda reading: painting.paint(reading, [(4, 1)], "rubble"))
    assert page.state == "waits"
    assert page.sheet.is_old
    assert "Won by Ann" in words(page)
    scene.desk.apply(lambda reading: tables.set_key(reading, ("rounds",), "x"))
    assert page.state == "errors"
    hand.tick(*QUIET)
    assert not page.meter.is_playing
    hand.key("ctrl+z")
    assert page.state == "waits"
    until_rest(hand, page)
    assert page.state == "rests"


def test_meter_is_turned_off_and_on(app: App, hand: Hand, scene: EditorScene) -> None:
    page = page_of(scene)
    hand.click(page.switch)
    assert page.state == "off"
    hand.tick(*QUIET)
    assert page.meter.pid is None
    assert not app.settings.meter
    scene.ring.focus(page.switch)
    hand.pad("a")
    assert page.state == "waits"


def test_meter_rests_while_the_level_is_played(app: App, hand: Hand, scene: EditorScene) -> None:
    page = page_of(scene)
    hand.tick(*QUIET)
    assert page.meter.is_playing or page.state == "rests"
    tried(app, hand)
    assert not page.meter.is_playing
    back(app, hand)
    assert page.state == "waits"


def test_process_that_fails_is_named_on_the_page(
    hand: Hand, scene: EditorScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr("game.workshop.lab.background_work.TalkingProcess", fails)
    page = page_of(scene)
    hand.tick(*QUIET)
    assert page.state == "failed"
    (row,) = page.sheet.rows
    assert row.is_warning
    assert "no more processes" in row.words


def test_process_ends_with_the_editor(app: App, hand: Hand, scene: EditorScene) -> None:
    page = page_of(scene)
    hand.tick(*QUIET)
    assert page.meter.pid is not None
    app.pop()
    assert page.meter.pid is None


def test_sign_shows_who_wins_whatever_page_is_open(
    app: App, hand: Hand, scene: EditorScene
) -> None:
    page = page_of(scene)
    scene.desk.open("text")
    app.window = pygame.display.set_mode((1280, 720))
    app.resized()
    assert not page.is_open
    scene.desk.apply(lambda reading: painting.paint(reading, [(4, 1)], "rubble"))
    hand.tick()
    assert scene.desk.wins.words == "begins soon"
    until_rest(hand, page)
    told = scene.desk.wins
    assert (told.words, told.is_old) == ("2 battles", False)
    assert [one.words.split(":")[0] for one in told.shares] == ["Won by Ann", "Won by Bo"]
    assert sum(one.share for one in told.shares) <= 1
    assert len({one.colour for one in told.shares}) == 2
    assert "Won by Ann: " in scene.wins.tip
    app.draw()
    bar = app.window.subsurface(scene.wins.rect)
    colours = {tuple(bar.get_at((x, y)))[:3] for x in range(bar.width) for y in range(bar.height)}
    assert any(tuple(one.colour)[:3] in colours for one in told.shares if one.share)
    scene.desk.apply(lambda reading: tables.set_key(reading, ("rounds",), "x"))
    hand.tick()
    assert (scene.desk.wins.words, scene.desk.wins.is_old) == ("waits for no errors", True)
    hand.click(scene.wins)
    assert page.is_open


@pytest.mark.parametrize("size", [(960, 540, 1.0), (1280, 720, 1.0), (1920, 1080, 2.0)])
def test_sign_leaves_room_for_the_findings(
    app: App, scene: EditorScene, size: tuple[int, int, float]
) -> None:
    app.window = pygame.display.set_mode(size[:2])
    app.change(scale=size[2])
    app.resized()
    scene.desk.apply(lambda reading: tables.set_key(reading, ("rounds",), "x"))
    strip, sign = scene.findings.strip.rect, scene.wins.rect
    assert strip.right < sign.x
    assert strip.width > sign.width * 2
    assert sign.right == scene.bar.rect.right
