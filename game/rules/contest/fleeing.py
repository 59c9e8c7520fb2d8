"""Disengaging, fleeing and chasing (CON-10 … CON-13, CON-15, CON-17)."""

from msgspec.structs import replace

from game.components.unit import Position
from game.rules.contest import fights
from game.rules.contest.encounters import ways_on
from game.rules.contest.records import (
    ChaseAsk,
    Chasing,
    EndChase,
    Escaping,
    OfferChase,
    Pursued,
    TileFight,
)
from game.rules.contest.schema import Settings
from game.systems import breaking_away
from game.systems.breaking_away import Breakaway, Broke, Fleeing
from game.systems.movement import affordable, stride_left
from game.terms.agenda import AgendaItem
from game.terms.board_events import Fled, FlightFailed
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, others_at, side_of


def breakaway(world: World, unit: Entity, fight: Entity) -> Breakaway:
    """Return the rolls to disengage: the fleeing unit's, then its foes' in turn order."""
    expr = world.scene.settings(Settings).disengage
    return breaking_away.breakaway(
        world, fight, unit, fights.opponents(world, unit), expr, "CON-10"
    )


class BreakingFromFight(System[Broke]):
    """A system that applies rolls to disengage: a unit with a margin flees, any other stays put."""

    def process(self, world: World, item: Broke) -> None:
        unit, fight = item.unit, world.get(item.fight, TileFight)
        came = bool(fight.comes(unit))
        spaces = item.margin + (stride_left(world, unit) if came else 0)
        name, dice = id_of(world, unit), world.faces
        if not item.margin or not affordable(world, unit, spaces):
            world.tell(FlightFailed(unit=name, rule="CON-10", dice=dice))
            return
        rule = "CON-11" if came else "CON-10"
        world.tell(Fled(unit=name, spaces=spaces, rule=rule, dice=dice))
        if len(fight.fighters) == 2:
            for chaser in fight.stands(unit):
                world.put(unit, Pursued(chaser, fight.blows))
        fights.leave(world, unit)
        world.put(unit, Escaping(rule))
        breaking_away.set_fleeing(world, unit, fight.at, spaces, keeps=not came)


def waits(world: World, unit: Entity) -> bool:
    """Return whether a fleeing unit must wait on its tile until the fight there is over."""
    at = world.get(unit, Position).at
    if not others_at(world, at, unit):
        return False
    fleeing = world.get(unit, Fleeing)
    world.put(unit, replace(fleeing, joined=fights.fight_at(world, at)))
    return True


def end_flight(world: World, unit: Entity) -> None:
    """End a unit's flight, and offer the chase to the unit that can chase it."""
    world.drop(unit, Escaping)
    world.push(OfferChase(unit))


class Chases(System[OfferChase | EndChase]):
    """A system that asks the aggressor whether to chase the unit that fled, and ends the chase."""

    def process(self, world: World, item: AgendaItem) -> None:
        match item:
            case OfferChase(unit):
                pursued = world.find(unit, Pursued)
                world.drop(unit, Pursued)
                if pursued and self._can_chase(world, pursued.by, unit):
                    by, blows = pursued.by, pursued.blows
                    world.push(ChaseAsk(side_of(world, by), by, unit, blows))
            case EndChase(unit):
                world.drop(unit, Chasing)

    def _can_chase(self, world: World, chaser: Entity, quarry: Entity) -> bool:
        position = world.find(chaser, Position)
        if position is None or not world.has(quarry, Position):
            return False
        alone = not others_at(world, position.at, chaser)
        return alone and bool(ways_on(world, chaser))


def step_rule(world: World, unit: Entity) -> str:
    """Return the rule for a unit's next step."""
    escaping = world.find(unit, Escaping)
    if escaping:
        return escaping.rule
    return "CON-13" if world.has(unit, Chasing) else "CON-18"
