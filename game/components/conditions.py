"""What holds for a unit for a while."""

from collections.abc import Callable

from msgspec import UNSET, UnsetType

from game.terms.odds import Modifier
from game.terms.records import Component, Entity, Record

Author = Entity | None | UnsetType
"""The unit whose deed something is. UNSET, for nobody's, leaves the state as it was without it."""


class Condition(Record, frozen=True):
    """One effect on a unit.

    `turns` counts the starts of turns that it still lasts for, of the unit itself or of `by`, where
    one is named; None is for good. `dice` is damage that comes at the start of each turn of the
    unit, `cause` the id of what brought it, `author` the unit whose deed such damage is, where
    that is not `by`.
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
    """All that holds for a unit, the oldest first."""

    all: tuple[Condition, ...] = ()

    def total(self, kind: str) -> int:
        """The sum of the values of one kind."""
        return sum(c.value for c in self.all if c.kind == kind)

    def modifiers(self, kind: str) -> tuple[Modifier, ...]:
        """Those of one kind as what they change a roll by, each with its rule."""
        return tuple(Modifier(kind, c.value, c.rule) for c in self.all if c.kind == kind)


class Sign(Component, frozen=True):
    """A component of a book that people see beside a unit as they see what holds for it."""

    def sign(self, id_of: Callable[[Entity], str | None]) -> Condition:
        """As what they see it; `id_of` tells the ids of entities that are units."""
        raise NotImplementedError(type(self).__name__)
