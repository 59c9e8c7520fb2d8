"""Attacking, readying, helping, defending (ACT-11 to ACT-15)."""

from collections.abc import Iterable

from game.components.conditions import Condition
from game.components.unit import Position
from game.core.cells import Cell, reading
from game.rules.action import events
from game.rules.action.asks.seen import Seen
from game.rules.action.combat import aiming, declaring_attacks, walking
from game.rules.action.commands import Attack, Defend, Help, Ready, Smash
from game.rules.action.field import effect_areas, sight_and_cover, things_on_tiles, zones
from game.rules.action.records import Helped, Readied, Unloaded
from game.rules.action.schema import DEFENDING
from game.rules.action.units import conditions, turn_economy
from game.rules.action.units.figures import FEET, weapon
from game.systems import hidden_units
from game.systems.ask_checks import check_yours
from game.terms.agenda import Ask
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.world import World
from game.world.ask_rules import Option
from game.world.unit_names import id_of, unit_by_id, unit_named

STANDS = (*walking.WAYS, Unloaded)
"""Components that decide which targets can be hit."""


def _able(seen: Seen) -> tuple[str, ...]:
    """Return the weapons with which the unit has an attack left."""
    return tuple(id for id in seen.weapons if turn_economy.attacks_by(seen.view, seen.unit, id))


def _attacks(seen: Seen) -> Iterable[Attack]:
    able = _able(seen)
    key = "attacks", seen.unit, able
    hits = seen.view.once(key, lambda: _hits(seen, able), STANDS) if able else ()
    return (Attack(seen.id, foe, arms) for foe, arms in hits)


def _hits(seen: Seen, able: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return each foe that can be attacked, paired with each weapon that can attack it."""
    return tuple(
        (id_of(seen.view, foe), arms)
        for foe in seen.foes
        for arms in able
        if aiming.can_hit(seen.view, seen.unit, foe, arms)
    )


def _attack_samples(seen: Seen) -> Iterable[Attack]:
    return (Attack(seen.id, seen.nearest_foe, arms) for arms in seen.carried)


def _check_attack(seen: Seen, command: Attack) -> Refusal | None:
    refusal = seen.foe(command.target, "ACT-13") or _check_weapon(seen, command)
    if refusal:
        return refusal
    target = seen.view.get(unit_named(seen.view, command.target), Position)
    return aiming.refusal(seen.view, seen.unit, target, command.weapon, command.target)


def _check_weapon(seen: Seen, command: Attack | Smash) -> Refusal | None:
    """Refuse a weapon that isn't ready, or an attack if none is left."""
    if refusal := check_yours(seen, command.unit):
        return refusal
    if command.weapon not in seen.weapons:
        return seen.not_ready(command.weapon, "ACT-13")
    if turn_economy.attacks_by(seen.view, seen.unit, command.weapon) is None:
        return Refusal("no-action", "ACT-06", variant="attack", unit=seen.id)
    return None


def _attack(world: World, ask: Ask, command: Attack) -> None:
    target = unit_by_id(world, command.target)
    assert target is not None
    light = turn_economy.pay_attack(world, ask.unit, command.weapon)
    at = world.get(target, Position).at
    declaring_attacks.declare_attack(world, ask.unit, target, at, command.weapon, light)


def _attack_facts(seen: Seen, command: Attack | Smash) -> TextFacts:
    return {"damage": weapon(seen.view, command.weapon).damage}


def _smashes(seen: Seen) -> Iterable[Smash]:
    able = _able(seen)
    key = "smashes", seen.unit, able
    hits = seen.view.once(key, lambda: _thing_hits(seen, able), STANDS) if able else ()
    return (Smash(seen.id, cell, arms) for cell, arms in hits)


def _smash_samples(seen: Seen) -> Iterable[Smash]:
    """Sample a weapon's hit on the nearest thing, if the map has any."""
    for at in seen.nearest_of(things_on_tiles.things(seen.view)):
        yield from (Smash(seen.id, at, arms) for arms in seen.weapons)


def _thing_hits(seen: Seen, able: tuple[str, ...]) -> tuple[tuple[Cell, str], ...]:
    """Return each tile without a visible creature, paired with each weapon that can hit it."""
    view, worth = seen.view, _worth_hitting(seen, able)
    hits = {arms: _in_reach(seen, worth, arms) for arms in able}
    cells = [cell for cell in worth if not view.at(Position, cell)]
    return tuple((cell, arms) for cell in cells for arms in able if cell in hits[arms])


def _in_reach(seen: Seen, cells: tuple[Cell, ...], arms: str) -> frozenset[Cell]:
    """Return those of the tiles that a weapon can hit; cached for the unit's tile."""
    view, unit = seen.view, seen.unit
    key = "in reach", seen.at, arms, turn_economy.is_unloaded(view, unit, arms), cells
    return view.grid.once(key, lambda: frozenset(aiming.tiles_in_reach(view, unit, cells, arms)))


def _worth_hitting(seen: Seen, able: tuple[str, ...]) -> tuple[Cell, ...]:
    """Return the tiles with a thing to hit, and those on which a hidden unit might be.

    Return a tile for a possible hidden unit only if it may be in range.
    """
    view, things = seen.view, things_on_tiles.things(seen.view)
    if not hidden_units.are_any(seen.view, seen.ask.side):
        return things
    arms = [weapon(view, id) for id in able]
    far = max(max(one.reach, one.range, one.long) for one in arms) // FEET
    near = view.grid.cells() if zones.is_zoned(view) else effect_areas.around(view, seen.at, far)
    grid, air, standing = view.grid, view.air, set(things)
    found = (c for c in near if grid.cost(c) or air.cost(c) or c in standing)
    return tuple(sorted(found, key=reading))


def _check_smash(seen: Seen, command: Smash) -> Refusal | None:
    view, at = seen.view, command.at
    if refusal := _check_weapon(seen, command) or seen.tile(at, "ACT-13"):
        return refusal
    if there := view.at(Position, at):
        return Refusal(
            "creature-there",
            "ACT-13",
            variant="" if there[0] in seen.foes else "ally",
            at=at,
            target=id_of(view, there[0]),
        )
    if not things_on_tiles.is_thing(view, at):
        if not hidden_units.are_any(seen.view, seen.ask.side):
            return Refusal("nothing-there", "ACT-13", at=at)
        if not (view.grid.cost(at) or view.air.cost(at)):
            return Refusal("no-hideout", "ACT-20", at=at)
    return aiming.refusal(view, seen.unit, Position(at), command.weapon)


def _smash(world: World, ask: Ask, command: Smash) -> None:
    light = turn_economy.pay_attack(world, ask.unit, command.weapon)
    declaring_attacks.declare_attack(world, ask.unit, None, command.at, command.weapon, light)


# Ready, help, defend


def _readies(seen: Seen) -> Iterable[Ready]:
    return (Ready(seen.id, arms) for arms in seen.weapons)


def _check_ready(seen: Seen, command: Ready) -> Refusal | None:
    if command.weapon not in seen.weapons:
        return seen.not_ready(command.weapon, "ACT-11")
    arms = weapon(seen.view, command.weapon)
    if arms.kind == "ranged" and turn_economy.is_unloaded(seen.view, seen.unit, command.weapon):
        return Refusal("unloaded", "ACT-10", weapon=command.weapon)
    return seen.with_action(command.unit)


def _ready(world: World, ask: Ask, command: Ready) -> None:
    turn_economy.use(world, ask.unit, action=True)
    world.put(ask.unit, Readied(command.weapon))
    told = events.ReadiedAttack(unit=command.unit, weapon=command.weapon, rule="ACT-11")
    world.tell(told, hidden_units.witnesses(world, ask.unit))


def _helps(seen: Seen) -> Iterable[Help]:
    """Propose to help with attacks on adjacent foes, if the unit has an action."""
    foes = () if seen.used.action else seen.foes
    return (Help(seen.id, id_of(seen.view, foe)) for foe in foes if _is_beside(seen, foe))


def _help_samples(seen: Seen) -> Iterable[Help]:
    yield Help(seen.id, seen.nearest_foe)


def _is_beside(seen: Seen, foe: Entity) -> bool:
    return sight_and_cover.reaches(seen.view, seen.at, seen.view.get(foe, Position), FEET)


def _check_help(seen: Seen, command: Help) -> Refusal | None:
    if refusal := seen.with_action(command.unit) or seen.foe(command.target, "ACT-11"):
        return refusal
    foe = unit_named(seen.view, command.target)
    if not _is_beside(seen, foe):
        target = seen.view.get(foe, Position)
        far = sight_and_cover.feet_apart(seen.view, seen.at, target)
        if far <= FEET:
            return Refusal("not-beside", "ACT-11", variant="blocked", target=command.target)
        return Refusal("not-beside", "ACT-11", target=command.target, distance=far, reach=FEET)
    if not any(conditions.is_alert(seen.view, ally) for ally in seen.allies):
        return Refusal("no-ally", "ACT-11", unit=seen.id)
    return None


def _help(world: World, ask: Ask, command: Help) -> None:
    foe = unit_by_id(world, command.target)
    assert foe is not None
    turn_economy.use(world, ask.unit, action=True)
    helped = world.find(foe, Helped) or Helped(())
    world.put(foe, Helped((*(u for u in helped.by if u != ask.unit), ask.unit)))
    told = events.Helping(unit=id_of(world, ask.unit), target=command.target, rule="ACT-11")
    world.tell(told, hidden_units.witnesses(world, ask.unit))


def _check_defend(seen: Seen, command: Defend) -> Refusal | None:
    return seen.with_action(command.unit)


def _defend(world: World, ask: Ask, command: Defend) -> None:
    turn_economy.use(world, ask.unit, action=True)
    held = Condition(DEFENDING, turns=1, rule="ACT-11", by=ask.unit)
    conditions.lay(world, ask.unit, held)


OPTIONS = (
    Option(
        *(Attack, _attacks, _check_attack, _attack),
        facts=_attack_facts,
        samples=_attack_samples,
        is_sound=True,
    ),
    Option(
        *(Smash, _smashes, _check_smash, _smash),
        facts=_attack_facts,
        samples=_smash_samples,
        is_sound=True,
    ),
    Option(Ready, _readies, _check_ready, _ready),
    Option(Help, _helps, _check_help, _help, samples=_help_samples),
    Option(Defend, lambda seen: (Defend(seen.id),), _check_defend, _defend),
)
