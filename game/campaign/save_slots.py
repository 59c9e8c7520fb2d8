"""Slots: the files of journeys in a data folder, each open in one window at a time."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from game.campaign.hardness import Hardness, hardness_of
from game.campaign.journey_file import JourneyState, kept_state
from game.campaign.journey_sentences import failure, said
from game.play.battle_files import forget
from game.record.data_folders import CAMPAIGNS
from game.record.failure import Failure
from game.record.journal import JournalInUse, claimed
from game.record.play_order import journey_stamp, journeys_in
from game.record.safe_files import older_files, reason
from game.record.save_files import names


class SaveSlot(msgspec.Struct, frozen=True):
    """A journey that can be resumed. If it can't be read, `trouble` says why."""

    path: Path
    campaign: str
    title: str
    stop: str
    """Id of the current stop."""
    difficulty: str
    when: str
    battles: int
    """Number of battles fought to the end."""
    trouble: str = ""
    note: str = ""
    """Sentence to show before resuming, for example that the newest state is damaged."""
    is_over: bool = False
    """Whether the journey has reached its ending."""
    road: str = ""
    """File of the campaign, or "" if it came with the game."""
    hardness: Hardness = Hardness("")
    """How hard the journey is."""
    played: int = 0
    """Time when the journey was last played, as a stamp."""


def slots(folder: Path) -> list[SaveSlot]:
    """Return all slots of a data folder, newest first."""
    return [_slot(path) for path in journeys_in(folder / CAMPAIGNS) if _is_begun(path)]


def _is_begun(path: Path) -> bool:
    """Return whether a slot has a state, and isn't just a reserved name."""
    try:
        return path.stat().st_size > 0 or any(older.exists() for older in older_files(path))
    except OSError:
        return False


def _slot(path: Path) -> SaveSlot:
    try:
        state, note = kept_state(path)
    except Failure as fault:
        return SaveSlot(path, "", path.stem, "", "", "", 0, str(fault))
    told = state.campaign, state.title, state.stop, state.difficulty, state.when
    fought = max(state.fought, len({*state.won, *state.lost}))
    begun = SaveSlot(path, *told, fought, note=note, is_over=state.is_over, road=state.path)
    return replace(begun, played=journey_stamp(path), hardness=hardness_of(state))


def delete(slot: Path) -> None:
    """Delete a slot with all its files, and its journey's interrupted battles.

    Raise Failure if that fails, or if the slot is open.
    """
    lock = Lock(slot)
    try:
        with suppress(Failure):  # an unreadable state names no battle
            forget(slot.parent.parent, kept_state(slot)[0].id)
        for path in (slot, *older_files(slot)):
            path.unlink(missing_ok=True)
    except OSError as fault:
        raise failure("slot", "not_taken_away", path=str(slot), reason=reason(fault)) from fault
    finally:
        lock.release()


def new_names(folder: Path, state: JourneyState) -> Iterator[Path]:
    """Yield possible paths for a new slot."""
    return names(folder / CAMPAIGNS, state.campaign, ".json")


class SlotInUse(Failure):
    """The error for a slot that is open in another window."""


class Lock:
    """A lock on a slot, held until it is released or the process ends."""

    def __init__(self, slot: Path) -> None:
        """Lock the slot. Raise SlotInUse if it is open already, and Failure if locking fails."""
        self._path = slot.with_name(f"{slot.name}.lock")
        self._stack = ExitStack()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch()
            self._stack.enter_context(claimed(self._path))
        except JournalInUse as fault:
            raise SlotInUse(said("slot", "open_elsewhere", path=str(slot))) from fault
        except OSError as fault:
            raise failure("slot", "not_opened", path=str(slot), reason=reason(fault)) from fault

    def release(self) -> None:
        """Release the slot."""
        with suppress(OSError):  # Windows doesn't delete open files
            self._path.unlink(missing_ok=True)
        self._stack.close()
