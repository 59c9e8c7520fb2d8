"""Attacking, readying, helping, defending (ACT-11 to ACT-15)."""

from collections.abc import Iterable
from typing import Any

from game.components.conditions import Condition
from game.components.hiding import Hidden
from game.components.unit import Position
from game.core.cells import Cell, shown
from game.core.rooms import apart
from game.engine.book import Option
from game.rules.action import (
    aiming,
    conditions,
    economy,
    events,
    objects,
    shooting,
    sights,
    zones,
)
from game.rules.action.asks.seen import Seen
from game.rules.action.commands import Attack, Defend, Help, Ready, Smash
from game.rules.action.figures import FEET, weapon
from game.rules.action.records import Helped, Readied
from game.systems import unseen
from game.terms.agenda import Ask
from game.terms.commands import Command
from game.terms.refusals import Refusal
from game.world import World
from game.world.names import id_of, named


def _attacks(seen: Seen) -> Iterable[Command]:
    return (Attack(seen.id, foe, arms) for foe in seen.ids(seen.foes) for arms in seen.weapons)


def _check_attack(seen: Seen, command: Attack) -> Refusal | None:
    refusal = seen.foe(command.target, "ACT-13") or _check_weapon(seen, command)
    if refusal:
        return refusal
    target = seen.view.get(seen.known(command.target), Position)
    return aiming.refusal(seen.view, seen.unit, target, command.weapon)


def _check_weapon(seen: Seen, command: Attack | Smash) -> Refusal | None:
    """Refuses a weapon that is not at hand, or an attack there is nothing left for."""
    if refusal := seen.for_unit(command.unit):
        return refusal
    if command.weapon not in seen.weapons:
        held = ", ".join(repr(id) for id in seen.weapons)
        message = f"{seen.id!r} has no weapon {command.weapon!r} ready, but {held}."
        return Refusal("not-ready", message, "ACT-13")
    if economy.attacks_by(seen.view, seen.unit, command.weapon) is None:
        return Refusal("no-action", f"{seen.id!r} has no attack left.", "ACT-06")
    return None


def _attack(world: World, ask: Ask, command: Attack) -> None:
    target = named(world, command.target)
    assert target is not None
    light = economy.pay_attack(world, ask.unit, command.weapon)
    at = world.get(target, Position).at
    shooting.attack(world, ask.unit, target, at, command.weapon, light)


def _attack_facts(seen: Seen, command: Attack | Smash) -> dict[str, Any]:
    return {"damage": weapon(seen.view, command.weapon).damage}


def _smashes(seen: Seen) -> Iterable[Command]:
    cells = list(seen.view.grid.cells()) if hides_somebody(seen) else objects.things(seen.view)
    able = [id for id in seen.weapons if economy.attacks_by(seen.view, seen.unit, id)]
    return (
        Smash(seen.id, cell, arms) for cell in cells for arms in able if _is_near(seen, cell, arms)
    )


def hides_somebody(seen: Seen) -> bool:
    """Whether a foe is on the board whose place the side does not know."""
    side = seen.ask.side
    return any(unseen.is_unseen(seen.view, unit, side) for unit in seen.view.ids(Hidden))


def _is_near(seen: Seen, cell: Cell, id: str) -> bool:
    """Whether a tile is so near that it is worth asking if the weapon hits it."""
    arms, far = weapon(seen.view, id), apart(cell, 1, seen.at.at, seen.at.span) * FEET
    if far <= arms.reach or arms.kind == "melee":
        return far <= arms.reach
    return zones.distance(seen.view, seen.at, Position(cell)) <= max(arms.range, arms.long)


def _check_smash(seen: Seen, command: Smash) -> Refusal | None:
    view, at = seen.view, command.at
    if refusal := _check_weapon(seen, command) or seen.tile(at, "ACT-13"):
        return refusal
    if view.at(Position, at):
        message = f"Somebody stands at {shown(at)}; attack that creature."
        return Refusal("creature-there", message, "ACT-13")
    if not objects.is_thing(view, at):
        if not hides_somebody(seen):
            return Refusal("nothing-there", f"There is nothing to hit at {shown(at)}.", "ACT-13")
        if not (view.grid.cost(at) or view.air.cost(at)):
            return Refusal("no-hideout", f"Nobody can be at {shown(at)}.", "ACT-20")
    return aiming.refusal(view, seen.unit, Position(at), command.weapon)


def _smash(world: World, ask: Ask, command: Smash) -> None:
    light = economy.pay_attack(world, ask.unit, command.weapon)
    shooting.attack(world, ask.unit, None, command.at, command.weapon, light)


# Ready, help, defend


def _readies(seen: Seen) -> Iterable[Command]:
    return (Ready(seen.id, arms) for arms in seen.weapons)


def _check_ready(seen: Seen, command: Ready) -> Refusal | None:
    if command.weapon not in seen.weapons:
        message = f"{seen.id!r} has no weapon {command.weapon!r} ready."
        return Refusal("not-ready", message, "ACT-11")
    arms = weapon(seen.view, command.weapon)
    if arms.kind == "ranged" and economy.is_unloaded(seen.view, seen.unit, command.weapon):
        return Refusal("unloaded", f"{arms.title} has to be loaded first.", "ACT-10")
    return seen.with_action(command.unit)


def _ready(world: World, ask: Ask, command: Ready) -> None:
    economy.use(world, ask.unit, action=True)
    world.put(ask.unit, Readied(command.weapon))
    told = events.ReadiedAttack(unit=command.unit, weapon=command.weapon, rule="ACT-11")
    world.tell(told, unseen.witnesses(world, ask.unit))


def _helps(seen: Seen) -> Iterable[Command]:
    return (Help(seen.id, foe) for foe in seen.ids(seen.foes))


def _check_help(seen: Seen, command: Help) -> Refusal | None:
    if refusal := seen.with_action(command.unit) or seen.foe(command.target, "ACT-11"):
        return refusal
    target = seen.view.get(seen.known(command.target), Position)
    if not sights.reaches(seen.view, seen.at, target, FEET):
        far = sights.feet_apart(seen.view, seen.at, target)
        message = f"{command.target!r} is {far} ft away, and one helps on foes {FEET} ft away."
        if far <= FEET:
            message = f"Nothing reaches from {shown(seen.at.at)} to {shown(target.at)}."
        return Refusal("not-beside", message, "ACT-11", {"reach": FEET, "distance": far})
    if not any(conditions.is_alert(seen.view, friend) for friend in seen.friends):
        return Refusal("no-ally", f"{seen.id!r} has no ally to help.", "ACT-11")
    return None


def _help(world: World, ask: Ask, command: Help) -> None:
    foe = named(world, command.target)
    assert foe is not None
    economy.use(world, ask.unit, action=True)
    helped = world.find(foe, Helped) or Helped(())
    world.put(foe, Helped((*(u for u in helped.by if u != ask.unit), ask.unit)))
    told = events.Helping(unit=id_of(world, ask.unit), target=command.target, rule="ACT-11")
    world.tell(told, unseen.witnesses(world, ask.unit))


def _check_defend(seen: Seen, command: Defend) -> Refusal | None:
    return seen.with_action(command.unit)


def _defend(world: World, ask: Ask, command: Defend) -> None:
    economy.use(world, ask.unit, action=True)
    held = Condition(conditions.DEFENDING, turns=1, rule="ACT-11", by=ask.unit)
    conditions.lay(world, ask.unit, held)


OPTIONS = (
    Option(Attack, _attacks, _check_attack, _attack, facts=_attack_facts),
    Option(Smash, _smashes, _check_smash, _smash, facts=_attack_facts),
    Option(Ready, _readies, _check_ready, _ready),
    Option(Help, _helps, _check_help, _help),
    Option(Defend, lambda seen: (Defend(seen.id),), _check_defend, _defend),
)
