"""The schema of a book's own tables in a level file, and the marks on their fields."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Annotated, Literal, NamedTuple

import msgspec

from game.terms.texts import Texts

Icon = Annotated[str, msgspec.Meta(pattern="^((conditions/)?[a-z][a-z0-9_]*)?$")]
"""The name of an image in `assets/icons`. "" and unknown names: the icon of the thing's family."""

DiceText = Annotated[str, msgspec.Meta(extra={"dice": True})]
"""A dice expression such as `1d6`, `2d6kh1+1` or `3`."""


_Severity = Literal["error", "warning", "note"]

FlawParam = int | str | tuple[int, int] | tuple[str, ...]
"""A parameter of a finding: a number, a name, a tile, or several names."""

FLAWS = "finding"
"""The catalogue table with the sentences of findings."""
HEADER = "header"
"""The parameter with the name of a table in a data file, shown without quotes."""


class _Fields(NamedTuple):
    """The fields of a flaw."""

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


class Flaw(_Fields):
    """A finding of a book about a level or about its own files.

    Its sentence is in the catalogue table `[finding]`, under the key `entry`.
    """

    __slots__ = ()

    def __new__(
        cls,
        entry: str,
        at: tuple[str | int, ...] = (),
        /,
        *,
        severity: _Severity = "error",
        file: str = "",
        **params: FlawParam,
    ) -> "Flaw":
        """Make a finding. `params` have the names of the fields in its sentence."""
        return tuple.__new__(cls, (entry, at, severity, file, params))

    def text(self, texts: Texts) -> str:
        """Return the sentence, with names in quotes.

        If the catalogue has no such entry, make a sentence from its name.
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
    """The meaning of a field when it is set: for example, that it causes a condition.

    The relation is about `conditions`, or about a type of damage: `type` is the field of the same
    table that holds this type. Without either, it is about the things that the field itself names.
    """

    role: Role
    conditions: tuple[str, ...] = ()
    type: str = ""


def causes(condition: str) -> Relation:
    """Return the relation of a field that causes a condition."""
    return Relation("causes", (condition,))


Relations = Mapping[type[msgspec.Struct], Mapping[str, Relation]]
"""The relations of a book: for each type of table, by field name."""


class Schema(msgspec.Struct, frozen=True):
    """The types that a level's book-specific tables are decoded into.

    - `settings`: the table under the book's own id, merged over the defaults in the book's
      `settings.toml`.
    - `unit`: the keys of a kind in the bestiary. A unit can override each of them.
    - `gear`: maps the book's other data files (`arms` for `arms.toml`, …) to the types of their
      entries.

    Kinds and entries have a `title`.
    """

    settings: type[msgspec.Struct]
    unit: type[msgspec.Struct]
    gear: Mapping[str, type[msgspec.Struct]] = {}
    diagonal: bool = True
    """Whether steps go to eight neighbours, or only to four."""
    handles: bool = False
    """Whether units interact with and break things on tiles, so that doors open without triggers.
    """
    reacts: bool = False
    """Whether units can attack as a reaction, during another unit's turn."""
    joins: bool = False
    """Whether triggers can make units join another side."""
    stations: bool = False
    """Whether the book itself places units that have no place in the level."""
    usable: str = "items"
    """Name of the data file with the consumable items."""
    attributes: tuple[str, ...] = ()
    """Keys of the stats that sheets show even if they are 0."""
    gained: str = ""
    """Key for the ranks that a unit has gained; "" if the book has none."""
    traits: str = ""
    """Key for the list of a unit's traits, which are tables; "" if the book has none."""
    lost: str = ""
    """Key for the life that a unit has lost; "" if the book has none. A level can then start a unit
    wounded only by giving it less life.
    """
    shown: Callable[[object], Collection[str]] | None = None
    """Function that returns the keys that matter for a unit with these stats; None if all do."""
    final: Callable[[object], object] | None = None
    """Function that returns a unit's stats as used in battle, if some stats change others."""
    joined: Callable[[object], Iterable[tuple[str, str]]] | None = None
    """Function that returns the pairs of zones linked by the settings, not by a path on foot."""
