"""The types of values in the schema of Action, and the base of its tables.

Distances and speeds are in feet, as players read them; a tile is 5 ft.
"""

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
Score = Annotated[int, msgspec.Meta(ge=-10, le=30)]
Feet = Annotated[int, msgspec.Meta(ge=0, le=1000, multiple_of=5)]
Shift = Annotated[int, msgspec.Meta(ge=-1000, le=1000, multiple_of=5)]
Rating = Annotated[int, msgspec.Meta(ge=0, le=100)]
Attacks = Annotated[int, msgspec.Meta(ge=1, le=10)]
Bonus = Annotated[int, msgspec.Meta(ge=0, le=30)]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]

Ability = Literal["strength", "agility", "mind"]
Size = Literal["tiny", "small", "medium", "large", "huge"]
Leaning = Literal["advantage", "disadvantage"]
Tie = Literal["agility", "reroll", "players", "controller"]
Harm = Literal[
    "bludgeoning", "piercing", "slashing", "fire", "cold", "lightning", "poison", "psychic"
]


class BookTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of the book's files."""
