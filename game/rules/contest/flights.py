"""Breaking away, fleeing and chasing (CON-10 … CON-13, CON-15, CON-17)."""

from typing import ClassVar

from game.components.motion import Stride
from game.components.turns import Acting
from game.components.unit import Position
from game.rules.contest import fights
from game.rules.contest.encounters import others_at, ways_on
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
)
from game.rules.contest.schema import Settings
from game.systems.movement import can_pay_a_step, stride_left
from game.systems.upkeep import conditions_of
from game.terms.agenda import Item
from game.terms.board_events import Fled, FlightFailed
from game.terms.odds import Modifier
from game.world import World
from game.world.names import id_of, side_of
from game.world.system import System


def breakaway(world: World, unit: int, fight: int) -> Breakaway:
    """The rolls of a disengagement: first who flees, then its opponents in turn order."""
    rivals = fights.opponents(world, unit)
    who = tuple(
        Contender(each, conditions_of(world, each).total("balance")) for each in (unit, *rivals)
    )
    parts = tuple(
        Modifier("balance" if c.unit == unit else "rival balance", c.bonus, "CON-09")
        for c in who
        if c.bonus
    )
    expr = world.scene.settings(Settings).disengage
    return Breakaway(fight, expr, "CON-10", who, unit, None, None, parts)


class BreakingAway(System):
    """Turns a margin into a flight, or into a turn that is spent."""

    acts_on: ClassVar = (Broke,)

    def process(self, world: World, item: Broke) -> None:
        unit, fight = item.unit, world.get(item.fight, Fight)
        came = fight.stood != unit
        spaces = item.margin + (stride_left(world, unit) if came else 0)
        name, dice = id_of(world, unit), world.faces
        if not item.margin or not can_pay_a_step(world, unit, spaces):
            world.tell(FlightFailed(unit=name, rule="CON-10", dice=dice))
            return
        world.tell(Fled(unit=name, spaces=spaces, rule="CON-11" if came else "CON-10", dice=dice))
        if len(fight.fighters) == 2 and not came:
            chaser = fights.opponents(world, unit)[0]
            world.put(unit, Pursued(chaser, fight.blows))
        fights.leave(world, unit)
        world.put(unit, Stride(spaces))
        world.put(unit, Fleeing(fight.at, spaces))
        world.push(Flight(unit))


class Fleers(System):
    """Asks where to flee to, until the flight is over; then who may chase is asked."""

    acts_on: ClassVar = (Flight,)

    def process(self, world: World, item: Flight) -> None:
        unit = item.unit
        fleeing, position = world.find(unit, Fleeing), world.find(unit, Position)
        if fleeing is None or position is None:
            return
        alone = not others_at(world, position.at, unit)
        goes_on = position.at == fleeing.origin or (fleeing.open and alone)
        if goes_on and ways_on(world, unit):
            world.push(Flight(unit), FleeAsk(side_of(world, unit), unit))
        else:
            self._end(world, unit)

    def _end(self, world: World, unit: int) -> None:
        world.drop(unit, Fleeing)
        if world.get(world.root, Acting).unit == unit:
            world.put(unit, Stride(0))
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
                if pursued and self._can_chase(world, pursued.by, unit):
                    world.push(ChaseAsk(side_of(world, pursued.by), pursued.by, unit))
                else:
                    world.drop(unit, Pursued)
            case EndChase(unit):
                world.drop(unit, Chasing)

    def _can_chase(self, world: World, chaser: int, quarry: int) -> bool:
        position = world.find(chaser, Position)
        if position is None or not world.has(quarry, Position):
            return False
        alone = not others_at(world, position.at, chaser)
        return alone and can_pay_a_step(world, chaser, stride_left(world, chaser))
