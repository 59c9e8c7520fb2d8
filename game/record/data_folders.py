"""Where saves and settings are, and what comes with the game."""

from pathlib import Path

import platformdirs

from game.content.shipped_folders import assets_root, levels_root

SAVES, RUNNING, REPLAYS, CRASHES = "saves", "running", "replays", "crashes"
CAMPAIGNS = "campaigns"
"""The folders within the data folder."""


def data_dir(given: str | None = None) -> Path:
    """The folder for saves and settings; it need not exist yet."""
    return Path(given or platformdirs.user_data_dir("five-tables", appauthor=False))


def assets_dir() -> Path:
    """The folder of pictures and sounds."""
    return assets_root()


def levels_dir() -> Path:
    """The folder of the levels and of what all books share."""
    return levels_root()
