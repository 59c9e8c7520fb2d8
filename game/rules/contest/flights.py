"""Breaking away, fleeing and chasing (CON-10 … CON-13, CON-15, CON-17)."""

from typing import ClassVar

from msgspec.structs import replace

from game.components.motion import Stride
from game.components.turns import Acting
from game.components.unit import Position
from game.rules.contest import fights
from game.rules.contest.encounters import ways_on
from game.rules.contest.records import (
    Breakaway,
    Broke,
    ChaseAsk,
    Chasing,
    Contender,
    EndChase,
    Fight,
    FleeAsk,
    Fleeing,
    Flight,
    OfferChase,
    Pursued,
    Tries,
)
from game.rules.contest.schema import Settings
from game.systems.movement import affordable, stride_left
from game.systems.rounds import BeginTurn
from game.systems.upkeep import conditions_of
from game.terms.agenda import Item
from game.terms.board_events import Fled, FlightFailed
from game.terms.odds import Modifier
from game.world import World
from game.world.names import id_of, others_at, side_of
from game.world.system import System


def breakaway(world: World, unit: int, fight: int) -> Breakaway:
    """The rolls of a disengagement: first who flees, then its opponents in turn order."""
    rivals = fights.opponents(world, unit)
    who = tuple(
        Contender(each, conditions_of(world, each).modifiers("balance")) for each in (unit, *rivals)
    )
    parts = (*who[0].parts, *(_against(part) for rival in who[1:] for part in rival.parts))
    expr = world.scene.settings(Settings).disengage
    return Breakaway(fight, expr, "CON-10", who, unit, None, None, parts)


def _against(part: Modifier) -> Modifier:
    """What helps a rival, as it looks to who disengages."""
    return Modifier(f"rival_{part.text}", -part.value, part.rule)


class Breath(System):
    """With every turn the tries to disengage are counted anew."""

    acts_on: ClassVar = (BeginTurn,)

    def process(self, world: World, item: BeginTurn) -> None:
        world.put(world.root, Tries())


class BreakingAway(System):
    """Turns a margin into a flight, or into a turn that is spent."""

    acts_on: ClassVar = (Broke,)

    def process(self, world: World, item: Broke) -> None:
        unit, fight = item.unit, world.get(item.fight, Fight)
        came = fight.stood != unit
        spaces = item.margin + (stride_left(world, unit) if came else 0)
        name, dice = id_of(world, unit), world.faces
        if not item.margin or not affordable(world, unit, spaces):
            world.tell(FlightFailed(unit=name, rule="CON-10", dice=dice))
            return
        rule = "CON-11" if came else "CON-10"
        world.tell(Fled(unit=name, spaces=spaces, rule=rule, dice=dice))
        if len(fight.fighters) == 2 and not came:
            chaser = fights.opponents(world, unit)[0]
            world.put(unit, Pursued(chaser, fight.blows))
        fights.leave(world, unit)
        fleeing = world.find(unit, Fleeing)
        kept = fleeing.kept if fleeing else 0 if came else stride_left(world, unit)
        world.put(unit, Stride(spaces))
        world.put(unit, Fleeing(fight.at, kept))
        world.push(Flight(unit))


class Fleers(System):
    """Asks where to flee to, until the flight is over; then who may chase is asked."""

    acts_on: ClassVar = (Flight,)

    def process(self, world: World, item: Flight) -> None:
        unit = item.unit
        fleeing, position = world.find(unit, Fleeing), world.find(unit, Position)
        if fleeing is None or position is None:
            return
        has_left = position.at != fleeing.origin
        if has_left and others_at(world, position.at, unit):
            world.put(unit, replace(fleeing, joined=fights.fight_at(world, position.at)))
            return
        if (fleeing.open or not has_left) and ways_on(world, unit):
            world.push(Flight(unit), FleeAsk(side_of(world, unit), unit))
        else:
            self._end(world, unit)

    def _end(self, world: World, unit: int) -> None:
        kept = world.get(unit, Fleeing).kept
        world.drop(unit, Fleeing)
        if world.get(world.root, Acting).unit == unit:
            world.put(unit, Stride(kept))
        else:
            world.drop(unit, Stride)
        world.push(OfferChase(unit))


class Chases(System):
    """Asks the aggressor whether to chase who fled, and closes the chase."""

    acts_on: ClassVar = (OfferChase, EndChase)

    def process(self, world: World, item: Item) -> None:
        match item:
            case OfferChase(unit):
                pursued = world.find(unit, Pursued)
                world.drop(unit, Pursued)
                if pursued and self._can_chase(world, pursued.by, unit):
                    by, blows = pursued.by, pursued.blows
                    world.push(ChaseAsk(side_of(world, by), by, unit, blows))
            case EndChase(unit):
                world.drop(unit, Chasing)

    def _can_chase(self, world: World, chaser: int, quarry: int) -> bool:
        position = world.find(chaser, Position)
        if position is None or not world.has(quarry, Position):
            return False
        alone = not others_at(world, position.at, chaser)
        return alone and bool(ways_on(world, chaser))


def step_rule(world: World, unit: int) -> str:
    """The rule by which a figure takes a step."""
    if world.has(unit, Fleeing):
        return "CON-10"
    return "CON-13" if world.has(unit, Chasing) else "CON-18"
