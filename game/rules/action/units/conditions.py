"""The conditions of units, and their effects according to `conditions.toml`."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from game.components.belongings import Armed
from game.components.conditions import Condition, Conditions
from game.components.motion import Stride
from game.components.unit import Down, Name, Position
from game.core.footprints import SPAN
from game.rules.action.records import Concentrating, Crossing, Economy, IsSurprised, Stealth
from game.rules.action.schema import Kind
from game.rules.action.units.figures import FEET, own_speed
from game.systems import hidden_units, turn_upkeep
from game.systems.movement import stop_walk, stride_left
from game.terms.odds import Modifier
from game.terms.records import Entity
from game.world import World, room_for_units

SPEEDS = (Conditions, IsSurprised, Down, Crossing, Armed, Name)
"""Components that speed depends on."""


def kind(world: World, id: str) -> Kind:
    """Return the effects of a condition."""
    return world.scene.gear("conditions", id, Kind)


def held(world: World, unit: Entity) -> Iterator[tuple[Condition, Kind]]:
    """Yield the unit's conditions with their effects; nothing for an unseen unit."""
    for condition in turn_upkeep.conditions_of(world, unit).all:
        yield condition, kind(world, condition.kind)


def has(world: World, unit: Entity, flag: str) -> bool:
    """Return whether any of the unit's conditions has this flag."""
    borne = world.find(unit, Conditions)
    if borne is None or not borne.all:
        return False
    return any(getattr(kind(world, one.kind), flag) for one in borne.all)


def is_prone(world: World, unit: Entity) -> bool:
    """Return whether the unit is prone."""
    return has(world, unit, "prone")


def is_able(world: World, unit: Entity) -> bool:
    """Return whether the unit can move and act at all."""
    away = world.has(unit, IsSurprised) or world.has(unit, Down) or world.has(unit, Crossing)
    return not (away or has(world, unit, "incapacitated"))


def is_alert(world: World, unit: Entity) -> bool:
    """Return whether the unit is aware of its surroundings."""
    return not (world.has(unit, Down) or has(world, unit, "incapacitated"))


def is_squeezed(world: World, unit: Entity) -> bool:
    """Return whether the unit is squeezed: it has room only at one size smaller (ACT-25)."""
    position = world.find(unit, Position)
    if position is None:
        return False
    size, grid = room_for_units.size_of(world, unit), world.grid
    if position.span < SPAN[size]:
        return True
    return any(grid.rooms[cell[1] * grid.width + cell[0]] < size for cell in position.cells)


def parts(world: World, unit: Entity, figure: str) -> tuple[Modifier, ...]:
    """Return the modifiers of one kind (`hit`, `rating`, `save`, `damage`), each with its rule."""
    return tuple(
        Modifier(condition.kind, getattr(means, figure), condition.rule)
        for condition, means in held(world, unit)
        if getattr(means, figure)
    )


# Speed: conditions change it at once


def speed(world: World, unit: Entity) -> int:
    """Return the unit's current speed in feet per turn."""
    found: int = world.once(("speed", unit), lambda: _speed(world, unit), SPEEDS)
    return found


def _speed(world: World, unit: Entity) -> int:
    if has(world, unit, "stuck") or not is_able(world, unit):
        return 0
    change = sum(means.speed for _, means in held(world, unit))
    return max(0, own_speed(world, unit) + change)


def stride_of(world: World, unit: Entity) -> int:
    """Return the movement points of a turn or a dash: tiles, even in battles by zones."""
    return speed(world, unit) // FEET


def move_on(world: World, unit: Entity, points: int) -> int:
    """Add points to the turn's movement left, and return the new amount.

    A unit that has already moved farther than its new speed allows owes the rest.
    """
    used = world.find(unit, Economy) or Economy()
    left = stride_left(world, unit) - used.owed + points
    owed = max(0, -left)
    world.put(unit, Stride(max(0, left)))
    if owed != used.owed:
        world.put(unit, replace(used, owed=owed))
    return max(0, left)


def _keep_pace(world: World, unit: Entity, before: int) -> None:
    """Adjust the movement left after a change of speed."""
    gained = stride_of(world, unit) - before
    if gained and world.has(unit, Stride):
        move_on(world, unit, gained)


# Adding and removing


def lay(world: World, unit: Entity, condition: Condition, is_told: bool = True) -> None:
    """Give the unit a condition. Of two conditions of one kind, the longer one stays.

    `is_told` is false if another event reports it.
    """
    if not is_news(world, unit, condition):
        return
    old = _alike(world, unit, condition)
    before = stride_of(world, unit)
    if old:
        turn_upkeep.drop(world, unit, old)
    if is_told:
        turn_upkeep.gain(world, unit, condition, hidden_units.witnesses(world, unit))
    else:
        turn_upkeep.add(world, unit, condition)
    _keep_pace(world, unit, before)
    if _stops(kind(world, condition.kind)):
        stop_walk(world, unit)
    if kind(world, condition.kind).bright:
        world.drop(unit, Stealth)
        hidden_units.come_out(world, unit, condition.rule or "ACT-20")


def is_news(world: World, unit: Entity, condition: Condition) -> bool:
    """Return whether a condition would add anything to the unit's conditions."""
    return not any(_covers(world, one, condition) for one in _alike(world, unit, condition))


def _alike(world: World, unit: Entity, condition: Condition) -> tuple[Condition, ...]:
    """Return the unit's conditions of the same kind."""
    return tuple(c for c in turn_upkeep.conditions_of(world, unit).all if c.kind == condition.kind)


def _covers(world: World, old: Condition, new: Condition) -> bool:
    """Return whether the old condition makes the new one pointless.

    It does if the old condition ends later, is the same, or never ends.
    """
    return _outlasts(old, new) or old == new or (new.turns is None and _is_for_good(world, old))


def _is_for_good(world: World, old: Condition) -> bool:
    """Return whether a condition is permanent and needs no concentration."""
    kept = None if old.by is None else world.find(old.by, Concentrating)
    return old.turns is None and (kept is None or kept.power != old.cause)


def _outlasts(old: Condition, new: Condition) -> bool:
    """Return whether the old condition ends later. With equal turns, the new one ends later."""
    return new.turns is not None and (old.turns is None or old.turns > new.turns)


def _stops(means: Kind) -> bool:
    """Return whether a move in progress ends when the mover gains this condition (ACT-09)."""
    return means.prone or means.stuck or means.incapacitated or means.halts


def lift(
    world: World, unit: Entity, kinds: Iterable[str], rule: str | None, is_told: bool = True
) -> None:
    """Remove conditions of these kinds from the unit; `is_told` as for `lay`."""
    wanted = set(kinds)
    ended = tuple(c for c in turn_upkeep.conditions_of(world, unit).all if c.kind in wanted)
    if ended:
        end(world, unit, ended, rule, is_told)


def end(
    world: World,
    unit: Entity,
    ended: tuple[Condition, ...],
    rule: str | None,
    is_told: bool = True,
) -> None:
    """Remove these conditions from the unit; `is_told` as for `lay`."""
    before = stride_of(world, unit)
    if is_told:
        turn_upkeep.lose(world, unit, ended, rule, hidden_units.witnesses(world, unit))
    else:
        turn_upkeep.drop(world, unit, ended)
    _keep_pace(world, unit, before)
