"""The last test of a level in the editor, kept in the data folder until the next one."""

from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import msgspec

from game.play.seating import Seating
from game.record.lines import RecordingLine
from game.record.reader import MOST_BYTES, ReadRecording, parse_save
from game.record.safe_files import read_plain, reason
from game.record.save_files import plain_name
from game.workshop.trial_play import TRIALS
from game.workshop.workshop_sentences import failure


class TrialSeats(msgspec.Struct, frozen=True):
    """The seats chosen for tests: the player of each side, and the changes to the level."""

    players: dict[str, str]
    seating: Seating = Seating()
    is_real: bool = False
    """Whether real dice are rolled."""


class KeptTrial(NamedTuple):
    """What is kept of a level's tests."""

    seats: TrialSeats
    record: ReadRecording | None = None
    """The record of the last test in which a command was given, or None."""


def path_of(level: Path, folder: Path) -> Path:
    """Return the file within the data folder that keeps the last test of a level's file."""
    mark = blake2b(str(level.resolve()).encode(errors="replace"), digest_size=8).hexdigest()
    return folder / TRIALS / f"{plain_name(level.stem)}-{mark}.test"


def keep_trial(level: Path, folder: Path, trial: KeptTrial) -> None:
    """Keep the seats and the last test of a level's file. Raise Failure if that is impossible."""
    path, lines = path_of(level, folder), list[object]([trial.seats])
    if trial.record is not None:
        lines.append(trial.record.header)
        lines += [line for _, line in trial.record.lines if isinstance(line, RecordingLine)]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    except OSError as fault:
        raise failure("edit", "test_not_kept", path=str(path), why=reason(fault)) from fault


def kept_trial(level: Path, folder: Path) -> KeptTrial | None:
    """Return what was kept of a level's tests; None if that is nothing, or can't be read."""
    try:
        first, _, rest = read_plain(path_of(level, folder), MOST_BYTES).partition(b"\n")
        seats = msgspec.json.decode(first, type=TrialSeats)
        return KeptTrial(seats, parse_save(BytesIO(rest)) if rest else None)
    except (OSError, ValueError, msgspec.MsgspecError):
        return None
