"""A copy of a world that notes what is read and written, for odds that share results.

If two states differ only in what a search neither reads nor writes, the search continues from both
in the same way.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from game.components.script_progress import ChangedTerrain
from game.components.unit import Placed
from game.core.cells import Cell
from game.terms.records import Component, Entity
from game.world.index import Slot
from game.world.world import World

C = TypeVar("C", bound=Component)
F = TypeVar("F")
A = TypeVar("A", bound=Hashable)

Question = Callable[..., object]
"""A function of a component and an argument, which reads nothing else."""


class Trace:
    """The parts of a world's state that some of its history depends on."""

    def __init__(self) -> None:
        self.slots: set[Slot] = set()
        """Slots that were read as a whole, or written."""
        self.kinds: set[type[Component]] = {ChangedTerrain}
        """Types of component of which any slot may have been read."""
        self.entities: set[Entity] = set()
        """Entities of which any slot may have been read."""
        self.answers: dict[Slot, dict[tuple[Question, Hashable], object]] = {}
        """For each slot, the questions about it with their arguments and answers."""
        self.is_whole = False
        """Whether anything may have been read."""

    def add(self, other: "Trace") -> None:
        """Add all that another trace depends on."""
        self.slots |= other.slots
        self.kinds |= other.kinds
        self.entities |= other.entities
        for slot, answers in other.answers.items():
            self.answers[slot] = answers | self.answers.get(slot, {})
        self.is_whole |= other.is_whole

    def ignores(self, slot: Slot, now: Component | None) -> bool:
        """Return whether it makes no difference that a slot has another value, `now`."""
        entity, kind = slot
        if self.is_whole or slot in self.slots or kind in self.kinds or entity in self.entities:
            return False
        return all(
            question(now, argument) == answer
            for (question, argument), answer in self.answers.get(slot, {}).items()
        )


class TracedWorld(World):
    """A world that adds everything that is read or written to `trace`, unless that is None."""

    trace: Trace | None = None

    @classmethod
    def of(cls, world: World) -> "TracedWorld":
        """Return an independent copy of a world, without its log and journal."""
        copy = cls(world.scene)
        copy._fill(world.dump())
        copy.drawn = world.drawn
        return copy

    def get(self, entity: Entity, kind: type[C]) -> C:
        if self.trace is not None:
            self.trace.slots.add((entity, kind))
        return super().get(entity, kind)

    def find(self, entity: Entity, kind: type[C]) -> C | None:
        if self.trace is not None:
            self.trace.slots.add((entity, kind))
        return super().find(entity, kind)

    def has(self, entity: Entity, kind: type[Component]) -> bool:
        if self.trace is not None:
            self.trace.slots.add((entity, kind))
        return super().has(entity, kind)

    def answer(
        self, entity: Entity, kind: type[C], question: Callable[[C | None, A], F], argument: A
    ) -> F:
        trace, self.trace = self.trace, None
        found = super().answer(entity, kind, question, argument)
        self.trace = trace
        if trace is not None:
            trace.answers.setdefault((entity, kind), {}).setdefault((question, argument), found)
        return found

    def ids(self, kind: type[Component]) -> tuple[Entity, ...]:
        if self.trace is not None:
            self.trace.kinds.add(kind)
        return super().ids(kind)

    def at(self, kind: type[Placed], cell: Cell) -> tuple[Entity, ...]:
        if self.trace is not None:
            self.trace.kinds.add(kind)
        return super().at(kind, cell)

    def once(
        self, key: Hashable, find: Callable[[], F], of: tuple[type[Component], ...] | None = None
    ) -> F:
        if self.trace is not None:
            self.trace.kinds.update(of or ())
            self.trace.is_whole |= of is None
        return super().once(key, find, of)

    def strip(self, entity: Entity, keep: Iterable[type[Component]] = ()) -> None:
        if self.trace is not None:
            self.trace.entities.add(entity)
        super().strip(entity, keep)

    def _change(self, slot: Slot, new: Component | None) -> None:
        if self.trace is not None:
            self.trace.slots.add(slot)
        super()._change(slot, new)
