"""Encounters when a unit enters an occupied tile: fight or pass (CON-01 … CON-05, CON-12)."""

from game.components.unit import Position
from game.core.cells import Cell
from game.rules.contest import fights
from game.rules.contest.records import BothDeclined, Chasing, Encounter, EngageAsk, StartFight
from game.systems.breaking_away import Fleeing, stopped_in_flight
from game.systems.movement import Enter, affordable, stop_walk, stride_left
from game.terms.agenda import AgendaItem
from game.terms.asks import OnwardAsk
from game.terms.board_events import Cornered, EncounterOpened, PassedThrough
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, others_at, side_of, tile_of


def ways_on(world: World, unit: Entity) -> tuple[Cell, ...]:
    """Return the neighbouring tiles the unit can afford to enter, except the tile it fled from."""
    fleeing = world.find(unit, Fleeing)
    shunned = fleeing.origin if fleeing else None
    return tuple(c for c in affordable(world, unit, stride_left(world, unit)) if c != shunned)


class StoppingAtFigures(System[Enter]):
    """A system that stops a unit on an occupied tile, to open an encounter or join a fight."""

    def process(self, world: World, item: Enter) -> None:
        unit, cell = item.unit, item.at
        others = others_at(world, cell, unit)
        if tile_of(world, unit) != cell or not others:
            return
        stop_walk(world, unit)
        stopped_in_flight(world, unit)
        chasing = world.find(unit, Chasing)
        if fights.fight_at(world, cell) is not None:
            fights.join(world, unit, cell)
        elif chasing and chasing.quarry in others:
            fights.resume(world, unit, chasing)
        else:
            name, met = id_of(world, unit), id_of(world, others[0])
            rule = "CON-12" if world.has(unit, Fleeing) else "CON-01"
            world.tell(EncounterOpened(unit=name, target=met, at=cell, rule=rule))
            world.push(Encounter(unit, others[0]))


class FightEncounters(System[Encounter | BothDeclined]):
    """A system that opens encounters, and ends those in which both units decline.

    It asks the aggressor, whose answer leads to the defender's ask or to a fight. If both decline,
    the aggressor passes through, or must fight if it can't move on.
    """

    def process(self, world: World, item: AgendaItem) -> None:
        assert isinstance(item, Encounter | BothDeclined)
        aggressor, defender = item.aggressor, item.defender
        if not (world.has(aggressor, Position) and world.has(defender, Position)):
            return
        if isinstance(item, Encounter):
            world.push(EngageAsk(side_of(world, aggressor), aggressor, defender, comes=True))
        elif ways_on(world, aggressor):
            name, met = id_of(world, aggressor), id_of(world, defender)
            world.tell(PassedThrough(unit=name, target=met, rule="CON-05"))
            world.push(OnwardAsk(side_of(world, aggressor), aggressor))
        else:
            name, met = id_of(world, aggressor), id_of(world, defender)
            world.tell(Cornered(unit=name, target=met, rule="CON-02"))
            world.push(StartFight(aggressor, defender, aggressor, "CON-02"))
