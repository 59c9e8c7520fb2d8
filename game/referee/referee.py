"""The referee: a battle over standard input and output, by the protocol in README.md."""

import json
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

from game.core.dice import DiceError
from game.engine.legality import commands_of
from game.play.battle_files import Keeper
from game.play.line_reading import Wrong, read_line
from game.play.signals import DelayedSignals
from game.play.table import Table
from game.record.dice_source import BadDice
from game.record.safe_files import reason
from game.referee import protocol as out
from game.referee.message_reading import Message, command_of, understand
from game.referee.messages import Messages
from game.referee.terminal_sentences import said, wrong
from game.terms.agenda import Ask, BattleEnd, Roll
from game.terms.commands import Command
from game.terms.refusals import Refusal
from game.terms.texts import dice_text

DONE, CUT_OFF = 0, 3
"""Exit codes: the battle is over or was quit; the input ended."""


class BattleCutOff(Exception):
    """The error for a battle that can't continue. The message says why, and where it was saved."""


class Referee:
    """A referee of one battle over two streams. It shows what the side `view` sees (None: all)."""

    def __init__(
        self,
        table: Table,
        view: str | None,
        streams: tuple[BinaryIO, BinaryIO],
        keeper: Keeper,
        is_new: bool = True,
    ) -> None:
        self.table = table
        self.view = view
        table.show(view)
        self._in, self._out = streams
        self._keeper = keeper
        self._messages = Messages(table, view)
        self._commands = commands_of(table.battle.book)
        self._told = 0 if is_new else len(table.battle.told())
        self._n = 0 if is_new else len(table.battle.log(view))
        self._waiting = ""
        """The side named in the last `wait`; "" once anything else was sent."""
        self._signals = DelayedSignals()

    # The loop

    def run(self) -> int:
        """Play until the battle is over or the input ends. Return the exit code.

        Raise BattleCutOff if something outside the game prevents that.
        """
        with self._signals.installed():
            try:
                return self._run()
            except BadDice as fault:
                self.table.drop_script()
                self.table.record.settled()
                with suppress(OSError):
                    self._tell()
                    self._say(out.Error("bad-dice", str(fault), None))
                raise BattleCutOff(
                    said("end", "bad_dice", why=str(fault), kept=self._keep())
                ) from fault
            except BrokenPipeError:
                self._keep()
                return CUT_OFF
            except OSError as fault:
                why, kept = reason(fault), self._keep()
                raise BattleCutOff(said("end", "streams_failed", why=why, kept=kept)) from fault
            except KeyboardInterrupt:
                self._keep()
                raise

    def _run(self) -> int:
        self._say(self._messages.hello())
        while True:
            self._play_on()
            if isinstance(self.table.battle.stop, BattleEnd):
                self._keeper.finish()
                self._say(self._messages.over())
                return DONE
            self._ask()
            code = self._listen()
            if code is not None:
                return code

    def _play_on(self) -> None:
        """Let dice and computer players act until someone outside must. Send all events."""
        self._send_news()
        while self._step():
            self._send_news()

    def _send_news(self) -> None:
        """Send the new events, and name the side that is asked.

        Send nothing between two rolls of a command, so that one sync covers all its dice.
        """
        if not self.table.is_rolling:
            self._tell()
            self._mention_wait()

    def _step(self) -> bool:
        """Take one step of the battle, after handling any signal."""
        self._signals.check()
        return self.table.step()

    def _listen(self) -> int | None:
        """Read lines until one changes the battle.

        Return an exit code if the program should end.
        """
        while True:
            try:
                with self._signals.waiting():
                    line = read_line(self._in)
                if line is None:
                    return self._cut_off()
                if not line.strip():
                    continue
                message = understand(line, self._commands)
                if isinstance(message, out.Quit):
                    self._keeper.drop()
                    return DONE
                if self._handle(message):
                    return None
            except Wrong as fault:
                self._say(out.Error(fault.code, fault.message, fault.rule))
                self._waiting = ""
                self._ask()

    def _cut_off(self) -> int:
        try:
            path = self._keeper.aside()
        except OSError as fault:
            fault_told = wrong("cannot-save", variant="input", why=reason(fault))
            self._say(out.Error(fault_told.code, fault_told.message, None))
            return 2
        self._say(out.Saved(str(path)))
        return CUT_OFF

    def _keep(self) -> str:
        """Save the interrupted battle. Return a sentence that says where, or why that failed."""
        try:
            path = self._keeper.aside()
        except OSError as fault:
            return said("end", "not_saved", why=reason(fault))
        with suppress(OSError):
            self._say(out.Saved(str(path)))
        return said("end", "saved", path=str(path))

    # Received

    def _handle(self, message: Message) -> bool:
        """Carry out a message. Return whether the battle has changed."""
        match message:
            case out.Query():
                self._say(self._reply(message))
                return False
            case out.Save(path):
                self._save(path)
                return False
            case out.Choose(index):
                self._choose(index)
            case out.Rolled(faces):
                self._roll(faces)
            case out.TakeBack(agreed=agreed):
                self._undo(agreed)
            case out.Correct():
                self._correct()
            case Command():
                self._submit(message)
        return True

    def _submit(self, command: Command) -> None:
        refusal = self.table.submit(command)
        if refusal is None:
            return
        if self._is_hidden():
            raise wrong("refused", side=self.table.battle.asked)
        raise self._refused(refusal)

    def _refused(self, refusal: Refusal) -> Wrong:
        """Return the error for an illegal command."""
        return Wrong.refused(refusal, self.table.battle.book.catalogue)

    def _choose(self, index: int) -> None:
        self._must_ask()
        legal = self.table.battle.legal()
        if not 0 <= index < len(legal):
            raise wrong("no-such-option", last=len(legal) - 1)
        self.table.submit(legal[index])

    def _roll(self, faces: tuple[int, ...]) -> None:
        if not isinstance(self.table.battle.stop, Roll):
            raise wrong("no-dice-due")
        try:
            self.table.roll(faces)
        except DiceError as fault:
            raise Wrong("bad-dice", dice_text(fault)) from fault

    def _undo(self, agreed: bool) -> None:
        refusal = self.table.undo(agreed, self.view)
        if refusal:
            fault = self._refused(refusal)
            if refusal.code != "behind-the-wall":
                raise fault
            raise Wrong(fault.code, said("end", "agree", refusal=fault.message), fault.rule)
        self._gone_back_to(len(self.table.battle.told()) - 1)

    def _correct(self) -> None:
        refusal = self.table.unroll()
        if refusal:
            raise self._refused(refusal)
        self._gone_back_to(len(self.table.battle.told()))

    def _gone_back_to(self, told: int) -> None:
        """Report that all events but the first `told` are undone."""
        self._told = told
        self._n = sum(one.to(self.view) is not None for one in self.table.battle.told()[:told])
        self._say(out.UndoneTo(self._n))
        self._waiting = ""

    def _save(self, path: str) -> None:
        if not path or "\0" in path:
            raise wrong("cannot-save", variant="name")
        try:
            self.table.save(Path(path))
        except OSError as fault:
            raise wrong("cannot-save", why=reason(fault)) from fault
        self._say(out.Saved(path))

    def _reply(self, query: out.Query) -> out.Say:
        messages = self._messages
        match query:
            case out.StateQuery():
                return messages.state()
            case out.HashQuery():
                return messages.hash()
            case out.LogQuery():
                return messages.log()
            case out.LegalQuery():
                self._must_ask()
                return messages.legal()
            case out.OddsQuery(raw, assume):
                self._must_ask()
                return messages.odds(command_of(raw, self._commands), assume)
            case out.WhyQuery(raw):
                self._must_ask()
                return messages.why(command_of(raw, self._commands))
        raise AssertionError(query)

    def _must_ask(self) -> None:
        """Raise Wrong unless the side that is asked has options that this view may see."""
        stop = self.table.battle.stop
        if isinstance(stop, Roll):
            raise self._refused(Refusal("dice-due", dice=stop.dice))
        if self._is_hidden():
            raise wrong("not-your-turn", asked=self.table.battle.asked, view=self.view)

    def _is_hidden(self) -> bool:
        """Return whether the side that is asked has options that this view doesn't show."""
        asked = self.table.battle.asked
        return self.view is not None and asked is not None and asked != self.view

    # Sent

    def _say(self, message: out.Say) -> None:
        self._write(msgspec.to_builtins(message))

    def _write(self, plain: dict[str, object]) -> None:
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        if not self.table.record.may_be_shown:
            self.table.record.wait()
        with self._signals.waiting():
            self._out.write(text.encode("utf-8", "backslashreplace") + b"\n")
            self._out.flush()

    def _ask(self) -> None:
        """Send the ask or the roll that is due."""
        stop = self.table.battle.stop
        if self._is_hidden():
            self._mention_wait()
            return
        self._waiting = ""
        if isinstance(stop, Roll):
            self._say(self._messages.roll(stop))
        elif isinstance(stop, Ask):
            self._say(self._messages.ask(stop))

    def _mention_wait(self) -> None:
        """Name the side that is asked, but only once until another message is sent.

        A second `wait` would reveal how many hidden commands the side gives.
        """
        asked = self.table.battle.asked
        if asked and self._is_hidden() and self._is_known() and self._waiting != asked:
            self._say(self._messages.wait(asked))
            self._waiting = asked

    def _is_known(self) -> bool:
        """Return whether the view may know that the side is asked.

        It must not know if a computer player moves a unit that the view's side doesn't see.
        """
        battle = self.table.battle
        return battle.asked in self.table.people or self.view in battle.aware()

    def _tell(self) -> None:
        """Send the new events."""
        told = self.table.battle.told()
        for one in told[self._told :]:
            event = one.to(self.view)
            if event is not None:
                self._n += 1
                self._write(self._messages.event(self._n, event))
                self._waiting = ""
        self._told = len(told)
