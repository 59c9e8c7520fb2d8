"""Open levels: find the file by name, then read, check and resolve it into a Level."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import tomli

from game.content.checks import run_all_checks, run_checks
from game.content.drafts.drafting import draft_of
from game.content.drafts.level_draft import LevelDraft
from game.content.drafts.level_tables import FORMAT, MOST
from game.content.drafts.resolving import resolved
from game.content.pack_data import flawed, level_data
from game.content.pack_table import pack_name
from game.content.shipped_folders import CAMPAIGN, levels_root
from game.content.toml_files.finding_texts import Problem, Words
from game.content.toml_files.findings import Finding, LevelError, in_order
from game.content.toml_files.positions import Keys
from game.content.toml_files.source import Changes, Source, nearest
from game.content.toml_files.text_reading import checked_text, printable, read_text
from game.content.toml_files.translated_data import translate
from game.content.values.book_data import BookLike, is_book_data
from game.content.values.wording import noun
from game.core.pack_folders import pack_of
from game.terms.level import Level
from game.terms.texts import BadTexts, Texts

Books = Mapping[str, BookLike]

LevelTrial = Callable[[Level, str], list[Finding]]
"""A function that plays a level and returns the findings. The string is the file's name in them."""


class CheckedLevel(NamedTuple):
    """A level, or None if it can't be played, and all findings."""

    level: Level | None
    findings: tuple[Finding, ...]
    more: int = 0
    """The number of findings beyond those listed."""


class StudiedLevel(NamedTuple):
    """A level with all findings, and its draft."""

    checked: CheckedLevel
    draft: LevelDraft | None
    """The level as far as it could be read, or None if the text is not TOML."""


class ListedLevel(NamedTuple):
    """A level in the levels folder. Title and rulebook are empty if the file can't be read."""

    id: str
    title: str
    rulebook: str
    path: Path
    root: Path | None = None
    """Folder of the books' data, if it isn't the one that the path says."""


def load_level(
    path: Path, books: Books, *, root: Path | None = None, changes: Changes | None = None
) -> Level:
    """Return the level in a file. Raise LevelError with all its errors."""
    file, id = printable(str(path)), printable(path.stem)
    refuse_campaign(path)
    root = root or pack_of(path)

    def change(tables: dict[str, Any]) -> None:
        """Translate the tables, then change them."""
        translate(path, tables)
        if changes is not None:
            changes(tables)

    return read_level(read_text(path), file=file, id=id, books=books, root=root, changes=change)


def read_level(
    text: str,
    *,
    file: str,
    id: str,
    books: Books,
    root: Path | None = None,
    changes: Changes | None = None,
) -> Level:
    """Return the level in a text. Raise LevelError with all its errors.

    `file` is the name that findings show. The books' data come from `root`, a levels folder or
    a pack; default: the game's levels. `changes` are made to the tables before they are read.
    """
    checked = _checked(text, file, id, books, root, run_checks, changes).checked
    if checked.level is None:
        raise LevelError(checked.findings, checked.more)
    return checked.level


def check_level(
    text: str, *, file: str, id: str, books: Books, root: Path | None = None
) -> CheckedLevel:
    """Read a level as `read_level` does, but return all findings, warnings included."""
    return study_level(text, file=file, id=id, books=books, root=root).checked


def study_level(
    text: str, *, file: str, id: str, books: Books, root: Path | None = None
) -> StudiedLevel:
    """Return what `check_level` returns, and the draft that was checked."""
    return _checked(text, file, id, books, root, run_all_checks)


def _checked(
    text: str,
    file: str,
    id: str,
    books: Books,
    root: Path | None,
    run: Callable[[LevelDraft], None],
    changes: Changes | None = None,
) -> StudiedLevel:
    try:
        source = Source(file, checked_text(text, file), ("map", "text"), tuple(MOST))
        refuse_newer(source, "level")
        if changes is not None:
            source.change(changes)
    except LevelError as error:
        return StudiedLevel(CheckedLevel(None, error.findings, error.more), None)
    book, others = book_of(source, books), CheckedLevel(None, ())
    root = root or levels_root()
    data = None
    try:
        data = level_data(book, root) if book else None
    except LevelError as error:
        others = CheckedLevel(None, error.findings, error.more)
    draft = draft_of(source, book, data, books)
    run(draft)
    if book is not None and data is not None and not source.has_errors:
        level = msgspec.structs.replace(resolved(draft, id, book, data), pack=pack_name(root))
        others = _judged(draft, level, book, root)
    found = in_order([*source.found, *others.findings])
    return StudiedLevel(CheckedLevel(others.level, found, source.more + others.more), draft)


def find_level(name: str, *, root: Path | None = None) -> Path:
    """Return the path of a level or campaign, given its id or path.

    A level comes before a campaign of the same id. Raise LevelError with the nearest id if there is
    neither.
    """
    if "/" in name:
        return Path(name)
    try:
        return level_called(name, root=root)
    except LevelError:
        if name and ("\\" in name or name.endswith(".toml") or _exists(name)):
            return Path(name)
        raise


def level_called(id: str, *, root: Path | None = None) -> Path:
    """Return the file of a level or campaign in the levels folder, by its id.

    Raise LevelError if there is none.
    """
    folder = root or levels_root()
    paths = {path.stem: path for path in reversed(level_paths(folder))}
    paths = {path.parent.name: path for path in sorted(folder.rglob(CAMPAIGN))} | paths
    if id in paths:
        return paths[id]
    near = nearest(id, paths)
    problem = Problem("unknown-level", level=id)
    if near:
        problem = Problem("unknown-level", variant="near", level=id, near=near)
    raise LevelError([Finding.of(problem, id)])


def find_campaign(name: str, *, root: Path | None = None) -> Path | None:
    """Return the file of a campaign, given its id, folder or file; None if it isn't a campaign."""
    try:
        path = find_level(name, root=root)
    except LevelError:
        return None
    if not _is_campaign(path):
        return None
    return path if path.name == CAMPAIGN else path / CAMPAIGN


def all_levels(*, root: Path | None = None) -> list[ListedLevel]:
    """Return the levels in the levels folder, sorted by path."""
    return [listed(path) for path in level_paths(root or levels_root())]


def listed(path: Path) -> ListedLevel:
    """Return a level's entry for lists of levels."""
    return ListedLevel(path.stem, *_header(path), path)


def level_paths(root: Path) -> list[Path]:
    """Return the level files in a levels folder, sorted by path."""
    if not root.is_dir():
        return []
    data, depth = {it.name for it in root.iterdir() if is_book_data(it)}, len(root.parts)
    found = sorted(path for path in root.rglob("*.toml") if path.parent != root)
    levels = (path for path in found if path.name != CAMPAIGN)
    return [path for path in levels if path.parts[depth] not in data]


def refuse_campaign(path: Path) -> None:
    """Raise LevelError if the file or folder is a campaign, not a level."""
    if _is_campaign(path):
        file = printable(str(path))
        raise LevelError([Finding.of(Problem("is-campaign", path=Words(repr(file))), file)])


def _is_campaign(path: Path) -> bool:
    try:
        return path.name == CAMPAIGN or (path / CAMPAIGN).is_file()
    except (OSError, ValueError):  # the reader reports why it can't be read
        return False


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def _header(path: Path) -> tuple[str, str]:
    try:
        tables = tomli.loads(read_text(path))
        translate(path, tables)
    except (LevelError, ValueError, RecursionError):
        return "", ""
    return str(tables.get("title", "")), str(tables.get("rulebook", ""))


def refuse_newer(source: Source, what: str, newest: int = FORMAT) -> None:
    """Raise LevelError if the format is too new, without looking for other errors."""
    number = source.tables.get("format")
    if isinstance(number, int) and not isinstance(number, bool) and number > newest:
        file = noun(what)
        source.error("newer-format", ("format",), at_value=True, what=file, newest=newest)
        raise LevelError(source.found)


def book_of(source: Source, books: Books) -> BookLike | None:
    """Return the rulebook that a file names, or None after recording an error if it is unknown."""
    name = source.tables.get("rulebook")
    if not isinstance(name, str) or name in books:
        return books.get(name) if isinstance(name, str) else None
    near = source.nearest(name, books)
    if near:
        source.error(
            "unknown-rulebook", ("rulebook",), at_value=True, variant="near", book=name, near=near
        )
    else:
        known = tuple(sorted(books))
        source.error("unknown-rulebook", ("rulebook",), at_value=True, book=name, known=known)
    return None


def _judged(draft: LevelDraft, level: Level, book: BookLike, root: Path) -> CheckedLevel:
    """Let the book check a level. Return the level, and the findings about the book's own files.

    The returned level is None if errors prevent play. Findings about the level are added to its
    source.
    """
    source = draft.source
    flaws = [flaw for lint in book.lints for flaw in lint(level)]
    ids = _tables_by_id(draft) if flaws else {}
    texts = _sentences(book) if flaws else Texts()
    for flaw in (one for one in flaws if not one.file):
        keys = _keys_of(flaw.at, ids, source)
        problem = Problem("book-rule", text=Words(flaw.text(texts)))
        source.add(flaw.severity, problem, keys, at_value=True)
    found = flawed(book, root, (one for one in flaws if one.file), texts)
    is_bad = source.has_errors or any(finding.severity == "error" for finding in found)
    return CheckedLevel(None if is_bad else level, tuple(found))


def _sentences(book: BookLike) -> Texts:
    """Return a book's sentences; none if they can't be used, which `check --book` reports."""
    try:
        return book.catalogue
    except BadTexts:
        return Texts()


def _tables_by_id(draft: LevelDraft) -> dict[Keys, Keys]:
    """Return the keys of the units' and sides' tables, by the full ids that books use."""
    found: dict[Keys, Keys] = {("side", str(side.id)): side.keys for side in draft.sides}
    for unit in draft.units:
        found["unit", f"{unit.side}.{unit.id}"] = unit.keys
    return found


def _keys_of(at: Keys, ids: dict[Keys, Keys], source: Source) -> Keys:
    """Return the path in the file for a book's finding.

    If a unit or side doesn't have the key, return the path to its id.
    """
    if at[:2] not in ids:
        return at
    table, rest = ids[at[:2]], at[2:]
    found = source.tables[str(table[0])][table[1]]
    return (*table, *rest) if rest and rest[0] in found else (*table, "id")
