"""The values that a level inherits from the rulebook's files, and where they are written."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from game.content.pack_data import is_pack, level_data, own_paths, shared_paths
from game.content.shipped_folders import levels_root
from game.content.toml_files.findings import LevelError
from game.content.toml_files.source import Source
from game.content.toml_files.text_reading import read_text
from game.content.values.book_data import BookData, BookLike, file_stamp
from game.workshop.forms.form_sentences import said


class Inherited(NamedTuple):
    """A value that counts as long as the level doesn't give another, and its origin."""

    value: object
    origin: str
    """File and line, such as `bestiary.toml:12`, or words such as "default"."""


class Inheritance:
    """The values of a rulebook's kinds and settings."""

    def __init__(self, book: BookLike, root: Path | None = None) -> None:
        """Start with the rulebook's own files. If they have errors, nothing is inherited."""
        root = root or levels_root()
        self._paths = shared_paths(book, root)
        self._own = own_paths(book, root)["bestiary"] if is_pack(root) else None
        """The file of a pack's kinds, or None."""
        self._sources: dict[Path, tuple[object, Source]] = {}
        try:
            self.data: BookData | None = level_data(book, root)
        except LevelError:
            self.data = None

    def of_kind(self, kind: object, key: str, default: object) -> Inherited:
        """Return what a unit of a kind inherits for a key."""
        known = self.data.kinds if self.data is not None else {}
        table = known.get(kind) if isinstance(kind, str) else None
        return self._of("bestiary", table or {}, (str(kind), key), default)

    def of_setting(self, key: str, default: object) -> Inherited:
        """Return what a level inherits for a key of the rulebook's settings."""
        return self._of("settings", self.data.settings if self.data else {}, (key,), default)

    def _of(
        self, file: str, table: Mapping[str, object], keys: tuple[str, ...], default: object
    ) -> Inherited:
        if keys[-1] not in table:
            return Inherited(default, said("origin", "default"))
        path = self._paths[file]
        if file == "bestiary" and self._own is not None and self._own.is_file():
            path = self._own if keys[0] in self._source(self._own).tables else path
        line = self._source(path).positions.key(keys).line
        origin = said("origin", "line", file=path.name, line=line)
        return Inherited(table[keys[-1]], origin)

    def _source(self, path: Path) -> Source:
        stamp, kept = file_stamp(path), self._sources.get(path)
        if kept is None or kept[0] != stamp:
            kept = self._sources[path] = (stamp, Source(str(path), read_text(path)))
        return kept[1]
