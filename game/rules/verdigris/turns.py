"""A unit's turn: its start, its end, and the parts used (VER-05, VER-18, VER-32)."""

from msgspec.structs import replace

from game.components.unit import Down
from game.rules.verdigris import attacks, events, figures, wounds
from game.rules.verdigris.dice_pools import Tried
from game.rules.verdigris.records import Flinch, FreeSpent, Guarding, Mounted, ReadiedTile, Turn
from game.systems.rounds import BeginTurn, EndTurn
from game.terms.agenda import AgendaItem
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of


class Fresh(System[BeginTurn]):
    """A system that renews move, action and free attack, and ends readied shots and guarding."""

    def process(self, world: World, item: BeginTurn) -> None:
        unit = item.unit
        for kind in (FreeSpent, ReadiedTile, Guarding):
            world.drop(unit, kind)
        if not figures.is_able(world, unit):
            return
        pinned = figures.has(world, unit, "pinned")
        world.put(unit, Turn(move=pinned))
        if pinned:
            attacks.lift(world, unit, "pinned", "VER-18")
        if world.has(unit, Mounted):
            world.push(Flinch(unit))


class Ending(System[EndTurn]):
    """A system that removes the record of a finished turn."""

    def process(self, world: World, item: EndTurn) -> None:
        world.drop(item.unit, Turn)
        mounted = world.find(item.unit, Mounted)
        if mounted and mounted.held:
            world.put(item.unit, replace(mounted, held=False))


class Reviving(System[Tried]):
    """A system that applies Mind tests to bring units back from Death's Door."""

    def process(self, world: World, item: AgendaItem) -> None:
        assert isinstance(item, Tried)
        if item.purpose != "help":
            return
        attacks.strain(world, item.unit, item.ones, item.pushed)
        if item.sixes and world.has(item.other, Down):
            wounds.revive(world, item.other)
        else:
            names = id_of(world, item.unit), id_of(world, item.other)
            told = events.HelpFailed(
                unit=names[0], target=names[1], rule="VER-32", dice=world.faces
            )
            world.tell(told)


def spend_action(world: World, unit: Entity) -> None:
    """Spend the turn's action."""
    world.put(unit, replace(world.get(unit, Turn), action=True))


def spend_belt(world: World, unit: Entity) -> None:
    """Spend the turn's use of the belt."""
    world.put(unit, replace(world.get(unit, Turn), belt=True))
