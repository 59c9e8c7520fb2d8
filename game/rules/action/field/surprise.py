"""Lying in wait, and surprise (ACT-01, ACT-02)."""

from game.components.hiding import Hidden, Lurks
from game.components.unit import Name, Position
from game.rules.action import events
from game.rules.action.field import sight_and_cover, stealth
from game.rules.action.records import IsSurprised, Stealth
from game.rules.action.units import conditions, turn_order
from game.rules.action.units.figures import figure
from game.systems import hidden_units
from game.systems.rounds import Join
from game.terms.agenda import AgendaItem
from game.terms.parts import part_of
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of

RULE = "ACT-01"


class LieInWait(AgendaItem, frozen=True):
    """The checks to hide, for units that no one has seen yet."""

    units: tuple[Entity, ...]


class HidersRolled(AgendaItem, frozen=True, tag="Ambush"):
    """The end of all checks to hide: units that have noticed none of their foes are surprised."""


def prepare(world: World) -> tuple[AgendaItem, ...]:
    """Hide the units that lie in wait from all other sides.

    `setup` calls this when the units are in place, and pushes the returned items last.
    """
    hiders = [unit for unit in world.ids(Name) if figure(world, unit).hides]
    for unit in hiders:
        world.put(unit, Lurks())
    there = tuple(unit for unit in hiders if world.has(unit, Position))
    for unit in there:
        hidden_units.lurk(world, unit)
        world.drop(unit, Lurks)
    return (HidersRolled(), LieInWait(there)) if there else ()


class Surprising(System[LieInWait | HidersRolled | Join]):
    """A system for surprise, and for the hiders' checks at the start and on arrival.

    It comes before the system that lets arriving units roll initiative.
    """

    def process(self, world: World, item: AgendaItem) -> None:
        match item:
            case LieInWait(units):
                for group in reversed(turn_order.identical(world, units)):
                    stealth.sneak(world, group, _watchers(world, group[0]), RULE)
            case HidersRolled():
                for unit in world.ids(Position):
                    if is_caught(world, unit):
                        world.put(unit, IsSurprised())
                        world.tell(events.Surprised(unit=id_of(world, unit), rule="ACT-02"))
            case Join(units):
                new = tuple(u for u in units if world.has(u, Hidden) and not world.has(u, Stealth))
                world.push(*((LieInWait(new),) if new else ()))


def _watchers(world: World, unit: Entity) -> tuple[stealth.Watcher, ...]:
    """Return all foes as watchers, whether they see the hider's tile or not."""
    foes = sight_and_cover.foes_of(world, unit)
    alert = {foe for foe in foes if conditions.is_alert(world, foe)}
    return tuple((foe, stealth.passive(world, foe) if foe in alert else None) for foe in foes)


def is_caught(world: World, unit: Entity) -> bool:
    """Return whether the unit is surprised: all its foes are hidden, and it has noticed none."""
    foes = sight_and_cover.foes_of(world, unit)
    hidden = (world.find(foe, Stealth) for foe in foes)
    return bool(foes) and all(one is not None and unit in one.foes for one in hidden)


PART = part_of(globals())
