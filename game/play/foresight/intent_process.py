"""The search for foes' intents in its own process, so that a window doesn't wait for it.

As with a computer player's process, a message has only what the side may know: a snapshot of its
view. The process receives the level once.
"""

import pickle
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

import msgspec

from game.engine.battle import Battle
from game.play.foresight.intents import Intent, foreseen
from game.play.worker_processes import CUT, Cut, Line, Pickled, TalkingProcess, books_apart, heard
from game.terms.level import Level
from game.world.battlefield import battlefield_of


class IntentSeat(NamedTuple):
    """The side that is shown intents, and the level with the players of the other sides."""

    level: Level
    side: str
    players: Mapping[str, str]
    extra: tuple[str, ...] = ()
    """Names of packages with more rulebooks."""


class FoundIntent(msgspec.Struct, frozen=True):
    """An intent found for the position with this number; None if there are no more."""

    number: int
    intent: Intent | None = None


class IntentSearch:
    """The intents of foes in one position after another: call `ask`, then look at `found`.

    If the process ends, the search starts another one for the next position.
    """

    def __init__(self, seat: IntentSeat) -> None:
        """Start no process yet."""
        self._seat = seat
        self._there: _There | None = None
        self._number = 0
        self.found: tuple[Intent, ...] = ()
        """The intents found so far, the first foe to act first."""
        self.is_done = True
        """Whether there are no more to find."""

    def ask(self, view: Battle) -> None:
        """Search for the intents in a position, from the side's view. Drop all others."""
        self._number += 1
        self.found, self.is_done = (), False
        with suppress(OSError):  # without a process, there are no intents
            if self._there is None:
                self._there = _There(self._seat)
            self._there.say((self._number, view.snapshot()))
            return
        self.is_done = True

    def drop(self) -> None:
        """Forget the position: no intents are known any more."""
        self._number += 1
        self.found, self.is_done = (), True

    def look(self) -> bool:
        """Take the intents that have been found since; return whether there are any. Don't wait."""
        is_new = False
        try:
            while self._there is not None and self._there.process.line.poll():
                reply = heard(self._there.process.line, FoundIntent)
                if reply.number != self._number:
                    continue  # of a position that has been dropped
                is_new = True
                self.is_done = reply.intent is None
                self.found += (reply.intent,) if reply.intent is not None else ()
        except (Cut, *CUT):
            self.close()
        return is_new

    def wait(self, seconds: float) -> None:
        """Wait for a message, for at most `seconds`."""
        if self._there is not None:
            with suppress(*CUT):
                self._there.process.line.poll(seconds)

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self.is_done = True
        if self._there is not None:
            self._there.end()
            self._there = None


class _There(TalkingProcess):
    """The process, which knows its seat."""

    def __init__(self, seat: IntentSeat) -> None:
        super().__init__(look_ahead)
        # Send the book first: the process must import its types before it can read the level.
        self.say((seat.level.rulebook, seat.extra))
        self.say(Pickled(seat._replace(level=msgspec.structs.replace(seat.level, text=""))))


def look_ahead(line: Line) -> None:
    """Run in the process: find the intents in the newest position that has been sent."""
    id, extra = line.recv()
    book = books_apart(extra)[id]  # before the level, because this imports its types
    seat: IntentSeat = pickle.loads(line.recv_bytes())
    scene = battlefield_of(seat.level, book.schema.diagonal)
    while True:
        number, snapshot = line.recv()
        while line.poll():
            number, snapshot = line.recv()
        view = Battle.restored(book, scene, snapshot, seat.side)
        for intent in foreseen(view, seat.side, seat.players):
            line.send(FoundIntent(number, intent))
            if line.poll():
                break
        else:
            line.send(FoundIntent(number))
