"""The folders of saves and settings, and of the game's own files."""

from pathlib import Path

import platformdirs

from game.content.shipped_folders import assets_root, levels_root

SAVES, RUNNING, REPLAYS, CRASHES = "saves", "running", "replays", "crashes"
CAMPAIGNS, RASTERS = "campaigns", "rasters"
"""The folders within the data folder."""


def data_dir(given: str | None = None) -> Path:
    """Return the folder for saves and settings; it need not exist yet."""
    return Path(given or platformdirs.user_data_dir("five-tables", appauthor=False))


def assets_dir() -> Path:
    """Return the folder of images and sounds."""
    return assets_root()


def levels_dir() -> Path:
    """Return the folder of the levels and of the data that all books share."""
    return levels_root()
