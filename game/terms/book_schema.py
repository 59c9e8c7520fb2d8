"""The schema of a book's part of a level file, and the marks on its fields."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from game.terms.texts import Texts


def ref(table: str, *, or_none: bool = False) -> msgspec.Meta:
    """Mark a text as the id of an entry in one of the book's tables.

    With `or_none`, "" is allowed too, and stands for none.
    """
    return msgspec.Meta(extra={"ref": table, "or_none": or_none})


DiceText = Annotated[str, msgspec.Meta(extra={"dice": True})]
"""A dice expression such as `1d6`, `2d6kh1+1` or `3`."""


_Severity = Literal["error", "warning", "note"]

FlawParam = int | str | tuple[int, int] | tuple[str, ...]
"""A parameter: a number, a name, a tile, or several names."""

FLAWS = "finding"
"""The catalogue table with the sentences of books' findings."""
HEADER = "header"
"""The parameter with the name of a table in a data file, shown without quotes."""


@dataclass(frozen=True, slots=True, init=False)
class Flaw:
    """A finding of a book about a level or about its own files.

    The sentence is the entry of this name in the table `[finding]`.
    """

    entry: str
    at: tuple[str | int, ...]
    """Path to the key that the finding is about, with full ids of units and sides: `("unit",
    "red.ann", "speed")`, `("side", "red")`, `("action", "links", 0)`.
    """
    severity: _Severity
    """Severity. Only errors make a level unplayable."""
    file: str
    """The book's data file that `at` refers to: `arms` for `arms.toml`, `terrain`, …; "" for the
    level itself.
    """
    params: Mapping[str, FlawParam]

    def __init__(
        self,
        entry: str,
        at: tuple[str | int, ...] = (),
        /,
        *,
        severity: _Severity = "error",
        file: str = "",
        **params: FlawParam,
    ) -> None:
        """Make a finding; `params` are named like the fields of the sentence."""
        put = object.__setattr__
        put(self, "entry", entry)
        put(self, "at", at)
        put(self, "severity", severity)
        put(self, "file", file)
        put(self, "params", params)

    def text(self, texts: Texts) -> str:
        """Return the sentence, with names in quotes.

        Without an entry in the catalogue the sentence is the name of the entry in words.
        """
        if not texts.has(FLAWS, self.entry):
            return f"{self.entry.replace('-', ' ').capitalize()}."
        shown = {field: _shown(field, value) for field, value in self.params.items()}
        return texts.say(FLAWS, self.entry, {}, **shown)


def _shown(field: str, value: FlawParam) -> object:
    """Return a value as authors write it in TOML."""
    if isinstance(value, str):
        return value if field == HEADER else repr(value)
    if isinstance(value, int):
        return value
    if len(value) == 2 and all(isinstance(one, int) for one in value):
        return f"[{value[0]}, {value[1]}]"
    return tuple(map(repr, value))


Role = Literal["causes", "removes", "makes", "becomes", "leaves", "deals", "halves", "doubles"]


class Relation(msgspec.Struct, frozen=True):
    """What a field means when it is set.

    It concerns these conditions, or damage of the type that the field named `type` beside it has.
    Without either it concerns what the field itself names.
    """

    role: Role
    conditions: tuple[str, ...] = ()
    type: str = ""


def causes(condition: str) -> Relation:
    """Return the relation of a field that lays on a condition."""
    return Relation("causes", (condition,))


Relations = Mapping[type[msgspec.Struct], Mapping[str, Relation]]
"""The relations of a book, by the type of a table and the name of its field."""


class Schema(msgspec.Struct, frozen=True):
    """The types that a level's book-specific tables are decoded into.

    - `settings`: the table under the book's own id, merged over the defaults in the book's
      `settings.toml`.
    - `unit`: the keys of a kind of the bestiary, all of which a unit can override.
    - `gear`: maps the book's other data files (`arms` for `arms.toml`, …) to the types of their
      entries.

    Kinds and entries have a `title`.
    """

    settings: type[msgspec.Struct]
    unit: type[msgspec.Struct]
    gear: Mapping[str, type[msgspec.Struct]] = {}
    diagonal: bool = True
    """Whether steps go to eight neighbours, or to four."""
    handles: bool = False
    """Whether units interact with and break things on tiles, so that doors open without triggers.
    """
    stations: bool = False
    """Whether the book itself places the units without a place in the level."""
    usable: str = "items"
    """Data file of the consumable items."""
    gained: str = ""
    """Key of a unit's ranks gained; "" if the book has none."""
    lost: str = ""
    """Key of a unit's life lost; "" if the book has none. A level can then show a wounded unit only
    by giving it less life.
    """
    shown: Callable[[object], Collection[str]] | None = None
    """Function that returns the keys of stats that count for a unit with these stats; without it
    all do.
    """
    final: Callable[[object], object] | None = None
    """Function that returns a unit's stats as used in battle, if some of them change others."""
    joined: Callable[[object], Iterable[tuple[str, str]]] | None = None
    """Function that returns the pairs of zones that the settings link other than on foot."""
