"""How often what can be used only so often has been used."""

from game.terms.records import Component


class Uses(Component, frozen=True):
    """How often each power or ability has been used since uses were last given back."""

    spent: tuple[tuple[str, int], ...] = ()

    def of(self, id: str) -> int:
        """Return how often one was used."""
        return dict(self.spent).get(id, 0)
