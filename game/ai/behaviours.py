"""The commands that a unit's behaviour in a level allows (`[[unit]] behaviour`)."""

from game.ai.distance_fields import Distances
from game.ai.situation import Situation
from game.core.cells import Cell
from game.terms.commands import Command, Move


def allowed(sense: Situation, legal: tuple[Command, ...]) -> tuple[Command, ...]:
    """Return the commands that fit the unit's behaviour, or all of them if none fits."""
    walks: dict[Command, Cell] = {
        command: command.path[-1] for command in legal if isinstance(command, Move)
    }
    kept = _walks(sense, walks)
    if kept is None:
        return legal
    return tuple(c for c in legal if c not in walks or c in kept) or legal


def _walks(sense: Situation, walks: dict[Command, Cell]) -> set[Command] | None:
    """Return the moves that fit the unit's behaviour, or None if all do."""
    manner, stand = sense.behaviour, sense.stand
    if stand is None or not walks:
        return None
    if sense.flees:
        return {c for c, end in walks.items() if sense.nearest(end) > sense.nearest(stand.at)}
    if manner.hold:
        return set()
    if manner.guard is not None:
        return _within(sense, manner.guard, walks, stand.at)
    return None


def post(sense: Situation) -> frozenset[Cell] | None:
    """Return the tiles that the unit must not leave, or None if it can go anywhere."""
    manner, stand = sense.behaviour, sense.stand
    if stand is None or sense.flees:
        return None
    if manner.hold:
        return frozenset({stand.at})
    if manner.guard is not None:
        tiles = sense.world.scene.level.script.areas[manner.guard]
        return frozenset(tiles) if stand.at in tiles else None
    return None


def _within(sense: Situation, area: str, walks: dict[Command, Cell], here: Cell) -> set[Command]:
    """Return the moves that end in an area or, for a unit outside it, nearer to it than now."""
    tiles = sense.world.scene.level.script.areas[area]
    if here in tiles:
        return {c for c, end in walks.items() if end in tiles}
    far = Distances(sense.world, tiles[:1])
    return {c for c, end in walks.items() if end in tiles or far(end) < far(here)}
