"""Heroes at 0 life: dying, healing and rallying (ACT-19, ACT-34, ACT-35)."""

from collections.abc import Iterable, Set

from msgspec.structs import replace

from game.components.conditions import Condition
from game.components.motion import Stride
from game.components.unit import Dead, Down, Vitals
from game.components.uses import Uses
from game.rules.action.events import DyingChecked, FellDown, Rallied, Recovered, Stabilised
from game.rules.action.field import stealth
from game.rules.action.records import Dying, Economy, Helped, Readied
from game.rules.action.records import HasRallied as HasRallied
from game.rules.action.schema import DEFENDING, DYING, PRONE
from game.rules.action.units import conditions, powers
from game.rules.action.units.figures import figure, settings
from game.systems.damage import Fall, GoDown, Hurt, Mended
from game.systems.movement import stop_walk
from game.systems.rounds import BeginTurn
from game.terms.agenda import AgendaItem, Concession, Outcome, SingleRoll
from game.terms.parts import part_of
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, in_play, side_of

RULE = "ACT-35"


class DyingCheck(SingleRoll, frozen=True):
    """The roll of a dying hero at the start of its turn."""

    unit: Entity
    needed: int

    def after(self, value: int) -> AgendaItem:
        return DyingChecks(self.unit, value >= self.needed)


class DyingChecks(Outcome, frozen=True):
    """The result of a dying hero's roll."""

    unit: Entity
    succeeded: bool


def goes_down(world: World, unit: Entity) -> bool:
    """Return whether the unit goes down at 0 life instead of dying at once."""
    return figure(world, unit).hero


class Falling(System[GoDown]):
    """A system that makes heroes prone and dying when they go down."""

    def process(self, world: World, item: GoDown) -> None:
        for unit in item.units:
            fall(world, unit, Dying(felled=True))
            world.tell(FellDown(unit=id_of(world, unit), rule=RULE))


def fall(world: World, unit: Entity, dying: Dying) -> None:
    """Make a hero go down: prone, incapacitated, no longer hidden."""
    stop_walk(world, unit)
    stealth.come_out(world, unit, RULE)
    world.put(unit, Down())
    world.put(unit, dying)
    world.drop(unit, Stride)
    world.drop(unit, Readied)
    stop_helping(world, unit)
    conditions.lift(world, unit, (DEFENDING,), RULE)
    conditions.lay(world, unit, Condition(PRONE, rule=RULE))
    conditions.lay(world, unit, Condition(DYING, rule=RULE), is_told=False)


def stop_helping(world: World, unit: Entity) -> None:
    """End the unit's help with attacks."""
    for foe, helped in world.all(Helped):
        if unit in helped.by:
            left = tuple(other for other in helped.by if other != unit)
            if left:
                world.put(foe, Helped(left))
            else:
                world.drop(foe, Helped)


def has_lost(world: World, side: str, spent: Set[Entity]) -> bool:
    """Return whether a side had heroes and has none standing.

    Units in `spent` don't count as standing.
    """
    there = _heroes_of(world, side, in_play(world))
    fallen = _heroes_of(world, side, world.ids(Dead))
    return bool(there or fallen) and all(unit in spent for unit in there)


def _heroes_of(world: World, side: str, units: Iterable[Entity]) -> list[Entity]:
    return [u for u in units if side_of(world, u) == side and figure(world, u).hero]


class LosingHeroes(System[GoDown | Fall]):
    """A system that removes a side without a standing hero while others fight on.

    It comes after `endings.LastStanding`, which ends the battle if at most one side is left.
    """

    def process(self, world: World, item: GoDown | Fall) -> None:
        there, down = in_play(world), set(world.ids(Down))
        for side in dict.fromkeys(side_of(world, unit) for unit in item.units):
            is_there = any(side_of(world, unit) == side for unit in there)
            if is_there and has_lost(world, side, down):
                world.push(Concession(side, "elimination"))


class WoundingTheDying(System[Hurt]):
    """A system that counts damage to a dying hero as a failure. A stable hero is stable no longer.

    It comes after `damage.Harm`, so that the damage that brought the hero down doesn't count.
    """

    def process(self, world: World, item: Hurt) -> None:
        for unit in dict.fromkeys(blow.unit for blow in item.blows):
            dying = world.find(unit, Dying)
            if dying and dying.felled:
                world.put(unit, replace(dying, felled=False))
            elif dying:
                self._wound(world, item, unit)

    def _wound(self, world: World, item: Hurt, unit: Entity) -> None:
        for blow in item.blows:
            dying = world.find(unit, Dying)
            if dying and blow.unit == unit and blow.amount > 0:
                _count(world, blow.unit, replace(dying, stable=False, failures=dying.failures + 1))


class CheckingTheDying(System[BeginTurn | DyingChecks]):
    """A system that makes a dying hero's roll at the start of the hero's turn, and applies it."""

    def process(self, world: World, item: AgendaItem) -> None:
        match item:
            case BeginTurn(unit):
                dying, numbers = world.find(unit, Dying), settings(world)
                if dying and not dying.stable:
                    why = numbers.dying_check, "dying", unit, RULE
                    world.push(DyingCheck(*why, unit, numbers.dying_needed))
            case DyingChecks(unit, succeeded):
                self._checked(world, unit, succeeded)

    def _checked(self, world: World, unit: Entity, succeeded: bool) -> None:
        dying = world.find(unit, Dying)
        if dying is None:
            return
        if succeeded:
            now = replace(dying, successes=dying.successes + 1)
        else:
            now = replace(dying, failures=dying.failures + 1)
        _count(world, unit, now, world.faces)


def _count(world: World, unit: Entity, now: Dying, faces: tuple[int, ...] = ()) -> None:
    """Record a success or failure of a dying hero, and apply its effect.

    `faces` are the dice of its check; damage counts without one.
    """
    numbers, name = settings(world), id_of(world, unit)
    world.put(unit, now)
    told = DyingChecked(
        unit=name, successes=now.successes, failures=now.failures, rule=RULE, dice=faces
    )
    world.tell(told)
    if now.failures >= numbers.dying_failures:
        world.push(Fall((unit,)))
    elif now.successes >= numbers.dying_successes and not now.stable:
        stabilise(world, unit)


def stabilise(world: World, unit: Entity) -> None:
    """Make the dying hero stable, but still down."""
    if world.has(unit, Dying) and not world.get(unit, Dying).stable:
        world.put(unit, Dying(stable=True))
        world.tell(Stabilised(unit=id_of(world, unit), rule=RULE))


class Recovering(System[Mended]):
    """A system that brings dying heroes back up after any healing, still prone."""

    def process(self, world: World, item: Mended) -> None:
        unit = item.unit
        if not world.has(unit, Dying) or world.get(unit, Vitals).life <= 0:
            return
        world.drop(unit, Dying)
        world.drop(unit, Down)
        conditions.lift(world, unit, (DYING,), RULE, is_told=False)
        world.put(unit, replace(world.find(unit, Economy) or Economy(), action=True, bonus=True))
        world.tell(Recovered(unit=id_of(world, unit), rule=RULE))


# Rallying


def rally(world: World, unit: Entity) -> None:
    """Give the unit the benefits of a short rest, once until the next long rest (ACT-19)."""
    world.put(unit, HasRallied())
    world.tell(Rallied(unit=id_of(world, unit), rule="ACT-19"))
    rest(world, unit)
    most = world.get(unit, Vitals).most
    world.push(Mended(unit, most // settings(world).rally_share, "ACT-19"))


def rest(world: World, unit: Entity) -> None:
    """Restore the uses of powers that a short rest restores."""
    uses = world.find(unit, Uses)
    if uses:
        kept = tuple(p for p in uses.spent if powers.power(world, p[0]).rest != "short")
        world.put(unit, Uses(kept))


PART = part_of(globals())
