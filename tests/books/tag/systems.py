"""Tag's systems in addition to the shared ones."""

from game.components.motion import Stride
from game.components.unit import Position
from game.systems.damage import Blow, Hurt
from game.systems.movement import Enter
from game.systems.rounds import BeginTurn
from game.terms.agenda import AgendaItem
from game.terms.records import Entity
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of
from tests.books.tag.events import AtHome, Escaped, Reached
from tests.books.tag.records import Caught, Den, Dodged, Runner, Tagged, Touch
from tests.books.tag.schema import Settings


def is_home(world: World, unit: Entity) -> bool:
    """Return whether a unit is on its den, as far as the viewing side knows."""
    den, position = world.find(unit, Den), world.find(unit, Position)
    return den is not None and position is not None and den.at == position.at


def reach_out(world: World, unit: Entity, target: Entity) -> None:
    """Let a unit try to touch another, which can't succeed on the target's den (TAG-04)."""
    world.put(unit, Tagged())
    name = id_of(world, target)
    world.tell(Reached(unit=id_of(world, unit), target=name, rule="TAG-03"))
    if is_home(world, target):
        at = world.get(target, Position).at
        world.put(target, Den(at, known=True))
        world.reveal()
        world.tell(AtHome(unit=name, at=at, rule="TAG-04"))
    else:
        reach = world.scene.settings(Settings).reach
        world.push(Touch(unit, target, reach, world.get(target, Runner).quick))


class Fresh(System[BeginTurn]):
    """System that begins a turn with all steps of the shoes, and no touch tried."""

    def process(self, world: World, item: BeginTurn) -> None:
        world.put(item.unit, Stride(world.get(item.unit, Runner).steps))
        world.drop(item.unit, Tagged)


class Standing(System[Enter]):
    """System for entering a tile, which has no effects in Tag."""

    def process(self, world: World, item: Enter) -> None:
        """Do nothing."""


class Catching(System[Caught | Dodged]):
    """System that takes one life from a touched unit (TAG-05)."""

    def process(self, world: World, item: AgendaItem) -> None:
        if isinstance(item, Caught):
            world.push(Hurt((Blow(item.target, 1, "touch", "TAG-05"),)))
        elif isinstance(item, Dodged):
            name = id_of(world, item.unit)
            world.tell(Escaped(unit=name, rule="TAG-03", dice=world.faces))
