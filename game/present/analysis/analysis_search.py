"""The accounts of a recorded battle, by the value that suits it."""

from collections.abc import Mapping

import msgspec

from game.engine.book import Book
from game.play.analysis.accounting import Accounting, fitted
from game.play.analysis.playouts import Playouts
from game.play.players import STDIO
from game.play.rewind import RewindableBattle
from game.present.analysis.report import SideAccount, accounts, told_sides
from game.record.reader import ReadRecording

GAMES = 24
"""Number of battles that soldiers play from each position of a duel."""


class Analysed(msgspec.Struct, frozen=True):
    """The accounts of a battle, of one side after another."""

    accounts: tuple[SideAccount, ...]
    games: int = 0
    """Number of battles played from each position; 0 if the fitted value was used."""
    trouble: str = ""
    """Why the record can't be followed to its end, or ""."""


def analysed(saved: ReadRecording, books: Mapping[str, Book]) -> Analysed:
    """Return the accounts of a battle. Raise Unreadable if it can't even be begun.

    If several people have played it, soldiers play on from its positions: the fitted value knows
    the levels that it was fitted to, but not the units that people choose for a duel.
    """
    reel = RewindableBattle(saved, books)
    players, level = saved.header.players, reel.battle.world.scene.level
    is_duel = sum(name == STDIO for name in players.values()) > 1
    search = Accounting(reel, Playouts(GAMES) if is_duel else fitted)
    for _ in search.go_on():
        pass
    found = search.found
    assert found is not None
    sides = told_sides(players, found.sides, level.party_side)
    games = GAMES if is_duel else 0
    trouble = str(reel.trouble) if reel.trouble is not None else ""
    return Analysed(tuple(accounts(found, reel, sides, games)), games, trouble)
