"""Hints for computer players: the harm that units can do, and the worth of changes.

These are estimates in points of life, for comparing commands. Computer players find out the effects
of a command by trying it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import sqrt
from pathlib import Path

from game.components.belongings import Armed, Hand
from game.components.conditions import Conditions
from game.components.script_progress import ChangedTerrain, Progress
from game.components.turns import Acting
from game.components.unit import Dead, Name, Position, Vitals
from game.components.uses import Uses
from game.core.cells import Cell
from game.core.dice import Dice
from game.core.footprints import steps_between
from game.engine.hints import Gain, Hints, RangeShare, Worths, items_held, mean_of
from game.rules.action.combat import aiming, attack_numbers, expected_damage, might, walking
from game.rules.action.commands import (
    Attack,
    Defend,
    Disengage,
    Drop,
    Ready,
    Smash,
    Throw,
    UsePower,
    UsePowerAt,
)
from game.rules.action.field import zones
from game.rules.action.records import (
    Crossing,
    Dying,
    Economy,
    Focus,
    HasRallied,
    Helped,
    Readied,
    Stealth,
    Unloaded,
    Wrecks,
)
from game.rules.action.schema import DEFENDING, Deed, Kind
from game.rules.action.units import conditions, powers
from game.rules.action.units.figures import (
    FEET,
    best_ability,
    figure,
    ready_weapons,
    settings,
    weapon,
)
from game.terms.commands import Command, Use
from game.terms.records import Component, Entity
from game.world import World
from game.world.hazardous_tiles import mean_harms
from game.world.unit_names import side_of, unit_by_id

PRECIOUS = 1.3
"""Factor for the worth of leaders and casters."""
TRIED = 0.5
"""Rough gain of an attack on a place."""
SEVERAL = 2
"""Number of targets that an area is expected to have."""
WAIT = 0.3
"""Worth of a readied attack, compared with an attack made now."""
AFAR, THROWN = 0.6, 0.5
"""Shares of a weapon's damage that count at long range, and for throwing it, which leaves the hand
empty.
"""
LEANS = {"advantage": 1, "disadvantage": -1}
FOR, AGAINST = 1.5, 0.8
"""Worth of one turn of advantage, and cost of one turn of foes' advantage."""
AT_EASE = 0.15
"""Share of a condition's worth that counts for a unit with no foe near."""
OVER = 4.0
"""Worth of leaving for a zone with an objective or foes."""
LONG = 3
"""Maximum number of turns that a condition counts for."""


def worth(world: World, unit: Entity) -> float:
    """Return the unit's maximum life, more for leaders and casters."""
    vitals, stats = world.find(unit, Vitals), figure(world, unit)
    most = float(vitals.most if vitals else stats.life)
    return most * (PRECIOUS if stats.role in ("leader", "caster") else 1)


# Harm


def menace(world: World, unit: Entity, foe: Entity) -> float:
    """Return the mean damage of the unit's best turn: in melee, or at range from its tile."""
    if not conditions.is_able(world, unit) or not world.has(unit, Position):
        return 0.0
    blows = [_turn_of(world, unit, foe, id) for id in ready_weapons(world, unit)]
    return max((*blows, *might.powers_now(world, unit)), default=0.0)


def _turn_of(world: World, unit: Entity, foe: Entity, arms_id: str) -> float:
    """Return the mean damage of a turn's attacks with a weapon."""
    at = world.find(foe, Position)
    if at is None:
        return 0.0
    if weapon(world, arms_id).kind == "ranged":
        if not aiming.can_hit(world, unit, foe, arms_id):
            return 0.0
    elif not aiming.can_hit(world, unit, foe, arms_id):
        at = world.get(unit, Position)  # as if the foe were adjacent
    profile = attack_numbers.arms_profile(world, unit, foe, at, arms_id)
    return attack_numbers.mean_damage(profile) * figure(world, unit).attacks


def mends(world: World, unit: Entity) -> float:
    """Return the mean life that the unit's best power or item can heal on an ally."""
    hand = world.find(unit, Hand)
    items = [powers.deed(world, "items", id) for id in (hand.items if hand else ())]
    known = [id for id in powers.known(world, unit) if powers.unpaid(world, unit, id) is None]
    deeds = (*items, *(powers.power(world, id) for id in known))
    heals = [deed.effect.heal for deed in deeds if deed.targets != "foe" and deed.range]
    return max((mean_of(dice) for dice in heals if dice), default=0.0)


def reach(world: World, unit: Entity) -> int:
    """Return the longest range, in tiles, at which the unit can do harm."""
    ready = ready_weapons(world, unit)
    key = "harmful reach", world.get(unit, Name), ready
    return world.scene.once(key, lambda: _reach(world, unit, ready))


def _reach(world: World, unit: Entity, ready: tuple[str, ...]) -> int:
    arms = [weapon(world, id) for id in dict.fromkeys((*ready, *figure(world, unit).weapons))]
    deeds = [deed.range + deed.size for _, deed in might.harmful_powers(world, unit)]
    return max((*(max(a.reach, a.range, a.long) for a in arms), *deeds), default=FEET) // FEET


def ranges(world: World, unit: Entity) -> tuple[RangeShare, ...]:
    """Return the ranges at which the unit attacks best, by the numbers of its weapons and powers.

    Foes, conditions and spent focus don't count, so the ranges are kept for the level.
    """
    ready = ready_weapons(world, unit)
    key = "harmful ranges", world.get(unit, Name), ready
    return world.scene.once(key, lambda: _ranges(world, unit, ready))


def _ranges(world: World, unit: Entity, ready: tuple[str, ...]) -> tuple[RangeShare, ...]:
    found: dict[int, float] = {}
    for far, mean in _means(world, unit, ready):
        found[far] = max(mean, found.get(far, 0.0))
    found.setdefault(reach(world, unit), 0.0)
    best = max(found.values()) or 1.0  # a unit that can do no harm
    kept: list[RangeShare] = []
    for far in sorted(found, reverse=True):
        if not kept or found[far] / best > kept[-1].share:
            kept.append(RangeShare(far, found[far] / best))
    return tuple(reversed(kept))


def _means(world: World, unit: Entity, ready: tuple[str, ...]) -> Iterator[tuple[int, float]]:
    """Yield the ranges of the unit's weapons and powers in tiles, with their mean damage."""
    stats = figure(world, unit)
    for id in dict.fromkeys((*ready, *stats.weapons)):
        arms = weapon(world, id)
        added = getattr(stats, best_ability(stats, arms))
        # A weapon that is loaded between shots is fired once a turn.
        attacks = 1 if arms.loading else stats.attacks
        mean = attacks * might.LANDS * max(0.0, mean_of(arms.damage) + added)
        if arms.kind != "ranged":
            yield arms.reach // FEET, mean
        if arms.kind == "thrown":
            mean *= THROWN
        if arms.kind != "melee":
            yield arms.range // FEET, mean
            yield max(arms.range, arms.long) // FEET, mean * AFAR
    for _, deed in might.harmful_powers(world, unit):
        yield (deed.range + deed.size) // FEET, might.power_mean(deed)


def ground(world: World, unit: Entity) -> Iterable[Cell]:
    """Return the tiles on which the unit's next move could end."""
    return walking.TurnWalks(world, unit, conditions.stride_of(world, unit)).ends()


def hazards(world: World, unit: Entity) -> Mapping[Cell, int]:
    """Return the tiles that damage the unit; none in the air."""
    return {} if walking.flies(world, unit) else mean_harms(world)


def promise(world: World, unit: Entity, command: Command) -> float | None:
    """Return roughly how much an attack, a power or an item would gain."""
    match command:
        case Attack(target=target, weapon=id):
            return _blow(world, unit, unit_by_id(world, target), id)
        case Smash():
            return TRIED
        case Drop() | Disengage():
            return 0.0
        case Ready(weapon=id):
            return might.LANDS * WAIT * mean_of(weapon(world, id).damage)
        case Defend():
            return abs(_lasting(world, DEFENDING, 1))
        case UsePower(power=id, target=target):
            return _deed(world, powers.power(world, id), unit, target)
        case UsePowerAt(power=id):
            return _deed(world, powers.power(world, id), unit)
        case Use(item=id, target=target):
            return _deed(world, powers.item(world, id), unit, target)
        case Throw(item=id):
            return _deed(world, powers.item(world, id), unit)
        case _:
            return None


def _blow(world: World, unit: Entity, target: Entity | None, id: str) -> float | None:
    """Return the mean gain of an attack: its damage, and the foe's death."""
    at = None if target is None else world.find(target, Position)
    if target is None or at is None:
        return None
    odds = attack_numbers.damage_odds(attack_numbers.arms_profile(world, unit, target, at, id))
    return _harm(world, target, odds)


def _harm(world: World, foe: Entity, odds: Iterable[tuple[int, float]]) -> float | None:
    """Return the mean worth of damage to a foe: life lost, and half its worth for its death."""
    vitals = world.find(foe, Vitals)
    if vitals is None:
        return None
    life, death = max(0, vitals.life), worth(world, foe) / 2
    return sum(chance * (dealt if dealt < life else life + death) for dealt, chance in odds)


def _deed(world: World, deed: Deed, unit: Entity, target: str | None = None) -> float | None:
    """Return the rough gain of a power or an item that only does harm; None for any other."""
    effect = deed.effect
    if deed.own is not None or deed.targets == "ally" or not (effect.damage or effect.condition):
        return None
    if effect.heal or effect.move or effect.teleport or effect.find or effect.terrain:
        return None
    foe = None if target is None else unit_by_id(world, target)
    dist = Dice.of(effect.damage or "0").dist()
    odds = [(dealt, weight / dist.total) for dealt, weight in dist.weights]
    harm = None if foe is None else _harm(world, foe, odds)
    gain = might.LANDS * (mean_of(effect.damage or "0") if harm is None else harm)
    if effect.condition is not None:
        gain += abs(_lasting(world, effect.condition, effect.rounds or None))
    return gain * (1 if deed.shape == "one" else SEVERAL)


# Worth of changes


def _conditions(
    world: World, unit: Entity, old: Conditions | None, new: Conditions | None
) -> Worths:
    before, after = (one.all if one else () for one in (old, new))
    if not world.has(unit, Dead):
        gained = sum(_lasting(world, c.kind, c.turns) for c in after if c not in before)
        lost = sum(_lasting(world, c.kind, c.turns) for c in before if c not in after)
        yield unit, (gained - lost) * (1 if _is_pressed(world, unit) else AT_EASE)


def _is_pressed(world: World, unit: Entity) -> bool:
    """Return whether a foe could reach the unit in its next turn."""
    side, mine = side_of(world, unit), world.find(unit, Position)
    if mine is None:
        return False
    for other, its in world.all(Position):
        if side_of(world, other) != side:
            gap = steps_between(mine.at, mine.span, its.at, its.span) - reach(world, other)
            if gap <= 0 or gap <= conditions.stride_of(world, other):
                return True
    return False


def _lasting(world: World, kind: str, turns: int | None) -> float:
    means = conditions.kind(world, kind)
    return bearing(means) * sqrt(min(turns or LONG, LONG)) * (0.5 if means.fragile else 1)


def bearing(kind: Kind) -> float:
    """Return the worth of one turn with a condition to its bearer."""
    value = FOR * LEANS.get(kind.attack or "", 0) - AGAINST * LEANS.get(kind.against or "", 0)
    value += 0.7 * kind.hit + 0.7 * kind.rating + 0.2 * kind.save + 0.8 * kind.damage
    value += kind.speed / (4 * FEET) + 1.5 * len(kind.resist)
    value -= 2.5 * kind.stuck + 1.5 * kind.prone + 5.0 * kind.incapacitated + kind.dazed
    value -= 3.0 * kind.blind
    value += 2.5 * kind.invisible
    return value - (mean_of(kind.harm) if kind.harm else 0.0)


def _focus(world: World, unit: Entity, old: Focus | None, new: Focus | None) -> Worths:
    if old and new:
        yield unit, 0.6 * (new.left - old.left)


def _uses(world: World, unit: Entity, old: Uses | None, new: Uses | None) -> Worths:
    spent = [sum(n for _, n in one.spent) if one else 0 for one in (old, new)]
    yield unit, 0.6 * (spent[0] - spent[1])


def _rallied(world: World, unit: Entity, old: HasRallied | None, new: HasRallied | None) -> Worths:
    yield unit, -3.0 if new else 3.0


def _readied(world: World, unit: Entity, old: Readied | None, new: Readied | None) -> Worths:
    if new is not None and old is None:
        share = might.LANDS * WAIT * _is_pressed(world, unit)
        yield unit, share * mean_of(weapon(world, new.weapon).damage)


def _stealth(world: World, unit: Entity, old: Stealth | None, new: Stealth | None) -> Worths:
    yield unit, 0.7 * ((len(new.foes) if new else 0) - (len(old.foes) if old else 0))


def _helped(world: World, unit: Entity, old: Helped | None, new: Helped | None) -> Worths:
    yield unit, -1.0 * (len(new.by if new else ()) - len(old.by if old else ()))


def _economy(world: World, unit: Entity, old: Economy | None, new: Economy | None) -> Worths:
    yield unit, 0.3 * (bool(old and old.reaction) - bool(new and new.reaction))


def _dying(world: World, unit: Entity, old: Dying | None, new: Dying | None) -> Worths:
    if old and new:
        steps = (new.stable - old.stable) * 2 + (old.failures - new.failures)
        yield unit, 0.12 * worth(world, unit) * (steps + 0.5 * (new.successes - old.successes))


def _crossing(world: World, unit: Entity, old: Crossing | None, new: Crossing | None) -> Worths:
    """Yield the worth of leaving for a zone with objectives, or with all the foes."""
    if new is None or old is not None:
        return
    side = side_of(world, unit)
    start = next(zone for zone in settings(world).links[new.link].zones if zone != new.to)
    here, there = (Position(zones.tiles_of(world, zone)[0]) for zone in (start, new.to))
    aims = [Position(cell) for cell in _aims(world, side)]
    foes = [p for u, p in world.all(Position) if side_of(world, u) != side]
    if aims:
        is_ahead = any(not zones.are_parted(world, there, aim) for aim in aims)
        is_done = any(not zones.are_parted(world, here, aim) for aim in aims)
        yield unit, OVER * (is_ahead - is_done)
    elif any(not zones.are_parted(world, here, foe) for foe in foes):
        yield unit, 0.0
    else:
        yield unit, 0.5 + OVER * any(not zones.are_parted(world, there, foe) for foe in foes)


def _aims(world: World, side: str) -> Iterator[Cell]:
    """Yield a tile of each area that the side's open objectives need."""
    script, done = world.scene.level.script, world.find(world.root, Progress) or Progress()
    aims = [a for a in script.objectives if a.side == side and a.id not in done.reached]
    areas = [place.area for aim in aims for place in (aim.reach, aim.hold) if place]
    ids = {aim.id for aim in aims}
    for trigger in script.triggers:
        if any(deed.objective in ids for deed in trigger.do):
            areas += [w.handled.area for w in trigger.conditions if w.handled]
            areas += [w.enter.area for w in trigger.conditions if w.enter]
    for area in areas:
        yield script.areas[area][0]


def _ground(
    world: World, root: Entity, old: ChangedTerrain | None, new: ChangedTerrain | None
) -> Worths:
    """Yield the worth of tiles that become passable."""
    acting, terrain = world.find(root, Acting), world.scene.level.terrain
    before = dict(old.changed) if old else {}
    for at, id in new.changed if new else ():
        was = before.get(at) or world.scene.level.tile(at)
        if acting and was != id:
            yield acting.unit, 0.8 * (terrain[id].walk - terrain[was].walk)


def _worn(world: World, old: Wrecks | None, new: Wrecks | None) -> Iterator[tuple[Cell, float]]:
    before = dict(old.damage if old else ())
    for at, damage in new.damage if new else ():
        if life := world.terrain_at(at).life:
            yield at, (damage - before.get(at, 0)) / life


GAINS: Mapping[type[Component], Gain] = {
    Conditions: _conditions,
    Focus: _focus,
    Uses: _uses,
    HasRallied: _rallied,
    Readied: _readied,
    Stealth: _stealth,
    Helped: _helped,
    Economy: _economy,
    Dying: _dying,
    Crossing: _crossing,
    ChangedTerrain: _ground,
}


# Assets of units


def _focused(world: World, unit: Entity) -> float:
    focus = world.find(unit, Focus)
    return float(focus.left) if focus else 0.0


def _bears(world: World, unit: Entity) -> float:
    """Return the worth of the unit's conditions."""
    now = world.find(unit, Conditions)
    return sum(_lasting(world, one.kind, one.turns) for one in now.all) if now else 0.0


def _unseen(world: World, unit: Entity) -> float:
    """Return the number of foes that haven't noticed the unit."""
    stealth = world.find(unit, Stealth)
    return float(len(stealth.foes)) if stealth else 0.0


ASSETS: Mapping[str, Callable[[World, Entity], float]] = {
    "focus": _focused,
    "items": items_held,
    "conditions": _bears,
    "unseen": _unseen,
}

HINTS = Hints(
    worth=worth,
    menace=menace,
    might=might.might,
    shelter=might.shelter,
    mends=mends,
    stride=conditions.stride_of,
    reach=reach,
    ranges=ranges,
    ground=ground,
    harms=expected_damage.ways,
    hazards=hazards,
    flies=walking.flies,
    opens=(Armed, Unloaded, Hand),
    gains=GAINS,
    wears={Wrecks: _worn},
    promise=promise,
    assets=ASSETS,
    value=Path(__file__).with_name("value.toml"),
)
