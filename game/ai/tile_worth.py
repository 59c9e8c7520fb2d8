"""The worth of tiles to a unit: the distance to its goals, and the damage to hope for and to fear.

The soldier asks for every tile that its unit can reach, so this finds the worth of many at once.
"""

from collections.abc import Iterable, Mapping

from game.ai.behaviours import SAFE
from game.ai.distance_fields import Distances
from game.ai.situation import Situation
from game.components.unit import Position
from game.terms.records import Entity

PACE = 0.2
"""Worth in life of a step towards the goal."""
HOPE, FEAR = 0.4, 0.3
"""Weights of the damage hoped for, and feared, next turn."""
FLIGHT, FAR_OFF = 2.0, SAFE
"""Worth to a fleeing unit of each tile between it and the nearest foe; and the maximum number of
tiles that count.
"""
CAUTION = 3
"""Factor by which a unit with little life left fears more."""
RESERVE = 4
"""Maximum distance to foes, in tiles, that long-range units keep when they approach."""


class TileWorth:
    """The worth of standing on a tile, for one choice. `urge` is the weight of hope and pace."""

    def __init__(self, sense: Situation, urge: float) -> None:
        self._sense, self._urge = sense, urge
        self.ways: Distances = sense.distances()
        """Distances to the goals."""
        self._kept = min(max(0, sense.reach - 1), RESERVE) if sense.seeks_foes() else 0

    def one(self, stand: Position | None, menace: Mapping[Entity, float] | None = None) -> float:
        """Return the worth of a footprint; 0 if it is None. For `menace`, see `Situation.fear`."""
        return 0.0 if stand is None else self.all((stand,), menace)[0]

    def all(
        self, stands: Iterable[Position], menace: Mapping[Entity, float] | None = None
    ) -> list[float]:
        """Return the worth of each footprint."""
        sense, ways, kept = self._sense, self.ways, self._kept
        pace, hope = self._urge * PACE, self._urge * HOPE
        if sense.behaviour.hunt or sense.behaviour.patrol:
            return [hope * sense.hope(it) - pace * max(0, ways(it.at) - kept) for it in stands]
        fears = ((it, FEAR * sense.fear(it, menace)) for it in stands)
        if sense.flees:
            return [FLIGHT * min(FAR_OFF, sense.nearest(it.at)) - fear for it, fear in fears]
        if sense.is_weak:
            return [hope * sense.hope(it) - CAUTION * fear for it, fear in fears]
        return [
            hope * sense.hope(it) - pace * max(0, ways(it.at) - kept) - fear for it, fear in fears
        ]
