"""Check the folder of a pack as a whole, and list what it holds."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

import tomli

from game import __version__
from game.content.levels import listed, load_level
from game.content.pack_data import GROUNDS, KINDS, PIECES, level_data
from game.content.pack_table import PackTable, read_pack_table, version_key
from game.content.shelf import CAMPAIGNS, LEVELS, SOUNDS
from game.content.shipped_folders import CAMPAIGN, levels_root
from game.content.toml_files.findings import Finding, LevelError
from game.content.toml_files.text_reading import read_text
from game.content.values.book_data import TERRAIN
from game.core.pack_folders import PACK
from game.engine.book import Book
from game.record.failure import Failure
from game.terms.languages import TEXTS, Translation
from game.terms.texts import BadTexts, titles_text
from game.workshop.check_campaign import check_campaign
from game.workshop.check_levels import CheckReport, check_file
from game.workshop.packs.pack_proofs import PROOF, prove
from game.workshop.packs.pack_sentences import failure, said

Step = Callable[[int, int], object]
"""A function that is called with the number of steps done, and of all steps."""
LINES = 20
"""Number of lines of a proof that count as one step."""


def unwatched(_done: int, _most: int) -> None:
    """Watch no steps."""


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
        for name in ("images", "sounds", "languages"):
            count: int = getattr(self, name)
            found += [say(name, count=count)] if count else []
        found.append(say("proofs", count=self.proofs) if self.proofs else say("unproved"))
        found += [say("warnings", count=self.warnings)] if self.warnings else []
        return [*found, say("safe", bytes=f"{self.bytes:,}")]


def check_pack(
    folder: Path,
    books: Mapping[str, Book],
    tell: Callable[[str], object] = lambda _: None,
    step: Step = unwatched,
) -> PackContents:
    """Return what the pack in a folder holds. Raise Failure with a sentence if it has an error.

    `tell` gets the sentences about ids that the game has got since, and about proofs that play
    differently in this version of the game. `step` is called before each level and each few lines
    of a proof.
    """
    try:
        table = read_pack_table(folder)
    except LevelError as fault:
        raise _failure(fault.findings, fault.more) from fault
    if table.game and version_key(table.game) > version_key(__version__):
        raise failure("check", "newer_game", needed=table.game, here=__version__)
    return _PackCheck(folder, books, step).contents(table, tell)


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


def _tables(path: Path) -> list[str]:
    """Return the names of the tables in a file that has been checked."""
    return list(tomli.loads(read_text(path))) if path.is_file() else []


def _sound(report: CheckReport) -> CheckReport:
    """Return a report on a file without errors. Raise Failure if it has one."""
    if any(finding.severity == "error" for finding in report.findings):
        raise _failure(report.findings, report.more)
    return report


class _PackCheck:
    """The check of one folder, which counts its steps."""

    def __init__(self, folder: Path, books: Mapping[str, Book], step: Step) -> None:
        self._folder, self._books, self._step = folder, books, step
        files = self._files = sorted(path for path in folder.rglob("*") if path.is_file())
        self._proofs = [path for path in files if path.parent == folder / PROOF]
        campaigns = _in(folder / CAMPAIGNS, files)
        self._roads = [path for path in campaigns if path.name == CAMPAIGN]
        self._levels = _in(folder / LEVELS, files)
        self._stops = [path for path in campaigns if path.name != CAMPAIGN]
        """The levels of campaigns."""
        lines = sum(path.read_bytes().count(b"\n") for path in self._proofs)
        self._done, self._most = 0, len(self._levels) + len(campaigns) + lines // LINES

    def contents(self, table: PackTable, tell: Callable[[str], object]) -> PackContents:
        """Return what the pack holds. Raise Failure if it has an error."""
        folder, files = self._folder, self._files
        kinds, grounds, alike = self._data()
        if alike:
            tell(said("check", "alike", names=titles_text(alike)))
        self._check_places()
        reports = [self._report(path, check_file) for path in (*self._levels, *self._stops)]
        reports += [self._report(path, check_campaign) for path in self._roads]
        if not reports:
            raise failure("check", "nothing")
        findings = [finding for report in reports for finding in report.findings]
        self._check_translations()
        levels = [*self._levels, *self._stops] if self._proofs else []
        resolved = [load_level(path, self._books) for path in levels]
        return PackContents(
            table,
            tuple(listed(path).title for path in self._levels),
            tuple(road.title for road in map(listed, self._roads)),
            kinds,
            grounds,
            sum(path.suffix == ".svg" for path in files),
            sum(path.suffix == ".wav" for path in files),
            len({path.relative_to(folder / TEXTS).parts[0] for path in _in(folder / TEXTS, files)}),
            prove(self._proofs, resolved, self._books, tell, self._line_played),
            sum(finding.severity == "warning" for finding in findings),
            sum(path.stat().st_size for path in files),
        )

    def _stepped(self) -> None:
        """Report that another step is done."""
        self._step(self._done, self._most)
        self._done += 1

    def _line_played(self, number: int) -> None:
        """Report that a line of a proof has been played again, if it ends a step."""
        if number % LINES == 0:
            self._stepped()

    def _report(
        self, path: Path, check: Callable[[Path, Mapping[str, Book]], CheckReport]
    ) -> CheckReport:
        """Return a report on a level or campaign without errors. Raise Failure if it has one."""
        self._stepped()
        return _sound(check(path, self._books))

    def _data(self) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """Check kinds, grounds, images and sounds. Return the titles of kinds and of grounds.

        Also return the ids of those that the game has as well, which only an older pack can have.
        """
        folder, files, books = self._folder, self._files, self._books
        named = [path.stem for path in _in(folder / KINDS, files)]
        for id in named:
            if id not in books:
                raise failure("check", "no_book", file=f"{KINDS}/{id}.toml", book=id)
        kinds: dict[str, str] = {}
        grounds: dict[str, str] = {}
        alike: set[str] = set()
        has_grounds = (folder / TERRAIN).is_file()
        for id in named or ([next(iter(books))] if has_grounds else []):
            try:
                data, shipped = level_data(books[id], folder), level_data(books[id], levels_root())
            except LevelError as fault:
                raise _failure(fault.findings, fault.more) from fault
            own = _tables(folder / KINDS / f"{id}.toml")
            kinds |= {kind: str(data.kinds[kind].get("title", kind)) for kind in own}
            grounds = {id: data.terrain[id].title for id in _tables(folder / TERRAIN)}
            alike.update(shipped.kinds.keys() & set(own), shipped.terrain.keys() & grounds.keys())
        for path in (*_in(folder / PIECES, files), *_in(folder / SOUNDS, files)):
            if path.stem not in kinds:
                raise failure("check", "no_kind", file=path.relative_to(folder).as_posix())
        for path in _in(folder / GROUNDS, files):
            if path.stem not in grounds:
                raise failure("check", "no_ground", file=path.relative_to(folder).as_posix())
        return tuple(kinds.values()), tuple(grounds.values()), tuple(sorted(alike))

    def _check_places(self) -> None:
        """Raise Failure for a file among the campaigns that belongs to none."""
        homes = {path.parent for path in self._roads}
        for path in self._stops:
            if not homes.intersection(path.parents):
                name = path.relative_to(self._folder).parts[1]
                raise failure("check", "unlike_names", name=name)

    def _check_translations(self) -> None:
        """Raise Failure for a translation that isn't of a file of the pack, or can't be used."""
        texts = self._folder / TEXTS
        for path in _in(texts, self._files):
            language, *rest = path.relative_to(texts).parts
            shown, original = (
                path.relative_to(self._folder).as_posix(),
                self._folder.joinpath(*rest),
            )
            if not original.is_file() or original.name == PACK:
                raise failure("check", "no_original", file=shown)
            try:
                tables = tomli.loads(read_text(original))
                Translation(texts / language).translate(original, tables)
            except (BadTexts, LevelError) as fault:
                raise failure("check", "translation", file=shown, why=str(fault)) from fault
