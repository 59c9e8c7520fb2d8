"""Items on the ground: a unit drops them when it dies, and a unit alone on the tile takes them."""

from collections.abc import Callable

from game.components.belongings import Hand, Loot
from game.components.unit import Position
from game.systems.damage import Fall
from game.systems.items import hand_of
from game.systems.movement import Enter
from game.terms import board_events as board
from game.terms.agenda import AgendaItem
from game.terms.changes import DROPS, TAKEN, ChangeFacts, TileItem, items_on_tiles
from game.terms.parts import part_of
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of, tile_of


class DroppingHands(System[Fall]):
    """A system that drops the items in a dead unit's hand on its tile."""

    def __init__(self, rule: str) -> None:
        self._rule = rule

    def process(self, world: World, item: Fall) -> None:
        for unit in item.units:
            items, at = hand_of(world, unit), tile_of(world, unit)
            if not items or at is None:
                continue
            there = world.at(Loot, at)
            if there:
                world.put(there[0], Loot(at, (*world.get(there[0], Loot).items, *items)))
            else:
                world.spawn(Loot(at, items))
            world.reveal()
            dropped = board.LootDropped(
                unit=id_of(world, unit), items=items, at=at, rule=self._rule
            )
            world.tell(dropped)


def anybody(world: World, unit: Entity) -> bool:
    """Return True: every unit can take items."""
    return True


class TakingLoot(System[Enter | Fall]):
    """A system that gives items on a tile to a unit that is alone there, if it can take items."""

    def __init__(self, rule: str, takes: Callable[[World, Entity], bool] = anybody) -> None:
        self._rule = rule
        self._takes = takes

    def process(self, world: World, item: AgendaItem) -> None:
        for entity, loot in world.all(Loot):
            there = world.at(Position, loot.at)
            if len(there) == 1 and self._takes(world, there[0]):
                unit = there[0]
                world.drop(entity, Loot)
                world.put(unit, Hand((*hand_of(world, unit), *loot.items)))
                taken = board.LootTaken(
                    unit=id_of(world, unit), items=loot.items, at=loot.at, rule=self._rule
                )
                world.tell(taken)


def describe_loot(old: Loot | None, new: Loot | None) -> ChangeFacts:
    """Return the items that are dropped on a tile, and those that are picked up, for the odds."""
    before, after = (
        [TileItem(loot.at, item) for item in loot.items] if loot else [] for loot in (old, new)
    )
    return items_on_tiles(before, after, DROPS, TAKEN)


PART = part_of(globals(), Loot, board.LootDropped, board.LootTaken, describe={Loot: describe_loot})
