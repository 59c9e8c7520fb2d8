"""The lines of a recording, each readable alone.

Running files, saves and replays have the same form: a header, then the course of the battle, in
order.
"""

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from game.core.dice import MOST_SIDES
from game.record.dice_source import MOST_SEED
from game.record.play_order import Stamp
from game.terms.commands import Command, from_json, snake

Count = Annotated[int, msgspec.Meta(ge=0)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEED)]
Face = Annotated[int, msgspec.Meta(ge=1, le=MOST_SIDES)]


class RecordingLine(
    msgspec.Struct, frozen=True, tag=snake, tag_field="line", forbid_unknown_fields=True
):
    """One line of a recording."""


class Header(RecordingLine, frozen=True, kw_only=True, omit_defaults=True):
    """The first line: everything that the battle started from, resolved.

    `level` is the resolved level, with the text of its file under `text`. `players` and `view`
    apply when the battle resumes; nothing else depends on them. `journey` marks the campaign
    journey that the battle belongs to. `played` is the time when this file was begun. `readings` is
    the number of the book's changed readings known to the game that wrote the file. `rerolls` is
    the number of undos past the wall that the journey's assist allows. `intent` says whether the
    journey's assist shows what foes would do.
    """

    format: int
    game: str
    rulebook: str
    api: int
    seed: Seed
    dice: Literal["ask", "seed"]
    scripted: tuple[Face, ...]
    sides: tuple[str, ...]
    players: dict[str, str]
    view: str | None
    level_hash: str
    level: dict[str, object]
    journey: str = ""
    played: Stamp = 0
    readings: Count = 0
    rerolls: Count = 0
    intent: bool = False


class Start(RecordingLine, frozen=True):
    """The battle at its first stop."""

    hash: str


class Play(RecordingLine, frozen=True, omit_defaults=True):
    """Command number `n`; commands and undos are counted together, from 1.

    `hash` is the state at the next stop, before any dice. `luck` is the number of random numbers
    that the side's computer player has used so far. `played` is the time of the command, or 0 if
    the battle isn't kept. `intent` says whether the side was shown what its foes would do.
    """

    n: int
    side: str
    command: dict[str, object]
    hash: str
    luck: Count | None = None
    played: Stamp = 0
    intent: bool = False

    def given(self, kinds: Iterable[type[Command]]) -> Command:
        """Return the command. Raise ValueError if it is of none of the types `kinds`."""
        return from_json(self.command, kinds)


class Fallen(RecordingLine, frozen=True, omit_defaults=True, tag="dice"):
    """The dice of one roll; `hash` is the state at the next stop.

    Dice that some sides don't see are drawn `apart`, and don't count towards the common order.
    """

    faces: tuple[int, ...]
    hash: str
    apart: bool = False


class Retype(RecordingLine, frozen=True):
    """The withdrawal of the last faces that a person typed. The roll is due again.

    `hash` is the state at the stop before the roll.
    """

    hash: str


class Undo(RecordingLine, frozen=True, omit_defaults=True):
    """An undo of `commands` commands at once; `reroll` says that it was one of the rerolls."""

    n: int
    commands: int
    agreed: bool
    hash: str
    reroll: bool = False


class Luck(RecordingLine, frozen=True):
    """A new seed for all dice after number `n`, at a player's request.

    The count of dice continues from the old seed's.
    """

    n: Count
    seed: Seed


class Checkpoint(RecordingLine, frozen=True, omit_defaults=True):
    """The whole state after number `n`, with the dice drawn and the players' random numbers.

    `since` is the number of dice after number `n`, hidden ones included. `seed` is the seed of the
    dice if it isn't the header's. `rerolled` is the number of rerolls used, `intents` the number of
    commands given while foes' intents were shown.
    """

    n: Count
    drawn: Count
    players: dict[str, Count]
    state: msgspec.Raw
    since: Count = 0
    seed: Seed | None = None
    rerolled: Count = 0
    intents: Count = 0


Later = Start | Play | Fallen | Retype | Undo | Luck | Checkpoint
"""Any line except the header."""
