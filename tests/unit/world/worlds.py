"""A small world for tests of the world itself."""

from game.components.belongings import LaidTrap, Loot, Traps
from game.components.conditions import Condition, Conditions
from game.components.unit import Allegiance, Name, Position, Vitals
from game.engine.snapshots import ENGINE_RECORDS
from game.rules.contest.book import BOOK
from game.terms.records import Codec, Entity
from game.world import Battlefield, World
from game.world.battlefield import battlefield_of
from tests.rules.contest import duel

CODEC = Codec((*ENGINE_RECORDS, *BOOK.records))


def scene() -> Battlefield:
    """Return a battlefield of three by two tiles."""
    return battlefield_of(duel.level("a..\n..b"), diagonal=False)


def empty() -> World:
    """Return a world with only its root."""
    return World(scene())


def peopled() -> tuple[World, Entity, Entity]:
    """Return a world of two units and some dropped items, and the units."""
    world = empty()
    ann = world.spawn(Name("red.ann", "Ann", "brawler"), Allegiance("red"), Position((0, 0)))
    bo = world.spawn(Name("blue.bo", "Bo", "brawler"), Allegiance("blue"), Position((2, 1)))
    world.spawn(Loot((1, 1), ("flour",)))
    world.put(ann, Vitals(7, 10))
    world.put(bo, Vitals(9, 9))
    world.put(bo, Conditions((Condition("edge", 2, 3, None, "CON-09"),)))
    world.put(bo, Traps((LaidTrap((1, 0), "jaws"),)))
    return world, ann, bo
