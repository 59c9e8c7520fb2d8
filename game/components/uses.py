"""Uses of limited powers and abilities."""

from game.terms.records import Component


class Uses(Component, frozen=True):
    """The number of uses of each power or ability since uses were last restored."""

    spent: tuple[tuple[str, int], ...] = ()

    def of(self, id: str) -> int:
        """Return how often it has been used."""
        return dict(self.spent).get(id, 0)
