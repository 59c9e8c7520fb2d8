"""Asks that several rulebooks put in the same words."""

from typing import ClassVar

from game.terms.agenda import Ask


class TurnAsk(Ask, frozen=True):
    """What the unit does on its turn."""

    name: ClassVar[str] = "turn"


class OnwardAsk(Ask, frozen=True):
    """Where the unit walks on to, having passed through another's tile."""

    name: ClassVar[str] = "onward"


class OrderAsk(Ask, frozen=True):
    """Which of the units that may act next does; `unit` is the first of them."""

    name: ClassVar[str] = "order"
