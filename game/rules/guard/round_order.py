"""The order of a round: stances, the characters in any order, then the groups.

See GUA-04 and GUA-17. If the party failed to talk or to sneak, groups act first in the first round
(GUA-02, GUA-03).
"""

from collections.abc import Iterable

from msgspec.structs import replace

from game.components.turns import Rounds
from game.components.unit import Position
from game.rules.guard.events import PlaceLost, PlaceRegained
from game.rules.guard.figures import members
from game.rules.guard.level_ranks import FRONT, REAR
from game.rules.guard.ranks import next_turn, ranks
from game.rules.guard.records import Affect, AskStances, Came, CountsAsFront, Stance, StanceAsk
from game.systems.damage import Fall
from game.systems.movement import Enter
from game.systems.parties import is_player
from game.systems.rounds import Join, NextRound, Ordered, turn_slots
from game.terms.agenda import AgendaItem
from game.terms.queue import QueueSlot
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, round_of, side_of


def begin(world: World, acting: Iterable[Entity], monsters_first: bool = False) -> None:
    """Begin the fight. Only groups in `acting` act in the first round."""
    groups, party = tuple(acting), members(world, True)
    order = (*groups, *party) if monsters_first else (*party, *groups)
    world.push(Ordered(order, _together(party)))


def _together(party: tuple[Entity, ...]) -> tuple[tuple[Entity, ...], ...]:
    """Return the characters as one group, because they act in any order."""
    return (party,) if len(party) > 1 else ()


def usual(world: World) -> tuple[Entity, ...]:
    """Return all units on the board in their usual order, the characters first."""
    return (*members(world, True), *members(world, False))


class Ordering(System[NextRound]):
    """A system that lets the characters act first from the second round on.

    It comes before `rounds.TurnOrder`.
    """

    def process(self, world: World, item: NextRound) -> None:
        rounds, party = world.get(world.root, Rounds), members(world, True)
        changed = replace(rounds, order=usual(world), groups=_together(party))
        world.put(world.root, changed)


class JoiningGroups(System[Join]):
    """A system that adds arriving units to their side; they act from the next round on."""

    def process(self, world: World, item: Join) -> None:
        for unit in item.units:
            if is_player(world, unit) and ranks(world).rank(unit) == REAR:
                world.put(unit, Came(next_turn(world)))
        rounds = world.find(world.root, Rounds)
        new = tuple(u for u in item.units if rounds and u not in rounds.order)
        if rounds and new:
            own = tuple(unit for unit in new if is_player(world, unit))
            others = tuple(unit for unit in new if unit not in own)
            order = (*own, *rounds.order, *others)
            acted = (*rounds.acted, *new)
            world.put(world.root, replace(rounds, order=order, acted=acted))


class Exposing(System[Ordered | NextRound | Join | Fall | Enter | Affect]):
    """A system that records every loss or gain of a place in the rear (GUA-16).

    `CountsAsFront` is only for the log and the forecast: `Ranks` works the places out itself.
    """

    def process(self, world: World, item: AgendaItem) -> None:
        if world.find(world.root, Rounds) is None:
            return
        now, places = ranks(world), ranks(world).places()
        for unit in now.party:
            is_over, name = unit in now.exposed, id_of(world, unit)
            if is_over and not world.has(unit, CountsAsFront):
                world.put(unit, CountsAsFront())
                world.tell(PlaceLost(unit=name, places=places, rule="GUA-16"))
            elif world.has(unit, CountsAsFront) and not is_over:
                world.drop(unit, CountsAsFront)
                if now.rank(unit) == REAR:
                    world.tell(PlaceRegained(unit=name, places=places, rule="GUA-16"))


class TakingStances(System[Ordered | NextRound | AskStances]):
    """A system that asks each character in front for its stance at the start of a round."""

    def process(self, world: World, item: AgendaItem) -> None:
        if isinstance(item, AskStances):
            left = [unit for unit in item.left if _may_choose(world, unit)]
            if left:
                ask = StanceAsk(side_of(world, left[0]), left[0])
                world.push(AskStances(tuple(left[1:])), ask)
        else:
            world.push(AskStances(ranks(world).party))


def _may_choose(world: World, unit: Entity) -> bool:
    if not world.has(unit, Position) or world.has(unit, Stance):
        return False
    return ranks(world).rank(unit) == FRONT


def queue(world: World) -> tuple[QueueSlot, ...]:
    """Return the rest of this round, and the usual order of the next.

    Before the first round, the slots of that round wait: the monsters may attack first.
    """
    now = round_of(world)
    slots = tuple(slot for slot in turn_slots(world) if slot.round == now)
    if now >= world.scene.level.rounds:
        return slots
    party = tuple(id_of(world, unit) for unit in members(world, True))
    groups = tuple((id_of(world, unit),) for unit in members(world, False))
    state = "certain" if now else "waiting"
    later = (QueueSlot(units, now + 1, state) for units in (party, *groups) if units)
    return (*slots, *later)
