"""Keep the shares that soldiers won, so that the window can show them before a battle."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from threading import Lock

from game.content.levels import find_level
from game.content.shipped_folders import levels_root
from game.content.toml_files.finding_texts import quoted
from game.engine.battle import Battle
from game.engine.book import Book
from game.play.seat_shares import FILE, SeatShares, fingerprint, kept_shares, written
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.record.safe_files import reason, write_whole
from game.terms.commands import to_text
from game.terms.events import TurnStarted
from game.terms.level import Level
from game.workshop.lab.statistics import LabReport
from game.workshop.trial_battles import LONGEST
from game.workshop.workshop_sentences import failure

SOLDIER = "soldier"
KEEPING = Lock()
"""Held while a file is read and written again."""
TURNS = 40
"""Number of unit turns after which no further battle counts for the digest of the play."""


def refuse_keeping(players: Iterable[str], rosters: Sequence[str]) -> None:
    """Raise Failure if these battles can't be kept.

    Only battles between soldiers count, with the levels' own units.
    """
    if set(players) != {SOLDIER} or rosters:
        raise failure("lab", "not_kept")


def keep_shares(
    found: Iterable[tuple[str, LabReport]], books: Mapping[str, Book], data: Path
) -> None:
    """Write the shares of each level, given with its name; leave out battles without an end.

    Those of the game's levels are written to the levels folder by their ids, all others to the data
    folder by their fingerprints.
    """
    whole = [(name, one) for name, one in found if not one.troubles]
    ours = [one for name, one in whole if is_shipped(name)]
    others = [one for name, one in whole if not is_shipped(name)]
    if ours:
        new = {one.level.id: _shares(one, books[one.level.rulebook]) for one in ours}
        _write(levels_root() / FILE, kept_shares() | new)
    if others:
        keep_own({fingerprint(it.level): own_result(it) for it in others}, data)


def keep_own(new: Mapping[str, SeatShares], data: Path) -> None:
    """Write the shares of levels that didn't come with the game, given by their fingerprints."""
    with KEEPING:
        _write(data / FILE, {**kept_shares(data), **new})


def is_shipped(name: str) -> bool:
    """Return whether a level that was named by its id or path came with the game."""
    return find_level(name).resolve().is_relative_to(levels_root().resolve())


def own_result(one: LabReport) -> SeatShares:
    """Return the shares of a level that didn't come with the game."""
    wins = {side.name: side.wins for side in one.sides}
    return SeatShares(fingerprint(one.level), one.battles, wins, one.rounds[0])


def _write(path: Path, shares: Mapping[str, SeatShares]) -> None:
    try:
        write_whole(path, written(shares).encode(), lambda _: False)
    except OSError as fault:
        raise failure("lab", "unkept", path=quoted(str(path)), why=reason(fault)) from fault


def _shares(one: LabReport, book: Book) -> SeatShares:
    wins = {side.name: side.wins for side in one.sides}
    return SeatShares(fingerprint(one.level), one.battles, wins, play=play_digest(one.level, book))


def play_digest(level: Level, book: Book) -> str:
    """Return a short text that changes if soldiers, or the rules, play a level otherwise.

    It has all commands and ends of the battles with the seeds from 1, until they have enough turns.
    """
    digest, turns = hashlib.sha256(), 0
    for seed in count(1):
        battle = _played(level, book, seed)
        told = (*(to_text(one.command) for one in battle.history), repr(battle.outcome))
        digest.update("\n".join(told).encode())
        turns += sum(isinstance(event, TurnStarted) for event in battle.log())
        if turns >= TURNS:
            break
    return digest.hexdigest()[:16]


def _played(level: Level, book: Book, seed: int) -> Battle:
    """Return a battle between soldiers at its end."""
    names = {side.id: SOLDIER for side in level.sides}
    table = Table.open(book, level, Setup(DiceSource(seed), names))
    while table.record.count < LONGEST and table.step():
        pass
    return table.battle
