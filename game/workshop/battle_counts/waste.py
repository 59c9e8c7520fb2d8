"""Count wasted commands: movement, hazards, harmful steps, and posts left."""

from collections.abc import Sequence

from game.ai.posts import posts
from game.components.motion import Stride
from game.components.turns import Acting, Rounds
from game.components.unit import Down, Position
from game.core.cells import Cell
from game.core.footprints import tiles
from game.core.paths import path_cost, reach
from game.engine.battle import Battle
from game.systems.breaking_away import Fleeing
from game.systems.rounds import remaining
from game.systems.turn_upkeep import Hazards
from game.terms.agenda import Ask
from game.terms.commands import Answer, Command, path_of, unit_of
from game.terms.events import (
    BattleOver,
    ConditionGained,
    Event,
    Moved,
    RoundStarted,
    TurnEnded,
    TurnStarted,
)
from game.terms.records import Entity
from game.workshop.battle_counts.counts import SideWaste
from game.world.hazardous_tiles import harms
from game.world.script_conditions import progress
from game.world.unit_names import side_of, unit_by_id


class WasteCounter:
    """The wasted commands of each side.

    - Movement that a command gave the acting unit is wasted if at least as much is left at the end
      of the turn, on a tile that the unit could have moved to without it. Movement of a flight
      doesn't count, nor movement that comes with a condition, which may have other effects.
    - A turn that ends in a hazard is wasted if the unit was outside or could have moved out.
    - Steps through harm are wasted if a path without any, and past no unit, cost no more. A walk
      is everything between two commands other than moves. Only units of one tile count.
    """

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self._sides = {it.id: SideWaste(it.id) for it in battle.world.scene.level.sides}
        self._posts = self._all_posts()
        self._progress = progress(battle.world)
        self._ended: dict[tuple[str, frozenset[Cell]], bool] = {}
        """The posts that have ended in this round, and whether a unit of the side was there."""
        self._came: set[str] = set()
        """The sides that have held all their posts at the end of some round."""
        systems = battle.book.systems
        self._hazards = next((one for one in systems if isinstance(one, Hazards)), None)
        self._unit: Entity | None = None
        self._begin(None)

    def counts(self) -> tuple[SideWaste, ...]:
        """Return the waste of each side."""
        return tuple(self._sides.values())

    def _begin(self, unit: Entity | None) -> None:
        """Begin the turn of a unit."""
        self._unit = unit
        self._comes_with_more = False
        """Whether the last command gave a condition."""
        self._left: int | None = None
        """The unit's movement at the last ask; None if it isn't comparable to the next."""
        self._ends: frozenset[Cell] = frozenset()
        """The tiles where the unit could end a move at the last ask, and its own."""
        self._grants: list[tuple[int, frozenset[Cell]]] = []
        """The movement given, each with the tiles that the unit could move to without it."""
        self._is_asked = False
        self._could_leave = False
        self._walk: list[Cell] = []

    def before(self, ask: Ask) -> None:
        """Compare the acting unit's movement with that at the last ask, and look for a way out."""
        world, unit = self._battle.world, self._unit
        if unit is None or world.has(unit, Fleeing):
            self._left = None
            return
        stride = world.find(unit, Stride)
        left = stride.left if stride is not None else 0
        if self._left is not None and left > self._left and not self._comes_with_more:
            self._grants.append((left - self._left, self._ends))
        self._left = left
        if ask.unit == unit:
            self._is_asked = True
            paths = (path_of(command) for command in self._battle.legal())
            self._ends = frozenset((*(path[-1] for path in paths if path), *self._here(unit)))
            if not self._could_leave:
                self._could_leave = self._is_safe(unit) or self._has_way_out(unit)

    def after(self, command: Command | None, events: Sequence[Event]) -> None:
        """Count a command, and the events that followed it."""
        is_move = command is None or bool(path_of(command)) or isinstance(command, Answer)
        if command is not None:
            self._comes_with_more = any(isinstance(event, ConditionGained) for event in events)
        if command is not None and not is_move and self._is_own(command):
            self._end_walk()
        self._note_ended_posts()
        for event in events:
            match event:
                case TurnStarted(unit=id):
                    self._begin(unit_by_id(self._battle.world, id))
                case TurnEnded():
                    self._end_turn(command)
                case Moved():
                    self._step(event)
                case RoundStarted(round=number) if number > 1:
                    self._end_round()
                case BattleOver() if self._is_round_over():
                    self._end_round()

    def _is_own(self, command: Command) -> bool:
        id = unit_of(command)
        return id is not None and unit_by_id(self._battle.world, id) == self._unit

    # Turns

    def _end_turn(self, last: Command | None) -> None:
        """Count a turn that ended after the command `last`, if its unit made choices and is up."""
        world, unit = self._battle.world, self._unit
        self._end_walk()
        is_up = unit is not None and world.has(unit, Position) and not world.has(unit, Down)
        if unit is not None and is_up and self._is_asked:
            waste = self._sides[side_of(world, unit)]
            waste.turns += 1
            waste.grants += len(self._grants)
            if last is not None and not path_of(last):
                waste.unspent += self._unspent(world.get(unit, Position).at)
            if self._could_leave and not self._is_safe(unit):
                waste.in_hazard += 1
        self._begin(None)

    def _unspent(self, at: Cell) -> int:
        """Return how many grants of movement, from the last one back, were for nothing.

        `at` is where the turn ended. In zones, a grant can lead there and still be left.
        """
        left, count = self._left or 0, 0
        for grant, ends in reversed(self._grants):
            if left < grant or at not in ends:
                break
            left -= grant
            count += 1
        return count

    def _here(self, unit: Entity) -> Sequence[Cell]:
        """Return the tile of a unit, if it is on the board."""
        position = self._battle.world.find(unit, Position)
        return () if position is None else (position.at,)

    def _is_safe(self, unit: Entity) -> bool:
        """Return whether the unit is on no tile that harms it."""
        position = self._battle.world.find(unit, Position)
        if position is None or not self._is_harmed(unit):
            return True
        return harms(self._battle.world).keys().isdisjoint(position.cells)

    def _is_harmed(self, unit: Entity) -> bool:
        """Return whether hazards affect the unit, and there are any."""
        world = self._battle.world
        return (
            self._hazards is not None and bool(harms(world)) and self._hazards.affect(world, unit)
        )

    def _has_way_out(self, unit: Entity) -> bool:
        """Return whether a legal move of the acting unit ends outside all hazards."""
        world = self._battle.world
        by_cell, span = harms(world), world.get(unit, Position).span
        others = self._ends - {*self._here(unit)}
        return any(by_cell.keys().isdisjoint(tiles(end, span)) for end in others)

    # Walks

    def _step(self, event: Moved) -> None:
        """Add a step to the acting unit's walk."""
        if unit_by_id(self._battle.world, event.unit) != self._unit:
            return
        if self._walk[-1:] != [event.origin]:
            self._end_walk()
            self._walk = [event.origin]
        self._walk.append(event.to)

    def _end_walk(self) -> None:
        """Count the harmful steps of a walk, and whether they were avoidable."""
        (start, *path), self._walk = self._walk or [(0, 0)], []
        world, unit = self._battle.world, self._unit
        if not path or unit is None or not self._is_harmed(unit):
            return
        if (position := world.find(unit, Position)) is None or position.span > 1:
            return
        by_cell = harms(world)
        if harmful := sum(cell in by_cell for cell in path):
            waste = self._sides[side_of(world, unit)]
            waste.harmful += harmful
            waste.avoidable += harmful * self._is_avoidable(unit, start, path)

    def _is_avoidable(self, unit: Entity, start: Cell, path: Sequence[Cell]) -> bool:
        """Return whether a path without harm and past no other unit costs no more than this one."""
        world = self._battle.world
        cost = path_cost(world.grid, start, path)
        if cost is None:
            return False
        others = (place.cells for one, place in world.all(Position) if one != unit)
        closed = harms(world).keys() | {cell for cells in others for cell in cells}
        return path[-1] in reach(world.grid, start, cost, closed=closed - {start}).costs

    # Rounds

    def _is_round_over(self) -> bool:
        """Return whether the battle ended after the last turn of a round."""
        world = self._battle.world
        rounds = world.find(world.root, Rounds)
        if rounds is None or world.has(world.root, Acting):
            return False
        return not remaining(world, rounds)

    def _all_posts(self) -> dict[str, tuple[frozenset[Cell], ...]]:
        """Return the posts that each side has now, each as its tiles."""
        world = self._battle.world
        return {side: tuple(map(frozenset, posts(world, side))) for side in self._sides}

    def _note_ended_posts(self) -> None:
        """Note the posts that have just ended, because of the script, with a unit on them."""
        before, self._progress = self._progress, progress(self._battle.world)
        if self._progress == before or not any(self._posts.values()):
            return
        for side, left in self._all_posts().items():
            for post in self._posts[side]:
                if post not in left:
                    self._ended.setdefault((side, post), self._count_manned(side, [post]) > 0)

    def _end_round(self) -> None:
        """Count a round for each side that had posts when it began."""
        for side, places in self._posts.items():
            if places:
                waste, is_held = self._sides[side], self._are_manned(side, places)
                self._came |= {side} if is_held else set()
                waste.rounds += 1
                waste.held += is_held
                waste.coming += side not in self._came
        self._posts, self._ended = self._all_posts(), {}

    def _are_manned(self, side: str, places: Sequence[frozenset[Cell]]) -> bool:
        """Return whether a side has a unit on each post; with fewer units, one post for each.

        A post that has ended counts by the moment when it did.
        """
        left = [post for post in places if (side, post) not in self._ended]
        manned = self._count_manned(side, left)
        manned += sum(self._ended[side, post] for post in places if post not in left)
        return manned >= max(1, min(len(places), len(self._stands(side))))

    def _count_manned(self, side: str, places: Sequence[frozenset[Cell]]) -> int:
        """Return on how many posts a side has a unit now."""
        own = self._stands(side)
        return sum(any(not post.isdisjoint(cells) for cells in own) for post in places)

    def _stands(self, side: str) -> list[tuple[Cell, ...]]:
        """Return the tiles of each of a side's units on the board."""
        world = self._battle.world
        return [place.cells for unit, place in world.all(Position) if side_of(world, unit) == side]
