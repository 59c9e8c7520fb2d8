"""The progress of a level's script."""

from game.core.cells import Cell
from game.terms.records import Component, Entity


class ChangedTerrain(Component, frozen=True, tag="Ground"):
    """On the root: tiles whose terrain differs from the level's, in reading order."""

    changed: tuple[tuple[Cell, str], ...]


class Progress(Component, frozen=True):
    """On the root: triggers that have happened, and objectives completed.

    - `holding`: the repeating triggers whose conditions are true now.
    - `held`: how many rounds areas have been held, by objective.
    - `waiting`: units that found no free tile to arrive on, with their area.
    - `lost`: sides that the script has made lose.
    - `handled`: which units interacted with the thing on which tile.
    """

    fired: tuple[int, ...] = ()
    holding: tuple[int, ...] = ()
    reached: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    held: tuple[tuple[str, int], ...] = ()
    used: tuple[tuple[Entity, str], ...] = ()
    waiting: tuple[tuple[Entity, str], ...] = ()
    lost: tuple[str, ...] = ()
    handled: tuple[tuple[Entity, Cell], ...] = ()


class Debris(Component, frozen=True):
    """On the root: which units broke the thing on which tile, if a trigger asks for it."""

    broken: tuple[tuple[Entity, Cell], ...]


class Deploying(Component, frozen=True):
    """On the root: the sides that have yet to finish placing, in order, and what is left to choose.

    While it exists, no side sees where the others' units are. `moves` counts the placements of the
    side whose turn it is.
    """

    sides: tuple[str, ...]
    moves: int = 0
