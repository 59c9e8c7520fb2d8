"""Where the levels of battles lie: files of authors outside the folders that the game knows.

Recordings don't say it, because they are shared. So each data folder has its own list.
"""

import json
import os
from contextlib import suppress
from pathlib import Path

from game.content.shipped_folders import levels_root
from game.content.toml_files.findings import LevelError
from game.content.toml_files.text_reading import read_text
from game.record.recording import text_hash
from game.record.safe_files import read_plain

LIST = "level_places.json"
"""The list in the data folder: paths by the fingerprints of the texts that were played."""
MOST, MOST_BYTES = 200, 1_000_000
"""Maximum number of paths, and of bytes that are read."""


def remember_level(path: Path, folder: Path) -> None:
    """Note where a level's file lies that a battle begins with, unless it is in a known folder.

    If that fails, nothing is noted.
    """
    with suppress(OSError, LevelError):
        path = path.resolve()
        if any(path.is_relative_to(one.resolve()) for one in (levels_root(), folder)):
            return
        mark, known = text_hash(read_text(path)), _read(folder)
        if known.get(mark) == str(path):
            return
        kept = {key: value for key, value in known.items() if key != mark}
        kept = dict([*kept.items(), (mark, str(path))][-MOST:])
        folder.mkdir(parents=True, exist_ok=True)
        beside = folder / f"{LIST}.{os.getpid()}"
        beside.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        beside.replace(folder / LIST)  # without a sync, because a battle waits for it


def remembered_level(mark: str, folder: Path) -> Path | None:
    """Return the file of a level by the fingerprint of its text when it was played, or None."""
    path = _read(folder).get(mark)
    return Path(path) if path is not None and Path(path).is_file() else None


def _read(folder: Path) -> dict[str, str]:
    try:
        found = json.loads(read_plain(folder / LIST, MOST_BYTES))
    except (OSError, ValueError):
        return {}
    pairs = found.items() if isinstance(found, dict) else ()
    return {key: value for key, value in pairs if isinstance(value, str)}
