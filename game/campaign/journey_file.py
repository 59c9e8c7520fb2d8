"""The saved state of a journey: one value that is complete, and its file."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec

from game.campaign.journey_sentences import failure, said
from game.record.failure import Failure
from game.record.play_order import Stamp
from game.record.safe_files import older_files, read_plain, reason, write_whole
from game.record.shortening import short

FORMAT = 1
MOST_BYTES = 5_000_000
"""Maximum size of a journey's file."""

Count = Annotated[int, msgspec.Meta(ge=0)]


class DamagedFile(Failure):
    """The error for a file without a readable state of a journey. The message is a sentence."""


class SavedPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the file."""


class Member(SavedPart, frozen=True):
    """A hero of the roster. `keys` are the differences from the hero's entry in the campaign."""

    id: str
    keys: dict[str, object] = {}
    is_down: bool = False
    """Whether the hero was down when the last battle ended, and hasn't rested since."""


class Grown(SavedPart, frozen=True):
    """A hero that has gained a rank, with the rank's number and name."""

    hero: str
    rank: int
    title: str = ""


class BattleReport(SavedPart, frozen=True):
    """The result of a battle."""

    won: bool
    again: bool = False
    """Whether the battle must be retried, and so changed nothing."""
    grown: tuple[Grown, ...] = ()
    hurt: tuple[str, ...] = ()
    """Survivors with less than their maximum life."""
    lost: tuple[str, ...] = ()
    """Heroes that have died."""
    found: tuple[str, ...] = ()
    """Items gained."""
    next: str = ""
    """Next stop; "" if the party stays."""


class Pending(SavedPart, frozen=True):
    """A battle that was begun and has no final result yet."""

    mark: str
    """Mark in the battle's recording."""
    heroes: tuple[str, ...] = ()
    is_told: bool = False
    """Whether it was reported as a battle that must be retried, from its start or any turn."""


class JourneyState(SavedPart, frozen=True, kw_only=True):
    """A journey at one moment."""

    format: int
    campaign: str
    title: str
    path: str = ""
    """File of the campaign, or "" if it came with the game."""
    id: str
    """Unique id of this journey."""
    difficulty: str
    stop: str
    when: str
    """Time of writing: `2026-01-31 18:05:09`."""
    played: Stamp = 0
    """Time of writing, as a stamp: unlike the clock, stamps always increase."""
    seed: Count
    """Seed of the battle at this stop. It is the same for each try."""
    roster: tuple[Member, ...] = ()
    away: tuple[Member, ...] = ()
    """Heroes that left the roster, in the state in which they will rejoin it."""
    fallen: tuple[str, ...] = ()
    """Dead heroes, who never rejoin the roster."""
    stores: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    """Visited stops in the order of their first visits."""
    won: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    is_rested: bool = False
    """Whether the long rest of this stop has been taken."""
    is_over: bool = False
    """Whether the journey has reached its ending."""
    battles: Count = 0
    """Number of battles begun."""
    fought: Count = 0
    """Number of battles fought to the end; older files don't count them."""
    pending: Pending | None = None
    last: tuple[str, BattleReport] | None = None
    """Mark and report of the last reported battle; None before the first."""


def write_state(path: Path, state: JourneyState) -> None:
    """Save a state; the previous state stays valid until this returns.

    Raise Failure if saving fails.
    """
    text = msgspec.json.format(msgspec.json.encode(state), indent=1) + b"\n"
    try:
        write_whole(path, text, _is_kept)
    except OSError as fault:
        raise failure("slot", "not_kept", path=str(path), reason=reason(fault)) from fault


def _is_kept(path: Path) -> bool:
    """Return whether a file holds a state, and isn't just a reserved name."""
    return path.is_file() and path.stat().st_size > 0


def read_state(path: Path) -> JourneyState:
    """Return the state in a file. Raise Failure if there is none."""
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
    """Return the newest readable state of a slot, and a sentence if it isn't the newest state.

    Raise Failure if no state is readable.
    """
    try:
        return read_state(slot), ""
    except DamagedFile as fault:
        for older in older_files(slot):
            with suppress(Failure):
                state = read_state(older)
                return state, said("slot", "moment_before", fault=str(fault), when=state.when)
        raise
