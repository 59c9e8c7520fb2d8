"""What a level's script sends a side's units to do: places to reach, levers to pull, foes to hunt.

If nobody can walk to a place, look for triggers that open the way, and for those that open the way
to these, up to `DEEP` in a row. If foes must reach a place, look for a trigger that bars their way.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from game.ai.distance_fields import (
    Distances,
    breakable,
    field_of,
    toil,
    unbroken,
    with_doors_open,
    with_terrain,
)
from game.components.script_progress import Deeds, Progress
from game.components.unit import Dead, Down, Position
from game.core.cells import Cell
from game.core.grid import Grid
from game.terms.level_script import Objective, Trigger
from game.terms.records import Entity
from game.terms.script.conditions import Heads, When, WhenCarried
from game.terms.script.effects import Do
from game.world import World
from game.world.script_conditions import carried, is_meant, is_true
from game.world.unit_names import id_of, side_of, unit_by_id

DEEP = 4
"""Maximum number of triggers in a row that open the way to each other."""
MOST_GOALS = 12
"""Maximum number of goal tiles to find paths to; larger areas are represented by some tiles."""


def sampled(tiles: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return some tiles of an area, few enough to find paths to."""
    return tiles[:: max(1, len(tiles) // MOST_GOALS)][:MOST_GOALS]


class Chore(NamedTuple):
    """A place where units of a side have something to do, or a foe to defeat."""

    tiles: tuple[Cell, ...]
    unit: str | None = None
    """The unit that has to go. None: the nearest."""
    heads: int = 1
    """Number of units that have to go."""
    is_for_all: bool = True
    """Whether other units head there, too, if they have nothing else to do."""
    is_hunt: bool = False
    """Whether the place is that of a foe to defeat."""
    trigger: int | None = None
    """The trigger that this helps to set off."""


class Errand(NamedTuple):
    """What a unit has to do next."""

    tiles: tuple[Cell, ...]
    """Tiles to stand on, or next to if they can't be entered."""
    is_sent: bool = False
    """Whether the unit should go there before anything else."""
    triggers: frozenset[int] = frozenset()
    """Triggers to set off there."""


class Errands:
    """The errands of one side's units, as far as a view knows."""

    def __init__(self, world: World, side: str) -> None:
        self._world, self._side = world, side
        self._script = world.scene.level.script

    @cached_property
    def _able(self) -> tuple[tuple[Entity, Position], ...]:
        """The side's units on the board that aren't down."""
        return tuple(
            (unit, stand)
            for unit, stand in self._world.all(Position)
            if side_of(self._world, unit) == self._side and not self._world.has(unit, Down)
        )

    def of(self, unit: Entity) -> Errand | None:
        """Return a unit's errand for the side's open objectives, the required ones first.

        A unit that isn't sent anywhere may bar the way of foes.
        """
        chores = (it for aim in open_aims(self._world, self._side) for it in self.chores(aim))
        errands = (self._errand(chore, unit) for chore in chores)
        own = next((one for one in errands if one is not None), None)
        if own is not None and own.is_sent:
            return own
        return self._first(self._barring(), unit) or own

    def places(self, aim: Objective) -> Iterator[tuple[Cell, ...]]:
        """Yield the places where units of the side have something to do for an objective now.

        A place that they can't walk to yet isn't one: what opens the way comes first.
        """
        for chore in self.chores(aim):
            yield from dict.fromkeys(one.tiles for one in self._steps(chore) if not one.is_hunt)

    def opening(self, unit: Entity, goals: tuple[Cell, ...]) -> Errand | None:
        """Return what opens the way to some tiles, if the unit can't walk there."""
        chore = Chore(goals, id_of(self._world, unit))
        steps = self._steps(chore)
        return None if steps == (chore,) else self._first(steps, unit)

    def are_opening(self, unit: Entity, goals: tuple[Cell, ...]) -> bool:
        """Return whether triggers open the way to some tiles sooner than a unit breaks its way."""
        chore = Chore(goals, id_of(self._world, unit))
        return self._steps(chore) != (chore,)

    # Tasks

    def chores(self, aim: Objective) -> tuple[Chore, ...]:
        """Return the chores that complete an objective."""
        areas, prey = self._script.areas, aim.defeat.unit if aim.defeat else None
        if aim.reach is not None:
            return (Chore(areas[aim.reach.area], aim.reach.unit, is_for_all=False),)
        if aim.hold is not None:
            return (Chore(areas[aim.hold.area]),)
        if prey is not None:
            return tuple(self._hunt(prey))
        for number, trigger in self._left():
            if any(deed.objective == aim.id or deed.win == aim.side for deed in trigger.do):
                found = self._to_set_off(number, trigger)
                if found:
                    return found
        return ()

    def _left(self) -> Iterator[tuple[int, Trigger]]:
        """Yield the triggers that can still act, with their numbers."""
        world = self._world
        done = world.find(world.root, Progress) or Progress()
        deeds = world.find(world.root, Deeds) or Deeds()
        for number, trigger in enumerate(self._script.triggers):
            if number not in done.fired and number not in deeds.withdrawn:
                yield number, trigger

    def _to_set_off(self, number: int, trigger: Trigger, deep: int = 0) -> tuple[Chore, ...]:
        """Return the chores that set off a trigger; empty if the side can't set it off.

        Of the conditions in `any`, it chooses the first that the side can make true.
        """
        found: list[Chore] = []
        for when in trigger.when:
            if _is_lasting(when) and is_true(self._world, when):
                continue
            chores = [*self._to_make_true(when, deep)]
            if not chores:
                return ()
            found += chores
        if trigger.any and not any(is_true(self._world, w) for w in trigger.any if _is_lasting(w)):
            either = ([*self._to_make_true(when, deep)] for when in trigger.any)
            some = next((chores for chores in either if chores), [])
            if not some:
                return ()
            found += some
        return tuple(
            chore if chore.trigger is not None else chore._replace(trigger=number)
            for chore in found
        )

    def _to_make_true(self, when: When, deep: int) -> Iterator[Chore]:
        """Yield the chores that make a condition true, if the side can."""
        if when.flag is not None or when.counter is not None:
            yield from self._to_remember(when, deep)
            return
        place, count, dead = when.handled or when.broken or when.enter, when.count, when.death
        if place is not None:
            names = [id_of(self._world, unit) for unit, _ in self._able]
            if place.side in (None, self._side) and (place.unit is None or place.unit in names):
                yield Chore(self._script.areas[place.area], place.unit)
        elif count is not None and count.area and self._can_muster(count):
            yield Chore(self._script.areas[count.area], heads=count.at_least or 1)
        elif dead is not None and dead.unit is not None:
            yield from self._hunt(dead.unit)
        elif when.carries is not None and when.carries.area is not None:
            yield from self._to_carry(when.carries, self._script.areas[when.carries.area])

    def _to_remember(self, when: When, deep: int) -> Iterator[Chore]:
        """Yield the chores that set off the next trigger that sets a flag or raises a counter."""
        for number, trigger in self._left() if deep < DEEP else ():
            if any(_helps(deed, when) for deed in trigger.do):
                found = self._to_set_off(number, trigger, deep + 1)
                if found:
                    yield from found
                    return

    def _to_carry(self, what: WhenCarried, tiles: tuple[Cell, ...]) -> Iterator[Chore]:
        """Yield the chore of a unit that has an item, and must bring it somewhere."""
        for unit, _ in self._able:
            if is_meant(self._world, unit, what) and what.item in carried(self._world, unit):
                yield Chore(tiles, id_of(self._world, unit))
                return

    def _can_muster(self, heads: Heads) -> bool:
        """Return whether the side has enough units left to meet a count."""
        return heads.side == self._side and len(self._able) >= (heads.at_least or 0)

    def _hunt(self, name: str) -> Iterator[Chore]:
        prey = unit_by_id(self._world, name)
        at = None if prey is None else self._world.find(prey, Position)
        if prey is None or at is None or self._world.has(prey, Dead):
            return
        if side_of(self._world, prey) != self._side:
            yield Chore((at.at,), is_hunt=True)

    def _barring(self) -> tuple[Chore, ...]:
        """Return the chores that bar the way of foes who must reach a place.

        Of the triggers that do, take the first that the side can set off now.
        """
        for number, trigger in self._left():
            shut = self._shuts(trigger)
            found = self._to_set_off(number, trigger) if shut else ()
            if found and all(map(self._is_near, found)) and self._bars_only_foes(shut):
                return found
        return ()

    def _shuts(self, trigger: Trigger) -> dict[Cell, str]:
        """Return the passable tiles that a trigger makes impassable, with their new terrain."""
        return self._changes(trigger, is_to_open=False)

    def _bars_only_foes(self, shut: dict[Cell, str]) -> bool:
        """Return whether tiles shut off foes from a place that they must reach, and no ally."""
        is_useful = False
        for side in self._world.scene.level.sides:
            errands = Errands(self._world, side.id)
            for aim in open_aims(self._world, side.id):
                for chore in errands.chores(aim) if not aim.optional else ():
                    if errands._is_near(chore) and not errands._is_near(chore, shut):
                        if side.id == self._side:
                            return False
                        is_useful = is_useful or aim.reach is not None
        return is_useful

    # Who does what

    def _errand(self, chore: Chore, unit: Entity) -> Errand | None:
        """Return a unit's part in a chore, or None."""
        steps = self._steps(chore)
        first = self._first(steps, unit)
        if first is not None:
            return first
        is_for_unit = chore.is_for_all and chore.unit in (None, id_of(self._world, unit))
        if is_for_unit or unit in self._nearest(chore, ()):
            return Errand(chore.tiles)
        return None

    def _first(self, steps: tuple[Chore, ...], unit: Entity) -> Errand | None:
        """Return the first of several steps that falls to a unit, or None."""
        taken: list[Entity] = []
        for step in steps:
            doers = self._nearest(step, taken)
            if unit in doers:
                triggers = frozenset(() if step.trigger is None else (step.trigger,))
                return Errand(step.tiles, not step.is_hunt, triggers)
            taken += doers
        return None

    def _nearest(self, chore: Chore, taken: Iterable[Entity]) -> list[Entity]:
        """Return the units that do a chore: the nearest that aren't `taken` by others."""
        ways = Distances(self._world, sampled(chore.tiles))
        free = [(u, p) for u, p in self._doers(chore) if u not in taken]
        return [unit for _, unit in sorted((ways(p.at), u) for u, p in free)[: chore.heads]]

    def _doers(self, chore: Chore) -> list[tuple[Entity, Position]]:
        """Return the units that may do a chore."""
        named = chore.unit
        return [(u, p) for u, p in self._able if named in (None, id_of(self._world, u))]

    # The way

    def _is_near(
        self, chore: Chore, opened: dict[Cell, str] | None = None, is_broken: bool = True
    ) -> bool:
        """Return whether a unit that may do a chore can walk there.

        With `is_broken`, units have broken everything they can.
        """
        grid = self._grid(opened or {}, is_broken)
        tiles = sampled(chore.tiles)
        # A wall that a trigger will open can be walked up to, but not onto.
        fields = [field_of(grid, at) for at in tiles if self._is_open(grid, at)]
        return any(p.at in field for _, p in self._doers(chore) for field in fields)

    def _is_open(self, grid: Grid, at: Cell) -> bool:
        """Return whether a unit could stand on a tile, or use what is on it from the next one."""
        there = self._world.terrain_at(at)
        return bool(grid.cost(at) or there.becomes or (there.life and self._world.scene.handles))

    def _grid(self, opened: dict[Cell, str], is_broken: bool) -> Grid:
        if opened:
            return with_terrain(self._world, opened, is_broken)
        return with_doors_open(self._world) if is_broken else unbroken(self._world)

    def _steps(self, chore: Chore) -> tuple[Chore, ...]:
        """Return what can be done for a chore now: the chore, or what opens the way to it.

        If a unit has to break its way there, prefer triggers that are nearer than that takes.
        """
        if self._is_near(chore, is_broken=False):
            return (chore,)
        found = self._to_open(chore, is_broken=False)
        if self._is_near(chore):
            return found if found and self._are_sooner(found, chore) else (chore,)
        return found or self._to_open(chore, is_broken=True)

    def _to_open(self, chore: Chore, is_broken: bool) -> tuple[Chore, ...]:
        """Return what can be done now to open the way to a chore by triggers."""
        chores = {
            number: found
            for number, trigger in self._left()
            if self._opens(trigger, is_broken) and (found := self._to_set_off(number, trigger))
        }
        needed = self._in_turn(chore, chores, is_broken)
        for number in reversed(needed):
            fewer = {n: chores[n] for n in needed if n != number}
            if shorter := self._in_turn(chore, fewer, is_broken):
                needed = shorter
        ready = (n for n in needed if all(self._is_near(one, None, is_broken) for one in chores[n]))
        return tuple(one for n in ready for one in chores[n])

    def _are_sooner(self, steps: tuple[Chore, ...], chore: Chore) -> bool:
        """Return whether the steps that open the way are nearer than breaking the way takes."""
        things, ways = breakable(self._world), Distances(self._world, sampled(chore.tiles))
        near = min((p.at for _, p in self._doers(chore)), key=ways)
        taken = sum(toil(things[cell]) for cell in ways.path(near) if cell in things)
        return sum(map(self._distance, steps)) <= taken

    def _distance(self, chore: Chore) -> int:
        """Return the distance of the nearest unit that may do a chore."""
        ways = Distances(self._world, sampled(chore.tiles))
        return min(ways(p.at) for _, p in self._doers(chore))

    def _in_turn(
        self, chore: Chore, chores: dict[int, tuple[Chore, ...]], is_broken: bool
    ) -> list[int]:
        """Return the triggers that open the way to a chore, in order; empty if they don't."""
        opened: dict[Cell, str] = {}
        done: list[int] = []
        for _ in range(DEEP):
            ready = [
                number
                for number, found in chores.items()
                if number not in done
                and all(self._is_near(one, opened, is_broken) for one in found)
            ]
            if not ready:
                return []
            for number in ready:
                opened |= self._opens(self._script.triggers[number], is_broken)
            done += ready
            if self._is_near(chore, opened, is_broken):
                return done
        return []

    def _opens(self, trigger: Trigger, is_broken: bool) -> dict[Cell, str]:
        """Return the barred tiles that a trigger makes passable, with their new terrain."""
        return self._changes(trigger, True, is_broken)

    def _changes(
        self, trigger: Trigger, is_to_open: bool, is_broken: bool = True
    ) -> dict[Cell, str]:
        """Return the tiles that a trigger makes passable or impassable, with their new terrain."""
        terrain, grid = self._world.scene.level.terrain, self._grid({}, is_broken)
        return {
            cell: deed.open.terrain
            for deed in trigger.do
            if deed.open is not None and bool(terrain[deed.open.terrain].walk) == is_to_open
            for cell in self._script.areas[deed.open.area]
            if bool(grid.cost(cell)) != is_to_open
        }


def _is_lasting(when: When) -> bool:
    """Return whether a condition that is true now stays so without anybody's help."""
    return when.enter is None and when.count is None and when.carries is None


def _helps(deed: Do, when: When) -> bool:
    """Return whether an effect sets the flag or raises the counter that a condition asks for."""
    if when.flag is not None:
        return deed.set == when.flag
    what = when.counter
    is_counted = deed.add is not None and what is not None and deed.add.counter == what.id
    return is_counted and deed.add is not None and deed.add.by > 0


def open_aims(world: World, side: str) -> tuple[Objective, ...]:
    """Return the side's open objectives, the required ones first."""
    done = world.find(world.root, Progress) or Progress()
    aims = [
        aim
        for aim in world.scene.level.script.objectives
        if aim.side == side and aim.id not in done.reached and aim.id not in done.failed
    ]
    return tuple(sorted(aims, key=lambda aim: aim.optional))
