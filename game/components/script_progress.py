"""The progress of a level's script."""

from game.core.cells import Cell
from game.terms.records import Component, Entity


class ChangedTerrain(Component, frozen=True, tag="Ground"):
    """On the root: tiles whose terrain has changed since the start, in reading order."""

    changed: tuple[tuple[Cell, str], ...]


class Progress(Component, frozen=True):
    """On the root: triggers that have fired, objectives completed or failed, and more.

    - `holding`: the repeating triggers whose conditions are true now.
    - `held`: the number of rounds that an area has been held, for each objective.
    - `waiting`: units that found no free tile to arrive on, each with its area.
    - `lost`: sides that have lost because of the script.
    - `handled`: units that interacted with a door, lever or the like, each with its tile.
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
    """On the root: units that broke something, each with its tile, if a trigger asks for this."""

    broken: tuple[tuple[Entity, Cell], ...]


class Deeds(Component, frozen=True):
    """On the root: deeds of units that triggers ask for, each once, and triggers withdrawn.

    - `attacked`: units that attacked, each with its target.
    - `reacted`: units that attacked as a reaction.
    - `ended`: units that ended a turn.
    - `withdrawn`: the triggers that no longer act.
    """

    attacked: tuple[tuple[Entity, Entity], ...] = ()
    reacted: tuple[Entity, ...] = ()
    ended: tuple[Entity, ...] = ()
    withdrawn: tuple[int, ...] = ()


class ScriptMemory(Component, frozen=True):
    """On the root: what triggers remember, once one of them asks for it or changes it.

    - `flags`: the flags that are set, in alphabetical order.
    - `counters`: the counters that aren't 0, in alphabetical order.
    - `answers`: the choices answered, each with its last answer.
    - `rounds`: the number of rounds that have ended.
    """

    flags: tuple[str, ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    rounds: int = 0


class NewBehaviour(Component, frozen=True):
    """On a unit: the trigger and the effect, both by index, that last changed its behaviour."""

    trigger: int
    effect: int


class Deploying(Component, frozen=True):
    """On the root: the sides that have yet to finish placing their units, in order.

    While it exists, no side sees where the units of other sides are. `moves` counts the placements
    made by the side whose turn it is to place.
    """

    sides: tuple[str, ...]
    moves: int = 0
