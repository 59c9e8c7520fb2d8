"""Traps: items set in secret. The next unit of another side to enter the tile springs them."""

from collections.abc import Callable

from game.components.belongings import LaidTrap, Traps
from game.components.unit import Position
from game.core.cells import Cell
from game.systems.items import ItemEffect, take_from_hand
from game.systems.movement import Enter
from game.systems.rounds import TakeTurn
from game.terms import board_events as board
from game.terms.changes import LAID, SPRUNG, ChangeFacts, TileItem, items_on_tiles
from game.terms.parts import part_of
from game.terms.records import Component, Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, side_of, tile_of


class Haunts(Component, frozen=True):
    """The tiles on which all sides have seen that a unit could have set a trap."""

    cells: tuple[Cell, ...]


def trap_at(world: World, cell: Cell) -> tuple[Entity, str] | None:
    """Return the owner and item of the trap on a tile; None if this world knows of no trap."""
    for owner, traps in world.all(Traps):
        for laid in traps.laid:
            if laid.at == cell:
                return owner, laid.item
    return None


def lay_trap(world: World, unit: Entity, item: str, rule: str) -> None:
    """Set an item from the hand as a trap on the unit's tile, in secret."""
    at = tile_of(world, unit)
    assert at is not None
    take_from_hand(world, unit, item)
    traps = world.find(unit, Traps)
    world.put(unit, Traps((*(traps.laid if traps else ()), LaidTrap(at, item))))
    told = board.TrapLaid(unit=id_of(world, unit), item=item, at=at, rule=rule)
    world.tell(told, (side_of(world, unit),))


class Springing(System[Enter]):
    """A system that springs a trap on the next unit to enter that isn't on its owner's side."""

    def __init__(self, rule: str) -> None:
        self._rule = rule

    def process(self, world: World, item: Enter) -> None:
        found = trap_at(world, item.at)
        if found is None or tile_of(world, item.unit) != item.at:
            return
        owner, trap = found
        if side_of(world, owner) == side_of(world, item.unit):
            return
        left = tuple(laid for laid in world.get(owner, Traps).laid if laid.at != item.at)
        world.put(owner, Traps(left))
        world.reveal()
        world.tell(
            board.TrapSprung(
                unit=id_of(world, item.unit),
                item=trap,
                owner=id_of(world, owner),
                at=item.at,
                rule=self._rule,
            )
        )
        world.push(ItemEffect(owner, item.unit, trap, self._rule))


def anybody(world: World, unit: Entity) -> bool:
    """Return True: all units can set traps."""
    return True


class Haunting(System[TakeTurn]):
    """A system that records that the unit could set a trap on its tile, whether it does or not."""

    def __init__(self, lays: Callable[[World, Entity], bool] = anybody) -> None:
        self._lays = lays

    def process(self, world: World, item: TakeTurn) -> None:
        position = world.find(item.unit, Position)
        haunts = world.find(item.unit, Haunts) or Haunts(())
        if position and position.at not in haunts.cells and self._lays(world, item.unit):
            world.put(item.unit, Haunts((*haunts.cells, position.at)))


class Wariness(System[Enter]):
    """A system that marks as revealed whether there was a trap on a tile that a unit enters.

    It acts if another side could have set a trap there. The step shows whether it did, so the step
    can't be undone freely even if there was no trap.
    """

    def process(self, world: World, item: Enter) -> None:
        side = side_of(world, item.unit)
        for other, haunts in world.all(Haunts):
            if side_of(world, other) != side and item.at in haunts.cells:
                world.put(other, Haunts(tuple(c for c in haunts.cells if c != item.at)))
                world.reveal()


def describe_traps(old: Traps | None, new: Traps | None) -> ChangeFacts:
    """Return the traps that are set, and those that are gone, for the odds."""
    before, after = (
        [TileItem(trap.at, trap.item) for trap in (traps.laid if traps else ())]
        for traps in (old, new)
    )
    return items_on_tiles(before, after, LAID, SPRUNG)


PART = part_of(globals(), LaidTrap, Traps, Haunts, describe={Traps: describe_traps})
