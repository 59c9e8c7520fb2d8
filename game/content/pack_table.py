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
    """Record an error for an id or version that can't be used."""
    if not ID.fullmatch(table.id) or table.id in RESERVED:
        source.error("wrong-value", ("id",), at_value=True, variant="pack-id", given=table.id)
    for key, version in (("version", table.version), ("game", table.game)):
        if (version or key == "version") and not VERSION.fullmatch(version):
            source.error("wrong-value", (key,), at_value=True, variant="version", given=version)


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
