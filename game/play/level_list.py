"""The choices before a battle: levels with their details, and battles to resume."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from game.ai.computer_players import COMPUTERS
from game.content.levels import ListedLevel, all_levels, level_paths, listed, load_level
from game.content.pack_data import DataReadOnce, level_data
from game.content.shelf import Shelf
from game.content.shipped_folders import levels_root
from game.content.toml_files.findings import LevelError
from game.content.toml_files.source import Changes
from game.content.values.book_data import BookData, file_stamp
from game.engine.book import Book
from game.play.play_sentences import said
from game.play.players import played
from game.play.seat_shares import SeatShares, fingerprint, own_shares, seats_of, shares_of
from game.record.data_folders import RUNNING, SAVES
from game.record.journal import left_behind
from game.record.lines import Checkpoint
from game.record.play_order import newest_first, record_stamp, records_in
from game.record.reader import Unreadable, is_record, read_save
from game.record.safe_files import reason
from game.terms.level import Level, OwnLooks, Terrain, own_looks
from game.terms.rosters import Offer

MOST_KEPT = 5000
"""Maximum number of levels remembered for the list."""
MOST_AT_ONCE = 40
"""Maximum number of levels on the shelf that are read without a break."""
FIRST = "first_"
"""Prefix of the ids of tutorial levels."""
PLAYERS = tuple(COMPUTERS)
"""Names of the computer players, the weakest first."""


class LevelSide(msgspec.Struct, frozen=True):
    """A side of a level: its look, its units and its player."""

    id: str
    title: str
    colour: str | None
    shape: str | None
    player: str
    """Name of the side's default player in `players.PLAYERS`."""
    units: tuple[str, ...]
    """Titles of the side's units."""
    kinds: tuple[str, ...]
    """Kinds of the side's units."""
    ids: tuple[str, ...] = ()
    """Ids of the side's units."""
    later: tuple[str, ...] = ()
    """Ids of units that arrive later: a surprise, so they aren't shown before the battle."""

    @property
    def shown(self) -> tuple[tuple[str, str, str], ...]:
        """The id, kind and title of each unit that is on the board from the start."""
        known = zip(self.ids, self.kinds, self.units, strict=True)
        return tuple(unit for unit in known if unit[0] not in self.later)


class SideObjective(msgspec.Struct, frozen=True):
    """An objective of a side."""

    side: str
    title: str
    is_optional: bool


class LevelMap(msgspec.Struct, frozen=True):
    """The map of a level, row by row from the top left."""

    width: int
    height: int
    tiles: tuple[str, ...]
    """Id of each tile's terrain."""
    terrain: Mapping[str, Terrain]
    units: tuple[tuple[int, int, str], ...]
    """Column, row and side of each unit on the map from the start."""


class ChoosableLevel(msgspec.Struct, frozen=True):
    """A level to choose. If it can't be played, `trouble` says why, and `ground` is None."""

    id: str
    title: str
    book: str
    path: Path
    trouble: str = ""
    seats: tuple[LevelSide, ...] = ()
    rounds: int = 0
    winner: str = ""
    """Side that wins when the rounds are over; "" for none."""
    intro: str = ""
    aims: tuple[SideObjective, ...] = ()
    ground: LevelMap | None = None
    offers: tuple[Offer, ...] = ()
    """Choices of units, for the sides that have one."""
    shares: SeatShares | None = None
    """What each side wins between soldiers; None if that wasn't measured with these units."""
    people: tuple[str, ...] = ()
    """Ids of the sides that are meant for people."""
    looks: OwnLooks = OwnLooks()
    """The looks of its kinds and grounds that didn't come with the game."""
    mark: str = ""
    """Fingerprint of a level that didn't come with the game."""
    is_own: bool = False
    """Whether it is on the person's shelf, and didn't come with the game."""

    home: str = ""
    """The title of its pack with the version, or of its folder; "" if it is in neither."""
    root: Path | None = None
    """Folder of the books' data, if it isn't the one that the path says."""

    @property
    def name(self) -> str:
        """The text that opens it: the id of a level of the game, else the path."""
        return str(self.path) if self.is_own else self.id


class Left(msgspec.Struct, frozen=True):
    """A battle that can be resumed."""

    path: Path
    title: str
    round: int | None
    """Round at the last checkpoint, or None if it can't be read."""
    book: str = ""
    played: int = 0
    """Time when the battle was last played, as a stamp."""


class _Kept(NamedTuple):
    """The details of a level as last read, with the file's stamp, the book and its data."""

    level: ChoosableLevel
    stamp: tuple[int, int] | None
    book: Book
    data: BookData


_kept: dict[Path, _Kept] = {}
"""The levels read so far, at most MOST_KEPT."""


def level_list(
    books: Mapping[str, Book], data: Path | None = None, only_read: bool = False
) -> list[ChoosableLevel]:
    """Return the details of all levels in order: those on the shelf of `data`, then the game's.

    `data` is the data folder; without it, return only the game's. With `only_read`, leave out
    levels on the shelf that haven't been read yet.

    A level is read again only if its file, its book or the book's data changed.
    """
    reader = _LevelReader(books)
    own = list(_own_levels(reader, data, only_read)) if data is not None else []
    return [*own, *(reader.level(path) for path in level_paths(levels_root()))]


def _own_levels(reader: "_LevelReader", data: Path, only_read: bool) -> Iterator[ChoosableLevel]:
    """Yield the details of the levels on the shelf, folder by folder."""
    shelf = Shelf(data)
    for folder in shelf.folders():
        for id, path in shelf.level_files(folder):
            if not only_read or path in _kept:
                level = reader.level(path)
                shares = own_shares(level.mark, data)
                yield replace(level, id=id, is_own=True, shares=shares, home=folder.home)


def read_ahead(books: Mapping[str, Book], data: Path) -> Iterator[None]:
    """Read the rulebooks' data and the levels one by one, so that `level_list` is quick afterwards.

    Data with errors are passed over, because their levels report them. The levels on the shelf of
    the data folder `data` come last.
    """
    for book in books.values():
        with suppress(LevelError):
            level_data(book, levels_root())
        yield
    reader = _LevelReader(books)
    for path in (*level_paths(levels_root()), *_on_shelf(data)):
        reader.level(path)
        yield


def is_long_to_read(data: Path) -> bool:
    """Return whether many levels on the shelf haven't been read yet."""
    return sum(path not in _kept for path in _on_shelf(data)) > MOST_AT_ONCE


def _on_shelf(data: Path) -> list[Path]:
    shelf = Shelf(data)
    return [path for folder in shelf.folders() for _, path in shelf.level_files(folder)]


class _LevelReader:
    """Reader of many levels, which looks for changes of the books' data only once."""

    def __init__(self, books: Mapping[str, Book]) -> None:
        self._books = books
        self._data = DataReadOnce()

    def level(self, path: Path) -> ChoosableLevel:
        """Return the details of a level. Read it again only if something has changed."""
        stamp, kept = file_stamp(path), _kept.get(path)
        if kept is not None and kept.stamp == stamp and self._is_same(kept, path):
            return kept.level
        level = shelved(listed(path), self._books)
        book = self._books.get(level.book)
        data = self._data.of(book, path) if book is not None else None
        if book is not None and data is not None:
            if len(_kept) >= MOST_KEPT:
                _kept.clear()
            _kept[path] = _Kept(level, stamp, book, data)
        return level

    def _is_same(self, kept: _Kept, path: Path) -> bool:
        """Return whether a level's rulebook and its data are unchanged since it was read."""
        is_book = self._books.get(kept.level.book) is kept.book
        return is_book and self._data.of(kept.book, path) is kept.data


def shelved(
    row: ListedLevel, books: Mapping[str, Book], changes: Changes | None = None
) -> ChoosableLevel:
    """Return the details of a level before it is played, with `changes` made to it."""
    title = row.title or row.id
    try:
        level = load_level(row.path, books, root=row.root, changes=changes)
    except LevelError as fault:
        return ChoosableLevel(row.id, title, row.rulebook, row.path, trouble_of(fault))
    except OSError as fault:
        return ChoosableLevel(row.id, title, row.rulebook, row.path, f"{reason(fault)}.")
    return ChoosableLevel(
        row.id,
        level.title,
        level.rulebook,
        row.path,
        seats=tuple(_seats(level)),
        rounds=level.rounds,
        winner=level.side_title(level.rounds_winner) if level.rounds_winner else "",
        intro=level.script.story.intro or "",
        aims=objectives_of(level),
        ground=ground_of(level),
        offers=level.offers,
        shares=shares_of(level),
        people=seats_of(level),
        looks=own_looks(level),
        mark="" if row.path.is_relative_to(levels_root()) else fingerprint(level),
        root=row.root,
    )


def first_game(book: str) -> str | None:
    """Return the id of the book's tutorial level, or None without one."""
    wanted = f"{FIRST}{book}"
    return next((row.id for row in all_levels() if row.id == wanted), None)


def objectives_of(level: Level) -> tuple[SideObjective, ...]:
    """Return the objectives of each side of a level."""
    aims = level.script.objectives
    return tuple(SideObjective(level.side_title(aim.side), aim.title, aim.optional) for aim in aims)


def trouble_of(fault: LevelError) -> str:
    """Return the first error of a level as a sentence."""
    errors = [found for found in fault.findings if found.severity == "error"]
    if not errors:
        return str(fault)
    line, message = errors[0].line, errors[0].message
    return said("option", "line", line=line, message=message) if line else message


def _seats(level: Level) -> Iterator[LevelSide]:
    players = played(level, {})
    for side in level.sides:
        units = [unit for unit in level.units if unit.side == side.id]
        title = level.side_title(side.id)
        titles, kinds = tuple(unit.title for unit in units), tuple(unit.kind for unit in units)
        ids = tuple(unit.id for unit in units)
        later = tuple(unit.id for unit in units if unit.id in level.script.coming)
        looks, player = (side.colour, side.shape), players[side.id]
        yield LevelSide(side.id, title, *looks, player, titles, kinds, ids, later)


def ground_of(level: Level) -> LevelMap:
    """Return the map of a level, with the units that are on it from the start."""
    tiles = tuple(level.legend[sign] for sign in level.tiles)
    units = tuple((*unit.at, unit.side) for unit in level.units if unit.at is not None)
    terrain = {id: level.terrain[id] for id in level.terrains()}
    return LevelMap(level.width, level.height, tiles, terrain, units)


# Battles to resume


def all_left(folder: Path) -> Iterator[Left]:
    """Yield the battles that can be resumed, interrupted or saved, newest first."""
    saves = (path for path in records_in(folder / SAVES) if is_record(path))
    for path in newest_first((*left_behind(folder / RUNNING), *saves), record_stamp):
        with suppress(Unreadable):
            yield _left(path)


def _left(path: Path) -> Left:
    saved = read_save(path)
    title = saved.header.level.get("title")
    states = [line.state for _, line in saved.lines if isinstance(line, Checkpoint)]
    number = _round(states[-1]) if states else None
    name = title if isinstance(title, str) else path.stem
    return Left(path, name, number, saved.header.rulebook, record_stamp(path))


def _round(state: msgspec.Raw) -> int | None:
    """Return the round in a saved state, or None if there is none."""
    return next(rounds_in(plain(state)), None)


def plain(state: msgspec.Raw) -> object:
    """Return a state as plain values, or None if it is damaged."""
    with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return msgspec.json.decode(state, type=object)
    return None


def rounds_in(state: object) -> Iterator[int]:
    """Yield the round numbers found anywhere in a state."""
    if isinstance(state, dict):
        number = state.get("number")
        if state.get("type") == "Rounds" and isinstance(number, int):
            yield number
        state = [*state.values()]
    for part in state if isinstance(state, list) else ():
        yield from rounds_in(part)
