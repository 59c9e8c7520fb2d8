"""Hidden units."""

from game.terms.records import Component


class Hidden(Component, frozen=True):
    """The sides from which a unit is hidden.

    The book's `hide` decides which of the unit's components these sides still see.
    """

    sides: tuple[str, ...]


class Lurks(Component, frozen=True):
    """A mark on a unit that will arrive hidden: no other side sees it arrive."""
