"""The saved state of a journey: one value that is complete, and its file."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from game.campaign.campaign_tables import result_of
from game.campaign.journey_sentences import failure, said
from game.record.failure import Failure
from game.record.play_order import Stamp
from game.record.safe_files import older_files, read_plain, reason, write_whole
from game.record.shortening import short

FORMAT = 2
"""The newest format. Format 1 has no road, no assists, and no record of choices and battles."""
MOST_BYTES = 5_000_000
"""Maximum size of a journey's file."""

Count = Annotated[int, msgspec.Meta(ge=0)]
Assist: TypeAlias = Literal["reroll", "fewer_wounds", "intent"]


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
    goals: tuple[str, ...] = ()
    """Optional objectives that were completed."""
    gone: tuple[str, ...] = ()
    """Items lost."""
    told: tuple[str, ...] = ()
    """Lines of the campaign about gains and losses."""


class Pending(SavedPart, frozen=True):
    """A battle that was begun and has no final result yet."""

    mark: str
    """Mark in the battle's recording."""
    heroes: tuple[str, ...] = ()
    is_told: bool = False
    """Whether it was reported as a battle that must be retried, from its start or any turn."""


class OwedChoice(SavedPart, frozen=True):
    """A choice to be made before the journey goes on: after a battle, or at a hero's rank."""

    stop: str
    options: tuple[str, ...]
    """Ids of the options offered."""
    hero: str = ""
    """Hero who has gained a rank; "" for the choice after the battle."""
    rank: int = 0
    heroes: tuple[str, ...] = ()
    """Heroes of the roster during the battle, who can gain a trait."""


class FoughtBattle(SavedPart, frozen=True, kw_only=True, tag="fought", tag_field="did"):
    """An entry of the record: a battle that was fought to its end."""

    stop: str
    won: bool
    again: bool = False
    """Whether it didn't count, because it had to be tried again."""
    rounds: Count = 0
    """Number of rounds; 0 if an older version didn't record it."""
    heroes: tuple[str, ...] = ()
    """Heroes who went."""
    down: tuple[str, ...] = ()
    """Heroes who were down at the end, and recovered."""
    dead: tuple[str, ...] = ()
    """Heroes who died."""
    goals: tuple[str, ...] = ()
    """Optional objectives that were completed."""
    difficulty: str = ""
    """Difficulty of the battles; "" if an older version didn't record it."""
    road: str = ""
    assists: tuple[Assist, ...] = ()
    """Assists that were used."""


class ChosenOption(SavedPart, frozen=True, kw_only=True, tag="chose", tag_field="did"):
    """An entry of the record: an option that was chosen."""

    stop: str
    option: str
    title: str
    hero: str = ""
    """Hero who gained the trait; "" if nobody or everybody did."""
    rank: int = 0
    """Rank of the hero at which it was chosen; 0 for a choice after a battle."""


class LongRest(SavedPart, frozen=True, tag="rested", tag_field="did"):
    """An entry of the record: a long rest at a camp."""

    stop: str


RecordEntry: TypeAlias = FoughtBattle | ChosenOption | LongRest
"""An entry of a journey's record."""


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
    """Id of the difficulty of the battles."""
    road: str = ""
    """Id of the difficulty of the road; "" for the usual one for the battles' difficulty."""
    assists: tuple[Assist, ...] = ()
    """Assists that are turned on."""
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
    owed: tuple[OwedChoice, ...] = ()
    """Choices to be made next, in order."""
    record: tuple[RecordEntry, ...] = ()
    """All that was fought, chosen and rested, in order."""
    pending: Pending | None = None
    last: tuple[str, BattleReport] | None = None
    """Mark and report of the last reported battle; None before the first."""

    @property
    def chosen(self) -> frozenset[str]:
        """The options chosen after battles. Options at ranks belong to their heroes."""
        found = (it for it in self.record if isinstance(it, ChosenOption) and not it.rank)
        return frozenset(it.option for it in found)

    @property
    def happened(self) -> frozenset[str]:
        """The options chosen after battles, and the results of battles."""
        won = {result_of("won", stop) for stop in self.won}
        return self.chosen | won | {result_of("lost", stop) for stop in self.lost}


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
        return renewed(msgspec.convert(raw, JourneyState))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        told = said("slot", "no_journey", path=name, reason=str(fault))
        raise DamagedFile(short(told)) from fault


def renewed(state: JourneyState) -> JourneyState:
    """Return a state in the newest format, with a record of all that an older state tells."""
    if state.format >= FORMAT:
        return state
    fought = tuple(
        FoughtBattle(stop=stop, won=stop in state.won)
        for stop in state.passed
        if stop in state.won or stop in state.lost
    )
    return replace(state, format=FORMAT, record=fought)


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
