"""One valid TOML text with its tables and its layout, for edits."""

from functools import cached_property

from game.content.toml_files.layout import TextLayout
from game.content.toml_files.parsing import parsed
from game.content.toml_files.positions import Keys, Positions
from game.content.toml_files.value_text import Style


class TomlText:
    """A text, its tables, and where everything is in it."""

    def __init__(
        self, text: str, tables: dict[str, object], positions: Positions | None = None
    ) -> None:
        self.text = text
        self.tables = tables
        self._positions = positions

    @classmethod
    def parsed(cls, text: str, file: str = "") -> "TomlText":
        """Read a text. Raise LevelError if it is not TOML."""
        return cls(text, parsed(file, text, {}))

    @cached_property
    def positions(self) -> Positions:
        """The places of all keys."""
        return self._positions or Positions(self.text)

    @cached_property
    def layout(self) -> TextLayout:
        """The spans of everything in the text."""
        return TextLayout(self.text, self.positions)

    @cached_property
    def style(self) -> Style:
        """The style in which the file is written."""
        return Style(self.layout)

    def get(self, keys: Keys) -> object:
        """Return the value at a path, or None."""
        found: object = self.tables
        for key in keys:
            if isinstance(found, dict) and isinstance(key, str):
                found = found.get(key)
            elif isinstance(found, list) and isinstance(key, int) and 0 <= key < len(found):
                found = found[key]
            else:
                return None
        return found

    def entries(self, array: str) -> list[dict[str, object]]:
        """Return the tables of an array; others count as empty, so that the numbers stay true."""
        found = self.tables.get(array)
        if not isinstance(found, list):
            return []
        return [entry if isinstance(entry, dict) else {} for entry in found]
