"""Hints for computer players: the harm that units can do, and the worth of changes.

These are estimates in points of life. Computer players find out the effects of a command by trying
it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace

from game.components.belongings import Armed, Gear
from game.components.conditions import Conditions
from game.components.script_progress import Progress
from game.components.unit import Dead, Down, Position, Vitals
from game.core.cells import Cell
from game.engine.chain_odds import chain_odds, check_assume
from game.engine.hints import Gain, Hints, MeanHarm, Worths, come_and_gone
from game.rules.verdigris import attacks, figures, melees, moves, zones
from game.rules.verdigris.dice_pools import Aim, Struck, first_roll
from game.rules.verdigris.records import (
    FreeSpent,
    Grappled,
    Guarding,
    LoadingLeft,
    Mounted,
    ReadiedTile,
    Stress,
    Wounds,
)
from game.rules.verdigris.schema import UNARMED
from game.terms.records import Component, Entity
from game.terms.script.conditions import WhenEntered
from game.world import World
from game.world.unit_names import id_of, side_of

NEVER = check_assume("never")
BACK = 0.6
"""Worth of each wound left, as a share of the player character's life."""
PRONE, PINNED, DIE = -2.0, -1.2, 1.0
"""Worth of being prone, of losing a move, and of an extra die."""
HELD, HOLDS = -2.4, -0.3
"""Worth of a level of entanglement to the unit held, and to the unit that holds it."""
DETAINED = -6.0
"""Worth of being held at all, to a unit with an objective elsewhere."""
BORDER = 3.0
"""Worth of being one zone nearer to the goal of an objective."""
SIX = 1 / 6
"""Expected sixes per die."""
BY_PLACE = "cover", "long_shot"
"""Parts of an attack that depend on the tile of its target."""
ZONE = 6
"""Approximate width of a zone in tiles."""


def worth(world: World, unit: Entity) -> float:
    """Return the worth of a unit: its maximum life, and its wounds."""
    vitals, wounds = world.find(unit, Vitals), world.find(unit, Wounds)
    most = float(vitals.most if vitals else figures.figure(world, unit).life)
    return most * (1 + BACK * (wounds.left if wounds else 0))


def menace(world: World, unit: Entity, foe: Entity) -> float:
    """Return the mean damage of a melee attack, or of a shot from the unit's tile."""
    there = world.has(unit, Position) and world.has(foe, Position)
    if not there or not figures.is_able(world, unit):
        return 0.0
    arms = figures.in_hand(world, unit)
    ranged = figures.is_ranged(figures.weapon(world, arms))
    if ranged and attacks.obstacle_code(world, unit, foe, arms):
        return 0.0
    aim = attacks.aim(world, unit, foe, arms)
    return damage(aim)


@lru_cache(maxsize=5000)
def damage(aim: Aim) -> float:
    """Return the mean damage of an attack to its target."""
    outcomes, total = chain_odds(first_roll(aim), NEVER)
    dealt = 0
    for one, weight in outcomes:
        if isinstance(one, Struck) and one.victim == aim.target:
            dealt += one.dealt * weight
    return dealt / total


def harms(world: World, unit: Entity, foe: Entity) -> Iterator[MeanHarm]:
    """Yield an attack with the weapon in hand, without the dice that cover and distance take."""
    there = world.has(unit, Position) and world.has(foe, Position)
    if not there or not figures.is_able(world, unit):
        return
    aim = attacks.aim(world, unit, foe, figures.in_hand(world, unit))
    parts = tuple(part for part in aim.parts if part.text not in BY_PLACE)
    yield MeanHarm(
        reach(world, unit), damage(replace(aim, parts=parts, pool=figures.pool(world, parts)))
    )


def mends(world: World, unit: Entity) -> float:
    """Return 1 for any able unit, because every able unit can try to help."""
    return 1.0 if figures.is_able(world, unit) else 0.0


def reach(world: World, unit: Entity) -> int:
    """Return the range of a unit's attacks in tiles."""
    arms = figures.weapon(world, figures.in_hand(world, unit))
    return (arms.range + 1) * ZONE if figures.is_ranged(arms) else 1


def stride(world: World, unit: Entity) -> int:
    """Return the approximate length of a move in tiles."""
    held = world.has(unit, Grappled) or figures.has(world, unit, "prone")
    return 1 if held else ZONE + 2


def ground(world: World, unit: Entity) -> Iterable[Cell]:
    """Return the tiles on which the unit's next move could end."""
    return moves.paths(world, unit, False) if world.has(unit, Position) else ()


# Worth of changes


def _wounds(world: World, unit: Entity, old: Wounds | None, new: Wounds | None) -> Worths:
    if old and new:
        most = world.get(unit, Vitals).most
        yield unit, BACK * most * (new.left - old.left)


def _down(world: World, unit: Entity, old: Down | None, new: Down | None) -> Worths:
    most = world.get(unit, Vitals).most
    yield unit, -most * 0.6 if new else most * 0.6


def _stress(world: World, unit: Entity, old: Stress | None, new: Stress | None) -> Worths:
    if old and new:
        yield unit, -0.25 * (new.level - old.level)


def _conditions(
    world: World, unit: Entity, old: Conditions | None, new: Conditions | None
) -> Worths:
    if world.has(unit, Dead):
        return
    plain = {"prone": PRONE, "pinned": PINNED, "hobbled": -1.0, "bleeding": -2.0}
    for sign, one in come_and_gone(old, new):
        yield unit, sign * plain.get(one.kind, DIE * one.value)


def _grappled(world: World, unit: Entity, old: Grappled | None, new: Grappled | None) -> Worths:
    if world.has(unit, Dead) or world.has(unit, Down):
        return
    for sign, one in ((1, new), (-1, old)):
        if one and one.holds:
            yield unit, sign * one.level * HOLDS
        elif one:
            detained = DETAINED if one.level and _is_sent(world, unit) else 0.0
            yield unit, sign * (one.level * HELD + detained)


def _is_sent(world: World, unit: Entity) -> bool:
    """Return whether an open objective of the unit's side sends the unit somewhere by name."""
    return any(errand.unit is not None for errand in _errands(world, unit))


def _errands(world: World, unit: Entity) -> Iterator[WhenEntered]:
    """Yield the areas to which the side's open objectives send the unit, by name or as any unit."""
    side, name = side_of(world, unit), id_of(world, unit)
    done = world.find(world.root, Progress) or Progress()
    for aim in world.scene.level.script.objectives:
        is_open = aim.side == side and aim.id not in (*done.reached, *done.failed)
        if is_open and aim.reach is not None and aim.reach.unit in (None, name):
            yield aim.reach


def _stand(world: World, unit: Entity, old: Position | None, new: Position | None) -> Worths:
    """Yield the worth of a move: being outnumbered less, and progress towards a goal."""
    if old and new and not world.has(unit, Down):
        yield unit, _pressed(world, unit, old.at) - _pressed(world, unit, new.at)
        for errand in _errands(world, unit):
            goal = world.scene.level.script.areas[errand.area][0]
            before, after = (zones.borders_between(world, one.at, goal) or 0 for one in (old, new))
            yield unit, BORDER * (before - after)


def _pressed(world: World, unit: Entity, at: Cell) -> float:
    """Return the damage per turn from being outnumbered on a tile."""
    side = side_of(world, unit)
    near = melees.beside(world, at, side)
    melee = {other for foe in near for other in (foe, *melees.melee_of(world, foe))} | {unit}
    allies = sum(1 for one in melee if side_of(world, one) == side)
    return max(0, len(melee) - 2 * allies) * len(near) * SIX


def _mounted(world: World, unit: Entity, old: Mounted | None, new: Mounted | None) -> Worths:
    before, after = (one.life + 2 * one.ridden + 1 if one else 0 for one in (old, new))
    yield unit, 0.5 * (after - before)


def _armed(world: World, unit: Entity, old: Armed | None, new: Armed | None) -> Worths:
    if old and new and not world.has(unit, Dead):
        yield unit, _arms(world, new.weapon) - _arms(world, old.weapon)


def _arms(world: World, id: str) -> float:
    """Return the worth of having a weapon in hand."""
    arms = figures.weapon(world, id or UNARMED)
    return 0.6 * arms.damage + 0.4 * arms.bonus


def _unloaded(
    world: World, unit: Entity, old: LoadingLeft | None, new: LoadingLeft | None
) -> Worths:
    before, after = (sum(n for _, n in one.weapons) if one else 0 for one in (old, new))
    yield unit, 0.8 * (before - after)


def _waits(value: float) -> Gain:
    def gain(world: World, unit: Entity, old: object, new: object) -> Worths:
        yield unit, value * ((new is not None) - (old is not None))

    return gain


def _gear(world: World, unit: Entity, old: Gear | None, new: Gear | None) -> Worths:
    before, after = (len((*one.belt, *one.pack)) if one else 0 for one in (old, new))
    yield unit, 0.3 * (after - before)


GAINS: Mapping[type[Component], Gain] = {
    Position: _stand,
    Wounds: _wounds,
    Down: _down,
    Stress: _stress,
    Conditions: _conditions,
    Grappled: _grappled,
    Mounted: _mounted,
    Armed: _armed,
    LoadingLeft: _unloaded,
    Gear: _gear,
    ReadiedTile: _waits(0.5),
    Guarding: _waits(0.3),
    FreeSpent: _waits(-0.2),
}


# Assets of units


def _wounds_left(world: World, unit: Entity) -> float:
    wounds = world.find(unit, Wounds)
    return float(wounds.left) if wounds else 0.0


def _calm(world: World, unit: Entity) -> float:
    """Return the stress of a player character, as a negative number."""
    stress = world.find(unit, Stress)
    return -float(stress.level) if stress else 0.0


def _bears(world: World, unit: Entity) -> float:
    """Return the worth of the unit's conditions."""
    now = world.find(unit, Conditions)
    return sum(points for _, points in _conditions(world, unit, None, now))


def _free(world: World, unit: Entity) -> float:
    """Return the entanglement of a unit that is held, as a negative number."""
    grip = world.find(unit, Grappled)
    return -float(grip.level) if grip is not None and not grip.holds else 0.0


def _rides(world: World, unit: Entity) -> float:
    mounted = world.find(unit, Mounted)
    return float(mounted is not None and mounted.ridden)


ASSETS: Mapping[str, Callable[[World, Entity], float]] = {
    "wounds": _wounds_left,
    "calm": _calm,
    "conditions": _bears,
    "free": _free,
    "rides": _rides,
}

HINTS = Hints(
    worth=worth,
    menace=menace,
    mends=mends,
    stride=stride,
    reach=reach,
    ground=ground,
    harms=harms,
    gains=GAINS,
    assets=ASSETS,
    value=Path(__file__).with_name("value.toml"),
)
