"""A battle for a window, whose calls never wait for a player to choose.

The window calls `go_on` again and again to roll dice; computer players think in their own
processes, and the disk syncs in a thread of its own.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from game.content.shelf import Shelf
from game.core.dice import DiceError
from game.engine.book import Book
from game.engine.bookshelf import extra_packages
from game.play.battle_files import Keeper
from game.play.battle_start import opened_battle
from game.play.fault_log import FaultLog
from game.play.foresight.shown_intents import ShownIntents, intent_lines
from game.play.later_check import LaterCheck
from game.play.opening import Options, saved_battle
from game.play.played_again import PlayedAgain, played_again
from game.play.players import Seats, outside
from game.play.resuming import is_running
from game.play.rewind import RewindableBattle
from game.play.seating import seating_of
from game.play.table import Table
from game.present.battle_position import BattlePosition, battle_position
from game.present.picture import Card
from game.present.resumed_past import ResumedPast, taken_over
from game.present.scripted_dice import rolled_on
from game.present.shown_battle import ShownBattle, ToldRefusal
from game.present.shown_events import ShownEvent, Viewers
from game.present.thinkers import Thinkers
from game.present.turning_points import from_moment, saved_of, set_up
from game.record.reader import ReadRecording
from game.terms.agenda import BattleEnd, Roll
from game.terms.commands import Command
from game.terms.level import OwnLooks, own_looks
from game.terms.refusals import Refusal
from game.terms.texts import dice_text


class WindowBattle(ShownBattle):
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
        super().__init__(table)
        self.tell = tell
        table.mind = FaultLog(folder, tell)
        self.keeper = Keeper(table, folder, tell)
        if is_kept and table.battle.outcome is None:
            self.keeper.begin()
        self._thinkers = Thinkers(table, extra)
        self.intents = ShownIntents(table, extra)
        self.extra = extra
        """Names of packages with more rulebooks."""
        table.eyes = self.people
        self._past = ResumedPast(check, self._words, self._viewers) if check else None
        self._source: Path | None = None
        self.pasts = 0
        """Number of times that a finished check has replaced the log and the undo history."""
        self._earlier: dict[Viewers, int] = {}

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
            is_over = table.battle.outcome is not None
            if is_kept and is_over and path is not None and is_running(path, folder):
                sitting.keeper.begin()  # the program closed as the battle ended; `go_on` saves it
            return sitting

    @classmethod
    def again(
        cls,
        options: Options,
        saved: ReadRecording,
        books: Mapping[str, Book],
        folder: Path,
        tell: Callable[[str], object] = lambda _: None,
        is_kept: bool = True,
    ) -> "tuple[WindowBattle, PlayedAgain]":
        """Start the battle of a level that has changed, and play another battle's commands in it.

        Return the battle, and how far that was possible. The options must name the other battle's
        seed. Raise Failure if the battle can't start, or has other sides.
        """
        with opened_battle(options, books, None, folder, tell) as table:
            told = played_again(table, saved)
            return cls(table, folder, tell, extra_packages(books), is_kept), told

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
    def is_syncing(self) -> bool:
        """Return whether a step of `go_on` waits for the disk."""
        return self.is_held or (self.is_over and self.keeper.running is not None)

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

    def start_thinker(self) -> None:
        """Start one more computer player's process; call it once a frame while the battle lasts."""
        if not self.is_over:
            self._thinkers.start_next()

    def go_on(self) -> bool:
        """Take one step that needs no input from people; return False if none is possible now.

        While a command is held back, roll the rest of its dice, so that one sync covers them all.
        """
        if self._hold.has_ended():
            return True
        stop = self.table.battle.stop
        if isinstance(stop, Roll):
            with self._hold.acting():
                went_on = rolled_on(self.table, self.tell)
        elif isinstance(stop, BattleEnd):
            self._end()
            return False
        elif self.is_held or stop.side not in self._thinkers:
            return False
        else:
            with self._hold.acting():
                went_on = self._thinkers.answer(stop)
        if went_on:
            self._thinkers.ask_ahead()
        return went_on

    def _end(self) -> None:
        """Keep the battle as a replay, once all of it is on disk."""
        if self.is_held:
            return
        self.check(None)
        if self.keeper.conclude():
            self.keeper.finish()

    @property
    def is_checking(self) -> bool:
        """Return whether commands from before the battle was resumed are still to be checked."""
        return self._past is not None

    @property
    def _viewers(self) -> tuple[Viewers, ...]:
        """The viewers that logs are made for: an observer, each side alone, and all together."""
        alone = tuple((side,) for side in self.people)
        return tuple(dict.fromkeys(((), *alone, tuple(sorted(self.people)))))

    def earlier(self, view: str | None) -> int:
        """Return the number of earlier events that a view gained when `pasts` last changed."""
        return self._earlier[self._looking(view)]

    def check(self, seconds: float | None) -> None:
        """Check commands from before the battle was resumed, for `seconds` (None: all of them).

        After the last one, take over the log and the undo history, and report any difference.
        """
        past = self._past
        if past is None or (self.is_held and seconds is not None):
            return
        self.wait()
        if (checked := past.check(seconds)) is None:
            return
        self._past, self._logs, self._earlier = None, past.logs, past.earlier
        self.pasts += 1
        taken_over(self.table, checked, self.keeper, self._source)
        if checked.trouble:
            self._gone_back(None)
            self.tell(checked.trouble)

    def answer(self, command: Command) -> ToldRefusal | None:
        """Carry out a command for the people's side that is asked.

        Return a refusal if it is illegal, else None.
        """
        with self._hold.acting():
            refusal = self.table.submit(command)
        if refusal is None:
            self._thinkers.ask_ahead()
        return self._told(command, refusal)

    def throw(self, faces: tuple[int, ...]) -> str | None:
        """Use the faces that people have rolled; return an error sentence if they don't fit."""
        try:
            with self._hold.acting():
                self.table.roll(faces)
        except DiceError as fault:
            return dice_text(fault)
        self._thinkers.ask_ahead()
        return None

    def undo(
        self, agreed: bool = False, side: str | None = None, is_reroll: bool = False
    ) -> str | None:
        """Undo the last command of a side (None: the side that people play, if it is the only one).

        With `is_reroll`, use a reroll. Return why not, or None on success.
        """
        self.check(None)
        whose = side or self._only
        undone = self.table.reroll(whose) if is_reroll else self.table.undo(agreed, whose)
        return self._gone_back(undone)

    @property
    def rerolls(self) -> int:
        """The number of rerolls left."""
        return self.table.rerolls

    def correct(self) -> str | None:
        """Go back to the dice that people typed last, to be rolled again.

        Return why not, or None on success.
        """
        return self._gone_back(self.table.unroll())

    def _gone_back(self, refusal: Refusal | None) -> str | None:
        """Cancel the thinkers after an undo, or return why nothing was undone."""
        if refusal is not None:
            return self._words.refusal(refusal)
        self._hold.drop()
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

    def undone(self, side: str) -> list[ShownEvent]:
        """Return the events seen by `side` that undoing its last command would remove.

        Return none while commands from before the battle was resumed are still to be checked.
        """
        commands = 0 if self.is_checking else self.table.since(side)
        if not commands:
            return []
        since = self.table.battle.history[-commands].mark.log
        return self.told(side, self._log(side).known(self._hold.log(), since))

    def taken_back(self, side: str, view: str) -> list[str]:
        """Return the sentences of events seen by `view` that undoing `side` once would remove."""
        self.check(None)
        commands = self.table.since(side)
        if not commands:
            return []
        since = self.table.battle.history[-commands].mark.log
        told, viewers = self._hold.log()[since:], self._looking(view)
        seen = (one.to_all(viewers) for one in told)
        return [self._words.event(event) for event in seen if event is not None]

    def close(self) -> None:
        """Stop all thinkers; the battle stays saved as far as it was played."""
        self._thinkers.close()
        self.intents.close()
        self.keeper.leave()

    def foresee(self, is_wanted: bool) -> bool:
        """Look for what foes would do if the turn ended now; return whether there is news.

        Call it once a frame. `is_wanted` is the player's setting for battles outside a journey.
        """
        return not self.is_held and self.intents.update(is_wanted)

    def card(self, view: str | None, unit: str) -> Card | None:
        """Return the card of a unit, with what it would do if intents are shown to this view."""
        card = super().card(view, unit)
        intent = self.intents.of(unit) if view == self.intents.side else None
        if card is None or intent is None:
            return card
        picture = self.picture(view)
        titles = {token.id: token.title for token in picture.tokens}
        token = picture.token(unit)
        lines = intent_lines(intent, token.at if token is not None else None, titles)
        return msgspec.structs.replace(card, intent=lines)

    def saved(self) -> bytes:
        """Return the battle as the content of a save."""
        return self.table.saved()

    def so_far(self) -> ReadRecording:
        """Return the record of the battle so far."""
        self.wait()
        return saved_of(self.table.record)

    def looks(self) -> OwnLooks:
        """Return the looks of kinds and grounds that didn't come with the game."""
        return own_looks(self.table.battle.world.scene.level)

    def sounds(self) -> dict[str, Path]:
        """Return the sounds of kinds that came in the level's pack, by kind."""
        return Shelf(self.keeper.folder).sounds_of(self.table.battle.world.scene.level.pack)

    def position(self) -> BattlePosition:
        """Return the current position, as far as a level can express it."""
        return battle_position(self._shown)

    def taken_up(self, n: int, books: Mapping[str, Book], is_new_luck: bool = False) -> Path:
        """Return a file from which this battle resumes after command `n`.

        The battle so far is kept as a replay. Raise Failure if there is no such command.
        """
        content = from_moment(self.so_far(), n, books, is_new_luck)
        made = set_up(content, self.table.battle.world.scene.level.id, self.keeper.folder)
        self.keeper.finish()
        return made
