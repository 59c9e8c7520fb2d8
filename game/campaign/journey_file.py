"""The saved part of a journey: one complete value, and its file."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec

from game.campaign.sentences import failure, said
from game.record.failure import Failure
from game.record.safe_files import older_files, read_plain, reason, write_whole
from game.record.shortening import short
from game.record.stamps import Stamp

FORMAT = 1
MOST_BYTES = 5_000_000
"""No file of a journey is longer."""

Count = Annotated[int, msgspec.Meta(ge=0)]


class DamagedFile(Failure):
    """A file holds no moment of a journey. Says why in a sentence."""


class SavedPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the file."""


class Member(SavedPart, frozen=True):
    """A hero of the roster, with the differences from the state at joining."""

    id: str
    keys: dict[str, object] = {}
    is_down: bool = False
    """Whether they were down at the end of their last battle, and have not rested since."""


class Grown(SavedPart, frozen=True):
    """A hero who has gained a rank, and the name of the rank."""

    hero: str
    rank: int
    title: str = ""


class BattleReport(SavedPart, frozen=True):
    """The result of a battle."""

    won: bool
    again: bool = False
    """Whether nothing has come of it, as it can only be tried again."""
    grown: tuple[Grown, ...] = ()
    hurt: tuple[str, ...] = ()
    """Who lives and has less life than at most."""
    lost: tuple[str, ...] = ()
    """Who has died."""
    found: tuple[str, ...] = ()
    """What has come into the stores."""
    next: str = ""
    """The stop where one is now."""


class Pending(SavedPart, frozen=True):
    """A battle that has been begun, and of which nothing has come yet."""

    mark: str
    """What its record is known by."""
    heroes: tuple[str, ...] = ()
    is_told: bool = False
    """Whether it has been told as one that can only be tried again; from any of its turns, too."""


class JourneyState(SavedPart, frozen=True, kw_only=True):
    """A journey at one moment."""

    format: int
    campaign: str
    title: str
    path: str = ""
    """The campaign's file, if it did not come with the game."""
    id: str
    """Tells this journey from all others."""
    difficulty: str
    stop: str
    when: str
    """When this was written: `2026-01-31 18:05:09`."""
    played: Stamp = 0
    """The same as a stamp, which tells what was played last whatever the clock says."""
    seed: Count
    """The dice of the battle at this stop; the same for each try."""
    roster: tuple[Member, ...] = ()
    away: tuple[Member, ...] = ()
    """Who has left the roster, as they were: so they join it again."""
    fallen: tuple[str, ...] = ()
    """Who has died: they never join again."""
    stores: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    """The stops one has been at, in the order in which one first came there."""
    won: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    is_rested: bool = False
    """Whether the long rest of this stop has been taken."""
    is_over: bool = False
    """Whether the road has come to its end."""
    battles: Count = 0
    """How many battles have been begun."""
    fought: Count = 0
    """How many of them have been fought to the end; older files do not count them."""
    pending: Pending | None = None
    last: tuple[str, BattleReport] | None = None
    """The mark of the battle that was told of last, and what came of it."""


def write_state(path: Path, state: JourneyState) -> None:
    """Save a moment; until this is done the one before stands. Raise Failure if it cannot be
    saved.
    """
    text = msgspec.json.format(msgspec.json.encode(state), indent=1) + b"\n"
    try:
        write_whole(path, text, _is_kept)
    except OSError as fault:
        raise failure("slot", "not_kept", path=str(path), reason=reason(fault)) from fault


def _is_kept(path: Path) -> bool:
    """Return whether a file holds an older moment, and is not just a name taken."""
    return path.is_file() and path.stat().st_size > 0


def read_state(path: Path) -> JourneyState:
    """Return the moment a file holds; raise Failure with a sentence if there is none."""
    name = str(path)
    try:
        text = read_plain(path, MOST_BYTES + 1)
    except OSError as fault:
        raise failure("slot", "unreadable", path=name, reason=reason(fault)) from fault
    if len(text) > MOST_BYTES:
        raise DamagedFile(said("slot", "too_long", path=name, most=MOST_BYTES))
    try:
        raw = msgspec.json.decode(text)
        found = raw.get("format") if isinstance(raw, dict) else None
        if isinstance(found, int) and found > FORMAT:
            raise failure("slot", "too_new", path=name, found=found, known=FORMAT)
        return msgspec.convert(raw, JourneyState)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        told = said("slot", "no_journey", path=name, reason=str(fault))
        raise DamagedFile(short(told)) from fault


def kept_state(slot: Path) -> tuple[JourneyState, str]:
    """Return the newest readable moment of a slot, and a sentence if that is an older one.

    Failure says why there is none.
    """
    try:
        return read_state(slot), ""
    except DamagedFile as fault:
        for older in older_files(slot):
            with suppress(Failure):
                state = read_state(older)
                return state, said("slot", "moment_before", fault=str(fault), when=state.when)
        raise
