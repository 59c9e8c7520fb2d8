"""The effects of triggers.

Most effects happen at once. After a choice and after a move, the rest of the trigger's effects wait
in `CarryOn` until the choice is answered, or until the moved unit has entered its tile.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from game.components.belongings import Gear, Hand
from game.components.motion import Footing
from game.components.script_progress import NewBehaviour, ScriptMemory
from game.components.turns import Rounds
from game.components.unit import Allegiance, Dead, Down, Name, Position
from game.core.cells import Cell
from game.systems import hidden_units
from game.systems.damage import Fall
from game.systems.forced_stops import free_tile, put_down
from game.systems.movement import Enter, entering, stop_walk
from game.systems.rounds import Join
from game.systems.script.ground import change_ground
from game.systems.script.objectives import has_lost, lose, reach
from game.terms.agenda import AgendaItem, ChoiceAsk, Finish
from game.terms.records import Entity
from game.terms.script.effects import (
    ChoicePut,
    CounterChange,
    Do,
    GivenItem,
    SideChange,
    Speaker,
    UnitMove,
)
from game.terms.script_events import (
    Arrived,
    BehaviourChanged,
    ItemGained,
    ItemRemoved,
    Message,
    Relocated,
    SideJoined,
)
from game.world import World
from game.world.script_conditions import memory, progress
from game.world.unit_names import id_of, side_of, unit_by_id, units_on_board

Items = list[AgendaItem]


class CarryOn(AgendaItem, frozen=True):
    """The effects of a trigger that are left, from the one with the index `effect` on."""

    trigger: int
    effect: int


def _is_free(world: World, unit: Entity) -> bool:
    return False


def _come_out(world: World, unit: Entity) -> None:
    """Reveal a hidden unit to all sides."""
    hidden_units.come_out(world, unit, hidden_units.RULE)


def _any_side(world: World, side: str) -> bool:
    return True


class ScriptRules(NamedTuple):
    """How effects act on units in a rulebook."""

    is_bound: Callable[[World, Entity], bool] = _is_free
    """Whether a unit can't be moved now, because of a fight or a grapple."""
    put: Callable[[World, Entity, Cell], None] = put_down
    """Put a unit onto another tile."""
    come_out: Callable[[World, Entity], None] = _come_out
    """Reveal a hidden unit that joins another side."""
    chooses: Callable[[World, str], bool] = _any_side
    """Whether a side makes choices."""


SCRIPT_RULES = ScriptRules()


def carry_out(world: World, rules: ScriptRules, index: int, start: int = 0) -> Items:
    """Carry out a trigger's effects from `start` on, and return the items to be settled next."""
    effects = world.scene.level.script.triggers[index].do
    due: Items = []
    for number, deed in enumerate(effects[start:], start):
        due += _carried_out(world, rules, deed, (index, number))
        if due and isinstance(due[-1], ChoiceAsk | Enter) and number + 1 < len(effects):
            return [*due, CarryOn(index, number + 1)]
    return due


def _carried_out(world: World, rules: ScriptRules, deed: Do, place: tuple[int, int]) -> Items:
    """Carry out one effect; `place` has the indexes of its trigger and of the effect."""
    level = world.scene.level
    if deed.message is not None:
        world.tell(Message(message=deed.message))
    elif deed.say is not None:
        _say(world, deed.say, deed.say.message)
    elif deed.choice is not None:
        return _ask(world, rules, deed.choice, place)
    elif deed.reinforcement is not None:
        units = [unit_by_id(world, name) for name in deed.reinforcement.units]
        area = deed.reinforcement.area
        return arrive(world, tuple((unit, area) for unit in units if unit is not None))
    elif deed.open is not None:
        change_ground(world, level.script.areas[deed.open.area], deed.open.terrain)
    elif deed.win is not None:
        return [Finish(deed.win, "objective")]
    elif deed.lose is not None:
        return lose(world, deed.lose)
    elif deed.objective is not None:
        reach(world, next(aim for aim in level.script.objectives if aim.id == deed.objective))
    elif deed.move is not None:
        return _move(world, rules, deed.move)
    elif deed.join is not None:
        return _join(world, rules, deed.join)
    elif deed.behaviour is not None:
        _change_behaviour(world, deed.behaviour.unit, place)
    else:
        _remember(world, deed)
        _hand_over(world, deed)
    return []


# Messages and choices


def _say(world: World, speaker: Speaker, message: str) -> None:
    """Show a message with its speaker. Sides that don't see the speaker read only the message."""
    plain = Message(message=message)
    unit = unit_by_id(world, speaker.unit) if speaker.unit else None
    if unit is None:
        world.tell(replace(plain, speaker=speaker.title, kind=speaker.kind))
        return
    name = world.get(unit, Name)
    told = replace(
        plain,
        speaker=speaker.title or name.title,
        kind=name.kind,
        unit=name.id,
        side=side_of(world, unit),
    )
    seeing = hidden_units.witnesses(world, unit)
    if seeing is None:
        world.tell(told)
    else:
        world.tell(told, seeing, plain)


def _ask(world: World, rules: ScriptRules, put: ChoicePut, place: tuple[int, int]) -> Items:
    """Put a choice to its side, if a unit of the side is up."""
    able = (
        unit
        for unit in units_on_board(world)
        if side_of(world, unit) == put.side and not world.has(unit, Down)
    )
    unit = next(able, None)
    if unit is None or not rules.chooses(world, put.side):
        return []
    _say(world, put, put.question)
    return [ChoiceAsk(put.side, unit, *place)]


# Flags, counters, items


def _remember(world: World, deed: Do) -> None:
    """Set or clear a flag, or change a counter."""
    kept = memory(world)
    flags, counters = set(kept.flags), dict(kept.counters)
    if deed.set is not None:
        flags.add(deed.set)
    elif deed.clear is not None:
        flags.discard(deed.clear)
    elif deed.add is not None:
        counters[deed.add.counter] = _added(counters, deed.add)
    left = tuple(sorted((id, count) for id, count in counters.items() if count))
    now = ScriptMemory(tuple(sorted(flags)), left, kept.answers, kept.rounds)
    if now != kept:
        world.put(world.root, now)


def _added(counters: dict[str, int], change: CounterChange) -> int:
    return counters.get(change.counter, 0) + change.by


def _hand_over(world: World, deed: Do) -> None:
    if deed.give is not None and (unit := _standing(world, deed.give)) is not None:
        _give(world, unit, deed.give.item)
    elif deed.take is not None and (unit := _standing(world, deed.take)) is not None:
        _take(world, unit, deed.take.item)


def _standing(world: World, what: GivenItem | UnitMove | SideChange) -> Entity | None:
    """Return the unit of an effect, or None if it isn't on the board."""
    unit = unit_by_id(world, what.unit)
    return unit if unit is not None and world.has(unit, Position) else None


def _give(world: World, unit: Entity, item: str) -> None:
    """Give an item to a unit that can carry items; it goes into the pack if the unit has one."""
    hand, gear = world.find(unit, Hand), world.find(unit, Gear)
    if gear is not None:
        world.put(unit, replace(gear, pack=(*gear.pack, item)))
    elif hand is not None:
        world.put(unit, Hand((*hand.items, item)))
    else:
        return
    world.tell(ItemGained(unit=id_of(world, unit), item=item), (side_of(world, unit),))


def _take(world: World, unit: Entity, item: str) -> None:
    """Take one such item from a unit, from its pack before its belt."""
    hand, gear = world.find(unit, Hand), world.find(unit, Gear)
    if gear is not None and item in gear.pack:
        world.put(unit, replace(gear, pack=_without(gear.pack, item)))
    elif gear is not None and item in gear.belt:
        world.put(unit, replace(gear, belt=_without(gear.belt, item)))
    elif hand is not None and item in hand.items:
        world.put(unit, Hand(_without(hand.items, item)))
    else:
        return
    world.tell(ItemRemoved(unit=id_of(world, unit), item=item), (side_of(world, unit),))


def _without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    at = items.index(item)
    return (*items[:at], *items[at + 1 :])


# Units


def _move(world: World, rules: ScriptRules, what: UnitMove) -> Items:
    """Move a unit to an area, unless it is there already, is bound, or finds no free tile."""
    unit = _standing(world, what)
    if unit is None or rules.is_bound(world, unit):
        return []
    here, area = world.get(unit, Position), world.scene.level.script.areas[what.area]
    free = None if here.at in area else free_tile(world, unit, area)
    if free is None:
        return []
    stop_walk(world, unit)
    world.drop(unit, Footing)
    rules.put(world, unit, free)
    told = Relocated(unit=id_of(world, unit), origin=here.at, to=free)
    world.tell(told, hidden_units.witnesses(world, unit))
    return [entering(unit, here, world.get(unit, Position))]


def _join(world: World, rules: ScriptRules, what: SideChange) -> Items:
    """Make a unit join a side. If only one side is left then, the battle ends."""
    unit = _standing(world, what)
    if unit is None or side_of(world, unit) == what.side:
        return []
    rules.come_out(world, unit)
    world.put(unit, Allegiance(what.side))
    _act_alone(world, unit)
    world.tell(SideJoined(unit=id_of(world, unit), side=what.side))
    return [Fall(())]


def _act_alone(world: World, unit: Entity) -> None:
    """Take a unit out of its group in the turn order."""
    rounds = world.find(world.root, Rounds)
    if rounds is None or not any(unit in group for group in rounds.groups):
        return
    rest = (tuple(u for u in group if u != unit) for group in rounds.groups)
    groups = tuple(group for group in rest if len(group) > 1)
    world.put(world.root, replace(rounds, groups=groups))


def _change_behaviour(world: World, name: str, place: tuple[int, int]) -> None:
    unit = unit_by_id(world, name)
    if unit is None or world.has(unit, Dead):
        return
    world.put(unit, NewBehaviour(*place))
    world.tell(BehaviourChanged(unit=name), hidden_units.witnesses(world, unit))


def arrive(world: World, coming: tuple[tuple[Entity, str], ...]) -> Items:
    """Put arriving units, and units that waited for a place, onto free tiles.

    Return the items for the arrivals. Units without a free tile wait.
    """
    kept = progress(world)
    waiting: list[tuple[Entity, str]] = []
    arrived: list[Enter] = []
    for unit, area in dict.fromkeys((*kept.waiting, *coming)):
        off = not (world.has(unit, Position) or world.has(unit, Dead))
        if not off or has_lost(world, side_of(world, unit)):
            continue
        free = free_tile(world, unit, world.scene.level.script.areas[area])
        if free is None:
            waiting.append((unit, area))
            continue
        put_down(world, unit, free)
        hidden_units.lurk(world, unit)
        seeing = hidden_units.witnesses(world, unit)
        world.reveal(seeing)
        world.tell(Arrived(unit=id_of(world, unit), at=free), seeing)
        arrived.append(Enter(unit, free))
    for unit in dict(waiting).keys() - dict(kept.waiting).keys():
        world.reveal((side_of(world, unit),))
    if tuple(waiting) != kept.waiting:
        world.put(world.root, replace(kept, waiting=tuple(waiting)))
    arrived.sort(key=lambda item: item.unit)
    return [Join(tuple(item.unit for item in arrived)), *arrived] if arrived else []
