"""The commands `watch` and `referee`, which are given the rulebooks."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO, TextIO

import msgspec

from game.engine.book import Book
from game.play.battle_files import Keeper
from game.play.battle_start import opened_battle
from game.play.opening import Options, saved_battle
from game.play.played_again import played_again
from game.play.players import HUMAN, STDIO, watched
from game.play.resuming import is_running, mention_left
from game.play.signals import DelayedSignals
from game.play.table import Table
from game.present.luck_receipt import told_luck
from game.present.terminal_lines import Teller, picture
from game.present.turning_points import saved_of
from game.record.crash_files import write_crash
from game.record.failure import Failure
from game.record.safe_files import reason
from game.referee.referee import BattleCutOff, Referee
from game.referee.terminal_sentences import failure, said

Tell = Callable[[str], object]
"""A function that prints a sentence separately from the program's output."""
PACE = 0.15
"""Pause after each line of a watched battle, in seconds."""


def play_referee(
    options: Options,
    books: Mapping[str, Book],
    streams: tuple[BinaryIO, BinaryIO],
    folder: Path,
    tell: Tell = lambda _: None,
) -> int:
    """Play a level or a save over two streams. Return the exit code."""
    path = saved_battle(options)
    if path is None:
        mention_left(folder, tell)
    with opened_battle(options, books, streams[0], folder, tell) as table:
        keeper = Keeper(table, folder, tell)
        if table.battle.outcome is None or (path and is_running(path, folder)):
            keeper.begin()
    try:
        return Referee(table, table.view, streams, keeper, is_new=path is None).run()
    except BattleCutOff as fault:
        raise Failure(str(fault)) from fault
    except Failure:
        raise
    except Exception as fault:  # save the battle whatever went wrong
        raise Failure(crash_sentence(fault, folder, table)) from fault
    finally:
        keeper.leave()


def play_watch(
    options: Options,
    books: Mapping[str, Book],
    out: TextIO,
    folder: Path,
    is_fast: bool,
    tell: Tell = lambda _: None,
    news: Callable[[], str | None] = lambda: None,
) -> None:
    """Show a battle of computer players in the terminal, from a level or a save.

    `news` looks at the level's file: it returns None as long as the file is the same, "" if it has
    changed, and a sentence if the new level can't be played. After a change the battle goes on in
    the new level, with the same commands as far as they are possible.
    """
    is_new = saved_battle(options) is None
    with opened_battle(options, books, None, folder, tell, watched) as table:
        if None in table.players.values():
            raise failure("watch", "only_computers", human=HUMAN, stdio=STDIO)
        if table.dice.asked:
            raise failure("watch", "real_dice")
    signals = DelayedSignals()
    try:
        with signals.installed():
            out.write(said("watch", "seed", seed=str(table.dice.seed)) + "\n\n")
            pace = 0 if is_fast or not out.isatty() else PACE

            def reloaded(before: Table) -> tuple[Table, str] | None:
                trouble = news()
                if trouble is None:
                    return None
                if trouble:
                    return before, trouble
                return _reloaded(options, books, folder, before)

            watch(table, out, pace, signals, is_new=is_new, reloaded=reloaded)
    except (OSError, KeyboardInterrupt, Failure):
        raise
    except Exception as fault:  # save the battle whatever went wrong
        raise Failure(crash_sentence(fault, folder, table)) from fault


def watch(
    table: Table,
    out: TextIO,
    pace: float = PACE,
    signals: DelayedSignals | None = None,
    sleep: Callable[[float], None] = time.sleep,
    is_new: bool = True,
    reloaded: Callable[[Table], tuple[Table, str] | None] = lambda _: None,
) -> None:
    """Let computer players finish a battle, and print it in the terminal.

    Print a battle that isn't new from its current position. `reloaded` is asked after each line: it
    returns None as long as the level is the same; else the table that follows, and a sentence.
    """
    signals, shown, going = (
        signals or DelayedSignals(),
        0 if is_new else len(table.battle.log()),
        True,
    )
    teller = Teller(table.battle) if is_new else _pictured(table, out)

    def looked() -> Table:
        """Return the table that follows, and print what has happened to the level."""
        news = reloaded(table)
        if news is not None:
            out.write(f"{news[1]}\n")
        return table if news is None else news[0]

    while going:
        told, new = table.battle.log(), table
        for text in teller.lines(told[shown:]):
            with signals.waiting():
                out.write(text + "\n")
                out.flush()
                if pace:
                    sleep(pace)
            new = looked()
            if new is not table:
                break
        shown = len(told)
        signals.check()
        if new is table:
            going = table.step()
        else:
            table, shown = new, len(new.battle.log())
            teller = _pictured(table, out)
    out.writelines(f"{line}\n" for line in told_luck(table.battle))


def _pictured(table: Table, out: TextIO) -> Teller:
    """Print the objectives and the board, and return the teller of what follows."""
    teller = Teller(table.battle)
    out.writelines(f"{line}\n" for line in teller.aims())
    out.write(picture(table.battle, with_legend=True))
    return teller


def _reloaded(
    options: Options, books: Mapping[str, Book], folder: Path, before: Table
) -> tuple[Table, str]:
    """Return a table in the level as it is now, with the same commands as far as possible.

    If the level can't be opened, return the table before. The sentence says which.
    """
    options = msgspec.structs.replace(options, seed=str(before.dice.seed))
    try:
        with opened_battle(options, books, None, folder, lambda _: None, watched) as table:
            told = played_again(table, saved_of(before.record))
    except Failure as fault:
        return before, str(fault)
    return table, said("watch", "reloaded", told=str(told))


def crash_sentence(fault: BaseException, folder: Path, table: Table | None) -> str:
    """Write a crash file. Return a sentence with its path, or with both errors if that fails."""
    played = (table.battle, table.record) if table else None
    kind = type(fault).__name__
    try:
        return said("crash", "written", kind=kind, path=str(write_crash(fault, folder, played)))
    except OSError as second:
        return said("crash", "not_written", kind=kind, fault=str(fault), why=reason(second))
