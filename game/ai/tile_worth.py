"""The worth of tiles to a unit: the distance to its goals, and the damage to hope for and to fear.

The soldier asks for every tile that its unit can reach, so this finds the worth of many at once.
"""

import math
from collections.abc import Iterable, Mapping

from game.ai.behaviours import SAFE
from game.ai.distance_fields import Distances
from game.ai.situation import BRAVE, Situation
from game.components.unit import Position
from game.terms.records import Entity

PACE, RUN = 0.2, 1.0
"""Worth in life of a step towards the goal; `RUN` for a unit that is sent there, or that waits."""
HASTE = 6.0
"""Growth of the worth of a step for a unit that is sent, once wounded units fight on, so that it
gets there in time whatever it fears.
"""
AT_POST = 10.0
"""Worth of standing on the post that the unit mans."""
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
        late = 0.0 if sense.has_time else max(0.0, sense.lateness - BRAVE)
        run = RUN * (1 + HASTE * late)
        self._pace = run if sense.is_sent or sense.waits else urge * PACE
        self._post = (sense.post or frozenset()) if sense.is_sent else frozenset()
        self._kept = 0
        if sense.seeks_foes():
            self._kept = min(max(0, sense.ranges[0].range - 1), RESERVE)
        elif sense.waits and not sense.is_sent:
            self._kept = sense.berth
        self._is_bold = bool(sense.behaviour.hunt or sense.behaviour.patrol)
        self._known: dict[tuple[bool, bool], dict[Position, float]] = {}
        """The worth of footprints, by whether the unit flees and whether it is wary."""

    def one(self, stand: Position | None, menace: Mapping[Entity, float] | None = None) -> float:
        """Return the worth of a footprint; 0 if it is None. For `menace`, see `Situation.fears`."""
        return 0.0 if stand is None else self.all((stand,), menace)[0]

    def most(self, start: Position | None, moved: int) -> float:
        """Return an upper estimate of the worth of all tiles within some movement of `start`."""
        if start is None or self._sense.flees:
            return math.inf
        lure = max((foe.prey for foe in self._sense.foes), default=0.0)
        far = max(0, self.ways(start.at) - self._kept - moved)
        return self._urge * HOPE * lure - self._pace * far + AT_POST * bool(self._post)

    def all(
        self, stands: Iterable[Position], menace: Mapping[Entity, float] | None = None
    ) -> list[float]:
        """Return the worth of each footprint."""
        sense, found = self._sense, list(stands)
        is_afraid = sense.flees and not self._is_bold
        is_wary = not is_afraid and sense.is_weak and not (sense.is_sent or self._is_bold)
        if menace:
            return self._found(found, menace, is_afraid, is_wary)
        # Apart from the unit's mood, nothing that a trial changes counts here.
        known = self._known.setdefault((is_afraid, is_wary), {})
        if not known and len(found) > 1:
            worths = self._found(found, None, is_afraid, is_wary)
            known.update(zip(found, worths, strict=True))
            return worths
        new = [it for it in dict.fromkeys(found) if it not in known]
        if new:
            worths = self._found(new, None, is_afraid, is_wary)
            known.update(zip(new, worths, strict=True))
        return [known[it] for it in found]

    def _found(
        self,
        stands: list[Position],
        menace: Mapping[Entity, float] | None,
        is_afraid: bool,
        is_wary: bool,
    ) -> list[float]:
        """Return the worth of each footprint in a mood of the unit."""
        sense, post = self._sense, self._post
        worths = self._bare(stands, menace, is_afraid, is_wary)
        if not (sense.hazards or post):
            return worths
        return [
            worth - sense.harm(it) + AT_POST * (it.at in post)
            for it, worth in zip(stands, worths, strict=True)
        ]

    def _bare(
        self,
        stands: list[Position],
        menace: Mapping[Entity, float] | None,
        is_afraid: bool,
        is_wary: bool,
    ) -> list[float]:
        """Return the worth of each footprint without the harm of its ground, and without posts."""
        sense, ways, kept, pace = self._sense, self.ways, self._kept, self._pace
        tiles = sense.tiles(stands)
        if is_afraid:
            near = (FLIGHT * min(FAR_OFF, sense.nearest(it.at)) for it in stands)
            fears = sense.fears(tiles, menace)
            return [one - FEAR * fear for one, fear in zip(near, fears, strict=True)]
        worths = [self._urge * HOPE * hope for hope in sense.hopes(tiles)]
        if not is_wary:
            far = (pace * max(0, ways(it.at) - kept) for it in stands)
            worths = [one - steps for one, steps in zip(worths, far, strict=True)]
        if self._is_bold:
            return worths
        care = CAUTION * FEAR if is_wary else FEAR
        fears = sense.fears(tiles, menace)
        return [one - care * fear for one, fear in zip(worths, fears, strict=True)]
