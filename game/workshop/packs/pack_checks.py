"""Check the folder of a pack as a whole, and list what it holds."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

import tomli

from game import __version__
from game.content.levels import load_level
from game.content.pack_data import KINDS, PIECES, level_data
from game.content.pack_table import PackTable, read_pack_table, version_key
from game.content.shelf import CAMPAIGNS, LEVELS, SOUNDS
from game.content.shipped_folders import CAMPAIGN
from game.content.toml_files.findings import Finding, LevelError
from game.content.toml_files.text_reading import read_text
from game.content.values.book_data import TERRAIN
from game.core.pack_folders import PACK
from game.engine.book import Book
from game.record.failure import Failure
from game.terms.languages import TEXTS, Translation
from game.terms.level import Level
from game.terms.texts import BadTexts, titles_text
from game.workshop.check_campaign import check_campaign
from game.workshop.check_levels import CheckReport, check_file
from game.workshop.packs.pack_proofs import PROOF, prove
from game.workshop.packs.pack_sentences import failure, said


class PackContents(NamedTuple):
    """Everything that a pack holds, once all of it has been checked."""

    table: PackTable
    levels: tuple[str, ...]
    """Titles of the levels."""
    campaigns: tuple[str, ...]
    kinds: tuple[str, ...]
    grounds: tuple[str, ...]
    images: int
    sounds: int
    languages: int
    proofs: int
    warnings: int
    bytes: int

    def lines(self) -> list[str]:
        """Return what the pack holds, in sentences."""
        say, table = partial(said, "about"), self.table
        found = [say("title", title=table.title, version=table.version)]
        found.append(say("author", author=table.author) if table.author else say("no_author"))
        found += [table.about] if table.about else []
        found += [say("licence", licence=table.licence)] if table.licence else []
        for name in ("levels", "campaigns", "kinds", "grounds"):
            titles: tuple[str, ...] = getattr(self, name)
            if titles:
                found.append(say(name, count=len(titles), names=titles_text(titles)))
        if self.images or self.sounds or self.languages:
            counts = {"images": self.images, "sounds": self.sounds, "languages": self.languages}
            found.append(say("files", **counts))
        found.append(say("proofs", count=self.proofs) if self.proofs else say("unproved"))
        found += [say("warnings", count=self.warnings)] if self.warnings else []
        return [*found, say("safe", bytes=f"{self.bytes:,}")]


def check_pack(
    folder: Path, books: Mapping[str, Book], tell: Callable[[str], object] = lambda _: None
) -> PackContents:
    """Return what the pack in a folder holds. Raise Failure with a sentence if it has an error.

    `tell` gets the sentences about proofs that play differently in this version of the game.
    """
    try:
        table = read_pack_table(folder)
    except LevelError as fault:
        raise _failure(fault.findings, fault.more) from fault
    if table.game and version_key(table.game) > version_key(__version__):
        raise failure("check", "newer_game", needed=table.game, here=__version__)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    kinds, grounds = _data(folder, files, books)
    reports = [*_levels(folder, files, books), *_campaigns(folder, files, books)]
    if not reports:
        raise failure("check", "nothing")
    findings = [finding for report in reports for finding in report.findings]
    levels = tuple(_level_titles(folder, files, books))
    _check_translations(folder, files)
    proofs = [path for path in files if path.parent == folder / PROOF]
    return PackContents(
        table,
        levels,
        tuple(_campaign_titles(folder, files)),
        kinds,
        grounds,
        sum(path.suffix == ".svg" for path in files),
        sum(path.suffix == ".wav" for path in files),
        len({path.relative_to(folder / TEXTS).parts[0] for path in _in(folder / TEXTS, files)}),
        prove(proofs, _resolved(folder, files, books) if proofs else (), books, tell),
        sum(finding.severity == "warning" for finding in findings),
        sum(path.stat().st_size for path in files),
    )


def _failure(findings: Iterable[Finding], more: int = 0) -> Failure:
    """Return a failure with the first error of several."""
    errors = [finding for finding in findings if finding.severity == "error"]
    first = errors[0] if errors else next(iter(findings))
    place = f"{Path(first.file).name}:{first.line}: " if first.line else ""
    count = len(errors) - 1 + more
    key = "finding_more" if count > 0 else "finding"
    return failure("check", key, first=f"{place}{first.message}", count=count)


def _in(folder: Path, files: Iterable[Path]) -> list[Path]:
    return [path for path in files if path.is_relative_to(folder)]


def _data(
    folder: Path, files: list[Path], books: Mapping[str, Book]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Check a pack's kinds, grounds, images and sounds. Return the titles of kinds and grounds."""
    named = [path.stem for path in _in(folder / KINDS, files)]
    for id in named:
        if id not in books:
            raise failure("check", "no_book", file=f"{KINDS}/{id}.toml", book=id)
    kinds: dict[str, str] = {}
    grounds: dict[str, str] = {}
    has_grounds = (folder / TERRAIN).is_file()
    for id in named or ([next(iter(books))] if has_grounds else []):
        try:
            data = level_data(books[id], folder)
        except LevelError as fault:
            raise _failure(fault.findings, fault.more) from fault
        own = _tables(folder / KINDS / f"{id}.toml")
        kinds |= {kind: str(data.kinds[kind].get("title", kind)) for kind in own}
        grounds = {id: data.terrain[id].title for id in _tables(folder / TERRAIN)}
    for path in (*_in(folder / PIECES, files), *_in(folder / SOUNDS, files)):
        if path.stem not in kinds:
            raise failure("check", "no_kind", file=path.relative_to(folder).as_posix())
    return tuple(kinds.values()), tuple(grounds.values())


def _tables(path: Path) -> list[str]:
    """Return the names of the tables in a file that has been checked."""
    return list(tomli.loads(read_text(path))) if path.is_file() else []


def _levels(folder: Path, files: list[Path], books: Mapping[str, Book]) -> Iterator[CheckReport]:
    """Yield a report on each level without errors. Raise Failure at the first with errors."""
    for path in _in(folder / LEVELS, files):
        yield _sound(check_file(path, books))


def _campaigns(folder: Path, files: list[Path], books: Mapping[str, Book]) -> Iterator[CheckReport]:
    """Yield a report on each campaign without errors. Raise Failure at the first with errors."""
    inside = _in(folder / CAMPAIGNS, files)
    homes = {path.parent for path in inside if path.name == CAMPAIGN}
    for path in inside:
        if not homes.intersection(path.parents):
            raise failure("check", "unlike_names", name=path.relative_to(folder).parts[1])
        yield _sound((check_campaign if path.name == CAMPAIGN else check_file)(path, books))


def _sound(report: CheckReport) -> CheckReport:
    if any(finding.severity == "error" for finding in report.findings):
        raise _failure(report.findings, report.more)
    return report


def _level_files(folder: Path, files: list[Path]) -> list[Path]:
    inside = (*_in(folder / LEVELS, files), *_in(folder / CAMPAIGNS, files))
    return [path for path in inside if path.name != CAMPAIGN]


def _resolved(folder: Path, files: list[Path], books: Mapping[str, Book]) -> list[Level]:
    """Return the levels of a pack that has been checked."""
    return [load_level(path, books) for path in _level_files(folder, files)]


def _level_titles(folder: Path, files: list[Path], books: Mapping[str, Book]) -> Iterator[str]:
    for path in _in(folder / LEVELS, files):
        yield load_level(path, books).title


def _campaign_titles(folder: Path, files: list[Path]) -> Iterator[str]:
    for path in _in(folder / CAMPAIGNS, files):
        if path.name == CAMPAIGN:
            yield str(tomli.loads(read_text(path)).get("title", path.parent.name))


def _check_translations(folder: Path, files: list[Path]) -> None:
    """Raise Failure for a translation that isn't of a file of the pack, or can't be used."""
    for path in _in(folder / TEXTS, files):
        language, *rest = path.relative_to(folder / TEXTS).parts
        shown, original = path.relative_to(folder).as_posix(), folder.joinpath(*rest)
        if not original.is_file() or original.name == PACK:
            raise failure("check", "no_original", file=shown)
        try:
            tables = tomli.loads(read_text(original))
            Translation(folder / TEXTS / language).translate(original, tables)
        except (BadTexts, LevelError) as fault:
            raise failure("check", "translation", file=shown, why=str(fault)) from fault
