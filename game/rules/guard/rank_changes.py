"""Changing rank (GUA-13, GUA-17)."""

from game.components.unit import Position
from game.core.cells import Cell
from game.rules.guard.events import Shifted
from game.rules.guard.level_ranks import OTHER, REAR
from game.rules.guard.ranks import next_turn, rank_at, ranks, room_in
from game.rules.guard.records import Came, Displaced, Stance
from game.systems.movement import Enter
from game.systems.parties import is_player
from game.systems.script.effects import ScriptRules
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import id_of


def put(world: World, unit: Entity, at: Cell) -> None:
    """Put the unit onto a tile. If its rank changes, it becomes neutral."""
    party = is_player(world, unit)
    before, now = ranks(world).rank(unit), rank_at(world, party, at)
    world.put(unit, Position(at))
    if now != before:
        world.drop(unit, Displaced)
        _take_rank(world, unit, now)


SCRIPT_RULES = ScriptRules(
    put=put, chooses=lambda world, side: side == world.scene.level.party_side
)
"""How triggers act on units: moves change ranks, and only the party makes choices."""


def displace(world: World, unit: Entity, rank: str, rule: str) -> None:
    """Force the unit into a rank. A group returns at the end of the round."""
    if not is_player(world, unit) and not world.has(unit, Displaced):
        world.put(unit, Displaced(OTHER[rank]))
    shift(world, unit, rank, rule)


def come_back(world: World, unit: Entity) -> None:
    """Move a group back to its rank, if it was forced to leave the rank and has room there."""
    displaced = world.find(unit, Displaced)
    if displaced is None:
        return
    if ranks(world).rank(unit) == displaced.rank:
        world.drop(unit, Displaced)
    elif room_in(world, unit, displaced.rank) is not None:
        world.drop(unit, Displaced)
        shift(world, unit, displaced.rank, "GUA-12")


def shift(world: World, unit: Entity, rank: str, rule: str) -> None:
    """Move the unit to a rank with room for it. The unit loses its stance, so it is neutral."""
    tile = room_in(world, unit, rank)
    assert tile is not None
    world.put(unit, Position(tile))
    _take_rank(world, unit, rank)
    world.tell(Shifted(unit=id_of(world, unit), rank=rank, to=tile, rule=rule))
    world.push(Enter(unit, tile))


def _take_rank(world: World, unit: Entity, rank: str) -> None:
    """Note that the unit is new in a rank."""
    world.drop(unit, Stance)
    world.drop(unit, Came)
    if rank == REAR and is_player(world, unit):
        world.put(unit, Came(next_turn(world)))
