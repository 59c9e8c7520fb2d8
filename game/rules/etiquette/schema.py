"""The schema of an Etiquette level: settings, characters and robots, manners and items."""

from typing import Annotated, Literal

import msgspec

from game.terms.board_items import Goods
from game.terms.book_schema import DiceText, Icon, Schema
from game.terms.level import Title
from game.terms.script.names import ref

Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Small = Annotated[int, msgspec.Meta(ge=-6, le=6)]
Face = Annotated[int, msgspec.Meta(ge=0, le=6)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[etiquette]`. The defaults are in the book's `settings.toml`."""

    order: Literal["level", "roll"]
    """Order of turns: as listed in the level, or by a roll of the characters (ETI-17)."""
    nonbelligerent_first: Literal["always", "unless_engaged"]
    """When a nonbelligerent who fights attacks first: `always`, or with `unless_engaged` only if
    the aggressor hasn't declared a fight too (ETI-05).
    """
    promises: Count
    """Promises that each side may make before the declarations (ETI-03)."""
    attack: DiceText
    """Dice of an attacker (ETI-07)."""
    one: DiceText
    """Dice of a defender who chooses one die."""
    two: DiceText
    """Dice of a defender who chooses two dice."""
    robot: DiceText
    """Dice of a robot in either role."""
    disengage: DiceText
    """Dice that each side rolls when a unit tries to disengage (ETI-12)."""
    initiative: DiceText
    """Dice rolled for initiative if `order = "roll"`."""
    sudden_death: Count
    """First round in which each character loses life at the end of its turn (ETI-17)."""
    sudden_death_loss: Count
    """Life lost at the end of each turn in sudden death."""
    items_a_turn: Count
    """Items that a character can use or set as traps per turn, outside fights (ETI-11)."""
    breath: Count
    """Maximum number of attempts to disengage per turn, by all units together. After that, no one
    can try again this turn.
    """
    patience: Count
    """Number of free turns in a fight. Each later turn costs both fighters 1 life (ETI-06)."""


class Knack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The changes that a manner or an item makes to one attack, for its owner."""

    when: Literal["always", "first", "hurt", "own_turn", "robots", "figures"] = "always"
    """When it applies: always; in the first two turns of a fight (`first`); if its owner has at
    most half its life (`hurt`); in a turn of the owner's side (`own_turn`); against robots; or
    against characters (`figures`).
    """
    dice: Small = 0
    """Extra dice rolled; negative: fewer. A robot always rolls the same number of dice."""
    high: Small = 0
    """Modifier to the owner's highest die."""
    low: Small = 0
    """Modifier to the owner's lowest die."""
    floor: Face = 0
    """Minimum face of the owner's dice: lower faces count as this."""
    cap: Face = 0
    """Maximum face of the foe's dice: higher faces count as this. 0: no limit."""
    ties: bool = False
    """Whether the attacker wins ties."""
    harm: Small = 0
    """Extra damage that the attacker deals if at least one die wins."""
    ward: Small = 0
    """Reduction of the damage that the defender takes."""
    safe: bool = False
    """Whether the defender can't strike back."""
    riposte: bool = False
    """Whether the defender can also strike back if only one pair of dice was compared."""
    sting: Small = 0
    """Extra damage that the defender deals when striking back."""


class Manner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A manner: a unit's style of fighting."""

    title: Title
    about: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    icon: Icon = ""
    """Icon on its buttons and its page. Default: the icon of its family."""
    attack: Knack | None = None
    """Changes when the owner attacks."""
    defence: Knack | None = None
    """Changes when the owner defends."""


class Item(Goods, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A consumable item. `attack` and `defence` items are played during one attack (ETI-08)."""

    target: Literal["opponent", "self", "tile", "attack", "defence"]
    knack: Knack | None = None
    """Changes that an `attack` or `defence` item makes to that attack."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of unit in the bestiary. A unit in a level can override any of its keys."""

    title: Title
    """Name that players read."""
    movement: DiceText
    """Dice for movement points per turn."""
    life: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    """Maximum life, and life at the start."""
    weapon: Annotated[str, ref("arms")]
    """Manner that the unit fights with."""
    robot: bool = False
    """Whether it is a robot, the minion of its side's character: one die in either role, and no
    hand (ETI-07, ETI-13).
    """
    hand: tuple[Annotated[str, ref("items")], ...] = ()
    """Items of a character at the start, hidden from the other sides."""
    about: str = ""
    """Flavour text for players."""


SCHEMA = Schema(Settings, Figure, {"arms": Manner, "items": Item}, diagonal=False)
