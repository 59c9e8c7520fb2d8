"""What only a Contest level can get wrong."""

from collections.abc import Iterable

from game.core.dice import Dice
from game.terms.level import Level


def one_figure_a_side(level: Level) -> Iterable[str]:
    """Each player has one figure (CON-01), and there are two to six players."""
    for side in level.sides:
        count = sum(unit.side == side.id for unit in level.units)
        if count > 1:
            yield f"Side {side.id!r} has {count} figures; in Contest each side has one."
    if len(level.sides) > 6:
        yield f"There are {len(level.sides)} sides; Contest is for 2 to 6."


MOST_MOVEMENT = 40
"""More tiles than this in one turn cannot be listed to choose from."""


def movement_in_bounds(level: Level) -> Iterable[str]:
    """Every end of a walk is offered, so walks have to stay surveyable."""
    for unit in level.units:
        most = Dice.of(unit.stats.movement).highest
        if most > MOST_MOVEMENT:
            yield f"Unit {unit.id!r} moves up to {most} a turn; {MOST_MOVEMENT} is the most."
    for id, thing in level.gear["items"].items():
        if thing.gain and Dice.of(thing.gain).highest > MOST_MOVEMENT:
            yield f"The item {id!r} gives more movement than {MOST_MOVEMENT}, which is the most."


LINTS = (one_figure_a_side, movement_in_bounds)
