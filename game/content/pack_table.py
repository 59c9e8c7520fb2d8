"""The table of a pack: `pack.toml`, with the pack's name, version and author."""

import re
from pathlib import Path
from typing import Annotated

import msgspec

from game.content.toml_files.findings import LevelError
from game.content.toml_files.source import Source, raise_errors
from game.content.toml_files.text_reading import printable, read_text
from game.content.values.book_data import ID
from game.content.values.decoding import Decoder
from game.core.pack_folders import PACK
from game.terms.level import Title

FORMAT = 1
"""The newest format of packs that this version reads."""
FIRST = "0.1"
"""The first version of the game that made packs."""
VERSION = re.compile(r"(0|[1-9]\d{0,4})(\.(0|[1-9]\d{0,4})){0,2}")
RESERVED = frozenset({"mine", "game", "levels", "campaign"})
"""Ids that no pack can have."""
Line = Annotated[str, msgspec.Meta(max_length=100)]
Paragraph = Annotated[str, msgspec.Meta(max_length=1000)]


class PackTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `pack.toml`."""

    format: Annotated[int, msgspec.Meta(ge=1, le=FORMAT)]
    id: str
    """Name of the pack in ids, as in `fen/first_light`."""
    title: Title
    version: str
    """Version, such as 1.2. A changed pack needs a higher one."""
    author: Line = ""
    about: Paragraph = ""
    licence: Line = ""
    game: str = ""
    """Lowest version of the game that the pack needs."""
    made: str = ""
    """Version of the game that the pack was made with. `five-tables pack` writes it."""

    @property
    def name(self) -> str:
        """The id with the version, which names exactly this pack: `fen@1.2`."""
        return f"{self.id}@{self.version}"


def read_pack_table(folder: Path) -> PackTable:
    """Return the table of the pack in a folder. Raise LevelError with all its errors."""
    path = folder / PACK
    source = Source(printable(str(path)), read_text(path))
    table = Decoder(source, {}).struct(PackTable, source.tables, ())
    if table is not None:
        _check(source, table)
    raise_errors([source])
    assert table is not None
    return table


def _check(source: Source, table: PackTable) -> None:
    """Record an error for an id or version that can't be used.

    No pack is older than packs: by such a lie, it could have the ids of anything in the game.
    """
    if not ID.fullmatch(table.id) or table.id in RESERVED:
        source.error("wrong-value", ("id",), at_value=True, variant="pack-id", given=table.id)
    versions = ("version", table.version), ("game", table.game), ("made", table.made)
    for key, version in versions:
        if (version or key == "version") and not VERSION.fullmatch(version):
            source.error("wrong-value", (key,), at_value=True, variant="version", given=version)
    if VERSION.fullmatch(table.made) and version_key(table.made) < version_key(FIRST):
        source.error(
            "wrong-value", ("made",), at_value=True, variant="made", given=table.made, first=FIRST
        )


def pack_name(folder: Path) -> str:
    """Return the id and version of a pack's folder, or "" for another folder."""
    table = table_of(folder) if (folder / PACK).is_file() else None
    return table.name if table is not None else ""


def is_from_before(table: PackTable, version: str) -> bool:
    """Return whether a pack was made with a version of the game before this one."""
    return bool(table.made) and version_key(table.made) < version_key(version)


def table_text(table: PackTable) -> str:
    """Return the text of a `pack.toml`."""
    plain = {key: it for key, it in msgspec.to_builtins(table).items() if it}
    rows = (f"{key} = {msgspec.json.encode(value).decode()}\n" for key, value in plain.items())
    return "".join(rows)


def pack_id(name: str) -> str:
    """Return an id for a pack made from the name of a file or folder. It may not be a valid one."""
    return re.sub(r"[^a-z0-9_-]+", "_", name.lower()).strip("_-")


def version_key(version: str) -> tuple[int, ...]:
    """Return a key that sorts versions, so that 1.10 comes after 1.9 and 1.0 equals 1."""
    numbers = [int(part) for part in version.split(".")] if VERSION.fullmatch(version) else []
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def table_of(folder: Path) -> PackTable | None:
    """Return the table of the pack in a folder, or None if it can't be read."""
    try:
        return read_pack_table(folder)
    except (LevelError, OSError):
        return None
