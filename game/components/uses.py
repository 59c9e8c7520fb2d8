"""Counts of uses, for powers and abilities with limited uses."""

from game.terms.records import Component


class Uses(Component, frozen=True):
    """How often a unit has used each power or ability since its uses were last restored."""

    spent: tuple[tuple[str, int], ...] = ()

    def of(self, id: str) -> int:
        """Return how often the power or ability with this id has been used."""
        return dict(self.spent).get(id, 0)
