"""The battle as a window shows it, and the window's questions about it.

Everything is limited to what one side may know (None: everything), and nothing that waits for the
disk is shown (`is_held`).
"""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from game.ai.threat_display import (
    Threat,
    preparing_threats,
    threat_by,
    threatened_unit,
    threats_of,
)
from game.core.cells import Cell
from game.engine.battle import Battle
from game.play.line_reading import Wrong
from game.play.players import STDIO
from game.play.shared_screen import is_forced, needs_handover
from game.play.table import Table
from game.present.answer_sheet import AnswerSheet
from game.present.dice_due import DiceDue, dice_due
from game.present.forecast.mark_places import board_marks
from game.present.forecast.marks import ForecastMark
from game.present.forecast.told_odds import told_odds
from game.present.level_overview import LevelOverview, overview_of
from game.present.luck_receipt import Receipt, receipts
from game.present.picture import (
    Card,
    Picture,
    TileCard,
    card_of,
    picture_of,
    tile_of,
)
from game.present.question import Question, question_of
from game.present.shown_events import ShownEvent, ShownLog, Viewers
from game.present.sync_hold import SyncHold
from game.record.shortening import short
from game.terms.agenda import Ask, BattleEnd, Stop
from game.terms.changes import ChangeFact
from game.terms.commands import Command
from game.terms.level import Side
from game.terms.level_script import Lesson
from game.terms.odds import Assume, Odds
from game.terms.refusals import Refusal
from game.terms.script.conditions import Standing
from game.world.script_conditions import stands


class ToldRefusal(msgspec.Struct, frozen=True):
    """A refusal with its sentence."""

    code: str
    text: str
    rule: str | None
    brief: str = ""
    """The reason in two or three words, or ""."""


class ShownBattle:
    """The battle at a table, as a window shows it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        names = table.record.header.players
        sides = (side.id for side in table.battle.world.scene.level.sides)
        self.people = tuple(side for side in sides if names.get(side, STDIO) == STDIO)
        """The sides that people play."""
        self._own_sheet = AnswerSheet(table, None)
        self._open_sheet = AnswerSheet(table, None, self.people)
        self._words = self._own_sheet.words
        self._logs: dict[Viewers, ShownLog] = {}
        self.company: tuple[str, ...] = ()
        """Sides whose people look at the window together, if they do; nothing that is hidden from
        one of them is shown.
        """
        self.is_face_up = False
        """Whether the side asked shows its hand, and all else that it knows, in company."""
        self._hold = SyncHold(table)
        self._alone: tuple[tuple[Battle, int, str], bool] | None = None
        """Battle, number of its writes, and side of the last `needs_handover`; and its result."""

    @property
    def is_held(self) -> bool:
        """Return whether the newest dice or secrets are held back until they are on disk.

        Until then there are no new events, and nobody is asked. `go_on` ends it. Other answers
        about the position would wait for the disk, so don't ask for them.
        """
        return self._hold.is_on

    def wait(self) -> None:
        """Wait for the disk if anything is held back; `go_on` won't report what is new then."""
        self._hold.wait()
        self._hold.has_ended()

    @property
    def _shown(self) -> Battle:
        """The battle, for answers that show its position; waits for the disk if need be."""
        self._hold.wait()
        return self.table.battle

    def _eyes(self, view: str | None) -> Battle:
        """Return the battle as a side sees it, or as all of the company do (None: everything)."""
        battle = self._shown
        if view is None:
            return battle
        return battle.view(view, *self._others(view))

    def _others(self, view: str) -> tuple[str, ...]:
        """Return the sides that look at the window together with a side, and mustn't learn more."""
        if self.is_face_up or view not in self.company:
            return ()
        return tuple(side for side in self.company if side != view)

    @property
    def sheet(self) -> AnswerSheet:
        """The question and its answers, as far as everybody at the window may know them."""
        is_open = bool(self.company) and not self.is_face_up
        return self._open_sheet if is_open else self._own_sheet

    @contextmanager
    def in_company(self, company: tuple[str, ...]) -> Iterator[None]:
        """Let these sides look at the window together in this context."""
        kept, self.company = self.company, company
        yield
        self.company = kept

    @property
    def has_hands(self) -> bool:
        """Return whether sides keep anything face down on a shared screen."""
        return bool(self.table.battle.book.in_hand)

    def needs_handover(self, side: str) -> bool:
        """Return whether a side's people have to sit down alone, since others may not know all."""
        battle = self._shown
        now = battle, battle.world.writes, side
        if self._alone is None or self._alone[0] != now:
            others = [one for one in self.people if one != side]
            self._alone = now, needs_handover(battle, side, others)
        return self._alone[1]

    @property
    def is_forced(self) -> bool:
        """Return whether people are asked, and the only answer can be given without asking them."""
        battle = self._shown
        others = [one for one in self.people if one != battle.asked]
        return battle.asked in self.people and is_forced(battle, others)

    @property
    def _stop(self) -> Stop | None:
        """The stop of the battle, or None while it is held back."""
        return None if self.is_held else self.table.battle.stop

    @property
    def asked(self) -> str | None:
        """The side that is asked for a command, or None."""
        return self.table.battle.asked if not self.is_held else None

    @property
    def asked_unit(self) -> str | None:
        """The unit that is asked for a command, or None."""
        stop = self._stop
        return self.table.battle.id_of(stop.unit) if isinstance(stop, Ask) else None

    @property
    def is_over(self) -> bool:
        """Return whether the battle has ended."""
        return isinstance(self._stop, BattleEnd)

    @property
    def winner(self) -> str | None:
        """The side that has won; None before the end, and after a draw."""
        stop = self._stop
        return stop.winner if isinstance(stop, BattleEnd) else None

    @property
    def dice_due(self) -> DiceDue | None:
        """The dice that people have to roll, or None."""
        return None if self.is_held else dice_due(self.table, self.people, self.sheet)

    def _told(self, command: Command, refusal: Refusal | None) -> ToldRefusal | None:
        """Return the refusal of a command with its sentence."""
        if refusal is None:
            return None
        text, brief = short(self._own_sheet.why_not(command, refusal)), self._words.brief(refusal)
        return ToldRefusal(refusal.code, text, refusal.rule, brief)

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
        key = view, *(self._others(view) if view else ())
        return self._hold.picture(key, lambda: picture_of(self._eyes(view), self._words))

    def told(self, view: str | None, since: int = 0) -> list[ShownEvent]:
        """Return the events that a side knows after number `since`."""
        return self._log(view).of(self._hold.log(), since)

    def _log(self, view: str | None) -> ShownLog:
        viewers = self._looking(view)
        return self._logs.setdefault(viewers, ShownLog(self._words, viewers))

    def _looking(self, view: str | None) -> Viewers:
        """Return the sides that look at the log together: one side, its company, or an observer."""
        if view is None:
            return ()
        return tuple(sorted(self.company)) if view in self.company else (view,)

    def wall(self, side: str) -> int:
        """Return the number of the last event known to a side that it can't undo; 0 for none."""
        battle = self.table.battle
        commands = battle.wall_of(side, as_known=True)
        if not commands:
            return 0
        log, later = self._hold.log(), battle.history[commands:]
        return self._log(side).known(log, later[0].mark.log if later else len(log))

    def told_so_far(self, view: str | None) -> int:
        """Return the number of events that a side knows."""
        viewers = self._looking(view)
        return sum(one.to_all(viewers) is not None for one in self._hold.log())

    def luck(self) -> tuple[Receipt, ...]:
        """Return the receipt of each side's dice; return none until the battle is over."""
        return receipts(self._shown)

    @property
    def _answered(self) -> Battle:
        """The battle as the side asked sees it in this company, for facts about its answers."""
        self._hold.wait()
        return self.sheet.battle

    def listing(self) -> Iterator[None]:
        """List the options of the next question in parts, so that it comes faster."""
        return self._answered.listing()

    def question(self) -> Question | None:
        """Return the question to a side that people play, or None if no such side is asked."""
        stop = self._stop
        if not isinstance(stop, Ask) or stop.side not in self.people:
            return None
        return question_of(self.sheet, stop)

    def odds(
        self, command: Command, assume: Assume = "stop", moments: int | None = None
    ) -> Odds | None:
        """Return the exact odds of a command, or None if it is illegal or has too many outcomes.

        Raise Unfinished if `moments` steps of the search aren't enough; the next call continues the
        search.
        """
        self._hold.wait()
        try:
            found = self.sheet.odds(command, assume, moments)
        except Wrong:
            return None
        return told_odds(found, self.sheet.script)

    def marks(self, odds: Odds) -> tuple[ForecastMark, ...]:
        """Return the changes of odds as marks on the board, as the side asked knows them."""
        return board_marks(self._eyes(self._shown.asked), odds, self._words.change)

    def is_undoable(self, command: Command) -> bool:
        """Return whether people could undo a command, as far as everybody at the window knows."""
        battle = self._answered
        return battle.why_not(command) is None and battle.is_undoable(command)

    def is_revealing(self, command: Command) -> bool:
        """Return whether a command can't be undone only because it reveals something hidden."""
        battle = self._answered
        return battle.why_not(command) is None and battle.is_revealing(command)

    def cover(self, odds: Odds) -> str:
        """Return the cover of an attack's target, half or three-quarters, or "" for none."""
        return self._words.cover(one.text for one in odds.modifiers)

    def area(self, command: Command) -> frozenset[Cell]:
        """Return the tiles of a command's area; none if it has no area."""
        return frozenset(self._answered.area(command))

    def dangers(self, command: Command) -> tuple[Cell, ...]:
        """Return the tiles where a legal move may harm its unit, as far as the side asked knows."""
        battle = self._answered
        if battle.why_not(command) is not None:
            return ()
        return battle.risks(command).tiles

    @property
    def party(self) -> str:
        """The party's side, whose player the level's lessons are for."""
        return self.table.battle.world.scene.level.party_side

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the lessons of the level, or none if no person plays the party."""
        level = self.table.battle.world.scene.level
        return level.script.lessons if self.party in self.people else ()

    def stands(self, when: Standing) -> bool:
        """Return whether a condition about the battle is true, as far as the party knows."""
        return stands(self._shown.view(self.party).world, when)

    def why_not(self, command: Command) -> ToldRefusal | None:
        """Return why a command is illegal, or None if it is legal."""
        return self._told(command, self._answered.why_not(command))

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

    def rolled_together(self, count: int, why: str) -> str:
        """Return a heading for several rolls of one kind."""
        return self._words.say("rolls_together", count=count, why=self._words.roll(why))

    def card(self, view: str | None, unit: str) -> Card | None:
        """Return the card of a unit, or None if the side knows of no such unit.

        In company, units with hands have no whole sheets while these lie face down.
        """
        is_own = view is None or unit.partition(".")[0] == view
        is_apart = view is None or not (self._others(view) and self.has_hands)
        return card_of(self._eyes(view), self._words, unit, is_own and is_apart, self.people)

    def tile(self, view: str | None, at: Cell) -> TileCard:
        """Return the card of a tile."""
        return tile_of(self._eyes(view), self._words, at)

    def threats(self, side: str) -> dict[str, Threat]:
        """Return the tiles that each known foe of a side could attack, with the damage."""
        return threats_of(self._eyes(side), side, frozenset(self.people))

    def threat(self, side: str, foe: str) -> Threat:
        """Return the tiles that one foe of a side could attack next turn, with the damage."""
        return threat_by(self._eyes(side), side, foe, frozenset(self.people))

    def finding_threats(self, side: str) -> Iterator[None]:
        """Prepare the data for threats ahead of time, in small steps."""
        return preparing_threats(self._eyes(side), side, frozenset(self.people))

    def threatened_unit(self, side: str) -> str | None:
        """Return the unit that the damage on free tiles would be done to, or None."""
        return threatened_unit(self._eyes(side), side)
