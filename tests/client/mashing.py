"""A window with random key presses, run as a program for tests that kill it.

Run it with `python -m`, FOLDER, SEED, and a level or a save. It prints the number of its battle's
commands after each one.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.settings import WindowSettings, write_settings
from game.client.navigation import WindowNavigation
from game.client.screens.battle_summary import BattleSummary
from game.play.opening import Options
from game.play.players import outside
from game.rules.registry import find_books

KEYS = ("n", "n", "return", "return", "return", "e", "tab", "1", "2", "3", "4", "5", "backspace")
"""Keys to press; some of them move, attack, end turns or undo."""
LONGEST = 20_000
"""Maximum number of keys pressed."""


def shared(app: App) -> WindowNavigation:
    """Return a navigation whose battles have people on all sides."""
    return WindowNavigation(app, outside)


def opened(folder: Path, level: str) -> App:
    """Return a window at a battle with people on all sides."""
    settings = WindowSettings(
        width=960, height=540, speed=0.0, computer_speed=0.0, curtain=False, warn_end=False
    )
    write_settings(folder, settings)
    app = App(find_books().books, folder, lambda _: None, shared)
    app.push(app.navigation.first_battle(Options(level=level, seed="7")))
    return app


def resumed(folder: Path, path: str) -> App:
    """Return a window at an interrupted battle."""
    app = App(find_books().books, folder, lambda _: None, shared)
    app.push(app.navigation.first_battle(Options(level=path)))
    return app


def pressed(app: App, rng: Random) -> Iterator[BattleScene]:
    """Press keys while there is a battle, and yield the battle after each."""
    for _ in range(LONGEST):
        name = rng.choice(KEYS)
        code = pygame.key.key_code(name)
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=code, mod=0, unicode=""))
        if app.tick(0.02):
            app.draw()
        scene = app.scene
        if isinstance(scene, BattleSummary):
            return
        if isinstance(scene, BattleScene):
            yield scene
        else:  # a question, or a menu
            app.pop()


def main(folder: str, seed: str, level: str) -> None:
    """Play, and print the number of commands after each one."""
    begun = resumed if level.endswith(".jsonl") else opened
    app = begun(Path(folder), level)
    told = -1
    for scene in pressed(app, Random(seed)):
        count = scene.seat.sitting.table.record.count
        if count != told:
            told = count
            print(count, flush=True)
    print("over", flush=True)
    app.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
