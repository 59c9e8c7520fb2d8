"""Belt and pack, weapons on the ground, loading, helping, ending the turn (VER-22, VER-33)."""

from collections.abc import Iterable
from typing import TypeVar

from game.components.belongings import Armed
from game.components.unit import Position
from game.core.sight import sees
from game.rules.verdigris import attacks, belt_and_pack, events, figures, moves, turns, zones
from game.rules.verdigris.asks.seen import Seen
from game.rules.verdigris.commands import (
    DropWeapon,
    Reload,
    Revive,
    TakeWeapon,
    Unpack,
    UnpackWeapon,
)
from game.rules.verdigris.dice_pools import first_roll
from game.rules.verdigris.records import LoadingLeft, Remedied
from game.systems.ask_checks import check_yours
from game.systems.items import Consumed
from game.terms.agenda import Ask
from game.terms.battlefield_commands import Draw
from game.terms.commands import Use
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.terms.work import Work
from game.world import World
from game.world.ask_rules import Option
from game.world.unit_names import id_of, ids_of, unit_named

FromGear = TypeVar("FromGear", Use, Unpack)

RULE = "VER-33"


def _things(seen: Seen, place: str, table: str) -> tuple[str, ...]:
    """Return the items or weapons on the belt or in the pack, each once."""
    known_there = getattr(figures.gear(seen.view, seen.unit), place)
    gear = seen.view.scene.level.gear[table]
    return tuple(dict.fromkeys(thing for thing in known_there if thing in gear))


def _uses(seen: Seen, kind: type[FromGear], place: str) -> Iterable[FromGear]:
    for item in _things(seen, place, "items"):
        target = figures.remedy(seen.view, item).target
        if target != "foe":
            yield kind(seen.id, item)
        others = seen.foes if target == "foe" else seen.allies if target == "friend" else ()
        for unit in others:
            if unit != seen.unit:
                yield kind(seen.id, item, ids_of(seen.view, (unit,))[0])


def _check_item(seen: Seen, command: Use | Unpack, place: str) -> Refusal | None:
    if command.item not in _things(seen, place, "items"):
        if place == "belt":
            return Refusal("not-there", RULE, variant="belt", unit=seen.id, thing=command.item)
        return Refusal("not-there", RULE, variant="pack", unit=seen.id, thing=command.item)
    target = figures.remedy(seen.view, command.item).target
    if command.target is None:
        if target == "foe":
            return Refusal("wrong-target", RULE, variant="foe", item=command.item)
        return None
    if refusal := seen.on_board(command.target, RULE):
        return refusal
    return _check_target(seen, command.item, unit_named(seen.view, command.target), target)


def _check_target(seen: Seen, item: str, unit: Entity, target: str) -> Refusal | None:
    """Refuse a target that the item isn't for, or that is too far away."""
    name = id_of(seen.view, unit)
    if target == "self" or (unit in seen.foes) != (target == "foe") or unit == seen.unit:
        return Refusal("wrong-target", RULE, variant="other", item=item, target=name)
    its = seen.view.get(unit, Position).at
    if target == "friend":
        if not seen.view.grid.adjacent(seen.at, its):
            return Refusal("not-beside", RULE, unit=seen.id, target=name)
        return None
    if zones.zone_at(seen.view, its) != zones.zone_at(seen.view, seen.at):
        return Refusal("too-far", RULE, variant="item", unit=seen.id, target=name)
    if not sees(seen.view.grid, seen.at, 1, its, 1):
        return Refusal("no-sight", RULE, unit=seen.id, target=name)
    return None


def _check_use(seen: Seen, command: Use) -> Refusal | None:
    return seen.with_belt(command.unit) or _check_item(seen, command, "belt")


def _check_unpack(seen: Seen, command: Unpack) -> Refusal | None:
    return seen.with_action(command.unit) or _check_item(seen, command, "pack")


def _use(world: World, ask: Ask, command: Use) -> None:
    turns.spend_belt(world, ask.unit)
    _apply(world, ask, command, "belt")


def _unpack(world: World, ask: Ask, command: Unpack) -> None:
    turns.spend_action(world, ask.unit)
    _apply(world, ask, command, "pack")


def _apply(world: World, ask: Ask, command: Use | Unpack, place: str) -> None:
    target = ask.unit if command.target is None else unit_named(world, command.target)
    belt_and_pack.use(world, ask.unit, target, command.item, place)


def _work(seen: Seen, command: Use | Unpack) -> Work:
    unit = seen.unit
    target = unit if command.target is None else unit_named(seen.view, command.target)
    acts = Consumed(unit, command.item), Remedied(unit, target, command.item)
    return Work(command.item, acts, (target,))


# Weapons


def _check_draw(seen: Seen, command: Draw) -> Refusal | None:
    if command.weapon not in _things(seen, "belt", "arms"):
        return Refusal("not-there", RULE, variant="belt", unit=seen.id, thing=command.weapon)
    return seen.with_belt(command.unit)


def _draw(world: World, ask: Ask, command: Draw) -> None:
    turns.spend_belt(world, ask.unit)
    belt_and_pack.wield(world, ask.unit, command.weapon, "belt")


def _check_unpack_weapon(seen: Seen, command: UnpackWeapon) -> Refusal | None:
    if command.weapon not in _things(seen, "pack", "arms"):
        return Refusal("not-there", RULE, variant="pack", unit=seen.id, thing=command.weapon)
    return seen.with_action(command.unit)


def _unpack_weapon(world: World, ask: Ask, command: UnpackWeapon) -> None:
    turns.spend_action(world, ask.unit)
    belt_and_pack.wield(world, ask.unit, command.weapon, "pack")


def _lying(seen: Seen) -> tuple[str, ...]:
    found = (thing for _, items in belt_and_pack.near(seen.view, seen.unit) for thing in items)
    return tuple(dict.fromkeys(found))


def _check_take(seen: Seen, command: TakeWeapon) -> Refusal | None:
    if command.weapon not in _lying(seen):
        return Refusal("not-there", "VER-18", variant="near", unit=seen.id, thing=command.weapon)
    return seen.with_belt(command.unit)


def _take(world: World, ask: Ask, command: TakeWeapon) -> None:
    turns.spend_belt(world, ask.unit)
    belt_and_pack.pick_up(world, ask.unit, command.weapon)


def _check_drop(seen: Seen, command: DropWeapon) -> Refusal | None:
    armed = seen.view.find(seen.unit, Armed)
    if armed is None or not armed.weapon:
        return Refusal("no-weapon", "VER-27", is_moot=True, unit=seen.id)
    return check_yours(seen, command.unit)


def _drop(world: World, ask: Ask, command: DropWeapon) -> None:
    attacks.drop_weapon(world, ask.unit, "VER-27")


def _check_reload(seen: Seen, command: Reload) -> Refusal | None:
    if not attacks.to_load(seen.view, seen.unit, seen.weapon):
        needs = figures.weapon(seen.view, seen.weapon).reload
        return Refusal(
            "loaded",
            "VER-22",
            variant="" if needs else "never",
            is_moot=True,
            weapon=seen.weapon,
        )
    riding = figures.rides(seen.view, seen.unit)
    if riding and not figures.talent(seen.view, seen.unit, "mounted_shots"):
        return Refusal("mounted", "VER-22", variant="load", unit=seen.id)
    return seen.with_action(command.unit)


def _reload(world: World, ask: Ask, command: Reload) -> None:
    turns.spend_action(world, ask.unit)
    arms = figures.in_hand(world, ask.unit)
    left = attacks.to_load(world, ask.unit, arms) - 1
    kept = tuple(w for w in world.get(ask.unit, LoadingLeft).weapons if w[0] != arms)
    world.put(ask.unit, LoadingLeft((*kept, (arms, left)) if left else kept))
    world.tell(events.Loading(unit=command.unit, weapon=arms, left=left, rule="VER-22"))


# Helping, and the end


def _helps(seen: Seen) -> Iterable[Revive]:
    return (
        Revive(seen.id, id) for id in ids_of(seen.view, (u for u in seen.allies if seen.is_down(u)))
    )


def _check_help(seen: Seen, command: Revive) -> Refusal | None:
    rule = "VER-32"
    if refusal := seen.with_action(command.unit) or seen.on_board(command.target, rule):
        return refusal
    target = unit_named(seen.view, command.target)
    if target in seen.foes or not seen.is_down(target):
        return Refusal("no-need", rule, target=command.target)
    if not seen.view.grid.adjacent(seen.at, seen.view.get(target, Position).at):
        return Refusal("not-beside", rule, unit=seen.id, target=command.target)
    return None


def _help(world: World, ask: Ask, command: Revive) -> None:
    turns.spend_action(world, ask.unit)
    parts = figures.skilled(world, ask.unit, "mind", "", "VER-32")
    target = unit_named(world, command.target)
    world.push(first_roll(moves.trial(world, ask.unit, "help", "VER-32", parts, target)))


OPTIONS = (
    Option(Revive, _helps, _check_help, _help),
    Option(Use, lambda s: _uses(s, Use, "belt"), _check_use, _use, work=_work),
    Option(
        *(Unpack, lambda s: _uses(s, Unpack, "pack"), _check_unpack, _unpack),
        work=_work,
    ),
    Option(Draw, lambda s: (Draw(s.id, w) for w in _things(s, "belt", "arms")), _check_draw, _draw),
    Option(
        UnpackWeapon,
        lambda s: (UnpackWeapon(s.id, w) for w in _things(s, "pack", "arms")),
        _check_unpack_weapon,
        _unpack_weapon,
    ),
    Option(
        TakeWeapon, lambda s: (TakeWeapon(s.id, thing) for thing in _lying(s)), _check_take, _take
    ),
    Option(Reload, lambda s: (Reload(s.id),), _check_reload, _reload),
    Option(DropWeapon, lambda s: (DropWeapon(s.id),), _check_drop, _drop),
)
