"""Behaviours of units (`[[unit]] behaviour`), kept by all computer players in the same way.

A player chooses only among the commands that fit a unit's orders, and prefers their goals to its
own. Orders are found from the player's view, so a behaviour answers only to foes that are known.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from game.ai.distance_fields import Distances
from game.components.script_progress import NewBehaviour
from game.components.unit import Dead, Down, Position, Vitals
from game.core.cells import Cell
from game.core.footprints import steps_between, tiles
from game.engine.hints import Hints
from game.terms.board_commands import Decline, Engage, TryDisengage
from game.terms.commands import Command, End, path_of, target_of
from game.terms.records import Entity
from game.terms.script.behaviours import WOUNDED, Behaviour
from game.world import World
from game.world.unit_names import id_of, round_of, side_of

NEAR = 3
"""A patrol reacts to foes that it can attack within this many turns."""
SAFE = 12
"""Distance to the nearest foe, in tiles, at which a fleeing unit may stop."""
SHY = (TryDisengage, Decline)
"""Commands that keep a fleeing unit out of a fight; it prefers them to all others."""


class Duty(NamedTuple):
    """The demands of a behaviour on its unit now."""

    fits: Callable[[Cell], bool]
    """Whether the unit may end a move on a tile."""
    is_urgent: bool = False
    """Whether the unit can't end its turn as long as a move fits."""
    goals: tuple[Cell, ...] = ()
    """The tiles to head for; none if the player's own goals are as good."""
    ground: frozenset[Cell] | None = None
    """Tiles that the unit must not leave by any command, or None."""


class Orders:
    """The orders that the behaviours in a level give one unit now."""

    def __init__(self, world: World, hints: Hints, unit: Entity, foes: tuple[Entity, ...]) -> None:
        self._world, self._hints, self._unit, self._foes = world, hints, unit, foes
        self._behaviour = behaviour_of(world, unit)

    @property
    def goals(self) -> tuple[Cell, ...]:
        """The tiles that the behaviour sends the unit to; none if the player decides."""
        return self._duty.goals if self._duty else ()

    @property
    def ground(self) -> frozenset[Cell] | None:
        """The tiles that the unit must not leave, or None if it can go anywhere."""
        return self._duty.ground if self._duty else None

    def fitting(self, legal: tuple[Command, ...]) -> tuple[Command, ...]:
        """Return the commands that fit the orders, or all of them if none does."""
        found = self._at_prey(self._without_fights(legal))
        if self._duty is None:
            return found
        ends = {command: path_of(command)[-1] for command in found if path_of(command)}
        kept = {command for command, end in ends.items() if self._duty.fits(end)}
        fit = tuple(c for c in found if c not in ends or c in kept)
        if kept and self._duty.is_urgent:
            return tuple(c for c in fit if not isinstance(c, End))
        return fit or legal

    # Behaviours

    @cached_property
    def _duty(self) -> Duty | None:
        """Return the unit's duty now, or None if it is free."""
        stand, manner = self._world.find(self._unit, Position), self._behaviour
        if stand is None:
            return None
        if is_fleeing(self._world, self._unit):
            return self._fleeing(stand)
        if manner.hold:
            return Duty(frozenset[Cell]().__contains__, ground=frozenset({stand.at}))
        if manner.guard is not None:
            return self._guarding(stand, manner.guard)
        if manner.patrol is not None:
            return self._patrolling(stand, manner.patrol)
        if manner.hunt:
            return self._hunting(stand)
        return self._leading(stand) if manner.lead else self._following(stand)

    def _fleeing(self, stand: Position) -> Duty | None:
        here = self._nearest(stand, stand.at)
        if here is None:
            return None
        return Duty(lambda end: (self._nearest(stand, end) or 0) > here, here < SAFE)

    def _nearest(self, stand: Position, at: Cell) -> int | None:
        """Return the distance from a tile to the nearest foe, or None if no foe is known."""
        found = (self._world.get(foe, Position) for foe in self._foes)
        return min((steps_between(at, stand.span, p.at, p.span) for p in found), default=None)

    def _guarding(self, stand: Position, area: str) -> Duty:
        """Send the unit at intruders, else back to its area, and to its post if all is calm."""
        own = self._world.scene.level.script.areas[area]
        ground = guarded(self._world, area, self._behaviour.chase)
        came = tuple(p.at for p in map(self._stand, self._foes) if ground & set(p.cells))
        if came:
            return self._staying(stand.at, ground, own, came)
        if self._is_pressed(stand, 1):
            return self._staying(stand.at, frozenset(own), own, own)
        return self._returning(stand.at, own, self._post(own))

    def _staying(
        self, here: Cell, ground: frozenset[Cell], own: tuple[Cell, ...], goals: tuple[Cell, ...]
    ) -> Duty:
        """Keep a guard on `ground`, or send it there from outside."""
        ways, is_in = Distances(self._world, own[:1]), here in ground
        return Duty(
            lambda end: end in ground or (not is_in and ways(end) < ways(here)),
            not is_in,
            goals,
            ground if is_in else None,
        )

    def _returning(self, here: Cell, own: tuple[Cell, ...], post: tuple[Cell, ...]) -> Duty:
        """Send a guard to its post, without leaving its area once it is there."""
        ways, is_in = Distances(self._world, post[:1]), here in own
        return Duty(
            lambda end: end in post or (ways(end) < ways(here) and (end in own or not is_in)),
            here not in post,
            post,
            frozenset(own) if is_in else None,
        )

    def _post(self, own: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Return a guard's post: the tile where it begins, or its whole area if that is outside."""
        known = self._world.scene.units.get(id_of(self._world, self._unit))
        return (known.at,) if known and known.at in own else own

    def _patrolling(self, stand: Position, areas: tuple[str, ...]) -> Duty | None:
        if self._is_pressed(stand, NEAR):
            return None
        beat = areas[max(0, round_of(self._world) - 1) % len(areas)]
        goals = self._world.scene.level.script.areas[beat]
        ways = Distances(self._world, goals[:1])
        return Duty(
            lambda end: end in goals or ways(end) < ways(stand.at), stand.at not in goals, goals
        )

    def _hunting(self, stand: Position) -> Duty | None:
        found = tuple(map(self._stand, self._prey()))
        if not found:
            return None
        goals, reach = tuple(p.at for p in found), self._hints.reach(self._world, self._unit)
        ways = Distances(self._world, goals)

        def is_in_reach(at: Cell) -> bool:
            return any(steps_between(at, stand.span, p.at, p.span) <= reach for p in found)

        return Duty(
            lambda end: is_in_reach(end) or ways(end) < ways(stand.at),
            not is_in_reach(stand.at),
            goals,
        )

    def _prey(self) -> tuple[Entity, ...]:
        """Return the foes to hunt: the most wounded ones if the unit hunts those, else all."""
        hurt = {foe: _share(self._world, foe) for foe in self._foes}
        least = min(hurt.values(), default=1.0)
        if self._behaviour.hunt != WOUNDED or least == 1:
            return self._foes
        return tuple(foe for foe in self._foes if hurt[foe] == least)

    def _leading(self, stand: Position) -> Duty | None:
        """Keep most of the unit's people near: more than half of them."""
        far, people = self._behaviour.lead or 0, tuple(self._people())
        if not people:
            return None
        stands = [self._world.get(one, Position) for one in people]

        def gaps(at: Cell) -> list[tuple[int, Cell]]:
            return sorted((steps_between(at, stand.span, p.at, p.span), p.at) for p in stands)

        middle = len(stands) // 2
        gap, one = gaps(stand.at)[middle]
        is_apart = gap > far
        return Duty(
            lambda end: gaps(end)[middle][0] <= far or gaps(end)[middle][0] < gap,
            is_apart and not self._is_in_melee(stand),
            (one,) if is_apart else (),
        )

    def _following(self, stand: Position) -> Duty | None:
        """Keep the unit near its leader."""
        leader = leader_of(self._world, self._unit)
        if leader is None:
            return None
        to, far = self._world.get(leader, Position), behaviour_of(self._world, leader).lead or 0
        ways = Distances(self._world, (to.at,))

        def gap(at: Cell) -> int:
            return steps_between(at, stand.span, to.at, to.span)

        is_apart = gap(stand.at) > far
        return Duty(
            lambda end: gap(end) <= far or (is_apart and ways(end) < ways(stand.at)),
            is_apart and not self._is_in_melee(stand),
            (to.at,) if is_apart else (),
        )

    def _people(self) -> Iterator[Entity]:
        """Yield the units that keep near this one."""
        for one in _able(self._world, side_of(self._world, self._unit)):
            if leader_of(self._world, one) == self._unit:
                yield one

    # Commands

    def _without_fights(self, legal: tuple[Command, ...]) -> tuple[Command, ...]:
        """Return the commands without new fights, if the unit flees."""
        if not is_fleeing(self._world, self._unit):
            return legal
        shy = tuple(c for c in legal if isinstance(c, SHY))
        return shy or tuple(c for c in legal if not isinstance(c, Engage)) or legal

    def _at_prey(self, legal: tuple[Command, ...]) -> tuple[Command, ...]:
        """Return the commands without those at other foes, if the unit can attack its prey."""
        if self._behaviour.hunt != WOUNDED:
            return legal
        prey = {id_of(self._world, foe) for foe in self._prey()}
        spared = {id_of(self._world, foe) for foe in self._foes} - prey
        if not any(target_of(c) in prey for c in legal):
            return legal
        return tuple(c for c in legal if target_of(c) not in spared)

    # Foes

    def _stand(self, unit: Entity) -> Position:
        return self._world.get(unit, Position)

    def _is_in_melee(self, stand: Position) -> bool:
        """Return whether a foe is next to the unit, so that it can't turn its back."""
        near = self._nearest(stand, stand.at)
        return near is not None and near <= 1

    def _is_pressed(self, stand: Position, turns: int) -> bool:
        """Return whether a foe could attack the unit now, or the unit a foe within some turns."""
        world, hints = self._world, self._hints
        mine = hints.stride(world, self._unit) * turns + hints.reach(world, self._unit)
        return any(
            steps_between(stand.at, stand.span, p.at, p.span)
            <= max(mine, hints.stride(world, foe) + hints.reach(world, foe))
            for foe, p in zip(self._foes, map(self._stand, self._foes), strict=True)
        )


def behaviour_of(world: World, unit: Entity) -> Behaviour:
    """Return a unit's behaviour for computer players: the level's, or a trigger's new one."""
    new = world.find(unit, NewBehaviour)
    if new is not None:
        change = world.scene.level.script.triggers[new.trigger].do[new.effect].behaviour
        assert change is not None
        return change.behaviour
    known = world.scene.units.get(id_of(world, unit))
    return known.behaviour if known else Behaviour()


def is_fleeing(world: World, unit: Entity) -> bool:
    """Return whether a unit's behaviour makes it keep away from foes at its current life."""
    share = behaviour_of(world, unit).flee
    return share is not None and world.has(unit, Vitals) and _share(world, unit) <= share


def guarded(world: World, area: str, chase: int | None) -> frozenset[Cell]:
    """Return the tiles where a guard attacks foes: its area, and as far as it chases them."""
    level, far = world.scene.level, chase or 0

    def found() -> frozenset[Cell]:
        own = level.script.areas[area]
        return frozenset(c for x, y in own for c in tiles((x - far, y - far), 2 * far + 1))

    return world.scene.once(("guarded", area, far), found)


def leader_of(world: World, unit: Entity) -> Entity | None:
    """Return the leader that a unit keeps near, or None.

    It is the nearest of its side, if the unit isn't fleeing and has no other orders.
    """
    manner, stand = behaviour_of(world, unit), world.find(unit, Position)
    if stand is None or manner.is_bound or is_fleeing(world, unit):
        return None
    near = (
        (steps_between(stand.at, stand.span, p.at, p.span), one)
        for one in _able(world, side_of(world, unit))
        if behaviour_of(world, one).lead
        for p in (world.get(one, Position),)
    )
    found = min(near, default=None)
    return found[1] if found else None


def _able(world: World, side: str) -> Iterator[Entity]:
    """Yield a side's units on the board that can act."""
    for unit in world.ids(Position):
        if side_of(world, unit) == side and not (world.has(unit, Down) or world.has(unit, Dead)):
            yield unit


def _share(world: World, unit: Entity) -> float:
    """Return the share of its life that a unit has left; 1 if it has no life to lose."""
    vitals = world.find(unit, Vitals)
    return vitals.life / max(1, vitals.most) if vitals else 1.0
