"""Search a folder and its subfolders for TOML files, within limits."""

import os
from pathlib import Path
from typing import Protocol

import tomli

from game.content.toml_files.findings import LevelError
from game.content.toml_files.text_reading import read_text

DEEPEST, MOST = 8, 20_000
"""Maximum depth of folders to search, and maximum number of files and folders."""
LEVEL_KEYS = frozenset({"format", "rulebook", "map"})
"""Keys of a level. A file in a folder that has none of these keys isn't a level."""


class NoteFolder(Protocol):
    """A function that reports a folder that wasn't searched, by the code of a finding."""

    def __call__(self, path: Path, code: str, **about: object) -> None: ...


def ignored(path: Path, code: str, **about: object) -> None:
    """Report nothing."""


def toml_files(folder: Path, note: NoteFolder = ignored) -> list[Path]:
    """Return the TOML files in a folder and its subfolders, except hidden ones.

    The search goes one depth of folders at a time, so that it finds the nearest files even if there
    are too many. `note` is told about folders left out.
    """
    found: list[Path] = []
    seen, below = 0, [folder]
    for _ in range(DEEPEST):
        here, below = below, []
        for one in here:
            try:
                folders, names = _entries(one, MOST - seen)
            except OSError as fault:
                note(one, "file-unreadable", why=str(fault.strerror))
                continue
            except _TooMany:
                note(folder, "folder-too-large", most=MOST)
                return sorted(found)
            seen += len(folders) + len(names)
            below += [one / name for name in sorted(folders) if not name.startswith(".")]
            kept = (name for name in names if name.lower().endswith(".toml"))
            found += [one / name for name in kept if not name.startswith(".")]
    if below:
        note(below[0], "folder-too-deep", most=DEEPEST)
    return sorted(found)


def may_be_level(path: Path) -> bool:
    """Return whether a file in a folder is a level, or is unreadable and may be meant as one."""
    try:
        return not LEVEL_KEYS.isdisjoint(tomli.loads(read_text(path)))
    except (LevelError, ValueError, RecursionError):
        return True


class _TooMany(Exception):
    """The error for a folder with more entries than may be searched."""


def _entries(folder: Path, most: int) -> tuple[list[str], list[str]]:
    """Return the names of the folders and of the other entries in a folder.

    Links don't count as folders. Raise OSError if the folder can't be read, and _TooMany if it has
    more than `most` entries.
    """
    folders: list[str] = []
    others: list[str] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if len(folders) + len(others) >= most:
                raise _TooMany
            is_folder = entry.is_dir(follow_symlinks=False)
            (folders if is_folder else others).append(entry.name)
    return folders, others
