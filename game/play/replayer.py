"""Replay a recording: play its commands and dice again, and compare every hash."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from game.engine.battle import Battle
from game.engine.book import Book
from game.engine.legality import commands_of
from game.engine.snapshots import renewed
from game.play.players import PLAYERS, STDIO
from game.play.table import Table
from game.record.integrity import probe
from game.record.lines import Checkpoint, Fallen, Luck, Play, RecordingLine, Retype, Start, Undo
from game.record.reader import Numbered, ReadRecording, Unreadable, UnreadableLine
from game.record.recording import Recording, Setup, setup_of, text_hash
from game.record.shortening import short
from game.record.stored_level import level_of_header
from game.terms.agenda import Roll
from game.terms.commands import Command, to_text
from game.terms.level import Level


@dataclass(frozen=True)
class Trouble:
    """The reason why a recording can't be followed further, with the line and the command."""

    line: int
    command: int
    message: str
    given: str = ""
    """The command as text; "" if there is none."""

    def __str__(self) -> str:
        given = f" ({short(self.given)})" if self.given else ""
        return f"Line {self.line}, command {self.command}{given}: {self.message}"

    def going_on(self, count: int, is_checkpoint: bool) -> str:
        """Return the reason, and where the battle resumes: after command `count`."""
        where = "at the newest checkpoint, " if is_checkpoint else ""
        return f"{self} The battle resumes {where}after command {count}."


@dataclass(frozen=True)
class Replayed:
    """A table at the end of a recording.

    If there is `trouble`, the table is at the newest usable checkpoint after the trouble, and
    `is_checkpoint` is true. Without such a checkpoint, it is at the last line that could be
    followed.
    """

    table: Table
    trouble: Trouble | None = None
    is_checkpoint: bool = False


Observer = Callable[[Table, RecordingLine], None]
"""A function that gets the table after each line that could be followed."""


class Differs(ValueError):
    """The error for a line that doesn't lead to the recorded state."""


def misled(battle: Battle, known: int, before: int, why: str) -> str:
    """Return why a recording can't be followed, after a note on rules that have changed since.

    `known` is the number of changed readings that the recording knows, and `before` the number of
    events before the line that differs. If several readings have changed, name those that the line
    involves.
    """
    changed = battle.book.readings[known:]
    if not changed:
        return why
    told = {one.event.rule for one in battle.told()[before:]}
    near = [one for one in changed if one.rule in told or one.rule in why] or changed
    named = "; ".join(f"{one.now} ({one.rule})" for one in near)
    return f"the rules have changed since this battle was recorded: {named}. Today {why}"


def replay(
    saved: ReadRecording, books: Mapping[str, Book], observer: Observer = lambda *_: None
) -> Replayed:
    """Return the battle of a recording. Raise Unreadable if not even its start can be restored."""
    header = saved.header
    reader = reader_of(saved, books, observer)
    replayed = reader.read()
    if replayed.trouble is None and text_hash(reader.level.text) != header.level_hash:
        message = "the level's text was changed; the resolved level is played."
        return Replayed(replayed.table, Trouble(1, 0, message))
    return replayed


def beginning(saved: ReadRecording, books: Mapping[str, Book]) -> tuple[Table, Sequence[Numbered]]:
    """Return a table without players at the recording's beginning, and the lines after it.

    Raise Unreadable if not even the start can be restored.
    """
    return reader_of(saved, books).begun(saved.lines)


def reader_of(
    saved: ReadRecording, books: Mapping[str, Book], observer: Observer = lambda *_: None
) -> "RecordReader":
    """Return a reader for a recording. Raise Unreadable if the header is unusable."""
    header = saved.header
    book = books.get(header.rulebook)
    if book is None:
        raise Unreadable(f"The save needs the rulebook {header.rulebook!r}, which isn't installed.")
    unknown = [name for name in header.players.values() if name not in PLAYERS]
    if unknown or set(header.players) != set(header.sides):
        raise Unreadable(f"The save's players {header.players!r} are unknown.")
    try:
        level = level_of_header(header.level, book)
    except ValueError as fault:
        raise Unreadable(f"The save's header can't be used: {fault}.") from fault
    if header.sides != tuple(side.id for side in level.sides):
        raise Unreadable(f"The save's sides {header.sides!r} don't match its level.")
    if header.view is not None and header.view not in header.sides:
        raise Unreadable(f"The save's view {header.view!r} isn't one of its sides.")
    return RecordReader(saved, book, level, observer)


class RecordReader:
    """A reader that follows one recording as far as possible."""

    def __init__(
        self,
        saved: ReadRecording,
        book: Book,
        level: Level,
        observer: Observer = lambda *_: None,
    ) -> None:
        self.saved, self.book, self.level = saved, book, level
        self.observer: Observer = observer
        self.setup = setup_of(saved.header)
        self.commands = commands_of(book)

    def read(self) -> Replayed:
        """Return the table at the end of the recording, or as near to the end as possible."""
        lines = self.saved.lines
        table, trouble, followed = self._follow(lines)
        if trouble is None:
            return Replayed(self.seated(table))
        # The observer has seen every good line, and must not see them again below.
        self.observer = lambda *_: None
        for number, line in reversed(lines[followed:]):
            if isinstance(line, Checkpoint) and number != trouble.line:
                try:
                    return Replayed(self.seated(self.restored(line)), trouble, True)
                except Differs:
                    continue
        return Replayed(self.seated(self._follow(lines[:followed])[0]), trouble)

    def _follow(self, lines: Sequence[Numbered]) -> tuple[Table, Trouble | None, int]:
        """Return the table after the last good line, any trouble, and the number of good lines."""
        table, rest = self.begun(lines)
        skipped = len(lines) - len(rest)
        for at, numbered in enumerate(rest, skipped):
            trouble = self.followed(table, numbered, at == len(lines) - 1)
            if trouble is not None:
                return table, trouble, at
        return table, None, len(lines)

    def followed(self, table: Table, numbered: Numbered, is_last: bool) -> Trouble | None:
        """Play one line of the recording. Return why it can't be followed, or None."""
        number, line = numbered
        told = len(table.battle.told())
        try:
            self._do(table, line, is_last)
        except Exception as fault:  # a file can be wrong in ways that no rule foresees
            n, why = getattr(line, "n", table.record.count), why_not(fault)
            if isinstance(line, RecordingLine):
                why = misled(table.battle, self.saved.header.readings, told, why)
            return Trouble(number, n, why, given_in(line, self.commands))
        return None

    def begun(self, lines: Sequence[Numbered]) -> tuple[Table, Sequence[Numbered]]:
        """Return a table at the recording's beginning, and the lines still to play.

        A recording can begin with a checkpoint instead of the battle's start.
        """
        first = lines[0][1] if lines else None
        if isinstance(first, Checkpoint):
            try:
                table = self.restored(first)
            except Differs as fault:
                raise Unreadable(f"Line {lines[0][0]} can't be used: {fault}.") from fault
            self.observer(table, first)
            return table, lines[1:]
        try:
            battle = Battle.start(self.book, self.level)
            probe(battle)
        except Exception as fault:  # the header has passed every check, but still makes no battle
            raise Unreadable(f"The save's header can't be used: {why_not(fault)}") from fault
        table = self._quiet(battle, Recording(self.saved.header))
        if not isinstance(first, Start):
            table.record.started(battle.hash())
        return table, lines

    def _quiet(self, battle: Battle, record: Recording) -> Table:
        """Return a table without computer players, which acts only when told to."""
        quiet = Setup(self.setup.dice, dict.fromkeys(self.saved.header.sides, STDIO))
        table = Table(battle, record, quiet)
        table.people = {side for side, name in self.setup.players.items() if name == STDIO}
        return table

    def restored(self, line: Checkpoint) -> Table:
        """Return a table at a checkpoint. Raise Differs if no battle can resume from it."""
        try:
            if not line.players.keys() <= self.setup.players.keys():
                raise Differs("its players don't match the battle.")
            state = bytes(line.state)
            is_older = self.saved.header.readings < len(self.book.readings)
            if is_older:
                state = renewed(self.book, state)
            battle = Battle.restored(self.book, self.level, state)
            if is_older:
                line = msgspec.structs.replace(line, state=msgspec.Raw(battle.snapshot()))
            probe(battle)
        except Exception as fault:  # each part can be read, but together they make no battle
            raise Differs(why_not(fault)) from fault
        return self._quiet(battle, Recording(self.saved.header, (line,)))

    def seated(self, table: Table) -> Table:
        """Return the table with the recording's players, at their places in the random numbers.

        The recording has now been checked against the current rules, so note that in its header.
        """
        table.seat(self.setup.players)
        header, now = table.record.header, len(self.book.readings)
        table.record.header = msgspec.structs.replace(header, readings=now)
        return table

    def _do(self, table: Table, line: RecordingLine | UnreadableLine, is_last: bool) -> None:
        """Play one line. Raise ValueError if it doesn't fit.

        Don't keep a checkpoint that closes the file, because saving writes another one.
        """
        match line:
            case UnreadableLine():
                raise Differs(f"the line can't be read: {line.message}.")
            case Start():
                self._start(table, line)
            case Play():
                self._play(table, line)
            case Fallen():
                self._fall(table, line)
            case Undo():
                _count(table, line.n)
                if table.follow_back(line.commands, line.agreed):
                    raise Differs(f"{line.commands} commands can't be undone.")
            case Retype():
                if table.unroll():
                    raise Differs("there are no entered dice to correct.")
            case Luck():
                if line.n != table.record.count:
                    raise Differs(f"the new dice come after command {table.record.count}.")
                table.reseed(line.seed)
            case Checkpoint():
                self._compare(table, line)
                if not is_last:
                    table.record.keep(line)
        if isinstance(line, Play | Fallen | Retype | Undo) and table.battle.hash() != line.hash:
            raise Differs("the state differs from the recorded one.")
        if isinstance(line, RecordingLine):
            self.observer(table, line)

    def _start(self, table: Table, line: Start) -> None:
        """Begin the battle.

        Raise Differs unless this is the first line and the state is as recorded.
        """
        if table.record.lines:
            raise Differs("a battle can start only once.")
        hash = table.battle.hash()
        table.record.started(hash)
        if hash != line.hash:
            raise Differs("the battle doesn't start in the recorded state.")

    def _play(self, table: Table, line: Play) -> None:
        """Play one command as the side that is asked, and record its player's random numbers."""
        _count(table, line.n)
        if isinstance(table.battle.stop, Roll):
            raise Differs(f"dice are due first: {table.battle.stop.dice}.")
        if line.side != table.battle.asked:
            raise Differs(f"{line.side!r} isn't asked here, but {table.battle.asked!r} is.")
        refusal = table.submit(line.given(self.commands), line.luck)
        if refusal:
            rule = f" ({refusal.rule})" if refusal.rule else ""
            why = refusal.text(table.battle.book.catalogue)
            raise Differs(f"the command is refused{rule}: {why}")

    def _fall(self, table: Table, line: Fallen) -> None:
        """Resolve a roll."""
        if not isinstance(table.battle.stop, Roll):
            raise Differs(f"{len(line.faces)} dice were rolled, but none are due.")
        table.fall(line.faces, line.apart)

    def _compare(self, table: Table, line: Checkpoint) -> None:
        """Raise Differs unless a checkpoint has the state that the commands lead to."""
        if bytes(line.state) != table.battle.snapshot():
            raise Differs("the checkpoint's state isn't the state that the commands lead to.")
        made = table.record.checkpoint(table.battle)
        if msgspec.structs.replace(made, state=line.state) != line:
            raise Differs("the checkpoint's count of commands or dice is wrong.")


def given_in(line: object, commands: tuple[type[Command], ...]) -> str:
    """Return the command of a line as text, or "" if it has none of these types."""
    if not isinstance(line, Play):
        return ""
    try:
        return to_text(line.given(commands))
    except ValueError:
        return ""


def _count(table: Table, n: int) -> None:
    if n != table.record.count + 1:
        raise Differs(f"the next command is {table.record.count + 1}.")


def why_not(fault: Exception) -> str:
    """Return why a line can't be followed, as a sentence or the end of one."""
    if isinstance(fault, ValueError):
        return str(fault)
    return f"it contains something that can't be played ({type(fault).__name__}: {fault})."
