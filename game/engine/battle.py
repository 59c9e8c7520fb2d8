"""A battle: one book and one world, always at a stop.

`submit` checks a command on the view of the side that is asked, and carries it out in the true
world; `apply` doesn't check. `settle` resolves rolls with faces that the caller provides. Views,
legal commands, refusals and odds never touch the true state.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import msgspec

from game.components.script_progress import Deploying
from game.components.turns import Acting
from game.components.unit import Name, Position
from game.core.cells import Cell
from game.engine.agenda_machine import machine_of
from game.engine.book import Book
from game.engine.chain_odds import AssumeKey, check_assume
from game.engine.known_components import known_components
from game.engine.legality import Desk, carry_out
from game.engine.odds import View
from game.engine.odds_search import OddsSearch
from game.engine.snapshots import snapshot_of, world_of
from game.engine.undo_walls import Walls
from game.terms.agenda import (
    Ask,
    BattleEnd,
    Chain,
    Decision,
    DeployAsk,
    Roll,
    Stop,
)
from game.terms.commands import Answer, Command
from game.terms.events import BattleStarted, Event, LoggedEvent
from game.terms.level import Level
from game.terms.odds import Assume, Odds
from game.terms.queue import QueueSlot
from game.terms.records import Entity
from game.terms.refusals import Refusal
from game.terms.script_events import Message
from game.terms.texts import TextFacts
from game.world import UndoMark, World
from game.world.ask_rules import NO_RISKS, WalkRisks
from game.world.battlefield import Battlefield, battlefield_of
from game.world.unit_names import id_of, is_known, round_of, side_of
from game.world.world import Hide

BEHIND_THE_WALL = Refusal("behind-the-wall", "ALL-09")
NOTHING_TYPED = Refusal("nothing-to-correct", "ALL-09")


class Played(NamedTuple):
    """A command that was carried out, with the mark that undoes it."""

    command: Command
    mark: UndoMark
    ask: Ask

    @property
    def side(self) -> str:
        """The side that gave the command."""
        return self.ask.side


@dataclass
class _View:
    """A cached view of the battle for one side, and the entities written to since its update."""

    battle: "Battle"
    written: set[Entity]
    writes: int
    is_placing: bool = True


class Battle:
    """A battle in progress. `stop` is the ask, roll or end at which it waits."""

    def __init__(self, book: Book, world: World, own: str | None = None) -> None:
        """Continue the battle in `world` from any moment.

        `own` is the side if `world` is a side's view; None if it is the true world.
        """
        self.book = book
        self.world = world
        self.own = own
        self.machine = machine_of(book)
        self.history: list[Played] = []
        self._walls = Walls(side.id for side in world.scene.level.sides)
        self._typed: list[tuple[UndoMark, Roll]] = []
        """Rolls since the last command whose faces were entered by hand, each with the mark before
        it.
        """
        self._views: dict[tuple[str, ...], _View] = {}
        self._desk: tuple[int, Desk] | None = None
        self._odds: tuple[int, dict[tuple[Command, AssumeKey], Odds | OddsSearch]] = -1, {}
        self.stop: Stop = self._advance()

    @classmethod
    def start(cls, book: Book, level: Level) -> "Battle":
        """Return a battle at its first stop."""
        world = World(_scene(book, level))
        book.setup(world)
        world.tell(BattleStarted(level=level.title))
        if level.script.story.intro:
            world.tell(Message(message=level.script.story.intro))
        return cls(book, world)

    def _advance(self) -> Stop:
        stop = self.machine.advance(self.world)
        assert stop is not None, "a rulebook keeps something on the agenda until the battle is over"
        return stop

    # Answers

    @property
    def asked(self) -> str | None:
        """The side that is asked, or None."""
        return self.stop.side if isinstance(self.stop, Ask) else None

    def submit(self, command: Command) -> Refusal | None:
        """Carry out a command if it is legal for the side to move, else return the refusal."""
        ask = self.stop
        is_listed = isinstance(ask, Ask) and self._desk_of(ask).has_listed(command)
        refusal = None if is_listed else self.why_not(command)
        if refusal is None:
            self.apply(command)
        return refusal

    def apply(self, command: Command) -> None:
        """Carry out a command that is known to be legal."""
        ask = self.stop
        assert isinstance(ask, Ask)
        world = self.world
        # Make the mark before the ask is removed, so that undo restores the ask, too.
        self.history.append(Played(command, world.mark(), ask))
        self._typed.clear()
        world.pop()
        self._run(lambda: carry_out(self.book, world, ask, command))

    def settle(self, faces: tuple[int, ...], *, typed: bool = False) -> None:
        """Resolve the pending roll with these faces. Raise ValueError if they don't fit the dice.

        Set `typed` for faces that a person has entered: `unsettle` can then correct them, until the
        next command.
        """
        assert isinstance(self.stop, Roll)
        # This raises before anything is written, so that the roll is still due after wrong faces.
        self.stop.dice.value(faces)
        if typed:
            self._typed.append((self.world.mark(), self.stop))
        chain = self.world.frames()[-1].item
        assert isinstance(chain, Chain)
        # Rolled dice must not be undone freely, or players would repeat a command until they like
        # the result. Even faces that a side didn't see move its true wall.
        self._walls.build(len(self.history), chain.head.seen_by)
        self._run(lambda: self.machine.settle(self.world, faces))

    @property
    def is_correctable(self) -> bool:
        """True if the last roll can be corrected: a person entered it after the last command."""
        return bool(self._typed)

    def unsettle(self) -> Refusal | None:
        """Make the last roll with entered faces due again (ALL-09).

        Return a refusal if there is no such roll.
        """
        if not self._typed:
            return NOTHING_TYPED
        mark, roll = self._typed.pop()
        self.world.undo(mark)
        self.stop = roll
        return None

    def _run(self, act: Callable[[], None]) -> None:
        """Run `act` and continue to the next stop. Revealed secrets and asks move walls."""
        # Count secrets revealed by `act`, and by anything that is settled before the next stop.
        known = self.world.revealed
        act()
        self.stop = self._advance()
        for sides in self.world.reveals[known:]:
            self._walls.build(len(self.history), sides)
        # Only the true world knows which sides see the unit that is asked.
        if isinstance(self.stop, Ask) and self.own is None:
            self._walls.build(len(self.history), self.aware(), self.stop.side)

    def aware(self) -> tuple[str, ...]:
        """Return the sides that can know which unit is asked now: the sides that see the unit.

        All sides know which side is placing its units, and when.
        """
        ask, world, hide = self.stop, self.world, self.book.hide
        assert isinstance(ask, Ask)
        at = None if isinstance(ask, DeployAsk) else world.find(ask.unit, Position)
        sides = tuple(side.id for side in world.scene.level.sides)
        if at is None:
            return sides
        own, unit = ask.side, ask.unit
        return tuple(s for s in sides if s == own or hide(world, s, unit, at) is not None)

    def put_openly(self) -> None:
        """Record that all sides know which unit is asked, because the screen shows it."""
        if isinstance(self.stop, Ask):
            self._walls.build(len(self.history), None, self.stop.side)

    def wall_of(self, side: str, *, as_known: bool = False) -> int:
        """Return the number of commands that the side can't undo without consent (ALL-09).

        With `as_known`, count only walls that the side can know of.
        """
        return self._walls.of(side, as_known=as_known)

    def undo(
        self, agreed: bool = False, commands: int = 1, view: str | None = None
    ) -> Refusal | None:
        """Undo the last `commands` commands.

        Undoing past a wall needs `agreed`; the wall is that of the side that gave the earliest of
        these commands. Dice are not rewound. `view` is the side that wants to undo: count only
        walls that it can know of (None: all). Return a refusal if there is nothing to undo or
        consent is missing.
        """
        kept = len(self.history) - commands
        if kept < 0 or commands < 1:
            return Refusal("nothing-to-undo", "ALL-09")
        # The earliest command to be undone decides, because the battle returns to its ask.
        before = self.history[kept]
        if not agreed and kept < self.wall_of(before.side, as_known=view is not None):
            return BEHIND_THE_WALL
        self.world.undo(before.mark)
        self.stop = before.ask
        del self.history[kept:]
        self._typed.clear()
        self._walls.lower(kept)
        return None

    # Queries

    def view(self, side: str, *others: str) -> "Battle":
        """Return the battle as the side knows it: a copy without anything hidden from it.

        Leave out what is hidden from any of `others`, too.
        """
        if self.own is not None:
            return self
        sides = side, *others
        world, kept = self.world, self._views.get(sides)
        if kept is None:
            # Later, update the view instead of cloning it again: views are read all the time, but
            # little is written between two stops.
            written = world.follow()
            kept = self._views[sides] = _View(self._hidden(sides), written, world.writes)
        # Undo counts as a write, so an equal count means an unchanged state.
        elif kept.writes != world.writes:
            self._renew(sides, kept)
        return kept.battle

    def _hidden(self, sides: tuple[str, ...]) -> "Battle":
        """Return a copy of the battle without anything hidden from one of the sides."""
        return Battle(self.book, self.world.clone(self._known(sides)), sides[0])

    def _renew(self, sides: tuple[str, ...], kept: "_View") -> None:
        """Update the entities of a view that have been written to since its last update.

        Always update the root: a side's knowledge of it depends on which side is asked. During
        deployment, update everything: a side's knowledge of each unit depends on which sides are
        still placing theirs.
        """
        world, battle = self.world, kept.battle
        placing = world.has(world.root, Deploying)
        if placing or kept.is_placing:
            kept.battle, kept.is_placing = self._hidden(sides), placing
        else:
            world.renew(battle.world, {world.root, *kept.written}, self._known(sides))
            # The view may be at a different stop now, such as `Elsewhere`.
            battle.stop = battle._advance()
        kept.written.clear()
        kept.writes = world.writes

    def _known(self, sides: tuple[str, ...]) -> Hide:
        """Return a function that returns an entity's components as all of the sides know them."""
        return partial(known_components, self.book, self.world, self.asked, sides)

    def _desk_of(self, ask: Ask) -> Desk:
        seen = self.view(ask.side).world
        # Keep one desk per state: legal commands, refusals, costs and areas all need its context,
        # which is expensive to make.
        if self._desk is None or self._desk[0] != self.world.writes:
            self._desk = self.world.writes, Desk(self.book, seen, ask)
        return self._desk[1]

    def legal(self) -> tuple[Command, ...]:
        """Return the canonical legal commands in a fixed order; empty unless a side is asked."""
        return self._desk_of(self.stop).legal() if isinstance(self.stop, Ask) else ()

    def listing(self) -> Iterator[None]:
        """List the legal commands, their variants and those that are unavailable in parts.

        Stop if the position changes.
        """
        if not isinstance(self.stop, Ask):
            return
        desk, writes = self._desk_of(self.stop), self.world.writes
        for _ in desk.listing():
            yield
            if self.world.writes != writes:
                return
        self.also()
        yield
        for _ in desk.refusing() if self.world.writes == writes else ():
            yield
            if self.world.writes != writes:
                return

    def why_not(self, command: Command) -> Refusal | None:
        """Return the reason why the side that is asked can't give this command, or None."""
        if isinstance(self.stop, Ask):
            return self._desk_of(self.stop).why_not(command)
        if isinstance(self.stop, Roll):
            return Refusal("dice-due", dice=self.stop.dice)
        return Refusal("over")

    def refused(self) -> tuple[tuple[Command, Refusal], ...]:
        """Return the commands that are unavailable now, one per button, each with the reason."""
        return self._desk_of(self.stop).refused() if isinstance(self.stop, Ask) else ()

    def cost(self, command: Command) -> int | None:
        """Return the movement that a legal command spends, or None if it spends none."""
        return self._desk_of(self.stop).cost(command) if isinstance(self.stop, Ask) else None

    def odds(self, command: Command, assume: Assume = "stop", moments: int | None = None) -> Odds:
        """Return the exact odds of a legal command, as far as the side that is asked knows.

        With `moments`, search at most this many states now. If that isn't enough, raise Unfinished;
        the next call continues the search.
        """
        assert isinstance(self.stop, Ask)
        # Cache odds until the state changes: people hover over the same commands again and again,
        # and computer players evaluate commands that they list later.
        if self._odds[0] != self.world.writes:
            self._odds = self.world.writes, {}
        key = command, check_assume(assume)
        known = self._odds[1].get(key)
        if known is None:
            view = View(self.book, self.machine, self.view(self.stop.side).world)
            known = self._odds[1][key] = OddsSearch(view, command, assume)
        if isinstance(known, OddsSearch):
            try:
                known = self._odds[1][key] = known.odds(moments)
            finally:
                # A search on a view writes to this very world, and takes everything back.
                self._odds = self.world.writes, self._odds[1]
        return known

    def forget_odds(self) -> None:
        """Clear the cached odds of this moment."""
        self._odds = -1, {}

    def is_undoable(self, command: Command) -> bool:
        """Return whether the side that is asked could undo a legal command, as far as it knows.

        It can't if the command rolls or reveals something, asks another side, or ends the battle.
        """
        goes_on, has_wall = self._walled(command)
        return goes_on and not has_wall

    def is_revealing(self, command: Command) -> bool:
        """Return whether the side asked can't undo a legal command only because it reveals."""
        return all(self._walled(command))

    def _walled(self, command: Command) -> tuple[bool, bool]:
        """Return whether a side is asked again after its command, and if it has a wall there.

        Count only what the side can know.
        """
        ask = self.stop
        assert isinstance(ask, Ask)
        after = self.view(ask.side).clone()
        after.apply(command)
        is_own = isinstance(after.stop, Ask) and after.stop.side == ask.side
        return is_own, after.wall_of(ask.side, as_known=True) > 0

    def area(self, command: Command) -> tuple[Cell, ...]:
        """Return the tiles that a legal command would affect; empty if it has no area."""
        if not isinstance(self.stop, Ask) or self.why_not(command) is not None:
            return ()
        return tuple(self._desk_of(self.stop).area(command))

    def facts(self, command: Command) -> TextFacts:
        """Return values for the text of a legal command, in addition to its fields."""
        stop = self.stop
        if isinstance(stop, Decision) and isinstance(command, Answer):
            return self.book.answer_facts(self.view(stop.side).world, stop, command.answer)
        return self._desk_of(stop).facts(command) if isinstance(stop, Ask) else {}

    def risks(self, command: Command) -> WalkRisks:
        """Return the risks of a legal move, as far as its side knows them."""
        return self._desk_of(self.stop).risks(command) if isinstance(self.stop, Ask) else NO_RISKS

    def also(self) -> tuple[Command, ...]:
        """Return variants of the legal commands, offered to people together with them."""
        return self._desk_of(self.stop).also if isinstance(self.stop, Ask) else ()

    def ask_facts(self) -> TextFacts:
        """Return values for the text of the current ask, in addition to its fields."""
        return self._desk_of(self.stop).ask_facts() if isinstance(self.stop, Ask) else {}

    @property
    def outcome(self) -> BattleEnd | None:
        """The end of the battle, or None while it goes on."""
        return self.stop if isinstance(self.stop, BattleEnd) else None

    @property
    def round(self) -> int:
        """The number of the current round; 0 before the first."""
        return round_of(self.world)

    def queue(self) -> tuple[QueueSlot, ...]:
        """Return the queue of units that act now and next; in a view, only known units."""
        slots = self.book.queue(self.world)
        if self.own is None:
            return slots
        known = {id_of(self.world, unit) for unit in self.units()}
        seen = ((slot, tuple(id for id in slot.units if id in known)) for slot in slots)
        return tuple(msgspec.structs.replace(slot, units=units) for slot, units in seen if units)

    @property
    def turn(self) -> str | None:
        """The id of the unit whose turn it is; None if there is none, or a view doesn't show it."""
        acting = self.world.find(self.world.root, Acting)
        if acting is None or not is_known(self.world, acting.unit, self.own):
            return None
        return id_of(self.world, acting.unit)

    def log(self, side: str | None = None) -> list[Event]:
        """Return all events so far, as the side sees them; with None, as they happened."""
        return [event for told in self.world.log if (event := told.to(side)) is not None]

    def told(self) -> list[LoggedEvent]:
        """Return the log: each event with the sides that see it."""
        return self.world.log

    def units(self) -> tuple[Entity, ...]:
        """Return all units, dead or alive, in unit order; in a view, only known units."""
        units = self.world.ids(Name)
        return tuple(unit for unit in units if is_known(self.world, unit, self.own))

    def id_of(self, unit: Entity) -> str:
        """Return a unit's id."""
        return id_of(self.world, unit)

    def side_of(self, unit: Entity) -> str:
        """Return a unit's side."""
        return side_of(self.world, unit)

    # Saving

    def hash(self) -> str:
        """Return a fingerprint of all components and the agenda."""
        return self.world.hash()

    def clone(self) -> "Battle":
        """Return an independent copy at the same stop, without the log and history."""
        return Battle(self.book, self.world.clone(), self.own)

    def snapshot(self) -> bytes:
        """Return the whole state as JSON, for `restored`."""
        return snapshot_of(self.world)

    @classmethod
    def restored(
        cls, book: Book, level: Level | Battlefield, snapshot: bytes, own: str | None = None
    ) -> "Battle":
        """Return the battle of a snapshot. Raise ValueError if it is damaged.

        `own` is the side if the snapshot is of a side's view; None if it is of the true world. If
        you pass a battlefield instead of a level, battles share its cached results.
        """
        scene = level if isinstance(level, Battlefield) else _scene(book, level)
        world = world_of(snapshot, scene, book)
        try:
            battle = cls(book, world, own)
            # Each part could be read. Only using them shows whether they fit together.
            can_go_on = bool(battle.legal()) or own is not None or not isinstance(battle.stop, Ask)
        # The parts are valid, but don't fit together.
        except (LookupError, AssertionError) as fault:
            raise ValueError(f"the parts of the state don't fit together: {fault!r}") from fault
        if not can_go_on:
            raise ValueError(f"{battle.asked!r} is asked, but has no legal command")
        return battle


def _scene(book: Book, level: Level) -> Battlefield:
    return battlefield_of(level, book.schema.diagonal, book.schema.handles)
