"""A window without a display, and simulated input: keys, pointer, gamepad."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
import pytest

from game.client.battle.scene import BattleScene
from game.client.kit.app import App
from game.client.kit.pygame_events import BUTTONS, HATS, TRIGGERS
from game.client.kit.scene import Scene
from game.client.kit.settings import WindowSettings, write_settings
from game.client.kit.widgets.base import Widget
from game.client.kit.widgets.onscreen_keyboard import Keyboard
from game.client.navigation import WindowNavigation
from game.play.opening import Options
from game.rules.registry import BooksOnDemand

MODS = {"ctrl": pygame.KMOD_CTRL, "shift": pygame.KMOD_SHIFT, "alt": pygame.KMOD_ALT}
AXES = {name.removeprefix("pad "): axis for axis, name in TRIGGERS.items()}
TICK = 0.02
"""Seconds that pass after each input."""


def point(where: Widget | pygame.Rect | tuple[int, int]) -> tuple[int, int]:
    """Return the middle of a widget or rectangle, or the point itself."""
    if isinstance(where, Widget):
        where = where.rect
    if isinstance(where, pygame.Rect):
        return where.centerx, where.centery
    return where


LOOKED = 10
"""Number of ticks after which the title knows its rulebooks and the open battles."""


def wait_for_disk(app: App) -> None:
    """Let the syncs of battles end, as they do between two frames of a real window."""
    for scene in app._scenes:
        if isinstance(scene, BattleScene):
            scene.seat.sitting.table.record.wait()


def wait_for_packs(app: App) -> None:
    """Let the process that works on a pack end its order, while the window shows its steps."""
    while (worker := getattr(app.scene, "worker", None)) is not None and worker.is_working:
        worker.wait(60)
        if app.tick(TICK):
            app.draw()


class Hand:
    """Simulated input at a window.

    After each input the window handles it and draws.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.at = (0, 0)
        self._seen: Scene | None = None

    def look(self) -> None:
        """Draw the topmost scene, as the window does before people press anything."""
        if self.app.scene is not self._seen:
            self.app.draw()
            self._seen = self.app.scene

    def tick(self, count: int = 1, seconds: float = TICK) -> None:
        """Let time pass, drawing the frames that are due."""
        for _ in range(count):
            if self.app.tick(seconds) and self.app.is_running:
                self.app.draw()
            wait_for_disk(self.app)

    def post(self, kind: int, **fields: Any) -> None:
        """Post an event, which is handled at the next tick."""
        pygame.event.post(pygame.event.Event(kind, **fields))

    # Keys

    def key(self, *names: str) -> None:
        """Press keys one after the other: `return`, `ctrl+z`."""
        for name in names:
            self.look()
            held, _, plain = name.rpartition("+")
            code = pygame.key.key_code(plain or "+")
            mod = sum(MODS[part] for part in held.split("+") if part)
            self.post(pygame.KEYDOWN, key=code, mod=mod, unicode="")
            self.post(pygame.KEYUP, key=code, mod=mod)
            self.tick()

    def type(self, text: str) -> None:
        """Type letters."""
        for letter in text:
            self.look()
            code = pygame.key.key_code(letter) if letter.strip() else pygame.K_SPACE
            self.post(pygame.KEYDOWN, key=code, mod=0, unicode=letter)
            self.post(pygame.TEXTINPUT, text=letter)
            self.post(pygame.KEYUP, key=code, mod=0)
            self.tick()

    # Pointer

    def move(self, where: Widget | pygame.Rect | tuple[int, int]) -> None:
        """Move the pointer to something, at its place when it was last drawn."""
        self.look()
        (x, y), size, window = point(where), self.app.size, self.app.window.get_size()
        self.at = x * window[0] // size[0], y * window[1] // size[1]
        self.post(pygame.MOUSEMOTION, pos=self.at, rel=(0, 0), buttons=(0, 0, 0))
        self.tick()

    def down(self, button: int = 1) -> None:
        """Press a mouse button."""
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.at, button=button)
        self.tick()

    def up(self, button: int = 1) -> None:
        """Release a mouse button."""
        self.post(pygame.MOUSEBUTTONUP, pos=self.at, button=button)
        self.tick()

    def click(
        self, where: Widget | pygame.Rect | tuple[int, int], button: int = 1, times: int = 1
    ) -> None:
        """Click somewhere."""
        self.move(where)
        for _ in range(times):
            self.down(button)
            self.up(button)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press at one point and release at another."""
        self.move(start)
        self.down()
        self.move(end)
        self.up()

    def wheel(self, where: Widget | pygame.Rect | tuple[int, int], amount: int) -> None:
        """Turn the wheel over something; down is negative."""
        self.move(where)
        pygame.mouse.set_pos(self.at)
        self.post(pygame.MOUSEWHEEL, x=0, y=amount)
        self.tick()

    # Gamepad

    def pad(self, *names: str) -> None:
        """Press buttons or directions of a gamepad one after the other: `a`, `down`, `r1`."""
        for name in names:
            self.look()
            hat = next((value for value, way in HATS.items() if way == name), None)
            if hat is not None:
                self.post(pygame.JOYHATMOTION, value=hat)
                self.post(pygame.JOYHATMOTION, value=(0, 0))
            elif name in AXES:
                self.post(pygame.JOYAXISMOTION, axis=AXES[name], value=1.0)
                self.post(pygame.JOYAXISMOTION, axis=AXES[name], value=-1.0)
            else:
                self.post(pygame.JOYBUTTONDOWN, button=BUTTONS.index(name))
                self.post(pygame.JOYBUTTONUP, button=BUTTONS.index(name))
            self.tick()

    # On-screen keyboard

    def spell(self, text: str) -> None:
        """Press letters on the on-screen keyboard with a gamepad."""
        for letter in text:
            self.to_key("Space" if letter == " " else letter)
            self.pad("a")

    def to_key(self, words: str) -> None:
        """Move with a gamepad to a key of the on-screen keyboard: to its row, then along it."""
        scene = self.app.scene
        assert isinstance(scene, Keyboard)
        for _ in range(3):
            if any(key.words == words for row in scene.rows for key in row):
                break
            self.pad("y")  # switches between small letters, capitals and signs
        places = {key: (n, m) for n, row in enumerate(scene.rows) for m, key in enumerate(row)}
        goal = next((place for key, place in places.items() if key.words == words), None)
        assert goal is not None, f"there is no {words!r}"
        for _ in range(20):
            at = next(place for key, place in places.items() if key is scene.ring.focused)
            if at == goal:
                return
            self.pad("down" if at[0] != goal[0] else "right")
        raise AssertionError(f"the gamepad doesn't reach {words!r}")


class Asked(WindowNavigation):
    """Navigation that records the requested battles, and opens none."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.battles: list[Options] = []

    def battle(self, options: Options) -> None:
        self.battles.append(options)


def asked_of(app: App) -> list[Options]:
    """Return the list that receives every requested battle from now on."""
    app.navigation = asked = Asked(app)
    return asked.battles


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    """Yield a window with its own data folder and all rulebooks."""
    write_settings(tmp_path, WindowSettings(width=960, height=540, meter=False))
    made = App(BooksOnDemand((), lambda *_: None), tmp_path, lambda _: None, WindowNavigation)
    pygame.event.clear()
    yield made
    made.close()


@pytest.fixture
def hand(app: App) -> Hand:
    """Return simulated input at the window."""
    return Hand(app)
