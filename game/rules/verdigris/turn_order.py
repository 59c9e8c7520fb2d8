"""The turn order: the initiative die, alternating sides, surprise (VER-01 to VER-04)."""

from msgspec.structs import replace

from game.components.turns import Acting, Rounds
from game.components.unit import Down
from game.rules.verdigris import events
from game.rules.verdigris.dice_pools import Ambush, Ambushed, RoundDie, RoundDieResult
from game.rules.verdigris.figures import figure, parts_of, pool, settings, skilled
from game.rules.verdigris.records import Muster, Rotation, StartRound, Stress, Sway
from game.rules.verdigris.schema import Protection
from game.systems.parties import is_player, party
from game.systems.rounds import (
    BeginTurn,
    NextRound,
    NextTurn,
    give_turn,
    remaining,
    slots_by,
)
from game.terms.agenda import AgendaItem, Elsewhere, Finish
from game.terms.asks import OrderAsk
from game.terms.events import RoundStarted, TurnStarted
from game.terms.queue import QueueSlot
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, in_play, side_of, units_on_board


class Mustering(System[Muster | Ambushed]):
    """A system that decides before the first round which side is surprised."""

    def process(self, world: World, item: AgendaItem) -> None:
        if isinstance(item, Ambushed):
            self._surprise(world, item.side, hidden=True)
        elif settings(world).surprise == "test":
            world.push(StartRound(1), *_ambush(world))
        else:
            world.push(StartRound(1))
            self._surprise(world, settings(world).surprise, hidden=False)

    def _surprise(self, world: World, side: str, hidden: bool) -> None:
        if side:
            world.put(world.root, Sway(side != party(world), side))
            world.tell(events.SideSurprised(side=side, rule="VER-04", dice=world.faces))
        elif hidden:
            hiding = settings(world).hiding
            world.tell(events.Watched(side=hiding, rule="VER-04", dice=world.faces))


def _ambush(world: World) -> tuple[AgendaItem, ...]:
    """Return the rolls of the weakest hider against the best watcher."""
    hiding, there = settings(world).hiding, units_on_board(world)
    hiders = [u for u in there if side_of(world, u) == hiding]
    watchers = [u for u in there if side_of(world, u) != hiding]
    if not hiders or not watchers:
        return ()
    hider = min(hiders, key=lambda u: (_stealth(world, u), u))
    watcher = min(watchers, key=lambda u: (-_awareness(world, u), u))
    surprised = side_of(world, watcher)
    pools = _stealth(world, hider), _awareness(world, watcher)
    return (Ambush(hider, watcher, *pools, surprised),)


def _stealth(world: World, unit: Entity) -> int:
    own = figure(world, unit)
    worn = (world.scene.gear("armour", id, Protection) for id in (own.armour, own.shield) if id)
    clatter = parts_of(*(("armour", wear.stealth, "VER-04") for wear in worn))
    return pool(world, (*skilled(world, unit, "agility", "stealth", "VER-04"), *clatter))


def _awareness(world: World, unit: Entity) -> int:
    return pool(world, skilled(world, unit, "mind", "awareness", "VER-04"))


class Alternating(System[StartRound | RoundDieResult | NextTurn | NextRound | BeginTurn]):
    """A system that rolls for each round, and gives the sides turns in alternation."""

    def process(self, world: World, item: AgendaItem) -> None:
        match item:
            case StartRound(number):
                self._start(world, number)
            case RoundDieResult(first):
                self._sway(world, first)
            case NextTurn():
                self._next(world)
            case NextRound():
                self._next_round(world)
            case BeginTurn(unit):
                world.put(world.root, Acting(unit))
                world.tell(TurnStarted(unit=id_of(world, unit), rule="VER-01"))

    def _start(self, world: World, number: int) -> None:
        there = in_play(world)
        world.put(world.root, Rounds(number, there))
        order = tuple(id_of(world, unit) for unit in there)
        world.tell(RoundStarted(round=number, order=order, rule="VER-01"))
        sway = world.find(world.root, Sway)
        if number == 1 and sway is not None and sway.surprised:
            return
        roller = next_roller(world)
        if roller is None:
            world.put(world.root, Sway(True))
        else:
            world.put(world.root, Rotation(roller))
            world.push(RoundDie(roller, settings(world).initiative))

    def _sway(self, world: World, first: bool) -> None:
        world.put(world.root, Sway(first))
        roller = world.get(world.root, Rotation).last
        sides = (side.id for side in world.scene.level.sides)
        side = next(s for s in sides if (s == party(world)) == first)
        value = world.faces[-1] if world.faces else 0
        world.tell(
            events.Swayed(
                unit=id_of(world, roller), side=side, value=value, rule="VER-02", dice=world.faces
            )
        )

    def _next(self, world: World) -> None:
        world.push(NextTurn())
        due = who_is_next(world)
        if not due:
            world.push(NextRound())
            return
        sway = world.get(world.root, Sway)
        is_party = is_player(world, due[0])
        world.put(world.root, replace(sway, party=is_party if sway.surprised else not is_party))
        if len(due) > 1:
            world.push(OrderAsk(side_of(world, due[0]), due[0]))
        else:
            give_turn(world, due[0])

    def _next_round(self, world: World) -> None:
        rounds, level = world.get(world.root, Rounds), world.scene.level
        ease(world)
        if rounds.number >= level.rounds:
            world.push(Finish(level.rounds_winner, "round_limit"))
        else:
            world.push(StartRound(rounds.number + 1))


def ease(world: World) -> None:
    """Reduce the stress of units that made no push in the round (VER-34)."""
    for unit, stress in world.all(Stress):
        if stress.pushed:
            world.put(unit, Stress(stress.level))
        elif stress.level:
            world.put(unit, Stress(stress.level - 1))
            left = stress.level - 1
            world.tell(events.Calmed(unit=id_of(world, unit), stress=left, rule="VER-34"))


def next_roller(world: World) -> Entity | None:
    """Return the unit that rolls for the party, or None.

    It is the next able player character; without any, an ally.
    """
    able = [u for u in units_on_board(world) if is_player(world, u) and not world.has(u, Down)]
    heroes = [u for u in able if figure(world, u).hero] or able
    last = (world.find(world.root, Rotation) or Rotation()).last
    later = [u for u in heroes if u > last]
    return next(iter(later or heroes), None)


def who_is_next(world: World) -> tuple[Entity, ...]:
    """Return the units that can act next, in unit order; empty if the round is over."""
    rounds, sway = world.get(world.root, Rounds), world.find(world.root, Sway)
    due = remaining(world, rounds)
    wanted = sway.party if sway else True
    camp = [u for u in due if is_player(world, u) == wanted] or due
    return tuple(u for u in camp if side_of(world, u) == side_of(world, camp[0]))


def queue(world: World) -> tuple[QueueSlot, ...]:
    """Return the turn queue: the acting unit, the groups still to act, and the next round."""
    return slots_by(
        world,
        lambda units, number: _camps(world, units, number, _leads(world)),
        lambda _, number: _camps(world, list(in_play(world)), number, True),
    )


def _leads(world: World) -> bool:
    """Return whether the party has the next turn.

    If a side is asked to choose a unit, that side has it; otherwise the side that is due.
    """
    top = world.frames()[-1].item if world.frames() else None
    if isinstance(top, OrderAsk | Elsewhere) and top.side and not world.has(world.root, Acting):
        return top.side == party(world)
    sway = world.find(world.root, Sway)
    return sway.party if sway else True


def _camps(world: World, units: list[Entity], number: int, first: bool) -> list[QueueSlot]:
    """Return the groups in order, each as one slot from which its side chooses."""
    slots = []
    for is_party in (first, not first):
        camp = [id_of(world, u) for u in units if is_player(world, u) == is_party]
        if camp:
            slots.append(QueueSlot(tuple(camp), number, "certain" if len(camp) == 1 else "open"))
    return slots
