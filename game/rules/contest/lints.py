"""What only a Contest level can get wrong."""

from collections.abc import Iterable

from game.terms.level import Level


def one_figure_a_side(level: Level) -> Iterable[str]:
    """Each player has one figure (CON-01), and there are two to six players."""
    for side in level.sides:
        count = sum(unit.side == side.id for unit in level.units)
        if count > 1:
            yield f"Side {side.id!r} has {count} figures; in Contest each side has one."
    if len(level.sides) > 6:
        yield f"There are {len(level.sides)} sides; Contest is for 2 to 6."


LINTS = (one_figure_a_side,)
