"""Crash files: details of an unexpected failure, with the battle that was being played."""

import platform
import traceback
from pathlib import Path

from game import __version__
from game.engine.battle import Battle
from game.record.data_folders import CRASHES
from game.record.lines import Play
from game.record.recording import Recording
from game.record.safe_files import write_new
from game.record.save_files import names, save_text

LAST = 10
"""Number of recent commands in a crash file."""


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
    except Exception as fault:  # the battle itself may be the cause
        return f"The save could not be made: {fault!r}"
