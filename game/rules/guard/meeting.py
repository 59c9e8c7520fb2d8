"""Meeting the monsters: attack, talk, or sneak past (GUA-01, GUA-02, GUA-03)."""

from collections.abc import Iterable

from game.components.unit import Down, Position
from game.rules.guard import round_order
from game.rules.guard.events import Met, Parleyed, PartyLeft, PassedBy, SneakNoticed, StoodAside
from game.rules.guard.figures import die, figure, members, parts, settings
from game.rules.guard.records import (
    Crept,
    HesitateAsk,
    Meet,
    MeetAsk,
    Parley,
    ParleyResult,
    Sneaker,
    SneakRolls,
)
from game.rules.guard.schema import Result
from game.rules.guard.setup import note_arrivals
from game.systems.damage import GoDown
from game.systems.parties import party as party_of
from game.terms.agenda import AgendaItem, Finish
from game.terms.odds import Modifier, summed
from game.terms.records import Entity
from game.terms.script_events import Message
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, side_of, sides_in_play


def parley(world: World, unit: Entity) -> Parley:
    """Return the reaction roll for all groups, modified by speaker and monsters (GUA-02)."""
    numbers = settings(world)
    own, attitude = figure(world, unit).speech, numbers.attitude
    added = (
        *((Modifier("speech", own, "GUA-02"),) if own else ()),
        *parts(world, unit, "speech"),
        *((Modifier("attitude", attitude, "GUA-02"),) if attitude else ()),
    )
    bounds = numbers.attacks_to, numbers.hesitates_to, numbers.passes_to
    bonus = summed(added)
    return Parley(numbers.reaction, "reaction", unit, "GUA-02", unit, bonus, bounds, added)


def creep(world: World) -> SneakRolls:
    """Return the party's rolls to sneak: every character's quick die, in party order (GUA-03)."""
    sneakers = tuple(
        Sneaker(unit, die(world, unit, "quick"), parts(world, unit, "stealth"))
        for unit in members(world, True)
    )
    notice = max((figure(world, unit).notice for unit in members(world, False)), default=0)
    return SneakRolls(sneakers, needed=notice + 1)


def noticing(world: World, lowest: int) -> tuple[Entity, ...]:
    """Return the groups that notice a party whose lowest roll is `lowest`."""
    return tuple(unit for unit in members(world, False) if lowest <= figure(world, unit).notice)


def leave(world: World) -> None:
    """Let the party turn back from monsters that hesitate."""
    world.tell(PartyLeft(side=party_of(world), rule="GUA-02"))
    world.push(Finish(_winner(world, settings(world).leaving), "aborted"))


def _pass(world: World, rule: str) -> None:
    """Let the party pass the monsters."""
    world.tell(PassedBy(side=party_of(world), rule=rule))
    world.push(Finish(_winner(world, settings(world).passing), "objective"))


def _winner(world: World, result: Result) -> str | None:
    """Return the side that wins if the party gets this `result`; None for a draw."""
    others = [side for side in sides_in_play(world) if side != party_of(world)]
    return {"won": party_of(world), "lost": others[0] if others else None, "drawn": None}[result]


class MeetingMonsters(System[Meet | ParleyResult | Crept]):
    """A system that asks the party, and resolves talking and sneaking."""

    def process(self, world: World, item: AgendaItem) -> None:
        match item:
            case Meet():
                self._meet(world)
            case ParleyResult(unit, total, mood):
                self._sway(world, unit, total, mood)
            case Crept(lowest):
                self._sneak(world, lowest)

    def _meet(self, world: World) -> None:
        note_arrivals(world)
        groups, party = members(world, False), members(world, True)
        if not (groups and party):
            round_order.begin(world, groups)  # one side has yet to arrive
            return
        first = party[0]
        world.tell(Met(groups=_names(world, groups), rule="GUA-01"))
        world.push(MeetAsk(side_of(world, first), first))

    def _sway(self, world: World, unit: Entity, total: int, mood: str) -> None:
        name, dice = id_of(world, unit), world.faces
        world.tell(Parleyed(unit=name, total=total, mood=mood, rule="GUA-02", dice=dice))
        if mood == "attack":
            round_order.begin(world, members(world, False), monsters_first=True)
        elif mood == "hesitate":
            world.push(HesitateAsk(side_of(world, unit), unit))
        elif mood == "pass":
            _pass(world, "GUA-02")
        else:
            self._help(world)

    def _help(self, world: World) -> None:
        """Let the groups named by the level stand aside; the party must fight the rest.

        If none or all of them stand aside, the party passes.
        """
        numbers, groups = settings(world), members(world, False)
        helping = [u for u in groups if id_of(world, u) in numbers.aside]
        if numbers.help:
            world.tell(Message(message=numbers.help))
        if not helping or len(helping) == len(groups):
            _pass(world, "GUA-02")
            return
        for unit in helping:
            world.tell(StoodAside(unit=id_of(world, unit), rule="GUA-02"))
            world.put(unit, Down())
            world.drop(unit, Position)
        round_order.begin(world, members(world, False))
        world.push(GoDown(tuple(helping)))

    def _sneak(self, world: World, lowest: int) -> None:
        awake = noticing(world, lowest)
        if not awake:
            _pass(world, "GUA-03")
            return
        told = SneakNoticed(groups=_names(world, awake), rule="GUA-03", dice=world.faces)
        world.tell(told)
        round_order.begin(world, awake, monsters_first=True)


def _names(world: World, units: Iterable[Entity]) -> tuple[str, ...]:
    return tuple(id_of(world, unit) for unit in units)
