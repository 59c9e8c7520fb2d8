"""The packs and folders on the shelf, and the packs that can be put back."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from game.campaign.save_slots import SaveSlot, slots
from game.content.folder_search import toml_files
from game.content.pack_table import table_of, version_key
from game.content.shelf import CAMPAIGNS, LEVELS, MINE, PACKS, Shelf
from game.content.shipped_folders import CAMPAIGN
from game.workshop.packs.pack_store import DAY, DAYS, is_in, removed

Place = Literal["newest", "older", "folder", "removed"]


class ShelfEntry(NamedTuple):
    """A version of a pack, or a folder on the shelf."""

    name: str
    """What `remove` and `add` call it: `fen@1.2`, or the id of a folder."""
    place: Place
    """Whether it is the newest version installed, an older one, a folder, or a removed version."""
    title: str
    version: str = ""
    author: str = ""
    path: str = ""
    """The path of a folder."""
    levels: int = 0
    campaigns: int = 0
    days: int = 0
    """Days for which a removed version can still be put back."""
    journeys: tuple[str, ...] = ()
    """Titles of the journeys that use it."""


def shelf_entries(data: Path) -> list[ShelfEntry]:
    """Return what is on the shelf of a data folder, and what can be put back there.

    Packs come first, by id, each with its newest version first.
    """
    shelf, home, journeys = Shelf(data), data / PACKS, slots(data)
    found = []
    for pack in shelf.packs():
        place: Place = "newest"
        for version in reversed(shelf.versions(pack.id)):
            found.append(_version(home / pack.id / version, place, pack.id, version, journeys))
            place = "older"
    plain = (it for it in shelf.folders() if it.is_own and it.id != MINE)
    found += [
        ShelfEntry(it.id, "folder", it.title or it.path.name, path=str(it.path)) for it in plain
    ]
    return [*found, *_removed(data, journeys)]


def _removed(data: Path, journeys: list[SaveSlot]) -> Iterator[ShelfEntry]:
    """Yield the versions that were removed, and aren't installed again."""
    for folder in sorted(removed(data), key=lambda it: (_apart(it)[0], version_key(_apart(it)[1]))):
        id, version = _apart(folder)
        place = data / PACKS / id / version
        if not place.exists():
            age = max(0.0, time.time() - folder.stat().st_mtime)
            entry = _version(folder, "removed", id, version, journeys, place)
            yield entry._replace(days=max(0, DAYS - int(age / DAY)))


def _apart(folder: Path) -> tuple[str, str]:
    id, _, version = folder.name.partition("@")
    return id, version


def _version(
    folder: Path,
    place: Place,
    id: str,
    version: str,
    journeys: list[SaveSlot],
    installed: Path | None = None,
) -> ShelfEntry:
    table = table_of(folder)
    title, author = (table.title, table.author) if table is not None else (id, "")
    users = dict.fromkeys(it.title for it in journeys if is_in(it.road, installed or folder))
    return ShelfEntry(
        f"{id}@{version}",
        place,
        title,
        version,
        author,
        levels=_count(folder / LEVELS),
        campaigns=_count(folder / CAMPAIGNS, CAMPAIGN),
        journeys=tuple(users),
    )


def _count(folder: Path, name: str = "") -> int:
    """Return the number of TOML files in a folder, or of those called `name`, unread."""
    return sum(not name or path.name == name for path in toml_files(folder))
