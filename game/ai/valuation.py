"""The worth of changes in the world to the units they affect, in points of life."""

from collections.abc import Iterable, Mapping

from game.components.belongings import Hand
from game.components.unit import Dead, Down, Vitals
from game.engine.hints import Gain, Hints
from game.terms.records import Component, Entity
from game.world import World

DEATH = 0.5
"""Share of a unit's worth that is lost when it dies, in addition to its life."""
FALL = 0.35
"""Share of a unit's worth that is lost when it goes down, and may recover."""
AIM = 25.0
"""Worth of completing an objective."""
ITEM = 1.5
"""Worth of an item in the hand: enough not to waste it."""

Gains = Mapping[type[Component], Gain]


def gains_of(hints: Hints) -> Gains:
    """Return, by type of component, the function that computes the worth of its changes."""

    def _vitals(
        world: World, unit: Entity, old: Vitals | None, new: Vitals | None
    ) -> Iterable[tuple[Entity, float]]:
        if old is not None:
            yield unit, float(max(0, new.life if new else 0) - max(0, old.life))

    def _dead(
        world: World, unit: Entity, old: Dead | None, new: Dead | None
    ) -> Iterable[tuple[Entity, float]]:
        if new is not None and old is None:
            yield unit, -DEATH * hints.worth(world, unit)

    def _down(
        world: World, unit: Entity, old: Down | None, new: Down | None
    ) -> Iterable[tuple[Entity, float]]:
        if (old is None) != (new is None) and not world.has(unit, Dead):
            sign = 1 if new is None else -1
            yield unit, sign * FALL * hints.worth(world, unit)

    shared: dict[type[Component], Gain] = {Vitals: _vitals, Dead: _dead, Down: _down, Hand: _hand}
    return shared | dict(hints.gains)


def _hand(
    world: World, unit: Entity, old: Hand | None, new: Hand | None
) -> Iterable[tuple[Entity, float]]:
    count = len(new.items if new else ()) - len(old.items if old else ())
    yield unit, ITEM * count
