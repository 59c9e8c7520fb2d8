"""Resume saved battles."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from game.content.levels import level_paths, listed
from game.content.shelf import OWN
from game.content.shipped_folders import levels_root
from game.content.toml_files.findings import LevelError
from game.content.toml_files.text_reading import read_text
from game.engine.book import Book
from game.play.later_check import LaterCheck, later_check
from game.play.level_places import remembered_level
from game.play.opening import Options, check_view
from game.play.play_sentences import failure, said
from game.play.players import Seats, outside, parse_players
from game.play.replayer import Replayed, replay
from game.play.table import Table
from game.record.data_folders import RUNNING
from game.record.dice_source import DiceSource, parse_dice, parse_seed
from game.record.failure import Failure
from game.record.journal import JournalInUse, claimed, left_behind
from game.record.lines import Header
from game.record.reader import Unreadable, file_trouble, read_save
from game.record.recording import text_hash
from game.record.safe_files import reason

Tell = Callable[[str], object]
Later = Callable[[LaterCheck], object]
"""A function that takes the check of a battle's earlier commands, to run while people play on."""


@contextmanager
def taken_up(
    path: Path,
    options: Options,
    books: Mapping[str, Book],
    folder: Path,
    tell: Tell,
    seats: Seats = outside,
    later: Later | None = None,
) -> Iterator[Table]:
    """Yield the table of a saved battle, and lock its file against other processes meanwhile.

    `seats` gives the players of sides that the options don't name. `later` receives the check of
    earlier commands, if the battle can continue before that; with None everything is checked at
    once. Raise Failure if the battle can't resume. Afterwards remove a running file that was
    followed to its end and replaced by a new one.
    """
    try:
        with claimed(path):
            found = _found(path, options, books, tell, seats, later)
            if (note := level_change(found.table.record.header, folder)) is not None:
                tell(note)
            yield found.table
            is_whole = found.trouble is None and found.table.record.sink is not None
            is_replaced = is_whole and is_running(path, folder)
            if is_replaced:
                with suppress(OSError):  # Windows doesn't delete open files
                    path.unlink()
        if is_replaced:
            with suppress(OSError):
                path.unlink(missing_ok=True)
    except JournalInUse as fault:
        raise failure("file", "in_use", path=str(path)) from fault
    except OSError as fault:
        raise failure("file", "unreadable", path=str(path), why=reason(fault)) from fault


def level_change(header: Header, folder: Path) -> str | None:
    """Return a sentence if the battle's level has changed since it began, else None.

    Levels are found where they lay; else by their id: in the author's folder, or else among those
    of the game if the title is the same. Levels of journeys don't count, because the road changes
    their battles.
    """
    id, title = str(header.level.get("id", "")), str(header.level.get("title", ""))
    if header.journey or not id:
        return None
    own = remembered_level(header.level_hash, folder) or folder / OWN / f"{id}.toml"
    shipped = (path for path in level_paths(levels_root()) if path.stem == id)
    path = own if own.is_file() else next(shipped, None)
    if path is None or (path != own and listed(path).title != title):
        return None
    try:
        text = read_text(path)
    except (LevelError, OSError):
        return None
    is_same = text_hash(text) == header.level_hash
    return None if is_same else said("file", "level_changed", level=title)


def is_running(path: Path, folder: Path) -> bool:
    """Return whether a file is one of the running files in a data folder."""
    return path.resolve().parent == (folder / RUNNING).resolve()


def _found(
    path: Path,
    options: Options,
    books: Mapping[str, Book],
    tell: Tell,
    seats: Seats,
    later: Later | None,
) -> Replayed:
    try:
        saved = read_save(path)
        header = saved.header
        if options.view is not None:
            check_view(options.view, header.sides)
        check = later_check(saved, books) if later is not None else None
        found = replay(saved, books) if check is None else Replayed(check.table)
        _refuse_others(options, found.table.dice)
        level = found.table.battle.world.scene.level
        players = parse_players(options.players, seats(level, header.players), options.outsider)
    except Unreadable as fault:
        raise Failure(file_trouble(path, fault)) from fault
    except ValueError as fault:
        raise Failure(str(fault)) from fault
    for note in (*saved.notes, *trouble_told(found)):
        tell(note)
    found.table.seat(players)
    found.table.show(options.view if options.view is not None else header.view)
    if later is not None and check is not None:
        later(check)
    return found


def _refuse_others(options: Options, dice: DiceSource) -> None:
    """Raise ValueError if the options name another seed, other dice or other units."""
    if options.rosters:
        raise ValueError(said("option", "own_units"))
    if options.seed is not None and parse_seed(options.seed) != dice.seed:
        raise ValueError(said("option", "own_seed"))
    if options.dice is not None and parse_dice(options.dice, dice.seed) != dice:
        raise ValueError(said("option", "own_dice"))


def trouble_told(found: Replayed) -> list[str]:
    """Return why a file couldn't be followed to its end, and where its battle resumes.

    Return an empty list if the file could be followed.
    """
    if found.trouble is None:
        return []
    return [found.trouble.going_on(found.table.record.count, found.is_checkpoint)]


def mention_left(folder: Path, tell: Tell) -> None:
    """Report the newest battle that was interrupted when its program ended."""
    left = left_behind(folder / RUNNING)
    if left:
        key = "cut_off_more" if len(left) > 1 else "cut_off"
        tell(said("record", key, path=str(left[0]), count=len(left) - 1))
