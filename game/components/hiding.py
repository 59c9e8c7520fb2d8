"""Who is out of sight."""

from game.terms.records import Component


class Hidden(Component, frozen=True):
    """A unit that these sides do not see. What they know of it is the book's `hide` to say."""

    sides: tuple[str, ...]
