"""What can be answered in Contest, ask by ask: contexts, proposals, checks, effects."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec.structs import replace

from game.components.turns import Acting
from game.components.unit import Position
from game.core.cells import Cell
from game.engine.book import AskRules, Option
from game.rules.contest import fights, flights
from game.rules.contest.commands import Attack, Chase, Decline, Disengage, Engage, Flee, Stay
from game.rules.contest.encounters import others_at
from game.rules.contest.records import (
    BothDeclined,
    ChaseAsk,
    Chasing,
    CombatAsk,
    EndChase,
    EngageAsk,
    FleeAsk,
    Fleeing,
    OnwardAsk,
    StartFight,
    Tries,
    TurnAsk,
)
from game.rules.contest.schema import Settings
from game.systems import goods
from game.systems.movement import Walker, start_walk, stride_left
from game.systems.rounds import EndTurn
from game.terms.agenda import Ask
from game.terms.board_events import ChaseDeclined, ChaseStarted, Declined, Engaged
from game.terms.commands import Command, End, Lay, Move, Use
from game.terms.events import Attacked, ItemUsed
from game.terms.refusals import Refusal
from game.world import World
from game.world.names import id_of, named, side_of, tile_of

A = TypeVar("A", bound=Ask)


@dataclass(frozen=True)
class Seen:
    """What every ask of Contest is judged by: the view of the side asked, and who is asked."""

    view: World
    ask: Ask
    id: str
    walker: Walker
    hand: tuple[str, ...]

    def for_unit(self, unit: str) -> Refusal | None:
        """Refuses a command for another unit than the one that is asked."""
        if unit == self.id:
            return None
        if named(self.view, unit) is None:
            return Refusal("unknown-unit", f"There is no unit {unit!r}; {self.id!r} is asked.")
        return Refusal("not-asked", f"{self.id!r} is asked, not {unit!r}.")

    def held(self, item: str, target: str, rule: str) -> Refusal | None:
        """Refuses an item that is not in the hand, or not for this target."""
        if item not in self.hand:
            return Refusal("not-in-hand", f"{self.id!r} has no item {item!r} in hand.", rule)
        kind = goods.spec(self.view, item).target
        if kind != target:
            meant = _MEANT[kind]
            return Refusal("wrong-use", f"{item!r} {meant}.", rule, {"target": kind})
        return None


_MEANT = {
    "opponent": "can only be used on an opponent, in a fight",
    "self": "can only be used on oneself, on one's own turn, outside a fight",
    "tile": "can only be laid as a trap, on one's own turn, outside a fight",
}


def _seen(view: World, ask: Ask) -> Seen:
    return Seen(view, ask, id_of(view, ask.unit), _walker(view, ask.unit), _hand(view, ask.unit))


def _hand(view: World, unit: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(goods.hand_of(view, unit)))


def _walker(view: World, unit: int) -> Walker:
    """Walks stop at the first figure; a flight never returns to the tile it began on."""
    fleeing = view.find(unit, Fleeing)
    others = frozenset(p.at for other, p in view.all(Position) if other != unit)
    shunned = frozenset({fleeing.origin}) if fleeing else frozenset()
    start, left = view.get(unit, Position).at, stride_left(view, unit)
    return Walker(view.grid, start, left, closed=shunned, final=others, why_closed=_SHUNNED)


_SHUNNED = "Nobody flees back to {at}, where the flight began."


def _targets(seen: Seen) -> tuple[str, ...]:
    return tuple(id_of(seen.view, unit) for unit in fights.opponents(seen.view, seen.ask.unit))


def _check_target(seen: Seen, target: str | None, rule: str) -> Refusal | None:
    known = _targets(seen)
    if target in known:
        return None
    names = ", ".join(repr(name) for name in known)
    flaw = "The target is missing" if target is None else f"{target!r} is no opponent in this fight"
    return Refusal("no-opponent", f"{flaw}; the opponents are {names}.", rule)


# Walking: on the own turn, onward after passing, in flight, in a chase


def _check_path(seen: Seen, command: Any, rule: str) -> Refusal | None:
    return seen.for_unit(command.unit) or seen.walker.refusal(command.path, rule)


def _check_move(seen: Seen, command: Move) -> Refusal | None:
    return _check_path(seen, command, "CON-05" if isinstance(seen.ask, OnwardAsk) else "CON-18")


def _cost(seen: Seen, command: Any) -> int | None:
    return seen.walker.cost(command.path)


def _path_facts(seen: Seen, command: Any) -> dict[str, Any]:
    """What lies or stands at the end of a path, as far as it matters to the walker."""
    if not command.path:
        return {}
    view, end = seen.view, command.path[-1]
    upon = tuple(id_of(view, other) for other in others_at(view, end, seen.ask.unit))
    level = view.scene.level
    return {"upon": upon, "hazard": level.tile(end) if level.terrain_at(end).hazard else None}


def _item_facts(seen: Seen, command: Any) -> dict[str, Any]:
    return {"about": goods.spec(seen.view, command.item).about}


def _foe_facts(seen: Seen, command: Any) -> dict[str, Any]:
    assert isinstance(seen.ask, EngageAsk | ChaseAsk)
    facts = {"foe": id_of(seen.view, seen.ask.foe)}
    return facts | _path_facts(seen, command) if isinstance(command, Chase) else facts


def _strike_facts(seen: Seen, command: Attack) -> dict[str, Any]:
    strike = fights.strike(seen.view, seen.ask.unit, _target(seen.view, command.target))
    return {"weapon": strike.weapon, "damage": strike.expr}


def _fight_cost(seen: Seen, command: Any) -> int | None:
    return fights.price(seen.view, seen.ask.unit) or None


def _walks(kind: Callable[[str, tuple[Cell, ...]], Command]) -> Callable[[Seen], Iterable[Command]]:
    """Proposes one path to every tile in reach."""
    return lambda seen: (kind(seen.id, path) for path in seen.walker.paths())


def _move(world: World, ask: Ask, command: Move) -> None:
    if isinstance(ask, OnwardAsk):
        _no_more_flight(world, ask.unit)
    start_walk(world, ask.unit, command.path)


def _no_more_flight(world: World, unit: int) -> None:
    """A flight goes on after the coming steps only if an encounter interrupts them."""
    fleeing = world.find(unit, Fleeing)
    if fleeing:
        world.put(unit, replace(fleeing, open=False))


def _on_origin(seen: Seen) -> bool:
    return seen.view.get(seen.ask.unit, Fleeing).origin == tile_of(seen.view, seen.ask.unit)


def _flights(seen: Seen) -> Iterable[Command]:
    yield from _walks(Flee)(seen)
    yield Flee(seen.id)


def _check_flee(seen: Seen, command: Flee) -> Refusal | None:
    if command.path or _on_origin(seen):
        return _check_path(seen, command, "CON-10")
    return seen.for_unit(command.unit)


def _flee(world: World, ask: FleeAsk, command: Flee) -> None:
    _no_more_flight(world, ask.unit)
    if command.path:
        start_walk(world, ask.unit, command.path)


def _check_chase(seen: Seen, command: Chase) -> Refusal | None:
    return _check_path(seen, command, "CON-13")


def _chase(world: World, ask: ChaseAsk, command: Chase) -> None:
    world.put(ask.unit, Chasing(ask.foe, ask.blows))
    world.tell(ChaseStarted(unit=command.unit, target=id_of(world, ask.foe), rule="CON-13"))
    world.push(EndChase(ask.unit))
    start_walk(world, ask.unit, command.path)


def _check_stay(seen: Seen, command: Stay) -> Refusal | None:
    return seen.for_unit(command.unit)


def _stay(world: World, ask: ChaseAsk, command: Stay) -> None:
    world.tell(ChaseDeclined(unit=command.unit, target=id_of(world, ask.foe), rule="CON-13"))


# Items and the end of the turn, outside a fight


def _check_once(seen: Seen) -> Refusal | None:
    most = seen.view.scene.settings(Settings).items_a_turn
    if seen.view.get(seen.view.root, Acting).items_used < most:
        return None
    message = f"No more than {most} a turn can be used or laid outside a fight."
    return Refusal("item-used", message, "CON-09", {"most": most})


def _used(world: World) -> None:
    acting = world.get(world.root, Acting)
    world.put(world.root, replace(acting, items_used=acting.items_used + 1))


def _check_use(seen: Seen, command: Use) -> Refusal | None:
    refusal = seen.for_unit(command.unit) or seen.held(command.item, "self", "CON-09")
    if refusal or (refusal := _check_once(seen)):
        return refusal
    if command.target not in (None, seen.id):
        message = f"{command.item!r} is used on {seen.id!r} itself, not on {command.target!r}."
        return Refusal("wrong-target", message, "CON-09")
    return None


def _use(world: World, ask: Ask, command: Use) -> None:
    _used(world)
    goods.take_from_hand(world, ask.unit, command.item)
    world.tell(ItemUsed(unit=command.unit, item=command.item, rule="CON-09"))
    world.push(goods.Effect(ask.unit, ask.unit, command.item, "CON-09"))


def _check_lay(seen: Seen, command: Lay) -> Refusal | None:
    refusal = seen.for_unit(command.unit) or seen.held(command.item, "tile", "CON-09")
    if refusal or (refusal := _check_once(seen)):
        return refusal
    at = seen.walker.start
    if others_at(seen.view, at, seen.ask.unit):
        return Refusal("not-alone", "A trap is laid only where nobody else stands.", "CON-09")
    if goods.trap_at(seen.view, at):
        message = f"There is a trap at ({at[0]}, {at[1]}) already; a tile holds one."
        return Refusal("trap-there", message, "CON-09")
    return None


def _lay(world: World, ask: Ask, command: Lay) -> None:
    _used(world)
    goods.lay_trap(world, ask.unit, command.item, "CON-09")


def _check_end(seen: Seen, command: End) -> Refusal | None:
    return seen.for_unit(command.unit)


def _end(world: World, ask: Ask, command: End) -> None:
    world.push(EndTurn(ask.unit))


# Declaring


def _check_declare(seen: Seen, command: Engage | Decline) -> Refusal | None:
    return seen.for_unit(command.unit)


def _engage(world: World, ask: EngageAsk, command: Engage) -> None:
    world.tell(Engaged(unit=command.unit, rule="CON-03" if ask.comes else "CON-04"))
    aggressor, defender = (ask.unit, ask.foe) if ask.comes else (ask.foe, ask.unit)
    world.push(StartFight(aggressor, defender, ask.unit, "CON-06"))


def _decline(world: World, ask: EngageAsk, command: Decline) -> None:
    world.tell(Declined(unit=command.unit, rule="CON-03" if ask.comes else "CON-04"))
    if ask.comes:
        world.push(EngageAsk(side_of(world, ask.foe), ask.foe, ask.unit, comes=False))
    else:
        world.push(BothDeclined(ask.foe, ask.unit))


# Fighting


def _attacks(seen: Seen) -> Iterable[Command]:
    return (Attack(seen.id, target) for target in _targets(seen))


def _check_attack(seen: Seen, command: Attack) -> Refusal | None:
    return seen.for_unit(command.unit) or _check_target(seen, command.target, "CON-07")


def _target(world: World, id: str) -> int:
    found = named(world, id)
    assert found is not None
    return found


def _attack(world: World, ask: CombatAsk, command: Attack) -> None:
    fights.pay(world, ask.unit, "CON-08")
    target = _target(world, command.target)
    strike = fights.strike(world, ask.unit, target)
    fights.count_blow(world, ask.unit)
    world.tell(
        Attacked(unit=command.unit, target=command.target, weapon=strike.weapon, rule="CON-07")
    )
    world.push(strike)


def _uses_on_opponents(seen: Seen) -> Iterable[Command]:
    return (
        Use(seen.id, item, target)
        for item in seen.hand
        if goods.spec(seen.view, item).target == "opponent"
        for target in _targets(seen)
    )


def _check_use_on(seen: Seen, command: Use) -> Refusal | None:
    return (
        seen.for_unit(command.unit)
        or seen.held(command.item, "opponent", "CON-09")
        or _check_target(seen, command.target, "CON-09")
    )


def _use_on(world: World, ask: CombatAsk, command: Use) -> None:
    fights.pay(world, ask.unit, "CON-09")
    goods.take_from_hand(world, ask.unit, command.item)
    world.tell(ItemUsed(unit=command.unit, item=command.item, target=command.target, rule="CON-09"))
    target = _target(world, command.target or "")
    world.push(goods.Effect(ask.unit, target, command.item, "CON-09"))


def _check_disengage(seen: Seen, command: Disengage) -> Refusal | None:
    refusal = seen.for_unit(command.unit)
    if refusal:
        return refusal
    if not seen.view.grid.neighbours(seen.walker.start):
        return Refusal("no-way-out", "No neighbouring tile can be entered.", "CON-10")
    tries = seen.view.find(seen.view.root, Tries)
    if tries and tries.count >= seen.view.scene.settings(Settings).breath:
        message = f"Nobody has the breath to break away after {tries.count} tries in one turn."
        return Refusal("out-of-breath", message, "CON-10", {"tries": tries.count})
    return None


def _disengage(world: World, ask: CombatAsk, command: Disengage) -> None:
    tries = world.find(world.root, Tries) or Tries()
    world.put(world.root, Tries(tries.count + 1))
    world.push(flights.breakaway(world, ask.unit, ask.fight))


def _own_items(seen: Seen, target: str) -> tuple[str, ...]:
    return tuple(i for i in seen.hand if goods.spec(seen.view, i).target == target)


_STOP = Option(End, lambda seen: (End(seen.id),), _check_end, _end)
_WALK = Option(
    Move,
    _walks(Move),
    _check_move,
    _move,
    _cost,
    _path_facts,
)
_LAY = Option(
    Lay,
    lambda seen: (Lay(seen.id, item) for item in _own_items(seen, "tile")),
    _check_lay,
    _lay,
    facts=_item_facts,
)
_USE = Option(
    Use,
    lambda seen: (Use(seen.id, item) for item in _own_items(seen, "self")),
    _check_use,
    _use,
    facts=_item_facts,
)

ASKS = (
    AskRules(
        TurnAsk,
        _seen,
        (
            _WALK,
            _LAY,
            _USE,
            _STOP,
        ),
    ),
    AskRules(
        EngageAsk,
        _seen,
        (
            Option(Engage, lambda s: (Engage(s.id),), _check_declare, _engage, facts=_foe_facts),
            Option(Decline, lambda s: (Decline(s.id),), _check_declare, _decline, facts=_foe_facts),
        ),
        never=Decline,
    ),
    AskRules(OnwardAsk, _seen, (_WALK,)),
    AskRules(
        CombatAsk,
        _seen,
        (
            Option(Attack, _attacks, _check_attack, _attack, _fight_cost, _strike_facts),
            Option(Use, _uses_on_opponents, _check_use_on, _use_on, _fight_cost, _item_facts),
            Option(Disengage, lambda s: (Disengage(s.id),), _check_disengage, _disengage),
        ),
    ),
    AskRules(FleeAsk, _seen, (Option(Flee, _flights, _check_flee, _flee, _cost, _path_facts),)),
    AskRules(
        ChaseAsk,
        _seen,
        (
            Option(Chase, _walks(Chase), _check_chase, _chase, _cost, _foe_facts),
            Option(Stay, lambda seen: (Stay(seen.id),), _check_stay, _stay, facts=_foe_facts),
        ),
        never=Stay,
    ),
)
