"""The setup of a Guard battle: units in their ranks, and the meeting on the agenda."""

from game.components.belongings import Hand
from game.components.conditions import Conditions
from game.components.unit import Allegiance, Name, Position, Vitals
from game.rules.guard.growth import stats_of
from game.rules.guard.level_ranks import OTHER, REAR, own_rank
from game.rules.guard.ranks import bands, room_in
from game.rules.guard.records import Came, FocusLeft, Grudge, Kills, Meet
from game.systems import deployment
from game.systems.forced_stops import free_tile
from game.systems.parties import is_player
from game.systems.rounds import NextTurn
from game.systems.script import triggers
from game.terms.level import Unit
from game.terms.records import Entity
from game.world import World
from game.world.deployment import deployable
from game.world.unit_names import id_of


def setup(world: World) -> None:
    """Place the units in unit order. A unit without a place goes to its rank."""
    level = world.scene.level
    units = {unit.id: _made(world, unit) for unit in triggers.in_unit_order(level)}
    later = level.script.coming
    placed = {u for deploy in level.script.deploy for u in deployable(world, deploy.side)}
    due = deployment.prepare(world)
    for id, unit in units.items():
        if not world.has(unit, Position) and id not in later and unit not in placed:
            station(world, unit)
    world.push(NextTurn(), Meet(), *due)


def _made(world: World, unit: Unit) -> Entity:
    stats = stats_of(unit)
    life = stats.life if stats.calling else stats.number
    lost = stats.hurt if stats.calling else 0
    made = world.spawn(
        Name(unit.id, unit.title, unit.kind),
        Allegiance(unit.side),
        Vitals(max(1, life - lost), life),
        Conditions(),
    )
    if is_player(world, made):
        world.put(made, Hand(stats.items))
        world.put(made, FocusLeft(max(0, stats.focus - stats.spent)))
        world.put(made, Kills(0))
    else:
        world.put(made, Grudge())
    if unit.at is not None:
        world.put(made, Position(unit.at))
    return made


def station(world: World, unit: Entity) -> None:
    """Put a unit into its rank, or into the other rank if its own is full (GUA-19)."""
    rank = own_rank(world.scene.level, world.scene.units[id_of(world, unit)])
    tile = room_in(world, unit, rank) or room_in(world, unit, OTHER[rank])
    if tile is None:
        tile = free_tile(world, unit, tuple(world.grid.cells()))
    if tile is not None:
        world.put(unit, Position(tile))


def note_arrivals(world: World) -> None:
    """Record that units in the rear at the start arrived in party order (GUA-16)."""
    rear = bands(world)[True, REAR]
    for number, (unit, position) in enumerate(tuple(world.all(Position)), start=1):
        if is_player(world, unit) and position.at in rear:
            world.put(unit, Came(number))
