"""What computer players are told: what units can do to one another, and what things are worth.

These are estimates in points of life; what comes of a command they find out by trying it.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from game.components.belongings import Armed
from game.components.conditions import Conditions
from game.components.script_progress import Progress
from game.components.unit import Dead, Down, Position, Vitals
from game.core.cells import Cell
from game.engine.hints import Gain, Hints, Worths, come_and_gone
from game.engine.odds import chain_odds, check_assume
from game.rules.verdigris import attacks, figures, melees, moves, zones
from game.rules.verdigris.dice_pools import Aim, Struck, first_roll
from game.rules.verdigris.records import (
    FreeSpent,
    Gear,
    Grappled,
    Guarding,
    LoadingLeft,
    Mounted,
    ReadiedTile,
    Stress,
    Wounds,
)
from game.terms.level_script import WhenEntered
from game.terms.records import Component, Entity
from game.world import World
from game.world.unit_names import id_of, side_of

NEVER = check_assume("never")
BACK = 0.6
"""The share of a player character's life that a wound left is worth."""
PRONE, PINNED, DIE = -2.0, -1.2, 1.0
"""What it is worth to lie, to lose a move, and to have a die more."""
HELD, HOLDS = -2.4, -0.3
"""What a level of entanglement is worth to who is held, and to who holds …"""
DETAINED = -6.0
"""… and to be held at all to who is to get somewhere."""
BORDER = 3.0
"""What it is worth to be a zone nearer to where an objective sends one."""
SIX = 1 / 6
"""What a die is worth in sixes."""
ZONE = 6
"""About the tiles across a zone."""


def worth(world: World, unit: Entity) -> float:
    """The life of a unit, and what it can come back from."""
    vitals, wounds = world.find(unit, Vitals), world.find(unit, Wounds)
    most = float(vitals.most if vitals else figures.figure(world, unit).life)
    return most * (1 + BACK * (wounds.left if wounds else 0))


def menace(world: World, unit: Entity, foe: Entity) -> float:
    """The mean damage of a blow, or of a shot from where it stands."""
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
    """The mean damage of an attack to its target."""
    outcomes, total = chain_odds(first_roll(aim), NEVER)
    dealt = 0
    for one, weight in outcomes:
        if isinstance(one, Struck) and one.victim == aim.target:
            dealt += one.dealt * weight
    return dealt / total


def mends(world: World, unit: Entity) -> float:
    """Everybody can try to help."""
    return 1.0 if figures.is_able(world, unit) else 0.0


def reach(world: World, unit: Entity) -> int:
    """The tiles over which a unit can hurt somebody."""
    arms = figures.weapon(world, figures.in_hand(world, unit))
    return (arms.range + 1) * ZONE if figures.is_ranged(arms) else 1


def stride(world: World, unit: Entity) -> int:
    """About the tiles of a move."""
    held = world.has(unit, Grappled) or figures.has(world, unit, "prone")
    return 1 if held else ZONE + 2


def ground(world: World, unit: Entity) -> Iterable[Cell]:
    """Where a move of the unit's next turn could end."""
    return moves.paths(world, unit, False) if world.has(unit, Position) else ()


# What changes are worth


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
    """Whether an objective of its side that is still open sends this very unit somewhere."""
    return any(errand.unit is not None for errand in _errands(world, unit))


def _errands(world: World, unit: Entity) -> Iterator[WhenEntered]:
    """Where objectives of its side that are still open send the unit, by name or among others."""
    side, name = side_of(world, unit), id_of(world, unit)
    done = world.find(world.root, Progress) or Progress()
    for aim in world.scene.level.script.objectives:
        is_open = aim.side == side and aim.id not in (*done.reached, *done.failed)
        if is_open and aim.reach is not None and aim.reach.unit in (None, name):
            yield aim.reach


def _stand(world: World, unit: Entity, old: Position | None, new: Position | None) -> Worths:
    """Where foes are more, each who can strike does so with a die more for each of them; and who is
    sent somewhere gains with every border on the way."""
    if old and new and not world.has(unit, Down):
        yield unit, _pressed(world, unit, old.at) - _pressed(world, unit, new.at)
        for errand in _errands(world, unit):
            goal = world.scene.level.script.areas[errand.area][0]
            before, after = (zones.borders_between(world, one.at, goal) or 0 for one in (old, new))
            yield unit, BORDER * (before - after)


def _pressed(world: World, unit: Entity, at: Cell) -> float:
    """The damage a turn that being outnumbered on a tile costs."""
    side = side_of(world, unit)
    near = melees.beside(world, at, side)
    melee = {other for foe in near for other in (foe, *melees.melee_of(world, foe))} | {unit}
    friends = sum(1 for one in melee if side_of(world, one) == side)
    return max(0, len(melee) - 2 * friends) * len(near) * SIX


def _mounted(world: World, unit: Entity, old: Mounted | None, new: Mounted | None) -> Worths:
    before, after = (one.life + 2 * one.ridden + 1 if one else 0 for one in (old, new))
    yield unit, 0.5 * (after - before)


def _armed(world: World, unit: Entity, old: Armed | None, new: Armed | None) -> Worths:
    if old and new and not world.has(unit, Dead):
        yield unit, _arms(world, new.weapon) - _arms(world, old.weapon)


def _arms(world: World, id: str) -> float:
    """What it is worth to have a weapon in hand."""
    arms = figures.weapon(world, id or figures.UNARMED)
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

HINTS = Hints(
    worth=worth,
    menace=menace,
    mends=mends,
    stride=stride,
    reach=reach,
    ground=ground,
    gains=GAINS,
)
