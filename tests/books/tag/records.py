"""Tag's components, its ask and its chain."""

from typing import ClassVar

from game.core.cells import Cell
from game.core.dice import Dice
from game.terms.agenda import AgendaItem, Ask, Chain, Outcome, RollHead
from game.terms.parts import part_of
from game.terms.records import Component, Entity


class Runner(Component, frozen=True):
    """The fixed stats of a unit."""

    quick: int
    steps: int


class Den(Component, frozen=True):
    """The tile on which a unit can't be touched.

    Only its own side knows it, until `known` is set.
    """

    at: Cell | None
    known: bool = False


class Tagged(Component, frozen=True):
    """The mark of a unit that has tried to touch another unit this turn."""


class TurnAsk(Ask, frozen=True):
    """The choice of a command on the unit's turn."""

    name: ClassVar[str] = "turn"


class Touch(Chain, frozen=True):
    """The roll to touch a unit (TAG-03)."""

    unit: Entity
    target: Entity
    reach: str
    quick: int

    @property
    def dice(self) -> Dice:
        return Dice.of(self.reach)

    @property
    def head(self) -> RollHead:
        return RollHead("touch", "TAG-03", self.unit)

    def after(self, value: int) -> AgendaItem:
        return Caught(self.unit, self.target) if value >= self.quick else Dodged(self.target)


class Caught(Outcome, frozen=True):
    """A unit touched another."""

    unit: Entity
    target: Entity


class Dodged(Outcome, frozen=True):
    """A unit dodged."""

    unit: Entity


PART = part_of(globals())
