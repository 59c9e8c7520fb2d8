"""The conditions of units."""

from collections.abc import Callable

from msgspec import UNSET, UnsetType

from game.terms.odds import Modifier
from game.terms.records import Component, Entity, Record

Author = Entity | None | UnsetType
"""The unit that causes an effect, or UNSET. UNSET isn't saved, so older saves stay valid."""


class Condition(Record, frozen=True):
    """One condition of a unit.

    `turns` is the number of turns left, counted at the start of the turns of `by` if that is set,
    else of the unit's own turns; None: until it is removed. `dice` is the damage at the start of
    each of the unit's turns. `cause` is the id of the item, power or other cause. `author` is the
    unit that deals the damage, if it isn't `by`.
    """

    kind: str
    value: int = 0
    turns: int | None = None
    dice: str | None = None
    rule: str | None = None
    cause: str | None = None
    by: Entity | None = None
    author: Author = UNSET


class Conditions(Component, frozen=True):
    """All conditions of a unit, oldest first."""

    all: tuple[Condition, ...] = ()

    def total(self, kind: str) -> int:
        """Return the sum of the values of all conditions of one kind."""
        return sum(c.value for c in self.all if c.kind == kind)

    def modifiers(self, kind: str) -> tuple[Modifier, ...]:
        """Return the conditions of one kind as modifiers to a roll, each with its rule."""
        return tuple(Modifier(kind, c.value, c.rule) for c in self.all if c.kind == kind)


class Sign(Component, frozen=True):
    """The base of books' components that are shown on a unit like conditions."""

    def sign(self, id_of: Callable[[Entity], str | None]) -> Condition:
        """Return the component as a condition to show.

        `id_of` returns the id of an entity, or None if it isn't a unit.
        """
        raise NotImplementedError(type(self).__name__)
