"""The items of the board-game books. Each has a target and effects, and can be used once."""

from typing import Annotated, Literal

import msgspec

from game.terms.book_schema import DiceText, Icon
from game.terms.level import Title


class Goods(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A consumable item of any book. Its effects happen in the order of the fields.

    A `tile` item affects the unit that springs it, an `opponent` item a foe, and a `self` item its
    user.
    """

    title: Title
    target: str
    about: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    """Flavour text for players. The facts line states the effects."""
    icon: Icon = ""
    """Icon on its buttons and its page. Default: the icon of its family."""
    damage: DiceText | None = None
    """Dice of damage dealt; armour doesn't reduce it."""
    recoil: DiceText | None = None
    """Dice of damage that the user takes at the same time."""
    heal: DiceText | None = None
    """Dice of life healed, up to maximum life."""
    gain: DiceText | None = None
    """Dice of movement gained this turn."""
    lose: DiceText | None = None
    """Dice of movement lost."""
    halt: bool = False
    """Whether the target loses all movement left."""
    cure: bool = False
    """Whether all conditions are removed."""
    steal: bool = False
    """Whether the user takes one random item from the target's hand."""
    lasting: DiceText | None = None
    """Dice of damage at the start of each of the target's next `turns` turns."""
    turns: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    """Duration of the lasting effects, in turns of the affected unit. 0: for the rest of the
    battle.
    """


class Thing(Goods, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A consumable item that can also change armour, damage and balance for `turns` turns."""

    target: Literal["opponent", "self", "tile"]
    armour: int = 0
    """Modifier to armour."""
    edge: int = 0
    """Modifier to the damage of the bearer's attacks."""
    balance: int = 0
    """Modifier to the bearer's roll when disengaging, or when keeping a foe from disengaging."""
