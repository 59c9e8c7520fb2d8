"""Tag's components, its ask and its chain."""

from typing import ClassVar

from game.core.cells import Cell
from game.core.dice import Dice
from game.terms.agenda import AgendaItem, Ask, Chain, Outcome, RollHead
from game.terms.parts import part_of
from game.terms.records import Component, Entity


class Runner(Component, frozen=True):
    """A unit's fixed figures."""

    quick: int
    steps: int


class Den(Component, frozen=True):
    """Where a unit cannot be touched; its own side knows of it, and all do when it is `known`."""

    at: Cell | None
    known: bool = False


class Tagged(Component, frozen=True):
    """A unit that has tried to touch somebody in this turn."""


class TurnAsk(Ask, frozen=True):
    """What to do on the own turn."""

    name: ClassVar[str] = "turn"


class Touch(Chain, frozen=True):
    """The roll to touch somebody (TAG-03)."""

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
    """A unit has touched another."""

    unit: Entity
    target: Entity


class Dodged(Outcome, frozen=True):
    """A unit was not to be touched."""

    unit: Entity


PART = part_of(globals())
