"""A campaign in play: checked, with its stops and heroes by id; and before, as a draft to check."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import msgspec

from game.campaign.campaign_tables import (
    Assists,
    CampaignTable,
    Change,
    Difficulty,
    RankChoice,
    RoadDifficulty,
    Stop,
    StopBattle,
    result_of,
)
from game.content.levels import Books, level_called
from game.content.pack_data import data_root_of, looks_of_pack
from game.content.shelf import kept_place
from game.content.toml_files.finding_texts import Problem
from game.content.toml_files.findings import Finding, LevelError
from game.content.toml_files.source import Source
from game.content.values.book_data import BookData, BookLike
from game.terms.level import OwnLooks

PLAIN_ROAD = RoadDifficulty(id="", title="", about="")
"""The road of a campaign without difficulties of the road."""


class CampaignError(LevelError):
    """The error for a campaign that can't be used, with all findings."""


class Heroic(msgspec.Struct, frozen=True):
    """A possible hero of the roster. `keys` are the unit's differences from its kind."""

    id: str
    kind: str
    title: str
    about: str
    keys: Mapping[str, object]
    choices: tuple[RankChoice, ...] = ()
    stands: Mapping[str, str] = {}
    """Kinds that play for the hero in other rulebooks, if the campaign says so."""


class Campaign(msgspec.Struct, frozen=True, eq=False):
    """A campaign whose files have no errors."""

    id: str
    title: str
    about: str
    path: Path
    book: BookLike
    start: str
    difficulties: tuple[Difficulty, ...]
    heroes: Mapping[str, Heroic]
    stops: Mapping[str, Stop]
    roads: tuple[RoadDifficulty, ...] = ()
    """Difficulties of the road, the easiest first."""
    assist: Assists = Assists()

    @property
    def data_root(self) -> Path:
        """The folder of the books' data that its heroes and levels use."""
        return data_root_of(kept_place(self.path))

    def looks(self) -> OwnLooks:
        """Return the looks of kinds and grounds that didn't come with the game."""
        return looks_of_pack(self.book, self.data_root)

    def difficulty(self, id: str) -> Difficulty:
        """Return a difficulty by its id."""
        return next(one for one in self.difficulties if one.id == id)

    def road(self, id: str) -> RoadDifficulty:
        """Return a difficulty of the road by its id, or the plain road if there is none."""
        return next((one for one in self.roads if one.id == id), PLAIN_ROAD)

    def road_for(self, difficulty: str) -> RoadDifficulty:
        """Return the usual road for a difficulty of the battles.

        It has the same id; if there is none, it is the one in the middle.
        """
        middle = self.roads[len(self.roads) // 2] if self.roads else PLAIN_ROAD
        return next((one for one in self.roads if one.id == difficulty), middle)

    def level(self, battle: StopBattle) -> Path:
        """Return the file of a battle's level, in the campaign's folder or among the game's levels.

        Raise LevelError if there is none.
        """
        return level_path(kept_place(self.path), battle)


class CampaignDraft(msgspec.Struct, frozen=True, eq=False):
    """All tables of a campaign. The checks record errors between tables on the source."""

    source: Source
    path: Path
    table: CampaignTable
    book: BookLike
    books: Books
    data: BookData
    heroes: tuple[Heroic, ...]

    def campaign(self) -> Campaign:
        """Return the campaign. Call this only if it has no errors."""
        table = self.table
        return Campaign(
            id=self.path.parent.name,
            title=table.title,
            about=table.about,
            path=self.path,
            book=self.book,
            start=table.start,
            difficulties=table.difficulty,
            heroes={hero.id: hero for hero in self.heroes},
            stops={stop.id: stop for stop in table.stop},
            roads=table.road,
            assist=table.assist,
        )


def level_path(campaign: Path, battle: StopBattle) -> Path:
    """Return the file of a battle's level, given the campaign's file.

    The level is in the campaign's folder, or else one of the game's levels. Raise LevelError if
    there is none, or if its path leads out of the folder.
    """
    word, own = battle.level, own_level(campaign, battle.level)
    parts = word.split("/")
    if own is None:
        problem = Problem("unknown-level", variant="outside", level=word)
        raise LevelError([Finding.of(problem, word)])
    if own.is_file():
        return own
    if len(parts) > 1:
        problem = Problem("unknown-level", variant="folder", level=word)
        raise LevelError([Finding.of(problem, word)])
    return level_called(word)


def own_level(campaign: Path, word: str) -> Path | None:
    """Return the path that a level has in the campaign's folder, or None if it leads out of it."""
    folder, parts = campaign.parent, word.split("/")
    if not _leads_in(parts):
        return None
    file = folder.joinpath(*parts).with_name(f"{parts[-1]}.toml")
    return file if _is_within(file, folder) else None


def _leads_in(parts: Sequence[str]) -> bool:
    """Return whether the parts of a path lead only into subfolders, on every system."""
    return not any(part in ("", ".", "..") or {"\\", ":", "\0"} & set(part) for part in parts)


def _is_within(file: Path, folder: Path) -> bool:
    """Return whether a file is in a folder after links are followed."""
    try:
        return file.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # the name is too long, or links form a circle
        return False


def changes_at(
    battle: StopBattle, difficulty: str, chosen: Collection[str] = ()
) -> tuple[Change, ...]:
    """Return the changes to a battle at a difficulty, after some choices."""
    return tuple(change for change in battle.change if _applies(change, difficulty, chosen))


def _applies(change: Change, difficulty: str, chosen: Collection[str]) -> bool:
    is_due = all(need in chosen for need in needs_of(change))
    return is_due and (change.difficulty is None or difficulty in change.difficulty)


def needs_of(change: Change) -> list[str]:
    """Return the options and results that a change needs."""
    needs = [change.chose] if change.chose else []
    needs += [result_of("won", change.won)] if change.won else []
    return [*needs, *([result_of("lost", change.lost)] if change.lost else [])]
