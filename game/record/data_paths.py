"""Paths of saves and crash files in the data folder, and saving an interrupted battle."""

import platform
import re
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

from game import __version__
from game.engine.battle import Battle
from game.record.data_folders import CRASHES, SAVES
from game.record.lines import Play
from game.record.recording import Recording
from game.record.safe_files import write_new
from game.record.save_files import save_text

LAST = 10
"""Number of recent commands in a crash file."""


def names(folder: Path, stem: str, suffix: str) -> Iterator[Path]:
    """Yield names in `folder` with the time in them, numbered from the second one on."""
    name = f"{plain_name(stem)}-{time.strftime('%Y%m%d-%H%M%S')}"
    return (folder / f"{name}{f'-{n}' if n else ''}{suffix}" for n in range(1_000_000))


def plain_name(stem: str) -> str:
    """Return an id as part of a file name, whatever characters it has."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", stem).strip("-")[:60] or "battle"


def save_aside(battle: Battle, recording: Recording, folder: Path) -> Path:
    """Save an interrupted battle under a new name; raise OSError if that fails."""
    level = battle.world.scene.level.id
    return write_new(names(folder / SAVES, level, ".jsonl"), save_text(battle, recording))


def write_crash(
    fault: BaseException, folder: Path, played: tuple[Battle, Recording] | None
) -> Path:
    """Write an unexpected failure to a file, with the battle that was being played."""
    parts = [
        f"Five Tables {__version__}, Python {platform.python_version()}, {platform.platform()}",
        "".join(traceback.format_exception(fault)),
    ]
    if played is not None:
        last = [line for line in played[1].lines if isinstance(line, Play)][-LAST:]
        parts += ["The last commands:", *(f"{p.n} {p.side}: {p.command}" for p in last)]
        parts += ["", "The save:", _save_or_reason(*played)]
    text = "\n".join(parts) + "\n"
    paths = names(folder / CRASHES, "crash", ".txt")
    return write_new(paths, text.encode("utf-8", "backslashreplace"))


def _save_or_reason(battle: Battle, recording: Recording) -> str:
    try:
        return save_text(battle, recording).decode()
    except Exception as fault:  # the error may lie in the battle itself
        return f"It could not be made: {fault!r}"
