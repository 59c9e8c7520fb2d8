"""What follows from being hurt, moved or knocked down, whatever it was that did it."""

from typing import ClassVar

from game.components.unit import Position
from game.core.cells import reading
from game.core.rooms import apart
from game.rules.action import conditions, profiles, walking
from game.rules.action.events import CameDown
from game.systems import unseen
from game.systems.harm import GoDown, Hurt, Suffer
from game.systems.movement import Enter
from game.world import World, places
from game.world.names import id_of
from game.world.system import System


def lasting_factor(world: World, item: Suffer) -> str:
    """What becomes of lasting damage, by the type of its condition (ACT-34)."""
    if item.kind is None:
        return "full"
    return profiles.factor(world, item.unit, conditions.kind(world, item.kind).type)


def come_down(world: World, unit: int) -> None:
    """Who lies over a gap is on the nearest ground that has room for it."""
    if walking.flies(world, unit) or not walking.hovers(world, unit):
        return
    here = world.get(unit, Position)
    ground = [cell for cell in world.grid.cells() if places.fits(world, unit, cell)]
    if not ground:
        return
    span = places.full_span(world, unit)
    at = min(ground, key=lambda c: (apart(here.at, here.span, c, span), reading(c)))
    world.put(unit, Position(at, span))
    told = CameDown(unit=id_of(world, unit), at=at, rule="ACT-22")
    world.tell(told, unseen.witnesses(world, unit))
    world.push(Enter(unit, at))


class ComingDown(System):
    """Heroes that go down in the air; it stands behind what makes them lie."""

    acts_on: ClassVar = (GoDown,)

    def process(self, world: World, item: GoDown) -> None:
        for unit in item.units:
            come_down(world, unit)


class Breaking(System):
    """What is fragile ends with any damage; it stands behind the damage itself."""

    acts_on: ClassVar = (Hurt,)

    def process(self, world: World, item: Hurt) -> None:
        for blow in item.blows:
            if blow.amount > 0 and world.has(blow.unit, Position):
                fragile = {
                    c.kind for c, means in conditions.held(world, blow.unit) if means.fragile
                }
                conditions.lift(world, blow.unit, fragile, blow.rule)
