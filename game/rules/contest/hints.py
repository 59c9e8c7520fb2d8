"""Hints for computer players: the damage that units can deal, and the worth of changes."""

from collections.abc import Callable, Mapping
from pathlib import Path

from game.components.belongings import Traps
from game.components.conditions import Conditions
from game.components.unit import Dead, Vitals
from game.engine.chain_odds import chain_odds, check_assume
from game.engine.hints import Gain, Hints, Worths, come_and_gone, items_held, mean_of, traps_set
from game.rules.contest.fights import strike
from game.rules.contest.records import TileFight
from game.systems.damage import Hurt
from game.systems.movement_dice import Allowance, most_movement
from game.terms.records import Component, Entity
from game.world import World
from game.world.unit_names import side_of

NEVER = check_assume("never")
STAKES = 6.0
"""Worth of a fight that is certain to be won."""
EAGER = 0.5
"""Worth of any fight: without fights, no side wins."""
TRAP = 2.4
"""Worth of a trap that is set."""
LONG = 3
"""Maximum number of turns that an effect counts for."""


def menace(world: World, unit: Entity, foe: Entity) -> float:
    """Return the mean damage of the unit's attack on the foe."""
    if world.has(unit, Dead) or world.has(foe, Dead):
        return 0.0
    outcomes, total = chain_odds(strike(world, unit, foe), NEVER)
    hurt = [(one, weight) for one, weight in outcomes if isinstance(one, Hurt)]
    return sum(blow.amount * weight for one, weight in hurt for blow in one.blows) / total


def stride(world: World, unit: Entity) -> int:
    """Return the mean movement per turn."""
    allowance = world.find(unit, Allowance)
    return round(mean_of(allowance.dice)) if allowance else 0


def reach(world: World, unit: Entity) -> int:
    """Return 0: units attack on their own tile only."""
    return 0


def prospect(world: World, unit: Entity, foe: Entity) -> float:
    """Return, from -1 to 1, how much sooner the unit defeats the foe than vice versa."""
    mine, its = world.find(unit, Vitals), world.find(foe, Vitals)
    if mine is None or its is None:
        return 0.0
    lasts = mine.life / max(0.1, menace(world, foe, unit))
    takes = its.life / max(0.1, menace(world, unit, foe))
    return (lasts - takes) / (lasts + takes)


# Worth of changes


def _fight(world: World, entity: Entity, old: TileFight | None, new: TileFight | None) -> Worths:
    """Yield the worth of entering or leaving a fight, by each unit's prospects in it."""
    before, after = (one.fighters if one else () for one in (old, new))
    for unit in {*before, *after}:
        sign = (unit in after) - (unit in before)
        others = [u for u in (after if sign > 0 else before) if u != unit]
        if sign and others and not world.has(unit, Dead):
            chances = [prospect(world, unit, other) for other in others]
            yield unit, sign * (EAGER + STAKES * min(chances))


def _conditions(
    world: World, unit: Entity, old: Conditions | None, new: Conditions | None
) -> Worths:
    for sign, one in come_and_gone(old, new):
        turns = min(LONG, LONG if one.turns is None else one.turns)
        yield unit, sign * turns * (one.value - (mean_of(one.dice) if one.dice else 0.0))


def _traps(world: World, unit: Entity, old: Traps | None, new: Traps | None) -> Worths:
    yield unit, TRAP * (len(new.laid if new else ()) - len(old.laid if old else ()))


GAINS: Mapping[type[Component], Gain] = {
    TileFight: _fight,
    Conditions: _conditions,
    Traps: _traps,
}


# Assets of units


def _duels(world: World, unit: Entity) -> float:
    """Return the unit's prospects against its strongest foe."""
    side = side_of(world, unit)
    foes = [foe for foe in world.ids(Vitals) if side_of(world, foe) != side]
    return min((prospect(world, unit, foe) for foe in foes if not world.has(foe, Dead)), default=0)


def _fighting(world: World, unit: Entity) -> float:
    """Return the unit's prospects in the fight that it is in; 0 without one."""
    for _, fight in world.all(TileFight):
        if unit in fight.fighters:
            others = [one for one in fight.fighters if one != unit and not world.has(one, Dead)]
            return min((prospect(world, unit, one) for one in others), default=0.0)
    return 0.0


def _bears(world: World, unit: Entity) -> float:
    """Return the worth of the unit's conditions."""
    now = world.find(unit, Conditions)
    return sum(points for _, points in _conditions(world, unit, None, now))


ASSETS: Mapping[str, Callable[[World, Entity], float]] = {
    "duels": _duels,
    "fighting": _fighting,
    "conditions": _bears,
    "items": items_held,
    "traps": traps_set,
}

HINTS = Hints(
    menace=menace,
    stride=stride,
    farthest=most_movement,
    reach=reach,
    gains=GAINS,
    assets=ASSETS,
    value=Path(__file__).with_name("value.toml"),
)
