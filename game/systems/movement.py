"""Movement, one step at a time, so that anything can interrupt it.

`Walk` continues while the unit is alive, has a path and can pay for the next step. Other units can
react to a `Step` before it is made. `Enter` causes the effects of the new tile (traps, hazards,
encounters), and `Stepped` follows once these are settled. To stop a unit, remove its `Path`.
"""

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from game.components.motion import Path, Stride
from game.components.unit import Position
from game.core.cells import Cell, reading, steps_apart
from game.core.grid import Grid
from game.core.least_harm_paths import Perils, paths_to
from game.core.paths import Reach, path_cost, reach
from game.terms.agenda import AgendaItem
from game.terms.events import Moved
from game.terms.parts import part_of
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.world import World
from game.world.system import System
from game.world.unit_names import id_of


class Walk(AgendaItem, frozen=True):
    """The move of a unit along its path."""

    unit: Entity


class Step(AgendaItem, frozen=True):
    """A step that a unit is about to make from one tile to the next."""

    unit: Entity
    origin: Cell
    to: Cell
    span: int = 1
    """The span of the unit before the step."""


class Stepped(Step, frozen=True):
    """A step that has been made, after the effects of the tile are settled."""


class Enter(AgendaItem, frozen=True, omit_defaults=True):
    """A unit's entry onto a tile. For a large unit, `kept` lists tiles that it was already on.

    An empty `kept` isn't saved, so that states of earlier versions stay equal.
    """

    unit: Entity
    at: Cell
    kept: tuple[Cell, ...] = ()


Witnesses = Callable[[World, Entity], tuple[str, ...] | None]
"""A function that returns the sides that see a unit's actions; None for all."""


Gait = Callable[[World, Entity, Cell, Cell], tuple[int, int] | None]
"""A function that returns the cost of a unit's step from one tile to the next, and the unit's span
afterwards. It returns None if the step is impossible.
"""


def everybody(world: World, unit: Entity) -> None:
    """Return None: all sides see the unit."""


def on_foot(world: World, unit: Entity, origin: Cell, to: Cell) -> tuple[int, int] | None:
    """Return the cost and span of a step on foot, for a unit that takes up one tile."""
    cost = step_cost(world.grid, origin, to)
    return None if cost is None else (cost, 1)


def start_walk(world: World, unit: Entity, path: tuple[Cell, ...], until_hit: bool = False) -> None:
    """Start a unit's move. With `until_hit`, the move ends when an attack hits the unit."""
    world.put(unit, Path(path, until_hit))
    world.push(Walk(unit))


def entering(unit: Entity, here: Position, there: Position) -> Enter:
    """Return the entry of a unit that goes from one position to another."""
    return Enter(unit, there.at, tuple(cell for cell in there.cells if cell in here.cells))


def stop_walk(world: World, unit: Entity) -> None:
    """End the unit's move where the unit is now."""
    world.drop(unit, Path)


def stride_left(world: World, unit: Entity) -> int:
    """Return the movement that the unit has left; 0 if it isn't moving."""
    stride = world.find(unit, Stride)
    return stride.left if stride else 0


def step_cost(grid: Grid, origin: Cell, to: Cell) -> int | None:
    """Return the cost of a step, or None if it is impossible."""
    return next((cost for cell, cost in grid.neighbours(origin) if cell == to), None)


def affordable(world: World, unit: Entity, budget: int) -> tuple[Cell, ...]:
    """Return the neighbouring tiles that the unit can enter for at most `budget` movement."""
    links = world.grid.neighbours(world.get(unit, Position).at)
    return tuple(cell for cell, cost in links if cost <= budget)


class Walking(System[Walk]):
    """A system that pushes the steps of a move, one at a time."""

    def __init__(self, gait: Gait = on_foot) -> None:
        self._gait = gait

    def process(self, world: World, item: Walk) -> None:
        unit = item.unit
        path, position = world.find(unit, Path), world.find(unit, Position)
        if path is None or position is None or not path.cells:
            stop_walk(world, unit)
            return
        step = self._gait(world, unit, position.at, path.cells[0])
        if step is None or step[0] > stride_left(world, unit):
            stop_walk(world, unit)
            return
        # Push the step above the move: everything that the step causes is settled before the move
        # checks whether it can continue.
        world.push(Walk(unit), Step(unit, position.at, path.cells[0], position.span))


class Stepping(System[Step]):
    """A system that makes a step, if the unit is still on the tile, moving, and able to pay."""

    def __init__(
        self,
        rule: str | Callable[[World, Entity], str] | None = None,
        seen_by: Witnesses = everybody,
        gait: Gait = on_foot,
        scale: int = 1,
        follows: bool = False,
    ) -> None:
        """Make the system. `scale` is the number that events show for one movement point.

        With `follows`, push `Stepped` after each step. The book must then list it in its records.
        """
        self._follows = follows
        self._rule = rule
        self._seen_by = seen_by
        self._gait = gait
        self._scale = scale

    def process(self, world: World, item: Step) -> None:
        unit = item.unit
        path, position = world.find(unit, Path), world.find(unit, Position)
        # Reactions may have killed, moved or stopped the unit. Then it makes no step.
        if path is None or position is None or position.at != item.origin:
            return
        if path.cells[:1] != (item.to,):
            return
        step = self._gait(world, unit, item.origin, item.to)
        if step is None or step[0] > stride_left(world, unit):
            stop_walk(world, unit)
            return
        cost, span = step
        left = stride_left(world, unit) - cost
        # Shorten the path before the tile is entered, because the tile's effects read the rest.
        world.put(unit, replace(path, cells=path.cells[1:]))
        world.put(unit, Stride(left))
        there = Position(item.to, span)
        world.put(unit, there)
        # Trials make most of all steps, and no one reads their events.
        if not world.quiet:
            self._tell(world, item, cost, left)
        # Push this first, so that it is settled after everything that entering the tile causes.
        if self._follows:
            world.push(Stepped(unit, item.origin, item.to, item.span))
        world.push(entering(unit, position, there))

    def _tell(self, world: World, item: Step, cost: int, left: int) -> None:
        rule = self._rule(world, item.unit) if callable(self._rule) else self._rule
        moved = Moved(
            unit=id_of(world, item.unit),
            origin=item.origin,
            to=item.to,
            cost=cost * self._scale,
            left=left * self._scale,
            rule=rule,
        )
        world.tell(moved, self._seen_by(world, item.unit))


def _closed(at: Cell, rule: str | None) -> Refusal:
    return Refusal("no-step", rule, variant="taken", at=at)


class Walker(msgspec.Struct, frozen=True):
    """The known limits of a unit's move. They decide which paths are listed and allowed.

    A path can't enter `closed` tiles, can't leave `final` tiles, and can't end on `shared` tiles.
    """

    grid: Grid
    start: Cell
    budget: int
    closed: frozenset[Cell] = frozenset()
    final: frozenset[Cell] = frozenset()
    why_closed: Callable[[Cell, str | None], Refusal] = _closed
    """A function that makes the refusal for a closed tile, under a rule."""
    shared: frozenset[Cell] = frozenset()
    perils: Perils = Perils()

    def reach(self) -> Reach:
        """Return all tiles within the budget."""
        return reach(self.grid, self.start, self.budget, closed=self.closed, final=self.final)

    def paths(self) -> tuple[tuple[Cell, ...], ...]:
        """Return the canonical path to each tile on which a move can end, in reading order.

        It is the path with the least harm; if several have that, the cheapest, then the
        straightest.
        """
        found = self.reach()
        ends = sorted(
            (c for c in found.costs if c != self.start and c not in self.shared), key=reading
        )
        chosen = paths_to(found, ends, self.perils, self._steps, self.budget, self.final)
        return tuple(chosen.values())

    def _steps(self, cell: Cell) -> Iterable[tuple[Cell, int]]:
        return (step for step in self.grid.neighbours(cell) if step[0] not in self.closed)

    def cost(self, path: tuple[Cell, ...]) -> int | None:
        """Return the cost of the path, or None if one of its steps is impossible."""
        return path_cost(self.grid, self.start, path)

    def refusal(self, path: tuple[Cell, ...], rule: str | None = None) -> Refusal | None:
        """Return the reason why the unit can't move along this path, or None."""
        if not path:
            return Refusal("no-path", rule)
        before = self.start
        for cell in path:
            if refusal := self._step_flaw(before, cell, rule):
                return refusal
            before = cell
        if before in self.shared:
            return Refusal("shared-tile", rule, at=before)
        cost = self.cost(path) or 0
        if cost > self.budget:
            return Refusal("too-far", rule, cost=cost, left=self.budget)
        return None

    def _step_flaw(self, before: Cell, cell: Cell, rule: str | None) -> Refusal | None:
        if cell not in self.grid:
            return Refusal("no-step", rule, variant="off_map", at=cell)
        if step_cost(self.grid, before, cell) is None:
            return self._no_step(before, cell, rule)
        if cell in self.closed:
            return self.why_closed(cell, rule)
        if before in self.final and before != self.start:
            return Refusal("no-step", rule, variant="past", at=before)
        return None

    def _no_step(self, before: Cell, cell: Cell, rule: str | None) -> Refusal:
        if steps_apart(before, cell, self.grid.diagonal) != 1:
            return Refusal("no-step", rule, variant="apart", at=cell, before=before)
        if not self.grid.cost(cell):
            return Refusal("no-step", rule, variant="barred", at=cell)
        return Refusal("no-step", rule, variant="corner", at=cell, before=before)


PART = part_of(globals(), Path, Stride, without=(Stepped,))
