"""Hints for computer players: the harm that units can do, and the worth of changes.

All values are in points of life. A monster is worth the harm that it would do in a few rounds.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from game.components.conditions import Conditions
from game.components.unit import Dead, Position, Vitals
from game.components.uses import Uses
from game.core.cells import Cell
from game.core.footprints import steps_between
from game.engine.hints import Gain, Hints, MeanHarm, Worths, come_and_gone, items_held
from game.rules.guard import attacks, spells_and_items
from game.rules.guard.figures import arms, deed, figure, weapons
from game.rules.guard.level_ranks import OTHER
from game.rules.guard.mean_damage import damage, hits
from game.rules.guard.monsters import attackers, ward
from game.rules.guard.ranks import Ranks, ranks
from game.rules.guard.records import FocusLeft, Stance
from game.rules.guard.win_chance import chance
from game.systems.parties import is_player
from game.terms.records import Component, Entity
from game.world import World

AHEAD = 1.5
"""Number of rounds of attacks that make up a monster's worth."""
LEAST = 0.5
"""Minimum worth of a monster."""
LONG = 3
"""Maximum number of rounds that an effect counts for."""
FOCUS, USE = 0.5, 1.0
"""Worth of a point of focus, and of a use of a limited ability."""


def _lives(world: World, unit: Entity) -> bool:
    return world.has(unit, Position) and not world.has(unit, Dead)


# MeanHarm


def monster_worth(world: World, group: Entity) -> float:
    """Return the worth of one monster of a group: the harm it would do to the party."""
    party = [unit for unit in ranks(world).party if _lives(world, unit)]
    if not party or not _lives(world, group):
        return LEAST
    each = sum(damage(ward(world, group, unit)) for unit in party) / len(party)
    return max(LEAST, AHEAD * each)


def worth(world: World, unit: Entity) -> float:
    """Return a character's maximum life; for a group, `LEAST` for each monster at the start."""
    vitals = world.find(unit, Vitals)
    most = float(vitals.most) if vitals else 1.0
    return most if is_player(world, unit) else LEAST * most


def best_blow(world: World, now: Ranks, unit: Entity, foe: Entity) -> float:
    """Return the mean hits of a character's best weapon, spell or ability against a group."""
    swings = [
        attacks.swing(world, unit, foe, id)
        for id in weapons(world, unit)
        if now.reaches(unit, foe, arms(world, id).kind)
    ]
    swings += [
        attacks.deed_swing(world, unit, foe, table, id)
        for table, ids in (
            ("spells", figure(world, unit).spells),
            ("abilities", spells_and_items.usable(world, unit)),
        )
        for id in ids
        if deed(world, table, id).effect.attack
        and spells_and_items.unpaid(world, unit, table, id) is None
        and now.reaches(unit, foe, deed(world, table, id).reach)
    ]
    standing = attacks.count_standing(world, foe)
    return max((min(float(standing), hits(swing)) for swing in swings), default=0.0)


def menace(world: World, unit: Entity, foe: Entity) -> float:
    """Return the mean harm that a unit's next turn does to a foe, in points of life."""
    if not (_lives(world, unit) and _lives(world, foe)):
        return 0.0
    now = ranks(world)
    if is_player(world, unit):
        return best_blow(world, now, unit, foe) * monster_worth(world, foe)
    if not now.attacks(unit, foe):
        return 0.0
    reached = sum(now.attacks(unit, one) for one in now.party)
    return attackers(world, unit) * damage(ward(world, unit, foe)) / max(1, reached)


def harms(world: World, unit: Entity, foe: Entity) -> Iterable[MeanHarm]:
    """Yield the share of a group's attacks that a character gets where the group can attack it."""
    if not is_player(world, unit) and _lives(world, unit) and _lives(world, foe):
        now = ranks(world)
        reached = sum(now.attacks(unit, one) for one in now.party if one != foe) + 1
        yield MeanHarm(0, attackers(world, unit) * damage(ward(world, unit, foe)) / reached)


def _feared(world: World, now: Ranks, unit: Entity) -> float:
    """Return the mean damage to a character from the next turn of each group."""
    felt = 0.0
    for group in now.foes:
        if now.attacks(group, unit):
            reached = sum(now.attacks(group, one) for one in now.party)
            felt += attackers(world, group) * damage(ward(world, group, unit)) / reached
    return felt


def _standing(world: World, now: Ranks, unit: Entity) -> float:
    """Return the worth of the current ranks to a unit: its best attack, minus everyone's danger."""
    blows = (best_blow(world, now, unit, foe) * monster_worth(world, foe) for foe in now.foes)
    feared = sum(_feared(world, now, one) for one in now.party)
    return max(blows, default=0.0) - feared


def stride(world: World, unit: Entity) -> int:
    """Return 0: units don't move; changing rank takes a whole turn."""
    return 0


def ground(world: World, unit: Entity) -> tuple[Cell, ...]:
    """Return the unit's own tile: units don't move."""
    position = world.find(unit, Position)
    return (position.at,) if position else ()


def reach(world: World, unit: Entity) -> int:
    """Return the distance to the farthest foe that the unit can harm now."""
    here = world.find(unit, Position)
    if here is None:
        return 0
    now, party = ranks(world), is_player(world, unit)
    found = [
        steps_between(here.at, 1, world.get(foe, Position).at, 1)
        for foe in (now.foes if party else now.party)
        if (best_blow(world, now, unit, foe) > 0 if party else now.attacks(unit, foe))
    ]
    return max(found, default=0)


def hurts(world: World, unit: Entity) -> Iterable[Cell]:
    """Return the tiles of ranks that a group can attack; the tile within a rank doesn't matter."""
    return () if is_player(world, unit) else ranks(world).hurts(unit)


# Worth of changes


def _vitals(world: World, unit: Entity, old: Vitals | None, new: Vitals | None) -> Worths:
    if old is None:
        return
    change = float(max(0, new.life if new else 0) - max(0, old.life))
    yield unit, change * (1.0 if is_player(world, unit) else monster_worth(world, unit))


def _position(world: World, unit: Entity, old: Position | None, new: Position | None) -> Worths:
    """Yield the worth of changing rank: the new rank's minus the old rank's."""
    if old is None or new is None or world.has(unit, Dead):
        return
    now = ranks(world)
    then = Ranks(world, (unit, OTHER[now.rank(unit)]))
    if is_player(world, unit):
        yield unit, _standing(world, now, unit) - _standing(world, then, unit)
    else:
        feared = [sum(_feared(world, some, one) for one in now.party) for some in (now, then)]
        yield unit, feared[0] - feared[1]


def _stance(world: World, unit: Entity, old: Stance | None, new: Stance | None) -> Worths:
    """Yield the worth of a stance: its effect on the best attack, and on the danger."""
    if new is None or old == new or not _lives(world, unit):
        return
    yield unit, _standing_alone(world, unit)


def _standing_alone(world: World, unit: Entity) -> float:
    now = ranks(world)
    blows = (best_blow(world, now, unit, foe) * monster_worth(world, foe) for foe in now.foes)
    return max(blows, default=0.0) - _feared(world, now, unit)


def _conditions(
    world: World, unit: Entity, old: Conditions | None, new: Conditions | None
) -> Worths:
    if not _lives(world, unit):
        return
    for sign, one in come_and_gone(old, new):
        rounds = min(LONG, one.turns or LONG)
        yield unit, sign * _bearing(world, unit, one.kind, one.value) * rounds**0.5


def _bearing(world: World, unit: Entity, kind: str, value: int) -> float:
    """Return the approximate worth to its bearer of one round with a condition."""
    if is_player(world, unit):
        weight = {"strength": 0.6, "guard": 0.5, "places": 0.4, "heads": 0.5, "pinned": -0.5,
                  "hidden": 1.5, "taunt": -0.3}  # fmt: skip
        return weight.get(kind, 0.3) * value
    each = monster_worth(world, unit) / AHEAD
    count = attackers(world, unit)
    weight = {"fierce": 0.17 * count, "harm": 0.5 * count * 0.5, "stalled": -1.0 * each,
              "defence": 0.8, "heads": 0.3, "hidden": 1.0}  # fmt: skip
    return weight.get(kind, -0.3) * value


def _focus(world: World, unit: Entity, old: FocusLeft | None, new: FocusLeft | None) -> Worths:
    if old and new:
        yield unit, FOCUS * (new.left - old.left)


def _uses(world: World, unit: Entity, old: Uses | None, new: Uses | None) -> Worths:
    spent = [sum(n for _, n in one.spent) if one else 0 for one in (old, new)]
    yield unit, USE * (spent[0] - spent[1])


GAINS: Mapping[type[Component], Gain] = {
    Vitals: _vitals,
    Position: _position,
    Stance: _stance,
    Conditions: _conditions,
    FocusLeft: _focus,
    Uses: _uses,
}


# Assets of units


def _focused(world: World, unit: Entity) -> float:
    focus = world.find(unit, FocusLeft)
    return float(focus.left) if focus else 0.0


def _unspent(world: World, unit: Entity) -> float:
    """Return the number of uses of limited abilities, as a negative number."""
    uses = world.find(unit, Uses)
    return -float(sum(n for _, n in uses.spent)) if uses else 0.0


ASSETS: Mapping[str, Callable[[World, Entity], float]] = {
    "focus": _focused,
    "items": items_held,
    "unspent": _unspent,
}

HINTS = Hints(
    worth=worth,
    menace=menace,
    stride=stride,
    reach=reach,
    ground=ground,
    hurts=hurts,
    harms=harms,
    gains=GAINS,
    chance=chance,
    assets=ASSETS,
    value=Path(__file__).with_name("value.toml"),
)
