"""The numbers of an attack, fixed when it is declared (ACT-12 to ACT-16, ACT-32, ACT-34)."""

from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from game.components.belongings import Armed
from game.components.unit import Position
from game.core.cells import Cell
from game.engine.chain_odds import chain_odds, check_assume
from game.rules.action.combat import advantage, aiming
from game.rules.action.combat.aiming import Mode
from game.rules.action.field import sight_and_cover, zones
from game.rules.action.records import AttackProfile, HitGuard, HitOutcome, HitRoll
from game.rules.action.schema import Weapon
from game.rules.action.units import conditions, powers, turn_economy
from game.rules.action.units.figures import (
    FEET,
    ability_parts,
    best_ability,
    figure,
    own_rating,
    settings,
    weapon,
    worn,
)
from game.rules.action.value_types import Harm
from game.systems import hidden_units
from game.terms.odds import Modifier
from game.terms.records import Entity
from game.world import World
from game.world.battlefield import COVERS
from game.world.unit_names import side_of

NEVER = check_assume("never")
Share = Literal["full", "half", "double"]
"""The share of damage that a target takes."""
MODIFIERS = ("no cover", "half cover", "three-quarters cover", "total cover")
"""Names of the cover modifiers, by level of cover."""


def cover_part(world: World, cover: int, ignored: str = "none") -> tuple[Modifier, ...]:
    """Return the penalty to an attack from cover (ACT-32)."""
    numbers = settings(world)
    values = (0, numbers.half_cover, numbers.three_quarters_cover, numbers.three_quarters_cover)
    if cover <= COVERS.index(ignored) or not values[cover]:
        return ()
    return (Modifier(MODIFIERS[cover], -values[cover], "ACT-32"),)


def arms_profile(
    world: World,
    unit: Entity,
    target: Entity | None,
    at: Position,
    arms_id: str,
    light: bool = False,
) -> AttackProfile:
    """Return an attack with a weapon on a target at a footprint; without a target, on the place."""
    arms = weapon(world, arms_id)
    mode = aiming.mode_of(world, unit, at, arms)
    leans = _leans(world, unit, target, at, arms, mode)
    return _profile(world, unit, target, at, arms_id, mode, leans, light)


def open_profile(
    world: World,
    unit: Entity,
    target: Entity,
    arms_id: str,
    mode: Mode,
    leans: tuple[advantage.Lean, ...] = (),
) -> AttackProfile:
    """Return an attack with a weapon on a target in range, as if it had no cover.

    `leans` are further reasons for advantage and disadvantage, such as long range.
    """
    here = world.get(unit, Position)
    every = (*advantage.reasons(world, unit, target, here, mode), *leans)
    return _profile(world, unit, target, here, arms_id, mode, every, False)


def _profile(
    world: World,
    unit: Entity,
    target: Entity | None,
    at: Position,
    arms_id: str,
    mode: Mode,
    leans: tuple[advantage.Lean, ...],
    light: bool,
) -> AttackProfile:
    """Return an attack of a mode with a weapon; `leans` decide its advantage."""
    arms = weapon(world, arms_id)
    ability = best_ability(figure(world, unit), arms)
    skill = "fighting" if mode == "melee" else "shooting"
    rolling = advantage.rolled(world, leans)
    mine = () if light else _added(world, unit, ability)
    parts = (
        *ability_parts(world, unit, ability, skill, "ACT-12"),
        *((Modifier("weapon", arms.hit, "ACT-12"),) if arms.hit else ()),
        *shared_parts(world, unit, at, target, arms.ignores),
        *rolling.why,
    )
    return AttackProfile(
        attacker=unit,
        target=target,
        at=at.at,
        source="arms",
        weapon=arms_id,
        roll=rolling.dice,
        bonus=sum(part.value for part in parts),
        needed=rating_of(world, unit, target),
        damage=_dice(world, unit, arms, mode, rolling.way),
        added=sum(part.value for part in mine),
        least=arms.least,
        factor=factor(world, target, arms.type),
        guards=guards(world, unit, target, mode),
        guard_side="" if target is None else side_of(world, target),
        parts=parts,
        damage_parts=mine,
    )


def _leans(
    world: World,
    unit: Entity,
    target: Entity | None,
    at: Position,
    arms: Weapon,
    mode: Mode,
    is_thing: bool = False,
) -> tuple[advantage.Lean, ...]:
    """Return the reasons for advantage and disadvantage, including those of the weapon."""
    leans = advantage.reasons(world, unit, target, at, mode, is_thing)
    if mode == "ranged" and zones.distance(world, world.get(unit, Position), at) > arms.range:
        leans += (advantage.Lean("long range", -1, "ACT-15"),)
    return leans


def thing_profile(world: World, unit: Entity, at: Cell, arms_id: str, light: bool) -> AttackProfile:
    """Return the numbers of an attack on a thing, which is always seen and doesn't dodge."""
    plain = arms_profile(world, unit, None, Position(at), arms_id, light)
    arms = weapon(world, arms_id)
    mode = aiming.mode_of(world, unit, Position(at), arms)
    leans = _leans(world, unit, None, Position(at), arms, mode, is_thing=True)
    rolling = advantage.rolled(world, leans)
    return replace(
        plain,
        roll=rolling.dice,
        needed=world.terrain_at(at).armour,
        damage=_dice(world, unit, arms, mode, rolling.way),
        is_thing=True,
        # Parts without a value are reasons for advantage or disadvantage. Replace those in `plain`,
        # which are for an unseen target, with the thing's own.
        parts=(*(part for part in plain.parts if part.value), *rolling.why),
    )


def shared_parts(
    world: World, unit: Entity, at: Position, target: Entity | None, ignored: str = "none"
) -> tuple[Modifier, ...]:
    """Return the modifiers from conditions and cover to any of the unit's attacks."""
    mine, side = world.get(unit, Position), side_of(world, unit)
    but = (unit,) if target is None else (unit, target)
    cover = sight_and_cover.cover_of(world, mine, at, side, but)
    known = target is not None and not hidden_units.is_unseen(world, target, side)
    borne = conditions.parts(world, target, "rating") if known and target is not None else ()
    lowered = tuple(Modifier(f"target {p.text}", -p.value, p.rule) for p in borne)
    return (*conditions.parts(world, unit, "hit"), *lowered, *cover_part(world, cover, ignored))


def _added(world: World, unit: Entity, ability: str) -> tuple[Modifier, ...]:
    """Return the modifiers to the damage of the unit's weapon."""
    value = getattr(figure(world, unit), ability)
    own = (Modifier(ability, value, "ACT-13"),) if value else ()
    return (*own, *conditions.parts(world, unit, "damage"))


def _dice(world: World, unit: Entity, arms: Weapon, mode: Mode, way: int) -> str:
    """Return the damage dice, with extra dice for a charge or for advantage (`way` is 1)."""
    numbers = settings(world)
    dice = [arms.damage]
    if arms.sneak and way > 0:
        dice.append(arms.sneak)
    charged = turn_economy.economy(world, unit).moved * FEET >= numbers.charge
    if arms.charge and mode == "melee" and charged:
        dice.append(arms.charge)
    return "+".join(dice)


def rating_of(world: World, unit: Entity, target: Entity | None) -> int | None:
    """Return the armour rating to reach.

    For an unseen target, leave out modifiers that would reveal the target.
    """
    if target is None:
        return None
    rating = own_rating(world, target)
    if hidden_units.is_unseen(world, target, side_of(world, unit)):
        rating += sum(part.value for part in conditions.parts(world, target, "rating"))
    return rating


def factor(world: World, target: Entity | None, harm: Harm) -> Share:
    """Return whether the target halves or doubles damage of a type (ACT-34)."""
    if target is None:
        return "full"
    stats = figure(world, target)
    borne = (means.resist for _, means in conditions.held(world, target))
    gear = (piece.resist for piece in worn(world, target))
    halves = any(harm in resist for resist in (stats.resist, *borne, *gear))
    doubles = harm in stats.vulnerable
    if halves == doubles:
        return "full"
    return "half" if halves else "double"


def guards(world: World, unit: Entity, target: Entity | None, mode: Mode) -> tuple[HitGuard, ...]:
    """Return the ways to turn a hit aside for a target that can react and sees the attacker.

    A target that the attacker's side doesn't see has none, because asking would reveal it (ACT-20).
    """
    if target is None or not turn_economy.can_react(world, target):
        return ()
    if hidden_units.is_unseen(world, target, side_of(world, unit)):
        return ()
    if not sight_and_cover.sees(world, target, unit):
        return ()
    held = world.find(target, Armed)
    found = []
    if mode == "melee" and held and held.weapon and weapon(world, held.weapon).parry:
        found.append(HitGuard(held.weapon, weapon(world, held.weapon).parry))
    for id in figure(world, target).powers:
        power = powers.power(world, id)
        if power.guard and powers.unpaid(world, target, id) is None:
            found.append(HitGuard(id, power.guard))
    return tuple(found)


def mean_damage(profile: AttackProfile) -> float:
    """Return the mean damage of an attack."""
    one = profile
    return mean_damage_of(
        one.roll, one.bonus, one.needed, one.damage, one.added, one.least, one.factor
    )


def damage_odds(profile: AttackProfile) -> tuple[tuple[int, float], ...]:
    """Return each amount of damage that an attack may deal, more than none, with its chance."""
    one = profile
    return _damage_odds(
        one.roll, one.bonus, one.needed, one.damage, one.added, one.least, one.factor
    )


def mean_damage_of(
    roll: str,
    bonus: int,
    needed: int | None,
    damage: str | None,
    added: int,
    least: int,
    factor: Share,
) -> float:
    """Return the mean damage of an attack with these numbers of its profile."""
    odds = _damage_odds(roll, bonus, needed, damage, added, least, factor)
    return sum(dealt * chance for dealt, chance in odds)


# Cached by the numbers alone, because attacks of different units often have the same.
@lru_cache(maxsize=5000)
def _damage_odds(
    roll: str,
    bonus: int,
    needed: int | None,
    damage: str | None,
    added: int,
    least: int,
    factor: Share,
) -> tuple[tuple[int, float], ...]:
    bare = AttackProfile(
        attacker=Entity(0),
        target=None,
        at=(0, 0),
        source="arms",
        weapon="",
        roll=roll,
        bonus=bonus,
        needed=needed,
        damage=damage,
        added=added,
        least=least,
        factor=factor,
    )
    outcomes, total = chain_odds(HitRoll(bare), NEVER)
    hits = ((one.dealt, weight) for one, weight in outcomes if isinstance(one, HitOutcome))
    return tuple([(dealt, weight / total) for dealt, weight in hits if dealt])
