"""The types of names and numbers in a level's script, and the base of its tables."""

from typing import Annotated, Literal

import msgspec


def ref(table: str, *, or_none: bool = False) -> msgspec.Meta:
    """Mark a text as the id of an entry in one of the book's tables.

    With `or_none`, "" is allowed too, and means no entry.
    """
    return msgspec.Meta(extra={"ref": table, "or_none": or_none})


def gives(table: str) -> msgspec.Meta:
    """Mark a text as a new id, which names marked `ref(table)` can then refer to."""
    return msgspec.Meta(extra={"gives": table}, pattern="^[a-z][a-z0-9_-]{0,30}$")


AreaName = Annotated[str, ref("area")]
SideName = Annotated[str, ref("side")]
UnitName = Annotated[str, ref("unit")]
TerrainName = Annotated[str, ref("terrain")]
ComputerName = Literal["random", "novice", "soldier", "tactician"]
"""The computer players that files can name, from weakest to strongest."""
ObjectiveName = Annotated[str, ref("objective")]
TriggerName = Annotated[str, ref("trigger")]
LetterName = Annotated[str, msgspec.Meta(min_length=1, max_length=1), ref("letter")]
ThingName = Annotated[str, ref("thing")]
DeedName = Annotated[str, ref("deed")]
CommandName = Annotated[str, ref("command")]
AbleName = Annotated[str, ref("able")]
"""A command, or `undo`."""
KindName = Annotated[str, ref("kind")]
FlagName = Annotated[str, ref("flag")]
"""A flag that an effect sets."""
CounterName = Annotated[str, ref("counter")]
"""A counter that an effect changes."""
ChoiceName = Annotated[str, ref("choice")]
"""A choice that an effect puts to a side."""
NewName = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_-]{0,30}$")]
"""The id of an answer. Each choice has its own."""
NewFlag = Annotated[str, gives("flag")]
NewCounter = Annotated[str, gives("counter")]
NewChoice = Annotated[str, gives("choice")]
Sentence = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class FileTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of a level file."""


def one_of(kind: type[FileTable]) -> tuple[str, ...]:
    """Return all keys of a table that must have exactly one of them, in their order."""
    return kind.__struct_fields__
