"""The referee: a battle over standard input and output, by the protocol that README.md tells."""

import json
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from game.session import protocol as out
from game.session.account import Account
from game.session.dice import BadDice
from game.session.inbox import Message, Wrong, command_of, read_line, understand
from game.session.places import save_aside
from game.session.replay import all_commands
from game.session.save import save
from game.session.table import Table
from game.terms.agenda import Ask, Over, Roll
from game.terms.commands import Command
from game.terms.refusals import Refusal

DONE, CUT_OFF = 0, 3
"""Exit codes: the battle is over or was left; the input ended."""


class Referee:
    """Carries one table's battle over two streams, showing what `view` may see (None: all)."""

    def __init__(
        self, table: Table, view: str | None, streams: tuple[BinaryIO, BinaryIO], folder: Path
    ) -> None:
        self.table = table
        self.view = view
        self._in, self._out = streams
        self._folder = folder
        self._account = Account(table, view)
        self._commands = all_commands(table.battle.book)
        self._told = 0
        self._n = 0
        self._waiting = ""

    # The course of things

    def run(self) -> int:
        """Plays until the battle is over or the input ends; returns the exit code.

        BadDice if the scripted dice do not fit.
        """
        try:
            return self._run()
        except BadDice as fault:
            self._say(out.Error("bad-dice", str(fault), None))
            raise
        except BrokenPipeError:
            self._keep()
            return CUT_OFF
        except KeyboardInterrupt:
            self._keep()
            raise

    def _run(self) -> int:
        self._say(self._account.hello())
        while True:
            self._play_on()
            if isinstance(self.table.battle.stop, Over):
                self._say(self._account.over())
                return DONE
            self._ask()
            code = self._listen()
            if code is not None:
                return code

    def _play_on(self) -> None:
        """Lets dice and players act until someone outside is needed, telling all of it."""
        self._tell()
        self._mention_wait()
        while self.table.step():
            self._tell()
            self._mention_wait()

    def _listen(self) -> int | None:
        """Takes lines until one moves the battle; an exit code if the program ends instead."""
        while True:
            try:
                line = read_line(self._in)
                if line is None:
                    return self._cut_off()
                if not line.strip():
                    continue
                message = understand(line, self._commands)
                if isinstance(message, out.Quit):
                    return DONE
                if self._handle(message):
                    return None
            except Wrong as wrong:
                self._say(out.Error(wrong.code, wrong.message, wrong.rule))
                self._ask()

    def _cut_off(self) -> int:
        try:
            path = save_aside(self.table, self._folder)
        except OSError as fault:
            message = f"The input ended, and the battle cannot be saved: {fault}."
            self._say(out.Error("cannot-save", message, None))
            return 2
        self._say(out.Saved(str(path)))
        return CUT_OFF

    def _keep(self) -> None:
        """Saves where nobody listens any more; what fails here has nowhere to be told."""
        try:
            save_aside(self.table, self._folder)
        except OSError:
            return

    # What comes in

    def _handle(self, message: Message) -> bool:
        """Does what a message wants; True if the battle has moved."""
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
            case Command():
                self._submit(message)
        return True

    def _submit(self, command: Command) -> None:
        refusal = self.table.submit(command)
        if refusal is None:
            return
        if self._is_hidden():
            message = f"This cannot be done by {self.table.battle.asked!r} now."
            raise Wrong("refused", message)
        raise Wrong.refused(refusal)

    def _choose(self, index: int) -> None:
        self._must_ask()
        legal = self.table.battle.legal()
        if not 0 <= index < len(legal):
            raise Wrong("no-such-option", f"Options are counted from 0 to {len(legal) - 1}.")
        self.table.submit(legal[index])

    def _roll(self, faces: tuple[int, ...]) -> None:
        if not isinstance(self.table.battle.stop, Roll):
            raise Wrong("no-dice-due", "No dice are due.")
        try:
            self.table.roll(faces)
        except ValueError as fault:
            raise Wrong("bad-dice", str(fault)) from fault

    def _undo(self, agreed: bool) -> None:
        refusal = self.table.undo(agreed)
        if refusal:
            raise Wrong.refused(refusal)
        told = self.table.battle.told()
        self._told = len(told) - 1
        self._n = sum(one.to(self.view) is not None for one in told[:-1])
        self._say(out.UndoneTo(self._n))

    def _save(self, path: str) -> None:
        try:
            save(self.table, Path(path))
        except (OSError, ValueError) as fault:
            raise Wrong("cannot-save", f"The battle cannot be saved: {fault}.") from fault
        self._say(out.Saved(path))

    def _reply(self, query: out.Query) -> out.Say:
        account = self._account
        match query:
            case out.StateQuery():
                return account.state()
            case out.HashQuery():
                return account.hash()
            case out.LogQuery():
                return account.log()
            case out.LegalQuery():
                self._must_ask()
                return out.Legal(account.options())
            case out.OddsQuery(raw, assume):
                self._must_ask()
                return account.odds(command_of(raw, self._commands), assume)
            case out.WhyQuery(raw):
                self._must_ask()
                return account.why(command_of(raw, self._commands))
        raise AssertionError(query)

    def _must_ask(self) -> None:
        """Wrong unless a side is asked whose options may be shown."""
        stop = self.table.battle.stop
        if isinstance(stop, Roll):
            raise Wrong.refused(Refusal("dice-due", f"Dice are due first: {stop.dice}."))
        if self._is_hidden():
            message = f"{self.table.battle.asked!r} is asked, not {self.view!r}."
            raise Wrong("not-your-turn", message)

    def _is_hidden(self) -> bool:
        """Whether a side is asked whose options this view does not show."""
        asked = self.table.battle.asked
        return self.view is not None and asked is not None and asked != self.view

    # What goes out

    def _say(self, message: out.Say) -> None:
        self._write(msgspec.to_builtins(message))

    def _write(self, plain: dict[str, Any]) -> None:
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        self._out.write(text.encode("utf-8", "backslashreplace") + b"\n")
        self._out.flush()

    def _ask(self) -> None:
        """Says what is waited for."""
        stop = self.table.battle.stop
        if isinstance(stop, Roll):
            self._say(self._account.roll(stop))
        elif self._is_hidden():
            assert isinstance(stop, Ask)
            self._say(out.Wait(stop.side))
        elif isinstance(stop, Ask):
            self._say(self._account.ask(stop))

    def _mention_wait(self) -> None:
        """Says that a player of ours is at work, once until something else is to be told."""
        battle = self.table.battle
        asked = battle.asked
        if self._is_hidden() and asked and self.table.players[asked] and self._waiting != asked:
            self._say(out.Wait(asked))
            self._waiting = asked

    def _tell(self) -> None:
        """Says the events that are new."""
        told = self.table.battle.told()
        for one in told[self._told :]:
            event = one.to(self.view)
            if event is not None:
                self._n += 1
                self._write(self._account.event(self._n, event))
                self._waiting = ""
        self._told = len(told)
