"""The window's rows in the bench can be measured, whatever their speed.

Also, every cached frame equals a fresh drawing.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pygame
import pytest

from game.client import bench_rows
from game.client.battle.scene import BattleScene
from game.client.battle.static_layer import StaticLayer
from game.client.bench_ticks import LEVELS, Tick, longest, played_script
from game.client.bench_window import settle
from game.client.kit.app import App
from game.client.navigation import battle_of
from game.client.title.title_screen import Title
from game.content.levels import find_level, load_level
from game.play.opening import Options
from game.play.players import outside
from game.rules.registry import find_books
from game.workshop.bench import window_rows
from game.workshop.bench.measuring import Bench, Effort, NotMeasured, measured
from tests.client.conftest import LOOKED, Hand

LEAST = Effort(repeats=1, sample=0, processes=1, battles=2)
FRAME = 1 / 60


@pytest.fixture(scope="module")
def least() -> Bench:
    return Bench(find_books().books, LEAST, lambda: bench_rows.FIGURES)


def test_every_row_is_measured() -> None:
    assert [row.id for row in window_rows.ROWS] == list(bench_rows.FIGURES)


def test_rows_without_a_window_say_so() -> None:
    found = measured(window_rows.ROWS[0], Bench({}, LEAST))
    assert found.why == "there is no window here"

    def absent() -> Mapping[str, Callable[[Bench], float]]:
        raise ImportError("no pygame")

    assert (
        measured(window_rows.ROWS[0], Bench({}, LEAST, absent)).why
        == "pygame cannot be used: no pygame"
    )


RATIOS = ("window-start", "frame", "frame-idle", "refresh", "continue", "title-steps")
NUMBERS = ("growth-frame", "tick-720-calm-worst", "tick-720-calm-most", "paint-720")


@pytest.mark.parametrize("id", [*RATIOS, *NUMBERS])
def test_row_gives_a_ratio(id: str, least: Bench) -> None:
    (row,) = (row for row in window_rows.ROWS if row.id == id)
    found = measured(row, least)
    assert found.ratio is not None
    assert found.ratio > 0 or id in ("frame-idle", "growth-frame")
    assert found.why == "" or id in NUMBERS


def test_longest_ticks_say_what_was_done() -> None:
    ticks = [Tick(float(n), f"act {n}", "yard") for n in range(2001)]
    assert longest(ticks) == (2000.0, 1998.0, "act 2000 in yard, of 2001 ticks")
    assert longest(ticks[:5]) == (4.0, 4.0, "act 4 in yard, of 5 ticks")


def test_script_plays_turns_in_a_level_of_each_rulebook() -> None:
    books = find_books().books
    assert {load_level(find_level(level), books).rulebook for level in LEVELS} == set(books)
    ticks = played_script(books, (960, 540), True, ("yard",), 2)
    acts = {tick.act for tick in ticks}
    assert {"pointing at a foe", "pointing at a tile", "showing threats", "zooming"} <= acts
    assert {"clicking a tile", "undo", "giving a command", "ending a turn"} <= acts


def test_nothing_is_drawn_if_nothing_changes(least: Bench) -> None:
    (row,) = (row for row in window_rows.ROWS if row.id == "frame-idle")
    assert measured(row, least).ratio == 0


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.parametrize("id", ["pan", "idle"])
def test_row_gives_a_note(id: str, least: Bench) -> None:
    with pytest.raises(NotMeasured, match=r"a note: .*(MB|core)"):
        bench_rows.FIGURES[id](least)


def test_thinking_that_people_feel_is_noted(least: Bench) -> None:
    with pytest.raises(NotMeasured, match=r"a note: first \d+ ms, then \d+, at most \d+ ms"):
        bench_rows.FIGURES["think-felt"](least)


def test_row_about_a_display_is_left_out_without_a_display(
    least: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(NotMeasured, match="no X display"):
        bench_rows.FIGURES["window-start-x11"](least)


# Caches


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def test_title_is_idle(app: App) -> None:
    app.change(calm=True)
    app.push(Title(app))
    for _ in range(LOOKED):
        app.tick(FRAME)
        app.draw()
    assert not any(app.tick(FRAME) for _ in range(120))


@pytest.fixture
def scene(app: App, hand: Hand) -> BattleScene:
    app.change(width=1280, height=720)
    made = battle_of(app, Options(level="toll_bar", seed="5"), outside)
    assert isinstance(made, BattleScene), app.notices.all
    app.push(made)
    settle(app)
    for _ in range(9):  # the handover screen, and the level's messages
        if app.scene is made and not made.flow.slip.words:
            return made
        hand.key("return")
        settle(app)
    raise AssertionError("the battle doesn't begin")


def is_as_anew(app: App, scene: BattleScene) -> bool:
    """Return whether the last frame equals a frame drawn without caches."""
    app.draw()
    before = pixels(app.window)
    scene._still = StaticLayer()
    app.draw()
    return pixels(app.window) == before


def test_cached_frame_equals_a_fresh_one(app: App, scene: BattleScene, hand: Hand) -> None:
    """Hover, pan, zoom, move with motion, open the menu, and enlarge the log."""
    rect = scene.seat.board.camera.rect
    for n, step in enumerate(("wheel", "hover", "drag", "queue", "walk", "log", "t", "menu")):
        at = rect.centerx - 90 + 40 * n, rect.centery - 60 + 20 * n
        if step == "wheel":
            hand.wheel(at, 2)
        elif step == "drag":
            hand.drag(at, (at[0] - 120, at[1] - 60))
        elif step == "queue":
            hand.move(scene.seat.queue.cards()[2][2])
        elif step == "walk":
            scene.hands.take(next(iter(scene.seat.plan.places().values()))[0])
        elif step == "menu":
            hand.key("escape", "escape")
        elif step in ("log", "t"):
            hand.key(step[0])
        else:
            hand.move(at)
        for _ in range(6):
            app.tick(0.05)
            app.draw()
            app.draw()
            assert is_as_anew(app, scene), step


def test_pointer_moving_within_a_tile_draws_nothing(
    app: App, scene: BattleScene, hand: Hand
) -> None:
    at = scene.seat.board.camera.rect.center
    hand.move(at)
    hand.move((at[0] + 1, at[1]))
    settle(app)
    hand.post(pygame.MOUSEMOTION, pos=(at[0] + 2, at[1]), rel=(1, 0), buttons=(0, 0, 0))
    assert not app.tick(FRAME)


def test_title_draws_without_navigation_when_nothing_is_saved(app: App, tmp_path: Path) -> None:
    """Check that the title of a new game is drawn before any rulebook is read."""
    app.push(Title(app))
    app.draw()
    assert "navigation" not in vars(app), "the navigation was made too early"
    assert not (tmp_path / "saves").exists()


def test_unreadable_folder_counts_as_empty(app: App, tmp_path: Path) -> None:
    """Use a name that is too long, which fails as a forbidden folder does."""
    app.folder = tmp_path / ("x" * 500)
    app.push(Title(app))
    app.draw()
    app.tick(0.05)
    assert isinstance(app.scene, Title)
