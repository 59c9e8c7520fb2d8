"""The interface of a rulebook: a few mandatory parts, and many with defaults."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path

import msgspec

from game.core.cells import Cell
from game.engine.hints import Hints
from game.engine.level_rules import LevelRules
from game.terms.agenda import Ask, Decision
from game.terms.book_schema import Flaw, Relations, Schema
from game.terms.commands import Command
from game.terms.events import Event
from game.terms.facts import BookFacts, Facts
from game.terms.level import Level
from game.terms.parts import Describe, Part
from game.terms.queue import QueueSlot
from game.terms.readings import Reading
from game.terms.records import Component, Entity, Record
from game.terms.texts import TextFacts, Texts
from game.world import World
from game.world.ask_rules import AnyAskRules
from game.world.system import AnySystem


def _show(world: World, side: str, entity: Entity, record: Component) -> Component | None:
    return record


def _all_sides(level: Level) -> tuple[str, ...]:
    return tuple(side.id for side in level.sides)


def _no_queue(world: World) -> tuple[QueueSlot, ...]:
    return ()


Gear = Mapping[str, Mapping[str, object]]
"""The entries of a book's data files, by file and id."""


class Gain(msgspec.Struct, frozen=True):
    """An ability or bonus gained with a rank or as a trait, as shown to people."""

    title: str
    about: str = ""
    facts: Facts = ()


class HeroStanding(msgspec.Struct, frozen=True):
    """The state of a character between two battles, as shown to people.

    Gear, items and powers are ids.
    """

    life: int = 0
    most: int = 0
    rank: int = 0
    growths: tuple[Gain, ...] = ()
    """All gains that the character can have, in rank order. The first `rank` are gained already."""
    gear: tuple[str, ...] = ()
    """Weapons, armour and other gear."""
    items: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    traits: tuple[Gain, ...] = ()
    """Gains that don't come from a rank."""


class KnownStats(msgspec.Struct, frozen=True):
    """A side's knowledge of a unit: its stats as people read them, and the ids of its items."""

    stats: Mapping[str, object] = {}
    items: tuple[str, ...] = ()


def _as_at_the_start(world: World, unit: Entity) -> dict[str, object]:
    return {}


def _unchanged(world: World, unit: Entity) -> dict[str, object]:
    return {}


def _nothing_lasts(world: World, unit: Entity) -> dict[str, object]:
    return {}


def _as_they_are(keys: Mapping[str, object]) -> dict[str, object]:
    return dict(keys)


def _none_innate(stats: object, gear: Gear) -> tuple[str, ...]:
    return ()


def _unknown(stats: object) -> HeroStanding:
    return HeroStanding()


def _on_foot(world: World, unit: Entity) -> str | None:
    return None


def _is_not(world: World, unit: Entity) -> bool:
    return False


def _nowhere(world: World, unit: Entity) -> Cell | None:
    return None


def _no_cover(world: World, unit: Entity, foe: Entity) -> int:
    return 0


def _nothing_usable(world: World) -> tuple[Cell, ...]:
    return ()


def _no_answer_facts(world: World, decision: Decision, answer: str) -> TextFacts:
    return {}


def _no_card(world: World, unit: Entity) -> KnownStats:
    return KnownStats()


def _as_it_is(component: dict[str, object]) -> dict[str, object]:
    return component


class Book(msgspec.Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """A rulebook. It doesn't define odds: the engine computes them from its systems."""

    level_rules: LevelRules
    """The part of the book that levels need, from the `__init__` of its package."""
    parts: tuple[Part, ...]
    """The records, events and descriptions of the book's own modules and of shared modules."""
    setup: Callable[[World], None]
    """Function that creates the entities of the level and pushes the first items."""
    systems: tuple[AnySystem, ...]
    """Systems, in the order in which they act on the same item."""
    asks: tuple[AnyAskRules, ...]

    readings: tuple[Reading, ...] = ()
    """Rules whose interpretation has changed, oldest change first. Never remove an entry."""
    renew: Callable[[dict[str, object]], dict[str, object]] = _as_it_is
    """Function that converts a component saved under older readings to its current form."""
    asked: Callable[[Level], tuple[str, ...]] = _all_sides
    """Function that returns the sides of a level that make choices. The rules act for all other
    sides.
    """
    hide: Callable[[World, str, Entity, Component], Component | None] = _show
    """Function that returns a component as a side knows it: the component itself, a censored one,
    or None if it is hidden. It gets the true world.

    For a unit's component, it may read only that unit and its side, because views update only
    entities that were written to. For a component on the root, it may read everything.

    Put secrets on entities that exist from the start: the id of a new entity would reveal it.
    """
    in_hand: tuple[type[Component], ...] = ()
    """Components that people who share a screen keep face down, such as hands of items.

    Without them, a view may lack answers that name their contents, but no other.
    """
    queue: Callable[[World], tuple[QueueSlot, ...]] = _no_queue
    card: Callable[[World, Entity], KnownStats] = _no_card
    """Function that returns the known stats and items of a unit for its card. It must work on a
    view.
    """
    answer_facts: Callable[[World, Decision, str], TextFacts] = _no_answer_facts
    """Function that returns values for the text of an answer to a decision, such as its cost. It
    gets the view of the side that decides.
    """
    carrier: Callable[[World, Entity], str | None] = _on_foot
    """Function that returns the kind of a unit's mount, or None. It must work on a view."""
    readied: Callable[[World, Entity], bool] = _is_not
    """Function that returns whether a unit has readied an action against foes that approach. It
    must work on a view.
    """
    watched: Callable[[World, Entity], Cell | None] = _nowhere
    """Function that returns the tile that a unit guards, or is ready to shoot at, or None. It must
    work on a view.
    """
    cover: Callable[[World, Entity, Entity], int] = _no_cover
    """Function that returns the cover of a unit against a foe that can attack from a distance: 0
    none, 1 half, 2 three-quarters, 3 total. It must work on a view.
    """
    usable: Callable[[World], Iterable[Cell]] = _nothing_usable
    """Function that returns the tiles with things that units can interact with, such as doors. It
    must work on a view.
    """
    numbers: Callable[[World, Entity], bool] = _is_not
    """Function that returns whether a unit is a group, with the number of its members left as its
    life. It must work on a view.
    """
    present: Callable[[World, Entity], dict[str, object]] = _as_at_the_start
    """Function that returns the current state of a living unit during a battle: its life, uses
    spent and items carried. The keys are those of a unit's table in a level. A unit that is down
    gets the life with which it would recover.
    """
    aftermath: Callable[[World, Entity], dict[str, object]] = _nothing_lasts
    """Function that returns the lasting state of a unit after a battle, such as life lost and items
    left. The keys are those of a unit's table in a level. Not called for units dead for good.
    """
    stats_now: Callable[[World, Entity], dict[str, object]] = _unchanged
    """Function that returns those stats of a unit that differ now from its own, such as its speed,
    for facts lines. The keys are fields of the schema's `unit` type. It must work on a view.
    """
    deadly: bool = True
    """Whether a unit that dies in a battle is dead for good. If not, it only was out of that
    battle, like a unit that is down.
    """
    rested: Callable[[Mapping[str, object]], dict[str, object]] = _as_they_are
    """Function that returns the keys of an aftermath that last even after a long rest."""
    standing: Callable[[object], HeroStanding] = _unknown
    """Function that returns the state of a character from its stats, which are of the schema's
    `unit` type.
    """
    innate: Callable[[object, Gear], tuple[str, ...]] = _none_innate
    """Function that returns the powers that a character has by its class, from its stats and the
    book's data. They come on top of those in its standing.
    """
    facts: BookFacts = BookFacts()
    """Functions that build the facts about the book's things, grounds and commands from data."""
    relations: Relations = {}
    """The effects of the book's things on conditions, grounds and damage, for the codex's links."""
    hints: Hints = Hints()
    """Values that computer players use to compare commands."""
    codex: tuple[Path, ...] = ()
    """Files with the book's entries in the codex."""
    template: Path | None = None
    """A small annotated level for authors to start from."""
    blank: Path | None = None
    """A level with an empty room and a unit of each side, for the level editor."""
    road: Path | None = None
    """The folder of a small annotated campaign."""

    @property
    def id(self) -> str:
        """The book's id."""
        return self.level_rules.id

    @property
    def api(self) -> int:
        """The version of the interface that the book was written for."""
        return self.level_rules.api

    @property
    def title(self) -> str:
        """The name that people read."""
        return self.level_rules.title

    @property
    def schema(self) -> Schema:
        """The types of the book's tables in levels and data files."""
        return self.level_rules.schema

    @property
    def commands(self) -> tuple[type[Command], ...]:
        """All types of command that the book's asks take, each once."""
        return self.level_rules.commands

    @property
    def lints(self) -> tuple[Callable[[Level], Iterable[Flaw]], ...]:
        """Functions that each check a resolved level and yield findings."""
        return self.level_rules.lints

    @property
    def texts(self) -> tuple[Path, ...]:
        """Files with the book's sentences."""
        return self.level_rules.texts

    @property
    def catalogue(self) -> Texts:
        """The shared sentences together with the book's own. Raise BadTexts if unusable."""
        return self.level_rules.catalogue

    @property
    def round_limit(self) -> int:
        """Number of rounds in levels that state none."""
        return self.level_rules.round_limit

    @cached_property
    def records(self) -> tuple[type[Record], ...]:
        """All types of component and agenda item in the book's parts, each once."""
        return tuple(dict.fromkeys(kind for part in self.parts for kind in part.records))

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        """All events in the book's parts, each once."""
        return tuple(dict.fromkeys(kind for part in self.parts for kind in part.events))

    @cached_property
    def describe(self) -> Mapping[type[Component], Describe]:
        """Functions that describe changes to components in odds, by type of component.

        Later parts override earlier ones.
        """
        return {kind: tell for part in self.parts for kind, tell in part.describe.items()}

    @cached_property
    def restated(self) -> Mapping[type[Component], type[Component]]:
        """Pairs of types: if a record of the first type is new, odds state the value of the second.

        They do so even if that value is unchanged. Example: a unit with 3 movement left begins a
        flight of 3 tiles.
        """
        return {kind: other for part in self.parts for kind, other in part.restated.items()}

    def rules_for(self, ask: type[Ask]) -> AnyAskRules:
        """Return the possible answers to asks of a type.

        Raise RuntimeError if the book has none.
        """
        found = next((rules for rules in self.asks if rules.ask is ask), None)
        if found is None:
            raise RuntimeError(f"the book {self.id!r} has no rules for {ask.__name__}")
        return found
