"""The interface of a rulebook: a few mandatory parts, and many with defaults."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path

import msgspec

from game.engine.hints import Hints
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
from game.terms.texts import COMMON, Language, TextFacts, Texts
from game.world import World
from game.world.ask_rules import AnyAskRules
from game.world.system import AnySystem

API = 1
"""The version of this interface. A book states the version that it was written for."""


def _show(world: World, side: str, entity: Entity, record: Component) -> Component | None:
    return record


def _all_sides(level: Level) -> tuple[str, ...]:
    return tuple(side.id for side in level.sides)


def _no_queue(world: World) -> tuple[QueueSlot, ...]:
    return ()


class Gain(msgspec.Struct, frozen=True):
    """A gain from a rank, as shown to people."""

    title: str
    about: str = ""
    facts: Facts = ()


class HeroStanding(msgspec.Struct, frozen=True):
    """The state of a character between two battles, as shown to people; gear and powers by id."""

    life: int = 0
    most: int = 0
    rank: int = 0
    growths: tuple[Gain, ...] = ()
    """All gains that it can have, rank by rank. It has the first `rank` of them."""
    gear: tuple[str, ...] = ()
    """Weapons, armour and other gear."""
    items: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()


class KnownStats(msgspec.Struct, frozen=True):
    """A side's knowledge of a unit: its stats as people read them, and the ids of its items."""

    stats: Mapping[str, object] = {}
    items: tuple[str, ...] = ()


def _as_at_the_start(world: World, unit: Entity) -> dict[str, object]:
    return {}


def _nothing_lasts(world: World, unit: Entity) -> dict[str, object]:
    return {}


def _as_they_are(keys: Mapping[str, object]) -> dict[str, object]:
    return dict(keys)


def _unknown(stats: object) -> HeroStanding:
    return HeroStanding()


def _on_foot(world: World, unit: Entity) -> str | None:
    return None


def _is_not(world: World, unit: Entity) -> bool:
    return False


def _no_answer_facts(world: World, decision: Decision, answer: str) -> TextFacts:
    return {}


def _no_card(world: World, unit: Entity) -> KnownStats:
    return KnownStats()


def _as_it_is(component: dict[str, object]) -> dict[str, object]:
    return component


class Book(msgspec.Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """A rulebook. Odds are not among its duties, because they follow from its steps."""

    id: str
    api: int
    title: str
    schema: Schema
    parts: tuple[Part, ...]
    """The records, events and descriptions of its own modules and of those it shares."""
    setup: Callable[[World], None]
    """Function that creates the entities of the level and pushes the first items."""
    systems: tuple[AnySystem, ...]
    """Systems, in the order in which they act on an item that they share."""
    asks: tuple[AnyAskRules, ...]

    readings: tuple[Reading, ...] = ()
    """Rules that have changed, oldest change first. Entries are never removed."""
    renew: Callable[[dict[str, object]], dict[str, object]] = _as_it_is
    """Function that converts a component saved under older readings to its form today."""
    asked: Callable[[Level], tuple[str, ...]] = _all_sides
    """Function that returns the sides of a level that are ever asked. The rules act for the others.
    """
    hide: Callable[[World, str, Entity, Component], Component | None] = _show
    """Function that returns a component as a side knows it, from the true world: the component
    itself, a blanked one, or None if it is hidden.

    For a component of a unit it may read that unit and its side only; for one on the root,
    everything. Views update only entities that were written to.

    Put secrets onto entities that exist from the start: the id of a new one would reveal it.
    """
    queue: Callable[[World], tuple[QueueSlot, ...]] = _no_queue
    card: Callable[[World, Entity], KnownStats] = _no_card
    """Function that returns the known stats and items of a unit. It must work on a view."""
    answer_facts: Callable[[World, Decision, str], TextFacts] = _no_answer_facts
    """Function that returns values for the text of an answer to a decision, such as what it spends,
    from the view of the side that decides.
    """
    carrier: Callable[[World, Entity], str | None] = _on_foot
    """Function that returns the kind of a unit's mount, or None. It must work on a view."""
    readied: Callable[[World, Entity], bool] = _is_not
    """Function that returns whether a unit has readied an action for when a foe comes. It must work
    on a view.
    """
    numbers: Callable[[World, Entity], bool] = _is_not
    """Function that returns whether a unit is a group, whose life is the number left. It must work
    on a view.
    """
    lints: tuple[Callable[[Level], Iterable[Flaw]], ...] = ()
    """Functions that each yield a finding for every error in a resolved level."""
    present: Callable[[World, Entity], dict[str, object]] = _as_at_the_start
    """Function that returns the state of a living unit during a battle, as keys of a unit's table
    in a level: life, things spent, things carried. A unit that is down gets the life with which it
    would recover.
    """
    aftermath: Callable[[World, Entity], dict[str, object]] = _nothing_lasts
    """Function that returns what lasts for a living unit after a battle, as keys of a unit's table
    in a level: life lost, things left.
    """
    rested: Callable[[Mapping[str, object]], dict[str, object]] = _as_they_are
    """Function that returns which of these keys last beyond a long rest."""
    standing: Callable[[object], HeroStanding] = _unknown
    """Function that returns the state of a character with these stats, of the type of the schema's
    units.
    """
    facts: BookFacts = BookFacts()
    """Facts in numbers about its things, grounds and commands, from the data alone."""
    relations: Relations = {}
    """What its things do to conditions, grounds and damage, for links of the codex."""
    hints: Hints = Hints()
    """Values that computer players use to compare commands."""
    texts: tuple[Path, ...] = ()
    codex: tuple[Path, ...] = ()
    """Files of its entries in the codex."""
    template: Path | None = None
    """A small annotated level for authors to start from."""
    road: Path | None = None
    """The folder of a small annotated campaign."""
    round_limit: int = 50

    @cached_property
    def records(self) -> tuple[type[Record], ...]:
        """All component and item types of its parts, without repetition."""
        return tuple(dict.fromkeys(kind for part in self.parts for kind in part.records))

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        """All events of its parts, without repetition."""
        return tuple(dict.fromkeys(kind for part in self.parts for kind in part.events))

    @cached_property
    def describe(self) -> Mapping[type[Component], Describe]:
        """Descriptions of changes to components in odds. Later parts override earlier ones."""
        return {kind: tell for part in self.parts for kind, tell in part.describe.items()}

    @cached_property
    def restated(self) -> Mapping[type[Component], type[Component]]:
        """Pairs of types: if a record of the first type is new, odds state the value of the second.

        They do so even if that value is unchanged: a flight of three tiles, by a unit that had
        three movement left.
        """
        return {kind: other for part in self.parts for kind, other in part.restated.items()}

    @property
    def catalogue(self) -> Texts:
        """Return the sentences that all books share and its own; raise BadTexts if unusable."""
        if Texts.language not in self._catalogues:
            self._catalogues[Texts.language] = Texts.read(COMMON, *self.texts)
        return self._catalogues[Texts.language]

    @cached_property
    def _catalogues(self) -> dict[Language | None, Texts]:
        """Catalogues that were read, by language."""
        return {}

    def rules_for(self, ask: type[Ask]) -> AnyAskRules:
        """Return the possible answers to asks of a type.

        Raise RuntimeError if the book has none.
        """
        found = next((rules for rules in self.asks if rules.ask is ask), None)
        if found is None:
            raise RuntimeError(f"the book {self.id!r} has no rules for {ask.__name__}")
        return found

    def commands(self) -> tuple[type[Command], ...]:
        """Return all types of command that its asks take, without repetition."""
        return tuple(dict.fromkeys(o.command for rules in self.asks for o in rules.options))
