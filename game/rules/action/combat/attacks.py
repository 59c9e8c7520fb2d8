"""Making an attack, and its effects (ACT-13, ACT-20, ACT-21)."""

from game.components.motion import Path
from game.components.unit import Position
from game.core.cells import Cell
from game.core.dice import Dice
from game.rules.action.combat import advantage, attack_numbers, concentration
from game.rules.action.combat.effect_items import AffectTargets, Working
from game.rules.action.events import Guarded, Smashed, SmashMissed
from game.rules.action.field import stealth, things_on_tiles
from game.rules.action.records import (
    AttackProfile,
    Helped,
    HitGuard,
    HitOutcome,
    HitRoll,
    MissOutcome,
)
from game.rules.action.units import powers, turn_economy
from game.rules.action.units.figures import figure
from game.systems import hidden_units
from game.systems.damage import Blow, Hurt, reasons
from game.systems.movement import stop_walk
from game.systems.script import triggers
from game.terms.agenda import AgendaItem
from game.terms.events import Hit, Missed
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, side_of


def declare(world: World, unit: Entity, target: Entity, arms_id: str, light: bool = False) -> None:
    """Push a weapon attack on a unit. The attacker is revealed, and help is used up."""
    profile = attack_numbers.arms_profile(
        world, unit, target, world.get(target, Position), arms_id, light
    )
    push_attack(world, profile)


def push_attack(world: World, profile: AttackProfile) -> None:
    """Push an attack on a unit, by its profile. The attacker is revealed, and help is used up."""
    unit, target = profile.attacker, profile.target
    assert target is not None
    # The profile already includes the help: it counts for the attack that uses it up.
    _use_help(world, unit, target)
    stealth.come_out(world, unit, "ACT-21")
    triggers.attack(world, unit, target, profile.weapon, "ACT-13")
    world.push(HitRoll(profile))


def _use_help(world: World, unit: Entity, target: Entity) -> None:
    used = advantage.helpers_on(world, unit, target)
    helped = world.find(target, Helped)
    left = tuple(u for u in helped.by if u not in used) if helped else ()
    if helped and used:
        if left:
            world.put(target, Helped(left))
        else:
            world.drop(target, Helped)


def smash(world: World, unit: Entity, at: Cell, arms_id: str, light: bool = False) -> None:
    """Push an attack on a place: on a thing there, on a hidden unit there, or on nothing."""
    side = side_of(world, unit)
    if things_on_tiles.is_thing(world, at):
        profile = attack_numbers.thing_profile(world, unit, at, arms_id, light)
    else:
        there = (u for u in world.at(Position, at) if hidden_units.is_unseen(world, u, side))
        profile = attack_numbers.arms_profile(
            world, unit, next(there, None), Position(at), arms_id, light
        )
    stealth.come_out(world, unit, "ACT-21")
    world.tell(Smashed(unit=id_of(world, unit), at=at, weapon=arms_id, rule="ACT-13"))
    world.push(HitRoll(profile))


class LandingAttack(System[MissOutcome | HitOutcome]):
    """A system that logs the result of an attack, and deals the damage."""

    def process(self, world: World, item: AgendaItem) -> None:
        if isinstance(item, MissOutcome):
            self._miss(world, item)
        elif isinstance(item, HitOutcome):
            self._hit(world, item)

    def _miss(self, world: World, item: MissOutcome) -> None:
        aim, target = item.profile, item.profile.target
        name, dice = id_of(world, aim.attacker), world.faces
        concentration.settle(world, aim.attacker)
        # Logged as an attack on a place if the target is hidden: naming the target would reveal it.
        if target is None or hidden_units.is_unseen(world, target, side_of(world, aim.attacker)):
            rule = "ACT-13" if aim.is_thing else "ACT-20"
            world.tell(SmashMissed(unit=name, at=aim.at, rule=rule, dice=dice))
            return
        if item.guard:
            self._guard(world, target, item.guard)
        foe, total = id_of(world, target), _total(world, aim)
        needed = (aim.needed or 0) + (item.guard.bonus if item.guard else 0)
        world.tell(
            Missed(unit=name, target=foe, total=total, needed=needed, rule="ACT-12", dice=dice)
        )

    def _guard(self, world: World, unit: Entity, guard: HitGuard) -> None:
        turn_economy.spend_reaction(world, unit)
        if guard.source in figure(world, unit).powers:
            powers.pay(world, unit, guard.source)
        name = id_of(world, unit)
        world.tell(Guarded(unit=name, source=guard.source, bonus=guard.bonus, rule="ACT-09"))

    def _hit(self, world: World, item: HitOutcome) -> None:
        aim, target = item.profile, item.profile.target
        if target is None:
            things_on_tiles.batter(world, aim.at, item.dealt, aim.attacker)
            return
        stealth.reveal(world, target, side_of(world, aim.attacker), "ACT-20")
        path = world.find(target, Path)
        if path and path.until_hit:
            stop_walk(world, target)
        if not world.quiet:
            self._tell_hit(world, aim, target)
        origin = world.find(aim.attacker, Position)
        if origin and powers.has_impact(world, aim.source, aim.weapon):
            cells = world.get(target, Position).cells
            struck = aim.source != "arms"
            what = aim.source, aim.weapon, aim.attacker, origin
            world.push(AffectTargets(Working(*what, cells, has_struck=struck), (target,)))
        if aim.damage is not None:
            why = reasons(aim.factor, "ACT-34")
            world.push(Hurt((Blow(target, item.dealt, aim.weapon, "ACT-13", aim.attacker, why),)))

    def _tell_hit(self, world: World, aim: AttackProfile, target: Entity) -> None:
        name, foe, total = id_of(world, aim.attacker), id_of(world, target), _total(world, aim)
        dice, needed = world.faces[: len(Dice.of(aim.roll).sides)], aim.needed or 0
        world.tell(Hit(unit=name, target=foe, total=total, needed=needed, rule="ACT-12", dice=dice))


def _total(world: World, aim: AttackProfile) -> int:
    """Return the attack's total from the faces: merged outcomes don't store it."""
    dice = Dice.of(aim.roll)
    faces = world.faces[: len(dice.sides)]
    return dice.value(faces) + aim.bonus if len(faces) == len(dice.sides) else 0
