"""The machine: it passes items from the agenda to systems until a stop."""

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from game.components.unit import Position
from game.engine.book import Book
from game.terms.agenda import (
    Agenda,
    AgendaItem,
    Ask,
    BattleEnd,
    Chain,
    Finish,
    Frame,
    Outcome,
    Roll,
    Stop,
)
from game.terms.events import BattleOver, DiceRolled
from game.terms.records import Entity
from game.terms.script_events import Message
from game.world import World
from game.world.system import SortingSystem, System, could_change
from game.world.unit_names import id_of, round_of

Outcomes = tuple[tuple[AgendaItem, int], ...]
"""Outcomes of a chain, with their weights."""

RUNAWAY = 100_000
"""Maximum number of items processed without a stop. Only an error in a book can exceed it."""


def told_at_end(world: World, over: BattleEnd) -> str | None:
    """Return the level's text for this ending from its party's point of view, or None."""
    level = world.scene.level
    story = level.script.story
    if over.winner is None:
        return story.draw
    return story.won if over.winner == level.party_side else story.lost


class Machine:
    """A book's systems, by the type of agenda item that they act on."""

    def __init__(self, book: Book) -> None:
        self._hide = book.hide
        self._table: dict[type[AgendaItem], tuple[System[Any], ...]] = {}
        for system in book.systems:
            for kind in system.acts_on:
                self._table[kind] = (*self._table.get(kind, ()), system)
        # `Finish` can have systems, but the engine itself ends the battle: see `_finish`.
        self._running = {kind for kind in self._table if not issubclass(kind, Finish)}
        self._sorting: dict[type[AgendaItem], SortingSystem[Any]] = {
            kind: systems[0]
            for kind, systems in self._table.items()
            if len(systems) == 1 and isinstance(systems[0], SortingSystem)
        }

    def handles(self, kind: type[AgendaItem]) -> bool:
        """Return whether any system acts on items of this type."""
        return kind in self._table

    def sorts(self, world: World, outcomes: Outcomes) -> Outcomes:
        """Return one outcome of each sort, with the weights of all outcomes that have its effects.

        Outcomes that no system sorts stay as they are.
        """
        if not any(type(outcome) in self._sorting for outcome, _ in outcomes):
            return outcomes
        found: dict[AgendaItem, int] = {}
        for outcome, weight in outcomes:
            system = self._sorting.get(type(outcome))
            one = outcome if system is None else system.sort(world, outcome)
            found[one] = found.get(one, 0) + weight
        return tuple(found.items())

    def could_change(self, world: World, item: AgendaItem) -> bool:
        """Return whether an item could change anything; True if its systems can't tell."""
        return could_change(self._table.get(type(item), ()), world, item)

    def advance(self, world: World, floor: int = 0) -> Stop | None:
        """Process items until a stop. Return None once no more than `floor` frames are left.

        Raise RuntimeError if there is no stop after RUNAWAY items.
        """
        for _ in range(RUNAWAY):
            frames = world.agenda.frames
            if len(frames) <= floor:  # a battle that is over has an empty agenda
                return world.find(world.root, BattleEnd)
            top = frames[-1]
            if type(top.item) in self._running:
                self._run(world, top.item, top.step, Agenda(frames[:-1]))
            else:
                stop = self._settled(world, top.item)
                if stop is not None:
                    return stop
        raise RuntimeError(f"no stop after {RUNAWAY} items; on top is {world.frames()[-1]}")

    def _settled(self, world: World, item: AgendaItem) -> Stop | None:
        """Return the stop that an item is, or None if the engine has processed it."""
        if isinstance(item, Ask):
            return item
        if isinstance(item, Finish):
            self._finish(world, item)
        elif not isinstance(item, Chain):
            raise RuntimeError(f"no system of this rulebook acts on {item}")
        elif item.dice.sides:
            return Roll(item.dice, item.head.why, item.head.by)
        else:
            self.settle_value(world, item.dice.value(()))
        return None

    def happen(self, world: World, outcome: AgendaItem) -> None:
        """Process an outcome in place of the chain on top of the agenda."""
        self._run(world, outcome, 0, Agenda(world.frames()[:-1]))

    def _run(self, world: World, item: AgendaItem, step: int, below: Agenda) -> None:
        """Call the item's remaining systems until one pushes something above `below`.

        Then put the item back beneath the pushed items, to resume later. Put an outcome back even
        if no systems remain, so that its faces are logged with the events that follow from it.
        """
        systems = self._table[type(item)]
        height = len(below.frames)
        # Take the item off the agenda before its systems act, so that anything they push is
        # directly above the waiting items. Put it back only if it must wait.
        world.set_agenda(below)
        # The item's height: faces drawn at or below it led to the events that follow.
        world.height = height + 1
        for index in range(step, len(systems)):
            systems[index].process(world, item)
            # Compare by identity: each push makes a new agenda, and comparing whole stacks would be
            # slow.
            now = world.agenda
            if now is not below and (
                index + 1 < len(systems) or (isinstance(item, Outcome) and not world.quiet)
            ):
                # Put the item back beneath the pushed items, which are settled before its next
                # system acts. The index says where to resume, even after saving and loading.
                waiting = Frame(item, index + 1)
                frames = (*now.frames[:height], waiting, *now.frames[height:])
                world.set_agenda(Agenda(frames))
                return
        # Nothing more follows from these faces. If kept, they would appear in the events of a later
        # item at the same height.
        if isinstance(item, Outcome):
            world.forget_drawn(height + 1)

    def _finish(self, world: World, item: Finish) -> None:
        """End the battle. A book's systems can first tidy up, once and without a roll."""
        # Height 0 is lower than any chain, so the last events show no dice.
        world.height = 0
        for system in self._table.get(Finish, ()):
            system.process(world, item)
        over = BattleEnd(item.winner, item.reason, round_of(world))
        world.clear_agenda()
        world.put(world.root, over)
        story = told_at_end(world, over)
        if story:
            world.tell(Message(message=story))
        world.tell(BattleOver(winner=over.winner, reason=over.reason, rounds=over.rounds))

    def settle(self, world: World, faces: tuple[int, ...]) -> None:
        """Resolve the roll on top of the agenda with these faces, and log them."""
        chain = world.frames()[-1].item
        assert isinstance(chain, Chain)
        value = chain.dice.value(faces)
        head = chain.head
        roller = None if head.by is None else id_of(world, head.by)
        rolled = DiceRolled(
            why=head.why,
            roll=str(chain.dice),
            value=chain.shown(value),
            unit=roller,
            cause=head.cause,
            modifiers=head.roll_modifiers + chain.corrections(value),
            dice=faces,
            rule=head.rule,
        )
        # Dice are rolled openly: even a side that doesn't see the roller sees the faces, but not
        # the unit or the modifiers, which would give the roller away.
        seeing = self._seeing(world, head.by)
        if head.seen_by is not None or len(seeing) == len(world.scene.level.sides):
            world.tell(rolled, head.seen_by)
        else:
            world.tell(rolled, seeing, replace(rolled, unit=None, modifiers=()))
        self.settle_value(world, value, faces)

    def _seeing(self, world: World, roller: Entity | None) -> tuple[str, ...]:
        """Return the sides that see the rolling unit. Other sides may not know that it exists."""
        sides = (side.id for side in world.scene.level.sides)
        at = None if roller is None else world.find(roller, Position)
        if roller is None or at is None:
            return tuple(sides)
        return tuple(s for s in sides if self._hide(world, s, roller, at) is not None)

    def settle_value(self, world: World, value: int, faces: tuple[int, ...] = ()) -> None:
        """Resolve the chain on top of the agenda with a value, without an event."""
        # Record the faces before popping the chain: the next item is pushed at the same height and
        # finds them there.
        height = len(world.frames())
        world.draw(height, faces)
        chain = world.pop()
        assert isinstance(chain, Chain)
        world.push(chain.after(value))


# Shared by all battles, views and clones of a book: the table depends only on the book, and systems
# have no state.
@lru_cache(maxsize=64)
def machine_of(book: Book) -> Machine:
    """Return the machine of a book."""
    return Machine(book)
