"""A player's reading of its view: allies and foes, the goals of its unit, and the dangers to it."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from game.ai.behaviours import Orders, behaviour_of, is_fleeing
from game.ai.distance_fields import Distances
from game.ai.valuation import FALL
from game.components.script_progress import Progress
from game.components.unit import Allegiance, Dead, Down, Position, Vitals
from game.core.cells import Cell
from game.core.footprints import steps_between, tiles
from game.engine.hints import Hints
from game.terms.level_script import Behaviour, Heads, Objective
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import id_of, round_of, side_of, unit_by_id

MOST_GOALS = 12
"""Maximum number of goal tiles to find paths to; larger areas are represented by some tiles."""
BRAVE = 0.5
"""Share of the rounds after which wounded units fight on."""
CROWD = 0.4
"""Number of tiles that each foe next to a tile takes off its distance to the nearest foe."""


class KnownFoe:
    """A known foe, and the damage to expect from it and against it, computed on demand."""

    def __init__(self, world: World, hints: Hints, me: Entity, unit: Entity) -> None:
        self.unit, self.stand = unit, world.get(unit, Position)
        self._world, self._hints, self._me = world, hints, me
        walks = 0 if behaviour_of(world, unit).hold else hints.stride(world, unit)
        self.carries = hints.reach(world, unit)
        """Range of the foe's attacks in tiles, without moving."""
        self.far = walks + self.carries
        """Range of the foe's move and attack together, in tiles."""

    @cached_property
    def menace(self) -> float:
        """The damage that the foe would deal to the unit per turn."""
        return self._hints.menace(self._world, self.unit, self._me)

    @cached_property
    def prey(self) -> float:
        """The damage per turn that the unit would deal to the foe; more if that defeats it."""
        world, hints = self._world, self._hints
        hope, vitals = hints.menace(world, self._me, self.unit), world.find(self.unit, Vitals)
        if vitals and hope >= vitals.life:
            return vitals.life + hints.worth(world, self.unit) / 2
        return hope


class Situation:
    """The state of a battle as one unit's player sees it."""

    def __init__(self, world: World, hints: Hints, unit: Entity) -> None:
        self.world, self.hints, self.unit = world, hints, unit
        self.side = side_of(world, unit)
        self.id = id_of(world, unit)
        self.stride, self.reach = hints.stride(world, unit), hints.reach(world, unit)
        self.orders = orders_of(world, hints, unit)
        """The orders that the unit's behaviour gives it."""
        self.foes = tuple(KnownFoe(world, hints, unit, foe) for foe in foes_of(world, self.side))
        self._foes_cells = tuple((foe, foe.stand.at) for foe in self.foes)
        self._are_small = all(foe.stand.span == 1 for foe in self.foes)
        self.life = self._life()
        self.wards = tuple(self._wards()) if hints.mends(world, unit) > 0 else ()
        self._gaps: dict[Cell, tuple[tuple[KnownFoe, int], ...]] = {}
        self._nearest: dict[Cell, int] = {}

    @property
    def stand(self) -> Position | None:
        """The position of the unit now, or None."""
        return self.world.find(self.unit, Position)

    @property
    def behaviour(self) -> Behaviour:
        """The unit's behaviour in the level."""
        return behaviour_of(self.world, self.unit)

    @property
    def flees(self) -> bool:
        """True if the unit's behaviour makes it keep away from foes now."""
        return is_fleeing(self.world, self.unit)

    @property
    def lateness(self) -> float:
        """The share of the battle's rounds that are over."""
        return round_of(self.world) / max(1, self.world.scene.level.rounds)

    @property
    def is_weak(self) -> bool:
        """True if two turns of one foe could defeat the wounded unit, or if it must flee.

        Late in the battle, only a unit that must flee is weak.
        """
        vitals = self.world.find(self.unit, Vitals)
        if self.lateness > BRAVE and not self.flees:
            return False
        is_hurt = vitals is not None and vitals.life * 3 <= vitals.most
        return self.flees or (is_hurt and any(self.life <= 2 * foe.menace for foe in self.foes))

    def _life(self) -> float:
        vitals = self.world.find(self.unit, Vitals)
        return float(vitals.life) if vitals else 1.0

    # Goals

    def distances(self) -> Distances:
        """Return the distances to the unit's goals."""
        goals = self.goals()
        step = max(1, len(goals) // MOST_GOALS)
        return Distances(self.world, goals[::step][:MOST_GOALS])

    def seeks_foes(self) -> bool:
        """Return whether the unit's goals are all foes."""
        return set(self.goals()) <= set(self._foes_at())

    def goals(self) -> tuple[Cell, ...]:
        """Return the tiles that the unit wants to be on or near."""
        if self.orders.goals:
            return self.orders.goals
        fallen = tuple(stand.at for stand, _ in self.wards)
        aims = fallen or self._aimed_at() or self._runners_at()
        return aims or self._foes_at() or self._anywhere()

    def _area(self, id: str) -> tuple[Cell, ...]:
        return self.world.scene.level.script.areas[id]

    def nearest(self, at: Cell) -> int:
        """Return the distance in tiles to the nearest foe; 0 if none is known."""
        known = self._nearest.get(at)
        if known is None:
            apart = (steps_between(at, 1, foe.stand.at, foe.stand.span) for foe in self.foes)
            known = self._nearest[at] = min(apart, default=0)
        return known

    def aside(self, at: Cell) -> float:
        """Return the distance to the nearest foe. Adjacent foes shorten it, allies lengthen it."""
        crowd = self.world.once(("crowd", self.side), self._crowd, (Position, Allegiance))
        return self.nearest(at) - crowd.get(at, 0.0)

    def _crowd(self) -> dict[Cell, float]:
        """Return the weight of the units on and next to each tile: foes add to it."""
        found: dict[Cell, float] = {}
        for unit, stand in self.world.all(Position):
            weight = CROWD if side_of(self.world, unit) != self.side else -CROWD
            (x, y), size = stand.at, stand.span + 2
            for cell in tiles((x - 1, y - 1), size):
                found[cell] = found.get(cell, 0.0) + weight
        return found

    def within(self, stand: Position) -> dict[Entity, KnownFoe]:
        """Return the foes within the unit's range if its tile is `stand`."""
        return {foe.unit: foe for foe, gap in self.gaps(stand) if gap <= self.reach}

    def promise(self, target: str) -> float:
        """Return the value of a target: high for a weak or dangerous foe, or an ally in need."""
        unit = unit_by_id(self.world, target)
        foe = next((foe for foe in self.foes if foe.unit == unit), None)
        if foe is not None:
            return foe.prey + foe.menace
        vitals = None if unit is None else self.world.find(unit, Vitals)
        return 0.0 if vitals is None else 1 - vitals.life / max(1, vitals.most)

    def gaps(self, stand: Position) -> tuple[tuple[KnownFoe, int], ...]:
        """Return all foes, with their distances in tiles from a footprint."""
        known = self._gaps.get(stand.at)
        if known is None:
            known = self._gaps[stand.at] = self._found_gaps(stand)
        return known

    def _found_gaps(self, stand: Position) -> tuple[tuple[KnownFoe, int], ...]:
        if stand.span > 1 or not self._are_small:
            return tuple([(foe, self.gap(stand, foe)) for foe in self.foes])
        x, y = stand.at
        return tuple([(foe, max(abs(x - a), abs(y - b))) for foe, (a, b) in self._foes_cells])

    @staticmethod
    def gap(stand: Position, foe: KnownFoe) -> int:
        """Return the distance in tiles between a footprint and a foe."""
        return steps_between(stand.at, stand.span, foe.stand.at, foe.stand.span)

    def _foes_at(self) -> tuple[Cell, ...]:
        return tuple(foe.stand.at for foe in self.foes)

    def _runners_at(self) -> tuple[Cell, ...]:
        """Return the places of foes that complete an objective by reaching an area."""
        runners = {
            aim.reach.unit
            for side in self.world.scene.level.sides
            for aim in (open_aims(self.world, side.id) if side.id != self.side else ())
            if aim.reach is not None and not aim.optional
        }
        return tuple(foe.stand.at for foe in self.foes if id_of(self.world, foe.unit) in runners)

    def _anywhere(self) -> tuple[Cell, ...]:
        """Return the start tile of a foe, if the level gives one, in case no foe is known."""
        level = self.world.scene.level
        return tuple(one.at for one in level.units if one.side != self.side and one.at)[:1]

    def _aimed_at(self) -> tuple[Cell, ...]:
        """Return the tiles where the side's open objectives send this unit; empty if nowhere."""
        for aim in open_aims(self.world, self.side):
            goal = self._goal_of(aim)
            if goal:
                return goal
        return ()

    def _goal_of(self, aim: Objective) -> tuple[Cell, ...]:
        if aim.reach is not None and self._is_sent(aim.reach.unit, aim.reach.area):
            return self._area(aim.reach.area)
        if aim.hold is not None:
            return self._area(aim.hold.area)
        if aim.defeat is not None and aim.defeat.unit is not None:
            prey = unit_by_id(self.world, aim.defeat.unit)
            at = None if prey is None else self.world.find(prey, Position)
            return (at.at,) if at else ()
        return self._lever(aim)

    def _is_sent(self, unit: str | None, area: str) -> bool:
        """Return whether this unit should go to an area.

        Either the objective names it, or it is the nearest unit of its side.
        """
        if unit is not None:
            return unit == self.id
        ways = Distances(self.world, self._area(area)[:1])
        friends = [(ways(p.at), u) for u, p in self._able_friends()]
        return bool(friends) and min(friends)[1] == self.unit

    def _wards(self) -> Iterator[tuple[Position, float]]:
        """Yield the allies that are down, and the worth of helping them up."""
        for unit, stand in self.world.all(Position):
            if side_of(self.world, unit) == self.side and self.world.has(unit, Down):
                yield stand, FALL * self.hints.worth(self.world, unit)

    def care(self, stand: Position) -> float:
        """Return the worth of being next to allies that are down."""
        here = [
            worth
            for at, worth in self.wards
            if steps_between(at.at, at.span, stand.at, stand.span) <= 1
        ]
        return max(here, default=0.0)

    def _able_friends(self) -> Iterator[tuple[Entity, Position]]:
        """Yield the side's units on the board that aren't down, including this unit."""
        for unit, stand in self.world.all(Position):
            if side_of(self.world, unit) == self.side and not self.world.has(unit, Down):
                yield unit, stand

    def _lever(self, aim: Objective) -> tuple[Cell, ...]:
        """Return the tiles to enter or interact with to set off a trigger for the objective."""
        for trigger in self.world.scene.level.script.triggers:
            if any(deed.objective == aim.id or deed.win == aim.side for deed in trigger.do):
                for when in trigger.when:
                    place, count = when.handled or when.enter, when.count
                    if place is not None and place.unit in (None, self.id):
                        return self._area(place.area)
                    if count is not None and count.area and self._can_muster(count):
                        return self._area(count.area)
        return ()

    def _can_muster(self, heads: Heads) -> bool:
        """Return whether the side has enough units left to meet a count."""
        able = sum(1 for _ in self._able_friends())
        return heads.side == self.side and able >= (heads.at_least or 0)

    # Danger and opportunity

    def fear(self, stand: Position, menace: Mapping[Entity, float] | None = None) -> float:
        """Return the damage to expect from the foes' next turns if the unit's tile is `stand`.

        `menace` has the damage of some foes, in place of the usual.
        """
        felt = 0.0
        for foe, gap in self.gaps(stand):
            if gap <= foe.far:
                known = menace.get(foe.unit) if menace else None
                felt += foe.menace if known is None else known
        return felt * 1.5 if felt >= self.life else felt

    def hope(self, stand: Position) -> float:
        """Return the damage that the unit could deal in its next turn from `stand`."""
        far, most = self.stride + self.reach, 0.0
        for foe, gap in self.gaps(stand):
            if gap <= far and foe.prey > most:
                most = foe.prey
        return most


def orders_of(world: World, hints: Hints, unit: Entity) -> Orders:
    """Return the orders that a unit's behaviour gives it now."""
    return Orders(world, hints, unit, foes_of(world, side_of(world, unit)))


def foes_of(world: World, side: str) -> tuple[Entity, ...]:
    """Return a side's foes on the board that can still act."""
    return tuple(
        unit
        for unit in world.ids(Position)
        if side_of(world, unit) != side and not (world.has(unit, Down) or world.has(unit, Dead))
    )


def open_aims(world: World, side: str) -> tuple[Objective, ...]:
    """Return the side's open objectives, the required ones first."""
    done = world.find(world.root, Progress) or Progress()
    aims = [
        aim
        for aim in world.scene.level.script.objectives
        if aim.side == side and aim.id not in done.reached and aim.id not in done.failed
    ]
    return tuple(sorted(aims, key=lambda aim: aim.optional))
