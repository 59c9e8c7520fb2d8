"""Facts lines: the effects of an item, a ground or a command, as data for the catalogues.

A line is a series of facts in the order of their slots. A fact names an entry under `[facts]` and
the values for it. So a line is built from a book's data and can't contradict them. A book builds
its lines in a module of its own and lists the functions in `Book.facts`.

In this module, a *thing* is an entry of a book's tables, such as a weapon, a power or an item.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Generic, Never, TypeVar

import msgspec

from game.terms.commands import Answer, Command, Concede, Done, OfferDraw, Place
from game.terms.level import Terrain

SettingsT = TypeVar("SettingsT", covariant=True)
FigureT = TypeVar("FigureT", covariant=True)
S = TypeVar("S")


class Slot(IntEnum):
    """The slots of a facts line, in order."""

    COST = 0
    REACH = 1
    """Range or area."""
    TARGET = 2
    EFFECT = 3
    SAVE = 4
    DURATION = 5
    USES = 6


FactValue = int | str | tuple[str, ...] | tuple["Fact", ...]
"""A number, dice or an id, several ids, or nested facts."""


class Fact(msgspec.Struct, frozen=True):
    """One statement in a line: an entry under `[facts]`, and the values of its fields."""

    slot: Slot
    key: str
    values: Mapping[str, FactValue] = {}


Facts = tuple[Fact, ...]


def fact(slot: Slot, key: str, **values: FactValue) -> Facts:
    """Return a fact, as a series of one."""
    return (Fact(slot, key, values),)


def fact_of(slot: Slot, key: str, **values: FactValue | None) -> Facts:
    """Return a fact if none of its values is 0, empty or None; else nothing."""
    kept = {field: value for field, value in values.items() if value}
    return fact(slot, key, **kept) if len(kept) == len(values) else ()


def fact_if(is_so: bool, slot: Slot, key: str, **values: FactValue) -> Facts:
    """Return a fact if `is_so`, else nothing."""
    return fact(slot, key, **values) if is_so else ()


def line_of(*some: Facts) -> Facts:
    """Return all facts as one line, sorted by slot. Facts in the same slot keep their order."""
    return tuple(sorted((one for facts in some for one in facts), key=lambda one: one.slot))


class FactsBasis(msgspec.Struct, Generic[SettingsT, FigureT], frozen=True, eq=False):
    """The data that a line needs in addition to the thing itself.

    `holder` has the owner's stats as used in battle, of the schema's `unit` type; None if the thing
    has no owner.
    """

    settings: SettingsT
    gear: Mapping[str, Mapping[str, object]]
    terrain: Mapping[str, Terrain]
    holder: FigureT | None = None

    def thing(self, table: str, id: str, kind: type[S]) -> S:
        """Return an entry of one of the book's tables, of the type in its schema."""
        found = self.gear[table][id]
        assert isinstance(found, kind), f"{id!r} is {type(found).__name__}"
        return found


AnyBasis = FactsBasis[object, object]
CommandFacts = Facts | Callable[[Never], Facts]
"""The facts of a type of command, or a function that returns them from the book's basis."""

BY_THING: Facts = ()
"""No facts, for a command that only uses a thing: the thing's own line is enough."""


def ground_facts(terrain: Terrain, basis: AnyBasis) -> Facts:
    """Return all facts about a ground, in movement points, for books that use all of them."""
    return line_of(enter_facts(terrain), sight_facts(terrain), hand_facts(terrain))


def enter_facts(terrain: Terrain) -> Facts:
    """Return the facts about entering a ground: whether it is possible, the cost, the damage."""
    cost = fact(Slot.COST, "movement_to_enter", cost=max(1, terrain.cost))
    return line_of(
        cost if terrain.walk else fact(Slot.COST, "impassable"),
        fact_of(Slot.EFFECT, "hazard", dice=terrain.hazard),
    )


def sight_facts(terrain: Terrain) -> Facts:
    """Return the facts about sight on a ground: its cover, and whether it is opaque or dark."""
    return line_of(
        fact_if(terrain.cover != "none", Slot.EFFECT, "cover", grade=terrain.cover),
        fact_if(not terrain.see, Slot.EFFECT, "opaque"),
        fact_if(terrain.dark, Slot.EFFECT, "dark"),
    )


def hand_facts(terrain: Terrain) -> Facts:
    """Return the facts about changes to a ground when units interact with it or break it."""
    is_thing = terrain.life > 0 and terrain.wreck is not None
    return line_of(
        fact_of(Slot.EFFECT, "handled", terrain=terrain.becomes),
        fact_if(is_thing, Slot.EFFECT, "breaks", life=terrain.life, rating=terrain.armour),
        fact_of(Slot.EFFECT, "wreck", terrain=terrain.wreck) if is_thing else (),
    )


COMMON: Mapping[type[Command], CommandFacts] = {
    Place: fact(Slot.COST, "free_until_begun"),
    Done: fact(Slot.EFFECT, "begins_battle"),
    Answer: BY_THING,
    Concede: fact(Slot.EFFECT, "loses_battle"),
    OfferDraw: line_of(fact(Slot.EFFECT, "draws_if_accepted"), fact(Slot.USES, "once_a_round")),
}
"""The facts of the commands that belong to no book."""


class BookFacts(msgspec.Struct, frozen=True, eq=False):
    """Functions that return the facts about a book's things, grounds and commands."""

    gear: Mapping[str, Callable[[Never, Never], Facts]] = {}
    """For each table of the schema, a function of a thing and the basis."""
    ground: Callable[[Terrain, Never], Facts] = ground_facts
    """A function of a ground and the basis."""
    commands: Mapping[type[Command], CommandFacts] = {}
    """For each type of command in the book's asks, its facts or a function of the basis."""
    details: Mapping[type[Command], Callable[[Sequence[str], Never], Facts]] = {}
    """For each type of command whose details, such as an aim, mean more than the lines of the
    things it uses: a function of these details and the basis that returns all its facts.
    """
    conditions: Mapping[str, CommandFacts] = {}
    """For each condition that is in no table, its facts or a function of the basis."""
    everyday: tuple[str, ...] = ()
    """Conditions named by everyday words, such as armour. Texts don't link these words to pages."""

    def command(self, kind: type[Command], basis: AnyBasis, details: Sequence[str] = ()) -> Facts:
        """Return the facts of a type of command with these details, or none if it has no facts."""
        if kind in self.details and details:
            tell: Callable[..., Facts] = self.details[kind]
            return tell(details, basis)
        own = _told(self.commands.get(kind, COMMON.get(kind, ())), basis)
        return line_of(own, *(self.thing(detail, basis) for detail in details))

    def thing(self, id: str, basis: AnyBasis) -> Facts:
        """Return the facts of a thing in any table, or nothing if there is no such thing."""
        for table in self.gear:
            found = basis.gear.get(table, {}).get(id)
            if found is not None:
                tell: Callable[..., Facts] = self.gear[table]
                return tell(found, basis)
        return ()

    def terrain(self, id: str, basis: AnyBasis) -> Facts:
        """Return the facts of a ground."""
        tell: Callable[..., Facts] = self.ground
        return tell(basis.terrain[id], basis)

    def condition(self, id: str, basis: AnyBasis) -> Facts:
        """Return the facts of a condition, whether or not it is in a table."""
        return _told(self.conditions[id], basis) if id in self.conditions else self.thing(id, basis)


def _told(facts: CommandFacts, basis: AnyBasis) -> Facts:
    if isinstance(facts, tuple):
        return facts
    tell: Callable[..., Facts] = facts
    return tell(basis)
