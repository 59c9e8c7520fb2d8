"""The list of replays, with the main facts of each."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from game.engine.book import Book
from game.play.level_list import plain, rounds_in
from game.present.screen_sentences import failure, said
from game.record.data_folders import REPLAYS
from game.record.failure import Failure
from game.record.lines import Checkpoint, Header, Luck
from game.record.play_order import SECOND, record_stamp, records_in
from game.record.reader import ReadRecording, Unreadable, file_trouble, read_save
from game.record.safe_files import reason, reserve, typed_path
from game.record.shortening import short

ENDING = ".jsonl"


class ReplayEntry(msgspec.Struct, frozen=True):
    """A file in the list. If it can't be read, `trouble` says why."""

    path: Path
    title: str
    when: float
    """Time when the battle was last played, in seconds since the epoch."""
    book: str = ""
    winner: str = ""
    """Title of the side that won; "" for none."""
    is_over: bool = False
    rounds: int | None = None
    has_new_luck: bool = False
    trouble: str = ""


def replays(folder: Path) -> list[ReplayEntry]:
    """Return the replays of a data folder, newest first."""
    return [kept(path) for path in records_in(folder / REPLAYS)]


def kept(path: Path) -> ReplayEntry:
    """Return the list entry for one file."""
    when = record_stamp(path) / SECOND
    try:
        saved = read_save(path)
    except Unreadable as fault:
        return ReplayEntry(path, path.stem, when, trouble=str(fault))
    return _known(path, when, saved)


def _known(path: Path, when: float, saved: ReadRecording) -> ReplayEntry:
    header = saved.header
    states = [line.state for _, line in saved.lines if isinstance(line, Checkpoint)]
    state = plain(states[-1]) if states else None
    over = next(_ends(state), None)
    title = header.level.get("title")
    return ReplayEntry(
        path,
        title if isinstance(title, str) else path.stem,
        when,
        header.rulebook,
        _title(header, over.get("winner")) if over else "",
        over is not None,
        next(rounds_in(state), None),
        any(isinstance(line, Luck) for _, line in saved.lines),
    )


def was_over(saved: ReadRecording) -> bool:
    """Return whether the battle of a record was played to its end."""
    states = (line.state for _, line in reversed(saved.lines) if isinstance(line, Checkpoint))
    newest = next(states, None)
    return newest is not None and next(_ends(plain(newest)), None) is not None


def _ends(state: Any) -> Iterator[dict[str, object]]:
    """Yield the `Over` records in a saved state, which say how the battle ended."""
    if isinstance(state, dict) and state.get("type") == "Over":
        yield state
    parts = state.values() if isinstance(state, dict) else state
    for part in parts if isinstance(state, dict | list) else ():
        if isinstance(part, dict | list):
            yield from _ends(part)


def _title(header: Header, side: object) -> str:
    """Return the title of a side as `Level.side_title` does, or "" if `side` isn't an id."""
    if not isinstance(side, str):
        return ""
    own = [one for one in _tables(header, "sides") if one.get("id") == side]
    units = [one for one in _tables(header, "units") if one.get("side") == side]
    is_one = len(units) == 1 and not any(one.get("heroes") for one in own)
    titles = (one.get("title") for one in (*own, *(units if is_one else ())))
    return next((title for title in titles if title and isinstance(title, str)), side.capitalize())


def _tables(header: Header, key: str) -> Iterator[Mapping[str, object]]:
    """Yield the tables of a list in a record's level."""
    found = header.level.get(key)
    for one in found if isinstance(found, list) else ():
        if isinstance(one, dict):
            yield one


def delete_replay(path: Path) -> None:
    """Delete a replay; raise Failure if that fails."""
    try:
        path.unlink(missing_ok=True)
    except OSError as fault:
        raise failure("replay", "not_deleted", name=path.name, why=reason(fault)) from fault


def shared(path: Path, to: str) -> Path:
    """Copy a replay to a path that people typed; return the copy's path, or raise Failure.

    If `to` is a folder, the copy keeps the replay's name. No existing file is overwritten.
    """
    if not to.strip():
        raise failure("replay", "no_path")
    try:
        goal = typed_path(to.strip())
        if goal.is_dir():
            goal = goal / path.name
        elif not goal.suffix:
            goal = goal.with_suffix(ENDING)
        if not reserve(goal):
            raise failure("replay", "exists", path=str(goal))
        try:
            shutil.copyfile(path, goal)
        except BaseException:
            goal.unlink(missing_ok=True)
            raise
    except OSError as fault:
        text = said("replay", "not_copied", path=to.strip(), why=reason(fault))
        raise Failure(short(text)) from fault
    return goal


def opened_record(given: Path, books: Mapping[str, Book]) -> ReadRecording:
    """Read the record to show from a file; raise Failure if it can't be read."""
    try:
        saved = read_save(typed_path(str(given)))
    except Unreadable as fault:
        raise Failure(file_trouble(given, fault)) from fault
    except OSError as fault:
        raise failure("replay", "unreadable", path=str(given), why=reason(fault)) from fault
    if saved.header.rulebook not in books:
        book = saved.header.rulebook
        raise failure("replay", "no_rulebook", path=str(given), book=book)
    return saved
