"""The log of computer players' errors."""

from collections.abc import Callable
from pathlib import Path

from game.play.computer_answers import PlacedFault
from game.play.play_sentences import said
from game.record.safe_files import reason

LOG = "players.log"
"""Name of the log in the data folder; the previous log is kept as `players.log.1`."""
MOST_BYTES = 1_000_000
"""Size above which a new log is begun."""


class FaultLog:
    """The log of one battle's errors. It writes all of them to a file, and reports the first."""

    def __init__(self, folder: Path, tell: Callable[[str], object]) -> None:
        self._folder, self._tell = folder, tell
        self.count = 0

    def __call__(self, fault: PlacedFault) -> None:
        """Report a player's error if it is the first, and add it to the log."""
        self.count += 1
        told = written(fault, self._folder)
        if self.count == 1:
            self._tell(told)


def written(fault: PlacedFault, folder: Path) -> str:
    """Add an error to the log.

    Return a sentence about it that says where the log is, or why it can't be written.
    """
    about = {"player": fault.player, "side": fault.side, "number": fault.number}
    path = folder / LOG
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > MOST_BYTES:
            path.replace(path.with_name(f"{LOG}.1"))
        with path.open("ab") as file:
            file.write(f"{fault.text()}\n".encode("utf-8", "backslashreplace"))
    except OSError as error:
        return said("player", "failed_unsaved", why=reason(error), **about)
    return said("player", "failed", path=str(path), **about)
