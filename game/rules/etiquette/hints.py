"""Hints for computer players: the worth of attacks, fights and promises.

A player's record of kept and broken promises is a public component, so computer players don't have
to remember it themselves.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from game.components.belongings import Hand, Traps
from game.components.conditions import Conditions
from game.components.unit import Dead, Vitals
from game.engine.hints import Gain, Hints, Worths, come_and_gone, items_held, mean_of, traps_set
from game.rules.etiquette.minions import is_robot, minions_of, owner_of
from game.rules.etiquette.promises import CALMING, repute_of
from game.rules.etiquette.records import Declarations, Duel, Pledges, Repute
from game.rules.etiquette.win_chance import believe, chance, credit, mean_harm, ways
from game.systems.movement_dice import Allowance, most_movement
from game.terms.records import Component, Entity
from game.world import World

STAKES = 5.0
"""Worth of a fight that is certain to be won."""
ROBOTS = 0.5
"""Share of a fight's worth that counts if a robot takes part."""
EAGER = 0.5
"""Worth of any fight: without fights, no side wins."""
BOLD = 2.0
"""Worth of entering a foe's tile: a player who only waits never wins."""
TEMPO = 0.5
"""Lead of the first attacker, as a share of a round of attacks."""
LEAVE = 0.12
"""Share of a fight's worth that a unit gains or loses by leaving: the foe can come again, but
spends a turn on it.
"""
TRAP = 0.7
"""Worth of a trap that is set."""
LONG = 3
"""Maximum number of turns that an effect counts for."""
LIE, TRUTH = 1.5, 0.5
"""Cost of breaking a promise, and worth of keeping it."""
ITEM = 0.3
"""Worth of an item in the hand: most items change one attack a little."""
GIFT = 1.0
"""Cost of giving a promised item in order to be left in peace."""
SOOTHING = {"peace": 0.4, "leave": 0.5, "gift": 0.6}
"""Share of a fight's danger that a promise removes, if it is believed."""
BINDING = {"peace": 0.1, "leave": 0.4, "gift": 1.0}
"""Cost of being bound by a promise."""


def attack(world: World, unit: Entity, foe: Entity) -> tuple[float, float]:
    """Return the mean harm of an attack to foe and unit, with the foe's best defence."""
    return mean_harm(ways(world, unit, foe))


def menace(world: World, unit: Entity, foe: Entity) -> float:
    """Return the mean damage of the unit's attack on the foe."""
    if world.has(unit, Dead) or world.has(foe, Dead):
        return 0.0
    return attack(world, unit, foe)[0]


def worth(world: World, unit: Entity) -> float:
    """Return the worth of a character and its robots, or of a robot: its maximum life."""
    vitals = world.find(unit, Vitals)
    own = float(vitals.most) if vitals else 0.0
    return own if is_robot(world, unit) else 2 * own + len(minions_of(world, unit))


def stride(world: World, unit: Entity) -> int:
    """Return the mean movement per turn."""
    allowance = world.find(unit, Allowance)
    return round(mean_of(allowance.dice)) if allowance else 0


def reach(world: World, unit: Entity) -> int:
    """Return 0: units fight on one tile."""
    return 0


def prospect(world: World, unit: Entity, foe: Entity, lead: float = 0.0) -> float:
    """Return, from -1 to 1, how much sooner the unit defeats the foe than vice versa.

    `lead` is the number of rounds of attacks that the unit is ahead.
    """
    mine, its = world.find(unit, Vitals), world.find(foe, Vitals)
    if mine is None or its is None or world.has(unit, Dead) or world.has(foe, Dead):
        return 0.0
    ours, theirs = attack(world, unit, foe), attack(world, foe, unit)
    lasts = max(0.1, mine.life / max(0.1, theirs[0] + ours[1]) + lead)
    takes = max(0.1, its.life / max(0.1, ours[0] + theirs[1]) - lead)
    return (lasts - takes) / (lasts + takes)


def stakes(world: World, unit: Entity, foe: Entity, lead: float = 0.0) -> float:
    """Return the worth of a fight to a unit. It is smaller if either unit is a robot."""
    share = ROBOTS if is_robot(world, unit) or is_robot(world, foe) else 1.0
    return EAGER + STAKES * prospect(world, unit, foe, lead) * share


# Worth of changes


def _duel(world: World, entity: Entity, old: Duel | None, new: Duel | None) -> Worths:
    """Yield the worth of entering or leaving a fight, by each unit's prospects in it."""
    if (old is None) == (new is None):
        return
    duel = old if new is None else new
    assert duel is not None
    for unit in duel.order:
        foe = duel.other(unit)
        if world.has(unit, Dead) or world.has(foe, Dead):
            continue
        if new is None:
            yield unit, -LEAVE * stakes(world, unit, foe)
        else:
            lead = TEMPO if unit == duel.order[0] else -TEMPO
            yield unit, stakes(world, unit, foe, lead)


def _stance(
    world: World, entity: Entity, old: Declarations | None, new: Declarations | None
) -> Worths:
    """Yield the worth of an encounter: its fight or, after declining, the foe's promise."""
    if new is None:
        return
    aggressor, other = new.aggressor, new.other
    if old is None or old.count != new.count:
        if world.has(aggressor, Dead) or world.has(other, Dead):
            return
        yield aggressor, BOLD + stakes(world, aggressor, other, -TEMPO)
        yield other, stakes(world, other, aggressor, TEMPO)
    elif new.aggressor_fights is False and old.aggressor_fights is None:
        yield aggressor, _trust(world, new)


def _trust(world: World, stance: Declarations) -> float:
    """Return the worth of declining after the foe's promises, as far as they are believed.

    If the foe fights anyway, its broken promises count against it.
    """
    unit, foe, kinds = stance.aggressor, stance.other, set(stance.heard)
    calming = kinds & CALMING
    lies = len(calming) if stance.other_fights else 0
    repute = repute_of(world, owner_of(world, foe))
    believed = believe(repute.kept, repute.broken - lies)
    danger = stakes(world, unit, foe) if calming else 0.0
    return believed * ((GIFT if "gift" in kinds else 0.0) - danger)


def _pledges(world: World, unit: Entity, old: Pledges | None, new: Pledges | None) -> Worths:
    """Yield the worth of promises: the danger that they remove, if the player is believed."""
    before = old.all if old else ()
    if new is None or len(new.all) <= len(before):
        return
    pledge = new.all[-1]
    if world.has(pledge.said_by, Dead) or world.has(pledge.said_to, Dead):
        return
    fight = stakes(world, pledge.said_by, pledge.said_to)
    soothing = SOOTHING[pledge.kind] * credit(world, unit)
    yield unit, -fight * soothing - BINDING[pledge.kind]


def _repute(world: World, unit: Entity, old: Repute | None, new: Repute | None) -> Worths:
    if old is not None and new is not None:
        yield unit, TRUTH * (new.kept - old.kept) - LIE * (new.broken - old.broken)


def _conditions(
    world: World, unit: Entity, old: Conditions | None, new: Conditions | None
) -> Worths:
    for sign, one in come_and_gone(old, new):
        turns = min(LONG, LONG if one.turns is None else one.turns)
        yield unit, -sign * turns * (mean_of(one.dice) if one.dice else 0.0)


def _hand(world: World, unit: Entity, old: Hand | None, new: Hand | None) -> Worths:
    yield unit, ITEM * (len(new.items if new else ()) - len(old.items if old else ()))


def _traps(world: World, unit: Entity, old: Traps | None, new: Traps | None) -> Worths:
    yield unit, TRAP * (len(new.laid if new else ()) - len(old.laid if old else ()))


GAINS: Mapping[type[Component], Gain] = {
    Duel: _duel,
    Declarations: _stance,
    Pledges: _pledges,
    Repute: _repute,
    Conditions: _conditions,
    Traps: _traps,
    Hand: _hand,
}


# Assets of units


def _trusted(world: World, unit: Entity) -> float:
    """Return the trust in a character's promises; 0 for a robot."""
    return 0.0 if is_robot(world, unit) else credit(world, unit)


def _robots(world: World, unit: Entity) -> float:
    return float(is_robot(world, unit))


ASSETS: Mapping[str, Callable[[World, Entity], float]] = {
    "items": items_held,
    "traps": traps_set,
    "trust": _trusted,
    "robots": _robots,
}

HINTS = Hints(
    worth=worth,
    menace=menace,
    stride=stride,
    farthest=most_movement,
    reach=reach,
    gains=GAINS,
    chance=chance,
    assets=ASSETS,
    value=Path(__file__).with_name("value.toml"),
)
