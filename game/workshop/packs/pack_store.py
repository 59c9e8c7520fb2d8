"""Install packs and remove them: whole or not at all, with versions next to each other.

A pack is unpacked into a folder of its own, checked and proved there, synced, and then renamed to
its final name, which no reader sees before. Removing it is a rename too, which can be undone.
"""

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from game.campaign.save_slots import slots
from game.content.pack_table import table_of
from game.content.shelf import PACKS, REMOVED, Shelf
from game.engine.book import Book
from game.record.safe_files import alone_in, read_plain, reason, sync_folder
from game.workshop.packs.pack_archive import MOST_BYTES, read_archive
from game.workshop.packs.pack_checks import PackContents, Step, check_pack, unwatched
from game.workshop.packs.pack_sentences import failure, said

NEW, OLD = ".new-", ".old-"
"""The beginnings of the names of folders that are being written, or deleted."""
DAYS = 30
"""Days for which a removed pack is kept."""
DAY = 86_400

Books = Mapping[str, Book]
Tell = Callable[[str], object]
Agree = Callable[[list[str]], bool]
"""A function that gets sentences about a pack, and returns whether to install it."""


class StagedPack(NamedTuple):
    """A pack that has been checked as a whole, in a folder that nothing lists."""

    folder: Path
    contents: PackContents

    @property
    def id(self) -> str:
        """The pack's id."""
        return self.contents.table.id


def pack_bytes(path: Path) -> bytes:
    """Return the content of a pack's file. Raise Failure if it can't be read."""
    try:
        return read_plain(path, MOST_BYTES + 1)
    except OSError as fault:
        raise failure("store", "unreadable", file=str(path), why=reason(fault)) from fault


@contextmanager
def staged(
    data: bytes, books: Books, folder: Path, tell: Tell = print, step: Step = unwatched
) -> Iterator[StagedPack]:
    """Yield a pack, unpacked and checked in the data folder; delete it unless it was installed.

    Raise Failure with a sentence if anything is wrong with it. Nothing is written before its names,
    sizes, images and sounds have been judged. `step` is called as the check proceeds.
    """
    files = read_archive(data)
    home = folder / PACKS
    place: Path | None = None
    try:
        with _writing():
            home.mkdir(parents=True, exist_ok=True)
            _tidy(home)
            place = Path(tempfile.mkdtemp(prefix=NEW, dir=home))
            _unpack(files, place)
        yield StagedPack(place, check_pack(place, books, tell, step))
    finally:
        if place is not None:
            shutil.rmtree(place, ignore_errors=True)


def install(pack: StagedPack, folder: Path, step: Step = unwatched) -> str:
    """Install a staged pack, and return a sentence about it. Raise Failure if that is impossible.

    If the same pack is installed already, change nothing. `step` is called as its files are synced.
    """
    table, home = pack.contents.table, folder / PACKS
    place = home / table.id / table.version
    with _writing():
        _sync(pack.folder, step)
    with _writing(), alone_in(home):
        if place.exists():
            if digest(place) != digest(pack.folder):
                raise failure("store", "other_content", name=table.name)
            return said("store", "same", title=table.title, version=table.version)
        place.parent.mkdir(exist_ok=True)
        sync_folder(home)
        pack.folder.rename(place)
        sync_folder(place.parent)
        sync_folder(home)
    return said("store", "installed", title=table.title, version=table.version, id=table.id)


def uninstall(name: str, folder: Path) -> list[str]:
    """Remove a version of a pack (`fen@1.2`) or all (`fen`), and return sentences about it.

    Raise Failure if there is none. Journeys keep their own version, which isn't deleted.
    """
    shelf, home = Shelf(folder), folder / PACKS
    id, _, version = name.partition("@")
    versions = [it for it in shelf.versions(id) if version in ("", it)]
    told = []
    with _writing(), alone_in(home):
        (home / REMOVED).mkdir(exist_ok=True)
        for each in versions:
            place, kept = home / id / each, home / REMOVED / f"{id}@{each}"
            titles = [slot.title for slot in slots(folder) if is_in(slot.road, place)]
            if kept.exists():
                _delete(kept, home)
            os.utime(place)  # the days until it is deleted count from here
            place.rename(kept)
            sync_folder(home / REMOVED)
            sync_folder(home / id)
            told.append(said("store", "removed", name=kept.name, days=DAYS))
            told += [said("store", "used", title=title) for title in dict.fromkeys(titles)]
        with suppress(OSError):  # other versions are in there
            (home / id).rmdir()
        _forget_old(folder, home)
    return told


def restore(name: str, folder: Path) -> str:
    """Put back a removed version of a pack, and return a sentence about it.

    Without a version, put back the one removed last. Raise Failure if there is none.
    """
    home = folder / PACKS
    found = [it for it in removed(folder) if name in (it.name, it.name.partition("@")[0])]
    if not found:
        raise failure("store", "not_there", name=name)
    kept = max(found, key=lambda it: it.stat().st_mtime)
    id, _, version = kept.name.partition("@")
    table = table_of(kept)
    with _writing(), alone_in(home):
        place = home / id / version
        place.parent.mkdir(exist_ok=True)
        if place.exists():
            raise failure("store", "other_content", name=kept.name)
        kept.rename(place)
        sync_folder(place.parent)
        sync_folder(home / REMOVED)
    title = table.title if table is not None else id
    return said("store", "restored", title=title, version=version)


def removed(folder: Path) -> list[Path]:
    """Return the folders of removed packs that can be put back."""
    try:
        return sorted(it for it in (folder / PACKS / REMOVED).iterdir() if "@" in it.name)
    except OSError:
        return []


def digest(folder: Path) -> str:
    """Return the hash of a pack's contents: names and files."""
    found = hashlib.sha256()
    for path in sorted(it for it in folder.rglob("*") if it.is_file()):
        content = path.read_bytes()
        found.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()


@contextmanager
def _writing() -> Iterator[None]:
    """Turn errors of the disk into failures."""
    try:
        yield
    except OSError as fault:
        raise failure("store", "unwritable", why=reason(fault)) from fault


def _unpack(files: Mapping[str, bytes], place: Path) -> None:
    """Write the files of a pack. Their names have been judged."""
    place.chmod(0o755)
    for name, content in files.items():
        path = place.joinpath(*name.split("/"))
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(content)


def _sync(place: Path, step: Step) -> None:
    """Make all files and folders below a folder durable."""
    found = [place, *place.rglob("*")]
    for done, path in enumerate(found):
        step(done, len(found))
        if path.is_dir():
            sync_folder(path)
        else:
            with path.open("rb+") as file:  # some systems sync only files open for writing
                os.fsync(file.fileno())


def is_in(road: str, place: Path) -> bool:
    """Return whether a journey's campaign is in a folder; `road` is its file, or "" for none."""
    return bool(road) and Path(road).is_relative_to(place)


def _delete(place: Path, home: Path) -> None:
    """Delete a folder: under another name first, so that it is never half there."""
    gone = Path(tempfile.mkdtemp(prefix=OLD, dir=home))
    place.rename(gone / place.name)
    shutil.rmtree(gone, ignore_errors=True)


def _tidy(home: Path) -> None:
    """Delete what killed programs have left half written, if it is a day old."""
    for path in home.iterdir():
        if path.name.startswith((NEW, OLD)) and path.stat().st_mtime < time.time() - DAY:
            shutil.rmtree(path, ignore_errors=True)


def _forget_old(folder: Path, home: Path) -> None:
    """Delete packs that were removed long ago, and that no journey uses."""
    roads = [slot.road for slot in slots(folder)]
    for kept in removed(folder):
        id, _, version = kept.name.partition("@")
        is_used = any(is_in(road, home / id / version) for road in roads)
        if not is_used and kept.stat().st_mtime < time.time() - DAYS * DAY:
            _delete(kept, home)


def installed(path: Path, books: Books, folder: Path, agree: Agree) -> str:
    """Install the pack in a file if `agree` says so, and return a sentence about that."""
    notes: list[str] = []
    with staged(pack_bytes(path), books, folder, notes.append) as pack:
        if not agree([*pack.contents.lines(), *notes]):
            return said("store", "declined")
        return install(pack, folder)
