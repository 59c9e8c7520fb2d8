"""The possible answers while sides place their units before the first turn."""

from collections.abc import Iterable
from typing import NamedTuple

from game.components.script_progress import Deploying
from game.components.unit import Position
from game.core.cells import Cell
from game.core.footprints import tiles
from game.terms.agenda import DeployAsk
from game.terms.commands import Done, Place
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.terms.script_events import Deployed
from game.world import World
from game.world.ask_rules import AskRules, Option
from game.world.deployment import area_of, deployable
from game.world.room_for_units import fits, full_span, has_room
from game.world.unit_names import id_of, others_at, unit_by_id

MOST_MOVES = 200
"""Maximum number of placements per side before it must confirm."""


class _Seen(NamedTuple):
    """The view of the side that is placing, and the units that it places."""

    view: World
    units: tuple[Entity, ...]


def _seen(view: World, ask: DeployAsk) -> _Seen:
    units = deployable(view, ask.side)
    return _Seen(view, tuple(unit for unit in units if view.has(unit, Position)))


def _places(seen: _Seen) -> Iterable[Place]:
    # Swapping is legal too, but not proposed: a click on another unit selects that unit.
    return (
        Place(id_of(seen.view, unit), cell)
        for unit in seen.units
        for cell in area_of(seen.view, unit)
        if fits(seen.view, unit, cell) and seen.view.get(unit, Position).at != cell
    )


def _check_place(seen: _Seen, command: Place) -> Refusal | None:
    view, unit = seen.view, unit_by_id(seen.view, command.unit)
    if unit not in seen.units or unit is None:
        return Refusal("not-placed", unit=command.unit)
    if not has_room(view, unit, command.to) or not _is_within(view, unit, command.to):
        return Refusal("not-there", unit=command.unit, at=command.to)
    if view.get(unit, Position).at == command.to:
        return Refusal("there-already", unit=command.unit, at=command.to)
    if view.get(view.root, Deploying).moves >= MOST_MOVES:
        return Refusal("placed-enough", most=MOST_MOVES)
    return _check_others(seen, unit, command.to)


def _check_others(seen: _Seen, unit: Entity, to: Cell) -> Refusal | None:
    """Refuse a tile taken by another unit, unless both are on one side and can change places."""
    view, position = seen.view, seen.view.get(unit, Position)
    there = {o for cell in tiles(to, position.span) for o in others_at(view, cell, unit)}
    if not there:
        return None
    other = min(there)
    swaps = len(there) == 1 and other in seen.units and view.get(other, Position).at == to
    alike = swaps and view.get(other, Position).span == position.span
    if alike and _is_within(view, other, position.at):
        return None
    return Refusal("taken", at=to, other=id_of(view, other))


def _is_within(view: World, unit: Entity, at: Cell) -> bool:
    """Return whether all of the unit's tiles would be in the area where it must be placed."""
    area = area_of(view, unit)
    return all(cell in area for cell in tiles(at, full_span(view, unit)))


def _place(world: World, ask: DeployAsk, command: Place) -> None:
    unit = unit_by_id(world, command.unit)
    assert unit is not None
    position = world.get(unit, Position)
    own = deployable(world, ask.side)
    for other in others_at(world, command.to, unit):
        if other in own:
            world.put(other, position)
    world.put(unit, Position(command.to, position.span))
    deploying = world.get(world.root, Deploying)
    world.put(world.root, Deploying(deploying.sides, deploying.moves + 1))


def _done(seen: _Seen) -> Iterable[Done]:
    yield Done()


def _pass(seen: _Seen, command: Done) -> Refusal | None:
    return None


def _finish(world: World, ask: DeployAsk, command: Done) -> None:
    world.put(world.root, Deploying(world.get(world.root, Deploying).sides[1:]))
    world.tell(Deployed(side=ask.side))


DEPLOY = AskRules(
    DeployAsk,
    _seen,
    (
        Option(Place, _places, _check_place, _place),
        Option(Done, _done, _pass, _finish),
    ),
)
