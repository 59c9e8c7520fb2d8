"""A computer player in a process of its own, for a window that must not wait for it.

The process receives only what its side may know: the view's state, as a snapshot. It receives the
level once, including the parts that a player may not know: players do not read those.
"""

import pickle
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import active_children
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

import msgspec

from game.ai.computer_players import COMPUTERS
from game.engine.battle import Battle
from game.play.computer_answers import PlacedFault, PlayerFault, computer_answer, safe
from game.play.worker_processes import CUT, Cut, Line, WorkerProcess, books_apart, heard
from game.terms.agenda import Ask
from game.terms.commands import Command, to_text
from game.terms.level import Level
from game.world.battlefield import battlefield_of

CRASHES = 2
"""The number of times that the process may die at one ask before that is given up."""


class Chair(NamedTuple):
    """A player's seat: the side of a level, and the player's seed."""

    level: Level
    player: str
    seed: int
    side: str
    extra: tuple[str, ...] = ()
    """The packages of further rulebooks."""


class Reply(msgspec.Struct, frozen=True):
    """The reply of the process to the ask of a number; empty for number 0, which is its start."""

    number: int
    command: Command | None = None
    drawn: int = 0
    slip: PlayerFault | None = None


@dataclass
class _Asked:
    """An ask that is not answered yet."""

    view: Battle
    ask: Ask
    message: tuple[int, bytes, int]
    number: int
    crashes: int = 0


class Thinker:
    """A computer player to ask without waiting: `ask`, then `answer` until there is one.

    If its process dies it is started and asked again; if that dies too, a safe command is the
    answer. Faults are given to `mind`.
    """

    def __init__(
        self, chair: Chair, drawn: int = 0, mind: Callable[[PlacedFault], object] | None = None
    ) -> None:
        self.chair = chair
        self.drawn = drawn
        """How many random numbers the player has used."""
        self.faults: list[PlacedFault] = []
        """What went wrong, unless somebody else minds it."""
        self._mind = mind or self.faults.append
        self._there: _There | None = None
        self._asked: _Asked | None = None
        self._count = 0

    @property
    def pid(self) -> int | None:
        """The system's number of the process, if there is one."""
        return self._there.process.pid if self._there else None

    @property
    def is_asked(self) -> bool:
        """Return whether an answer is still to come."""
        return self._asked is not None

    def start(self) -> None:
        """Start the process, so that it is ready when it is asked."""
        if self._there is None:
            self._there = _There(self.chair)

    def ask(self, view: Battle, number: int) -> None:
        """Ask for command `number` of the battle, for which the view's side is asked.

        The view must not change until it is answered or cancelled.
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
        """Return the command, once it is there, without waiting."""
        asked, there = self._asked, self._there
        if asked is None or there is None:
            return None
        try:
            while there.process.line.poll():
                reply: Reply = heard(there.process.line)
                # Replies to the start, and to asks that were given up, may still lie in the pipe.
                if reply.number == self._count and reply.command is not None:
                    self.drawn = reply.drawn
                    return self._answered(asked, reply.command, reply.slip)
        except (Cut, *CUT) as fault:
            return self._again(asked, there, str(fault))
        return None

    def wait(self, seconds: float) -> None:
        """Wait for a message, at most this many seconds."""
        if self._there is not None:
            with suppress(*CUT):
                self._there.process.line.poll(seconds)

    def cancel(self) -> None:
        """Drop the ask; the next one finds a new process."""
        # A player cannot be stopped while it thinks, but its process can.
        if self._asked is not None:
            self.close()
            self.start()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._asked = None
        if self._there is not None:
            self._there.end()
            self._there = None
        active_children()  # those that have ended are let go

    def _answered(self, asked: _Asked, command: Command, slip: PlayerFault | None) -> Command:
        self._asked = None
        if slip is not None:
            chair = self.chair
            place = chair.level.id, chair.seed, chair.side, chair.player, asked.number
            self._mind(PlacedFault(*place, asked.ask.called, to_text(command), slip))
        return command

    def _again(self, asked: _Asked, there: "_There", why: str) -> Command | None:
        """Ask a new process, or give a safe command if that was tried."""
        asked.crashes += 1
        there.end()
        self._there = _There(self.chair)
        if asked.crashes < CRASHES:
            # The same snapshot and place in the random numbers: players remember nothing, so a
            # second process answers just as the first would have.
            self._there.say(asked.message)
            return None
        slip = PlayerFault(f"its process has died {asked.crashes} times: {why}")
        return self._answered(asked, safe(asked.view, asked.ask, asked.view.legal()), slip)


class _There:
    """The process, and a thread that talks to it: sending may have to wait until the process
    reads.
    """

    def __init__(self, chair: Chair) -> None:
        self.process = WorkerProcess(think)
        self._waiting: SimpleQueue[Any] = SimpleQueue()
        # The book goes first and by itself: the level is made of the book's types, which the
        # process must import before it can read the level.
        self.say((chair.level.rulebook, chair.extra))
        self.say(_Pickled(chair._replace(level=msgspec.structs.replace(chair.level, text=""))))
        # A full pipe blocks the sender until the process reads, and the window must not wait for
        # that. A daemon, so that a stuck process cannot keep the program from ending.
        Thread(target=_talk, args=(self.process.line, self._waiting), daemon=True).start()

    def say(self, message: object) -> None:
        """Send a message as soon as that can be."""
        self._waiting.put(message)

    def end(self) -> None:
        """End the process without waiting for its end."""
        self.process.kill()
        self._waiting.put(None)


class _Pickled(NamedTuple):
    """A chair that is read only when its book has been found."""

    chair: Chair


def _talk(line: Line, waiting: "SimpleQueue[Any]") -> None:
    """Send waiting messages, and close the line in the end."""
    while (message := waiting.get()) is not None:
        try:
            if isinstance(message, _Pickled):
                line.send_bytes(pickle.dumps(message.chair))
            else:
                line.send(message)
        except CUT:
            continue
    line.close()


def think(line: Line) -> None:
    """Answer asks in the process, each from the snapshot of a view."""
    id, extra = line.recv()
    book = books_apart(extra)[id]  # before the level is read that is made of its types
    chair: Chair = pickle.loads(line.recv_bytes())
    scene = battlefield_of(chair.level, book.schema.diagonal)
    line.send(Reply(0))
    while True:
        number, snapshot, drawn = line.recv()
        view = Battle.restored(book, scene, snapshot, chair.side)
        player = COMPUTERS[chair.player](chair.seed, chair.side, drawn)
        made = computer_answer(player, view, chair.side, view.legal())
        line.send(Reply(number, made.command, player.drawn, made.slip))
