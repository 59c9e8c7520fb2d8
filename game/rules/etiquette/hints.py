"""What computer players are told: what an attack does, what a fight promises, what a word is worth.

A player's repute stands on the board for all to see: that is how promises are remembered.
"""

from collections.abc import Mapping

from game.components.belongings import Hand, Traps
from game.components.conditions import Conditions
from game.components.unit import Dead, Vitals
from game.engine.hints import Gain, Hints, Worths, come_and_gone, mean_of
from game.rules.etiquette.minions import is_robot, minions_of, owner_of
from game.rules.etiquette.promises import CALMING, repute_of
from game.rules.etiquette.records import Declarations, Duel, Pledges, Repute
from game.rules.etiquette.win_chance import believe, chance, credit, mean_harm, ways
from game.systems.movement_dice import Allowance
from game.terms.records import Component, Entity
from game.world import World

STAKES = 5.0
"""What it is worth to be in a fight that one wins for certain …"""
ROBOTS = 0.5
"""… and the share of it where a robot is all that can be won or lost."""
EAGER = 0.5
"""What any fight is worth: without one nobody wins."""
BOLD = 2.0
"""What it is worth to come upon somebody: who only waits for others never wins."""
TEMPO = 0.5
"""The share of a round of attacks by which who attacks first is ahead."""
LEAVE = 0.12
"""The share of what a fight promised that is gained, or lost, by getting out of it: the other can
come again, and a turn is spent on it."""
TRAP = 0.7
"""What a trap is worth that lies in wait."""
LONG = 3
"""Turns after which an effect matters no more."""
LIE, TRUTH = 1.5, 0.5
"""What a broken word costs, and what a kept one brings."""
ITEM = 0.3
"""What an item in the hand is worth: most do a little in one attack."""
GIFT = 1.0
"""What an item is worth that was promised, and who gives it to be left in peace."""
SOOTHING = {"peace": 0.4, "leave": 0.5, "gift": 0.6}
"""The share of a fight's danger that a promise takes away, if it is believed …"""
BINDING = {"peace": 0.1, "leave": 0.4, "gift": 1.0}
"""… and what it costs to be bound by it."""


def attack(world: World, unit: Entity, foe: Entity) -> tuple[float, float]:
    """What an attack does to both when it is met as is best for the defender."""
    return mean_harm(ways(world, unit, foe))


def menace(world: World, unit: Entity, foe: Entity) -> float:
    """The mean damage of an attack."""
    if world.has(unit, Dead) or world.has(foe, Dead):
        return 0.0
    return attack(world, unit, foe)[0]


def worth(world: World, unit: Entity) -> float:
    """What a figure is worth its minions go with; a minion is worth what it has of life."""
    vitals = world.find(unit, Vitals)
    own = float(vitals.most) if vitals else 0.0
    return own if is_robot(world, unit) else 2 * own + len(minions_of(world, unit))


def stride(world: World, unit: Entity) -> int:
    """The mean movement of a turn."""
    allowance = world.find(unit, Allowance)
    return round(mean_of(allowance.dice)) if allowance else 0


def reach(world: World, unit: Entity) -> int:
    """Who fights does so on one tile."""
    return 0


def prospect(world: World, unit: Entity, foe: Entity, lead: float = 0.0) -> float:
    """From -1 to 1: how much sooner the unit fells the other than the other does it.

    `lead` is by how many rounds of attacks it is ahead.
    """
    mine, its = world.find(unit, Vitals), world.find(foe, Vitals)
    if mine is None or its is None or world.has(unit, Dead) or world.has(foe, Dead):
        return 0.0
    ours, theirs = attack(world, unit, foe), attack(world, foe, unit)
    lasts = max(0.1, mine.life / max(0.1, theirs[0] + ours[1]) + lead)
    takes = max(0.1, its.life / max(0.1, ours[0] + theirs[1]) - lead)
    return (lasts - takes) / (lasts + takes)


def stakes(world: World, unit: Entity, foe: Entity, lead: float = 0.0) -> float:
    """What a fight is worth to a unit: as much as can be lost with the lesser of the two."""
    share = ROBOTS if is_robot(world, unit) or is_robot(world, foe) else 1.0
    return EAGER + STAKES * prospect(world, unit, foe, lead) * share


# What changes are worth


def _duel(world: World, entity: Entity, old: Duel | None, new: Duel | None) -> Worths:
    """To come into a fight, or out of it, is worth what it promises."""
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
    """To come upon somebody is worth the fight; to decline one, what the other's word is worth."""
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
    """What declining is worth where the other has promised something, if it is believed.

    Should it fight all the same, its word is taken as it was before.
    """
    unit, foe, kinds = stance.aggressor, stance.other, set(stance.heard)
    calming = kinds & CALMING
    lies = len(calming) if stance.other_fights else 0
    repute = repute_of(world, owner_of(world, foe))
    believed = believe(repute.kept, repute.broken - lies)
    danger = stakes(world, unit, foe) if calming else 0.0
    return believed * ((GIFT if "gift" in kinds else 0.0) - danger)


def _pledges(world: World, unit: Entity, old: Pledges | None, new: Pledges | None) -> Worths:
    """A promise is worth the danger it takes away, as far as its player is believed."""
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

HINTS = Hints(worth=worth, menace=menace, stride=stride, reach=reach, gains=GAINS, chance=chance)
