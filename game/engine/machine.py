"""The machine: takes items off the agenda and hands them to systems until something is asked."""

from game.engine.book import Book
from game.terms.agenda import Agenda, Ask, Chain, Finish, Frame, Item, Outcome, Over, Roll, Stop
from game.terms.events import BattleOver, Rolled
from game.terms.script_events import Message
from game.world import World
from game.world.names import id_of, round_of
from game.world.system import System

RUNAWAY = 100_000
"""Items processed without a stop that can only mean a fault in a book."""


def told_at_end(world: World, over: Over) -> str | None:
    """What the level tells about this ending, as its party sees it."""
    level = world.scene.level
    story = level.script.story
    if over.winner is None:
        return story.draw
    party = level.party or level.sides[0].id
    return story.won if over.winner == party else story.lost


class Machine:
    """A book's systems by the type of item they act on."""

    def __init__(self, book: Book) -> None:
        self._table: dict[type[Item], tuple[System, ...]] = {}
        for system in book.systems:
            for kind in system.acts_on:
                self._table[kind] = (*self._table.get(kind, ()), system)

    def handles(self, kind: type[Item]) -> bool:
        """Whether any system acts on items of this type."""
        return kind in self._table

    def advance(self, world: World, floor: int = 0) -> Stop | None:
        """Processes items until a stop; None when no more than `floor` frames are left."""
        for _ in range(RUNAWAY):
            over = world.find(world.root, Over)
            if over is not None:
                return over
            frames = world.frames()
            if len(frames) <= floor:
                return None
            stop = self._step(world, frames)
            if stop is not None:
                return stop
        raise RuntimeError(f"no stop after {RUNAWAY} items; on top is {world.frames()[-1]}")

    def _step(self, world: World, frames: tuple[Frame, ...]) -> Stop | None:
        item, step = frames[-1].item, frames[-1].step
        if isinstance(item, Ask):
            return item
        if isinstance(item, Chain):
            if item.dice.sides:
                return Roll(item.dice, item.why, item.roller)
            self.settle_value(world, item.dice.value(()))
        elif isinstance(item, Finish):
            self._finish(world, item)
        else:
            self._run(world, item, step, Agenda(frames[:-1]))
        return None

    def happen(self, world: World, outcome: Item) -> None:
        """Carries an outcome out in place of the chain on top of the agenda."""
        self._run(world, outcome, 0, Agenda(world.frames()[:-1]))

    def _run(self, world: World, item: Item, step: int, below: Agenda) -> None:
        """Calls the item's systems that are left, as long as none puts anything above `below`.

        If one does, the item waits beneath that for the systems behind it; an outcome even if
        there are none, as its faces belong to what comes of it.
        """
        systems = self._table.get(type(item))
        if systems is None:
            raise RuntimeError(f"no system of this book acts on {item}")
        height = len(below.frames)
        world.set_agenda(below)
        world.height = height + 1
        for index in range(step, len(systems)):
            systems[index].process(world, item)
            now = world.agenda
            if now is not below and (index + 1 < len(systems) or isinstance(item, Outcome)):
                waiting = Frame(item, index + 1)
                frames = (*now.frames[:height], waiting, *now.frames[height:])
                world.set_agenda(Agenda(frames))
                return
        if isinstance(item, Outcome):
            world.forget_drawn(height + 1)

    def _finish(self, world: World, item: Finish) -> None:
        """Ends the battle; a book's systems may put things right first, once and without a roll."""
        world.height = 0
        for system in self._table.get(Finish, ()):
            system.process(world, item)
        over = Over(item.winner, item.reason, round_of(world))
        world.clear_agenda()
        world.put(world.root, over)
        story = told_at_end(world, over)
        if story:
            world.tell(Message(message=story))
        world.tell(BattleOver(winner=over.winner, reason=over.reason, rounds=over.rounds))

    def settle(self, world: World, faces: tuple[int, ...]) -> None:
        """Gives the roll on top of the agenda its faces, and tells of them."""
        chain = world.frames()[-1].item
        assert isinstance(chain, Chain)
        value = chain.dice.value(faces)
        roller = None if chain.roller is None else id_of(world, chain.roller)
        world.tell(
            Rolled(
                why=chain.why,
                roll=str(chain.dice),
                value=chain.shown(value),
                unit=roller,
                cause=chain.cause,
                modifiers=chain.roll_modifiers,
                dice=faces,
                rule=chain.rule,
            ),
            chain.seen_by,
        )
        self.settle_value(world, value, faces)

    def settle_value(self, world: World, value: int, faces: tuple[int, ...] = ()) -> None:
        """Gives the chain on top of the agenda its value, without a word."""
        height = len(world.frames())
        world.draw(height, faces)
        chain = world.pop()
        assert isinstance(chain, Chain)
        world.push(chain.after(value))
