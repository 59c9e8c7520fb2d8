"""What one goes on with: whatever was played last, a journey or a battle of its own."""

from contextlib import suppress
from pathlib import Path

import msgspec

from game.campaign.slots import Slot, slots
from game.campaign.state import State, kept_state
from game.session.failure import Failure
from game.session.reading import mark_of
from game.session.shelf import all_left


class Latest(msgspec.Struct, frozen=True):
    """A journey at its stop or in its battle, or a battle that is part of none."""

    path: Path
    title: str
    round: int | None = None
    """The round a battle was in when its state was last written down."""
    slot: Slot | None = None
    """The journey, if it is one."""


def latest(folder: Path) -> Latest | None:
    """The newest of what can be gone on with in a data folder."""
    kept = {slot.path: slot for slot in slots(folder) if not slot.trouble}
    states = _states(tuple(kept))
    ids = {state.id for state in states.values()}
    journeys = {path: slot for path, slot in kept.items() if not slot.is_over}
    newest = next(iter(journeys.values()), None)
    for left in all_left(folder):
        mark = mark_of(left.path)
        pending = (path for path, it in states.items() if it.pending and it.pending.mark == mark)
        slot = journeys.get(next(pending, Path()))
        if mark and slot is not None:
            return Latest(left.path, left.title, left.round, slot)
        if mark.rpartition("-")[0] in ids:
            continue  # an older try at a battle that was begun anew since
        if newest is None or _when(left.path) >= _when(newest.path):
            return Latest(left.path, left.title, left.round)
        break
    return Latest(newest.path, newest.title, None, newest) if newest else None


def _states(paths: tuple[Path, ...]) -> dict[Path, State]:
    """What each slot holds."""
    found = {}
    for path in paths:
        with suppress(Failure):
            found[path] = kept_state(path)[0]
    return found


def _when(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
