"""Advantage and disadvantage: the reasons for them, and the resulting dice (ACT-12)."""

from typing import NamedTuple

from game.components.conditions import Conditions
from game.components.hiding import Hidden
from game.components.script_progress import ChangedTerrain
from game.components.unit import Allegiance, Bulk, Down, Name, Position
from game.rules.action.combat.aiming import Mode
from game.rules.action.field import sight_and_cover
from game.rules.action.records import Helped, Stealth
from game.rules.action.units import conditions
from game.rules.action.units.figures import settings
from game.rules.action.value_types import Leaning
from game.systems import hidden_units
from game.terms.odds import Modifier
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import side_of

LEANING = (
    *(Position, Bulk, ChangedTerrain, Hidden, Stealth),
    *(Conditions, Down, Helped, Allegiance, Name),
)
"""Components that advantage and disadvantage depend on."""


class Lean(NamedTuple):
    """A reason for advantage (1) or disadvantage (-1)."""

    text: str
    way: int
    rule: str


def reasons(
    world: World,
    unit: Entity,
    target: Entity | None,
    at: Position,
    mode: Mode,
    is_thing: bool = False,
) -> tuple[Lean, ...]:
    """Return every reason for advantage or disadvantage in an attack (ACT-12).

    A target that the unit's side doesn't see gives no reason: the dice must not reveal it (ACT-20).
    A thing is always seen.
    """
    key = "leans", unit, target, at, mode, is_thing
    return world.once(key, lambda: _reasons(world, unit, target, at, mode, is_thing), LEANING)


def _reasons(
    world: World, unit: Entity, target: Entity | None, at: Position, mode: Mode, is_thing: bool
) -> tuple[Lean, ...]:
    if target is not None and hidden_units.is_unseen(world, target, side_of(world, unit)):
        target = None
    found = [Lean(c.kind, way(k.attack), c.rule or "") for c, k in conditions.held(world, unit)]
    if conditions.is_squeezed(world, unit):
        found.append(Lean("squeezed", -1, "ACT-25"))
    if mode == "ranged" and _is_pressed(world, unit):
        found.append(Lean("foe close by", -1, "ACT-16"))
    if not is_thing and (target is None or not sight_and_cover.sees(world, unit, target)):
        found.append(Lean("unseen target", -1, "ACT-20"))
    if target is not None:
        found += _against(world, unit, target, at)
    return tuple(lean for lean in found if lean.way)


def _against(world: World, unit: Entity, target: Entity, at: Position) -> list[Lean]:
    """Return the reasons that come from the target."""
    found = []
    if not sight_and_cover.sees(world, target, unit):
        found.append(Lean("unseen attacker", 1, "ACT-21"))
    if conditions.is_squeezed(world, target):
        found.append(Lean("squeezed target", 1, "ACT-25"))
    if helpers_on(world, unit, target):
        found.append(Lean("helped", 1, "ACT-11"))
    is_near = (
        sight_and_cover.feet_apart(world, world.get(unit, Position), at) <= settings(world).near
    )
    for condition, means in conditions.held(world, target):
        rule = condition.rule or ""
        by_distance = means.near if is_near else means.far
        found += [Lean(f"target {condition.kind}", way(w), rule) for w in (means.against,) if w]
        found += [Lean(f"target {condition.kind}", way(w), rule) for w in (by_distance,) if w]
    return found


def way(leaning: Leaning | None) -> int:
    """Return 1 for advantage, -1 for disadvantage, and 0 for neither."""
    return {"advantage": 1, "disadvantage": -1}.get(leaning or "", 0)


def _is_pressed(world: World, unit: Entity) -> bool:
    """Return whether an able foe that sees the unit is close to it (ACT-16)."""
    mine, close = world.get(unit, Position), settings(world).close
    return any(
        sight_and_cover.feet_apart(world, mine, world.get(foe, Position)) <= close
        and conditions.is_alert(world, foe)
        and not hidden_units.is_unseen(world, foe, side_of(world, unit))
        and sight_and_cover.sees(world, foe, unit)
        for foe in sight_and_cover.foes_of(world, unit)
    )


def helpers_on(world: World, unit: Entity, target: Entity) -> tuple[Entity, ...]:
    """Return the unit's allies that help attacks on the target, and are still able to."""
    helped = world.find(target, Helped)
    side = side_of(world, unit)
    others = (u for u in helped.by if u != unit and side_of(world, u) == side) if helped else ()
    return tuple(u for u in others if world.has(u, Position) and conditions.is_alert(world, u))


class AdvantageDice(NamedTuple):
    """The dice of a roll, its advantage (1), disadvantage (-1) or neither (0), and the reasons."""

    dice: str
    way: int
    why: tuple[Modifier, ...]


def rolled(world: World, leans: tuple[Lean, ...]) -> AdvantageDice:
    """Return the dice of a check, with the advantage or disadvantage from `leans` (ACT-12)."""
    numbers, ways = settings(world), {lean.way for lean in leans}
    # Sum the distinct values: several reasons of one kind count once, and both kinds cancel out.
    way = sum(ways)
    dice = {1: numbers.advantage, -1: numbers.disadvantage, 0: numbers.check}[way]
    return AdvantageDice(dice, way, tuple(Modifier(one.text, 0, one.rule or None) for one in leans))
