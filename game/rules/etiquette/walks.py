"""Paths for moving and fleeing: through allies, onto foes, never back in flight."""

from game.components.unit import Position
from game.core.cells import Cell
from game.rules.etiquette.minions import is_robot
from game.rules.etiquette.records import Duel
from game.systems import hazards
from game.systems.breaking_away import Fleeing
from game.systems.movement import Walker, stride_left
from game.systems.script.effects import ScriptRules
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world import World
from game.world.unit_names import side_of


def _shunned(at: Cell, rule: str | None) -> Refusal:
    return Refusal("no-step", rule, variant="back", at=at)


def walker(world: World, unit: Entity, budget: int | None = None) -> Walker:
    """Return the paths open to a unit.

    They stop at the first foe, and can't end on an ally's tile (ETI-01).
    """
    fleeing, start = world.find(unit, Fleeing), world.get(unit, Position).at
    shunned = frozenset({fleeing.origin}) if fleeing and budget is None else frozenset()
    side = side_of(world, unit)
    others = [(side_of(world, u), p.at) for u, p in world.all(Position) if u != unit]
    foes = frozenset(at for of, at in others if of != side)
    own = frozenset(at for of, at in others if of == side)
    left = stride_left(world, unit) if budget is None else budget
    known = hazards.perils(world)
    return Walker(
        world.grid,
        start,
        left,
        closed=shunned,
        final=foes,
        why_closed=_shunned,
        shared=own,
        perils=known,
    )


def can_go_on(world: World, unit: Entity, budget: int | None = None) -> bool:
    """Return whether the movement left pays for a tile on which the unit can stop."""
    return bool(walker(world, unit, budget).paths())


def step_rule(world: World, unit: Entity) -> str:
    """Return the rule for a unit's next step."""
    if world.has(unit, Fleeing):
        return "ETI-12"
    return "ETI-13" if is_robot(world, unit) else "ETI-17"


def duel_of(world: World, unit: Entity) -> Entity | None:
    """Return the fight that a unit is in, or None."""
    return next((e for e, duel in world.all(Duel) if unit in duel.order), None)


SCRIPT_RULES = ScriptRules(is_bound=lambda world, unit: duel_of(world, unit) is not None)
"""How triggers act on units: a unit in a fight stays there."""
