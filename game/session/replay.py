"""From a record back to a table: plays the commands again with their dice, comparing every hash."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from game.components.unit import Allegiance, Name, Placed
from game.engine.battle import Battle
from game.engine.book import Book
from game.engine.legality import commands_of
from game.session.board import units_of
from game.session.kept import level_of
from game.session.players import PLAYERS, STDIO
from game.session.record import (
    Checkpoint,
    Line,
    Play,
    Record,
    Setup,
    Start,
    Undo,
    setup_of,
    text_hash,
)
from game.session.save import Flaw, Saved, Unreadable
from game.session.table import Table
from game.terms.agenda import Ask, Roll
from game.terms.commands import from_json, verb
from game.terms.level import Level

Numbered = tuple[int, Line | Flaw]

MOST_TRIED = 20
"""So many rolls are tried in a row to see whether a state holds together."""


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
    if header.sides != tuple(side.id for side in level.sides):
        raise Unreadable(f"The save's sides {header.sides!r} are not those of its level.")
    if header.view is not None and header.view not in header.sides:
        raise Unreadable(f"The save is the view of {header.view!r}, which is no side of it.")
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
        self.commands = commands_of(book)

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
                except _Differs:
                    continue
        return Replayed(self._seated(self._follow(lines[:followed])[0]), trouble)

    def _follow(self, lines: Sequence[Numbered]) -> tuple[Table, Trouble | None, int]:
        """The table after the lines, or after the first that misleads, and how many were good."""
        table, rest = self._begun(lines)
        skipped = len(lines) - len(rest)
        for at, (number, line) in enumerate(rest, skipped):
            try:
                self._do(table, line, at == len(lines) - 1)
            except Exception as fault:  # a file can be wrong in ways that no rule foresees
                n = getattr(line, "n", table.record.count)
                return table, Trouble(number, n, _told(fault)), at
        return table, None, len(lines)

    def _begun(self, lines: Sequence[Numbered]) -> tuple[Table, Sequence[Numbered]]:
        """A table at the record's beginning, which is a checkpoint if one comes first."""
        first = lines[0][1] if lines else None
        if isinstance(first, Checkpoint):
            try:
                return self._restored(first), lines[1:]
            except _Differs as fault:
                raise Unreadable(f"Line {lines[0][0]} cannot be used: {fault}.") from fault
        quiet = Setup(self.setup.dice, dict.fromkeys(self.saved.header.sides, STDIO))
        try:
            table = Table.open(self.book, self.level, quiet)
            _probe(table.battle)
        except Exception as fault:  # the header passed every check, and still is no battle
            raise Unreadable(f"The save's header cannot be used: {_told(fault)}") from fault
        table.record.header = self.saved.header
        table.view = self.saved.header.view
        return table, lines

    def _restored(self, line: Checkpoint) -> Table:
        """The table of a checkpoint; _Differs if no battle can go on from it."""
        try:
            if not line.players.keys() <= self.setup.players.keys():
                raise _Differs("its players are not those of the battle.")
            battle = Battle.restored(self.book, self.level, bytes(line.state))
            _probe(battle)
        except Exception as fault:  # parts that each can be read, but make no battle
            raise _Differs(_told(fault)) from fault
        table = Table(battle, Record(self.saved.header, (line,)), self.setup, line.drawn)
        table.view = self.saved.header.view
        return table

    def _seated(self, table: Table) -> Table:
        """The table with the record's own players, at the points they have reached there."""
        table.seat(self.setup, table.record.luck)
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
                self._play(table, line)
                _roll(table, line.dice)
            case Undo():
                _count(table, line.n)
                if table.take_back(line.commands, line.agreed):
                    raise _Differs(f"{line.commands} commands cannot be taken back.")
            case Checkpoint():
                self._compare(table, line)
                if not is_last:
                    table.record.keep(line)
        if isinstance(line, Start | Play | Undo) and table.battle.hash() != line.hash:
            raise _Differs("the state is another than the one recorded.")

    def _play(self, table: Table, line: Play) -> None:
        """Plays one command, as the side that is asked, and keeps where its player got to."""
        _count(table, line.n)
        if line.side != table.battle.asked:
            raise _Differs(f"{line.side!r} is not asked here, {table.battle.asked!r} is.")
        refusal = table.submit(from_json(line.command, self.commands))
        if refusal:
            raise _Differs(f"the command is refused: {refusal.message}")
        lines = table.record.lines
        lines[-1] = msgspec.structs.replace(lines[-1], luck=line.luck)

    def _compare(self, table: Table, line: Checkpoint) -> None:
        """_Differs unless a checkpoint holds what the commands lead to."""
        if bytes(line.state) != table.battle.snapshot():
            raise _Differs("the checkpoint holds another state than the commands lead to.")
        if (line.n, line.drawn) != (table.record.count, table.drawn):
            raise _Differs("the checkpoint counts other commands or dice than there were.")
        luck = table.record.luck
        if any(luck.get(side, 0) != count for side, count in line.players.items()):
            raise _Differs("the checkpoint counts other random numbers of the players.")


def _count(table: Table, n: int) -> None:
    if n != table.record.count + 1:
        raise _Differs(f"the command that comes next is {table.record.count + 1}.")


def _told(fault: Exception) -> str:
    """A fault as a sentence, or the end of one."""
    if isinstance(fault, ValueError):
        return str(fault)
    return f"it holds what cannot be played ({type(fault).__name__}: {fault})."


def _probe(battle: Battle) -> None:
    """Raises whatever goes wrong in a battle that only looks whole."""
    level, world = battle.world.scene.level, battle.world
    world.enter()
    sides, units = {side.id for side in level.sides}, {unit.id for unit in level.units}
    for unit in battle.units():
        if world.get(unit, Name).id not in units or world.get(unit, Allegiance).side not in sides:
            raise _Differs("it has units that are not the level's.")
    for cell in (p.at for kind in Placed.__subclasses__() for _, p in world.all(kind)):
        if cell not in world.grid:
            raise _Differs(f"something is off the map, at {list(cell)}.")
    for view in (battle, *(battle.view(side) for side in sorted(sides))):
        units_of(view)
        view.queue()
        view.hash()
    _try_commands(battle)


def _try_commands(battle: Battle) -> None:
    """Carries out one command of each type, or the roll that is due, on copies."""
    _try_rolls(battle.clone())
    if isinstance(battle.stop, Ask):
        for command in {verb(command): command for command in battle.legal()}.values():
            battle.facts(command)
            copy = battle.clone()
            copy.apply(command)
            _try_rolls(copy)


def _try_rolls(battle: Battle) -> None:
    """Lets some dice fall as high as they can."""
    for _ in range(MOST_TRIED):
        if not isinstance(battle.stop, Roll):
            break
        battle.settle(battle.stop.dice.sides)


def _roll(table: Table, faces: tuple[int, ...]) -> None:
    """Lets the recorded dice fall, roll by roll."""
    while faces:
        stop = table.battle.stop
        if not isinstance(stop, Roll):
            raise _Differs(f"{len(faces)} recorded dice are left over.")
        count = len(stop.dice.sides)
        table.roll(faces[:count])
        faces = faces[count:]
