"""Hidden units."""

from game.terms.records import Component


class Hidden(Component, frozen=True):
    """A unit hidden from these sides.

    The book's `hide` decides which of its components they see.
    """

    sides: tuple[str, ...]


class Lurks(Component, frozen=True):
    """A unit that will lie in wait when it arrives: no other side sees it arrive."""
