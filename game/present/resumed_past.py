"""The past of a resumed battle, checked a little at a time and put into words meanwhile."""

from collections.abc import Iterable
from pathlib import Path

from game.play.battle_files import Keeper
from game.play.later_check import CheckedRecord, LaterCheck
from game.play.table import Table
from game.present.battle_sentences import BattleSentences
from game.present.shown_events import ShownLog, Viewers


class ResumedPast:
    """A check of the commands given before the battle was resumed. It restores their log."""

    def __init__(self, check: LaterCheck, words: BattleSentences, views: Iterable[Viewers]) -> None:
        self._check = check
        self.logs = {view: ShownLog(words, view) for view in views}
        """The log that each view gets when the check ends."""
        self.earlier: dict[Viewers, int] = {}
        """Number of earlier events added to each view's log when the check ends."""

    def check(self, seconds: float | None) -> CheckedRecord | None:
        """Check for `seconds` (None: to the end). Return the result, or None if more remains."""
        checked = self._check.go_on(seconds)
        told = (checked.table if checked else self._check.again).battle.told()
        now = self._check.table.battle
        for view, log in self.logs.items():
            known = len(log.of(told))
            if checked is not None:
                self.earlier[view] = known - sum(one.to_all(view) is not None for one in now.told())
        return checked


def taken_over(table: Table, checked: CheckedRecord, keeper: Keeper, source: Path | None) -> None:
    """Continue the battle of `table` with its checked past.

    If the check found a difference, start a new record in another file and keep the old file.
    `source` is the file that the battle was resumed from.
    """
    found, header = checked.table, table.record.header
    table.battle = found.battle
    if checked.trouble:
        table.record, table.dice = found.record, found.dice
        table.record.header = header
        keeper.begin_anew(is_left=source is None or not source.exists())
