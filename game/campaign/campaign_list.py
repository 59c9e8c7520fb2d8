"""List the campaigns of the game, and look up other campaigns by file."""

from pathlib import Path

import msgspec
import tomli

from game.campaign.journey_sentences import said
from game.content.shelf import Shelf
from game.content.shipped_folders import CAMPAIGN, levels_root
from game.content.toml_files.findings import LevelError
from game.content.toml_files.text_reading import read_text
from game.content.toml_files.translated_data import translate


class ListedCampaign(msgspec.Struct, frozen=True):
    """A campaign to choose. If it can't be read, `trouble` says why."""

    id: str
    title: str
    path: Path
    trouble: str = ""
    about: str = ""
    is_own: bool = False
    """Whether it is on the shelf, and didn't come with the game."""
    home: str = ""
    """The title of its pack with the version, or of its folder; "" if it is in neither."""


def all_campaigns(root: Path | None = None) -> list[ListedCampaign]:
    """Return the campaigns in the levels folder, sorted by path."""
    folder = (root or levels_root()) / "campaign"
    return [listed(path) for path in sorted(folder.glob(f"*/{CAMPAIGN}"))]


def shelf_campaigns(data: Path) -> list[ListedCampaign]:
    """Return the campaigns on the shelf of a data folder, with their ids there."""
    shelf = Shelf(data)
    return [
        msgspec.structs.replace(listed(road.path), id=road.id, is_own=True, home=folder.home)
        for folder in shelf.folders()
        for road in shelf.campaigns_in(folder)
    ]


def listed(path: Path) -> ListedCampaign:
    """Return the list entry of the campaign in a file."""
    id = path.parent.name
    try:
        tables = tomli.loads(read_text(path))
        translate(path, tables)
    except LevelError as fault:
        return ListedCampaign(id, id, path, str(fault))
    except (ValueError, RecursionError):
        return ListedCampaign(id, id, path, said("listed", "not_toml", path=str(path)))
    return ListedCampaign(id, str(tables.get("title", id)), path, "", str(tables.get("about", "")))


def campaign_path(id: str, root: Path | None = None) -> Path:
    """Return the path of the campaign with this id. The file may not exist."""
    return (root or levels_root()) / "campaign" / id / CAMPAIGN
