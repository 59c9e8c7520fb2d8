"""Read a pack's file in memory, within limits, and write one.

The archive comes from a stranger. Every name, size and kind of entry is judged before any content
is read, every image and sound before anything is written.
"""

import re
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import NamedTuple

from game.content.svg_images import BOXES, GROUND_BOXES, Boxes, image_trouble
from game.core.pack_folders import PACK
from game.record.failure import Failure
from game.workshop.packs.pack_sentences import failure
from game.workshop.packs.wav_files import sound_trouble

ENDING = ".ftpack"
MOST_BYTES = 20_000_000
"""Maximum size of a pack's file."""
MOST_UNPACKED = 40_000_000
"""Maximum size of all files in a pack."""
MOST_FILES = 500
MOST_RATIO, SMALL = 100, 50_000
"""How many times smaller a file may get by being packed, if it is larger than `SMALL` bytes."""
LONGEST, DEEPEST = 120, 6
"""Maximum length of a name, and maximum number of its parts."""
WORD = "[a-z0-9][a-z0-9_-]{0,60}"
BEGINNING = b"PK\x03\x04"
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED = 0x1
RESERVED = frozenset(("con", "prn", "aux", "nul")) | {
    f"{port}{number}" for port in ("com", "lpt") for number in range(10)
}
"""Names that Windows keeps for devices."""
STAMP = 1980, 1, 1, 0, 0, 0


class PackPlace(NamedTuple):
    """A kind of file that a pack can hold: its names, and its maximum size."""

    names: re.Pattern[str]
    most: int


def _place(pattern: str, most: int) -> PackPlace:
    return PackPlace(re.compile(pattern.replace("WORD", WORD)), most)


PLACES = {
    "table": _place(r"pack\.toml", 20_000),
    "level": _place(r"levels/(WORD/){0,2}WORD\.toml", 400_000),
    "campaign": _place(r"campaigns/(WORD/){1,3}WORD\.toml", 400_000),
    "kinds": _place(r"kinds/WORD\.toml", 200_000),
    "grounds": _place(r"terrain\.toml", 200_000),
    "image": _place(r"pieces/WORD\.svg", 30_000),
    "ground": _place(r"grounds/WORD\.svg", 30_000),
    "sound": _place(r"sounds/WORD\.wav", 2_000_000),
    "text": _place(r"texts/WORD/(WORD/){0,4}WORD\.toml", 400_000),
    "proof": _place(r"proof/WORD\.jsonl", 4_000_000),
    "note": _place(r"(readme|licence)\.(txt|md)", 50_000),
}
"""Everything that a pack can hold."""


IMAGES: Mapping[str, Boxes] = {"image": BOXES, "ground": GROUND_BOXES}
"""The allowed sizes of images, by the kind of file."""


def place_of(name: str) -> str:
    """Return the kind of a file in a pack by its name, or "" if no pack can hold it."""
    return next((kind for kind, it in PLACES.items() if it.names.fullmatch(name)), "")


def read_archive(data: bytes) -> dict[str, bytes]:
    """Return the files in a pack by name. Raise Failure with a sentence if anything is wrong."""
    if len(data) > MOST_BYTES:
        raise failure("archive", "large", most=MOST_BYTES)
    if not data.startswith(BEGINNING):
        raise failure("archive", "no_archive")
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            files = dict(_read(archive))
    except Failure:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OSError) as fault:
        raise failure("archive", "damaged", why=str(fault)) from fault
    except (NotImplementedError, RuntimeError, MemoryError, RecursionError, LookupError) as fault:
        raise failure("archive", "damaged", why=type(fault).__name__) from fault
    judge(files)
    return files


def _read(archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    """Yield each file with its content. All entries are judged before the first is read."""
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise failure("archive", "many_files", most=MOST_FILES)
    seen: set[str] = set()
    for entry in entries:
        _judge_entry(entry)
        if entry.filename in seen:
            raise failure("archive", "twice", name=_shown(entry.filename))
        seen.add(entry.filename)
    if sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        raise failure("archive", "unpacked", most=MOST_UNPACKED)
    for entry in entries:
        if not entry.is_dir():
            most = PLACES[place_of(entry.filename)].most
            with archive.open(entry) as file:
                content = file.read(most + 1)  # the archive may lie about sizes
            if len(content) > most:
                raise failure("archive", "large_file", name=entry.filename, most=most)
            yield entry.filename, content


def _judge_entry(entry: zipfile.ZipInfo) -> None:
    """Raise Failure unless an entry is a plain file that a pack can hold, or a folder."""
    name = entry.orig_filename
    shown = _shown(name)
    mode = entry.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise failure("archive", "link", name=shown)
    if name != entry.filename or "\\" in name or "\0" in name:
        raise failure("archive", "bad_name", name=shown)
    parts = name.removesuffix("/").split("/")
    if any(part in ("", ".", "..") or ":" in part for part in parts):
        raise failure("archive", "outside", name=shown)
    if len(name) > LONGEST or len(parts) > DEEPEST:
        raise failure("archive", "long_name", name=shown, most=LONGEST, depth=DEEPEST)
    if any(part.split(".")[0].lower() in RESERVED for part in parts):
        raise failure("archive", "device", name=shown)
    if not all(re.fullmatch(rf"{WORD}(\.[a-z]+)?", part) for part in parts):
        raise failure("archive", "bad_name", name=shown)
    if entry.flag_bits & ENCRYPTED or entry.compress_type not in METHODS:
        raise failure("archive", "method", name=shown)
    if entry.is_dir():
        return
    kind = place_of(name)
    if not kind:
        raise failure("archive", "no_place", name=shown)
    if entry.file_size > PLACES[kind].most:
        raise failure("archive", "large_file", name=shown, most=PLACES[kind].most)
    if entry.file_size > SMALL and entry.file_size > MOST_RATIO * max(1, entry.compress_size):
        raise failure("archive", "bomb", name=shown, most=MOST_RATIO)


def judge(files: Mapping[str, bytes]) -> None:
    """Raise Failure if a pack has no table, or if an image or sound can't be used."""
    if PACK not in files:
        raise failure("archive", "no_table", table=PACK)
    for name, content in files.items():
        why = ""
        if place_of(name) in IMAGES:
            why = image_trouble(content.decode("utf-8", "replace"), IMAGES[place_of(name)])
        elif place_of(name) == "sound":
            why = sound_trouble(content)
        if why:
            raise failure("archive", "bad_file", name=name, why=why)


def written_archive(files: Mapping[str, bytes]) -> bytes:
    """Return the content of a pack's file. The same files always give the same content."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files, key=lambda name: (name != PACK, name)):
            entry = zipfile.ZipInfo(name, STAMP)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, files[name])
    return made.getvalue()


def _shown(name: str) -> str:
    """Return a name for a sentence, however strange it is."""
    short = name if len(name) <= LONGEST else f"{name[:LONGEST]}..."
    return ascii(short)
