"""The features of a side in a position from which its chance to win is found.

All are numbers of one side; the chance follows from the differences between the sides. `MEANINGS`
explains them. The features of a book are its hints' `assets`, and its own estimate of the chance.
"""

from collections.abc import Iterator, Mapping
from math import log

from game.ai.distance_fields import FAR, Distances
from game.ai.errands import Chore, Errands, open_aims, sampled
from game.ai.posts import winner_by_time
from game.components.script_progress import Progress
from game.components.turns import Acting, Rounds
from game.components.unit import Allegiance, Away, Dead, Down, Position, Vitals
from game.core.footprints import steps_between
from game.engine.battle import Battle
from game.engine.hints import Hints
from game.terms.level_script import Objective
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import id_of, round_of, side_of, unit_by_id

MEANINGS: Mapping[str, str] = {
    "life": "logarithm of the life of the units that can act, each weighted by its worth per life",
    "units": "logarithm of the number of units that can act",
    "harm": "logarithm of the damage per turn that its units could deal to the best target",
    "strike": "logarithm of the damage that its units could deal in their next turn from where "
    "they are",
    "down": "share of its units that are down, but alive",
    "coming": "worth of its units that have yet to arrive or hide, as a share of all units' worth",
    "turn": "1 if the side is asked, or it is its turn",
    "fresh": "share of its units that can still act this round",
    "goes": "1 if an open required objective sends it to a place",
    "way": "turns to that place, for the nearest unit, as a share of ten",
    "hurry": "the same as a share of the rounds left",
    "mustered": "share of the units needed there that are near it",
    "done": "share of its required objectives completed",
    "held": "share of the rounds for which it has held the area of an objective",
    "time": "1 if it wins when time runs out",
    "late": "the same, times the share of the rounds that are over",
    "captain": "share of its life that a unit has lost whose death loses the battle",
    "chance": "logarithm of the book's own estimate of the chance to win",
}
"""The features that all books share, each with its meaning."""

HELPFUL = frozenset(
    ("life", "units", "harm", "strike", "coming", "mustered", "done", "held", "chance")
)
HARMFUL = frozenset(("down", "way", "hurry", "captain"))
"""Shared features that can only help a side, and those that can only harm it. Assets only help."""

Features = dict[str, float]

SEAT = "."
"""A character that only the names of seats' features have."""
TURNS, LONG = 10.0, 20.0
"""Number of turns in which ways are measured, and their maximum."""
FAINT = 0.02
"""Minimum chance of a book's own estimate, so that its logarithm stays finite."""


def side_features(battle: Battle) -> dict[str, Features]:
    """Return the features of every side, by the side's id, in the order of the level.

    Each side has the feature of its `seat`, too. If `battle` is a view, the features are those that
    its side knows.
    """
    world, hints = battle.world, battle.book.hints
    sides = [side.id for side in world.scene.level.sides]
    strength = _Strength(world, hints, sides)
    acting = world.find(world.root, Acting)
    turn = battle.asked or (side_of(world, acting.unit) if acting is not None else None)
    late = min(1.0, round_of(world) / max(1, world.scene.level.rounds))
    timed = winner_by_time(world)
    found = {}
    for side in sides:
        found[side] = {
            **strength.features(side),
            **_ways(world, hints, side),
            **_script(world, side),
            "turn": float(side == turn),
            "time": float(side == timed),
            "late": late * (side == timed),
            **({"chance": log(max(FAINT, hints.chance(world, side)))} if hints.chance else {}),
            seat(world.scene.level.id, side): 1.0,
        }
    return found


def seat(level: str, side: str) -> str:
    """Return the name of the feature of one side of one level.

    Its weight stands for what makes the side strong or weak there, beyond the other features.
    """
    return f"{level}{SEAT}{side}"


class _Strength:
    """The units of all sides, and what they can do to each other."""

    def __init__(self, world: World, hints: Hints, sides: list[str]) -> None:
        self._world, self._hints = world, hints
        self._units: dict[str, list[Entity]] = {side: [] for side in sides}
        """The units of each side that are alive."""
        for unit, allegiance in world.all(Allegiance):
            if not world.has(unit, Dead):
                self._units[allegiance.side].append(unit)
        self._able = {s: [u for u in some if self._is_able(u)] for s, some in self._units.items()}
        self._worth = {u: hints.worth(world, u) for some in self._units.values() for u in some}
        self._order = world.find(world.root, Rounds)

    def _is_here(self, unit: Entity) -> bool:
        return self._world.has(unit, Position) or self._world.has(unit, Away)

    def _is_able(self, unit: Entity) -> bool:
        return self._is_here(unit) and not self._world.has(unit, Down)

    def features(self, side: str) -> Features:
        """Return a side's features that follow from its units."""
        world, units, able = self._world, self._units[side], self._able[side]
        means = [self._means(unit) for unit in able if world.has(unit, Position)]
        here = sum(map(self._is_here, units))
        coming = sum(self._worth[u] for u in units if not self._is_here(u))
        found = {
            "life": log(1 + sum(map(self._life, able))),
            "units": log(1 + len(able)),
            "harm": log(1 + sum(most for most, _ in means)),
            "strike": log(1 + sum(now for _, now in means)),
            "down": (here - len(able)) / max(1, here),
            "coming": coming / max(1.0, sum(self._worth.values())),
            "fresh": self._fresh(able),
        }
        for name, asset in self._hints.assets.items():
            found[name] = sum(asset(world, unit) for unit in able)
        return found

    def _life(self, unit: Entity) -> float:
        vitals = self._world.find(unit, Vitals)
        worth = self._worth[unit]
        return worth if vitals is None else worth * max(0, vitals.life) / max(1, vitals.most)

    def _means(self, unit: Entity) -> tuple[float, float]:
        """Return the damage to the unit's best target anywhere, and to the best that is near."""
        world, hints = self._world, self._hints
        mine, side = world.get(unit, Position), side_of(world, unit)
        far = hints.stride(world, unit) + hints.reach(world, unit)
        most = now = 0.0
        for other, some in self._able.items():
            for foe in some if other != side else ():
                its = world.find(foe, Position)
                if its is not None:
                    dealt = hints.means_to(world, unit, foe)
                    most = max(most, dealt)
                    if steps_between(mine.at, mine.span, its.at, its.span) <= far:
                        now = max(now, dealt)
        return most, now

    def _fresh(self, able: list[Entity]) -> float:
        """Return the share of the units that have yet to act this round."""
        if self._order is None or not able:
            return 0.0
        return sum(unit not in self._order.acted for unit in able) / len(able)


# Objectives


def _ways(world: World, hints: Hints, side: str) -> Features:
    """Return the features of the way to the places of a side's open required objectives."""
    errands = Errands(world, side)
    aims = [aim for aim in open_aims(world, side) if not aim.optional]
    chores = [chore for aim in aims for chore in errands.chores(aim) if not chore.is_hunt]
    legs = [leg for chore in chores if (leg := _leg(world, hints, side, chore)) is not None]
    if not legs:
        return {"goes": 0.0, "way": 0.0, "hurry": 0.0, "mustered": 0.0}
    turns = max(turns for turns, _ in legs)
    left = max(1, world.scene.level.rounds - round_of(world) + 1)
    return {
        "goes": 1.0,
        "way": turns / TURNS,
        "hurry": min(2.0, turns / left),
        "mustered": sum(share for _, share in legs) / len(legs),
    }


def _leg(world: World, hints: Hints, side: str, chore: Chore) -> tuple[float, float] | None:
    """Return the turns until the units of a chore are there, and the share that is near.

    Return None if no unit can do it.
    """
    ways = Distances(world, sampled(chore.tiles))
    turns = sorted(
        min(LONG, min(ways(stand.at), FAR) / max(1, hints.stride(world, unit)))
        for unit, stand in world.all(Position)
        if side_of(world, unit) == side
        and not world.has(unit, Down)
        and chore.unit in (None, id_of(world, unit))
    )[: chore.heads]
    if len(turns) < chore.heads:
        return None
    return turns[-1], sum(one <= 1 for one in turns) / chore.heads


def _script(world: World, side: str) -> Features:
    """Return a side's features that follow from its objectives' progress."""
    script, done = world.scene.level.script, world.find(world.root, Progress) or Progress()
    aims = [aim for aim in script.objectives if aim.side == side and not aim.optional]
    held = dict(done.held)
    holds = [
        min(1.0, held.get(aim.id, 0) / max(1, aim.hold.rounds))
        for aim in aims
        if aim.hold is not None
    ]
    return {
        "done": sum(aim.id in done.reached for aim in aims) / max(1, len(aims)),
        "held": max(holds, default=0.0),
        "captain": max((_lost(world, name) for name in _captains(world, side)), default=0.0),
    }


def _captains(world: World, side: str) -> Iterator[str]:
    """Yield the ids of a side's units whose death loses it the battle, or wins it for a foe."""
    names: list[str] = []
    for aim in world.scene.level.script.objectives:
        names += _precious(aim, side)
    for trigger in world.scene.level.script.triggers:
        is_loss = any(
            deed.lose == side or (deed.win is not None and deed.win != side) for deed in trigger.do
        )
        if is_loss:
            names += [
                when.death.unit
                for when in trigger.conditions
                if when.death is not None and when.death.unit is not None
            ]
    for name in dict.fromkeys(names):
        unit = unit_by_id(world, name)
        if unit is not None and side_of(world, unit) == side:
            yield name


def _precious(aim: Objective, side: str) -> list[str]:
    """Return the units that a required objective protects, or wants dead, as far as it says."""
    if aim.optional:
        return []
    hunted = aim.defeat.unit if aim.defeat is not None and aim.side != side else None
    kept = aim.protect if aim.side == side else None
    return [name for name in (hunted, kept) if name is not None]


def _lost(world: World, name: str) -> float:
    """Return the share of its life that a unit has lost."""
    unit = unit_by_id(world, name)
    if unit is None or world.has(unit, Dead):
        return 1.0
    vitals = world.find(unit, Vitals)
    return 0.0 if vitals is None else 1 - max(0, vitals.life) / max(1, vitals.most)
