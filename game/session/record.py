"""The record of a battle: what a save and a replay hold, line by line.

Each line stands for itself, so that a running battle can be written by appending. `dice` are the
faces drawn from a line's moment to the next, `hash` is the state's after them. Taken-back commands
stay in the record, followed by the line that took them back, as dice never rewind.
"""

from hashlib import blake2b
from typing import Annotated, Any, Literal

import msgspec

from game import __version__
from game.core.dice import MOST_SIDES
from game.engine.battle import Battle
from game.engine.book import Book
from game.session.board import legend_of, rows_of
from game.session.dice import MOST_SEED, DiceSource
from game.terms.commands import Command, snake, to_json
from game.terms.level import Level

Count = Annotated[int, msgspec.Meta(ge=0)]
Face = Annotated[int, msgspec.Meta(ge=1, le=MOST_SIDES)]

FORMAT = 1
EVERY = 20
"""So many commands lie between two checkpoints."""


class Line(msgspec.Struct, frozen=True, tag=snake, tag_field="line", forbid_unknown_fields=True):
    """One line of a record."""


class Header(Line, frozen=True):
    """The first line: all that a battle starts from, with everything resolved.

    `drawn` counts the dice drawn until the file was written (0 in one that is appended to);
    `level` is the resolved level, with its file as it was under `text`; `view` is the side that
    alone was shown, which decides which dice were asked for.
    """

    format: int
    game: str
    rulebook: str
    api: int
    seed: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEED)]
    dice: Literal["ask", "seed"]
    scripted: tuple[Face, ...]
    drawn: Count
    sides: tuple[str, ...]
    players: dict[str, str]
    level_hash: str
    level: dict[str, Any]
    view: str | None = None


class Start(Line, frozen=True):
    """Dice that fell before the first command, or between a checkpoint and the next one."""

    dice: tuple[int, ...]
    hash: str


class Play(Line, frozen=True, omit_defaults=True):
    """Command number `n`; commands and undos are counted together, from 1.

    `luck` counts the random numbers that the side's player, if it is one of ours, has used so far.
    """

    n: int
    side: str
    command: dict[str, Any]
    dice: tuple[int, ...]
    hash: str
    luck: Count | None = None


class Undo(Line, frozen=True):
    """So many commands were taken back at once."""

    n: int
    commands: int
    agreed: bool
    hash: str


class Checkpoint(Line, frozen=True):
    """The whole state after number `n`, and how many dice were drawn, also by the players."""

    n: Count
    drawn: Count
    players: dict[str, Count]
    state: msgspec.Raw


class Setup(msgspec.Struct, frozen=True):
    """How a level is played: the dice, and the name of each side's player."""

    dice: DiceSource
    players: dict[str, str]


class Record:
    """A header, and the lines so far. The last line may still gain dice, the others are final."""

    def __init__(self, header: Header, lines: tuple[Line, ...] = ()) -> None:
        self.header = header
        self.lines = list(lines)
        self.count = next((line.n for line in lines if isinstance(line, Checkpoint)), 0)
        """The number of the last command or undo."""
        self._since = 0

    def started(self, hash: str) -> None:
        """The battle stands at its first stop."""
        self.lines.append(Start((), hash))

    def played(self, side: str, command: Command, hash: str, luck: int | None = None) -> None:
        """A command was carried out."""
        self.count += 1
        self._since += 1
        self.lines.append(Play(self.count, side, to_json(command), (), hash, luck))

    def rolled(self, faces: tuple[int, ...], hash: str) -> None:
        """Dice fell."""
        last = self.lines[-1]
        if isinstance(last, Start | Play):
            dice = last.dice + faces
            self.lines[-1] = msgspec.structs.replace(last, dice=dice, hash=hash)
        else:
            self.lines.append(Start(faces, hash))

    def undone(self, commands: int, agreed: bool, hash: str) -> None:
        """Commands were taken back."""
        self.count += 1
        self.lines.append(Undo(self.count, commands, agreed, hash))

    @property
    def moment(self) -> str:
        """A name for this point of the record, which no other point has."""
        last = self.lines[-1]
        return f"{self.count}.{len(last.dice) if isinstance(last, Start | Play) else 0}"

    @property
    def luck(self) -> dict[str, int]:
        """How many random numbers the players of ours have used at the end of the lines."""
        found: dict[str, int] = {}
        for line in self.lines:
            if isinstance(line, Checkpoint):
                found |= line.players
            elif isinstance(line, Play) and line.luck is not None:
                found[line.side] = line.luck
        return found

    @property
    def is_closed(self) -> bool:
        """Whether nothing has happened since the last checkpoint."""
        return isinstance(self.lines[-1], Checkpoint)

    @property
    def is_checkpoint_due(self) -> bool:
        """Whether enough commands have passed since the last checkpoint."""
        return self._since >= EVERY

    def keep(self, checkpoint: Checkpoint) -> None:
        """Puts a checkpoint into the record."""
        self.lines.append(checkpoint)
        self._since = 0


def header_of(book: Book, level: Level, setup: Setup) -> Header:
    """The header of a battle about to begin."""
    return Header(
        format=FORMAT,
        game=__version__,
        rulebook=book.id,
        api=book.api,
        seed=setup.dice.seed,
        dice="ask" if setup.dice.asked else "seed",
        scripted=setup.dice.scripted,
        drawn=0,
        sides=tuple(side.id for side in level.sides),
        players=setup.players,
        level_hash=text_hash(level.text),
        level=kept_level(level),
    )


def setup_of(header: Header) -> Setup:
    """How the battle of this header is played."""
    source = DiceSource(header.seed, header.dice == "ask", header.scripted)
    return Setup(source, header.players)


def text_hash(text: str) -> str:
    """The fingerprint of a level's file."""
    return blake2b(text.encode(), digest_size=12).hexdigest()


def checkpoint_of(battle: Battle, n: int, drawn: int, players: dict[str, int]) -> Checkpoint:
    """The battle's state at this moment."""
    return Checkpoint(n, drawn, players, msgspec.Raw(battle.snapshot()))


def kept_level(level: Level) -> dict[str, Any]:
    """The resolved level as plain values, its tiles as rows of signs; `level_of` reads it back."""
    legend = legend_of(level)
    plain: dict[str, Any] = msgspec.to_builtins(level)
    return plain | {"tiles": rows_of(level, legend), "legend": legend}
