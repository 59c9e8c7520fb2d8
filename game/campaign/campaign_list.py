"""List the campaigns of the game and of the shelf, and read them once.

A campaign is read again only if its file, its rulebook or the rulebook's data changed.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import tomli

from game.campaign.campaign import Campaign, CampaignError
from game.campaign.journey_sentences import said
from game.campaign.loading import load_campaign
from game.content.levels import Books
from game.content.pack_data import DataReadOnce
from game.content.shelf import Shelf
from game.content.shipped_folders import CAMPAIGN, levels_root
from game.content.toml_files.findings import LevelError
from game.content.toml_files.text_reading import read_text
from game.content.toml_files.translated_data import translate
from game.content.values.book_data import BookData, BookLike, file_stamp
from game.terms.texts import Texts

MOST_KEPT = 1000
"""Maximum number of campaigns remembered for the list."""
MOST_AT_ONCE = 20
"""Maximum number of campaigns on the shelf that are read without a break."""


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
    book: str = ""
    """Id of its rulebook."""


class _KeptHead(NamedTuple):
    """A campaign's entry as last read, with the file's stamp and the language."""

    row: ListedCampaign
    stamp: object


class _KeptCampaign(NamedTuple):
    """A campaign as last read, or its entry with the reason why it can't be played."""

    found: Campaign | ListedCampaign
    stamp: object
    book: BookLike
    data: BookData


_heads: dict[Path, _KeptHead] = {}
_kept: dict[Path, _KeptCampaign] = {}
"""The campaigns read so far, at most MOST_KEPT."""


def all_campaigns(root: Path | None = None) -> list[ListedCampaign]:
    """Return the campaigns in the levels folder, sorted by path."""
    folder = (root or levels_root()) / "campaign"
    return [listed(path) for path in sorted(folder.glob(f"*/{CAMPAIGN}"))]


def shelf_campaigns(data: Path, only_read: bool = False) -> list[ListedCampaign]:
    """Return the campaigns on the shelf of a data folder, with their ids there.

    With `only_read`, leave out those that `read_ahead` hasn't read yet.
    """
    shelf = Shelf(data)
    return [
        msgspec.structs.replace(listed(road.path), id=road.id, is_own=True, home=folder.home)
        for folder in shelf.folders()
        for road in shelf.campaigns_in(folder)
        if not only_read or road.path in _kept
    ]


def is_long_to_read(data: Path) -> bool:
    """Return whether many campaigns on the shelf haven't been read yet."""
    return sum(road.path not in _kept for road in Shelf(data).campaigns()) > MOST_AT_ONCE


def read_ahead(books: Books, data: Path) -> Iterator[None]:
    """Read the campaigns one by one, those on the shelf of the data folder `data` last."""
    reader = CampaignReader(books)
    for row in all_campaigns():
        reader.campaign(row)
        yield
    for road in Shelf(data).campaigns():
        reader.campaign(listed(road.path))
        yield


class CampaignReader:
    """Reader of many campaigns, which looks for changes of the books' data only once."""

    def __init__(self, books: Books) -> None:
        self._books = books
        self._data = DataReadOnce()

    def campaign(self, row: ListedCampaign) -> Campaign | ListedCampaign:
        """Return a campaign, or its entry with the reason if it can't be played."""
        if row.trouble:
            return row
        kept, stamp = _kept.get(row.path), _stamp(row.path)
        book = self._books.get(row.book)
        data = self._data.of(book, row.path) if book is not None else None
        if kept is not None and kept.stamp == stamp and kept.book is book and kept.data is data:
            found = kept.found
        else:
            found = self._read(row)
            if book is not None and data is not None:
                if len(_kept) >= MOST_KEPT:
                    _kept.clear()
                _kept[row.path] = _KeptCampaign(found, stamp, book, data)
        if isinstance(found, ListedCampaign):
            return msgspec.structs.replace(row, trouble=found.trouble)
        return found

    def _read(self, row: ListedCampaign) -> Campaign | ListedCampaign:
        try:
            return load_campaign(row.path, self._books)
        except CampaignError as fault:
            return msgspec.structs.replace(row, trouble=str(fault))


def _stamp(path: Path) -> tuple[object, object]:
    """Return a value that changes if a campaign's file or the language changes."""
    return file_stamp(path), Texts.language


def listed(path: Path) -> ListedCampaign:
    """Return the list entry of the campaign in a file. Read it again only if it has changed."""
    stamp, kept = _stamp(path), _heads.get(path)
    if kept is None or kept.stamp != stamp:
        if len(_heads) >= MOST_KEPT:
            _heads.clear()
        kept = _heads[path] = _KeptHead(_listed(path), stamp)
    return kept.row


def _listed(path: Path) -> ListedCampaign:
    id = path.parent.name
    try:
        tables = tomli.loads(read_text(path))
        translate(path, tables)
    except LevelError as fault:
        return ListedCampaign(id, id, path, str(fault))
    except (ValueError, RecursionError):
        return ListedCampaign(id, id, path, said("listed", "not_toml", path=str(path)))
    title, about, book = (str(tables.get(key, "")) for key in ("title", "about", "rulebook"))
    return ListedCampaign(id, title or id, path, about=about, book=book)


def campaign_path(id: str, root: Path | None = None) -> Path:
    """Return the path of the campaign with this id. The file may not exist."""
    return (root or levels_root()) / "campaign" / id / CAMPAIGN
