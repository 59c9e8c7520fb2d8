"""The command `replay`: verify a recording, or print it as text."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TextIO

from game.engine.book import Book
from game.play.replayer import Replayed, replay
from game.play.table import Table
from game.present.battle_sentences import BattleSentences
from game.present.luck_receipt import told_luck
from game.present.terminal_lines import Teller, picture
from game.record.failure import Failure
from game.record.lines import Fallen, Luck, Play, RecordingLine, Retype, Start, Undo
from game.record.reader import ReadRecording, Unreadable, file_trouble, read_save
from game.referee.terminal_sentences import said
from game.terms.events import BattleOver

EQUAL, DIFFERS = 0, 1
"""Exit codes. A file that can't be read at all raises Failure instead."""

Tell = Callable[[str], object]

MARK = "~ "
"""Prefix of the lines of commands that were undone later."""


def verify(path: Path, books: Mapping[str, Book], out: TextIO) -> int:
    """Replay a recording and compare every hash. Print the result, and return the exit code."""
    saved = _read(path)
    found = _replayed(path, saved, books)
    count = sum(isinstance(line, Play | Undo) for _, line in saved.lines)
    dice = sum(len(line.faces) for _, line in saved.lines if isinstance(line, Fallen))
    if found.trouble is None and not _is_whole(saved):
        out.write(said("replay", "unproven", count=count, dice=dice) + "\n")
    elif found.trouble is None:
        out.write(said("replay", "equal", count=count, dice=dice) + "\n")
    else:
        out.write(f"{_difference(found)}\n{_offer(path, found)}\n")
    changes = *map(luck_told, new_luck(saved)), *intents_told(found.table)
    for line in (*saved.notes, *changes, _ended(found.table)):
        out.write(line + "\n")
    return EQUAL if found.trouble is None and _is_whole(saved) else DIFFERS


def new_luck(saved: ReadRecording) -> list[Luck]:
    """Return the lines of a recording that changed the seed."""
    return [line for _, line in saved.lines if isinstance(line, Luck)]


def luck_told(luck: Luck) -> str:
    """Return a sentence about a change of seed."""
    return said("replay", "new_dice", n=luck.n, seed=str(luck.seed))


def intents_told(table: Table) -> tuple[str, ...]:
    """Return a sentence about the commands given while foes' intents were shown, if any were."""
    count = table.record.intents
    return (said("replay", "intents", count=count),) if count else ()


def _is_whole(saved: ReadRecording) -> bool:
    """Return whether a recording has the whole battle, not only the part after a checkpoint."""
    return not saved.lines or isinstance(saved.lines[0][1], Start)


def tell_text(path: Path, books: Mapping[str, Book], out: TextIO, tell: Tell) -> int:
    """Print a recording as text, with a mark before undone commands. Return the exit code."""
    saved = _read(path)
    taken_back = numbers_taken_back(line for _, line in saved.lines)
    out.write(said("watch", "seed", seed=str(saved.header.seed)) + "\n")
    if taken_back:
        out.write(said("replay", "undone", mark=MARK.strip()) + "\n")
    out.write("\n")
    found = _replayed(path, saved, books, _Follower(out, taken_back))
    if found.table.battle.outcome is None:
        out.write(f"\n{_ended(found.table)}\n")
    for line in (*intents_told(found.table), *told_luck(found.table.battle)):
        out.write(f"{line}\n")
    for note in saved.notes:
        tell(note)
    if found.trouble is None:
        return EQUAL
    out.flush()
    tell(f"{_difference(found)} {_offer(path, found)}")
    return DIFFERS


def numbers_taken_back(lines: Iterable[object]) -> set[int]:
    """Return the numbers of the commands that later lines undo."""
    standing: list[int] = []
    gone: set[int] = set()
    for line in lines:
        if isinstance(line, Play):
            standing.append(line.n)
        elif isinstance(line, Undo) and line.commands > 0:
            gone.update(standing[-line.commands :])
            del standing[-line.commands :]
    return gone


class _Follower:
    """A printer of a battle's text, called with each line of its recording."""

    def __init__(self, out: TextIO, taken_back: set[int]) -> None:
        self._out = out
        self._taken_back = taken_back
        self._teller: Teller | None = None
        self._shown = 0
        self._n = 0

    def __call__(self, table: Table, line: RecordingLine) -> None:
        if self._teller is None:
            self._teller = Teller(table.battle)
            if not isinstance(line, Start):
                self._write(picture(table.battle, with_legend=True))
        if isinstance(line, Luck):
            self._write(luck_told(line))
        told = table.battle.log()
        if isinstance(line, Undo):
            self._shown = len(told) - 1
        if isinstance(line, Retype):
            self._shown = len(told)
            self._write(said("replay", "corrected"))
        if isinstance(line, Play | Undo):
            self._n = line.n
        for text in self._teller.lines(told[self._shown :]):
            self._write(text)
        self._shown = len(told)

    def _write(self, text: str) -> None:
        mark = MARK if self._n in self._taken_back else ""
        self._out.write("\n".join((mark + line).rstrip() for line in text.split("\n")) + "\n")


def _read(path: Path) -> ReadRecording:
    try:
        return read_save(path)
    except Unreadable as fault:
        raise Failure(file_trouble(path, fault)) from fault


def _replayed(
    path: Path, saved: ReadRecording, books: Mapping[str, Book], follower: _Follower | None = None
) -> Replayed:
    try:
        return replay(saved, books, follower) if follower else replay(saved, books)
    except Unreadable as fault:
        raise Failure(file_trouble(path, fault)) from fault


def _difference(found: Replayed) -> str:
    """Return a sentence that names the difference from the recording."""
    return said("replay", "differs", why=str(found.trouble))


def _offer(path: Path, found: Replayed) -> str:
    """Return a sentence that says where `referee` can resume a battle that differs."""
    n = found.table.record.count
    key = "resume_checkpoint" if found.is_checkpoint else "resume"
    return said("replay", key, path=str(path), n=n)


def _ended(table: Table) -> str:
    """Return a sentence that says how the battle ended, or that it isn't over."""
    over = table.battle.outcome
    words = BattleSentences(table.battle.book, table.battle.world.scene.names)
    if over is None:
        return said("replay", "not_over")
    event = BattleOver(winner=over.winner, reason=over.reason, rounds=over.rounds)
    return f"{words.event(event)}."
