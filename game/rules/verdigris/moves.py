"""Moves, leaving a melee, and free attacks on movers (VER-06, VER-12, VER-25)."""

from collections.abc import Iterator, Mapping

import msgspec

from game.components.belongings import Armed
from game.components.conditions import Conditions
from game.components.motion import Path
from game.components.script_progress import ChangedTerrain
from game.components.unit import Allegiance, Down, Position
from game.core import cover as covers
from game.core.cells import Cell, reading
from game.core.least_harm_paths import UNLIMITED, Perils, paths_to
from game.core.paths import path_cost, reach
from game.rules.verdigris import attacks, events, figures, melees, zones
from game.rules.verdigris.dice_pools import Trial, Tried, first_roll
from game.rules.verdigris.records import (
    FreeAsk,
    FreeChance,
    FreeSpent,
    Grappled,
    Guarding,
    LeaveAsk,
    LeaveTest,
    LoadingLeft,
    Mounted,
    Outing,
    ReadiedTile,
    Turn,
)
from game.systems import forced_stops, hazards
from game.systems.forced_stops import Settle
from game.systems.movement import Step, step_cost, stop_walk
from game.systems.script import triggers
from game.terms.records import NOBODY, Entity
from game.terms.refusals import Refusal
from game.world import World
from game.world.hazardous_tiles import THOUSAND, harms
from game.world.system import System
from game.world.unit_names import id_of, others_at, side_of

WAYS = (
    *(Position, Allegiance, Down, Conditions, ChangedTerrain, Grappled, FreeSpent, Armed),
    *(Guarding, ReadiedTile, LoadingLeft, Mounted),
)
"""Components that moves depend on."""


def gait(world: World, unit: Entity, origin: Cell, to: Cell) -> tuple[int, int] | None:
    """Return a step's cost and span: tiles cost nothing, and a prone or held unit can't move."""
    if figures.has(world, unit, "prone") or world.has(unit, Grappled):
        return None
    if not figures.is_able(world, unit) or step_cost(world.grid, origin, to) is None:
        return None
    return 0, 1


class _Barred(msgspec.Struct, frozen=True):
    """Tiles that a move can't pass: tiles of foes, and of zones that the move can't enter."""

    world: World
    foes: frozenset[Cell]
    allowed: tuple[str, ...]

    def __contains__(self, cell: object) -> bool:
        assert isinstance(cell, tuple)
        return cell in self.foes or zones.zone_at(self.world, cell) not in self.allowed


def foes_at(world: World, unit: Entity) -> frozenset[Cell]:
    """Return the tiles of the unit's foes."""
    side = side_of(world, unit)
    return frozenset(p.at for u, p in world.all(Position) if side_of(world, u) != side)


def paths(world: World, unit: Entity, careful: bool) -> dict[Cell, tuple[Cell, ...]]:
    """Return the canonical path to each tile on which a move can end, in reading order.

    Tiles cost nothing, so the canonical path has the least harm, whatever its length. Of several
    such paths, it is the shortest, and of those the straightest.
    """
    key = "paths", unit, careful
    found: dict[Cell, tuple[Cell, ...]] = world.once(
        key, lambda: _paths(world, unit, careful), WAYS
    )
    return found


def _paths(world: World, unit: Entity, careful: bool) -> dict[Cell, tuple[Cell, ...]]:
    start, foes, grid = world.get(unit, Position).at, foes_at(world, unit), world.grid
    own, found = zones.zone_at(world, start), dict[Cell, tuple[Cell, ...]]()
    further = () if careful else zones.next_to(world, own)
    perils, ranks = _perils(world, unit, careful), dict[Cell, tuple[int, int]]()
    for allowed in ((own,), *((own, zone) for zone in further)):
        barred = _Barred(world, foes, allowed)
        reached = reach(grid, start, None, closed=barred)
        ends = [cell for cell in reached.costs if cell != start and not world.at(Position, cell)]

        def steps(cell: Cell, barred: _Barred = barred) -> Iterator[tuple[Cell, int]]:
            return (step for step in grid.neighbours(cell) if step[0] not in barred)

        for cell, path in paths_to(reached, ends, perils, steps, UNLIMITED).items():
            rank = perils.harm(start, path), path_cost(grid, start, path) or 0
            if cell not in found or rank < ranks[cell]:
                found[cell], ranks[cell] = path, rank
    return {cell: found[cell] for cell in sorted(found, key=reading)}


def _perils(world: World, unit: Entity, careful: bool) -> Perils:
    """Return the possible harm to a mover, as far as its side knows."""
    watch, start = _watch(world, unit, careful), world.get(unit, Position).at

    def strikers(origin: Cell, to: Cell) -> frozenset[Entity]:
        passed = watch.passing.get(origin, ()) if origin != start else ()
        return frozenset((*passed, *watch.entering.get(to, ())))

    blows: Mapping[int, int] = {foe: _blow(world, foe) for foe in watch.foes}
    where = frozenset((*harms(world), *watch.passing, *watch.entering))
    return Perils(hazards.entering(world), strikers, blows, where)


def _blow(world: World, foe: Entity) -> int:
    """Return the approximate harm of a free attack, in thousandths of life."""
    return THOUSAND * max(1, figures.weapon(world, figures.in_hand(world, foe)).damage)


class Watch(msgspec.Struct, frozen=True):
    """The foes that attack on each tile: units that pass it, or all units that enter it."""

    passing: dict[Cell, set[Entity]]
    entering: dict[Cell, set[Entity]]

    @property
    def foes(self) -> frozenset[Entity]:
        """All foes that attack on any tile."""
        every = (*self.passing.values(), *self.entering.values())
        return frozenset(foe for foes in every for foe in foes)

    def along(self, path: tuple[Cell, ...]) -> dict[Entity, Cell]:
        """Return the foes that attack along the path, in unit order, each with the tile."""
        found: dict[Entity, Cell] = {}
        for cell in path:
            passing = self.passing.get(cell, ()) if cell != path[-1] else ()
            for foe in (*passing, *self.entering.get(cell, ())):
                found.setdefault(foe, cell)
        return {foe: found[foe] for foe in sorted(found)}


def _watch(world: World, unit: Entity, careful: bool) -> Watch:
    side, spared = side_of(world, unit), melees.melee_of(world, unit)
    watch = Watch({}, {})
    for foe, position in world.all(Position):
        if side_of(world, foe) == side:
            continue
        waits = _waits_at(world, foe)
        if waits is not None:
            watch.entering.setdefault(waits, set()).add(foe)
        if careful or foe in spared or not can_strike(world, foe):
            continue
        for cell, _ in world.grid.neighbours(position.at):
            if is_open(world, position.at, cell):
                watch.passing.setdefault(cell, set()).add(foe)
    return watch


def _waits_at(world: World, unit: Entity) -> Cell | None:
    """Return the tile that the unit guards or aims at, if it can attack, or None."""
    guarding, readied = world.find(unit, Guarding), world.find(unit, ReadiedTile)
    if guarding:
        return guarding.at if can_strike(world, unit) else None
    if readied is None or not figures.is_able(world, unit):
        return None
    if attacks.shoots_inside(world, unit):
        return None
    arms = figures.in_hand(world, unit)
    is_shot = figures.is_ranged(figures.weapon(world, arms))
    return readied.at if is_shot and not attacks.unready(world, unit, arms) else None


def strikers(
    world: World, unit: Entity, path: tuple[Cell, ...], careful: bool
) -> dict[Entity, Cell]:
    """Return the foes that can attack along the path, in unit order, each with the tile."""
    return _watch(world, unit, careful).along(path)


def refusal(world: World, unit: Entity, path: tuple[Cell, ...], careful: bool) -> Refusal | None:
    """Refuse a move that the unit can't make."""
    if not path:
        return Refusal("no-path", "VER-06")
    before, foes = world.get(unit, Position).at, foes_at(world, unit)
    known = [zones.zone_at(world, before)]
    for cell in path:
        if cell not in world.grid:
            return Refusal("no-step", "ALL-06", variant="off_map", at=cell)
        if path_cost(world.grid, before, (cell,)) is None:
            return Refusal("no-step", "ALL-06", variant="step", at=cell, before=before)
        if cell in foes:
            return Refusal("taken", "ALL-06", variant="foe", at=cell)
        zone = zones.zone_at(world, cell)
        if zone not in known:
            if flaw := _no_zone(world, known, zone, careful):
                return flaw
            known.append(zone)
        before = cell
    if there := others_at(world, path[-1], unit):
        return Refusal("taken", "ALL-06", at=path[-1], other=id_of(world, there[0]))
    return None


def _no_zone(world: World, known: list[str], zone: str, careful: bool) -> Refusal | None:
    """Refuse a move into a zone that it can't lead to."""
    if careful:
        return Refusal("too-far", "VER-25", variant="careful")
    if len(known) > 1 or zone not in zones.next_to(world, known[0]):
        return Refusal("too-far", "VER-06", variant="zones")
    return None


# Starting a move, and leaving a melee


def set_out(world: World, unit: Entity, path: tuple[Cell, ...], careful: bool) -> None:
    """Start a move. The test to leave a melee comes first."""
    melee, side = melees.melee_of(world, unit), side_of(world, unit)
    foes = tuple(sorted(u for u in melee if side_of(world, u) != side))
    world.put(unit, Outing(careful, foes))
    if not melee or not is_leaving(world, unit, path[-1]):
        forced_stops.walk_and_settle(world, unit, path)
        return
    world.put(unit, Path(path))
    world.push(LeaveTest(unit))
    able = hinderers(world, unit)
    if able:
        world.push(LeaveAsk(side_of(world, able[0]), able[0], unit))


def is_leaving(world: World, unit: Entity, end: Cell) -> bool:
    """Return whether a move that ends on this tile leaves the unit's melee."""
    melee = melees.melee_of(world, unit)
    return bool(melee) and not melee & set(melees.beside(world, end, side_of(world, unit)))


def hinderers(world: World, unit: Entity) -> tuple[Entity, ...]:
    """Return the adjacent foes that can attack a leaving unit, in unit order."""
    return tuple(u for u in melees.foes_beside(world, unit) if can_strike(world, u))


def can_strike(world: World, unit: Entity) -> bool:
    """Return whether the unit has a free attack left, and a melee weapon for it."""
    if world.has(unit, FreeSpent) or not figures.is_able(world, unit):
        return False
    arms = figures.weapon(world, figures.in_hand(world, unit))
    return not figures.is_ranged(arms)


class LeavingMelee(System[LeaveTest | Tried]):
    """A system that tests units leaving a melee: if they fail, their move is over."""

    def process(self, world: World, item: LeaveTest | Tried) -> None:
        unit = item.unit
        path = world.find(unit, Path)
        if isinstance(item, LeaveTest):
            bound = figures.has(world, unit, "prone") or world.has(unit, Grappled)
            if path is None or bound or not figures.is_able(world, unit):
                self._stay(world, unit)
            else:
                world.push(first_roll(trial_to_leave(world, unit)))
        elif item.purpose == "leave":
            attacks.strain(world, unit, item.ones, item.pushed)
            name = id_of(world, unit)
            if item.sixes and path:
                told = events.MeleeLeft(unit=name, rule="VER-12", dice=world.faces)
                world.tell(told)
                forced_stops.walk_and_settle(world, unit, path.cells)
            else:
                failed = events.LeavingFailed(unit=name, rule="VER-12", dice=world.faces)
                world.tell(failed)
                self._stay(world, unit)

    def _stay(self, world: World, unit: Entity) -> None:
        stop_walk(world, unit)
        world.drop(unit, Outing)


def trial_to_leave(world: World, unit: Entity) -> Trial:
    """Return the Agility test to leave a melee."""
    escape = figures.talent(world, unit, "escape")
    parts = (
        *figures.skilled(world, unit, "agility", "", "VER-12"),
        *figures.parts_of(("escape", escape, "VER-12")),
    )
    return trial(world, unit, "leave", "VER-12", parts)


def trial(
    world: World,
    unit: Entity,
    purpose: str,
    rule: str,
    parts: figures.Parts,
    other: Entity = NOBODY,
    counts: bool = False,
) -> Trial:
    """Return a test that a unit makes."""
    return Trial(
        unit=unit,
        side=side_of(world, unit),
        pool=figures.pool(world, parts),
        stress=figures.stress(world, unit),
        may_push=figures.may_push(world, unit),
        purpose=purpose,
        source=rule,
        parts=parts,
        other=other,
        counts=counts,
    )


# Free attacks on movers


def is_open(world: World, mine: Cell, its: Cell) -> bool:
    """Return whether two adjacent tiles have less than half cover between them."""
    is_next = world.grid.adjacent(mine, its)
    return is_next and attacks.cover(world, mine, its) < covers.HALF


def _trigger(world: World, unit: Entity, mover: Entity, at: Cell) -> str | None:
    """Return the trigger of a unit's free attack on a mover at a tile, or None."""
    if world.has(unit, FreeSpent) or not figures.is_able(world, unit):
        return None
    arms_id = figures.in_hand(world, unit)
    ranged = figures.is_ranged(figures.weapon(world, arms_id))
    guarding, readied = world.find(unit, Guarding), world.find(unit, ReadiedTile)
    mine, outing = world.get(unit, Position).at, world.get(mover, Outing)
    if guarding and guarding.at == at and not ranged and world.grid.adjacent(mine, at):
        return "guard"
    if (
        readied
        and readied.at == at
        and ranged
        and not attacks.obstacle_code(world, unit, mover, arms_id)
    ):
        return "readied"
    path = world.find(mover, Path)
    passes = path is not None and bool(path.cells)
    if ranged or outing.careful or unit in outing.left or not passes:
        return None
    return "passing" if is_open(world, mine, at) else None


class WatchingSteps(System[Step]):
    """A system that gives foes their chance to attack the mover after a step, in unit order."""

    def process(self, world: World, item: Step) -> None:
        mover, position = item.unit, world.find(item.unit, Position)
        if position is None or position.at != item.to or not world.has(mover, Outing):
            return
        chances = list(_chances(world, mover, item.to))
        world.push(*reversed(chances))


def _chances(world: World, mover: Entity, at: Cell) -> Iterator[FreeChance]:
    side = side_of(world, mover)
    for unit in world.ids(Position):
        if side_of(world, unit) != side:
            trigger = _trigger(world, unit, mover, at)
            if trigger:
                yield FreeChance(unit, mover, at, trigger)


class OfferingFreeAttacks(System[FreeChance]):
    """A system that asks a foe for its free attack, if the mover is still there and moving."""

    def process(self, world: World, item: FreeChance) -> None:
        mover, outing = item.mover, world.find(item.mover, Outing)
        position = world.find(mover, Position)
        if outing is None or outing.stopped or position is None or position.at != item.at:
            return
        if not figures.is_able(world, mover) or not world.has(item.unit, Position):
            return
        if _trigger(world, item.unit, mover, item.at) == item.trigger:
            side = side_of(world, item.unit)
            world.push(FreeAsk(side, item.unit, mover, item.at, item.trigger))


def strike_free(world: World, unit: Entity, mover: Entity, trigger: str, at_mount: bool) -> None:
    """Use the unit's free attack on a mover."""
    world.put(unit, FreeSpent())
    world.drop(unit, ReadiedTile)
    world.drop(unit, Guarding)
    rule = "VER-12" if trigger == "leave" else "VER-25"
    triggers.react(world, unit, trigger, rule)
    arms = figures.in_hand(world, unit)
    attacks.declare(world, unit, mover, arms, at_mount=at_mount, free=trigger)


class Returning(System[Settle]):
    """A system for the end of a move. It comes after `forced_stops.Settling`."""

    def process(self, world: World, item: Settle) -> None:
        world.drop(item.unit, Outing)


def spend_move(world: World, unit: Entity) -> None:
    """Spend the turn's move, or the action in its place (VER-05)."""
    turn = world.get(unit, Turn)
    if turn.move:
        world.put(unit, msgspec.structs.replace(turn, action=True, moved=True))
    else:
        world.put(unit, msgspec.structs.replace(turn, move=True, moved=True))
