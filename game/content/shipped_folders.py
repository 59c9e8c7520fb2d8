"""Where the data that comes with the game lie."""

from pathlib import Path

CAMPAIGN = "campaign.toml"
"""The name of the file in a folder of levels that makes a road of them; it is no level."""

_PACKAGE = Path(__file__).resolve().parent.parent


def data_root() -> Path:
    """Return the folder of `assets` and `levels`: inside the installed package, or beside it."""
    installed = _PACKAGE / "_data"
    return installed if installed.is_dir() else _PACKAGE.parent


def levels_root() -> Path:
    """Return the folder of the levels and the books' data."""
    return data_root() / "levels"


def rules_root() -> Path:
    """Return the folder of the rulebooks' packages."""
    return _PACKAGE / "rules"


def assets_root() -> Path:
    """Return the folder of pictures and sounds."""
    return data_root() / "assets"
