"""All that is known of a level's text: its tables, its map, the level and the findings."""

from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from game.content.drafts.level_draft import GRID, LEGEND, ZONES, LevelDraft
from game.content.drafts.level_tables import Letter
from game.content.levels import Books, study_level
from game.content.toml_files.findings import Finding
from game.content.toml_files.layout import TextSpan
from game.content.toml_files.positions import Keys, Positions
from game.content.toml_files.splices import Edits, applied
from game.content.toml_files.text_rows import TextRows
from game.content.toml_files.toml_text import TomlText
from game.content.value_origins import Origins, origins_in
from game.content.values.book_data import BookLike
from game.core.cells import Cell
from game.terms.level import Level
from game.workshop.document.gesture import refused


class MarkedFinding(NamedTuple):
    """A finding with its place in the text."""

    finding: Finding
    span: TextSpan | None
    """What to mark, or None if the finding is about another file, or the whole one."""
    cell: Cell | None = None
    """The tile, if the place is a letter of the map."""
    keys: Keys = ()
    """The path of the value or table, with numbers of tables."""


class LevelReading:
    """One text of a level, read once. Only parts that are asked for are computed."""

    def __init__(
        self, text: str, file: str, id: str, books: Books, root: Path | None = None
    ) -> None:
        self.text = text
        self.file = file
        self._id, self._books, self._root = id, books, root
        checked, draft = study_level(text, file=file, id=id, books=books, root=root)
        self.level: Level | None = checked.level
        """The level, or None if errors prevent play."""
        self.draft: LevelDraft | None = draft
        """The level as far as it could be read, or None if the text is not TOML."""
        self.more = checked.more
        """The number of findings beyond those listed."""
        self._findings = checked.findings

    def after(self, edits: Edits) -> "LevelReading":
        """Return the reading of the text with some edits."""
        text = applied(self.text, edits)
        return LevelReading(text, self.file, self._id, self._books, self._root)

    @cached_property
    def findings(self) -> tuple[MarkedFinding, ...]:
        """All findings, errors first, with their places."""
        return tuple(self._marked(finding) for finding in self._findings)

    @property
    def is_toml(self) -> bool:
        """True if the text is TOML, so that gestures can be made."""
        return self.draft is not None

    @property
    def book(self) -> BookLike | None:
        """The level's rulebook, or None if the text names none that is known."""
        name = self.toml.tables.get("rulebook")
        return self._books.get(name) if isinstance(name, str) else None

    @cached_property
    def toml(self) -> TomlText:
        """The text with its layout. Raise GestureRefused if it is not TOML."""
        self.require_toml()
        assert self.draft is not None
        source = self.draft.source
        return TomlText(source.text, source.tables, source.positions)

    def require_toml(self) -> None:
        """Raise GestureRefused with the line to mend if the text is not TOML."""
        if self.draft is None:
            first = next(iter(self._findings), None)
            raise refused("not_toml", line=first.line if first else 1)

    @cached_property
    def positions(self) -> Positions:
        """The places of all keys, also in a text that is not TOML."""
        return self.toml.positions if self.is_toml else Positions(self.text)

    @cached_property
    def grid(self) -> TextRows:
        """The map's letters in the text. Raise GestureRefused if there is no map to edit."""
        span = self.toml.layout.value(GRID)
        if self.draft is None or not self.draft.rows or not self.draft.width or span is None:
            raise refused("no_map")
        return TextRows(self.text, span)

    @cached_property
    def zones(self) -> TextRows | None:
        """The letters of the zones in the text, or None if the level has no zones."""
        span = self.toml.layout.value(ZONES)
        is_text = isinstance(self.toml.get(ZONES), str)
        return TextRows(self.text, span) if is_text and span is not None else None

    @property
    def width(self) -> int:
        """The map's width in tiles."""
        return self.draft.width if self.draft else 0

    @property
    def height(self) -> int:
        """The map's height in tiles."""
        return self.draft.height if self.draft else 0

    @cached_property
    def origins(self) -> Origins | None:
        """The final values of units and settings with file and line; None without a level."""
        return origins_in(self.file, self.level, self._books) if self.level else None

    def has(self, cell: Cell) -> bool:
        """Return whether the map has a tile."""
        return self.draft is not None and self.draft.has(cell)

    def letter(self, cell: Cell) -> str:
        """Return the letter of a tile; "" for one that is not on the map."""
        rows = self.draft.rows if self.draft else None
        column, row = cell
        if not rows or not 0 <= row < len(rows) or not 0 <= column < len(rows[row]):
            return ""
        return rows[row][column]

    @property
    def legend(self) -> dict[str, Letter]:
        """The letters of the legend that have no error."""
        entries = (self.draft.legend if self.draft else None) or {}
        return {letter: entry for letter, entry in entries.items() if entry is not None}

    @property
    def written_letters(self) -> set[str]:
        """All letters that the legend or the map has, errors or not."""
        legend = self.toml.get(LEGEND)
        written = set(legend) if isinstance(legend, dict) else set()
        return written | set(self.draft.letters if self.draft else ())

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column, which count from 1."""
        return min(self.positions.start(line) + column - 1, len(self.text))

    def place(self, offset: int) -> tuple[Keys, Cell | None]:
        """Return what stands at an offset: the path of the value, and the tile if it is the map."""
        keys = self.toml.layout.keys_at(offset)
        if keys == GRID and self.draft is not None and self.draft.rows:
            cell = self.grid.cell_at(offset)
            return keys, cell if cell is not None and self.has(cell) else None
        return keys, None

    def tile_offset(self, cell: Cell) -> int | None:
        """Return the offset of a tile's letter, or None."""
        place = self.grid.place(cell)
        return place.start if place else None

    def _marked(self, finding: Finding) -> MarkedFinding:
        if finding.file != self.file or not finding.line:
            return MarkedFinding(finding, None)
        at = self.offset(finding.line, finding.column)
        line_end = at + len(self.positions.line(finding.line)[finding.column - 1 :])
        if not self.is_toml:
            return MarkedFinding(finding, TextSpan(at, max(line_end, at)))
        keys, cell = self.place(at)
        if cell is not None:
            return MarkedFinding(finding, TextSpan(at, at + 1), cell, keys)
        return MarkedFinding(finding, self._token(keys, at, line_end), None, keys)

    def _token(self, keys: Keys, at: int, line_end: int) -> TextSpan:
        """Return the key or value that begins at an offset, but only its first line."""
        pair, value = self.toml.layout.pair(keys), self.toml.layout.value(keys)
        if pair is not None and pair.key.start == at:
            return pair.key
        if value is not None and value.start == at:
            return TextSpan(at, min(value.end, line_end))
        return TextSpan(at, line_end)
