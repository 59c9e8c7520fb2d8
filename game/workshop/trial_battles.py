"""Play battles between computer players, to see whether a level works, and return their results."""

from dataclasses import dataclass
from typing import NamedTuple

from game.ai.computer_players import COMPUTERS
from game.ai.player import Player
from game.engine.battle import Battle
from game.engine.book import Book
from game.play.computer_answers import computer_answer
from game.play.players import RANDOM, STDIO
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.terms.commands import Done, Place, to_text
from game.terms.events import BattleOver, Died, TurnStarted
from game.terms.level import Level
from game.terms.script_events import ObjectiveReached
from game.workshop.battle_counts.battle_counter import BattleCounter
from game.workshop.battle_counts.counts import BattleCounts
from game.workshop.workshop_sentences import said

GIVEN_UP = ("concede", "agreed")
"""Reasons for the end of a battle that the players themselves have chosen."""

LONGEST = 20_000
"""Number of commands after which a battle is given up."""


class BattleStuck(Exception):
    """The error for a battle that breaks although all commands were legal.

    The message is a sentence.
    """


def stuck(entry: str, seed: int, **values: object) -> BattleStuck:
    """Return the error with an entry of the catalogue's table `stuck`."""
    return BattleStuck(said("stuck", entry, seed=str(seed), **values))


@dataclass(frozen=True)
class TrialResult:
    """The result of one battle.

    `five-tables watch LEVEL --seed SEED` shows the battle again, given the same players.
    """

    seed: int
    winner: str | None
    reason: str
    """Reason why the battle ended, as in `BattleOver`."""
    rounds: int
    early: tuple[str, ...]
    """Units that died before their first turn."""
    counts: BattleCounts


def play_trial(book: Book, level: Level, seed: int, name: str = RANDOM) -> TrialResult:
    """Play a battle between players of type `name`.

    Raise BattleStuck if the battle breaks or doesn't end.
    """
    battle, counts = _tried(book, level, seed, (LONGEST, None), name)
    over = battle.outcome
    if over is None:
        raise stuck("unfinished", seed, most=LONGEST)
    return TrialResult(seed, over.winner, over.reason, over.rounds, _early(battle), counts)


def played(book: Book, level: Level, seed: int, most: int, offers: int | None = None) -> Battle:
    """Return a battle after `most` random commands, or at its end.

    Stop earlier after listing `offers` options, because options take most of the time. Raise
    BattleStuck if the battle breaks.
    """
    return _tried(book, level, seed, (most, offers), RANDOM)[0]


def _tried(
    book: Book, level: Level, seed: int, limits: tuple[int, int | None], name: str
) -> tuple[Battle, BattleCounts]:
    """Return a battle between players of type `name`, within these limits, and its counts."""
    done = [said("stuck", "start")]
    try:
        table = _table(book, level, seed)
        counter = BattleCounter(table.battle)
        _play(table, counter, name, limits, done)
        return table.battle, counter.counts()
    except BattleStuck:
        raise
    except Exception as fault:  # whatever a book does wrong becomes a finding
        what = f"{type(fault).__name__}: {fault}".rstrip(": ").rstrip(".")
        raise stuck("game", seed, place=done[-1], why=what) from fault


def _table(book: Book, level: Level, seed: int) -> Table:
    """Return the battle at its beginning. The caller asks the players."""
    setup = Setup(DiceSource(seed), {side.id: STDIO for side in level.sides})
    return Table.open(book, level, setup)


def _play(
    table: Table,
    counter: BattleCounter,
    name: str,
    limits: tuple[int, int | None],
    done: list[str],
) -> None:
    """Play to the end, or to one of the limits: of commands, and of options listed."""
    players = {side: COMPUTERS[name](table.dice.seed, side, 0) for side in table.players}
    (most, offers), offered = limits, 0
    while len(done) <= most and (offers is None or offered < offers):
        while table.step():  # rolls dice: the caller asks the players
            counter.after()
        counter.before()
        side = table.battle.asked
        if side is None:
            break
        offered += _act(table, players[side], side, done)
        counter.after()


def _act(table: Table, player: Player, side: str, done: list[str]) -> int:
    """Play a command of the side that is asked. Return the number of its legal commands.

    Describe the command in `done` before playing it.
    """
    seed, legal = table.dice.seed, table.battle.legal()
    if not legal:
        raise stuck("no_command", seed, side=side, place=done[-1])
    made = computer_answer(player, table.battle, side, legal)
    if made.slip is not None:
        what = made.slip.what.rstrip(".")
        raise stuck("player", seed, side=side, place=done[-1], why=what)
    done.append(said("stuck", "command", number=len(done), command=to_text(made.command)))
    refusal = table.submit(made.command)
    if refusal is not None:
        why = refusal.text(table.battle.book.catalogue)
        raise stuck("refused", seed, place=done[-1], why=why)
    return len(legal)


class Settled(NamedTuple):
    """A result that is decided before anyone's first turn."""

    text: str
    """A sentence about the result."""
    objective: str | None = None
    """The objective that is completed, or None."""


def settled_at_once(battle: Battle) -> Settled | None:
    """Return a result that is decided before the first turn, or None."""
    for event in battle.log():
        if isinstance(event, TurnStarted):
            return None
        if isinstance(event, ObjectiveReached):
            text = said("finding", "settled-objective", objective=event.objective)
            return Settled(text, event.objective)
        if isinstance(event, BattleOver) and event.reason not in GIVEN_UP:
            if any(not isinstance(move.command, Place | Done) for move in battle.history):
                return None  # a unit's choice has ended it, for example its path
            return Settled(said("finding", "settled-battle"))
    return None


def _early(battle: Battle) -> tuple[str, ...]:
    acted: set[str] = set()
    early: list[str] = []
    for event in battle.log():
        if isinstance(event, TurnStarted):
            acted.add(event.unit)
        elif isinstance(event, Died) and event.unit not in acted:
            early.append(event.unit)
    return tuple(early)
