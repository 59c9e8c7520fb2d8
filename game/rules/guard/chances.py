"""How likely the party is to win, as far as can be seen: the fight is gone on with by its means.

Both sides do round by round what they do on the mean; the fewer are left, the less they do. What
lasts only for a while counts for the first of these rounds.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import exp
from typing import NamedTuple

from msgspec.structs import replace

from game.components.conditions import Conditions
from game.components.goods import Hand
from game.components.unit import Dead, Position, Vitals
from game.engine.odds import chain_odds, check_assume
from game.rules.guard import attacks, deeds
from game.rules.guard.figures import arms, deed, figure, members, weapons
from game.rules.guard.monsters import attackers, ward
from game.rules.guard.ranks import Ranks, ranks
from game.rules.guard.records import Focus, Stance, Struck, Swing, Uses, Ward, Warded
from game.systems.parties import is_player, party
from game.systems.upkeep import conditions_of
from game.terms.odds import summed
from game.world import World

NEVER = check_assume("never")
ROUNDS = 12
"""Rounds that are gone on with."""
LATER = 0.5
"""The share of what one does that counts against whom one cannot reach yet."""
SHARP = 1.6
"""How much it says to come out of it with all, or to leave all standing: little, as all of this is
rough, and what is won and lost at once counts beside it."""
LUCK = 0.45
"""By so much the party comes out better than on the mean: it chooses whom it goes for, and how."""
FOCUS, ITEM, USE = 0.25, 0.7, 0.4
"""What a point of focus, an item and a use of an ability are worth, in points of health."""
HELD = 0.5
"""The share of the party that has still to act in this round, about."""


@lru_cache(maxsize=5000)
def hits(swing: Swing) -> float:
    """The mean hits of an attack."""
    outcomes, total = chain_odds(swing, NEVER)
    return sum(one.hits * weight for one, weight in outcomes if isinstance(one, Struck)) / total


@lru_cache(maxsize=5000)
def damage(one: Ward) -> float:
    """The mean damage of one monster's attack."""
    outcomes, total = chain_odds(one, NEVER)
    return sum((w.damage or 0) * weight for w, weight in outcomes if isinstance(w, Warded)) / total


def passing(world: World, unit: int, kind: str) -> int:
    """What holds for a unit for a while only."""
    return sum(one.value for one in conditions_of(world, unit).all if one.kind == kind)


def _stance(world: World, unit: int, of: str) -> int:
    return summed(attacks.stance_parts(world, unit, of))


class Rate(NamedTuple):
    """What one does to another in a round, now and when nothing that passes holds any more."""

    now: float
    later: float


def _swung(world: World, unit: int, swing: Swing) -> Rate:
    """The mean hits, now and plainly."""
    least = swing.needed - passing(world, swing.target, "defence")
    for_now = passing(world, unit, "strength") + _stance(world, unit, "attack")
    plain = replace(swing, bonus=swing.bonus - for_now, needed=max(1, least), parts=(), its=())
    return Rate(hits(replace(swing, parts=(), its=())), hits(plain))


def _warded(world: World, unit: int, one: Ward) -> Rate:
    """The mean damage of a monster, now and plainly."""
    for_now = passing(world, unit, "guard") + _stance(world, unit, "defence")
    plain = replace(
        one,
        bonus=one.bonus - for_now,
        needed=one.needed - passing(world, one.group, "fierce"),
        more=one.more - passing(world, one.group, "harm"),
        parts=(),
        its=(),
    )
    return Rate(damage(replace(one, parts=(), its=())), damage(plain))


Way = tuple[str, Rate]
Harms = Mapping[tuple[int, int], Rate]


def _ways(world: World, unit: int, foe: int) -> tuple[Way, ...]:
    """All that a character can attack a group with, whether it reaches it or not."""
    found: list[Way] = [
        (arms(world, id).kind, _swung(world, unit, attacks.swing(world, unit, foe, id)))
        for id in weapons(world, unit)
    ]
    known = (("spells", figure(world, unit).spells), ("abilities", deeds.usable(world, unit)))
    found += [
        (what.reach, _swung(world, unit, attacks.deed_swing(world, unit, foe, table, id)))
        for table, ids in known
        for id in ids
        if (what := deed(world, table, id)).effect.attack
        and deeds.unpaid(world, unit, table, id) is None
    ]
    return tuple(found)


READ = (Position, Conditions, Stance, Dead, Focus, Uses)
"""All that changes of what the rates are found from."""


def _kills(world: World) -> dict[tuple[int, int], tuple[Way, ...]]:
    """What each character has against each group."""
    pairs = ((c, g) for c in members(world, True) for g in members(world, False))
    return {(c, g): _ways(world, c, g) for c, g in pairs}


def _harms(world: World) -> Harms:
    """What a monster of each group does to each character."""
    pairs = ((g, c) for g in members(world, False) for c in members(world, True))
    return {(g, c): _warded(world, c, ward(world, g, c)) for g, c in pairs}


class Side(NamedTuple):
    """What the fight is gone on with: by group, how many, what each does, what all kill of it."""

    counts: list[float]
    most: list[float]
    harm: list[Rate]
    kills: list[list[Rate]]
    """For each character, by group."""


def _taken(world: World) -> Side:
    now, party_, groups = ranks(world), members(world, True), members(world, False)
    found = world.once("kills", lambda: _kills(world), READ)
    harms = world.once("harms", lambda: _harms(world), (*READ, Vitals))
    kills = [[_best(now, found[c, g], c, g) for g in groups] for c in party_]
    return Side(
        [float(attacks.standing(world, g)) for g in groups],
        [float(world.get(g, Vitals).most) for g in groups],
        [_each(world, now, g, party_, harms) for g in groups],
        kills,
    )


def _best(now: Ranks, ways: tuple[Way, ...], unit: int, group: int) -> Rate:
    reached = {way: 1.0 if now.reaches(unit, group, way) else LATER for way, _ in ways}
    first = max((r.now for way, r in ways if reached[way] == 1.0), default=0.0)
    return Rate(first, max((r.later * reached[way] for way, r in ways), default=0.0))


def _each(world: World, now: Ranks, group: int, units: tuple[int, ...], harms: Harms) -> Rate:
    """What a monster of the group does on the mean; nobody it reaches now it may reach later."""
    near = [unit for unit in units if now.attacks(group, unit)]
    able = attackers(world, group) / max(1, attacks.standing(world, group))
    first = sum(harms[group, u].now for u in near) / len(near) if near else 0.0
    some = near or list(units)
    then = sum(harms[group, u].later for u in some) / max(1, len(some))
    return Rate(first * able, then if near else then * LATER)


def _health(world: World) -> tuple[float, float]:
    """What the party has of health and of means, and what it could have of health."""
    left = most = 0.0
    for unit, vitals in world.all(Vitals):
        if not is_player(world, unit):
            continue
        most += vitals.most
        if not world.has(unit, Dead) and vitals.life > 0:
            hand, uses = world.find(unit, Hand), world.find(unit, Uses)
            focus = world.find(unit, Focus)
            left += vitals.life + ITEM * (len(hand.items) if hand else 0)
            left += FOCUS * (focus.left if focus else 0)
            left -= USE * (sum(n for _, n in uses.spent) if uses else 0)
    return max(0.1, left), max(1.0, most)


def chance(world: World, side: str) -> float:
    """How likely a side is to win, from 0 to 1."""
    found = _party_wins(world)
    return found if side == party(world) else 1 - found


def _party_wins(world: World) -> float:
    taken, (health, most) = _taken(world), _health(world)
    if not taken.kills:
        return 0.0
    full = health
    counts = list(taken.counts)
    for number in range(ROUNDS):
        power = (health / full) * (HELD if number == 0 else 1.0)
        _strike(taken, counts, power, number == 0)
        health -= sum(
            n * (rate.now if number == 0 else rate.later)
            for n, rate in zip(counts, taken.harm, strict=True)
        )
        if health <= 0 or sum(counts) <= 0:
            break
    left = sum(n * max(0.1, r.later) for n, r in zip(counts, taken.harm, strict=True))
    all_of = sum(n * max(0.1, r.later) for n, r in zip(taken.most, taken.harm, strict=True))
    score = LUCK + max(0.0, health) / most - left / max(0.1, all_of)
    return 1 / (1 + exp(-SHARP * score))


def _strike(taken: Side, counts: list[float], power: float, is_now: bool) -> None:
    """Every character hits where that spares most."""
    for rates in taken.kills:
        best, spared = -1, 0.0
        for at, rate in enumerate(rates):
            n = min(counts[at], power * (rate.now if is_now else rate.later))
            worth = n * max(0.1, taken.harm[at].later)
            if worth > spared:
                best, spared = at, worth
        if best >= 0:
            rate = rates[best]
            counts[best] = max(0.0, counts[best] - power * (rate.now if is_now else rate.later))
