"""Spells, items and abilities: costs, targets and effects (GUA-10 … GUA-12)."""

from collections.abc import Iterator

from game.components.conditions import Condition
from game.components.unit import Position
from game.components.uses import Uses
from game.rules.guard import attacks
from game.rules.guard.events import FocusGained
from game.rules.guard.figures import FLAGS, RULES, deed, figure, has_of_itself, known, lasts
from game.rules.guard.level_ranks import OTHER
from game.rules.guard.rank_changes import displace
from game.rules.guard.ranks import Ranks, ranks
from game.rules.guard.records import Affect, Cull, FocusLeft, Mend
from game.rules.guard.schema import DeedEffect, Usable
from game.systems import turn_upkeep
from game.systems.items import could_heal, highest
from game.systems.turn_upkeep import conditions_of
from game.terms.agenda import AgendaItem
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world import World
from game.world.system import EffectSystem
from game.world.unit_names import id_of


def unpaid(world: World, unit: Entity, table: str, id: str) -> Refusal | None:
    """Refuse a use that the unit can't pay for: too little focus, or no uses left."""
    what, focus, uses = deed(world, table, id), world.find(unit, FocusLeft), world.find(unit, Uses)
    left, rule = focus.left if focus else 0, RULES[table]
    if what.cost > left:
        name = id_of(world, unit)
        return Refusal("no-focus", rule, thing=id, cost=what.cost, unit=name, left=left)
    if what.uses and uses and uses.of(id) >= what.uses:
        return Refusal("used-up", rule, thing=id, uses=what.uses)
    return None


def pay(world: World, unit: Entity, table: str, id: str) -> None:
    """Spend the focus for a use, and count the use."""
    what = deed(world, table, id)
    if what.cost:
        world.put(unit, FocusLeft(world.get(unit, FocusLeft).left - what.cost))
    if what.uses:
        uses = world.find(unit, Uses) or Uses(())
        spent = dict(uses.spent) | {id: uses.of(id) + 1}
        world.put(unit, Uses(tuple(sorted(spent.items()))))


def caught(
    now: Ranks, unit: Entity, what: Usable, target: str | Entity | None
) -> tuple[Entity, ...]:
    """Return the units that a use affects, in unit order; of the monsters, only those in reach."""
    if what.target == "self":
        return (unit,)
    if what.target == "party":
        return now.party
    if isinstance(target, int):
        return (target,)
    groups = now.foes if target is None else now.there(False, target)
    return tuple(group for group in groups if now.reaches(unit, group, what.reach))


def _goal(now: Ranks, unit: Entity, effect: DeedEffect) -> str:
    return OTHER[now.rank(unit)] if effect.move == "other" else effect.move


def use(world: World, unit: Entity, table: str, id: str, target: str | Entity | None) -> None:
    """Push the effects of a use on the agenda, unit by unit."""
    units = caught(ranks(world), unit, deed(world, table, id), target)
    world.push(*reversed(doings(world, unit, table, id, units)))


def doings(
    world: World, unit: Entity, table: str, id: str, units: tuple[Entity, ...]
) -> tuple[AgendaItem, ...]:
    """Return the items for the effect on each unit: an attack roll or the effect itself."""
    if deed(world, table, id).effect.attack:
        return tuple(attacks.deed_swing(world, unit, one, table, id) for one in units)
    return tuple(Affect(unit, one, table, id) for one in units)


class Affecting(EffectSystem[Affect]):
    """A system that applies a spell, item or ability to one unit, apart from attack hits."""

    def process(self, world: World, item: Affect) -> None:
        if not world.has(item.target, Position):
            return
        what, rule = deed(world, item.table, item.id), RULES[item.table]
        affect(world, item.target, what.effect, item.id, rule)
        effect, due = what.effect, list[AgendaItem]()
        if effect.heal:
            due.append(Mend(effect.heal, "healing", item.unit, rule, item.target))
        if effect.kills:
            due.append(Cull(effect.kills, "kills", item.unit, rule, item.target, item.id))
        world.push(*reversed(due))

    def could_change(self, world: World, item: Affect) -> bool:
        unit, effect = item.target, deed(world, item.table, item.id).effect
        return (
            could_heal(world, unit, effect.heal)
            or highest(effect.kills) > 0
            or (effect.cure and bool(weakening(world, unit)))
            or (effect.focus > 0 and _lacks_focus(world, unit))
            or any(_is_news(world, unit, one) for one in _conditions(effect, item.id, ""))
            or (bool(effect.move) and _can_go(world, unit, effect))
        )


def affect(world: World, unit: Entity, effect: DeedEffect, cause: str, rule: str) -> None:
    """Apply the effects that need no dice."""
    if effect.cure:
        turn_upkeep.lose(world, unit, weakening(world, unit), rule)
    if effect.focus:
        _refocus(world, unit, effect.focus, rule)
    for condition in _conditions(effect, cause, rule):
        if _is_news(world, unit, condition):
            turn_upkeep.gain(world, unit, condition)
    if effect.move and _can_go(world, unit, effect):
        displace(world, unit, _goal(ranks(world), unit, effect), rule)


def _conditions(effect: DeedEffect, cause: str, rule: str) -> Iterator[Condition]:
    """Yield the conditions that an effect applies."""
    for kind, value in lasts(effect):
        yield Condition(kind, value, effect.rounds, None, rule, cause)


def _is_news(world: World, unit: Entity, condition: Condition) -> bool:
    """Return whether a condition would add anything to the unit's conditions.

    Numbers add up; a flag must outlast the one that the unit has.
    """
    if condition.kind not in FLAGS:
        return True
    if has_of_itself(world, unit, condition.kind):
        return False
    held = (c.turns for c in conditions_of(world, unit).all if c.kind == condition.kind)
    return all(turns is not None and turns < (condition.turns or 0) for turns in held)


def _can_go(world: World, unit: Entity, effect: DeedEffect) -> bool:
    """Return whether a unit can move to the rank that an effect sends it to."""
    now = ranks(world)
    return now.no_room(unit, _goal(now, unit, effect)) is None


def _lacks_focus(world: World, unit: Entity) -> bool:
    focus = world.find(unit, FocusLeft)
    return focus is not None and focus.left < figure(world, unit).focus


def weakening(world: World, unit: Entity) -> tuple[Condition, ...]:
    """Return the harmful conditions of a character."""
    return tuple(c for c in conditions_of(world, unit).all if c.value < 0 or c.kind == "pinned")


def _refocus(world: World, unit: Entity, amount: int, rule: str) -> None:
    """Restore focus, up to the maximum."""
    focus = world.find(unit, FocusLeft)
    if focus is None:
        return
    left = min(figure(world, unit).focus, focus.left + amount)
    world.put(unit, FocusLeft(left))
    gained = left - focus.left
    told = FocusGained(unit=id_of(world, unit), amount=gained, left=left, rule=rule)
    world.tell(told)


def usable(world: World, unit: Entity) -> tuple[str, ...]:
    """Return the unit's abilities that aren't passive."""
    return tuple(id for id, what in known(world, unit) if not what.passive)
