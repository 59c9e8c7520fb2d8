"""The settings file: the window always opens, and says what is wrong with the file."""

import os
from pathlib import Path

import pytest

from game.client.kit.settings import FILE, MOST_BYTES, WindowSettings, read_settings, write_settings


def read(folder: Path) -> tuple[WindowSettings, list[str]]:
    told: list[str] = []
    return read_settings(folder, told.append), told


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{", b"[]", b"3", b"null", b'"x"', b"\0" * 100, b"\xff\xfe{", b"[" * 9000),
        b"{" + b" " * MOST_BYTES + b"}",
    ],
    ids=lambda content: repr(content[:8]),
)
def test_damaged_settings_are_reported_and_reset(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    settings, told = read(tmp_path)
    assert settings == WindowSettings()
    assert len(told) == 1
    assert "are damaged. Using the defaults." in told[0]


def test_only_invalid_settings_are_reset(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"scale": 9, "names": ["Ada"], "more": 1}', encoding="utf-8")
    settings, told = read(tmp_path)
    assert settings == WindowSettings(names=("Ada",))
    assert told == ["Setting 'scale': 9 isn't valid; using the default."]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes need POSIX")
def test_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE)
    settings, told = read(tmp_path)
    assert settings == WindowSettings()
    assert told == ["The settings can't be read: it isn't a file. Using the defaults."]


def test_settings_that_cannot_be_saved_are_reported(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"")
    told = write_settings(tmp_path / "data", WindowSettings())
    assert told == "The settings can't be saved: part of the path is a file, not a folder."
