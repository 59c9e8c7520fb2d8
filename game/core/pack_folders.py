"""Folders of packs: a pack's levels use its own kinds and grounds besides those of the game."""

from itertools import islice
from pathlib import Path

PACK = "pack.toml"
"""The name of the file that makes a folder a pack."""
DEEPEST = 6
"""Maximum number of folders above a file that are searched for its pack."""


def pack_of(path: Path) -> Path | None:
    """Return the folder of the pack that a file belongs to, or None."""
    try:
        above = islice(path.absolute().parents, DEEPEST)
        return next((folder for folder in above if (folder / PACK).is_file()), None)
    except (OSError, ValueError):  # reading the file reports it
        return None
