"""The start of a turn: effects that end, lasting damage, the tile's hazard (ALL-03)."""

from typing import ClassVar

from msgspec.structs import replace

from game.components.conditions import Condition, Conditions
from game.components.unit import Position
from game.systems.harm import Suffer
from game.systems.movement import Enter
from game.systems.rounds import BeginTurn
from game.terms.agenda import Item
from game.terms.events import ConditionGained, ConditionLost
from game.world import World
from game.world.names import id_of
from game.world.system import System

RULE = "ALL-03"
RECORDS = (Condition, Conditions)


def conditions_of(world: World, unit: int) -> Conditions:
    """All that holds for the unit."""
    return world.find(unit, Conditions) or Conditions()


def gain(world: World, unit: int, condition: Condition) -> None:
    """Lays a condition on the unit, as the newest."""
    world.put(unit, Conditions((*conditions_of(world, unit).all, condition)))
    world.tell(
        ConditionGained(
            unit=id_of(world, unit),
            condition=condition.kind,
            value=condition.value,
            turns=condition.turns or 0,
            harm=condition.dice,
            rule=condition.rule,
        )
    )


def lose(world: World, unit: int, ended: tuple[Condition, ...], rule: str | None) -> None:
    """Takes conditions off the unit."""
    kept = tuple(c for c in conditions_of(world, unit).all if not any(c is e for e in ended))
    world.put(unit, Conditions(kept))
    for condition in ended:
        name = id_of(world, unit)
        lost = ConditionLost(unit=name, condition=condition.kind, cause=condition.cause, rule=rule)
        world.tell(lost)


class Expiry(System):
    """Counts the unit's conditions down and ends those that are over."""

    acts_on: ClassVar = (BeginTurn,)

    def process(self, world: World, item: BeginTurn) -> None:
        held = world.find(item.unit, Conditions)
        if held is None or not held.all:
            return
        world.put(item.unit, Conditions(tuple(_aged(c) for c in held.all)))
        now = world.get(item.unit, Conditions).all
        ended = tuple(new for old, new in zip(held.all, now, strict=True) if _is_over(old, new))
        if ended:
            lose(world, item.unit, ended, RULE)


def _aged(condition: Condition) -> Condition:
    return replace(condition, turns=condition.turns - 1) if condition.turns else condition


def _is_over(old: Condition, new: Condition) -> bool:
    """Damage still comes at the last start it lasts for; all else ends at it."""
    return (old.turns if old.dice else new.turns) == 0


class LastingDamage(System):
    """Deals the damage that comes every turn, the oldest first."""

    acts_on: ClassVar = (BeginTurn,)

    def process(self, world: World, item: BeginTurn) -> None:
        if world.has(item.unit, Position):
            due = [
                Suffer(item.unit, c.dice, c.cause or c.kind, c.rule or RULE)
                for c in conditions_of(world, item.unit).all
                if c.dice
            ]
            world.push(*reversed(due))


class Hazards(System):
    """A tile's hazard acts at the start of a turn on it, and on who enters it."""

    acts_on: ClassVar = (BeginTurn, Enter)

    def process(self, world: World, item: Item) -> None:
        assert isinstance(item, BeginTurn | Enter)
        position = world.find(item.unit, Position)
        if position is None or (isinstance(item, Enter) and position.at != item.at):
            return
        hazard = world.terrain_at(position.at).hazard
        if hazard:
            world.push(Suffer(item.unit, hazard, world.tile(position.at), RULE))
