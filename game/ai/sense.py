"""What a player makes of a view: who is who, where its unit should go, and what it has to fear."""

from dataclasses import dataclass

from game.ai.fields import Distances
from game.components.script import Progress
from game.components.unit import Dead, Down, Position, Vitals
from game.core.cells import Cell
from game.core.rooms import apart
from game.engine.hints import Hints
from game.terms.script import Behaviour, Objective
from game.world import World
from game.world.names import id_of, named, round_of, side_of

MOST_GOALS = 12
"""Goals that ways are sought to; of a large area some tiles do."""
NEAR = 3
"""A patrol minds foes that could get at it within so many turns of walking."""


@dataclass(frozen=True)
class Foe:
    """A foe that is known, and what is to be feared of it and hoped for."""

    unit: int
    stand: Position
    menace: float
    """The damage it would do to the unit in a turn."""
    prey: float
    """The damage the unit would do to it in a turn, worth more if that fells it."""
    far: int
    """The tiles over which it can hurt somebody in its next turn."""
    carries: int
    """The tiles over which it hurts without a walk."""


class Sense:
    """The state of a battle as the player of one unit takes it in."""

    def __init__(self, world: World, hints: Hints, unit: int) -> None:
        self.world, self.hints, self.unit = world, hints, unit
        self.side = side_of(world, unit)
        self.id = id_of(world, unit)
        self.stride, self.reach = hints.stride(world, unit), hints.reach(world, unit)
        self.foes = tuple(self._foe(u) for u in self.known_foes())
        self.life = self._life()

    @property
    def stand(self) -> Position | None:
        """Where the unit stands now."""
        return self.world.find(self.unit, Position)

    @property
    def behaviour(self) -> Behaviour:
        """How the level has the unit behave."""
        return behaviour_of(self.world, self.unit)

    @property
    def flees(self) -> bool:
        """Whether the unit is hurt so much that it keeps away from foes."""
        vitals, share = self.world.find(self.unit, Vitals), self.behaviour.flee
        return share is not None and vitals is not None and vitals.life <= share * vitals.most

    @property
    def lateness(self) -> float:
        """The share of the battle's rounds that are over."""
        return round_of(self.world) / max(1, self.world.scene.level.rounds)

    @property
    def is_weak(self) -> bool:
        """Whether the unit could be felled by a turn or two of its worst foe, or is to flee."""
        worst = max((foe.menace for foe in self.foes), default=0.0)
        vitals = self.world.find(self.unit, Vitals)
        is_hurt = vitals is not None and vitals.life * 3 <= vitals.most
        return self.flees or (is_hurt and self.life <= 2 * worst)

    def known_foes(self) -> tuple[int, ...]:
        """The foes on the board that can still do something."""
        world = self.world
        return tuple(
            u
            for u in world.ids(Position)
            if side_of(world, u) != self.side and not (world.has(u, Down) or world.has(u, Dead))
        )

    def _life(self) -> float:
        vitals = self.world.find(self.unit, Vitals)
        return float(vitals.life) if vitals else 1.0

    def _foe(self, unit: int) -> Foe:
        world, hints = self.world, self.hints
        hope, vitals = hints.menace(world, self.unit, unit), world.find(unit, Vitals)
        if vitals and hope >= vitals.life:
            hope = vitals.life + hints.worth(world, unit) / 2
        carries = hints.reach(world, unit)
        walks = 0 if behaviour_of(world, unit).hold else hints.stride(world, unit)
        stand = world.get(unit, Position)
        fear = hints.menace(world, unit, self.unit)
        return Foe(unit, stand, fear, hope, walks + carries, carries)

    # Where to go

    def distances(self) -> Distances:
        """How far it is to where the unit wants to be."""
        goals = self.goals()
        step = max(1, len(goals) // MOST_GOALS)
        return Distances(self.world, goals[::step][:MOST_GOALS])

    def goals(self) -> tuple[Cell, ...]:
        """The tiles the unit would be at or near."""
        manner = self.behaviour
        if manner.guard is not None:
            return self._area(manner.guard)
        if manner.patrol is not None and not self._is_pressed():
            return self._area(self._beat(manner.patrol))
        if manner.hunt:
            return self._foes_at()
        return self._aimed_at() or self._foes_at() or self._anywhere()

    def _area(self, id: str) -> tuple[Cell, ...]:
        return self.world.scene.level.script.areas[id]

    def _beat(self, areas: tuple[str, ...]) -> str:
        """The area a patrol makes for in this round."""
        return areas[max(0, round_of(self.world) - 1) % len(areas)]

    def _is_pressed(self) -> bool:
        """Whether a foe is near enough to be minded."""
        mine, far = self.stand, self.stride * NEAR + self.reach
        return mine is not None and any(self.gap(mine, foe) <= far for foe in self.foes)

    def nearest(self, at: Cell) -> int:
        """The tiles between a tile and the nearest foe; 0 if none is known."""
        return min((apart(at, 1, foe.stand.at, foe.stand.span) for foe in self.foes), default=0)

    @staticmethod
    def gap(stand: Position, foe: Foe) -> int:
        """The tiles between a footprint and a foe."""
        return apart(stand.at, stand.span, foe.stand.at, foe.stand.span)

    def _foes_at(self) -> tuple[Cell, ...]:
        return tuple(foe.stand.at for foe in self.foes)

    def _anywhere(self) -> tuple[Cell, ...]:
        """Where nobody is known of: where the foes began, as far as the level is no secret."""
        level = self.world.scene.level
        return tuple(one.at for one in level.units if one.side != self.side and one.at)[:1]

    def _aimed_at(self) -> tuple[Cell, ...]:
        """Where the side's open objectives send this unit; empty if they mean fighting."""
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
            prey = named(self.world, aim.defeat.unit)
            at = None if prey is None else self.world.find(prey, Position)
            return (at.at,) if at else ()
        return self._lever(aim)

    def _is_sent(self, unit: str | None, area: str) -> bool:
        """Whether it is for this unit to go there: it is named, or of its side the nearest."""
        if unit is not None:
            return unit == self.id
        ways = Distances(self.world, self._area(area)[:1])
        friends = [
            (ways(p.at), u)
            for u, p in self.world.all(Position)
            if side_of(self.world, u) == self.side and not self.world.has(u, Down)
        ]
        return bool(friends) and min(friends)[1] == self.unit

    def _lever(self, aim: Objective) -> tuple[Cell, ...]:
        """Where something is to be handled, or to be stood, for a trigger that reaches the aim."""
        for trigger in self.world.scene.level.script.triggers:
            if any(deed.objective == aim.id or deed.win == aim.side for deed in trigger.do):
                for when in trigger.when:
                    place = when.handled or when.enter
                    if place is not None and place.unit in (None, self.id):
                        return self._area(place.area)
        return ()

    # What to fear, and to hope for

    def fear(self, stand: Position, menace: dict[int, float] | None = None) -> float:
        """The damage to be feared in the foes' next turns by who stands there."""
        felt = sum(
            (menace or {}).get(foe.unit, foe.menace)
            for foe in self.foes
            if self.gap(stand, foe) <= foe.far
        )
        return felt * (1.5 if felt >= self.life else 1.0)

    def hope(self, stand: Position) -> float:
        """The damage to be hoped for in the unit's next turn from there."""
        far = self.stride + self.reach
        return max((foe.prey for foe in self.foes if self.gap(stand, foe) <= far), default=0.0)


def behaviour_of(world: World, unit: int) -> Behaviour:
    """How the level has a unit behave while a computer player has it."""
    known = world.scene.units.get(id_of(world, unit))
    return known.behaviour if known else Behaviour()


def open_aims(world: World, side: str) -> tuple[Objective, ...]:
    """The side's objectives that are still to be reached, those it needs first."""
    done = world.find(world.root, Progress) or Progress()
    aims = [
        aim
        for aim in world.scene.level.script.objectives
        if aim.side == side and aim.id not in done.reached and aim.id not in done.failed
    ]
    return tuple(sorted(aims, key=lambda aim: aim.optional))
