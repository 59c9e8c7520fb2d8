"""Going over to the other rank (GUA-13, GUA-17)."""

from game.components.unit import Position
from game.rules.guard.events import Shifted
from game.rules.guard.ranks import OTHER, REAR, next_turn, ranks, room_in
from game.rules.guard.records import Came, Displaced, Stance
from game.systems.movement import Enter
from game.systems.parties import is_player
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import id_of


def displace(world: World, unit: Entity, rank: str, rule: str) -> None:
    """Something makes the unit go over to a rank; a group will be back when the round ends."""
    if not is_player(world, unit) and not world.has(unit, Displaced):
        world.put(unit, Displaced(OTHER[rank]))
    shift(world, unit, rank, rule)


def come_back(world: World, unit: Entity) -> None:
    """A group that was made to change rank goes back, as soon as there is room."""
    displaced = world.find(unit, Displaced)
    if displaced is None:
        return
    if ranks(world).rank(unit) == displaced.rank:
        world.drop(unit, Displaced)
    elif room_in(world, unit, displaced.rank) is not None:
        world.drop(unit, Displaced)
        shift(world, unit, displaced.rank, "GUA-12")


def shift(world: World, unit: Entity, rank: str, rule: str) -> None:
    """The unit goes over to a rank that has room for it, and is neutral from then on."""
    tile = room_in(world, unit, rank)
    assert tile is not None
    world.put(unit, Position(tile))
    world.drop(unit, Stance)
    world.drop(unit, Came)
    if rank == REAR and is_player(world, unit):
        world.put(unit, Came(next_turn(world)))
    world.tell(Shifted(unit=id_of(world, unit), rank=rank, to=tile, rule=rule))
    world.push(Enter(unit, tile))
