"""Safe mode: default settings, not read and not written, without sound and motion."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.cli.main import main
from game.client.kit.app import App
from game.client.kit.settings import FILE, SAFE, WindowSettings, read_settings, write_settings
from game.client.navigation import WindowNavigation
from game.rules.registry import BooksOnDemand


def app_of(folder: Path, is_safe: bool) -> App:
    return App(
        BooksOnDemand((), lambda *_: None), folder, lambda _: None, WindowNavigation, is_safe
    )


def test_settings_are_neither_read_nor_written(tmp_path: Path) -> None:
    kept = WindowSettings(width=1000, height=640, scale=1.5, sound=1.0)
    write_settings(tmp_path, kept)
    app = app_of(tmp_path, is_safe=True)
    try:
        assert app.settings == SAFE
        assert app.window.get_size() == (WindowSettings().width, WindowSettings().height)
        app.change(scale=2.0)
        assert app.look.scale == 2.0
    finally:
        app.close()
    assert read_settings(tmp_path, print) == kept


def test_broken_settings_are_not_reported(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\0")
    app = app_of(tmp_path, is_safe=True)
    try:
        assert app.notices.all == []
    finally:
        app.close()
    assert (tmp_path / FILE).read_bytes() == b"\0"


def test_safe_mode_has_no_sound_and_no_motion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(*_: object) -> None:
        raise AssertionError("a sound device was opened")

    monkeypatch.setattr(pygame.mixer, "init", opened)
    app = app_of(tmp_path, is_safe=True)
    try:
        app.sounds.ui("button")
        app.sounds.ambience("inn_quiet")
        assert (app.look.speed, app.look.is_calm) == (0, True)
        assert app.settings.computer_speed == 0
    finally:
        app.close()


@pytest.mark.parametrize(
    "words",
    [
        lambda folder: ["--safe-mode", "--data-dir", folder],
        lambda folder: ["--safe-mode", "play", "yard", "--seed", "5", "--data-dir", folder],
        lambda folder: ["--data-dir", folder, "duel", "yard", "--safe-mode"],
    ],
)
def test_option_can_precede_or_follow_a_command(
    words: Callable[[str], list[str]], tmp_path: Path
) -> None:
    write_settings(tmp_path, WindowSettings(width=1000, height=640))
    image = tmp_path / "shot.png"
    assert main([*words(str(tmp_path)), "--screenshot", str(image), "--frames", "2"]) == 0
    assert pygame.image.load(image).get_size() == (WindowSettings().width, WindowSettings().height)


def test_help_lists_safe_mode(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--help"], ["play", "--help"]):
        with pytest.raises(SystemExit):
            main(words)
        assert "--safe-mode" in capsys.readouterr().out
