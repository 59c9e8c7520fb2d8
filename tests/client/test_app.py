"""The application: failures in a scene become notices, and the window stays open."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.cli.main import main
from game.client.kit.app import App
from game.client.kit.inputs import Input
from game.client.kit.notices import Notices
from game.client.kit.rehearsal import MOST_TICKS
from game.client.kit.settings import WindowSettings
from game.client.kit.sounds import Sounds
from game.client.screens.settings_screen import SettingsScene
from game.record.failure import Failure
from game.record.shortening import MOST_SENTENCE
from tests.client.conftest import Hand


class Failing:
    """Scene in which every action fails."""

    is_typing = False
    is_writing = False
    notice_room = None
    is_idle = True
    doze = 1.0

    def __init__(self, fault: Exception) -> None:
        self.fault, self.is_armed = fault, False

    def opened(self) -> None:
        pass

    def resized(self, size: tuple[int, int]) -> None:
        pass

    def heard(self, event: Input) -> bool:
        raise self.fault

    def update(self, seconds: float) -> bool:
        if self.is_armed:
            raise self.fault
        return False

    def draw(self, surface: pygame.Surface) -> None:
        surface.fill("black")

    def rehearsal(self, surface: pygame.Surface) -> Iterator[None]:
        yield from ()

    def closed(self) -> None:
        pass


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (Failure("There is no such path here."), "There is no such path here."),
        (
            OSError(errno.ENOSPC, "No space left on device"),
            "Something outside the game failed: the disk is full.",
        ),
    ],
)
@pytest.mark.parametrize("is_armed", [False, True])
def test_failure_in_a_scene_becomes_a_notice(
    app: App, hand: Hand, fault: Exception, says: str, is_armed: bool
) -> None:
    scene = Failing(fault)
    app.push(scene)
    hand.tick(2)
    scene.is_armed = is_armed
    if is_armed:
        hand.tick(3)
    else:
        hand.key("return")
    assert set(app.notices.all) == {says}
    assert app.scene is scene
    assert app.is_running


def test_missing_texts_give_a_sentence_and_no_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "texts.toml"
    path.write_text("[title", encoding="utf-8")
    monkeypatch.setattr("game.client.kit.window_texts.CATALOGUE", path)
    picture = str(tmp_path / "x.png")
    assert main(["--data-dir", str(tmp_path / "data"), "--screenshot", picture]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"The texts in {str(path)!r} can't be used: ")
    assert not (tmp_path / "data" / "crashes").exists()


def test_notice_never_fills_the_window() -> None:
    notices = Notices()
    notices.add("It says " + "x" * 5000 + ".")
    assert len(notices.all[0]) < MOST_SENTENCE


def test_nothing_is_printed_without_a_sound_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Read the descriptor itself, because the system's libraries write to it without Python."""

    def init(*_: int) -> None:
        os.write(2, b"ALSA lib confmisc.c:855: cannot find card '0'\n")
        raise pygame.error("there is no /dev/fd")

    monkeypatch.setattr(pygame.mixer, "init", init)
    Sounds(tmp_path, WindowSettings(), lambda _: None)
    os.write(2, b"heard again\n")
    assert capfd.readouterr().err == "heard again\n"


def test_closed_standard_error_does_not_stop_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(_: int) -> int:
        raise OSError(9, "Bad file descriptor")

    monkeypatch.setattr(os, "dup", closed)
    Sounds(tmp_path, WindowSettings(), lambda _: None)


def test_speed_of_motion_changes_at_once(app: App) -> None:
    for speed in (1.0, 0.0, 2.0):
        app.change(speed=speed)
        assert app.type.look.speed == app.look.speed == speed


def test_window_gets_the_games_icon_before_it_opens(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []
    open_window = pygame.display.set_mode

    def opened(*args: Any) -> pygame.Surface:
        done.append("opened")
        return open_window(*args)

    def note(icon: pygame.Surface) -> None:
        done.append((icon.get_size(), icon.get_bounding_rect().width > 32))

    monkeypatch.setattr(pygame.display, "set_icon", note)
    monkeypatch.setattr(pygame.display, "set_mode", opened)
    app.toggle_full_screen()
    assert done == [((64, 64), True), "opened"]


def test_changed_scale_is_drawn_in_ticks_after_its_layout(app: App) -> None:
    app.push(SettingsScene(app))
    app.draw()
    app.time.is_limited = True
    app.change(scale=1.5)
    assert not app.tick(0.0), "it is drawn in the tick of its layout"
    assert not app.tick(0.0), "it isn't rehearsed"
    assert any(app.tick(0.0) for _ in range(MOST_TICKS))
    app.draw()
    app.change(speed=0.5)
    assert app.tick(0.0)
