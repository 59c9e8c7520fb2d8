"""The schema of a Contest level: the book's settings, and its kinds of unit, weapons and items."""

from typing import Annotated, Literal

import msgspec

from game.terms.board_items import Thing
from game.terms.book_schema import DiceText, Icon, Schema
from game.terms.level import Title
from game.terms.script.names import ref

Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[contest]`. The defaults are in the book's `settings.toml`."""

    order: Literal["level", "roll"]
    """Order of turns: as listed in the level, or by a roll (CON-18)."""
    sudden_death: Count
    """First round in which each unit loses life at the end of its turn (CON-19)."""
    sudden_death_loss: Count
    """Life lost at the end of each turn in sudden death."""
    fury_after: Count
    """Number of a unit's attacks in one fight before its damage begins to grow (CON-07)."""
    fury_gain: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    """Extra damage of each later attack, on top of the attack before."""
    fight_price: Count
    """Movement that each attack or item in a fight costs an aggressor with movement left (CON-08).
    """
    items_a_turn: Count
    """Items that a unit can use or set as traps per turn, outside fights (CON-09)."""
    breath: Count
    """Maximum number of attempts to disengage per turn, by all units together. After that, no one
    can try again this turn.
    """
    disengage: DiceText
    """Dice that each side rolls when a unit tries to disengage (CON-10)."""
    initiative: DiceText
    """Dice rolled for initiative if `order = "roll"`."""


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon. Every weapon reaches only its bearer's own tile."""

    title: Title
    damage: DiceText
    about: str = ""
    icon: Icon = ""
    """Icon on its buttons and its page. Default: the icon of its family."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of unit in the bestiary. A unit in a level can override any of its keys."""

    title: Title
    """Name that players read."""
    movement: DiceText
    """Dice for movement points per turn."""
    life: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    """Maximum life, and life at the start."""
    weapon: Annotated[str, ref("arms")]
    """Weapon, kept for the whole battle."""
    armour: Count = 0
    """Reduction of the damage from every hit."""
    hand: tuple[Annotated[str, ref("items")], ...] = ()
    """Items at the start, hidden from the other sides."""
    about: str = ""
    """Flavour text for players."""


SCHEMA = Schema(Settings, Figure, {"arms": Weapon, "items": Thing}, diagonal=False)
