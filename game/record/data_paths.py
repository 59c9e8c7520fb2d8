"""Where in the data folder saves and crash files go, and how a battle cut off gets there."""

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
"""The number of last commands that are written into a crash file."""


def names(folder: Path, stem: str, suffix: str) -> Iterator[Path]:
    """Return names in the folder with the time in them, one after the other."""
    name = f"{plain_name(stem)}-{time.strftime('%Y%m%d-%H%M%S')}"
    return (folder / f"{name}{f'-{n}' if n else ''}{suffix}" for n in range(1_000_000))


def plain_name(stem: str) -> str:
    """Return an id, whatever is in it, as a part of a file's name."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", stem).strip("-")[:60] or "battle"


def save_aside(battle: Battle, recording: Recording, folder: Path) -> Path:
    """Save a battle that is cut off under a new name; raise OSError if that fails."""
    level = battle.world.scene.level.id
    return write_new(names(folder / SAVES, level, ".jsonl"), save_text(battle, recording))


def write_crash(
    fault: BaseException, folder: Path, played: tuple[Battle, Recording] | None
) -> Path:
    """Write down an unexpected failure, with the battle that was being played."""
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
    except Exception as fault:  # the battle itself may be what is broken
        return f"It could not be made: {fault!r}"
