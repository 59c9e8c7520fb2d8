"""Items as the board-game books know them: a target, effects, used up."""

from typing import Annotated, Literal

import msgspec

from game.terms.book_schema import DiceText
from game.terms.level import Title


class Goods(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A thing to use up, whatever the book. Its effects happen in the order of the fields here.

    A `tile` item acts on the unit that springs it, an `opponent` item on that opponent, a `self`
    item on its user.
    """

    title: Title
    target: str
    about: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    """What it does, for players, without a full stop."""
    damage: DiceText | None = None
    """Life lost, armour or not."""
    recoil: DiceText | None = None
    """Life lost by the user at the same moment."""
    heal: DiceText | None = None
    """Life regained, up to the most."""
    gain: DiceText | None = None
    """Movement gained for this turn."""
    lose: DiceText | None = None
    """Movement lost."""
    halt: bool = False
    """All movement left is lost."""
    cure: bool = False
    """Takes every condition off."""
    steal: bool = False
    """One item of the hand, at random, goes to the user."""
    lasting: DiceText | None = None
    """Life lost at the start of each of the next `turns` own turns."""
    turns: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    """How many own turns the effects above last; 0 is for good."""


class Thing(Goods, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A thing that may also change armour, damage and balance, for `turns`."""

    target: Literal["opponent", "self", "tile"]
    armour: int = 0
    """Changes armour, for `turns`."""
    edge: int = 0
    """Changes the damage of attacks, for `turns`."""
    balance: int = 0
    """Changes the own die when disengaging or holding somebody back, for `turns`."""
