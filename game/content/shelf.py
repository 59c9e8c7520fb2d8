"""The shelf: levels and campaigns that didn't come with the game.

They are in the author's folder, in other folders that a person has put on the shelf, and in
installed packs. Their ids begin with the id of their folder, as in `mine/my_level`, so they can
never replace a level of the game or of another folder.
"""

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import tomli

from game.content.folder_search import may_be_level, toml_files
from game.content.levels import ListedLevel, listed
from game.content.pack_table import VERSION, table_of, version_key
from game.content.shipped_folders import CAMPAIGN
from game.content.toml_files.text_reading import printable
from game.content.values.book_data import ID, file_stamp
from game.core.pack_folders import PACK, pack_of

OWN = "levels"
"""The folder within the data folder for the author's own levels."""
MINE = "mine"
"""The id of the author's folder."""
PACKS, REMOVED = "packs", ".removed"
"""The folder within the data folder for installed packs, and the one in it for removed packs."""
LEVELS, CAMPAIGNS, SOUNDS = "levels", "campaigns", "sounds"
"""The folders of a pack for levels, for campaigns with their levels, and for sounds of kinds."""
FOLDERS = "shelf.toml"
"""The file within the data folder that lists the other folders."""
MOST_LEVELS = 500
"""Maximum number of levels and campaigns listed of one folder."""

_seen: dict[Path, tuple[tuple[int, int] | None, bool]] = {}
"""Whether each file is a level, with its stamp when it was last read."""


class ShelfFolder(NamedTuple):
    """A folder of levels on the shelf."""

    id: str
    path: Path
    is_own: bool
    """Whether its levels can be changed, as opposed to those of a pack."""
    title: str = ""
    """Title of the pack, or "" for a plain folder."""

    @property
    def home(self) -> str:
        """The head for its levels and campaigns: the pack's title with its version.

        A plain folder has its name, and the author's own folder "".
        """
        if self.id == MINE:
            return ""
        name = self.title or self.path.name
        return name if self.is_own else f"{name} {self.path.name}"


class OwnCampaign(NamedTuple):
    """A campaign on the shelf, by its id and its file."""

    id: str
    path: Path


class _Kept(msgspec.Struct):
    folders: tuple[str, ...] = ()


def kept_place(path: Path) -> Path:
    """Return where a file of a pack is now, if the pack has been removed; else the same path."""
    pack = next((it for it in path.parents if it.parent.parent.name == PACKS), None)
    if pack is None or path.exists():
        return path
    removed = pack.parent.parent / REMOVED / f"{pack.parent.name}@{pack.name}"
    return removed / path.relative_to(pack)


def is_installed(path: Path) -> bool:
    """Return whether a file belongs to an installed pack, or to one that was removed."""
    pack = pack_of(path)
    return pack is not None and pack.parent.parent.name == PACKS


class Shelf:
    """The levels and campaigns on the shelf of a data folder."""

    def __init__(self, data: Path) -> None:
        self._data = data

    def folders(self) -> list[ShelfFolder]:
        """Return the folders in order: the author's own, and those put on the shelf."""
        found = [ShelfFolder(MINE, self._data / OWN, True)]
        packs = self.packs()
        taken = {MINE, *(pack.id for pack in packs)}
        for path in self.added():
            table = table_of(path)
            folder = ShelfFolder(_free_id(path.name, taken), path, True)
            found.append(folder._replace(title=table.title) if table is not None else folder)
            taken.add(folder.id)
        return [*found, *packs]

    def packs(self) -> list[ShelfFolder]:
        """Return the newest version of each installed pack, sorted by id."""
        newest = [max(some, key=lambda it: version_key(it.name)) for some in self._versions()]
        found = []
        for folder in newest:
            table = table_of(folder)
            title = table.title if table is not None else ""
            found.append(ShelfFolder(folder.parent.name, folder, False, title))
        return found

    def versions(self, id: str) -> list[str]:
        """Return the installed versions of a pack, oldest first."""
        some = next((some for some in self._versions() if some[0].parent.name == id), [])
        return sorted((folder.name for folder in some), key=version_key)

    def _versions(self) -> list[list[Path]]:
        """Return the folders of each installed pack's versions, sorted by id."""
        homes = sorted(it for it in _entries(self._data / PACKS) if ID.fullmatch(it.name))
        found = ([it for it in _entries(home) if VERSION.fullmatch(it.name)] for home in homes)
        return [some for some in found if some]

    def pack_folder(self, name: str) -> Path | None:
        """Return the folder of a pack by its id and version, as in `fen@1.2`, or None.

        Removed packs are found too, because battles and journeys keep their own version.
        """
        id, _, version = name.partition("@")
        if not ID.fullmatch(id) or not VERSION.fullmatch(version):
            return None
        ways = (self._data / PACKS / id / version, self._data / PACKS / REMOVED / name)
        found = next((folder for folder in ways if (folder / PACK).is_file()), None)
        tables = ((it, table_of(it)) for it in self.added()) if found is None else ()
        return next((it for it, table in tables if table and table.name == name), found)

    def sounds_of(self, name: str) -> dict[str, Path]:
        """Return the sounds of a pack's kinds by kind, given its id and version."""
        folder = self.pack_folder(name) if name else None
        if folder is None:
            return {}
        return {path.stem: path for path in sorted((folder / SOUNDS).glob("*.wav"))}

    def added(self) -> list[Path]:
        """Return the folders that a person has put on the shelf."""
        try:
            text = (self._data / FOLDERS).read_text("utf-8")
            kept = msgspec.convert(tomli.loads(text), _Kept)
        except (OSError, ValueError, RecursionError):
            return []
        return [Path(folder) for folder in kept.folders]

    def levels(self) -> list[ListedLevel]:
        """Return the levels on the shelf, folder by folder."""
        return [level for folder in self.folders() for level in self.levels_in(folder)]

    def levels_in(self, folder: ShelfFolder) -> list[ListedLevel]:
        """Return the levels of one folder, sorted by path."""
        return [listed(path)._replace(id=id) for id, path in self.level_files(folder)]

    def level_files(self, folder: ShelfFolder) -> list[tuple[str, Path]]:
        """Return the ids and files of the levels of one folder, sorted by path."""
        found = (path for path in _files(folder) if path.name != CAMPAIGN)
        return [(_id_of(folder, path), path) for path in found]

    def campaigns(self) -> list[OwnCampaign]:
        """Return the campaigns on the shelf, folder by folder."""
        return [road for folder in self.folders() for road in self.campaigns_in(folder)]

    def campaigns_in(self, folder: ShelfFolder) -> list[OwnCampaign]:
        """Return the campaigns in one folder, sorted by path."""
        files = (path for path in _files(folder) if path.name == CAMPAIGN)
        return [OwnCampaign(_id_of(folder, path), path) for path in files]

    def path_of(self, name: str) -> Path | None:
        """Return the file of a level or campaign on the shelf by its id, or None."""
        head, slash, rest = name.partition("/")
        if not (slash and rest and ID.fullmatch(head)):
            return None
        for folder in self.folders():
            if folder.id == head:
                return next((it for it in _files(folder) if _id_of(folder, it) == name), None)
        return None

    def resolved(self, name: str) -> str:
        """Return the path of a level or campaign if `name` is its id on the shelf, else `name`."""
        found = self.path_of(name)
        return name if found is None else str(found)


def folders_text(folders: list[Path]) -> str:
    """Return the text of the file that lists the folders on the shelf."""
    rows = "".join(f"    {msgspec.json.encode(str(path)).decode()},\n" for path in folders)
    return f"folders = [\n{rows}]\n"


def _files(folder: ShelfFolder) -> Iterator[Path]:
    """Yield the files of levels and campaigns in a folder, sorted by path."""
    count = 0
    for path in _found(folder.path):
        if path.name == CAMPAIGN or not folder.is_own or _is_level(path):
            yield path
            count += 1
            if count == MOST_LEVELS:
                return


def _found(folder: Path) -> list[Path]:
    """Return the files that may be levels or campaigns: in a pack, those in the two folders."""
    if (folder / PACK).is_file():
        return [*toml_files(folder / LEVELS), *toml_files(folder / CAMPAIGNS)]
    found = toml_files(folder)
    inner = {path.parent for path in found if path.name == PACK}
    return [path for path in found if not inner or _is_for_list(path, inner)]


def _is_for_list(path: Path, packs: Collection[Path]) -> bool:
    """Return whether a file is in none of these packs, or where it has levels and campaigns."""
    pack = next((it for it in path.parents if it in packs), None)
    return pack is None or path.relative_to(pack).parts[0] in (LEVELS, CAMPAIGNS)


def _entries(folder: Path) -> list[Path]:
    """Return the entries of a folder; none if it can't be read."""
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _is_level(path: Path) -> bool:
    """Return whether a file may be a level. Read it again only if it has changed."""
    stamp = file_stamp(path)
    if path not in _seen or _seen[path][0] != stamp:
        _seen[path] = stamp, may_be_level(path)
    return _seen[path][1]


def _id_of(folder: ShelfFolder, path: Path) -> str:
    """Return the id of a level or campaign by its file; a campaign is named by its folder."""
    is_named_by_folder = path.name == CAMPAIGN and path.parent != folder.path
    parts = (path.parent if is_named_by_folder else path).relative_to(folder.path).parts
    for n, part in enumerate(parts):  # the folder itself, or one in it, may be a pack
        if part in (LEVELS, CAMPAIGNS) and folder.path.joinpath(*parts[:n], PACK).is_file():
            parts = (*parts[:n], *parts[n + 1 :])
            break
    return printable("/".join((folder.id, *parts)).removesuffix(".toml"))


def _free_id(name: str, taken: set[str]) -> str:
    """Return an id made from a folder's name, with a number if it is taken."""
    plain = re.sub(r"[^a-z0-9_-]+", "_", name.lower()).strip("_-")[:26]
    id = base = plain if ID.fullmatch(plain) else "folder"
    number = 2
    while id in taken:
        id, number = f"{base}_{number}", number + 1
    return id
