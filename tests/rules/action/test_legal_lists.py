"""The listed commands for powers, items and attacks are exactly the legal ones."""

from collections.abc import Iterator
from random import Random

import pytest

from game.components.belongings import Hand
from game.engine.battle import Battle
from game.rules.action.commands import Attack, Help, Smash, Throw, UsePower, UsePowerAt
from game.rules.action.units import powers
from game.rules.action.units.figures import ready_weapons
from game.terms.asks import TurnAsk
from game.terms.commands import Command, Use
from tests.conformance.brawls import brawl
from tests.conformance.driver import stops

NAMED = (Attack, Smash, Help, UsePower, UsePowerAt, Use, Throw)
"""Commands that name a thing, and a target or a tile."""


def nameable(battle: Battle, ask: TurnAsk) -> Iterator[Command]:
    """Return all such commands for the unit's things, on any unit and any tile of the map."""
    view, unit = battle.view(ask.side).world, battle.id_of(ask.unit)
    hand, cells = view.find(ask.unit, Hand), list(view.grid.cells())
    targets = [battle.view(ask.side).id_of(other) for other in battle.view(ask.side).units()]
    for arms in ready_weapons(view, ask.unit):
        yield from (Attack(unit, target, arms) for target in targets)
        yield from (Smash(unit, at, arms) for at in cells)
    yield from (Help(unit, target) for target in targets)
    for power in powers.known(view, ask.unit):
        yield from (UsePower(unit, power, target) for target in (*targets, None))
        yield from (UsePowerAt(unit, power, at) for at in cells)
    for item in hand.items if hand else ():
        yield from (Use(unit, item, target) for target in (*targets, None))
        yield from (Throw(unit, item, at) for at in cells)


@pytest.mark.parametrize("seed", range(6))
def test_listed_commands_are_exactly_the_legal_ones(seed: int) -> None:
    for battle in stops(brawl(seed), Random(f"listed {seed}"), 25, lambda: brawl(seed)):
        if isinstance(battle.stop, TurnAsk):
            every = set(nameable(battle, battle.stop))
            accepted = {command for command in every if battle.why_not(command) is None}
            assert {c for c in battle.legal() if isinstance(c, NAMED)} == accepted
