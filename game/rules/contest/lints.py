"""What only a Contest level can get wrong."""

from collections.abc import Iterable

from game.core.dice import Dice
from game.terms.level import Level
from game.terms.schema import Flaw


def one_figure_a_side(level: Level) -> Iterable[Flaw]:
    """Each player has one figure (CON-01), and there are two to six players."""
    for side in level.sides:
        count = sum(unit.side == side.id for unit in level.units)
        if count > 1:
            text = f"The side {side.id!r} has {count} figures; in Contest each side has one."
            yield Flaw(text, ("side", side.id))
    if len(level.sides) > 6:
        text = f"There are {len(level.sides)} sides; Contest is for 2 to 6."
        yield Flaw(text, ("side", level.sides[6].id))


MOST_MOVEMENT = 40
"""More tiles than this in one turn cannot be listed to choose from."""


def movement_in_bounds(level: Level) -> Iterable[Flaw]:
    """Every end of a walk is offered, so walks have to stay surveyable."""
    for unit in level.units:
        most = Dice.of(unit.stats.movement).highest
        if most > MOST_MOVEMENT:
            name = unit.id.partition(".")[2]
            text = f"The unit {name!r} moves up to {most} a turn; {MOST_MOVEMENT} is the most."
            yield Flaw(text, ("unit", unit.id, "movement"))
    for id, thing in level.gear["items"].items():
        if thing.gain and Dice.of(thing.gain).highest > MOST_MOVEMENT:
            text = f"The item {id!r} gives more movement than {MOST_MOVEMENT}, which is the most."
            yield Flaw(text)


LINTS = (one_figure_a_side, movement_in_bounds)
