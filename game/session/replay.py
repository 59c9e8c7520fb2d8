"""From a record back to a table: plays the commands again with their dice, comparing every hash."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.engine.battle import Battle
from game.engine.book import Book
from game.session.dice import DiceSource
from game.session.players import PLAYERS, STDIO
from game.session.record import (
    Checkpoint,
    Line,
    Play,
    Record,
    Setup,
    Start,
    Undo,
    level_of,
    setup_of,
    text_hash,
)
from game.session.save import Flaw, Saved, Unreadable
from game.session.table import Table
from game.terms.agenda import Roll
from game.terms.commands import Answer, Command, Concede, OfferDraw, from_json
from game.terms.level import Level

Numbered = tuple[int, Line | Flaw]


@dataclass(frozen=True)
class Trouble:
    """Where a record could not be followed: the file's line, the command's number, and why."""

    line: int
    command: int
    message: str

    def __str__(self) -> str:
        return f"Line {self.line}, command {self.command}: {self.message}"


@dataclass(frozen=True)
class Replayed:
    """A table that stands where the record ends.

    With `trouble` it stands at the newest checkpoint after it; if there is none, where the record
    could last be followed; `is_checkpoint` tells which.
    """

    table: Table
    trouble: Trouble | None = None
    is_checkpoint: bool = False


class _Differs(ValueError):
    """A line does not lead where the record says."""


def all_commands(book: Book) -> tuple[type[Command], ...]:
    """All types of command that a battle under this book may be given."""
    return tuple(dict.fromkeys((*book.commands(), Answer, Concede, OfferDraw)))


def replay(saved: Saved, books: Mapping[str, Book]) -> Replayed:
    """The battle of a record; Unreadable if not even its start can be made."""
    header = saved.header
    book = books.get(header.rulebook)
    if book is None:
        raise Unreadable(f"The save needs the rulebook {header.rulebook!r}, which is not here.")
    unknown = [name for name in header.players.values() if name not in PLAYERS]
    if unknown or set(header.players) != set(header.sides):
        raise Unreadable(f"The save's players {header.players!r} are not known here.")
    try:
        level = level_of(header.level, book)
    except ValueError as fault:
        raise Unreadable(f"The save's header cannot be used: {fault}.") from fault
    replayed = _Reader(saved, book, level).read()
    if replayed.trouble is None and text_hash(level.text) != header.level_hash:
        message = "the level's text was changed; the level is played as it was resolved."
        return Replayed(replayed.table, Trouble(1, 0, message))
    return replayed


class _Reader:
    """Follows one record as far as it goes."""

    def __init__(self, saved: Saved, book: Book, level: Level) -> None:
        self.saved, self.book, self.level = saved, book, level
        self.setup = setup_of(saved.header)
        self.commands = all_commands(book)

    def read(self) -> Replayed:
        """The table at the end of the record, or as near to it as can be."""
        lines = self.saved.lines
        table, trouble, followed = self._follow(lines)
        if trouble is None:
            return Replayed(self._seated(table))
        for number, line in reversed(lines[followed:]):
            if isinstance(line, Checkpoint) and number != trouble.line:
                try:
                    return Replayed(self._seated(self._restored(line)), trouble, True)
                except ValueError:
                    continue
        return Replayed(self._seated(self._follow(lines[:followed])[0]), trouble)

    def _follow(self, lines: Sequence[Numbered]) -> tuple[Table, Trouble | None, int]:
        """The table after the lines, or after the first that misleads, and how many were good."""
        table, rest = self._begun(lines)
        skipped = len(lines) - len(rest)
        for at, (number, line) in enumerate(rest, skipped):
            try:
                self._do(table, line, at == len(lines) - 1)
            except ValueError as fault:
                n = getattr(line, "n", table.record.count)
                return table, Trouble(number, n, str(fault)), at
        return table, None, len(lines)

    def _begun(self, lines: Sequence[Numbered]) -> tuple[Table, Sequence[Numbered]]:
        """A table at the record's beginning, which is a checkpoint if one comes first."""
        first = lines[0][1] if lines else None
        if isinstance(first, Checkpoint):
            try:
                return self._restored(first), lines[1:]
            except ValueError as fault:
                raise Unreadable(f"Line {lines[0][0]} cannot be used: {fault}.") from fault
        quiet = Setup(
            DiceSource(self.setup.dice.seed, asked=True),
            dict.fromkeys(self.saved.header.sides, STDIO),
        )
        table = Table.open(self.book, self.level, quiet)
        table.record.header = self.saved.header
        return table, lines

    def _restored(self, line: Checkpoint) -> Table:
        battle = Battle.restored(self.book, self.level, bytes(line.state))
        record = Record(self.saved.header, (line,))
        return Table(battle, record, self.setup, line.drawn)

    def _seated(self, table: Table) -> Table:
        """The table with the record's own dice and players in place."""
        drawn: dict[str, int] = {}
        for _, line in self.saved.lines:
            drawn = line.players if isinstance(line, Checkpoint) else drawn
        table.dice = self.setup.dice
        table.seat(self.setup, drawn)
        return table

    def _do(self, table: Table, line: Line | Flaw, is_last: bool) -> None:
        """Plays one line; ValueError says how it misleads.

        A checkpoint that closes the file is not kept: saving makes another.
        """
        match line:
            case Flaw():
                raise _Differs(f"the line cannot be read: {line.message}.")
            case Start():
                _roll(table, line.dice)
            case Play():
                refusal = table.submit(from_json(line.command, self.commands))
                if refusal:
                    raise _Differs(f"the command is refused: {refusal.message}")
                _roll(table, line.dice)
            case Undo():
                if table.take_back(line.commands, line.agreed):
                    raise _Differs(f"{line.commands} commands cannot be taken back.")
            case Checkpoint():
                if bytes(line.state) != table.battle.snapshot():
                    raise _Differs("the checkpoint holds another state than the commands lead to.")
                if not is_last:
                    table.record.keep(line)
        if isinstance(line, Start | Play | Undo) and table.battle.hash() != line.hash:
            raise _Differs("the state is another than the one recorded.")


def _roll(table: Table, faces: tuple[int, ...]) -> None:
    """Lets the recorded dice fall, roll by roll."""
    while faces:
        stop = table.battle.stop
        if not isinstance(stop, Roll):
            raise _Differs(f"{len(faces)} recorded dice are left over.")
        count = len(stop.dice.sides)
        table.roll(faces[:count])
        faces = faces[count:]
