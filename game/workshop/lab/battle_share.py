"""The share of battles in which something happened."""

from typing import NamedTuple

from game.workshop.lab.wilson_interval import Span, wilson


class BattleShare(NamedTuple):
    """A number of battles in which something happened."""

    battles: int
    of: int

    @property
    def span(self) -> Span:
        """The share of battles, with its interval."""
        return wilson(self.battles, self.of)

    def plain(self) -> dict[str, object]:
        """Return the number and its share as an object."""
        rounded = {key: round(value, 4) for key, value in self.span._asdict().items()}
        return {"battles": self.battles, **rounded}
