"""Write saves and replays from battles, and name such files."""

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from game.engine.battle import Battle
from game.record.data_folders import SAVES
from game.record.reader import is_record
from game.record.record_sentences import said
from game.record.recording import Recording
from game.record.safe_files import make, write_new, write_whole


def save_text(battle: Battle, recording: Recording) -> bytes:
    """Return a battle's recording as the content of a file, ending with a checkpoint."""
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
    name = str(path)
    if path.is_symlink():
        path = Path(os.path.realpath(path))
        if not path.exists():
            raise FileExistsError(said("reason", "link_to_nowhere", path=name))
    if path.is_dir():
        raise IsADirectoryError(said("reason", "path_is_folder", path=name))
    if not is_record(path) and path.exists():
        raise FileExistsError(said("reason", "foreign_file", path=name))
    write_whole(path, content, is_record)


def names(folder: Path, stem: str, suffix: str) -> Iterator[Path]:
    """Yield paths in `folder` whose names include the time; from the second on, also a number."""
    name = f"{plain_name(stem)}-{time.strftime('%Y%m%d-%H%M%S')}"
    return (folder / f"{name}{f'-{n}' if n else ''}{suffix}" for n in range(1_000_000))


def plain_name(stem: str) -> str:
    """Return an id in a form that is safe in a file name."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", stem).strip("-")[:60] or "battle"


def save_aside(battle: Battle, recording: Recording, folder: Path) -> Path:
    """Save an interrupted battle under a new name; raise OSError if that fails."""
    level = battle.world.scene.level.id
    return write_new(names(folder / SAVES, level, ".jsonl"), save_text(battle, recording))
