"""Make a pack's file from a level, or from the folder of a pack."""

import glob
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, TextIO

import msgspec
import tomli

from game import __version__
from game.content.levels import listed, load_level, refuse_campaign
from game.content.pack_table import (
    RESERVED,
    VERSION,
    PackTable,
    pack_id,
    table_of,
    table_text,
)
from game.content.shelf import LEVELS
from game.content.toml_files.findings import LevelError
from game.content.toml_files.text_reading import read_bytes, text_of_bytes
from game.content.values.book_data import ID
from game.core.pack_folders import PACK, pack_of
from game.engine.book import Book
from game.record.failure import Failure
from game.record.safe_files import make, read_plain, reason, typed_path
from game.workshop.packs.pack_archive import (
    ENDING,
    MOST_BYTES,
    MOST_FILES,
    MOST_UNPACKED,
    place_of,
    read_archive,
    written_archive,
)
from game.workshop.packs.pack_checks import Step, unwatched
from game.workshop.packs.pack_sentences import failure, said
from game.workshop.packs.pack_store import staged

MOST_PACKS = 20
"""Maximum number of packs read to propose a version."""
MADE = re.compile(r"^made[ \t]*=.*$", re.MULTILINE)
"""The line of a pack's table with the version of the game that made the pack."""


class PackWishes(NamedTuple):
    """What an author says about a pack made from a single level."""

    id: str = ""
    title: str = ""
    version: str = "1"
    author: str = ""
    licence: str = ""


NO_WISHES = PackWishes()


def make_pack(
    word: str,
    goal: str,
    wishes: PackWishes,
    books: Mapping[str, Book],
    data: Path,
    out: TextIO,
) -> None:
    """Write the pack of a level or folder to a new file, and print what it holds.

    Raise Failure if the pack couldn't be installed elsewhere.
    """
    for line in made_pack(word, goal, wishes, books, data):
        out.write(line + "\n")


def refuse_goal(goal: str) -> None:
    """Raise Failure if a pack can't be written to this path."""
    if not goal.endswith(ENDING):
        raise failure("make", "ending", ending=ENDING, example=f"{goal}{ENDING}")
    if os.path.lexists(goal):
        raise failure("make", "exists", file=goal)


def made_pack(
    word: str,
    goal: str,
    wishes: PackWishes,
    books: Mapping[str, Book],
    data: Path,
    step: Step = unwatched,
) -> list[str]:
    """Write the pack of a level or folder to a new file. Return what it holds, in sentences.

    `step` is called as the check proceeds.
    """
    try:
        path, target = typed_path(word), typed_path(goal)
        refuse_goal(str(target))
        files, left_out = _files(path, wishes, books)
        content = written_archive(files)
        notes: list[str] = []
        read_archive(content)
        with staged(content, books, data, notes.append, step) as pack:
            lines = pack.contents.lines()
        if not make(target, content):
            raise failure("make", "exists", file=goal)
    except LevelError as fault:
        raise Failure(str(fault)) from fault
    except OSError as fault:
        raise failure("store", "unwritable", why=reason(fault)) from fault
    if left_out:
        notes.append(said("make", "left_out", names=", ".join(left_out)))
    return [said("make", "done", file=goal), *lines, *notes]


def wished_goal(text: str) -> Path:
    """Return the path that a person typed for a pack. Raise Failure if it can't be written."""
    try:
        goal = typed_path(text)
    except OSError as fault:
        raise failure("store", "unwritable", why=reason(fault)) from fault
    refuse_goal(str(goal))
    return goal


def proposed_wishes(path: Path, author: str) -> PackWishes:
    """Return what an author may want to say about a level's pack.

    The version is higher than those of the level's packs next to it.
    """
    packs = sorted(path.parent.glob(f"{glob.escape(path.stem)}*{ENDING}"))[:MOST_PACKS]
    versions = [_version_of(file, pack_id(path.stem)) for file in packs]
    next_version = max((int(it.split(".")[0]) for it in versions), default=0) + 1
    return PackWishes("", listed(path).title, str(next_version), author)


def _version_of(file: Path, id: str) -> str:
    """Return the version of the pack in a file, or "0" if it isn't the pack `id`."""
    try:
        table = tomli.loads(read_archive(read_plain(file, MOST_BYTES + 1))[PACK].decode())
    except (Failure, OSError, ValueError, RecursionError):
        return "0"
    version = str(table.get("version"))
    return version if table.get("id") == id and VERSION.fullmatch(version) else "0"


def proposed_pack(path: Path) -> Path:
    """Return a free path for the pack of a level or folder: next to it, with its version."""
    table = table_of(path) if path.is_dir() else None
    stem = f"{table.id}-{table.version}" if table is not None else path.stem
    names = (f"{stem}{tail}{ENDING}" for tail in ("", *(f"-{n}" for n in range(2, 100))))
    return next((goal for name in names if not (goal := path.parent / name).exists()), path)


def _files(
    path: Path, wishes: PackWishes, books: Mapping[str, Book]
) -> tuple[dict[str, bytes], list[str]]:
    """Return the files of a pack, and the names of files in its folder that no pack can hold."""
    folder = path if path.is_dir() else pack_of(path)
    if folder is not None:
        if not (folder / PACK).is_file():
            raise failure("make", "no_level", file=str(path), table=PACK)
        files, left_out = _files_in(folder)
        return files | {PACK: _stamped(files[PACK])}, left_out
    if path.suffix != ".toml":
        raise failure("make", "no_level", file=str(path), table=PACK)
    refuse_campaign(path)
    title = wishes.title or load_level(path, books).title
    id = wishes.id or pack_id(path.stem)
    if not ID.fullmatch(id) or id in RESERVED:
        raise failure("make", "no_id", id=id)
    if not VERSION.fullmatch(wishes.version):
        raise failure("make", "no_version", version=wishes.version)
    table = PackTable(1, id, title, wishes.version, wishes.author, licence=wishes.licence)
    table = msgspec.structs.replace(table, made=__version__)
    return {PACK: table_text(table).encode(), f"{LEVELS}/{id}.toml": read_bytes(path)}, []


def _stamped(table: bytes) -> bytes:
    """Return the text of a pack's table with the version of the game that makes the pack."""
    stamp = f'made = "{__version__}"'
    text, count = MADE.subn(stamp, text_of_bytes(table, PACK))
    return (text if count else f"{text.rstrip()}\n{stamp}\n").encode()


def _files_in(folder: Path) -> tuple[dict[str, bytes], list[str]]:
    """Return the files in a pack's folder. Hidden files are left out."""
    files: dict[str, bytes] = {}
    left_out: list[str] = []
    size = 0
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_dir() or any(part.startswith(".") for part in name.split("/")):
            continue
        if not place_of(name):
            left_out.append(name)
            continue
        files[name] = read_plain(path, MOST_UNPACKED + 1)
        size += len(files[name])
        if len(files) > MOST_FILES or size > MOST_UNPACKED:
            raise failure("archive", "many_files", most=MOST_FILES)
    return files, left_out
