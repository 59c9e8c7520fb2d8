"""The threats of a position, found a few milliseconds per frame before anybody asks for them."""

from collections.abc import Iterator, Sequence
from time import perf_counter

from game.client.board.threat_marks import Threats, TileThreat
from game.core.cells import Cell
from game.present.window_battle import WindowBattle

Threat = dict[Cell, float]
"""The tiles that a foe could attack next turn, with the mean damage there."""

SLICE = 0.003
"""Seconds per frame spent on threats."""
END = object()


class ThreatSearch:
    """The threats of one position to one side, each found once."""

    def __init__(self, sitting: WindowBattle, side: str, foes: Sequence[str]) -> None:
        self._sitting, self._side, self._foes = sitting, side, foes
        self._found: dict[str, Threat] = {}
        self._all: Threats | None = None
        self._steps: Iterator[None] | None = None

    def of(self, foe: str) -> Threat:
        """Return the tiles that one foe could attack next turn, with the mean damage there."""
        if foe not in self._found:
            self._found[foe] = self._sitting.threat(self._side, foe)
        return self._found[foe]

    def on(self, cell: Cell) -> list[tuple[str, float]]:
        """Return the foes that could attack a tile next turn, with the mean damage there."""
        return [(foe, self.of(foe)[cell]) for foe in self._foes if cell in self.of(foe)]

    def one(self, foe: str) -> Threats:
        """Return the threat of one foe for the board."""
        return {cell: TileThreat(1, damage) for cell, damage in self.of(foe).items()}

    @property
    def all(self) -> Threats | None:
        """The threats of all foes together, or None if they aren't found yet."""
        if self._all is None and len(self._found) == len(self._foes):
            sums: dict[Cell, list[float]] = {}
            for threat in self._found.values():
                for cell, damage in threat.items():
                    sums.setdefault(cell, []).append(damage)
            self._all = {cell: TileThreat(len(some), sum(some)) for cell, some in sums.items()}
        return self._all

    def disturb(self) -> None:
        """Start again with what isn't found, because something else has used the side's view."""
        self._steps = None

    def prepare(self) -> None:
        """Search for a few milliseconds."""
        until = perf_counter() + SLICE
        while self.all is None and perf_counter() < until:
            if self._steps is None:
                self._steps = self._searching()
            if next(self._steps, END) is END:
                self._steps = None

    def _searching(self) -> Iterator[None]:
        yield from self._sitting.finding_threats(self._side)
        for foe in self._foes:
            self.of(foe)
            yield
