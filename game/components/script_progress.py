"""What a level's script has done so far."""

from game.core.cells import Cell
from game.terms.records import Component, Entity


class ChangedTerrain(Component, frozen=True, tag="Ground"):
    """On the root: tiles whose terrain is no longer the level's, in reading order."""

    changed: tuple[tuple[Cell, str], ...]


class Progress(Component, frozen=True):
    """On the root: which triggers have gone off, and what has been reached.

    `holding` are the repeating triggers whose conditions hold now; `held` counts the rounds that
    areas have been held, by objective; `waiting` are units that found no free tile to arrive on,
    with their area; `lost` are sides that the script has made lose; `handled` says who has handled
    what stands on which tile.
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
    """On the root: who has broken what stood on which tile, where a trigger asks for it."""

    broken: tuple[tuple[Entity, Cell], ...]


class Deploying(Component, frozen=True):
    """On the root: the sides that have not finished placing, in order, and what is left to choose.

    While it is there, nobody sees where the others' units stand. `moves` counts the placings of
    the side whose turn it is.
    """

    sides: tuple[str, ...]
    moves: int = 0
