"""Saves and replays written from battles."""

import os
from pathlib import Path

import msgspec

from game.engine.battle import Battle
from game.record.reader import is_record
from game.record.recording import Recording
from game.record.safe_files import make, write_whole


def save_text(battle: Battle, recording: Recording) -> bytes:
    """Return a battle's record as a file, ending with a checkpoint."""
    lines = [recording.header, *recording.lines]
    if not recording.is_closed:
        lines.append(recording.checkpoint(battle))
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def save(battle: Battle, recording: Recording, path: Path) -> None:
    """Save a battle.

    Raise OSError if that fails, or if another kind of file has the name.
    """
    content = save_text(battle, recording)
    if make(path, content):
        return
    name = repr(str(path))
    if path.is_symlink():
        path = Path(os.path.realpath(path))
        if not path.exists():
            raise FileExistsError(f"{name} is a link that leads nowhere")
    if path.is_dir():
        raise IsADirectoryError(f"{name} is a folder")
    if not is_record(path) and path.exists():
        raise FileExistsError(f"{name} exists and is no save of this version")
    write_whole(path, content, is_record)
