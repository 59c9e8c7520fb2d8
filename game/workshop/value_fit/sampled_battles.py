"""Battles between soldiers, with the features of all sides in some positions.

The positions are those at the starts of turns, and those where another unit is asked, because in
some books a fight is part of a turn.
"""

from collections.abc import Callable, Generator, Sequence

import msgspec

from game.ai.side_features import Features, side_features
from game.components.turns import Acting
from game.engine.battle import Battle
from game.engine.book import Book
from game.play.signals import DelayedSignals
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.recording import Setup
from game.terms.agenda import Ask
from game.terms.level import Level
from game.terms.records import Entity
from game.workshop.lab.seatings import Bout
from game.workshop.lab.worker_pool import LabLevels, all_played
from game.workshop.trial_battles import LONGEST
from game.world.unit_names import round_of

MOST_POSITIONS = 12
"""Maximum number of positions per battle, so that long battles don't count for more."""


class Sampled(msgspec.Struct, frozen=True):
    """A position: the side that was asked, and the features of every side."""

    side: str
    features: dict[str, Features]


class SampledBattle(msgspec.Struct, frozen=True):
    """A battle's winner, or None, and its positions; `ended` is False if it has no proper end."""

    winner: str | None
    positions: tuple[Sampled, ...]
    ended: bool = True


def sampled_battle(
    book: Book, level: Level, bout: Bout, check: Callable[[], object]
) -> SampledBattle:
    """Play a battle to its end and return its positions. Call `check`, which may raise, often."""
    names = {side.id: name for side, name in zip(level.sides, bout.seating, strict=True)}
    table = Table.open(book, level, Setup(DiceSource(bout.seed), names))
    found: list[Sampled] = []
    last: tuple[int, Entity, Entity] | None = None
    is_going = True
    while is_going:
        check()
        side, now = table.battle.asked, moment_of(table.battle)
        if side is not None and now is not None and now != last:
            last = now
            found.append(Sampled(side, side_features(table.battle)))
        is_going = table.record.count < LONGEST and table.step()
    over = table.battle.outcome
    if over is None or table.faults:
        return SampledBattle(None, (), ended=False)
    return SampledBattle(over.winner, tuple(spaced(found, MOST_POSITIONS)))


def moment_of(battle: Battle) -> tuple[int, Entity, Entity] | None:
    """Return the round, the unit whose turn it is, and the unit that is asked.

    Return None between turns, and if no unit is asked.
    """
    acting, ask = battle.world.find(battle.world.root, Acting), battle.stop
    if acting is None or not isinstance(ask, Ask):
        return None
    return round_of(battle.world), acting.unit, ask.unit


def spaced(found: Sequence[Sampled], most: int) -> list[Sampled]:
    """Return at most `most` positions at equal distances, the first among them."""
    if len(found) <= most:
        return list(found)
    return [found[n * len(found) // most] for n in range(most)]


def all_sampled(
    ground: LabLevels, plan: Sequence[Bout], jobs: int, signals: DelayedSignals
) -> Generator[tuple[int, SampledBattle]]:
    """Play all battles; yield each with its index when it is over. Raise Failure if that fails."""
    return all_played(sampled_battle, SampledBattle, ground, plan, jobs, signals)
