"""The choices before a battle: the levels with their details, and battles to resume."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from game.ai.computer_players import COMPUTERS
from game.content.levels import ListedLevel, all_levels, load_level
from game.content.toml_files.findings import LevelError
from game.content.toml_files.source import Changes
from game.engine.book import Book
from game.play.players import played
from game.record.data_folders import RUNNING, SAVES
from game.record.journal import left_behind
from game.record.lines import Checkpoint
from game.record.reader import Unreadable, is_record, read_save
from game.record.safe_files import reason
from game.record.stamps import newest_first, record_stamp, records_in
from game.terms.level import Level, Terrain
from game.terms.rosters import Offer

FIRST = "first_"
"""How the ids of levels begin that teach a book."""
PLAYERS = tuple(COMPUTERS)
"""The names of the computer players, the weakest first."""


class LevelSide(msgspec.Struct, frozen=True):
    """A side of a level: its look, its number of units, and its player."""

    id: str
    title: str
    colour: str | None
    shape: str | None
    player: str
    """Who plays it unless somebody says otherwise, by the name in `players.PLAYERS`."""
    units: tuple[str, ...]
    """The titles of its units."""
    kinds: tuple[str, ...]
    """What each of them is."""
    ids: tuple[str, ...] = ()
    """How each is called by the rules."""
    later: tuple[str, ...] = ()
    """The ids of those that only arrive later: a surprise, not to be shown before the battle."""

    @property
    def shown(self) -> tuple[tuple[str, str, str], ...]:
        """The id, kind and title of each unit that is there from the start."""
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
    """The id of each tile's terrain."""
    terrain: Mapping[str, Terrain]
    units: tuple[tuple[int, int, str], ...]
    """Column, row and side of each unit that stands on it from the start."""


class ChoosableLevel(msgspec.Struct, frozen=True):
    """A level that can be chosen; one that is broken says in `trouble` why, and has no `ground`."""

    id: str
    title: str
    book: str
    path: Path
    trouble: str = ""
    seats: tuple[LevelSide, ...] = ()
    rounds: int = 0
    winner: str = ""
    """The side that wins when the rounds are over; "" for none."""
    intro: str = ""
    aims: tuple[SideObjective, ...] = ()
    ground: LevelMap | None = None
    offers: tuple[Offer, ...] = ()
    """The sides that may choose their units."""


class Left(msgspec.Struct, frozen=True):
    """A battle that can be gone on with."""

    path: Path
    title: str
    round: int | None
    """The round it was in when its state was last written down."""
    book: str = ""
    played: int = 0
    """When it was played last."""


def level_list(books: Mapping[str, Book]) -> list[ChoosableLevel]:
    """Return all levels of the game, in their order."""
    return [shelved(row, books) for row in all_levels()]


def shelved(
    row: ListedLevel, books: Mapping[str, Book], changes: Changes | None = None
) -> ChoosableLevel:
    """Return the details of a level before it is played, perhaps with changes."""
    title = row.title or row.id
    try:
        level = load_level(row.path, books, changes=changes)
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
        winner=_title(level, level.rounds_winner) if level.rounds_winner else "",
        intro=level.script.story.intro or "",
        aims=aims_of(level),
        ground=ground_of(level),
        offers=level.offers,
    )


def first_game(book: str) -> str | None:
    """Return the id of the level that teaches a book by being played, if there is one."""
    wanted = f"{FIRST}{book}"
    return next((row.id for row in all_levels() if row.id == wanted), None)


def aims_of(level: Level) -> tuple[SideObjective, ...]:
    """Return the objectives of each side of a level."""
    aims = level.script.objectives
    return tuple(SideObjective(_title(level, aim.side), aim.title, aim.optional) for aim in aims)


def trouble_of(fault: LevelError) -> str:
    """Return the first error of a level, in a sentence."""
    errors = [found for found in fault.findings if found.severity == "error"]
    if not errors:
        return str(fault)
    place = f"Line {errors[0].line}: " if errors[0].line else ""
    return place + errors[0].message


def _title(level: Level, side: str) -> str:
    found = next((it.title for it in level.sides if it.id == side), None)
    return found or side.capitalize()


def _seats(level: Level) -> Iterator[LevelSide]:
    players = played(level, {})
    for side in level.sides:
        units = [unit for unit in level.units if unit.side == side.id]
        title = _title(level, side.id)
        titles, kinds = tuple(unit.title for unit in units), tuple(unit.kind for unit in units)
        ids = tuple(unit.id for unit in units)
        later = tuple(unit.id for unit in units if unit.id in level.script.coming)
        looks, player = (side.colour, side.shape), players[side.id]
        yield LevelSide(side.id, title, *looks, player, titles, kinds, ids, later)


def ground_of(level: Level) -> LevelMap:
    """Return the map of a level, with the units at the start."""
    tiles = tuple(level.legend[sign] for sign in level.tiles)
    units = tuple((*unit.at, unit.side) for unit in level.units if unit.at is not None)
    terrain = {id: level.terrain[id] for id in level.terrains()}
    return LevelMap(level.width, level.height, tiles, terrain, units)


# Battles to go on with


def all_left(folder: Path) -> Iterator[Left]:
    """Yield the battles that can be resumed, interrupted or saved, the one played last first."""
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
    """Return the round of a saved state."""
    return next(rounds_in(plain(state)), None)


def plain(state: msgspec.Raw) -> Any:
    """Return a state as plain values; None if it is damaged."""
    with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return msgspec.json.decode(state)
    return None


def rounds_in(state: Any) -> Iterator[int]:
    """Yield the numbers of all records of rounds."""
    if isinstance(state, dict):
        number = state.get("number")
        if state.get("type") == "Rounds" and isinstance(number, int):
            yield number
    parts = state.values() if isinstance(state, dict) else state
    for part in parts if isinstance(state, dict | list) else ():
        if isinstance(part, dict | list):
            yield from rounds_in(part)
