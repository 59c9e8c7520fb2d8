"""Comparison of foes' intents with what the foes then do, for tests and measurements."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from game.ai.player import Player
from game.core.random_streams import Stream
from game.engine.battle import Battle
from game.play.computer_answers import safe
from game.play.foresight.intents import (
    Foresight,
    Intent,
    Plan,
    carried_out,
    foreseen,
    shown,
)
from game.terms.agenda import Ask, BattleEnd, DeployAsk, Roll
from game.world.unit_names import id_of

MOST = 400
"""Maximum number of asks and rolls to follow."""


class Deed(NamedTuple):
    """What a foe has done, and whether dice were rolled since the side ended its turn.

    The dice with which units defend themselves against the deed don't count.
    """

    unit: str
    plan: Plan
    has_rolled: bool

    def is_like(self, plan: Plan) -> bool:
        """Return whether a plan has the same tile and aim; of a group, its first target."""
        mine, its = self.plan, plan
        return (mine.at, mine.targets[:1], mine.spot) == (its.at, its.targets[:1], its.spot)


def is_due(battle: Battle) -> bool:
    """Return whether intents are shown now: a side is asked in its own turn."""
    stop, turn = battle.stop, battle.turn
    if not isinstance(stop, Ask) or isinstance(stop, DeployAsk):
        return False
    return turn is None or turn.partition(".")[0] == stop.side


def intents(battle: Battle, side: str, player: str, most: int | None = None) -> tuple[Intent, ...]:
    """Return the first `most` intents (None: all) from what a side knows; all foes play alike."""
    others = {one.id: player for one in battle.world.scene.level.sides if one.id != side}
    return tuple(islice(foreseen(battle.view(side), side, others), most))


def intents_of_truth(
    battle: Battle, side: str, player: str, most: int | None = None
) -> tuple[Intent, ...]:
    """Return the same intents as somebody would foresee them who knows all secrets."""
    others = {one.id: player for one in battle.world.scene.level.sides if one.id != side}
    return tuple(islice(Foresight(side, others).of(battle), most))


def deeds(battle: Battle, side: str, players: Mapping[str, Player], dice: Stream) -> Iterator[Deed]:
    """Yield what foes do, on a copy of the battle, if the side ends its turn at once.

    The side declines everything, as an intent assumes.
    """
    seer = Foresight(side, {})
    line = seer.begun(battle)
    for _ in range(MOST):
        line = seer.looked(line)
        now, stop = line.battle, line.battle.stop
        if line.plan is not None and line.unit is not None:
            yield Deed(line.unit, line.plan, line.has_rolled)
            line = carried_out(line)
        elif isinstance(stop, BattleEnd) or seer.is_over(line):
            return
        elif isinstance(stop, Roll):
            line = seer.defended(line, stop)
            now.settle(dice.roll(stop.dice))
        elif stop.side == side:
            now.apply(safe(now, stop, now.legal()))
        else:
            view = now.view(stop.side)
            assert isinstance(view.stop, Ask)
            command = players[stop.side].choose(view, view.stop, now.legal())
            unit = id_of(now.world, stop.unit)
            plan = shown(now, unit, command, side) if unit == line.unit else None
            if plan is not None:
                line = replace(line, plan=plan, given=command)
            else:
                now.apply(command)
