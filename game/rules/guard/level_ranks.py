"""The ranks in a level: their tiles, and the rank in which each unit starts (GUA-13, GUA-19).

A rank is a band of the map's zones. `ranks.py` has the ranks in a battle.
"""

from collections.abc import Mapping

from game.core.cells import Cell, reading
from game.rules.guard.growth import stats_of
from game.rules.guard.schema import Arms, Settings
from game.terms.level import Level, Unit

FRONT, REAR = "front", "rear"
OTHER = {FRONT: REAR, REAR: FRONT}
Bands = Mapping[tuple[bool, str], tuple[Cell, ...]]
"""The tiles of each rank, in reading order: the party's (True) and the monsters' (False)."""


def bands_in(level: Level) -> Bands:
    """Return the tiles of each rank, from the zones of a level."""
    numbers = level.settings_as(Settings)
    letters = {
        (True, FRONT): numbers.front,
        (True, REAR): numbers.rear,
        (False, FRONT): numbers.foes_front,
        (False, REAR): numbers.foes_rear,
    }
    cells = [(n % level.width, n // level.width) for n in range(len(level.zones))]
    return {
        rank: tuple(sorted((c for c, z in zip(cells, level.zones, strict=True) if z == letter),
                           key=reading))
        for rank, letter in letters.items()
    }  # fmt: skip


def own_rank(level: Level, unit: Unit) -> str:
    """Return the starting rank of a unit without a place on the map (GUA-19).

    Default: the rear if all its attacks are ranged, otherwise the front.
    """
    stats = stats_of(unit)
    if stats.rank:
        return stats.rank
    if stats.calling:
        kinds = {level.thing("arms", id, Arms).kind for id in stats.weapons}
        return REAR if kinds == {"ranged"} else FRONT
    return REAR if stats.fights == "ranged" else FRONT
