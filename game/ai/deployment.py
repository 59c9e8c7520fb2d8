"""Place units before the first turn."""

from collections.abc import Mapping

from game.ai.distance_fields import Distances
from game.ai.strike_zones import ARM
from game.components.unit import Position
from game.core.cells import Cell
from game.engine.hints import Hints
from game.terms.agenda import DeployAsk
from game.terms.commands import Command, Done, Place
from game.terms.records import Entity
from game.world import World
from game.world.deployment import deployable
from game.world.unit_names import side_of, unit_by_id


def choose(world: World, hints: Hints, ask: DeployAsk, legal: tuple[Command, ...]) -> Command:
    """Return the placement that most improves the formation, or `Done` if none does."""
    units = tuple(u for u in deployable(world, ask.side) if world.has(u, Position))
    stands = {unit: world.get(unit, Position).at for unit in units}
    order = _Order(world, hints, ask.side)
    best, found = order.fit(stands), None
    for command in legal:
        unit = unit_by_id(world, command.unit) if isinstance(command, Place) else None
        if isinstance(command, Place) and unit is not None:
            fit = order.fit(_placed(stands, unit, command.to))
            if fit > best:
                best, found = fit, command
    return found or next(c for c in legal if isinstance(c, Done))


def _placed(stands: Mapping[Entity, Cell], unit: Entity, to: Cell) -> dict[Entity, Cell]:
    """Return the formation after a placement. A unit that already has the tile swaps places."""
    old = stands[unit]
    return {u: to if u == unit else (old if at == to else at) for u, at in stands.items()}


class _Order:
    """A judge of formations: melee units belong in front, ranged units behind."""

    def __init__(self, world: World, hints: Hints, side: str) -> None:
        level = world.scene.level
        foes = [p.at for u, p in world.all(Position) if side_of(world, u) != side]
        areas = [d.area for d in level.script.deploy if d.side != side]
        foes += [level.script.areas[area][0] for area in areas]
        self._ways = Distances(world, tuple(dict.fromkeys(foes)))
        self._world, self._hints = world, hints

    def fit(self, stands: Mapping[Entity, Cell]) -> float:
        """Return a score for a formation; higher is better."""
        return sum(self._of(unit, at) for unit, at in stands.items())

    def _of(self, unit: Entity, at: Cell) -> float:
        far, tough = self._ways(at), self._hints.worth(self._world, unit)
        if self._hints.ranges_of(self._world, unit)[0].range > ARM:
            return far * 0.5
        return -far * (1 + tough / 100)
