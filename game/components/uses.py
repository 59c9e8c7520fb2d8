"""Counts of uses, for powers and abilities with limited uses."""

from game.terms.records import Component


class Uses(Component, frozen=True):
    """The number of times that a unit has used each power or ability since they were restored."""

    spent: tuple[tuple[str, int], ...] = ()

    def of(self, id: str) -> int:
        """Return the number of times that the power or ability with this id has been used."""
        return dict(self.spent).get(id, 0)
