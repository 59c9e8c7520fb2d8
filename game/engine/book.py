"""The duties of a rulebook: a few, and many with defaults."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from game.engine.hints import Hints
from game.terms.agenda import Ask, Decision
from game.terms.book_schema import Flaw, Schema
from game.terms.commands import Command
from game.terms.events import Event
from game.terms.facts import BookFacts
from game.terms.level import Level
from game.terms.parts import Describe, Part
from game.terms.queue import QueueSlot
from game.terms.readings import Reading
from game.terms.records import Component, Entity, Record
from game.world import World
from game.world.ask_rules import AskRules
from game.world.system import System

API = 1
"""The version of what is asked of a book here; a book states the one it was written for."""


def _show(world: World, side: str, entity: Entity, record: Component) -> Component | None:
    return record


def _all_sides(level: Level) -> tuple[str, ...]:
    return tuple(side.id for side in level.sides)


def _no_queue(world: World) -> tuple[QueueSlot, ...]:
    return ()


class Gain(msgspec.Struct, frozen=True):
    """What somebody gains with a rank, as people read it."""

    title: str
    about: str = ""


class HeroStanding(msgspec.Struct, frozen=True):
    """How somebody stands between two battles, as people read it; things and powers by id."""

    life: int = 0
    most: int = 0
    rank: int = 0
    growths: tuple[Gain, ...] = ()
    """All that it can gain, rank by rank; the first `rank` of them it has."""
    gear: tuple[str, ...] = ()
    """What it fights with and wears."""
    items: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()


def _as_at_the_start(world: World, unit: Entity) -> dict[str, Any]:
    return {}


def _nothing_lasts(world: World, unit: Entity) -> dict[str, Any]:
    return {}


def _as_they_are(keys: Mapping[str, Any]) -> dict[str, Any]:
    return dict(keys)


def _unknown(figure: Any) -> HeroStanding:
    return HeroStanding()


def _on_foot(world: World, unit: Entity) -> str | None:
    return None


def _is_not(world: World, unit: Entity) -> bool:
    return False


def _no_answer_facts(world: World, decision: Decision, answer: str) -> dict[str, Any]:
    return {}


def _no_card(world: World, unit: Entity) -> dict[str, Any]:
    return {"stats": {}, "items": []}


def _as_it_is(component: dict[str, Any]) -> dict[str, Any]:
    return component


class Book(msgspec.Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """A rulebook. Odds are not among its duties: they follow from its steps."""

    id: str
    api: int
    title: str
    schema: Schema
    parts: tuple[Part, ...]
    """The records, events and descriptions of its own modules and of those it shares."""
    setup: Callable[[World], None]
    """Makes the entities of the scene's level and pushes what happens first."""
    systems: tuple[System[Any], ...]
    """In the order in which they act on an item they share."""
    asks: tuple[AskRules[Any, Any], ...]

    readings: tuple[Reading, ...] = ()
    """The rules that have changed, the oldest change first; never shorter than it was."""
    renew: Callable[[dict[str, Any]], dict[str, Any]] = _as_it_is
    """Turns a component of a state that was kept under older readings into one of today's."""
    asked: Callable[[Level], tuple[str, ...]] = _all_sides
    """The sides of a level that are ever asked; for others the rules themselves act."""
    hide: Callable[[World, str, Entity, Component], Component | None] = _show
    """What a side may know of a component: itself, a blanked one, or nothing; from the truth.

    For one of a unit it may look at that unit and its side only, for one on the root at all: views
    are brought up to date where something was written.

    What is secret goes onto entities that stand from the start: a new one would show by its id.
    """
    queue: Callable[[World], tuple[QueueSlot, ...]] = _no_queue
    card: Callable[[World, Entity], dict[str, Any]] = _no_card
    """A unit's figures as people read them: `stats` (an object) and `items` (ids it is known to
    have). Must bear a redacted world."""
    answer_facts: Callable[[World, Decision, str], dict[str, Any]] = _no_answer_facts
    """What the text of an answer to a decision may mention besides, such as what it spends; from
    the view of the side that decides."""
    carrier: Callable[[World, Entity], str | None] = _on_foot
    """The kind of what carries a unit, if something does: a mount. Must bear a redacted world."""
    readied: Callable[[World, Entity], bool] = _is_not
    """Whether a unit waits with something that it does when a foe comes. Must bear a redacted
    world."""
    numbers: Callable[[World, Entity], bool] = _is_not
    """Whether a unit is many, its life how many of them stand. Must bear a redacted world."""
    lints: tuple[Callable[[Any], Iterable[Flaw]], ...] = ()
    """Each yields a sentence for every fault it finds in a resolved level."""
    present: Callable[[World, Entity], dict[str, Any]] = _as_at_the_start
    """How a unit that lives stands in the middle of a battle, as keys of a unit's table in a level:
    life, what it has spent, what it carries. Who is down has the life with which it would rise."""
    aftermath: Callable[[World, Entity], dict[str, Any]] = _nothing_lasts
    """What of a unit that lives lasts beyond a battle that is over, as keys of a unit's table in a
    level: life lost, things left."""
    rested: Callable[[Mapping[str, Any]], dict[str, Any]] = _as_they_are
    """What of such keys lasts beyond a long rest."""
    standing: Callable[[Any], HeroStanding] = _unknown
    """How somebody with these figures, of the type of the schema's units, stands."""
    facts: BookFacts = BookFacts()
    """What its things, grounds and commands do, in numbers; from the data alone."""
    hints: Hints = Hints()
    """What computer players are told of what is worth what."""
    texts: tuple[Path, ...] = ()
    codex: tuple[Path, ...] = ()
    """The files of its entries in the codex."""
    template: Path | None = None
    """A small level that explains itself, for authors to begin with."""
    road: Path | None = None
    """The folder of a small campaign that does so."""
    round_limit: int = 50

    @cached_property
    def records(self) -> tuple[type[Record], ...]:
        """Return all component and item types of its parts, each once."""
        return tuple(dict.fromkeys(kind for part in self.parts for kind in part.records))

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        """Return all events of its parts, each once."""
        return tuple(dict.fromkeys(kind for part in self.parts for kind in part.events))

    @cached_property
    def describe(self) -> Mapping[type[Component], Describe]:
        """Return what changes of components mean in odds; later parts override earlier ones."""
        return {kind: tell for part in self.parts for kind, tell in part.describe.items()}

    @cached_property
    def restated(self) -> Mapping[type[Component], type[Component]]:
        """Return pairs: with a new record of the first type, odds name the value of the second.

        That holds even where the value is as before: a flight of three spaces, by a unit that had
        three movement left.
        """
        return {kind: other for part in self.parts for kind, other in part.restated.items()}

    def rules_for(self, ask: type[Ask]) -> AskRules[Any, Any]:
        """Return the possible answers to asks of a type."""
        found = next((rules for rules in self.asks if rules.ask is ask), None)
        if found is None:
            raise RuntimeError(f"the book {self.id!r} has no rules for {ask.__name__}")
        return found

    def commands(self) -> tuple[type[Command], ...]:
        """Return all types of command its asks take, each once."""
        return tuple(dict.fromkeys(o.command for rules in self.asks for o in rules.options))
