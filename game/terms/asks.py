"""Asks that several rulebooks share."""

from typing import ClassVar

from game.terms.agenda import Ask


class TurnAsk(Ask, frozen=True):
    """The choice of the unit's next command on its turn."""

    name: ClassVar[str] = "turn"


class OnwardAsk(Ask, frozen=True):
    """The choice of the unit's onward path after it passed through another unit's tile."""

    name: ClassVar[str] = "onward"


class OrderAsk(Ask, frozen=True):
    """The choice of the next unit to act. `unit` is the first unit that can."""

    name: ClassVar[str] = "order"
