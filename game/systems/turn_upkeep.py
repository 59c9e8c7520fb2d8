"""The start of a turn: conditions end, lasting damage and the tile's hazard apply (ALL-03)."""

from collections.abc import Callable

from msgspec.structs import replace

from game.components.conditions import Author, Condition, Conditions
from game.components.unit import Position
from game.systems.damage import Suffer, is_about
from game.systems.movement import Enter, Witnesses, everybody
from game.systems.rounds import BeginTurn, PassOver
from game.terms.agenda import AgendaItem
from game.terms.events import ConditionGained, ConditionLost
from game.terms.odds import Modifier
from game.terms.parts import part_of
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of

RULE = "ALL-03"


def nobody(world: World, unit: Entity) -> bool:
    """Return False: hazards affect every unit."""
    return False


NOTHING = Conditions()
"""The component for a unit without conditions."""


def conditions_of(world: World, unit: Entity) -> Conditions:
    """Return all conditions of the unit."""
    return world.find(unit, Conditions) or NOTHING


def has_condition(world: World, unit: Entity, kind: str) -> bool:
    """Return whether the unit has a condition of this kind."""
    return world.answer(unit, Conditions, _is_held, kind)


def _is_held(held: Conditions | None, kind: str) -> bool:
    return held is not None and any(one.kind == kind for one in held.all)


def modifiers_of(world: World, unit: Entity, kind: str) -> tuple[Modifier, ...]:
    """Return the unit's conditions of one kind as modifiers to a roll, each with its rule."""
    return world.answer(unit, Conditions, _modifiers_in, kind)


def _modifiers_in(held: Conditions | None, kind: str) -> tuple[Modifier, ...]:
    return held.modifiers(kind) if held is not None else ()


def gain(
    world: World, unit: Entity, condition: Condition, seen_by: tuple[str, ...] | None = None
) -> None:
    """Give the unit a condition, as its newest. Only sides in `seen_by` see it (None: all)."""
    add(world, unit, condition)
    world.tell(
        ConditionGained(
            unit=id_of(world, unit),
            condition=condition.kind,
            value=condition.value,
            turns=condition.turns or 0,
            harm=condition.dice,
            rule=condition.rule,
        ),
        seen_by,
    )


def lose(
    world: World,
    unit: Entity,
    ended: tuple[Condition, ...],
    rule: str | None,
    seen_by: tuple[str, ...] | None = None,
) -> None:
    """Remove conditions from the unit, and log it.

    `seen_by` are the sides that see this; None for all.
    """
    drop(world, unit, ended)
    for condition in ended:
        name = id_of(world, unit)
        lost = ConditionLost(unit=name, condition=condition.kind, cause=condition.cause, rule=rule)
        world.tell(lost, seen_by)


def add(world: World, unit: Entity, condition: Condition) -> None:
    """Give the unit a condition, as its newest, without an event."""
    world.put(unit, Conditions((*conditions_of(world, unit).all, condition)))


def drop(world: World, unit: Entity, ended: tuple[Condition, ...]) -> None:
    """Remove conditions from the unit without an event."""
    kept = tuple(c for c in conditions_of(world, unit).all if not any(c is e for e in ended))
    world.put(unit, Conditions(kept))


class Expiry(System[BeginTurn | PassOver]):
    """A system that counts down conditions timed by this unit's turns, whoever has them.

    It also acts when a dead unit's turn would have come.
    """

    def __init__(self, seen_by: Witnesses = everybody) -> None:
        self._seen_by = seen_by

    def process(self, world: World, item: AgendaItem) -> None:
        assert isinstance(item, (BeginTurn, PassOver))
        for bearer, held in world.all(Conditions):
            if any(_is_counted(bearer, c, item.unit) for c in held.all):
                self._count(world, bearer, held, item.unit)

    def _count(self, world: World, bearer: Entity, held: Conditions, unit: Entity) -> None:
        now = tuple(_aged(c) if _is_counted(bearer, c, unit) else c for c in held.all)
        if now != held.all:
            world.put(bearer, Conditions(now))
        ended = tuple(
            new
            for old, new in zip(held.all, now, strict=True)
            if _is_counted(bearer, old, unit) and _is_over(bearer, old, new)
        )
        if ended:
            lose(world, bearer, ended, RULE, self._seen_by(world, bearer))


def _is_counted(bearer: Entity, condition: Condition, unit: Entity) -> bool:
    """Return whether the start of the unit's turn counts down this condition."""
    return unit == (bearer if condition.by is None else condition.by)


def _aged(condition: Condition) -> Condition:
    return replace(condition, turns=condition.turns - 1) if condition.turns else condition


def _is_over(bearer: Entity, old: Condition, new: Condition) -> bool:
    """Return whether a condition ends now.

    If the bearer's own turns count down lasting damage, the damage still applies in the last turn.
    """
    is_own = old.by in (None, bearer)
    return (old.turns if old.dice and is_own else new.turns) == 0


def _author(condition: Condition) -> Author:
    """Return the unit responsible for the damage of a condition, or None."""
    return condition.author if condition.by is None else condition.by


class LastingDamage(System[BeginTurn]):
    """A system that deals lasting damage at the start of a turn, oldest condition first.

    Units that will return to the board take it too.
    """

    def process(self, world: World, item: BeginTurn) -> None:
        if is_about(world, item.unit):
            due = [
                Suffer(item.unit, c.dice, c.cause or c.kind, c.rule or RULE, c.kind, _author(c))
                for c in conditions_of(world, item.unit).all
                if c.dice
            ]
            world.push(*reversed(due))


class Hazards(System[BeginTurn | Enter]):
    """A system that deals a hazard's damage at the start of a turn, and when a unit enters a tile.

    A unit on several kinds of hazard takes damage from each kind once. A large unit that moves
    takes damage only from tiles that it wasn't on before. `spares` returns whether hazards don't
    affect a unit.
    """

    def __init__(self, spares: Callable[[World, Entity], bool] = nobody) -> None:
        self._spares = spares

    def affect(self, world: World, unit: Entity) -> bool:
        """Return whether hazards affect a unit."""
        return not self._spares(world, unit)

    def process(self, world: World, item: AgendaItem) -> None:
        assert isinstance(item, (BeginTurn, Enter))
        position = world.find(item.unit, Position)
        if position is None or (isinstance(item, Enter) and position.at != item.at):
            return
        if not self.affect(world, item.unit):
            return
        kept = item.kept if isinstance(item, Enter) else ()
        terrains = dict.fromkeys(world.tile(cell) for cell in position.cells if cell not in kept)
        due = [(id, world.scene.level.terrain[id].hazard) for id in terrains]
        world.push(*(Suffer(item.unit, dice, id, RULE) for id, dice in reversed(due) if dice))


PART = part_of(globals(), Condition, Conditions)
