"""The mean damage that units do to one another, now and later, for computer players.

Temporary effects count for as long as they last.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from game.components.conditions import Conditions
from game.components.unit import Dead, Position, Vitals
from game.components.uses import Uses
from game.engine.chain_odds import chain_odds, check_assume
from game.engine.hints import mean_of
from game.rules.guard import attacks, spells_and_items
from game.rules.guard.figures import arms, deed, figure, members, weapons
from game.rules.guard.monsters import ward
from game.rules.guard.records import FocusLeft, Stance, Swing, SwingResult, Ward, Warded
from game.rules.guard.schema import FOES
from game.systems.turn_upkeep import conditions_of
from game.terms.odds import summed
from game.terms.records import Entity
from game.world import World

NEVER = check_assume("never")
READ = (Position, Conditions, Stance, Dead, FocusLeft, Uses)
"""Components that the rates depend on. Of a group's number of monsters, only `is_many` matters."""


@lru_cache(maxsize=5000)
def hits(swing: Swing) -> float:
    """Return the mean number of hits of an attack."""
    outcomes, total = chain_odds(swing, NEVER)
    return (
        sum(one.hits * weight for one, weight in outcomes if isinstance(one, SwingResult)) / total
    )


@lru_cache(maxsize=5000)
def damage(one: Ward) -> float:
    """Return the mean damage of one monster's attack."""
    outcomes, total = chain_odds(one, NEVER)
    return sum((w.damage or 0) * weight for w, weight in outcomes if isinstance(w, Warded)) / total


class Rate(NamedTuple):
    """One unit's harm to another: this round, next round, and without temporary effects."""

    now: float
    soon: float
    later: float


def passing(world: World, unit: Entity, kind: str) -> tuple[int, int]:
    """Return the sum of a value's modifiers that end this round, and of all temporary modifiers."""
    held = [one for one in conditions_of(world, unit).all if one.kind == kind and one.turns]
    return sum(one.value for one in held if one.turns == 1), sum(one.value for one in held)


def _of_stance(world: World, unit: Entity, of: str) -> int:
    return summed(attacks.stance_parts(world, unit, of))


def _swung(world: World, unit: Entity, swing: Swing) -> Rate:
    stance = _of_stance(world, unit, "attack")
    strength = passing(world, unit, "strength")
    defence = passing(world, swing.target, "defence")
    bare = replace(swing, parts=(), its=())
    soon, later = (
        hits(replace(bare, bonus=bare.bonus - stance - gone, needed=max(1, bare.needed - less)))
        for gone, less in zip(strength, defence, strict=True)
    )
    return Rate(hits(bare), soon, later)


def _warded(world: World, unit: Entity, one: Ward) -> Rate:
    stance = _of_stance(world, unit, "defence")
    guard = passing(world, unit, "guard")
    fierce, harm = passing(world, one.group, "fierce"), passing(world, one.group, "harm")
    bare = replace(one, parts=(), its=())
    soon, later = (
        damage(
            replace(
                bare,
                bonus=bare.bonus - stance - guard[n],
                needed=bare.needed - fierce[n],
                more=bare.more - harm[n],
            )
        )
        for n in range(2)
    )
    return Rate(damage(bare), soon, later)


Way = tuple[str, Rate]
"""A kind of attack (melee, ranged or any) and its rate."""


def _ways(world: World, unit: Entity, group: Entity) -> Iterable[Way]:
    """Return all attacks that a character has on a group, in reach or not."""
    for id in weapons(world, unit):
        yield arms(world, id).kind, _swung(world, unit, attacks.swing(world, unit, group, id))
    known = (
        ("spells", figure(world, unit).spells),
        ("abilities", spells_and_items.usable(world, unit)),
    )
    for table, ids in known:
        for id in ids:
            what = deed(world, table, id)
            if (
                what.target not in FOES
                or spells_and_items.unpaid(world, unit, table, id) is not None
            ):
                continue
            if what.effect.attack:
                swing = attacks.deed_swing(world, unit, group, table, id)
                yield what.reach, _swung(world, unit, swing)
            elif what.effect.kills:
                yield what.reach, Rate(*(mean_of(what.effect.kills),) * 3)


def kills(world: World) -> Mapping[tuple[Entity, Entity], tuple[Way, ...]]:
    """Return the attacks of each character on each group."""

    def find() -> Mapping[tuple[Entity, Entity], tuple[Way, ...]]:
        pairs = ((c, g) for c in members(world, True) for g in members(world, False))
        return {(c, g): tuple(_ways(world, c, g)) for c, g in pairs}

    return world.once("kills", find, READ)


def is_many(world: World, group: Entity) -> bool:
    """Return whether more than half of a group is left."""
    vitals = world.get(group, Vitals)
    return vitals.life * 2 > vitals.most


def harms(world: World, group: Entity) -> Mapping[Entity, Rate]:
    """Return the harm that one monster of a group does to each character."""

    def find() -> Mapping[Entity, Rate]:
        party = members(world, True)
        return {unit: _warded(world, unit, ward(world, group, unit)) for unit in party}

    return world.once(("harms", group, is_many(world, group)), find, READ)
