"""The objectives of a battle as one side knows them: where they are, and how far they have come."""

from collections.abc import Iterator

import msgspec

from game.components.script_progress import Progress
from game.components.unit import Dead, Down, Position, Vitals
from game.core.cells import Cell
from game.core.footprints import steps_between
from game.engine.battle import Battle
from game.present.battle_sentences import BattleSentences
from game.terms.level_script import Objective, When
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import id_of, round_of, side_of, unit_by_id

OPEN, REACHED, FAILED = "open", "reached", "failed"
"""States of an objective."""


class ShownObjective(msgspec.Struct, frozen=True):
    """An objective: its state, its place on the board, and its progress in words."""

    id: str
    side: str
    title: str
    kind: str
    """What completes it: `reach`, `defeat`, `survive`, `hold`, `protect`, or `trigger`."""
    state: str = OPEN
    is_optional: bool = False
    tiles: tuple[Cell, ...] = ()
    """Tiles to go to, to hold, or to interact with."""
    units: tuple[str, ...] = ()
    """Units to defeat or to protect, as far as they are known."""
    progress: str = ""


def objectives_of(battle: Battle, words: BattleSentences) -> tuple[ShownObjective, ...]:
    """Return the objectives of all sides, as far as the view of a battle shows their progress."""
    world = battle.world
    done = world.find(world.root, Progress) or Progress()
    return tuple(_row(world, words, aim, done) for aim in world.scene.level.script.objectives)


def rounds_left(world: World) -> int:
    """Return the number of rounds left, the current one included."""
    return max(0, world.scene.level.rounds - max(1, round_of(world)) + 1)


def _row(world: World, words: BattleSentences, aim: Objective, done: Progress) -> ShownObjective:
    state = REACHED if aim.id in done.reached else FAILED if aim.id in done.failed else OPEN
    tiles, units = places_of(world, aim) if state == OPEN else ((), ())
    progress = _progress(world, words, aim, done) if state == OPEN else words.progress(state)
    return ShownObjective(
        aim.id,
        aim.side,
        aim.title,
        _kind(aim),
        state,
        aim.optional,
        tiles,
        units,
        progress,
    )


def _kind(aim: Objective) -> str:
    named = ("reach", "defeat", "survive", "hold", "protect")
    return next((kind for kind in named if getattr(aim, kind) is not None), "trigger")


# Places


def places_of(world: World, aim: Objective) -> tuple[tuple[Cell, ...], tuple[str, ...]]:
    """Return the tiles and the known units on the board that an objective is about."""
    units = tuple(id_of(world, unit) for unit in _units(world, aim))
    return tuple(dict.fromkeys(_tiles(world, aim))), units


def _tiles(world: World, aim: Objective) -> Iterator[Cell]:
    areas = world.scene.level.script.areas
    if aim.reach is not None:
        yield from areas[aim.reach.area]
    elif aim.hold is not None:
        yield from areas[aim.hold.area]
    elif _kind(aim) == "trigger":
        for when in _conditions(world, aim):
            place = when.handled or when.enter or when.broken
            if place is not None:
                yield from areas[place.area]
            elif when.count is not None and when.count.area is not None:
                yield from areas[when.count.area]


def _units(world: World, aim: Objective) -> Iterator[Entity]:
    """Yield the known units on the board that an objective names."""
    names: list[str] = []
    if aim.defeat is not None and aim.defeat.unit is not None:
        names.append(aim.defeat.unit)
    elif aim.protect is not None:
        names.append(aim.protect)
    elif _kind(aim) == "trigger":
        names += [w.death.unit for w in _conditions(world, aim) if w.death and w.death.unit]
    for name in names:
        unit = unit_by_id(world, name)
        if unit is not None and world.has(unit, Position) and not world.has(unit, Dead):
            yield unit


def _conditions(world: World, aim: Objective) -> Iterator[When]:
    """Yield the conditions of the triggers that complete an objective."""
    for trigger in world.scene.level.script.triggers:
        if any(deed.objective == aim.id for deed in trigger.do):
            yield from trigger.when


# Progress


def _progress(world: World, words: BattleSentences, aim: Objective, done: Progress) -> str:
    """Return the progress of an open objective in words, or "" if there is nothing to count."""
    if aim.hold is not None:
        held = dict(done.held).get(aim.id, 0)
        return words.progress("hold", held=held, rounds=aim.hold.rounds)
    if aim.survive is not None:
        left = max(0, aim.survive - max(1, round_of(world)) + 1)
        return words.progress("survive", rounds=left)
    if aim.defeat is not None and aim.defeat.side is not None:
        left = sum(1 for unit in _fighting(world) if side_of(world, unit) == aim.defeat.side)
        return words.progress("left", units=left)
    units = list(_units(world, aim))
    if units:
        vitals = world.find(units[0], Vitals)
        return words.progress("life", life=vitals.life, most=vitals.most) if vitals else ""
    far = _distance(world, aim)
    return "" if far is None else words.progress("reach", tiles=far)


def _fighting(world: World) -> Iterator[Entity]:
    for unit in world.ids(Position):
        if not (world.has(unit, Dead) or world.has(unit, Down)):
            yield unit


def _distance(world: World, aim: Objective) -> int | None:
    """Return the steps between the objective's tiles and the nearest unit that is sent there."""
    tiles = tuple(_tiles(world, aim))
    sent = aim.reach.unit if aim.reach is not None else None
    stands = [
        world.get(unit, Position)
        for unit in _fighting(world)
        if side_of(world, unit) == aim.side and sent in (None, id_of(world, unit))
    ]
    apart = (steps_between(one.at, one.span, tile, 1) for one in stands for tile in tiles)
    return min(apart, default=None)
