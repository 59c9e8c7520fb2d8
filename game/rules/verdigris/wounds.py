"""Wounds, injuries, Death's Door, damage from stress (VER-26, VER-30 to VER-32, VER-34)."""

from collections.abc import Set

from msgspec.structs import replace

from game.components.conditions import Condition
from game.components.unit import Down, Position, Vitals
from game.rules.verdigris import attacks, events, figures
from game.rules.verdigris.dice_pools import (
    DeathsDoorResult,
    DeathsDoorSave,
    InjuryDrawn,
    InjuryRoll,
)
from game.rules.verdigris.records import (
    DoorDue,
    InjuryDue,
    Strain,
    Stress,
    Unseated,
    Wounds,
)
from game.rules.verdigris.schema import Figure, Injury
from game.systems import turn_upkeep
from game.systems.damage import Blow, Fall, GoDown, Hurt
from game.systems.parties import is_player, party
from game.systems.rounds import BeginTurn
from game.terms.agenda import AgendaItem
from game.terms.records import Entity
from game.world import World
from game.world.system import SortingSystem, System
from game.world.unit_names import id_of


def goes_down(world: World, unit: Entity) -> bool:
    """Return whether the unit goes down at 0 life, as a player character does (VER-30, VER-31)."""
    return figures.is_hero(world, unit)


class Wounding(System[GoDown]):
    """A system for player characters at 0 life: they lose a wound, or are at Death's Door."""

    def process(self, world: World, item: GoDown) -> None:
        due: list[AgendaItem] = []
        for unit in item.units:
            wounds, vitals = world.find(unit, Wounds), world.get(unit, Vitals)
            name = id_of(world, unit)
            if wounds and wounds.left:
                world.put(unit, Wounds(wounds.left - 1))
                world.put(unit, Vitals(vitals.most, vitals.most))
                left, life = wounds.left - 1, vitals.most
                told = events.WoundLost(unit=name, left=left, life=life, rule="VER-31")
                world.tell(told)
                due.append(InjuryDue(unit, "VER-31"))
            else:
                world.put(unit, Down())
                world.tell(events.AtDoor(unit=name, rule="VER-32"))
        world.push(*reversed(due))


class Injuring(SortingSystem[InjuryDue | InjuryDrawn]):
    """A system that rolls on the table of critical injuries and applies the result."""

    def sort(self, world: World, item: InjuryDue | InjuryDrawn) -> AgendaItem:
        if isinstance(item, InjuryDue):
            return item
        id = injury_of(world, item.number)
        lowest = world.scene.gear("injuries", id, Injury).low
        return replace(item, number=lowest)

    def process(self, world: World, item: AgendaItem) -> None:
        if isinstance(item, InjuryDue) and world.has(item.unit, Position):
            world.push(InjuryRoll(item.unit, item.rule))
        elif isinstance(item, InjuryDrawn):
            self._injure(world, item)

    def _injure(self, world: World, item: InjuryDrawn) -> None:
        unit, id = item.unit, injury_of(world, item.number)
        name = id_of(world, unit)
        told = events.Injured(
            unit=name, injury=id, number=item.number, rule=item.rule, dice=world.faces
        )
        world.tell(told)
        injury = world.scene.gear("injuries", id, Injury)
        for kind in ("strength", "agility", "mind", "attack", "dodge", "withstand"):
            value = getattr(injury, kind)
            if value:
                turn_upkeep.gain(world, unit, Condition(kind, value, None, None, item.rule, id))
        if injury.hobbled:
            attacks.lay(world, unit, "hobbled", item.rule)
        if injury.bleed:
            turns = injury.turns or None
            bleeding = Condition("bleeding", 0, turns, injury.bleed, item.rule, id)
            turn_upkeep.gain(world, unit, bleeding)
        self._at_once(world, unit, injury, item.rule)

    def _at_once(self, world: World, unit: Entity, injury: Injury, rule: str) -> None:
        """Apply the immediate effects of an injury."""
        if injury.drop:
            attacks.drop_weapon(world, unit, rule)
        if injury.prone and figures.rides(world, unit):
            world.push(Unseated(unit))
        elif injury.prone:
            attacks.fall_prone(world, unit, rule)
        if injury.pinned:
            attacks.lay(world, unit, "pinned", rule)
        stress = world.find(unit, Stress)
        if injury.stress and stress:
            level = min(figures.settings(world).most_stress, stress.level + injury.stress)
            world.put(unit, Stress(level, stress.pushed))


def injury_of(world: World, number: int) -> str:
    """Return the id of the injury for a number on the injury table."""
    table = world.scene.level.things("injuries", Injury)
    return next(id for id, injury in table.items() if injury.low <= number <= injury.high)


class Holding(System[BeginTurn | DoorDue | DeathsDoorResult]):
    """A system for saves at Death's Door: on the unit's turns, and at once when it is hit."""

    def process(self, world: World, item: AgendaItem) -> None:
        assert isinstance(item, BeginTurn | DoorDue | DeathsDoorResult)
        unit = item.unit
        if isinstance(item, DeathsDoorResult):
            if item.lives:
                told = events.HeldOn(unit=id_of(world, unit), rule="VER-32", dice=world.faces)
                world.tell(told)
            else:
                world.push(Fall((unit,)))
        elif world.has(unit, Down) and world.has(unit, Position):
            world.push(hold(world, unit))


def hold(world: World, unit: Entity) -> DeathsDoorSave:
    """Return the save at Death's Door: Strength alone, without armour."""
    parts = figures.attribute(world, unit, "strength", "VER-32")
    return DeathsDoorSave(unit, figures.pool(world, parts), parts)


def revive(world: World, unit: Entity) -> None:
    """Bring a unit back from Death's Door at 1 life."""
    world.drop(unit, Down)
    world.put(unit, Vitals(1, world.get(unit, Vitals).most))
    world.tell(events.Revived(unit=id_of(world, unit), rule="VER-32", dice=world.faces))


class Straining(System[Strain]):
    """A system that deals the damage of stress dice that show 1, after the action (VER-34)."""

    def process(self, world: World, item: Strain) -> None:
        if world.has(item.unit, Position):
            world.push(Hurt((Blow(item.unit, item.ones, "stress", "VER-34"),)))


def has_lost(world: World, side: str, spent: Set[Entity]) -> bool:
    """Return whether the party has lost: no player character is able to act (VER-36)."""
    heroes = [u for u in world.scene.level.units if u.side == side and u.stats_as(Figure).hero]
    if side != party(world) or not heroes:
        return False
    able = (u for u in world.ids(Position) if figures.is_able(world, u) and u not in spent)
    return not any(figures.is_hero(world, u) for u in able if is_player(world, u))
