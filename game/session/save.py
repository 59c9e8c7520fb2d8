"""Battles written as files that are saves or replays."""

import os
from pathlib import Path

import msgspec

from game.session.files import make, write_whole
from game.session.reading import is_record
from game.session.table import Table


def save_text(table: Table) -> bytes:
    """The file of a battle at any moment, closed by a checkpoint."""
    lines = [table.record.header, *table.record.lines]
    if not table.record.is_closed:
        lines.append(table.checkpoint())
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def save(table: Table, path: Path) -> None:
    """Saves a battle; OSError if that fails, or if anything but a save has the name."""
    content = save_text(table)
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
