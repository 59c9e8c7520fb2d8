"""What a level of the sketch may say."""

from typing import Annotated

import msgspec

from game.terms.schema import DiceText, Schema, ref

Count = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[sketch]`."""

    initiative: DiceText = "3d6"


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon: `reach` 0 cannot strike beside its bearer, `range` 0 cannot shoot."""

    title: str
    damage: DiceText
    reach: Count = 1
    range: Count = 0
    push: bool = False
    """A hit shoves the target one tile away."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of the bestiary."""

    title: str
    life: Annotated[int, msgspec.Meta(ge=1)]
    weapon: Annotated[str, ref("arms")]
    armour: Count = 10
    """The armour rating: what an attack has to reach."""
    agility: int = 0
    bonus: int = 0
    """What is added to attack rolls."""
    speed: Count = 6
    parries: bool = False
    """Whether it can use its reaction to parry."""


SCHEMA = Schema(Settings, Figure, {"arms": Weapon})
