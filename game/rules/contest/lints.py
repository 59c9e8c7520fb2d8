"""Checks for Contest levels only."""

from collections.abc import Iterable

from game.rules.contest.schema import Figure
from game.systems.shared_lints import life_to_wait_for, movement_in_bounds, things_of_use
from game.terms.book_schema import Flaw
from game.terms.level import Level

MOST_SIDES = 6


def one_figure_a_side(level: Level) -> Iterable[Flaw]:
    """Yield sides with more than one unit (CON-01), and levels with more than six sides."""
    for side in level.sides:
        count = sum(unit.side == side.id for unit in level.units)
        if count > 1:
            yield Flaw("side-figures", ("side", side.id), side=side.id, count=count)
    if len(level.sides) > MOST_SIDES:
        at = ("side", level.sides[MOST_SIDES].id)
        yield Flaw("too-many-sides", at, count=len(level.sides), most=MOST_SIDES)


LINTS = (
    one_figure_a_side,
    movement_in_bounds(Figure, lambda figure: figure.movement),
    life_to_wait_for(Figure, lambda figure: figure.life),
    things_of_use(),
)
