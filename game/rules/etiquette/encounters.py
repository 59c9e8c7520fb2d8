"""Encounters: talk, declarations, and passing without a fight (ETI-01 … ETI-05, ETI-14)."""

from game.components.unit import Position
from game.rules.etiquette.minions import foes_at
from game.rules.etiquette.promises import has_promised
from game.rules.etiquette.records import (
    Declarations,
    DeclareAsk,
    DuelEncounter,
    Gifts,
    GiveAsk,
    Passing,
    SpeakingTurn,
    StartDuel,
    TalkAsk,
)
from game.rules.etiquette.schema import Settings
from game.rules.etiquette.walks import can_go_on
from game.systems.breaking_away import Fleeing, stopped_in_flight
from game.systems.movement import Enter, stop_walk
from game.terms.agenda import AgendaItem
from game.terms.asks import OnwardAsk
from game.terms.board_events import Cornered, EncounterOpened, PassedThrough
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, side_of, tile_of


class StoppingAtOthers(System[Enter]):
    """A system that stops a unit that enters a foe's tile, and opens an encounter."""

    def process(self, world: World, item: Enter) -> None:
        unit, cell = item.unit, item.at
        if tile_of(world, unit) != cell:
            return
        foes = foes_at(world, unit)
        if not foes:
            return
        stop_walk(world, unit)
        stopped_in_flight(world, unit)
        rule = "ETI-15" if world.has(unit, Fleeing) else "ETI-01"
        name, met = id_of(world, unit), id_of(world, foes[0])
        world.tell(EncounterOpened(unit=name, target=met, at=cell, rule=rule))
        world.push(DuelEncounter(unit, foes[0]))


class DuelEncounters(System[DuelEncounter | SpeakingTurn]):
    """A system that lets both units talk, then asks the aggressor to declare."""

    def process(self, world: World, item: AgendaItem) -> None:
        assert isinstance(item, DuelEncounter | SpeakingTurn)
        if not both_here(world, item.aggressor, item.other):
            return
        if isinstance(item, DuelEncounter):
            before = world.find(world.root, Declarations)
            count = before.count + 1 if before else 1
            world.put(world.root, Declarations(item.aggressor, item.other, count))
            world.push(SpeakingTurn(item.aggressor, item.other))
        elif self._goes_on(world, item):
            pair = item.aggressor, item.other
            speaker, foe = pair if item.said % 2 == 0 else pair[::-1]
            world.push(TalkAsk(side_of(world, speaker), speaker, foe, item))
        else:
            aggressor, other = item.aggressor, item.other
            world.push(DeclareAsk(side_of(world, aggressor), aggressor, other, comes=True))

    def _goes_on(self, world: World, talk: SpeakingTurn) -> bool:
        """Return whether talk goes on: it ends at the limit, or when both units are silent."""
        is_over = talk.said % 2 == 0 and talk.said > 0 and not talk.heard
        return talk.said < 2 * world.scene.settings(Settings).promises and not is_over


def both_here(world: World, one: Entity, other: Entity) -> bool:
    """Return whether two units are still on the same tile."""
    at = tile_of(world, one)
    return at is not None and at == tile_of(world, other)


class Partings(System[Gifts | Passing]):
    """A system for encounters without a fight: promised gifts are due, and the aggressor moves on.

    If the aggressor can't move on, the two fight after all.
    """

    def process(self, world: World, item: AgendaItem) -> None:
        assert isinstance(item, Gifts | Passing)
        aggressor, other = item.aggressor, item.other
        if isinstance(item, Gifts):
            givers = ((other, aggressor), (aggressor, other))
            world.push(
                *(
                    GiveAsk(side_of(world, unit), unit, foe)
                    for unit, foe in givers
                    if has_promised(world, unit, foe, "gift")
                )
            )
        elif world.has(aggressor, Position) and both_here(world, aggressor, other):
            self._pass(world, aggressor, other)

    def _pass(self, world: World, aggressor: Entity, other: Entity) -> None:
        name, met = id_of(world, aggressor), id_of(world, other)
        if can_go_on(world, aggressor):
            world.tell(PassedThrough(unit=name, target=met, rule="ETI-14"))
            world.push(OnwardAsk(side_of(world, aggressor), aggressor))
        else:
            world.tell(Cornered(unit=name, target=met, rule="ETI-02"))
            world.push(StartDuel(aggressor, other, aggressor, "ETI-02"))
