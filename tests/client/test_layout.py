"""The battle screen at every size of window: each part has room, and none covers another."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pygame
import pytest
from msgspec import structs

from game.client.battle.layout import layout_for
from game.client.board.camera import LEAST_FIT
from game.client.kit.app import App
from game.client.kit.settings import WindowSettings, write_settings
from game.client.kit.theme import CREAM, SMALL, Look
from game.client.kit.typography import Type
from game.client.navigation import WindowNavigation
from game.client.panels.command_buttons import CommandButton
from game.client.panels.forecast_panel import EDGE, LEAST, STEP
from game.client.panels.unit_bar import told_apart
from game.client.screens.settings_screen import SettingsScene
from game.client.setup.level_choice import LevelChoice
from game.present.battle_sentences import ShortStat
from game.rules.registry import BooksOnDemand
from tests.client.readers import Reader
from tests.client.shots import battle

SIZES = ((960, 540, 1.0), (1280, 720, 1.0), (1920, 1080, 1.0), (1920, 1080, 2.0), (960, 1440, 1.0))
"""Widths, heights and scales of layouts: the last is that of a window taller than wide."""
COMMANDS = 25
"""Number of a well-equipped unit's commands."""
NAME = "The man at the house door"
MOST_PAGES = 4
"""Maximum number of pages for these commands at any size."""


def opened(folder: Path, width: int, height: int, scale: float = 1.0) -> App:
    """Return a window without motion."""
    settings = WindowSettings(
        width=width, height=height, scale=scale, speed=0.0, calm=True, curtain=False, mute=True
    )
    write_settings(folder, settings)
    return App(BooksOnDemand((), lambda *_: None), folder, lambda _: None, WindowNavigation)


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
@pytest.mark.parametrize("is_log_tall", [False, True])
def test_parts_are_in_the_window_and_apart(
    width: int, height: int, scale: float, is_log_tall: bool
) -> None:
    parts = layout_for((width, height), Look(scale), is_log_tall)
    window = pygame.Rect(0, 0, width, height)
    assert all(window.contains(part) for part in parts)
    assert not [pair for pair in combinations(parts, 2) if pair[0].colliderect(pair[1])]


def test_board_is_the_largest_part_of_a_tall_window() -> None:
    parts = layout_for((960, 1440), Look())
    areas = {name: part.width * part.height for name, part in parts._asdict().items()}
    assert max(areas, key=lambda name: areas[name]) == "board"
    assert parts.board.width > 900


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_commands_fill_few_pages(tmp_path: Path, width: int, height: int, scale: float) -> None:
    app = opened(tmp_path, width, height, scale)
    scene = battle(app, "yard")
    bar = scene.seat.bar
    bar.show(tuple(CommandButton(f"attack:{n}", "Attack", "star") for n in range(COMMANDS)))
    assert bar._buttons.pages <= MOST_PAGES
    app.close()


@pytest.mark.parametrize(("width", "height", "scale"), SIZES[1:4])
@pytest.mark.parametrize("level", ["yard", "toll_bar"])
def test_panels_are_as_high_as_their_contents(
    tmp_path: Path, level: str, width: int, height: int, scale: float
) -> None:
    app = opened(tmp_path, width, height, scale)
    seat = battle(app, level).seat
    forecast, log, places = seat.forecast, seat.log, seat.layout
    told = seat.sitting.told(None)
    for lines in range(0, 40, 3):
        log.show(told[:lines])
        seat.fit()
        sheet = forecast._page.sheet
        assert sheet is not None
        px, most = app.look.px, forecast.room.height
        least = max(sheet.y, px(LEAST)) + 2 * px(EDGE)
        assert min(least, most) <= forecast.rect.height <= min(least + px(STEP), most)
        assert forecast.rect.topleft == places.forecast.topleft
        assert log.rect.bottomleft == places.log.bottomleft
        assert places.log.contains(log.rect)
        assert forecast.rect.bottom < log.rect.top
        assert not log.shown() or log.rect == places.log or log.shown()[0][0] == 0
    log.is_full = True
    seat.lay(layout_for(app.size, app.look, is_log_tall=True))
    assert log.rect == seat.layout.log
    app.close()


def test_nobody_is_named_twice_in_the_bar_or_before_a_duel(tmp_path: Path) -> None:
    app = opened(tmp_path, 1280, 720)
    scene = battle(app, "yard")
    assert scene.seat.is_shared
    assert scene.seat.headline() == "your turn"
    choice = app.navigation.choose("contest", is_duel=True)
    assert isinstance(choice, LevelChoice)
    app.push(choice)
    for n, row in enumerate(choice.levels.rows):
        if row.value in ("yard", "kitchen"):
            choice.levels.pick(n)
            assert [one.under for one in choice.seats] == ["", ""]
    app.close()


@pytest.mark.parametrize(("width", "height", "scale"), SIZES[1:4])
def test_choice_of_levels_uses_the_whole_window(
    tmp_path: Path, width: int, height: int, scale: float
) -> None:
    app = opened(tmp_path, width, height, scale)
    choice = app.navigation.choose("action")
    assert isinstance(choice, LevelChoice)
    app.push(choice)
    assert choice.play.rect.bottom > height - app.look.px(32)
    assert choice.levels.rect.bottom > height - app.look.px(100)
    if width / scale > 1600:
        assert choice._map.width > width * 0.4
    app.close()


def test_log_grows_upwards_until_its_room_is_full(tmp_path: Path) -> None:
    app = opened(tmp_path, 1920, 1080)
    seat = battle(app, "toll_bar").seat
    heights = []
    for lines in (1, 3, 6, 200):
        seat.log.show((seat.sitting.told(None) * 20)[:lines])
        heights.append(seat.log.rect.height)
    assert heights == sorted(set(heights))
    assert heights[-1] == seat.layout.log.height
    app.close()


def test_notices_cover_neither_the_queue_nor_a_panel(tmp_path: Path) -> None:
    app = opened(tmp_path, 1280, 720)
    scene = battle(app, "yard")
    app.draw()
    before = app.window.copy()
    app.notices.add("The tile (3, 1): stone floor. " * 4)
    app.draw()
    changed = pygame.mask.from_threshold(app.window, (0, 0, 0, 0), (1, 1, 1, 255), before)
    changed.invert()
    rects = changed.get_bounding_rects()
    assert rects
    assert all(scene.notice_room.contains(rect) for rect in rects)
    app.close()


def test_name_of_the_acting_unit_is_whole_without_buttons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = opened(tmp_path, 1280, 720)
    scene = battle(app, "toll_bar")
    reader = Reader(monkeypatch, "")
    token = next(one for one in scene.seat.picture.tokens if one.title == NAME)
    scene.seat.bar.show_unit(None, token)
    scene.seat.bar.show(())
    scene.seat.bar.draw(app.window)
    assert NAME in reader.texts
    app.close()


@pytest.mark.parametrize(
    ("width", "height", "most"), [(1280, 720, "133%"), (1920, 1080, "200%"), (2560, 1440, "200%")]
)
def test_settings_say_the_real_scale(tmp_path: Path, width: int, height: int, most: str) -> None:
    app = opened(tmp_path, width, height, 2.0)
    scene = SettingsScene(app)
    app.push(scene)
    slider = scene._scale
    assert slider is not None
    assert slider._shown(slider.value) == most
    assert most in slider.under
    letters = app.type.height("serif", 40) * app.window.get_height() / app.size[1]
    plain = Type(Look()).height("serif", 40)
    assert letters / plain == pytest.approx(int(most[:-1]) / 100, rel=0.02)
    app.close()


def test_rim_has_the_numbers_of_all_columns_and_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = opened(tmp_path, 1280, 720)
    scene = battle(app, "yard")
    reader = Reader(monkeypatch, "")
    scene.seat.board.draw_standing(app.window)
    size = max(scene.seat.overview.width, scene.seat.overview.height)
    assert {str(n) for n in range(size)} <= reader.texts.keys()
    app.close()


def test_brief_labels_of_a_row_differ() -> None:
    row = ["Move", "Action", "Mount", "Mountain", "Belt", "Bonus", "Actions"]
    assert [told_apart(label, row) for label in row] == [
        *("Mov", "Action", "Mount", "Mounta", "Be", "Bo", "Actions")
    ]


def test_pips_of_a_narrow_bar_are_told_apart(tmp_path: Path) -> None:
    app = opened(tmp_path, 960, 540)
    bar = battle(app, "mule_road").seat.bar
    bar._shorts = tuple(ShortStat(label.lower(), label, True) for label in ("Move", "Mount"))
    move, mount = (bar._short_line(short, True) for short in bar._shorts)
    assert move is not mount
    assert app.type.line("M", "sans", SMALL + 1, CREAM) not in (move, mount)
    app.close()


def test_pager_shows_what_has_become_available_on_other_pages(tmp_path: Path) -> None:
    app = opened(tmp_path, 1280, 720)
    bar = battle(app, "toll_bar").seat.bar
    buttons = bar._buttons
    shut = tuple(CommandButton(str(n), str(n), is_open=n < 3) for n in range(COMMANDS))
    buttons.begin()
    buttons.show(shut)
    assert buttons.pages > 1
    assert not buttons.has_more
    assert not buttons._fresh
    last = str(COMMANDS - 1)
    buttons.show(())
    buttons.show(tuple(replace(one, is_open=one.is_open or one.id == last) for one in shut))
    assert buttons.has_more
    assert buttons._fresh == {last}
    while last not in {buttons.all[n].id for n, _ in buttons.places()}:
        buttons.turn(1)
    assert not buttons._fresh
    buttons.show(shut)
    buttons.begin()
    buttons.show(tuple(replace(one, is_open=True) for one in shut))
    assert not buttons._fresh, "another unit's buttons aren't new"
    app.close()


@pytest.mark.parametrize("name", ["Wat", "Ottoline Vane", "Léonie de Merle", NAME])
@pytest.mark.parametrize(("width", "height", "scale"), SIZES[1:4])
def test_bar_says_that_it_is_your_turn_whatever_the_name(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    width: int,
    height: int,
    scale: float,
) -> None:
    app = opened(tmp_path, width, height, scale)
    seat = battle(app, "toll_bar").seat
    assert seat.actor is not None
    reader, yours = Reader(monkeypatch, ""), app.words.say("battle", "your_turn")
    seat.bar.show_unit(
        seat.card(seat.actor.id), structs.replace(seat.actor, title=name), None, yours
    )
    seat.bar.draw(app.window)
    assert yours in reader.texts
    app.close()


@pytest.mark.parametrize(("width", "height", "scale"), SIZES[1:4])
@pytest.mark.parametrize("level", ["clockmaker", "green_quay"])
def test_whole_board_is_in_view_if_that_makes_it_only_a_little_smaller(
    tmp_path: Path, level: str, width: int, height: int, scale: float
) -> None:
    app = opened(tmp_path, width, height, scale)
    camera = battle(app, level).seat.board.camera
    left, top = camera.corner((0, 0))
    right, bottom = camera.corner((camera.width, camera.height))
    board = pygame.Rect(left, top, right - left, bottom - top)
    if level == "green_quay" and scale > 1:
        assert camera.tile == round(LEAST_FIT * scale), "too small to recognise anybody"
    else:
        assert camera.rect.contains(board)
    app.close()


def test_end_of_the_turn_keeps_its_key_beside_what_it_would_waste(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = opened(tmp_path, 1280, 720)
    bar = battle(app, "under_bridge").seat.bar
    button = CommandButton("end", "End turn", "end", "E", brief="boar spear left")
    reader = Reader(monkeypatch, "")
    bar._buttons.small(app.window, button, bar.undo)
    assert {"E", "boar spear left"} <= reader.texts.keys()
    app.close()


@pytest.mark.parametrize(("width", "height", "scale"), SIZES[1:4])
def test_panels_make_way_for_a_message_over_them(
    tmp_path: Path, width: int, height: int, scale: float
) -> None:
    app = opened(tmp_path, width, height, scale)
    scene = battle(app, "toll_bar")
    seat, slip = scene.seat, scene.flow.slip
    before = seat.forecast.rect, seat.log.rect
    assert seat.actor is not None
    scene.showing.card(seat.actor.id)
    slip.add("A long day ends, and a longer one begins. " * 8)
    slip._placed = lambda *_: (slip._column, slip._body(slip._column.width - 80, 14))  # type: ignore[method-assign]
    for _ in range(6):
        app.tick(0.02)
        app.draw()
    assert slip.covered == slip.rect
    assert seat.forecast.rect.bottom <= slip.rect.top, "a card is cut off in the middle"
    assert seat.log.rect.top >= slip.rect.top, "the title of the log shows above the message"
    slip.clear()
    scene.showing.objectives()
    for _ in range(6):
        app.tick(0.02)
        app.draw()
    assert (seat.forecast.rect, seat.log.rect) == before
    app.close()
