"""The lines of a record, each of which can be read alone.

A running file, a save and a replay are the same: a header, then the events of the battle, in order.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec

from game.core.dice import MOST_SIDES
from game.record.dice_source import MOST_SEED
from game.record.stamps import Stamp
from game.terms.commands import Command, from_json, snake

Count = Annotated[int, msgspec.Meta(ge=0)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEED)]
Face = Annotated[int, msgspec.Meta(ge=1, le=MOST_SIDES)]


class RecordingLine(
    msgspec.Struct, frozen=True, tag=snake, tag_field="line", forbid_unknown_fields=True
):
    """One line of a record."""


class Header(RecordingLine, frozen=True, kw_only=True, omit_defaults=True):
    """The first line: all that a battle starts from, with everything resolved.

    `level` is the resolved level, with its file as it was under `text`; `players` and `view` are
    who plays and what is shown when the battle goes on: neither changes what follows. `journey` is
    the mark of a battle that is a part of one. `played` is when this file was begun. `readings`
    counts the changed readings of the book that it knows.
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
    level: dict[str, Any]
    journey: str = ""
    played: Stamp = 0
    readings: Count = 0


class Start(RecordingLine, frozen=True):
    """The battle stands at its first stop."""

    hash: str


class Play(RecordingLine, frozen=True, omit_defaults=True):
    """Command number `n`; commands and undos are counted together, from 1.

    `hash` is the state's at the stop after it, before any dice. `luck` counts the random numbers
    that the side's player, if it is one of ours, has used so far. `played` is when it was given;
    0 in a battle that is not kept.
    """

    n: int
    side: str
    command: dict[str, Any]
    hash: str
    luck: Count | None = None
    played: Stamp = 0

    def given(self, kinds: Iterable[type[Command]]) -> Command:
        """Return the command; raise ValueError if it is none of these kinds."""
        return from_json(self.command, kinds)


class Fallen(RecordingLine, frozen=True, omit_defaults=True, tag="dice"):
    """The dice of one roll fell; `hash` is the state's at the stop after it.

    Those that not all sides see are drawn `apart`, and do not count in the common order.
    """

    faces: tuple[int, ...]
    hash: str
    apart: bool = False


class Retype(RecordingLine, frozen=True):
    """The faces of the last roll that a person typed are to be corrected: it is due again.

    `hash` is the state's, as at the stop before them.
    """

    hash: str


class Undo(RecordingLine, frozen=True):
    """So many commands were taken back at once."""

    n: int
    commands: int
    agreed: bool
    hash: str


class Luck(RecordingLine, frozen=True):
    """After number `n` somebody wanted new luck: all dice from here on come from another seed.

    They are counted on from where the others were.
    """

    n: Count
    seed: Seed


class Checkpoint(RecordingLine, frozen=True, omit_defaults=True):
    """The whole state after number `n`, and how many dice were drawn, also by the players.

    `since` counts the dice after number `n`, those apart too. `seed` is that of the dice, where it
    is no longer the header's.
    """

    n: Count
    drawn: Count
    players: dict[str, Count]
    state: msgspec.Raw
    since: Count = 0
    seed: Seed | None = None


Later = Start | Play | Fallen | Retype | Undo | Luck | Checkpoint
"""Any line but the header."""
