"""The objectives of a battle as one side knows them: where they are, and how far they have come."""

from collections.abc import Iterator

import msgspec

from game.components.script_progress import Progress
from game.components.unit import Dead, Down, Position, Vitals
from game.core.cells import Cell
from game.core.footprints import steps_between
from game.engine.battle import Battle
from game.present.battle_sentences import BattleSentences
from game.present.forecast.objective_places import kind_of, places_of, tiles_of, units_of
from game.terms.level_script import Objective
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import id_of, round_of, side_of

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
        kind_of(aim),
        state,
        aim.optional,
        tiles,
        units,
        progress,
    )


# Progress


def _progress(world: World, words: BattleSentences, aim: Objective, done: Progress) -> str:
    """Return the progress of an open objective in words, or "" if there is nothing to count."""
    if aim.hold is not None:
        held = dict(done.held).get(aim.id, 0)
        return words.progress("hold", held=held, rounds=aim.hold.rounds)
    if aim.survive is not None:
        left = max(0, aim.survive - max(1, round_of(world)) + 1)
        if left == rounds_left(world):
            return words.progress("last_round")
        return words.progress("survive", rounds=left)
    if aim.defeat is not None and aim.defeat.side is not None:
        left = sum(1 for unit in _fighting(world) if side_of(world, unit) == aim.defeat.side)
        return words.progress("left", units=left)
    units = list(units_of(world, aim))
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
    tiles = tuple(tiles_of(world, aim))
    sent = aim.reach.unit if aim.reach is not None else None
    stands = [
        world.get(unit, Position)
        for unit in _fighting(world)
        if side_of(world, unit) == aim.side and sent in (None, id_of(world, unit))
    ]
    apart = (steps_between(one.at, one.span, tile, 1) for one in stands for tile in tiles)
    return min(apart, default=None)
