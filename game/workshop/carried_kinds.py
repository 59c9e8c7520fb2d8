"""A pack's kinds and grounds, carried along when one of its levels is saved as one's own."""

import shutil
import tempfile
from pathlib import Path

import tomli

from game.content.pack_data import GROUNDS, KINDS, PIECES
from game.content.pack_table import PackTable, pack_id, table_of, table_text
from game.content.shelf import LEVELS, SOUNDS
from game.content.toml_files.findings import LevelError
from game.content.toml_files.text_reading import read_text
from game.content.toml_files.texts_in_tables import texts_in
from game.content.values.book_data import TERRAIN
from game.core.pack_folders import PACK
from game.record.safe_files import sync_folder
from game.terms.languages import TEXTS
from game.workshop.workshop_sentences import said

NEW = ".new-"
"""The beginning of the name of a folder that isn't complete yet."""
CARRIED = KINDS, PIECES, GROUNDS, SOUNDS, TERRAIN
"""The folders and the file of a pack that its levels need."""


def used_of_pack(text: str, book: str, pack: Path) -> tuple[str, ...]:
    """Return the ids of the pack's kinds and grounds that a level's text may use."""
    try:
        named = set(texts_in(tomli.loads(text)))
    except (ValueError, RecursionError):
        return ()
    own = (*_ids(pack / KINDS / f"{book}.toml"), *_ids(pack / TERRAIN))
    return tuple(id for id in own if id in named)


def _ids(path: Path) -> list[str]:
    """Return the ids of the things in a pack's file; none if there is no such file."""
    try:
        return list(tomli.loads(read_text(path))) if path.is_file() else []
    except (LevelError, ValueError, RecursionError):
        return []


def place_in_pack(folder: Path, stem: str) -> Path:
    """Return where a level is, within a folder that becomes a pack of its own."""
    return folder / LEVELS / f"{stem}.toml"


def is_place_in_pack(path: Path) -> bool:
    """Return whether a level at this path can bring kinds along, in a folder made for it."""
    return path.parent.name == LEVELS and not path.parent.parent.exists()


def carry_kinds(pack: Path, folder: Path, title: str) -> None:
    """Make the folder of a new pack, with everything that levels need from another pack.

    Raise OSError if that is impossible. The folder is there as a whole, or not at all.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=NEW, dir=folder.parent))
    try:
        made.chmod(0o755)
        for name in (*CARRIED, *(f"{it}/{name}" for it in _languages(pack) for name in CARRIED)):
            source, goal = pack / name, made / name
            if source.is_dir():
                shutil.copytree(source, goal)
            elif source.is_file():
                goal.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, goal)
        (made / PACK).write_text(_table(pack, folder.name, title), encoding="utf-8")
        made.rename(folder)
    except OSError:
        shutil.rmtree(made, ignore_errors=True)
        raise
    sync_folder(folder.parent)


def _languages(pack: Path) -> list[str]:
    return sorted(f"{TEXTS}/{it.name}" for it in (pack / TEXTS).glob("*") if it.is_dir())


def _table(pack: Path, name: str, title: str) -> str:
    """Return the table of the new pack, which says where its kinds are from."""
    before = table_of(pack)
    if before is None:
        return table_text(PackTable(1, pack_id(name), title, "1"))
    key = "from_by" if before.author else "from"
    named = {"title": before.title, "version": before.version, "author": before.author}
    about = said("carried", key, **named)
    return table_text(PackTable(1, pack_id(name), title, "1", about=about, licence=before.licence))
