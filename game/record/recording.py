"""The recording of a battle: its lines so far, and the sink that each line is written to at once.

Every line is final. Undone commands stay, followed by the line that undid them, because dice are
never rewound.
"""

from collections.abc import Iterable
from typing import Protocol

import msgspec
from msgspec.structs import replace

from game import __version__
from game.core.hashing import blake2b
from game.engine.battle import Battle
from game.engine.book import Book
from game.record.dice_source import DiceSource
from game.record.lines import (
    Checkpoint,
    Fallen,
    Header,
    Luck,
    Play,
    RecordingLine,
    Retype,
    Start,
    Undo,
)
from game.record.map_rows import legend_of, rows_of
from game.record.migrations import FORMAT
from game.record.play_order import Clock
from game.terms.commands import Command, to_json
from game.terms.level import Level, Terrain

EVERY = 20
"""Number of commands between two checkpoints."""


class Setup(msgspec.Struct, frozen=True):
    """The dice of a battle, and the name of each side's player."""

    dice: DiceSource
    players: dict[str, str]
    journey: str = ""
    """Mark of the journey that the battle belongs to; "" for none."""
    rerolls: int = 0
    """Number of undos past the wall that need nobody's consent."""
    intent: bool = False
    """Whether the journey's assist shows what foes would do."""


class Sink(Protocol):
    """A place where lines are written as they come."""

    def add(self, line: RecordingLine) -> None:
        """Write a line, so that it survives the end of this program."""

    def sync(self) -> None:
        """Begin to sync the lines so far to disk, when a command is complete; don't wait."""

    def covers(self, lines: int) -> bool:
        """Return whether nobody has to wait any more for the sync of the first `lines` lines."""

    def wait(self) -> None:
        """Wait until all syncs begun so far have ended."""


class Recording:
    """The recording of a battle: a header, and the lines so far."""

    def __init__(self, header: Header, lines: Iterable[RecordingLine] = ()) -> None:
        self.header = header
        self.lines: list[RecordingLine] = []
        self.count = 0
        """Number of the last command or undo."""
        self.sink: Sink | None = None
        self._clock: Clock | None = None
        """Source of the commands' stamps; None if the battle isn't kept."""
        self.seed = header.seed
        """Seed of the dice from here on."""
        self.luck: dict[str, int] = {}
        """Number of random numbers that each computer player has used."""
        self.drawn = 0
        """Number of dice drawn in the common order, without those drawn apart."""
        self.rerolled = 0
        """Number of rerolls used."""
        self.intents = 0
        """Number of commands given while foes' intents were shown, undone ones too."""
        self._since_checkpoint = 0
        self._since_command = 0
        self._revealing = 0
        """Number of lines up to the last one that brought dice or revealed a secret."""
        for line in lines:
            self._add(line)

    def _add(self, line: RecordingLine) -> None:
        match line:
            case Play():
                self.count, self._since_command = line.n, 0
                self._since_checkpoint += 1
                self.intents += line.intent
                if line.luck is not None:
                    self.luck[line.side] = line.luck
            case Undo():
                self.count, self._since_command = line.n, 0
                self.rerolled += line.reroll
            case Fallen():
                self._since_command += len(line.faces)
                self.drawn += 0 if line.apart else len(line.faces)
            case Luck():
                self.seed = line.seed
            case Checkpoint():
                self.count, self._since_command, self.drawn = line.n, line.since, line.drawn
                self.seed = self.header.seed if line.seed is None else line.seed
                self._since_checkpoint, self.rerolled = 0, line.rerolled
                self.intents = line.intents
                self.luck |= line.players
        self.lines.append(line)
        if self.sink:
            self.sink.add(line)

    def stamp_by(self, clock: Clock) -> None:
        """Stamp the header and all commands from now on."""
        self._clock = clock
        self.header = replace(self.header, played=clock.stamp())

    def started(self, hash: str) -> None:
        """Record that the battle is at its first stop."""
        self._add(Start(hash))

    def played(
        self,
        side: str,
        command: Command,
        hash: str,
        luck: int | None = None,
        is_revealing: bool = False,
        has_intents: bool = False,
    ) -> None:
        """Record a completed command; `is_revealing` says whether it has revealed a secret.

        `has_intents` says whether the side was shown what its foes would do.
        """
        stamp = self._clock.stamp() if self._clock else 0
        plain = to_json(command)
        self._add(Play(self.count + 1, side, plain, hash, luck, stamp, has_intents))
        if is_revealing:
            self._revealing = len(self.lines)

    def rolled(self, faces: tuple[int, ...], hash: str, apart: bool = False) -> None:
        """Record the dice of one roll."""
        self._add(Fallen(faces, hash, apart))
        self._revealing = len(self.lines)

    def unrolled(self, hash: str) -> None:
        """Record that the last dice that a person typed must be rolled again."""
        self._add(Retype(hash))

    def undone(self, commands: int, agreed: bool, hash: str, is_reroll: bool = False) -> None:
        """Record an undo of `commands` commands."""
        self._add(Undo(self.count + 1, commands, agreed, hash, is_reroll))

    def reseeded(self, seed: int) -> None:
        """Record that all later dice come from another seed."""
        self._add(Luck(self.count, seed))

    def keep(self, checkpoint: Checkpoint) -> None:
        """Add a checkpoint to the recording."""
        self._add(checkpoint)

    def settled(self) -> None:
        """Begin to sync the lines, because the last command and its automatic dice are complete."""
        if self.sink:
            self.sink.sync()

    @property
    def may_be_shown(self) -> bool:
        """Return whether all dice and revealed secrets are on disk, so that people may see them.

        If a power failure could still undo them, people could change their mind after seeing them.
        """
        return self.sink is None or self.sink.covers(self._revealing)

    @property
    def is_synced(self) -> bool:
        """Return whether all lines are on disk, or the battle isn't kept."""
        return self.sink is None or self.sink.covers(len(self.lines))

    def wait(self) -> None:
        """Wait for the syncs begun so far."""
        if self.sink:
            self.sink.wait()

    @property
    def moment(self) -> str:
        """A name for this point of the recording, which no other point has."""
        return f"{self.count}.{self._since_command}"

    @property
    def is_closed(self) -> bool:
        """Return whether nothing has happened since the last checkpoint."""
        return isinstance(self.lines[-1], Checkpoint)

    @property
    def is_checkpoint_due(self) -> bool:
        """Return whether enough commands have passed since the last checkpoint."""
        return self._since_checkpoint >= EVERY

    def checkpoint(self, battle: Battle) -> Checkpoint:
        """Return a checkpoint with the battle's current state."""
        state = msgspec.Raw(battle.snapshot())
        seed = None if self.seed == self.header.seed else self.seed
        luck, since = dict(self.luck), self._since_command
        used = self.rerolled, self.intents
        return Checkpoint(self.count, self.drawn, luck, state, since, seed, *used)


def header_of(book: Book, level: Level, setup: Setup) -> Header:
    """Return the header of a battle about to begin."""
    return Header(
        format=FORMAT,
        game=__version__,
        rulebook=book.id,
        api=book.api,
        seed=setup.dice.seed,
        dice="ask" if setup.dice.asked else "seed",
        scripted=setup.dice.scripted,
        sides=tuple(side.id for side in level.sides),
        players=setup.players,
        view=None,
        level_hash=text_hash(level.text),
        level=kept_level(level),
        journey=setup.journey,
        readings=len(book.readings),
        rerolls=setup.rerolls,
        intent=setup.intent,
    )


def setup_of(header: Header) -> Setup:
    """Return the setup that a header describes."""
    source = DiceSource(header.seed, header.dice == "ask", header.scripted)
    assists = header.rerolls, header.intent
    return Setup(source, header.players, header.journey, *assists)


def text_hash(text: str) -> str:
    """Return a fingerprint of the text of a level's file."""
    return blake2b(text.encode(), digest_size=12).hexdigest()


def _looking(terrain: Terrain) -> dict[str, object]:
    """Return a ground as plain values; without the ground that it looks like, if it's its own."""
    plain: dict[str, object] = msgspec.to_builtins(terrain)
    if terrain.look is None:
        del plain["look"]
    return plain


OF_PACKS = "pieces", "ground_images", "pack"
"""Keys of a level that are left out unless it came in a pack."""


def kept_level(level: Level) -> dict[str, object]:
    """Return the resolved level as plain values, with its tiles as rows of signs.

    `level_of_header` reads it back.
    """
    legend = legend_of(level)
    plain: dict[str, object] = msgspec.to_builtins(level)
    del plain["offers"]  # the choice of units is over
    plain = {key: it for key, it in plain.items() if it or key not in OF_PACKS}
    plain["terrain"] = {id: _looking(one) for id, one in level.terrain.items()}
    return plain | {"tiles": rows_of(level, legend), "legend": legend}
