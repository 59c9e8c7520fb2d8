"""Concentration: one power at a time, with a save whenever its user takes damage (ACT-36)."""

from game.components.conditions import Condition, Conditions
from game.core.dice import Dice
from game.rules.action.combat import saving_throws
from game.rules.action.combat.effect_items import SavingThrow, Working
from game.rules.action.events import ConcentrationLost
from game.rules.action.records import Concentrating
from game.rules.action.units import conditions, powers
from game.rules.action.units.figures import settings
from game.systems import hidden_units
from game.systems.damage import Blow, Fall, GoDown, Hurt, is_about
from game.systems.rounds import BeginTurn, PassOver
from game.terms.agenda import AgendaItem, Chain, Outcome, RollHead
from game.terms.odds import OddsRoll
from game.terms.parts import part_of
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of

RULE = "ACT-36"


class ConcentrationSave(Chain, frozen=True, tag="Keep"):
    """The save of a unit that takes damage while it concentrates."""

    save: SavingThrow
    power: str

    @property
    def dice(self) -> Dice:
        return Dice.of(self.save.roll)

    @property
    def head(self) -> RollHead:
        save = self.save
        rolls = (OddsRoll("concentration", save.roll, save.parts, save.needed),)
        fixed = "concentration", RULE, save.unit, save.parts
        return RollHead(*fixed, seen_by=save.sides, rolls=rolls)

    def after(self, value: int) -> AgendaItem:
        return ConcentrationKept(self.save, self.power, self.save.holds(value))


class ConcentrationKept(Outcome, frozen=True, tag="Kept"):
    """The result of a save to keep concentrating."""

    save: SavingThrow
    power: str
    has_held: bool


def begin(world: World, unit: Entity, power: str) -> None:
    """Start concentrating on this power, and stop concentrating on any other."""
    end(world, unit)
    world.put(unit, Concentrating(power))


def end(world: World, unit: Entity) -> None:
    """End the unit's concentration, and the conditions that it maintained."""
    kept = world.find(unit, Concentrating)
    if kept is None:
        return
    held = _laid(world, unit, kept.power)
    world.drop(unit, Concentrating)
    if held:
        told = ConcentrationLost(unit=id_of(world, unit), power=kept.power, rule=RULE)
        world.tell(told, hidden_units.witnesses(world, unit))
    for bearer, laid in held:
        conditions.end(world, bearer, laid, RULE)


def _laid(world: World, unit: Entity, power: str) -> list[tuple[Entity, tuple[Condition, ...]]]:
    """Return all conditions that the unit has applied with a power, and their bearers."""
    found = (
        (bearer, tuple(c for c in held.all if c.by == unit and c.cause == power))
        for bearer, held in world.all(Conditions)
    )
    return [(bearer, laid) for bearer, laid in found if laid]


def settle(world: World, unit: Entity) -> None:
    """End the concentration, without a log entry, if no unit has its conditions any more."""
    kept = world.find(unit, Concentrating)
    if kept and not _laid(world, unit, kept.power):
        world.drop(unit, Concentrating)


class Keeping(System[Hurt | ConcentrationKept]):
    """A system that makes concentration saves after damage. It comes after the damage's effects."""

    def process(self, world: World, item: AgendaItem) -> None:
        match item:
            case Hurt(blows):
                due = (keep for blow in blows if (keep := self._due(world, blow)))
                world.push(*reversed(tuple(due)))
            case ConcentrationKept(save, power, has_held):
                saving_throws.tell(world, save, has_held, world.faces)
                kept = world.find(save.unit, Concentrating)
                if not has_held and kept and kept.power == power:
                    end(world, save.unit)

    def _due(self, world: World, blow: Blow) -> ConcentrationSave | None:
        unit, numbers = blow.unit, settings(world)
        kept = world.find(unit, Concentrating)
        if kept is None or blow.amount <= 0 or not is_about(world, unit):
            return None
        if not _laid(world, unit, kept.power):
            return None
        needed = max(numbers.concentration_least, blow.amount // numbers.concentration_share)
        return ConcentrationSave(saving_throws.save(world, unit, "mind", needed), kept.power)


class LosingConcentration(System[GoDown | Fall | BeginTurn | PassOver]):
    """A system that ends concentration: on death, on going down, and when the condition ends.

    It comes before the system that removes dead units.
    """

    def process(self, world: World, item: AgendaItem) -> None:
        match item:
            case GoDown(units) | Fall(units):
                for unit in units:
                    end(world, unit)
            case BeginTurn() | PassOver():
                for unit in world.ids(Concentrating):
                    settle(world, unit)


def lapse(world: World, unit: Entity) -> None:
    """End the concentration of a unit that can no longer act."""
    if conditions.has(world, unit, "incapacitated"):
        end(world, unit)


def is_kept(world: World, source: str, thing: str) -> bool:
    """Return whether a power's condition lasts only while its user concentrates."""
    return source == "powers" and powers.power(world, thing).concentration


def is_lost(world: World, working: Working) -> bool:
    """Return whether a use needs concentration that its user has lost since, by going down."""
    kept = world.find(working.user, Concentrating)
    return is_kept(world, working.source, working.thing) and (
        kept is None or kept.power != working.thing
    )


PART = part_of(globals())
