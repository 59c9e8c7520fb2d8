"""The changes to a unit, or to the battle, in the odds of a command.

A change is a series of facts. Each fact has a key, which names its entry under `[change]` in the
catalogues, and its field in the protocol. Books can use these few types of facts with any key.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from game.core.cells import Cell

DAMAGE, HEALED, MOVEMENT = "damage", "healed", "movement"
"""Keys of amounts: damage taken, life healed, and movement left."""
AT, PUSHED, ARRIVES = "at", "pushed", "arrives"
"""Keys of tiles: the tile that a unit moved to, was pushed to, or arrived on."""
DIES, AWAY = "dies", "away"
"""Keys of flags."""
OVER, WINNER = "over", "winner"
"""Keys for the end of the battle: its reason, and the winning side or None."""
OBJECTIVES, FAILED, TRIGGERS = "objectives", "failed", "triggers"
"""Keys of objectives completed and failed, by id, and of triggers set off, by number."""
GAINS, LOSES = "gains", "loses"
"""Keys of items that a unit gets, and that it uses up or loses."""
SIDE = "side"
"""Key of the side that a unit joins."""
GROUND, THINGS = "ground", "things"
"""Keys of tiles whose terrain changes, and of damaged objects on tiles."""
LAID, SPRUNG, DROPS, TAKEN = "laid", "sprung", "drops", "taken"
"""Keys of items on tiles: traps set and gone, and items that are put on the ground or picked up."""


class AmountFact(msgspec.Struct, frozen=True):
    """A number: the amount of the change, or the amount left after it."""

    key: str
    value: int


class FallFact(AmountFact, frozen=True):
    """A number left, such as wounds, after a unit lost all its life and got it back."""


class FlagFact(msgspec.Struct, frozen=True):
    """A state that begins or ends."""

    key: str
    value: bool


class DownFact(FlagFact, frozen=True):
    """A state in which a unit has no life left but isn't dead."""


class NameFact(msgspec.Struct, frozen=True):
    """An id, or None if there is none. `amount` is the number that belongs to it, or 0."""

    key: str
    value: str | None
    amount: int = 0


class WinFact(NameFact, frozen=True):
    """The winning side, with the objectives that decided the battle, for people to read."""

    completed: tuple[str, ...] = ()
    """Objectives that the winner completes."""
    failed: tuple[str, ...] = ()
    """Objectives that the others fail, if those decided the battle."""


class NamesFact(msgspec.Struct, frozen=True):
    """Several ids, such as the conditions that a unit gains.

    `amounts` are the numbers that belong to them, such as each condition's value; empty if no id
    has one.
    """

    key: str
    value: tuple[str, ...]
    amounts: tuple[int, ...] = ()


class TileFact(msgspec.Struct, frozen=True):
    """A tile, such as the one that a unit moves to."""

    key: str
    value: Cell


class DamagedThing(msgspec.Struct, frozen=True):
    """Damage to an object on a tile, such as a door."""

    at: Cell
    damage: int


class ChangedTile(msgspec.Struct, frozen=True):
    """A tile whose terrain changes."""

    at: Cell
    terrain: str


class TileItem(msgspec.Struct, frozen=True):
    """An item on a tile, on the ground or set as a trap."""

    at: Cell
    item: str


class TilesFact(msgspec.Struct, frozen=True):
    """Changes to tiles and to the objects on them."""

    key: str
    value: tuple[DamagedThing, ...] | tuple[ChangedTile, ...] | tuple[TileItem, ...]


ChangeFact = AmountFact | FlagFact | NameFact | NamesFact | TileFact | TilesFact
ChangeFacts = tuple[ChangeFact, ...]


class OddsChange(msgspec.Struct, frozen=True):
    """All changes to one unit, or to the battle itself if `unit` is None."""

    unit: str | None
    facts: ChangeFacts

    def find(self, key: str) -> ChangeFact | None:
        """Return the fact with this key, or None."""
        return next((fact for fact in self.facts if fact.key == key), None)

    def amount(self, key: str) -> int | None:
        """Return the amount with this key, or None."""
        fact = self.find(key)
        return fact.value if isinstance(fact, AmountFact) else None

    @property
    def at(self) -> Cell | None:
        """The tile that the unit moves to, or None if it doesn't move."""
        fact = self.find(AT)
        return fact.value if isinstance(fact, TileFact) else None

    @property
    def dies(self) -> bool:
        """True if the unit dies."""
        return self.find(DIES) is not None

    @property
    def is_over(self) -> bool:
        """True if the battle ends."""
        return self.find(OVER) is not None

    @property
    def winner(self) -> str | None:
        """The winning side, or None if the battle goes on or is a draw."""
        fact = self.find(WINNER)
        return fact.value if isinstance(fact, NameFact) else None

    @property
    def things(self) -> Iterable[DamagedThing]:
        """The objects on tiles that take damage."""
        for fact in self.facts:
            if isinstance(fact, TilesFact):
                yield from (one for one in fact.value if isinstance(one, DamagedThing))


def singles_of(fact: ChangeFact) -> ChangeFacts:
    """Return one fact for each id of a fact with several, or any other fact unchanged."""
    if isinstance(fact, NamesFact):
        amounts = fact.amounts or (0,) * len(fact.value)
        return tuple(map(NameFact, (fact.key,) * len(fact.value), fact.value, amounts))
    return (fact,)


def items_on_tiles(
    before: Iterable[TileItem], after: Iterable[TileItem], new: str, gone: str
) -> ChangeFacts:
    """Return a fact with the items that are new on their tiles, and one with those now gone.

    `new` and `gone` are their keys. A fact without any item is left out.
    """
    left, more = list(before), list[TileItem]()
    for one in after:
        if one in left:
            left.remove(one)
        else:
            more.append(one)
    found = ((new, tuple(more)), (gone, tuple(left)))
    return tuple(TilesFact(key, items) for key, items in found if items)


def is_fall(fact: ChangeFact) -> bool:
    """Return whether a fact says that a unit loses all its life without dying."""
    return isinstance(fact, FallFact) or (isinstance(fact, DownFact) and fact.value)


def flag_if(is_there: bool, key: str) -> ChangeFacts:
    """Return a flag with this key if `is_there`, else nothing."""
    return (FlagFact(key, True),) if is_there else ()


def flag_changed(old: object, new: object, key: str) -> ChangeFacts:
    """Return a flag with this key if only one of two records exists, else nothing.

    The flag is true if the record is new, and false if it is gone.
    """
    return () if bool(old) == bool(new) else (FlagFact(key, bool(new)),)


def names_if(names: Iterable[str], key: str) -> ChangeFacts:
    """Return a fact with these ids under this key, or nothing if there are none."""
    found = tuple(names)
    return (NamesFact(key, found),) if found else ()


def row_of(change: OddsChange) -> dict[str, object]:
    """Return a change as plain values, for the protocol and for sorting outcomes."""
    row: dict[str, object] = {"unit": change.unit} if change.unit is not None else {}
    for fact in change.facts:
        row[fact.key] = _plain(fact.value)
        if isinstance(fact, NamesFact) and fact.amounts:
            row[f"{fact.key}_values"] = list(fact.amounts)
    return row


def _plain(value: object) -> Any:
    if isinstance(value, msgspec.Struct):
        return {field: _plain(part) for field, part in msgspec.structs.asdict(value).items()}
    return [*map(_plain, value)] if isinstance(value, tuple) else value
