"""A battle for a window, whose calls never wait for a player to choose.

The window calls `go_on` again and again to roll dice; computer players think in their own
processes. Everything shown is limited to what one side may know (None: everything).
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

from game.core.cells import Cell
from game.core.dice import DiceError
from game.engine.book import Book
from game.engine.bookshelf import extra_packages
from game.play.battle_files import Keeper
from game.play.battle_start import opened_battle
from game.play.fault_log import FaultLog
from game.play.later_check import LaterCheck
from game.play.line_reading import Wrong
from game.play.opening import Options, saved_battle
from game.play.players import Seats, outside
from game.play.resuming import is_running
from game.play.rewind import RewindableBattle
from game.play.seating import seating_of
from game.play.table import Table, due
from game.present.answer_sheet import AnswerSheet
from game.present.battle_position import BattlePosition, battle_position
from game.present.level_overview import LevelOverview, overview_of
from game.present.luck_receipt import Receipt, receipts
from game.present.picture import (
    Card,
    Picture,
    TileCard,
    card_of,
    finding_threats,
    picture_of,
    threat_by,
    threats_of,
    tile_of,
)
from game.present.question import Question, question_of
from game.present.resumed_past import ResumedPast, taken_over
from game.present.scripted_dice import rolled_on
from game.present.shown_events import ShownEvent, ShownLog
from game.present.thinkers import Thinkers
from game.present.turning_points import from_moment, saved_of, set_up
from game.record.reader import ReadRecording
from game.record.shortening import short
from game.terms.agenda import Ask, BattleEnd, Roll
from game.terms.changes import ChangeFact
from game.terms.commands import Command
from game.terms.level import Side
from game.terms.odds import Assume, Odds
from game.terms.refusals import Refusal
from game.terms.texts import dice_text


class DiceDue(msgspec.Struct, frozen=True):
    """Dice that people have to roll: the sides of each, their purpose, and the roller.

    `side` is None if anyone may roll. Unless `is_public`, only that side's people may see them.
    """

    sides: tuple[int, ...]
    text: str
    side: str | None
    is_public: bool


class ToldRefusal(msgspec.Struct, frozen=True):
    """A refusal with its sentence."""

    code: str
    text: str
    rule: str | None


class WindowBattle:
    """One battle with its players, saved while it is played."""

    def __init__(
        self,
        table: Table,
        folder: Path,
        tell: Callable[[str], object] = lambda _: None,
        extra: tuple[str, ...] = (),
        is_kept: bool = True,
        check: LaterCheck | None = None,
    ) -> None:
        """Prepare the battle.

        `extra` are packages with more rulebooks. Unless `is_kept`, nothing is saved. `check` is
        the pending check of the commands from before the battle was resumed, if there is one.
        """
        self.table = table
        self.tell = tell
        table.mind = FaultLog(folder, tell)
        self.keeper = Keeper(table, folder, tell)
        if is_kept and table.battle.outcome is None:
            self.keeper.begin()
        self._thinkers = Thinkers(table, extra)
        table.eyes = self.people
        self._sheet = AnswerSheet(table, None)
        self._words = self._sheet.words
        self._logs: dict[str | None, ShownLog] = {}
        self._past = ResumedPast(check, self._words, (None, *self.people)) if check else None
        self._source: Path | None = None
        self.pasts = 0
        """Number of times that a finished check has replaced the log and the undo history."""
        self.earlier: dict[str | None, int] = {}
        """Number of earlier events that each view gained when `pasts` last changed."""

    @classmethod
    def open(
        cls,
        options: Options,
        books: Mapping[str, Book],
        folder: Path,
        tell: Callable[[str], object] = lambda _: None,
        seats: Seats = outside,
        is_kept: bool = True,
    ) -> "WindowBattle":
        """Start the battle of a level, or resume one; raise Failure if that isn't possible.

        Unless `is_kept`, the battle is only shown, and a saved battle stays as it is.
        """
        checks: list[LaterCheck] = []
        later = checks.append if is_kept else None
        with opened_battle(options, books, None, folder, tell, seats, later) as table:
            check = next(iter(checks), None)
            sitting = cls(table, folder, tell, extra_packages(books), is_kept, check)
            path = sitting._source = saved_battle(options)
            if is_kept and sitting.is_over and path is not None and is_running(path, folder):
                sitting.keeper.begin()  # the program closed as the battle ended; `go_on` saves it
            return sitting

    @classmethod
    def of(
        cls, reel: RewindableBattle, folder: Path, tell: Callable[[str], object]
    ) -> "WindowBattle":
        """Return a battle that shows `reel` at its current position, and saves nothing."""
        return cls(reel.table, folder, tell, is_kept=False)

    def afresh(self, options: Options) -> Options:
        """Return options that repeat this battle with the same players, units and kind of dice.

        `options` opened this battle. If they named a save, name the save's level instead.
        """
        level, header = self.table.battle.world.scene.level, self.table.record.header
        changes = options.changes
        if changes is None and not options.rosters:
            book = self.table.battle.book
            changes = seating_of(level, book).changes(book)
        given = options.level or ""
        return Options(
            level=given if given.endswith(".toml") else level.id,
            dice=options.dice or ("ask" if header.dice == "ask" else None),
            players=",".join(f"{side}={name}" for side, name in self.players.items()),
            changes=changes,
            rosters=options.rosters,
        )

    # Play

    @property
    def players(self) -> dict[str, str]:
        """The name of each side's player."""
        return dict(self.table.record.header.players)

    @property
    def people(self) -> tuple[str, ...]:
        """The sides that people play."""
        sides = (side.id for side in self.table.battle.world.scene.level.sides)
        return tuple(side for side in sides if side not in self._thinkers)

    @property
    def asked(self) -> str | None:
        """The side that is asked for a command, or None."""
        return self.table.battle.asked

    @property
    def asked_unit(self) -> str | None:
        """The unit that is asked for a command, or None."""
        battle, stop = self.table.battle, self.table.battle.stop
        return battle.id_of(stop.unit) if isinstance(stop, Ask) else None

    @property
    def is_over(self) -> bool:
        """Return whether the battle has ended."""
        return isinstance(self.table.battle.stop, BattleEnd)

    @property
    def winner(self) -> str | None:
        """The side that has won; None before the end, and after a draw."""
        return outcome.winner if (outcome := self.table.battle.outcome) else None

    @property
    def count(self) -> int:
        """The number of the last command in the record."""
        return self.table.record.count

    @property
    def is_thinking(self) -> bool:
        """Return whether a computer player is asked."""
        return self.asked in self._thinkers

    def is_seen_to_think(self, view: str | None) -> bool:
        """Return whether a computer player is asked and `view` may know that (None: always)."""
        return self.is_thinking and (view is None or view in self.table.battle.aware())

    @property
    def dice_due(self) -> DiceDue | None:
        """The dice that people have to roll, or None."""
        stop, table = self.table.battle.stop, self.table
        if not isinstance(stop, Roll) or not table.dice.asked or table.is_apart():
            return None
        seen_by = due(table.battle).head.seen_by
        seers = tuple(side for side in self.people if seen_by is None or side in seen_by)
        roller = None if stop.roller is None else table.battle.side_of(stop.roller)
        side = roller if roller in seers else next(iter(seers), None)
        is_public = seen_by is None or set(self.people) <= set(seen_by)
        text, shown = self._sheet.roll(stop), None if is_public and roller != side else side
        return DiceDue(stop.dice.sides, text, shown, is_public)

    def start_thinker(self) -> None:
        """Start one more computer player's process; call it once a frame while the battle lasts."""
        if not self.is_over:
            self._thinkers.start_next()

    def go_on(self) -> bool:
        """Take one step that needs no input from people; return False if none is possible now."""
        stop = self.table.battle.stop
        if isinstance(stop, Roll):
            went_on = rolled_on(self.table, self.tell)
        elif isinstance(stop, BattleEnd):
            self.check(None)
            self.keeper.finish()
            return False
        else:
            went_on = stop.side in self._thinkers and self._thinkers.answer(stop)
        if went_on:
            self._thinkers.ask_ahead()
        return went_on

    @property
    def is_checking(self) -> bool:
        """Return whether commands from before the battle was resumed are still to be checked."""
        return self._past is not None

    def check(self, seconds: float | None) -> None:
        """Check commands from before the battle was resumed, for `seconds` (None: all of them).

        After the last one, take over the log and the undo history, and report any difference.
        """
        past = self._past
        if past is None or (checked := past.check(seconds)) is None:
            return
        self._past, self._logs, self.earlier = None, past.logs, past.earlier
        self.pasts += 1
        taken_over(self.table, checked, self.keeper, self._source)
        if checked.trouble:
            self._gone_back(None)
            self.tell(checked.trouble)

    def answer(self, command: Command) -> ToldRefusal | None:
        """Carry out a command for the people's side that is asked.

        Return a refusal if it is illegal, else None.
        """
        refusal = self.table.submit(command)
        if refusal is None:
            self._thinkers.ask_ahead()
        return self._told(refusal)

    def _told(self, refusal: Refusal | None) -> ToldRefusal | None:
        """Return a refusal with its sentence."""
        if refusal is None:
            return None
        return ToldRefusal(refusal.code, short(self._words.refusal(refusal)), refusal.rule)

    def throw(self, faces: tuple[int, ...]) -> str | None:
        """Use the faces that people have rolled; return an error sentence if they don't fit."""
        try:
            self.table.roll(faces)
        except DiceError as fault:
            return dice_text(fault)
        self._thinkers.ask_ahead()
        return None

    def undo(self, agreed: bool = False, side: str | None = None) -> str | None:
        """Undo the last command of a side (None: the side that people play, if it is the only one).

        Return why not, or None on success.
        """
        self.check(None)
        return self._gone_back(self.table.undo(agreed, side or self._only))

    def correct(self) -> str | None:
        """Go back to the dice that people typed last, to be rolled again.

        Return why not, or None on success.
        """
        return self._gone_back(self.table.unroll())

    def _gone_back(self, refusal: Refusal | None) -> str | None:
        """Cancel the thinkers after an undo, or return why nothing was undone."""
        if refusal is not None:
            return self._words.refusal(refusal)
        self._thinkers.cancel()
        return None

    @property
    def _only(self) -> str | None:
        """The people's side, if they play only one."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def given(self) -> int:
        """The number of commands given and not undone."""
        return len(self.table.battle.history)

    @property
    def is_correctable(self) -> bool:
        """Return whether people have typed dice since the last command."""
        return self.table.battle.is_correctable

    def undoable_by(self, side: str | None) -> tuple[int, int]:
        """Return the numbers of commands that a side has given, and that it can't undo.

        Undone commands don't count. The second number is limited to what the side can know.
        """
        if side is None:
            return 0, 0
        battle = self.table.battle
        own = [i for i, one in enumerate(battle.history) if one.side == side]
        wall = battle.wall_of(side, as_known=True)
        return len(own), sum(i < wall for i in own)

    def taken_back(self, side: str, view: str) -> list[str]:
        """Return the sentences of events seen by `view` that undoing `side` once would remove."""
        self.check(None)
        commands = self.table.since(side)
        if not commands:
            return []
        since = self.table.battle.history[-commands].mark.log
        told = self.table.battle.told()[since:]
        return [self._words.event(event) for one in told if (event := one.to(view)) is not None]

    def close(self) -> None:
        """Stop all thinkers; the battle stays saved as far as it was played."""
        self._thinkers.close()
        self.keeper.leave()

    def saved(self) -> bytes:
        """Return the battle as the content of a save."""
        return self.table.saved()

    def so_far(self) -> ReadRecording:
        """Return the record of the battle so far."""
        return saved_of(self.table.record)

    def position(self) -> BattlePosition:
        """Return the current position, as far as a level can express it."""
        return battle_position(self.table.battle)

    def taken_up(self, n: int, books: Mapping[str, Book], is_new_luck: bool = False) -> Path:
        """Return a file from which this battle resumes after command `n`.

        The battle so far is kept as a replay. Raise Failure if there is no such command.
        """
        content = from_moment(self.so_far(), n, books, is_new_luck)
        made = set_up(content, self.table.battle.world.scene.level.id, self.keeper.folder)
        self.keeper.finish()
        return made

    # Look

    def overview(self) -> LevelOverview:
        """Return the overview of the battle."""
        return overview_of(self.table.battle.world)

    def title(self) -> str:
        """Return the title of the level."""
        return self.table.battle.world.scene.level.title

    def sides(self) -> tuple[Side, ...]:
        """Return the sides of the level, with their colours and shapes."""
        return self.table.battle.world.scene.level.sides

    def picture(self, view: str | None) -> Picture:
        """Return the battle as the side `view` sees it (None: everything), ready to draw."""
        battle = self.table.battle
        return picture_of(battle.view(view) if view else battle, self._words)

    def told(self, view: str | None, since: int = 0) -> list[ShownEvent]:
        """Return the events that a side knows after number `since`."""
        log = self._logs.setdefault(view, ShownLog(self._words, view))
        return log.of(self.table.battle.told(), since)

    def told_so_far(self, view: str | None) -> int:
        """Return the number of events that a side knows."""
        return len(self.table.battle.log(view))

    def luck(self) -> tuple[Receipt, ...]:
        """Return the receipt of each side's dice; return none until the battle is over."""
        return receipts(self.table.battle)

    def question(self) -> Question | None:
        """Return the question to a side that people play, or None if no such side is asked."""
        stop = self.table.battle.stop
        if not isinstance(stop, Ask) or stop.side in self._thinkers:
            return None
        return question_of(self._sheet, stop)

    def odds(
        self, command: Command, assume: Assume = "stop", moments: int | None = None
    ) -> Odds | None:
        """Return the exact odds of a command, or None if it is illegal or has too many outcomes.

        Raise Unfinished if `moments` steps of the search aren't enough; the next call continues the
        search.
        """
        try:
            return self._sheet.odds(command, assume, moments)
        except Wrong:
            return None

    def cover(self, odds: Odds) -> str:
        """Return the cover of an attack's target, half or three-quarters, or "" for none."""
        return self._words.cover(one.text for one in odds.modifiers)

    def area(self, command: Command) -> frozenset[Cell]:
        """Return the tiles of a command's area; none if it has no area."""
        return frozenset(self.table.battle.area(command))

    def dangers(self, command: Command) -> tuple[Cell, ...]:
        """Return the tiles where a legal move may harm its unit, as far as the side asked knows."""
        battle = self.table.battle
        if battle.why_not(command) is not None:
            return ()
        return battle.risks(command).tiles

    def why_not(self, command: Command) -> ToldRefusal | None:
        """Return why a command is illegal, or None if it is legal."""
        return self._told(self.table.battle.why_not(command))

    def change(self, unit: str | None, fact: ChangeFact) -> str:
        """Return one effect of an odds outcome on a unit, in words."""
        return self._words.change(unit, fact)

    def then(self, ask: str) -> str:
        """Return the ask that follows an odds outcome, in words."""
        return self._words.then(ask)

    def assumed(self, ask: str, answer: str) -> str | None:
        """Return the assumed answer to an ask, in words, or None if it has none."""
        return self._words.assumed(ask, answer)

    def held(self, kind: str, value: int) -> str:
        """Return a condition that a unit gains, in words."""
        return self._words.held(kind, value)

    def card(self, view: str | None, unit: str) -> Card | None:
        """Return the card of a unit, or None if the side knows of no such unit."""
        battle = self.table.battle
        return card_of(battle.view(view) if view else battle, self._words, unit)

    def tile(self, view: str | None, at: Cell) -> TileCard:
        """Return the card of a tile."""
        battle = self.table.battle
        return tile_of(battle.view(view) if view else battle, self._words, at)

    def threats(self, side: str) -> dict[str, frozenset[Cell]]:
        """Return the tiles on which each known foe of a side could harm a unit in its next turn."""
        return threats_of(self.table.battle, side, frozenset(self.people))

    def threat(self, side: str, foe: str) -> frozenset[Cell]:
        """Return the tiles on which one foe of a side could harm a unit in its next turn."""
        return threat_by(self.table.battle, side, foe, frozenset(self.people))

    def finding_threats(self, side: str) -> Iterator[None]:
        """Prepare the data for threats ahead of time, in small steps."""
        return finding_threats(self.table.battle, side, frozenset(self.people))
