"""The folders of the data that comes with the game."""

from pathlib import Path

CAMPAIGN = "campaign.toml"
"""The name of the file that makes a folder of levels a campaign; it is not a level."""

_PACKAGE = Path(__file__).resolve().parent.parent


def data_root() -> Path:
    """Return the folder of `assets` and `levels`: inside the installed package, or next to it."""
    installed = _PACKAGE / "_data"
    return installed if installed.is_dir() else _PACKAGE.parent


def levels_root() -> Path:
    """Return the folder of the levels and the books' data."""
    return data_root() / "levels"


def rules_root() -> Path:
    """Return the folder of the rulebooks' packages."""
    return _PACKAGE / "rules"


def assets_root() -> Path:
    """Return the folder of images and sounds."""
    return data_root() / "assets"
