"""What is checked of a level beyond the types of its values.

A check looks at a draft, in which anything may be missing, and notes what it finds on its source.
A check that needs what is missing says nothing: its lack is noted already. New ones go into the
list below, the order of which does not matter.
"""

from collections.abc import Callable

from game.content.checks import grid, places, sides, units
from game.content.draft import Draft

Check = Callable[[Draft], None]

CHECKS: tuple[Check, ...] = (
    grid.has_rows,
    grid.is_even,
    grid.is_not_too_large,
    grid.letters_are_known,
    grid.letters_are_used,
    sides.are_enough,
    sides.differ,
    sides.have_ids,
    sides.have_units,
    units.differ,
    units.have_ids,
    places.are_given_once,
    places.can_be_stood_on,
    places.are_not_shared,
)


def run_checks(draft: Draft) -> None:
    """Notes all that the checks find."""
    for check in CHECKS:
        check(draft)
