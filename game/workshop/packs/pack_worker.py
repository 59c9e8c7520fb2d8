"""Work on packs in a process of its own, so that no window waits for it.

Checking a large pack takes seconds, and so does syncing it on a slow disk. The process does one
thing at a time, and reports each step. It ends by itself at the next step once its window has gone,
and deletes what it has unpacked.
"""

from contextlib import ExitStack
from io import StringIO
from multiprocessing import active_children
from pathlib import Path
from typing import NamedTuple

import msgspec

from game.play.books import Books
from game.play.worker_processes import CUT, Cut, Line, TalkingProcess, books_apart, heard
from game.record.failure import Failure
from game.workshop.packs.pack_making import PackWishes, made_pack
from game.workshop.packs.pack_sentences import said
from game.workshop.packs.pack_store import StagedPack, install, pack_bytes, restore, staged
from game.workshop.packs.shelf_commands import remove

# Orders


class CheckPack(NamedTuple):
    """The order to check the pack in a file, and to keep it ready to be installed."""

    path: Path


class InstallPack(NamedTuple):
    """The order to install the pack that was checked last."""


class MakePack(NamedTuple):
    """The order to make the pack of a level or folder."""

    source: Path
    goal: Path
    wishes: PackWishes = PackWishes()


class RemovePack(NamedTuple):
    """The order to remove a version of a pack, as in `fen@1.2`, or a folder from the shelf."""

    name: str


class RestorePack(NamedTuple):
    """The order to put a removed version of a pack back."""

    name: str


PackOrder = CheckPack | InstallPack | MakePack | RemovePack | RestorePack

# Replies


class PackReply(msgspec.Struct, frozen=True):
    """A message of the process."""


class PackStep(PackReply, frozen=True):
    """The steps done so far, out of all of them."""

    done: int
    most: int


class PackRefused(PackReply, frozen=True):
    """The end of an order that couldn't be followed."""

    sentence: str


class PackDone(PackReply, frozen=True):
    """The end of an order: sentences about it."""

    lines: tuple[str, ...]
    id: str = ""
    """The id of the pack that was checked."""


class PackWorker:
    """The process, as its window sees it. No call waits for it, except `wait`."""

    def __init__(self, folder: Path, extra: tuple[str, ...] = ()) -> None:
        """Prepare it for a data folder; `extra` names more rulebooks."""
        self._folder, self._extra = folder, extra
        self._there: TalkingProcess | None = None
        self.step = PackStep(0, 0)
        """The last step of the order at work."""
        self.is_working = False
        self._unstarted: PackRefused | None = None
        """What `poll` returns next, because no process could be started."""

    def ask(self, order: PackOrder) -> None:
        """Give the process an order. `poll` returns its end."""
        self.is_working, self.step = True, PackStep(0, 0)
        try:
            if self._there is None:
                self._there = TalkingProcess(work_on_packs)
                self._there.say((self._extra, self._folder))
        except OSError as fault:
            self._unstarted = PackRefused(said("worker", "failed", why=str(fault)))
            return
        self._there.say(order)

    def poll(self) -> PackReply | None:
        """Return the end of the order if it has come, else the newest step if there is one."""
        if self._unstarted is not None:
            refused, self._unstarted, self.is_working = self._unstarted, None, False
            return refused
        if self._there is None or not self.is_working:
            return None
        newest: PackReply | None = None
        try:
            while self.is_working and self._there.process.line.poll():
                newest = heard(self._there.process.line, PackReply)
                if isinstance(newest, PackStep):
                    self.step = newest
                else:
                    self.is_working = False
        except (Cut, *CUT) as fault:
            self.close()
            return PackRefused(said("worker", "failed", why=str(fault)))
        return newest

    def wait(self, seconds: float) -> None:
        """Wait for a message of the process, for at most `seconds`."""
        if self._there is not None and self.is_working:
            try:
                self._there.process.line.poll(seconds)
            except CUT:
                return

    def close(self) -> None:
        """Let the process end at its next step, and delete what it has unpacked."""
        self.is_working = False
        if self._there is not None:
            self._there.release()
            self._there = None
        active_children()  # frees the processes that have ended


# In the process


def work_on_packs(line: Line) -> None:
    """Run in the process: follow the orders that come over the line."""
    extra, folder = line.recv()
    with ExitStack() as kept:
        desk = _PackDesk(line, books_apart(extra), folder, kept)
        while True:
            order: PackOrder = line.recv()
            try:
                reply: PackReply = desk.done(order)
            except Failure as failure:
                reply = PackRefused(str(failure))
            line.send(reply)


class _PackDesk:
    def __init__(self, line: Line, books: Books, folder: Path, kept: ExitStack) -> None:
        self._line, self._books, self._folder, self._kept = line, books, folder, kept
        self._pack: StagedPack | None = None

    def _step(self, done: int, most: int) -> None:
        self._line.send(PackStep(done, most))

    def done(self, order: PackOrder) -> PackDone:
        """Follow an order, and return what to say about it. Raise Failure if that is impossible."""
        folder = self._folder
        if isinstance(order, CheckPack):
            return self._checked(order.path)
        if isinstance(order, InstallPack):
            assert self._pack is not None
            return PackDone((install(self._pack, folder, self._step),), self._pack.id)
        if isinstance(order, RemovePack):
            remove(order.name, folder, told := StringIO())
            return PackDone(tuple(told.getvalue().splitlines()))
        if isinstance(order, RestorePack):
            return PackDone((restore(order.name, folder),))
        source, goal = str(order.source), str(order.goal)
        return PackDone(
            tuple(made_pack(source, goal, order.wishes, self._books, folder, self._step))
        )

    def _checked(self, path: Path) -> PackDone:
        notes: list[str] = []
        files = staged(pack_bytes(path), self._books, self._folder, notes.append, self._step)
        self._pack = self._kept.enter_context(files)
        return PackDone((*self._pack.contents.lines(), *notes), self._pack.id)
