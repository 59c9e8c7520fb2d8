"""The end of a round: conditions end; groups regrow, return and remember kills (GUA-12, 14, 17)."""

from msgspec.structs import replace

from game.components.conditions import Conditions
from game.components.unit import Position, Vitals
from game.rules.guard.events import Regrown, WornOff
from game.rules.guard.figures import known, members
from game.rules.guard.rank_changes import come_back
from game.rules.guard.records import Grudge, Stance
from game.systems.rounds import NextRound
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of


class RoundLapsing(System[NextRound]):
    """A system that ends the round. It comes before `rounds.TurnOrder`."""

    def process(self, world: World, item: NextRound) -> None:
        for unit in world.ids(Stance):
            world.drop(unit, Stance)
        self._wear_off(world)
        for group, grudge in tuple(world.all(Grudge)):
            if grudge.now or grudge.last:
                world.put(group, Grudge((), grudge.now))
        for group in members(world, False):
            self._regrow(world, group)
            come_back(world, group)

    def _wear_off(self, world: World) -> None:
        """Count down all conditions by one round. Log those that end, by cause."""
        over: dict[str, dict[str, None]] = {}
        for unit, held in tuple(world.all(Conditions)):
            if not held.all:
                continue
            counted = tuple(replace(c, turns=c.turns - 1) if c.turns else c for c in held.all)
            world.put(unit, Conditions(tuple(c for c in counted if c.turns != 0)))
            for one in counted:
                if one.turns == 0:
                    over.setdefault(one.cause or one.kind, {})[id_of(world, unit)] = None
        for cause, units in over.items():
            world.tell(WornOff(cause=cause, units=tuple(units), rule="GUA-12"))

    def _regrow(self, world: World, group: Entity) -> None:
        more = sum(what.regrow for _, what in known(world, group))
        vitals = world.get(group, Vitals)
        life = min(vitals.most, vitals.life + more)
        if life > vitals.life and world.has(group, Position):
            world.put(group, Vitals(life, vitals.most))
            gained = life - vitals.life
            told = Regrown(unit=id_of(world, group), amount=gained, left=life, rule="GUA-12")
            world.tell(told)
