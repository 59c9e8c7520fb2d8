"""A player's reading of its view: allies and foes, the goals of its unit, and the dangers to it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property

from game.ai.behaviours import Orders, behaviour_of, is_fleeing
from game.ai.distance_fields import Distances, breakable
from game.ai.errands import Errand, Errands, open_aims, sampled
from game.ai.posts import manned, posts, waits, winner_by_time
from game.ai.strike_zones import StrikeZones, TurnRange
from game.ai.valuation import FALL
from game.components.unit import Allegiance, Dead, Down, Position, Vitals
from game.core.cells import Cell, reading
from game.core.footprints import steps_between, tiles
from game.engine.hints import Hints
from game.terms.records import Entity
from game.terms.script.behaviours import Behaviour
from game.world import World
from game.world.hazardous_tiles import THOUSAND
from game.world.unit_names import id_of, round_of, side_of, unit_by_id

BRAVE = 0.5
"""Share of the rounds after which wounded units fight on."""
SOON = 2
"""Number of turns' movement from a post at which foes are intruders, to be stopped first."""
CROWD = 0.4
"""Number of tiles that each foe next to a tile takes off its distance to the nearest foe."""


InRange = frozenset[tuple[Entity, float]]
"""Foes in a unit's range, each with the share of the unit's damage that it deals to them."""


class KnownFoe:
    """A known foe, and the damage to expect from it and against it, computed on demand."""

    def __init__(
        self, world: World, hints: Hints, me: Entity, unit: Entity, mine: Callable[[], TurnRange]
    ) -> None:
        """Prepare what a unit knows of a foe. `mine` returns how far the unit itself goes."""
        self.unit, self.stand = unit, world.get(unit, Position)
        self._world, self._hints, self._me, self._mine = world, hints, me, mine
        self.walks = 0 if behaviour_of(world, unit).hold else hints.stride(world, unit)
        """Movement per turn; 0 if the foe holds its place."""
        self.ranges = hints.ranges_of(world, unit)
        """Ranges of the foe's attacks in tiles, the best first."""
        self.reach = self.ranges[-1].range
        """The longest range of the foe's attacks in tiles."""
        self.far = self.walks + self.reach
        """Range of the foe's move and attack together, in tiles."""

    @cached_property
    def menace(self) -> float:
        """The damage that the foe would deal to the unit per turn."""
        return self._hints.means_to(self._world, self.unit, self._me)

    @cached_property
    def prey(self) -> float:
        """The damage per turn that the unit would deal to the foe; more if that defeats it."""
        world, hints = self._world, self._hints
        hope, vitals = hints.means_to(world, self._me, self.unit), world.find(self.unit, Vitals)
        if vitals and hope >= vitals.life:
            return vitals.life + hints.worth(world, self.unit) / 2
        return hope

    @cached_property
    def zones(self) -> StrikeZones:
        """The tiles on which the foe could attack the unit in its next turn."""
        flies = self._hints.flies(self._world, self.unit)
        turn = TurnRange(self.walks, self.ranges, flies)
        return StrikeZones(self._world, self.stand, turn, self._slack)

    @cached_property
    def fields(self) -> StrikeZones:
        """The tiles from which the unit could attack the foe in its next turn."""
        return StrikeZones(self._world, self.stand, self._mine(), self._slack)

    @property
    def _slack(self) -> int:
        mine = self._world.find(self._me, Position)
        return self.stand.span - 1 + (mine.span - 1 if mine else 0)


class Situation:
    """The state of a battle as one unit's player sees it."""

    def __init__(self, world: World, hints: Hints, unit: Entity) -> None:
        self.world, self.hints, self.unit = world, hints, unit
        self.side = side_of(world, unit)
        self.id = id_of(world, unit)
        self.stride, self.ranges = hints.stride(world, unit), hints.ranges_of(world, unit)
        self.reach = self.ranges[-1].range
        """The longest range of the unit's attacks."""
        self.orders = orders_of(world, hints, unit)
        """The orders that the unit's behaviour gives it."""
        mine = cache(self._turn_range)
        known = foes_of(world, self.side)
        self.foes = tuple(KnownFoe(world, hints, unit, foe, mine) for foe in known)
        self._foes_cells = tuple((foe, foe.stand.at) for foe in self.foes)
        self._are_small = all(foe.stand.span == 1 for foe in self.foes)
        stand = world.find(unit, Position)
        self._span = stand.span if stand else 1
        self.life = self._life()
        self.wards = tuple(self._wards()) if hints.mends(world, unit) > 0 else ()
        self.hazards = hints.hazards(world, unit)
        """The tiles that damage the unit, each with the mean in thousandths of life."""
        self._gaps: dict[Cell, tuple[tuple[KnownFoe, int], ...]] = {}
        self._within: dict[Cell, dict[Entity, KnownFoe]] = {}
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

    def _turn_range(self) -> TurnRange:
        """Return how far the unit goes and attacks in a turn."""
        world, hints, unit = self.world, self.hints, self.unit
        return TurnRange(
            hints.stride(world, unit), hints.ranges_of(world, unit), hints.flies(world, unit)
        )

    def _life(self) -> float:
        vitals = self.world.find(self.unit, Vitals)
        return float(vitals.life) if vitals else 1.0

    # Goals

    def distances(self) -> Distances:
        """Return the distances to the unit's goals."""
        return Distances(self.world, sampled(self.goals()))

    def seeks_foes(self) -> bool:
        """Return whether the unit's goals are all foes."""
        return set(self.goals()) <= set(self._foes_at())

    @cached_property
    def errand(self) -> Errand | None:
        """The unit's errand for the side's open objectives, or None.

        Without one, if no foe can be walked to, the errand is to open the way to the foes.
        """
        errands = Errands(self.world, self.side)
        return errands.of(self.unit) or errands.opening(self.unit, self._foes_at())

    @cached_property
    def barrier(self) -> Cell | None:
        """The tile with a thing that the unit has to break on its way to its goals, or None."""
        if self.flees or not self.stand:
            return None
        things = breakable(self.world)
        path = self.distances().path(self.stand.at) if things else ()
        at = next((cell for cell in path if cell in things), None)
        errands = Errands(self.world, self.side)
        return None if at is None or errands.are_opening(self.unit, self.goals()) else at

    @cached_property
    def post(self) -> frozenset[Cell] | None:
        """The tiles of the post that the unit mans, or None."""
        return manned(self.world, self.hints, self.side).get(self.unit)

    @property
    def kept(self) -> frozenset[Cell] | None:
        """The tiles that the unit doesn't leave, because they are its post; None if it may go."""
        is_there = self.is_sent and self.post and self.stand and self.stand.at in self.post
        return self.post if is_there else None

    @cached_property
    def is_sent(self) -> bool:
        """True if the unit goes to a place before it does anything else."""
        if self._is_bound() or self.flees:
            return False
        return self.post is not None or (self.errand is not None and self.errand.is_sent)

    @cached_property
    def has_time(self) -> bool:
        """True if the unit's side wins if nothing else happens."""
        return winner_by_time(self.world) == self.side

    @cached_property
    def waits(self) -> bool:
        """True if the unit's side wins by waiting, with no foe to stop on its way to an area."""
        if self._is_bound() or self._runners_at:
            return False
        return waits(self.world, self.side)

    def _is_bound(self) -> bool:
        """Return whether the unit's behaviour says where it goes."""
        return self.behaviour.is_bound or bool(self.orders.goals)

    def goals(self) -> tuple[Cell, ...]:
        """Return the tiles that the unit wants to be on or near."""
        if self.orders.goals:
            return self.orders.goals
        if self.is_sent:
            return self._sent_to()
        fallen = tuple(stand.at for stand, _ in self.wards)
        aims = fallen or (self.errand.tiles if self.errand else ())
        aims = aims or self._runners_at or (self._guarded() if self.waits else ())
        return aims or self._foes_at() or self._anywhere()

    def _sent_to(self) -> tuple[Cell, ...]:
        """Return the tiles to which the unit is sent."""
        if self.post is not None:
            return tuple(sorted(self.post, key=reading))
        return self.errand.tiles if self.errand else ()

    def _guarded(self) -> tuple[Cell, ...]:
        """Return the goals of a unit that waits: foes about to reach a post, else the posts.

        Without posts, the unit's own tile is its goal.
        """
        near = (foe.stand.at for foe, far in self._foes_from_posts if far <= SOON * foe.walks)
        return tuple(near) or self._posted or ((self.stand.at,) if self.stand else ())

    @cached_property
    def _posted(self) -> tuple[Cell, ...]:
        """The tiles of the side's posts."""
        return tuple(dict.fromkeys(at for one in posts(self.world, self.side) for at in one))

    @cached_property
    def _foes_from_posts(self) -> tuple[tuple[KnownFoe, int], ...]:
        """The foes, each with its distance from the nearest post; none if there are no posts."""
        ways = Distances(self.world, sampled(self._posted))
        return tuple((foe, ways(foe.stand.at)) for foe in self.foes if self._posted)

    @property
    def berth(self) -> int:
        """The distance from the posts within which a unit that waits stays.

        This is a turn's walk, or the distance of the nearest foe if that is larger.
        """
        return max(self.stride, min((far for _, far in self._foes_from_posts), default=0))

    def nearest(self, at: Cell) -> int:
        """Return the distance in tiles to the nearest foe; 0 if none is known."""
        known = self._nearest.get(at)
        if known is None:
            known = self._nearest[at] = self._to_nearest(at)
        return known

    def _to_nearest(self, at: Cell) -> int:
        if not self._are_small:
            apart = (steps_between(at, 1, foe.stand.at, foe.stand.span) for foe in self.foes)
            return min(apart, default=0)
        x, y = at
        return min([max(abs(x - a), abs(y - b)) for _, (a, b) in self._foes_cells], default=0)

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
        known = self._within.get(stand.at)
        if known is None:
            known = self._within[stand.at] = self._in_reach(stand)
        return known

    def _in_reach(self, stand: Position) -> dict[Entity, KnownFoe]:
        reach, (x, y) = self.reach, stand.at
        if stand.span > 1 or not self._are_small:
            return {foe.unit: foe for foe in self.foes if self.gap(stand, foe) <= reach}
        return {
            foe.unit: foe
            for foe, (a, b) in self._foes_cells
            if -reach <= x - a <= reach and -reach <= y - b <= reach
        }

    def share(self, gap: int) -> float:
        """Return the share of the unit's damage that it deals over a distance; 0 if too far."""
        return next((one.share for one in self.ranges if gap <= one.range), 0.0)

    def lure(self, stand: Position) -> float:
        """Return the most damage that the unit could deal from a footprint without moving."""
        near = self.within(stand).values()
        return max((foe.prey * self.share(self.gap(stand, foe)) for foe in near), default=0.0)

    def in_range(self, stand: Position) -> InRange:
        """Return the foes in the unit's range on a footprint, with the best range for each."""
        found = self.within(stand).items()
        return frozenset((unit, self.share(self.gap(stand, foe))) for unit, foe in found)

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

    @cached_property
    def _runners_at(self) -> tuple[Cell, ...]:
        """The places of foes that complete an objective by reaching an area."""
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

    def _wards(self) -> Iterator[tuple[Position, float]]:
        """Yield the allies that are down, and the worth of helping them up."""
        for unit, stand in self.world.all(Position):
            if side_of(self.world, unit) == self.side and self.world.has(unit, Down):
                yield stand, FALL * self.hints.worth(self.world, unit)

    def care(self, stand: Position) -> float:
        """Return the worth of being next to allies that are down."""
        if not self.wards:
            return 0.0
        here = [
            worth
            for at, worth in self.wards
            if steps_between(at.at, at.span, stand.at, stand.span) <= 1
        ]
        return max(here, default=0.0)

    # Danger and opportunity

    def tiles(self, stands: Sequence[Position]) -> "StandTiles":
        """Return the tiles of some footprints, for `fears` and `hopes`."""
        return StandTiles(stands, self.world.grid.width)

    def fears(
        self, tiles: "StandTiles", menace: Mapping[Entity, float] | None = None
    ) -> list[float]:
        """Return the damage to expect from the foes' next turns on each footprint.

        `menace` has the damage of some foes, in place of the usual.
        """
        felt = [0.0] * len(tiles)
        for foe in self.foes:
            if not tiles.are_near(foe, foe.far):
                continue
            known = menace.get(foe.unit) if menace else None
            dealt = (foe.menace if known is None else known) * self.portion(foe)
            for share, screen in foe.zones.reached(self._span) if dealt else ():
                for n in tiles.among(screen):
                    felt[n] += dealt * share
        return [one * 1.5 if one >= self.life else one for one in felt]

    def portion(self, foe: KnownFoe) -> float:
        """Return the share of a foe's attacks that the unit expects on itself: all of them."""
        return 1.0

    def hopes(self, tiles: "StandTiles") -> list[float]:
        """Return the damage that the unit could deal in its next turn from each footprint."""
        far, most = self.stride + self.reach, [0.0] * len(tiles)
        for foe in self.foes:
            if not tiles.are_near(foe, far) or not foe.prey:
                continue
            for share, screen in foe.fields.open_to(self._span):
                prey = foe.prey * share
                for n in tiles.among(screen):
                    if prey > most[n]:
                        most[n] = prey
        return most

    def harm(self, stand: Position) -> float:
        """Return the damage of the ground to the unit if its turn starts on `stand`."""
        if not self.hazards:
            return 0.0
        return max(self.hazards.get(cell, 0) for cell in stand.cells) / THOUSAND


class StandTiles:
    """The tiles of some footprints, to look up many at once on a screen."""

    def __init__(self, stands: Sequence[Position], width: int) -> None:
        columns, rows = [stand.at[0] for stand in stands], [stand.at[1] for stand in stands]
        self._places = [y * width + x for x, y in zip(columns, rows, strict=True)]
        self._all = 0
        for place in self._places:
            self._all |= 1 << place
        span = max((stand.span for stand in stands), default=1) - 1
        self._columns = min(columns, default=0), max(columns, default=0) + span
        self._rows = min(rows, default=0), max(rows, default=0) + span

    def __len__(self) -> int:
        return len(self._places)

    def among(self, screen: int) -> Iterable[int]:
        """Return the indices of the footprints whose tiles are set on a screen."""
        found = screen & self._all
        if not found:
            return ()
        return [n for n, place in enumerate(self._places) if found >> place & 1]

    def are_near(self, foe: KnownFoe, far: int) -> bool:
        """Return whether a foe may be within a distance of one of the footprints."""
        (x, y), most = foe.stand.at, far + foe.stand.span - 1
        (left, right), (top, bottom) = self._columns, self._rows
        return left - most <= x <= right + far and top - most <= y <= bottom + far


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
