"""Count the turns of each unit, the damage that it took, and the round in which it fell."""

from collections.abc import Sequence

from game.components.unit import Allegiance, Name, Position
from game.engine.battle import Battle
from game.terms.events import Damaged, Died, Event, RoundStarted, TurnStarted
from game.terms.script_events import Arrived
from game.workshop.battle_counts.counts import UnitDeeds
from game.world.unit_names import unit_named


class DeedsCounter:
    """What became of the units that were on the board."""

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self._round = 0
        self._units: dict[str, UnitDeeds] = {}
        self.first = ""
        """The side of the unit that had the first turn, or ""."""
        for unit in battle.world.ids(Position):
            if battle.world.has(unit, Name):
                self._of(battle.world.get(unit, Name).id)

    def counts(self) -> tuple[UnitDeeds, ...]:
        """Return the counts of all units that were on the board."""
        return tuple(self._units.values())

    def after(self, events: Sequence[Event]) -> None:
        """Count events."""
        for event in events:
            match event:
                case RoundStarted(round=number):
                    self._round = number
                case Arrived(unit=unit):
                    self._of(unit)
                case TurnStarted(unit=unit):
                    deeds = self._of(unit)
                    deeds.turns += 1
                    self.first = self.first or deeds.side
                case Damaged(unit=unit, amount=amount, left=left):
                    self._of(unit).taken += amount
                    if left <= 0:
                        self._fall(unit)
                case Died(unit=unit):
                    self._fall(unit)

    def _of(self, id: str) -> UnitDeeds:
        if id not in self._units:
            world = self._battle.world
            unit = unit_named(world, id)
            side = world.get(unit, Allegiance).side
            self._units[id] = UnitDeeds(id, side, world.get(unit, Name).kind)
        return self._units[id]

    def _fall(self, id: str) -> None:
        deeds = self._of(id)
        if deeds.fell is None:
            deeds.fell = self._round
