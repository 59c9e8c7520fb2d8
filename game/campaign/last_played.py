"""The battles and journeys that can be resumed, newest first."""

from contextlib import suppress
from pathlib import Path

import msgspec

from game.campaign.journey_file import JourneyState, kept_state
from game.campaign.save_slots import SaveSlot, slots
from game.play.level_list import Left, all_left
from game.record.failure import Failure
from game.record.reader import mark_of


class Latest(msgspec.Struct, frozen=True):
    """A journey at a stop or in a battle, or a battle that belongs to no journey."""

    path: Path
    title: str
    played: int
    """Time when the journey or battle was last played, as a stamp."""
    round: int | None = None
    """Round at the last checkpoint of the battle; None if unknown, or without a battle."""
    book: str = ""
    """Id of a battle's rulebook."""
    slot: SaveSlot | None = None
    """Slot of the journey; None for a battle that belongs to no journey."""


def latest(folder: Path) -> Latest | None:
    """Return the battle or journey of a data folder that was played last, or None."""
    return next(iter(resumable(folder)), None)


def resumable(folder: Path) -> list[Latest]:
    """Return all battles and journeys of a data folder that can be resumed, newest first."""
    kept = {slot.path: slot for slot in slots(folder) if not slot.trouble}
    states = _states(tuple(kept))
    ids = {state.id for state in states.values()}
    journeys = {path: slot for path, slot in kept.items() if not slot.is_over}
    found: list[Latest] = []
    for left in all_left(folder):
        mark = mark_of(left.path)
        pending = (path for path, it in states.items() if it.pending and it.pending.mark == mark)
        slot = journeys.pop(next(pending, Path()), None) if mark else None
        if slot is not None:
            found.append(_battle(left, slot))
        elif mark.rpartition("-")[0] not in ids:  # skip earlier tries
            found.append(_battle(left, None))
    found += [Latest(it.path, it.title, it.played, slot=it) for it in journeys.values()]
    return sorted(found, key=lambda one: (one.played, one.path.name), reverse=True)


def _battle(left: Left, slot: SaveSlot | None) -> Latest:
    """Return the entry of a battle and its journey, if any. The later time of the two counts."""
    played = max(left.played, slot.played if slot else 0)
    return Latest(left.path, left.title, played, left.round, left.book, slot)


def _states(paths: tuple[Path, ...]) -> dict[Path, JourneyState]:
    """Return the readable state of each slot."""
    found = {}
    for path in paths:
        with suppress(Failure):
            found[path] = kept_state(path)[0]
    return found
