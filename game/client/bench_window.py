"""A window without a display, and a battle in it, for measurements."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import pygame

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.settings import WindowSettings, write_settings
from game.client.navigation import WindowNavigation, battle_of
from game.play.books import Books
from game.play.opening import Options
from game.play.players import Seats, outside
from game.workshop.bench.measuring import NotMeasured

SEED = "5"
FRAME = 1 / 60
LARGE, MIDDLE = (1920, 1080), (1280, 720)
LONGEST = 20.0
"""Maximum seconds to wait until nothing moves in a battle."""


@contextmanager
def window(
    books: Books, size: tuple[int, int], is_calm: bool = False, speed: float = 0.0
) -> Iterator[App]:
    """Open a window without a display; raise NotMeasured if that fails.

    At the default `speed`, events are shown at once.
    """
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    with TemporaryDirectory() as folder:
        width, height = size
        still = WindowSettings(
            width=width,
            height=height,
            speed=speed,
            computer_speed=speed,
            calm=is_calm,
            curtain=False,
        )
        write_settings(Path(folder), still)
        try:
            app = App(books, Path(folder), lambda _: None, WindowNavigation)
        except pygame.error as fault:
            raise NotMeasured(f"no window can be opened: {fault}") from fault
        try:
            yield app
        finally:
            app.close()


def battle(app: App, text: str) -> BattleScene:
    """Open a battle of the level with this text, with people on all sides, up to a question."""
    scene = begun(app, text, outside)
    settle(app)
    return scene


def begun(app: App, text: str, seats: Seats) -> BattleScene:
    """Open a battle of the level with this text, with the players that `seats` returns."""
    path = app.folder / "bench.toml"
    path.write_text(text, encoding="utf-8")
    scene = battle_of(app, Options(level=str(path), seed=SEED), seats)
    if not isinstance(scene, BattleScene):
        raise NotMeasured(app.notices.all[-1] if app.notices.all else "there is no battle")
    app.push(scene)
    return scene


def settle(app: App) -> None:
    """Let time pass until nothing moves."""
    until = perf_counter() + LONGEST
    for _ in range(5):
        while perf_counter() < until:
            is_due = app.tick(FRAME)
            if is_due:
                app.draw()
            elif app.scene is None or app.scene.is_idle:
                break
