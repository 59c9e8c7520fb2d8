"""Disengaging and fleeing (ETI-12, ETI-15)."""

from game.rules.etiquette import duels
from game.rules.etiquette.records import Duel
from game.rules.etiquette.schema import Settings
from game.rules.etiquette.walks import can_go_on
from game.systems import breaking_away
from game.systems.breaking_away import Breakaway, Broke
from game.terms.board_events import Fled, FlightFailed
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of


def breakaway(world: World, unit: Entity, entity: Entity) -> Breakaway:
    """Return the rolls to disengage: first the fleeing unit's, then its foe's."""
    rival = world.get(entity, Duel).other(unit)
    return breaking_away.breakaway(
        world, entity, unit, (rival,), world.scene.settings(Settings).disengage, "ETI-12"
    )


class BreakingFromDuel(System[Broke]):
    """A system that applies rolls to disengage: a unit with a margin flees, any other stays."""

    def process(self, world: World, item: Broke) -> None:
        unit, duel = item.unit, world.get(item.fight, Duel)
        name, dice = id_of(world, unit), world.faces
        if not item.margin or not can_go_on(world, unit, item.margin):
            world.tell(FlightFailed(unit=name, rule="ETI-12", dice=dice))
            return
        world.tell(Fled(unit=name, spaces=item.margin, rule="ETI-12", dice=dice))
        duels.leave(world, unit)
        keeps = duel.stood == unit
        breaking_away.set_fleeing(world, unit, duel.at, item.margin, keeps)


def is_over(world: World, unit: Entity) -> None:
    """Do nothing after a flight: there are no chases."""
