"""Replay a recording: play its commands and dice again, and compare every hash."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from game.core.dice import DiceError
from game.engine.battle import Battle
from game.engine.book import Book
from game.engine.legality import commands_of
from game.engine.snapshots import renewed
from game.play.play_sentences import said
from game.play.players import PLAYERS, STDIO
from game.play.table import Table
from game.record.failure import Misfit
from game.record.integrity import probe
from game.record.lines import Checkpoint, Fallen, Luck, Play, RecordingLine, Retype, Start, Undo
from game.record.reader import Numbered, ReadRecording, Unreadable, UnreadableLine
from game.record.recording import Recording, Setup, setup_of, text_hash
from game.record.shortening import short
from game.record.stored_level import level_of_header
from game.terms.agenda import Roll
from game.terms.commands import Command, CommandError, to_text
from game.terms.level import Level
from game.terms.refusals import Refusal
from game.terms.texts import fault_text


@dataclass(frozen=True)
class Trouble:
    """The reason why a recording can't be followed further, with the line and the command."""

    line: int
    command: int
    message: str
    given: str = ""
    """The command as text; "" if there is none."""

    def __str__(self) -> str:
        line, command, why = self.line, self.command, self.message
        if not self.given:
            return said("record", "trouble", line=line, command=command, why=why)
        given = short(self.given)
        return said("record", "trouble_given", line=line, command=command, given=given, why=why)

    def going_on(self, count: int, is_checkpoint: bool) -> str:
        """Return the reason, and where the battle resumes: after command `count`."""
        key = "resumes_checkpoint" if is_checkpoint else "resumes"
        return said("record", key, trouble=str(self), n=count)


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
    """The error for a line that doesn't lead to the recorded state. The message is a sentence."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        """Make an error; `rule` is the id of the rule that refuses the line's command."""
        super().__init__(message)
        self.rule = rule


def misled(battle: Battle, known: int, before: int, fault: Exception) -> str:
    """Return why a recording can't be followed, after a note on rules that have changed since.

    `known` is the number of changed readings that the recording knows, and `before` the number of
    events before the line that differs. If several readings have changed, name those that the line
    involves.
    """
    changed, why = battle.book.readings[known:], why_not(fault)
    if not changed:
        return why
    rules = {one.event.rule for one in battle.told()[before:]}
    rules.add(getattr(fault, "rule", None))
    near = [one for one in changed if one.rule in rules] or changed
    named = "; ".join(said("record", "change", now=one.now, rule=one.rule) for one in near)
    return said("record", "rules_changed", changes=named, why=why)


def replay(
    saved: ReadRecording, books: Mapping[str, Book], observer: Observer = lambda *_: None
) -> Replayed:
    """Return the battle of a recording. Raise Unreadable if not even its start can be restored."""
    header = saved.header
    reader = reader_of(saved, books, observer)
    replayed = reader.read()
    if replayed.trouble is None and text_hash(reader.level.text) != header.level_hash:
        message = said("record", "text_changed")
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
        raise Unreadable(said("record", "no_rulebook", book=header.rulebook))
    unknown = [name for name in header.players.values() if name not in PLAYERS]
    if unknown or set(header.players) != set(header.sides):
        raise Unreadable(said("record", "players_unknown", players=repr(header.players)))
    try:
        level = level_of_header(header.level, book)
    except ValueError as fault:
        raise Unreadable(said("record", "header_unusable", why=str(fault))) from fault
    if header.sides != tuple(side.id for side in level.sides):
        raise Unreadable(said("record", "sides_differ", sides=repr(header.sides)))
    if header.view is not None and header.view not in header.sides:
        raise Unreadable(said("record", "view_unknown", view=header.view))
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
                why = misled(table.battle, self.saved.header.readings, told, fault)
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
                told = said("record", "line_unusable", line=lines[0][0], why=str(fault))
                raise Unreadable(told) from fault
            self.observer(table, first)
            return table, lines[1:]
        try:
            battle = Battle.start(self.book, self.level)
            probe(battle)
        except Exception as fault:  # the header has passed every check, but still makes no battle
            raise Unreadable(said("record", "header_unplayable", why=why_not(fault))) from fault
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
                raise Differs(said("record", "players_differ"))
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
                raise Differs(said("record", "unreadable_line", why=line.message))
            case Start():
                self._start(table, line)
            case Play():
                self._play(table, line)
            case Fallen():
                self._fall(table, line)
            case Undo():
                _count(table, line.n)
                if line.reroll and not table.rerolls:
                    raise Differs(said("record", "no_reroll"))
                if table.follow_back(line):
                    raise Differs(said("record", "not_undone", count=line.commands))
            case Retype():
                if table.unroll():
                    raise Differs(said("record", "nothing_to_correct"))
            case Luck():
                if line.n != table.record.count:
                    raise Differs(said("record", "luck_elsewhere", n=table.record.count))
                table.reseed(line.seed)
            case Checkpoint():
                self._compare(table, line)
                if not is_last:
                    table.record.keep(line)
        if isinstance(line, Play | Fallen | Retype | Undo) and table.battle.hash() != line.hash:
            raise Differs(said("record", "state_differs"))
        if isinstance(line, RecordingLine):
            self.observer(table, line)

    def _start(self, table: Table, line: Start) -> None:
        """Begin the battle.

        Raise Differs unless this is the first line and the state is as recorded.
        """
        if table.record.lines:
            raise Differs(said("record", "started_twice"))
        hash = table.battle.hash()
        table.record.started(hash)
        if hash != line.hash:
            raise Differs(said("record", "start_differs"))

    def _play(self, table: Table, line: Play) -> None:
        """Play one command as the side that is asked, and record its player's random numbers."""
        _count(table, line.n)
        check_asked(table.battle, line)
        refusal = table.submit(line.given(self.commands), line.luck, line.intent)
        if refusal:
            raise refused(refusal, table.battle)

    def _fall(self, table: Table, line: Fallen) -> None:
        """Resolve a roll."""
        if not isinstance(table.battle.stop, Roll):
            raise Differs(said("record", "no_dice_due", count=len(line.faces)))
        table.fall(line.faces, line.apart)

    def _compare(self, table: Table, line: Checkpoint) -> None:
        """Raise Differs unless a checkpoint has the state that the commands lead to."""
        if bytes(line.state) != table.battle.snapshot():
            raise Differs(said("record", "checkpoint_differs"))
        made = table.record.checkpoint(table.battle)
        if msgspec.structs.replace(made, state=line.state) != line:
            raise Differs(said("record", "checkpoint_count"))


def check_asked(battle: Battle, line: Play) -> None:
    """Raise Differs unless the side of a command is asked."""
    if isinstance(battle.stop, Roll):
        raise Differs(said("record", "dice_first", dice=str(battle.stop.dice)))
    if line.side != battle.asked:
        raise Differs(said("record", "not_asked", side=line.side, asked=str(battle.asked)))


def refused(refusal: Refusal, battle: Battle) -> Differs:
    """Return the error for a command that is illegal today."""
    why = refusal.text(battle.book.catalogue)
    if refusal.rule is None:
        return Differs(said("record", "refused", why=why))
    return Differs(said("record", "refused_rule", rule=refusal.rule, why=why), refusal.rule)


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
        raise Differs(said("record", "next_command", n=table.record.count + 1))


def why_not(fault: Exception) -> str:
    """Return why a line can't be followed, as a sentence or the end of one."""
    if isinstance(fault, DiceError | CommandError | Differs | Misfit | Unreadable):
        return fault_text(fault)
    kind = type(fault).__name__
    return said("record", "unplayable", kind=kind, fault=str(fault))
