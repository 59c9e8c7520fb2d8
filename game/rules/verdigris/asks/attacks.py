"""Attacks, called shots, grapples, mounts' attacks, readying and guarding (VER-08 to VER-28)."""

from collections.abc import Iterable

from game.components.belongings import Armed
from game.components.unit import Position
from game.core.cells import Cell
from game.rules.verdigris import attacks, events, figures, grapples, mounts, turns
from game.rules.verdigris.asks.seen import Seen
from game.rules.verdigris.commands import (
    Attack,
    AttackMount,
    Called,
    Grapple,
    Guard,
    ReadyShot,
    Release,
    Struggle,
    Trample,
)
from game.rules.verdigris.dice_pools import first_roll
from game.rules.verdigris.records import Grappled, Guarding, ReadiedTile, Trampling, Turn
from game.rules.verdigris.schema import UNARMED
from game.systems.ask_checks import check_yours
from game.terms.agenda import Ask
from game.terms.refusals import Refusal
from game.terms.texts import TextFacts
from game.world import World
from game.world.ask_rules import Option
from game.world.unit_names import id_of, ids_of, unit_named

AIMS = ("weak", *attacks.EFFECTS)


def _attacks(seen: Seen) -> Iterable[Attack]:
    if not seen.turn.action:
        for foe in ids_of(seen.view, seen.foes):
            yield Attack(seen.id, foe, seen.weapon)


def _attack_samples(seen: Seen) -> Iterable[Attack]:
    return (Attack(seen.id, seen.nearest_foe, arms) for arms in seen.carried)


def _check_attack(seen: Seen, command: Attack | Called | AttackMount) -> Refusal | None:
    rule = "VER-08"
    if refusal := seen.with_action(command.unit) or seen.foe(command.target, rule):
        return refusal
    held, wanted = seen.weapon, command.weapon
    if wanted == UNARMED != held:
        return Refusal("not-in-hand", rule, variant="empty", unit=seen.id, held=held)
    if wanted != held:
        return Refusal(
            "not-in-hand", rule, variant="weapon", unit=seen.id, held=held, weapon=wanted
        )
    return attacks.obstacle_code(
        seen.view, seen.unit, unit_named(seen.view, command.target), command.weapon
    )


def _attack(world: World, ask: Ask, command: Attack) -> None:
    turns.spend_action(world, ask.unit)
    attacks.declare(world, ask.unit, unit_named(world, command.target), command.weapon)


def _attack_facts(seen: Seen, command: Attack | Called | AttackMount) -> TextFacts:
    return {"damage": figures.weapon(seen.view, command.weapon).damage}


def _calls(seen: Seen) -> Iterable[Called]:
    if not seen.turn.action:
        for foe in ids_of(seen.view, seen.foes):
            for aim in AIMS:
                yield Called(seen.id, foe, seen.weapon, aim)


def _call_samples(seen: Seen) -> Iterable[Called]:
    return (Called(seen.id, seen.nearest_foe, seen.weapon, aim) for aim in AIMS)


def _check_called(seen: Seen, command: Called) -> Refusal | None:
    if command.aim not in AIMS:
        return Refusal("unknown-aim", "VER-17", aim=command.aim, known=tuple(AIMS))
    return _check_attack(seen, command) or _pointless(seen, command)


def _pointless(seen: Seen, command: Called) -> Refusal | None:
    """Refuse a called shot that could have no effect on the target."""
    view, target, id = seen.view, unit_named(seen.view, command.target), command.target
    if seen.is_down(target):
        return Refusal("down", "VER-32", unit=id)
    if command.aim == "disarm" and figures.in_hand(view, target) == UNARMED:
        return Refusal("no-weapon", "VER-18", unit=id)
    if command.aim == "trip" and figures.has(view, target, "prone"):
        return Refusal("done-already", "VER-18", variant="prone", unit=id)
    if command.aim == "pin" and figures.has(view, target, "pinned"):
        return Refusal("done-already", "VER-18", variant="pinned", unit=id)
    return None


def _called(world: World, ask: Ask, command: Called) -> None:
    turns.spend_action(world, ask.unit)
    target = unit_named(world, command.target)
    attacks.declare(world, ask.unit, target, command.weapon, command.aim)


def _mount_attacks(seen: Seen) -> Iterable[AttackMount]:
    if not seen.turn.action:
        for foe in seen.foes:
            if figures.rides(seen.view, foe):
                yield AttackMount(seen.id, id_of(seen.view, foe), seen.weapon)


def _mount_samples(seen: Seen) -> Iterable[AttackMount]:
    """Sample an attack on the first mount, if any foe rides."""
    riders = [foe for foe in seen.foes if figures.rides(seen.view, foe)]
    return (AttackMount(seen.id, id, seen.weapon) for id in ids_of(seen.view, riders[:1]))


def _check_mount_attack(seen: Seen, command: AttackMount) -> Refusal | None:
    if refusal := _check_attack(seen, command):
        return refusal
    if not figures.rides(seen.view, unit_named(seen.view, command.target)):
        return Refusal("no-mount", "VER-23", variant="foe", unit=command.target)
    return None


def _attack_mount(world: World, ask: Ask, command: AttackMount) -> None:
    turns.spend_action(world, ask.unit)
    target = unit_named(world, command.target)
    attacks.declare(world, ask.unit, target, command.weapon, at_mount=True)


# Grapples


def _grapples(seen: Seen) -> Iterable[Grapple]:
    if not seen.turn.action:
        for foe in ids_of(seen.view, seen.foes):
            yield Grapple(seen.id, foe)


def _grapple_samples(seen: Seen) -> Iterable[Grapple]:
    yield Grapple(seen.id, seen.nearest_foe)


def _check_grapple(seen: Seen, command: Grapple) -> Refusal | None:
    rule, view = "VER-27", seen.view
    if refusal := seen.with_action(command.unit) or seen.foe(command.target, rule):
        return refusal
    target, armed = unit_named(seen.view, command.target), view.find(seen.unit, Armed)
    if armed and armed.weapon:
        return Refusal("hands-full", rule, unit=seen.id, weapon=armed.weapon)
    if figures.rides(view, seen.unit):
        return Refusal("mounted", rule, variant="grapple", unit=seen.id)
    if view.has(seen.unit, Grappled) or view.has(target, Grappled):
        return Refusal("in-grapple", rule, unit=seen.id, target=command.target)
    if seen.is_down(target):
        return Refusal("down", rule, unit=command.target)
    return attacks.obstacle_code(view, seen.unit, target, UNARMED)


def _grapple(world: World, ask: Ask, command: Grapple) -> None:
    turns.spend_action(world, ask.unit)
    target = unit_named(world, command.target)
    attacks.declare(world, ask.unit, target, UNARMED, "grapple")


def _check_release(seen: Seen, command: Release) -> Refusal | None:
    grappled = seen.view.find(seen.unit, Grappled)
    if grappled is None or not grappled.holds:
        return Refusal("no-grapple", "VER-27", is_moot=True, unit=seen.id)
    return check_yours(seen, command.unit)


def _release(world: World, ask: Ask, command: Release) -> None:
    grapples.end(world, ask.unit, "VER-27")


def _check_struggle(seen: Seen, command: Struggle) -> Refusal | None:
    if not figures.entangled(seen.view, seen.unit):
        return Refusal("not-entangled", "VER-27", is_moot=True, unit=seen.id)
    return seen.with_action(command.unit)


def _struggle(world: World, ask: Ask, command: Struggle) -> None:
    turns.spend_action(world, ask.unit)
    world.push(first_roll(grapples.struggle(world, ask.unit)))


# Mounts


def _tramples(seen: Seen) -> Iterable[Trample]:
    if figures.rides(seen.view, seen.unit):
        for foe in ids_of(seen.view, mounts.foes_near(seen.view, seen.unit)):
            yield Trample(seen.id, foe)


def _trample_samples(seen: Seen) -> Iterable[Trample]:
    if figures.rides(seen.view, seen.unit):
        yield Trample(seen.id, seen.nearest_foe)


def _check_trample(seen: Seen, command: Trample) -> Refusal | None:
    rule = "VER-20"
    if refusal := check_yours(seen, command.unit) or seen.foe(command.target, rule):
        return refusal
    if not figures.rides(seen.view, seen.unit):
        return Refusal("no-mount", rule, unit=seen.id)
    if not seen.turn.action:
        return Refusal("too-soon", rule, unit=seen.id)
    if seen.turn.trampled:
        return Refusal("no-action", rule, variant="mount", unit=seen.id)
    if unit_named(seen.view, command.target) not in mounts.foes_near(seen.view, seen.unit):
        return Refusal("not-beside", rule, unit=seen.id, target=command.target)
    return None


def _trample(world: World, ask: Ask, command: Trample) -> None:
    turn = world.get(ask.unit, Turn)
    world.put(ask.unit, Turn(turn.move, turn.action, turn.belt, True, turn.moved))
    world.push(Trampling(ask.unit, unit_named(world, command.target)))


# Readying and guarding


def _readies(seen: Seen) -> Iterable[ReadyShot]:
    arms = figures.weapon(seen.view, seen.weapon)
    if not seen.turn.action and figures.is_ranged(arms):
        for cell in seen.view.grid.cells():
            yield ReadyShot(seen.id, cell)


def _ready_samples(seen: Seen) -> Iterable[ReadyShot]:
    """Sample a shot at the nearest free tile, for units with a ranged weapon."""
    if any(figures.is_ranged(figures.weapon(seen.view, arms)) for arms in seen.carried):
        yield from (ReadyShot(seen.id, cell) for cell in _free_beside(seen))


def _free_beside(seen: Seen) -> tuple[Cell, ...]:
    """Return the first free tile next to the unit, or its own tile, as a tuple of one."""
    around = (cell for cell, _ in seen.view.grid.neighbours(seen.at))
    free = (cell for cell in around if _no_tile(seen, cell) is None)
    return (next(free, seen.at),)


def _check_ready(seen: Seen, command: ReadyShot) -> Refusal | None:
    view, arms = seen.view, figures.weapon(seen.view, seen.weapon)
    if refusal := seen.with_action(command.unit) or _no_tile(seen, command.at):
        return refusal
    if not figures.is_ranged(arms):
        return Refusal("no-shot", "VER-25", unit=seen.id)
    unready = attacks.unready(view, seen.unit, seen.weapon)
    return unready or attacks.unseen(view, seen.at, command.at, arms, 0)


def _no_tile(seen: Seen, at: Cell) -> Refusal | None:
    """Refuse a tile that no unit can enter."""
    if at not in seen.view.grid or not seen.view.grid.cost(at):
        return Refusal("no-tile", "VER-25", at=at)
    if there := seen.view.at(Position, at):
        return Refusal("taken", "VER-25", at=at, other=id_of(seen.view, there[0]))
    return None


def _ready(world: World, ask: Ask, command: ReadyShot) -> None:
    turns.spend_action(world, ask.unit)
    world.put(ask.unit, ReadiedTile(command.at))
    world.tell(events.ReadiedShot(unit=command.unit, at=command.at, rule="VER-25"))


def _guards(seen: Seen) -> Iterable[Guard]:
    if not seen.turn.action:
        for cell, _ in seen.view.grid.neighbours(seen.at):
            yield Guard(seen.id, cell)


def _guard_samples(seen: Seen) -> Iterable[Guard]:
    return (Guard(seen.id, cell) for cell in _free_beside(seen))


def _check_guard(seen: Seen, command: Guard) -> Refusal | None:
    if refusal := seen.with_action(command.unit) or _no_tile(seen, command.at):
        return refusal
    if figures.is_ranged(figures.weapon(seen.view, seen.weapon)):
        return Refusal("no-blow", "VER-25", unit=seen.id, weapon=seen.weapon)
    if not seen.view.grid.adjacent(seen.at, command.at):
        return Refusal("not-beside", "VER-25", variant="tile", unit=seen.id, at=command.at)
    return None


def _guard(world: World, ask: Ask, command: Guard) -> None:
    turns.spend_action(world, ask.unit)
    world.put(ask.unit, Guarding(command.at))
    world.tell(events.OnGuard(unit=command.unit, at=command.at, rule="VER-25"))


OPTIONS = (
    Option(
        *(Attack, _attacks, _check_attack, _attack),
        facts=_attack_facts,
        samples=_attack_samples,
    ),
    Option(Called, _calls, _check_called, _called, facts=_attack_facts, samples=_call_samples),
    Option(
        *(AttackMount, _mount_attacks, _check_mount_attack, _attack_mount),
        facts=_attack_facts,
        samples=_mount_samples,
    ),
    Option(Grapple, _grapples, _check_grapple, _grapple, samples=_grapple_samples),
    Option(Release, lambda seen: (Release(seen.id),), _check_release, _release),
    Option(Struggle, lambda seen: (Struggle(seen.id),), _check_struggle, _struggle),
    Option(Trample, _tramples, _check_trample, _trample, samples=_trample_samples),
    Option(Guard, _guards, _check_guard, _guard, samples=_guard_samples),
    Option(ReadyShot, _readies, _check_ready, _ready, samples=_ready_samples),
)
