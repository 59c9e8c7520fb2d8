"""The situation of a unit that counts on its side."""

from functools import cached_property

from game.ai.situation import KnownFoe, Situation
from game.components.unit import Dead, Down, Position
from game.core.cells import Cell
from game.terms.records import Entity
from game.world.unit_names import side_of


class SideSituation(Situation):
    """A unit's situation as its side sees it: foes can't attack everybody at once.

    Each foe's attacks are shared by all allies that it can reach, so a unit dares more where it
    isn't alone, and a side comes forward together.
    """

    def portion(self, foe: KnownFoe) -> float:
        """Return the share of a foe's attacks that the unit expects on itself."""
        known = self._portions.get(foe.unit)
        if known is None:
            known = self._portions[foe.unit] = 1 / (1 + self._others_near(foe))
        return known

    @cached_property
    def _portions(self) -> dict[Entity, float]:
        return {}

    def _others_near(self, foe: KnownFoe) -> int:
        """Return the number of allies that a foe could attack in its next turn.

        Only the upper left tile of large allies counts.
        """
        reached, width = 0, self.world.grid.width
        for _, screen in foe.zones.reached(1):
            reached |= screen
        return sum(reached >> y * width + x & 1 for x, y in self._allies_at)

    @cached_property
    def _allies_at(self) -> tuple[Cell, ...]:
        """The upper left tiles of the side's other units that foes may attack."""
        world = self.world
        return tuple(
            stand.at
            for unit, stand in world.all(Position)
            if unit != self.unit
            and side_of(world, unit) == self.side
            and not (world.has(unit, Down) or world.has(unit, Dead))
        )
