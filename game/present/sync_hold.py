"""Events and positions that are held back until their dice and secrets are on disk.

A power failure undoes what isn't on disk yet. If people had seen its dice, they could choose
differently now. The wait is short, but the window must not stand still for it.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager

from game.play.table import Table
from game.present.picture import Picture
from game.terms.events import LoggedEvent


class SyncHold:
    """The hold on a battle's newest events and position, from a command until its sync.

    It begins with a command or roll, within `acting`, and ends only in `has_ended` and `wait`, so
    that everything shown in one frame belongs together.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self.is_on = self._has_ended = False
        self._hidden = 0
        """Number of newest events that are held back."""
        self._pictures: dict[Hashable, Picture] = {}
        """The last picture of each view from before the hold."""

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Hold back what happens in this context if it brings dice or reveals a secret."""
        before = len(self._table.battle.told())
        yield
        self.is_on = self.is_on or not self._table.record.may_be_shown
        if self.is_on:
            self._hidden += len(self._table.battle.told()) - before

    def has_ended(self) -> bool:
        """End the hold if its sync has ended.

        Return whether the hold has ended since the last call, so that there may be news.
        """
        if self.is_on and self._table.record.may_be_shown:
            self._end()
        has_ended, self._has_ended = self._has_ended, False
        return has_ended

    def wait(self) -> None:
        """Wait for the disk, then end the hold."""
        if self.is_on:
            if self._table.is_rolling:  # the command isn't complete, so no sync has begun yet
                self._table.record.settled()
            self._table.record.wait()
            self._end()

    def _end(self) -> None:
        self.drop()
        self._has_ended = True

    def drop(self) -> None:
        """Drop the hold, because what it held back was undone."""
        self.is_on, self._hidden = False, 0

    def log(self) -> Sequence[LoggedEvent]:
        """Return the events that aren't held back."""
        told = self._table.battle.told()
        return told[: len(told) - self._hidden] if self._hidden else told

    def picture(self, view: Hashable, made: Callable[[], Picture]) -> Picture:
        """Return the picture that `made` returns, or the last one from before the hold."""
        if self.is_on and view in self._pictures:
            return self._pictures[view]
        self.wait()
        self._pictures[view] = picture = made()
        return picture
