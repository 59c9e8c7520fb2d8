"""Who is out of sight."""

from game.terms.records import Component


class Hidden(Component, frozen=True):
    """A unit that these sides do not see. What they know of it is the book's `hide` to say."""

    sides: tuple[str, ...]


class Lurks(Component, frozen=True):
    """A unit that will lie in wait where it comes onto the board: no other side sees it come."""
