"""Prove a pack: play its winning replays again, and compare every state."""

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path

import msgspec

from game import __version__
from game.engine.book import Book
from game.play.players import STDIO
from game.play.replayer import replay
from game.play.seat_shares import fingerprint
from game.play.table import Table
from game.record.lines import RecordingLine
from game.record.reader import Unreadable, read_save
from game.record.recording import kept_level
from game.record.stored_level import level_of_header
from game.terms.level import Level
from game.workshop.packs.pack_sentences import failure, said

PROOF = "proof"
"""The folder of a pack for winning replays."""
MOST_LINES = 3000
"""Maximum number of lines in all replays of a pack together, which limits the time they take."""


def prove(
    paths: Sequence[Path],
    levels: Sequence[Level],
    books: Mapping[str, Book],
    tell: Callable[[str], object],
    watch: Callable[[int], object] = lambda _: None,
) -> int:
    """Return the number of replays that play the same here and are won by a person.

    Raise Failure for a replay that isn't of one of the levels, isn't won, or plays differently
    although this version of the game made it. If another version made it, only call `tell`.
    `watch` gets the number of each line of a replay that has been played again.
    """
    known = {_mark(level, books[level.rulebook]) for level in levels}
    left, proved, numbers = MOST_LINES, 0, count(1)

    def observer(_table: Table, _line: RecordingLine) -> None:
        watch(next(numbers))

    for path in paths:
        name = path.name
        try:
            saved = read_save(path)
            left -= len(saved.lines)
            if left < 0:
                raise failure("proof", "large", file=name, most=MOST_LINES)
            found = replay(saved, books, observer)
        except Unreadable as fault:
            raise failure("proof", "unreadable", file=name, why=str(fault)) from fault
        if fingerprint(found.table.battle.world.scene.level) not in known:
            raise failure("proof", "other_level", file=name)
        over = found.table.battle.outcome
        if found.trouble is not None:
            if saved.header.game == __version__:
                raise failure("proof", "differs", file=name, why=str(found.trouble))
            tell(said("proof", "differs", file=name, why=str(found.trouble)))
        elif over is None or saved.header.players.get(over.winner or "") != STDIO:
            raise failure("proof", "not_won", file=name)
        else:
            proved += 1
    return proved


def _mark(level: Level, book: Book) -> str:
    """Return the fingerprint that a level has once it was written to a recording and read back."""
    plain = msgspec.json.decode(msgspec.json.encode(kept_level(level)))
    return fingerprint(level_of_header(plain, book))
