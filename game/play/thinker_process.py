"""A computer player in its own process, so that a window doesn't wait for it.

For each ask the process receives only what its side may know: a snapshot of the side's view. It
receives the level once. The level includes parts that a player may not know, but players don't read
them.
"""

import pickle
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import active_children
from typing import NamedTuple

import msgspec

from game.ai.computer_players import COMPUTERS
from game.engine.battle import Battle
from game.play.computer_answers import PlacedFault, PlayerFault, computer_answer, safe
from game.play.worker_processes import CUT, Cut, Line, Pickled, TalkingProcess, books_apart, heard
from game.terms.agenda import Ask
from game.terms.commands import Command, to_text
from game.terms.level import Level
from game.world.battlefield import battlefield_of

CRASHES = 2
"""Number of crashes of the process at one ask after which the player is not asked again."""


class Chair(NamedTuple):
    """A player's seat: the side of a level, and the player's seed."""

    level: Level
    player: str
    seed: int
    side: str
    extra: tuple[str, ...] = ()
    """Names of packages with more rulebooks."""


class Reply(msgspec.Struct, frozen=True):
    """A reply to the ask with this number; number 0 stands for the start and has no command."""

    number: int
    command: Command | None = None
    drawn: int = 0
    slip: PlayerFault | None = None


@dataclass
class _Asked:
    """An unanswered ask."""

    view: Battle
    ask: Ask
    message: tuple[int, bytes, int]
    number: int
    crashes: int = 0


class Thinker:
    """A computer player that doesn't block: call `ask`, then `answer` until it returns a command.

    If its process dies, another process is started and asked. If that dies too, the answer is a
    safe command. Errors go to `mind`.
    """

    def __init__(
        self, chair: Chair, drawn: int = 0, mind: Callable[[PlacedFault], object] | None = None
    ) -> None:
        self.chair = chair
        self.drawn = drawn
        """Number of random numbers that the player has used."""
        self.faults: list[PlacedFault] = []
        """Errors, if no `mind` takes them."""
        self._mind = mind or self.faults.append
        self._there: _There | None = None
        self._asked: _Asked | None = None
        self._count = 0

    @property
    def pid(self) -> int | None:
        """The process id, or None without a process."""
        return self._there.process.pid if self._there else None

    @property
    def is_started(self) -> bool:
        """Return whether there is a process, so that an ask takes no time."""
        return self._there is not None

    @property
    def is_asked(self) -> bool:
        """Return whether an answer is pending."""
        return self._asked is not None

    def start(self) -> None:
        """Start the process, so that it is ready for the first ask. Raise OSError if it can't."""
        if self._there is None:
            self._there = _There(self.chair)

    def ask(self, view: Battle, number: int) -> None:
        """Ask for command `number` of the battle; the view's side must be asked.

        The view must not change until the ask is answered or cancelled.
        """
        self.cancel()
        self.start()
        assert isinstance(view.stop, Ask)
        assert self._there is not None
        self._count += 1
        message = self._count, view.snapshot(), self.drawn
        self._asked = _Asked(view, view.stop, message, number)
        self._there.say(message)

    def answer(self) -> Command | None:
        """Return the command, or None if there is none yet. Don't wait."""
        asked, there = self._asked, self._there
        if asked is None or there is None:
            return None
        try:
            reply = self._reply(there)
        except (Cut, *CUT) as fault:
            return self._again(asked, there, str(fault))
        if reply is None or reply.command is None:
            return None
        self.drawn = reply.drawn
        return self._answered(asked, reply.command, reply.slip)

    def _reply(self, there: "_There") -> Reply | None:
        """Return the reply to the last ask, or None if there is none yet.

        Raise Cut, or one of the errors in CUT, if the process is gone.
        """
        while there.process.line.poll():
            reply = heard(there.process.line, Reply)
            # Replies to the start, and to cancelled asks, may still be in the pipe.
            if reply.number == self._count:
                return reply
        return None

    def wait(self, seconds: float) -> None:
        """Wait for a message, for at most `seconds`."""
        if self._there is not None:
            with suppress(*CUT):
                self._there.process.line.poll(seconds)

    def cancel(self) -> None:
        """Drop the ask. A process that is still thinking is replaced by a new one."""
        if self._asked is None:
            return
        with suppress(Cut, *CUT):
            if self._there is not None and self._reply(self._there) is not None:
                self._asked = None
                return
        # A player can't be stopped while it thinks, but its process can.
        self.close()
        with suppress(OSError):  # the next ask tries again
            self.start()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._asked = None
        if self._there is not None:
            self._there.end()
            self._there = None
        active_children()  # frees the processes that have ended

    def _answered(self, asked: _Asked, command: Command, slip: PlayerFault | None) -> Command:
        self._asked = None
        if slip is not None:
            chair = self.chair
            place = chair.level.id, chair.seed, chair.side, chair.player, asked.number
            self._mind(PlacedFault(*place, asked.ask.called, to_text(command), slip))
        return command

    def _again(self, asked: _Asked, there: "_There", why: str) -> Command | None:
        """Ask a new process, or return a safe command if that was already tried."""
        asked.crashes += 1
        there.end()
        self._there = _There(self.chair)
        if asked.crashes < CRASHES:
            # Send the same snapshot and place in the random numbers. Players remember nothing, so
            # the second process answers as the first would have.
            self._there.say(asked.message)
            return None
        slip = PlayerFault(f"its process has ended {asked.crashes} times: {why}")
        return self._answered(asked, safe(asked.view, asked.ask, asked.view.legal()), slip)


class _There(TalkingProcess):
    """The process, which knows its chair."""

    def __init__(self, chair: Chair) -> None:
        super().__init__(think)
        # Send the book first: the process must import its types before it can read the level.
        self.say((chair.level.rulebook, chair.extra))
        self.say(Pickled(chair._replace(level=msgspec.structs.replace(chair.level, text=""))))


def think(line: Line) -> None:
    """Run in the process: answer asks, each from the snapshot of a view."""
    id, extra = line.recv()
    book = books_apart(extra)[id]  # before the level, because this imports its types
    chair: Chair = pickle.loads(line.recv_bytes())
    scene = battlefield_of(chair.level, book.schema.diagonal, book.schema.handles)
    line.send(Reply(0))
    while True:
        number, snapshot, drawn = line.recv()
        view = Battle.restored(book, scene, snapshot, chair.side)
        player = COMPUTERS[chair.player](chair.seed, chair.side, drawn)
        made = computer_answer(player, view, chair.side, view.legal())
        line.send(Reply(number, made.command, player.drawn, made.slip))
