"""The machine: takes items off the agenda and hands them to systems until something is asked."""

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
from game.world.system import System, could_change
from game.world.unit_names import id_of, round_of

RUNAWAY = 100_000
"""Items processed without a stop that can only mean a fault in a book."""


def told_at_end(world: World, over: BattleEnd) -> str | None:
    """Return what the level says about this ending, from its party's point of view."""
    level = world.scene.level
    story = level.script.story
    if over.winner is None:
        return story.draw
    return story.won if over.winner == level.party_side else story.lost


class Machine:
    """A book's systems by the type of item they act on."""

    def __init__(self, book: Book) -> None:
        self._hide = book.hide
        self._table: dict[type[AgendaItem], tuple[System[Any], ...]] = {}
        for system in book.systems:
            for kind in system.acts_on:
                self._table[kind] = (*self._table.get(kind, ()), system)

    def handles(self, kind: type[AgendaItem]) -> bool:
        """Return whether any system acts on items of this type."""
        return kind in self._table

    def could_change(self, world: World, item: AgendaItem) -> bool:
        """Return whether an item could change anything: always, unless its systems can tell."""
        return could_change(self._table.get(type(item), ()), world, item)

    def advance(self, world: World, floor: int = 0) -> Stop | None:
        """Process items until a stop; None when no more than `floor` frames are left."""
        for _ in range(RUNAWAY):
            frames = world.agenda.frames
            if len(frames) <= floor:  # what is over has left nothing there
                return world.find(world.root, BattleEnd)
            top = frames[-1]
            # `Finish` may have systems, but the end itself belongs to the engine: see `_finish`.
            if type(top.item) in self._table and not isinstance(top.item, Finish):
                self._run(world, top.item, top.step, Agenda(frames[:-1]))
            else:
                stop = self._settled(world, top.item)
                if stop is not None:
                    return stop
        raise RuntimeError(f"no stop after {RUNAWAY} items; on top is {world.frames()[-1]}")

    def _settled(self, world: World, item: AgendaItem) -> Stop | None:
        """Return the stop that an item is, or None if the engine has dealt with it by itself."""
        if isinstance(item, Ask):
            return item
        if isinstance(item, Finish):
            self._finish(world, item)
        elif not isinstance(item, Chain):
            raise RuntimeError(f"no system of this book acts on {item}")
        elif item.dice.sides:
            return Roll(item.dice, item.head.why, item.head.by)
        else:
            self.settle_value(world, item.dice.value(()))
        return None

    def happen(self, world: World, outcome: AgendaItem) -> None:
        """Carry an outcome out in place of the chain on top of the agenda."""
        self._run(world, outcome, 0, Agenda(world.frames()[:-1]))

    def _run(self, world: World, item: AgendaItem, step: int, below: Agenda) -> None:
        """Call the item's remaining systems until one puts something above `below`.

        Then the item waits beneath that for its other systems; an outcome waits even if none are
        left, where its faces are told with the events that follow from it.
        """
        systems = self._table[type(item)]
        height = len(below.frames)
        # The item leaves the agenda before its systems act, so that what they push lies right above
        # what waits beneath it. It is put back only if it has to wait.
        world.set_agenda(below)
        # Where the item stood: faces drawn at or below this height led to what is told now.
        world.height = height + 1
        for index in range(step, len(systems)):
            systems[index].process(world, item)
            # By identity: each push makes a new agenda, and comparing whole stacks would be slow.
            now = world.agenda
            if now is not below and (
                index + 1 < len(systems) or (isinstance(item, Outcome) and not world.quiet)
            ):
                # Beneath what was pushed: that is settled before the next system sees the item, and
                # the number says where to resume, even after saving and loading.
                waiting = Frame(item, index + 1)
                frames = (*now.frames[:height], waiting, *now.frames[height:])
                world.set_agenda(Agenda(frames))
                return
        # Nothing else can come of these faces; kept longer, they would show up in the events of a
        # later item at the same height.
        if isinstance(item, Outcome):
            world.forget_drawn(height + 1)

    def _finish(self, world: World, item: Finish) -> None:
        """End the battle; a book's systems may put things right first, once and without a roll."""
        # Lower than any chain, so that the last events show no dice.
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
        """Give the roll on top of the agenda its faces, and log them."""
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
            modifiers=head.roll_modifiers,
            dice=faces,
            rule=head.rule,
        )
        # Dice fall in the open: a side that does not see the roller sees the faces all the same,
        # but not whose they are, nor the modifiers, which would tell.
        seeing = self._seeing(world, head.by)
        if head.seen_by is not None or len(seeing) == len(world.scene.level.sides):
            world.tell(rolled, head.seen_by)
        else:
            world.tell(rolled, seeing, replace(rolled, unit=None, modifiers=()))
        self.settle_value(world, value, faces)

    def _seeing(self, world: World, roller: Entity | None) -> tuple[str, ...]:
        """Return the sides that see the roller; the others may not know that there is one."""
        sides = (side.id for side in world.scene.level.sides)
        at = None if roller is None else world.find(roller, Position)
        if roller is None or at is None:
            return tuple(sides)
        return tuple(s for s in sides if self._hide(world, s, roller, at) is not None)

    def settle_value(self, world: World, value: int, faces: tuple[int, ...] = ()) -> None:
        """Give the chain on top of the agenda its value, without an event."""
        # Before the chain is popped: what follows it is pushed at the same height and finds its
        # faces there.
        height = len(world.frames())
        world.draw(height, faces)
        chain = world.pop()
        assert isinstance(chain, Chain)
        world.push(chain.after(value))


# Shared by all battles, views and clones under a book: the table depends on the book only, and
# systems hold no state.
@lru_cache(maxsize=64)
def machine_of(book: Book) -> Machine:
    """Return the machine that runs a book."""
    return Machine(book)
