"""Play the commands of a battle again in a level that has changed since, with the same dice."""

from collections.abc import Sequence
from typing import NamedTuple

from game.core.dice import DiceError
from game.engine.legality import commands_of
from game.play.play_sentences import failure, said
from game.play.replayer import Differs
from game.play.rewind import RewindStep, standing_lines, steps_of
from game.play.table import Table
from game.record.lines import Checkpoint, Fallen, Play, Undo
from game.record.reader import Numbered, ReadRecording
from game.record.shortening import short
from game.terms.agenda import Roll
from game.terms.commands import CommandError, to_text
from game.terms.texts import fault_text


class PlayedAgain(NamedTuple):
    """How far the commands of a battle could be played again."""

    done: int
    """Number of commands that were played."""
    total: int
    """Number of commands of the battle before, without those that were undone."""
    what: str = ""
    """The next command in words, if it isn't possible any more; else ""."""
    why: str = ""
    """The reason, as a sentence or its end."""
    fresh: int | None = None
    """Number of the first command whose dice could not be the same, or None."""

    @property
    def is_whole(self) -> bool:
        """Return whether all commands were played."""
        return self.done == self.total

    def __str__(self) -> str:
        if self.is_whole:
            told = said("again", "all", count=self.total)
        else:
            told = said(
                "again", "stopped", done=self.done, count=self.total, what=self.what, why=self.why
            )
        if self.fresh is None:
            return told
        return said("again", "fresh", told=told, n=self.fresh)


def played_again(table: Table, saved: ReadRecording) -> PlayedAgain:
    """Play a battle's commands again at a table that has just been opened, with the same dice.

    Stop at the first command that isn't legal any more. Commands that were undone are left out. If
    other dice are due than before, the table's own seed gives them. Raise Failure if the record
    doesn't begin with the battle, or has other sides.
    """
    if any(isinstance(line, Checkpoint) for _, line in saved.lines[:1]):
        raise failure("again", "no_beginning")
    if saved.header.sides != tuple(side.id for side in table.battle.world.scene.level.sides):
        raise failure("again", "other_sides")
    return _Again(table, saved).play()


class _Again:
    """One battle that is played again."""

    def __init__(self, table: Table, saved: ReadRecording) -> None:
        self._table = table
        lines = standing_lines(saved.lines)
        self._first = _first_dice(lines)
        self._steps = steps_of(lines)
        self._commands = commands_of(table.battle.book)
        self._fresh: int | None = None

    def play(self) -> PlayedAgain:
        """Play until the end, or up to the first command that isn't possible."""
        table, total = self._table, len(self._steps)
        self._roll(self._first, 0)
        done, what, why = 0, "", ""
        for step in self._steps:
            why = self._given(step)
            if why:
                what = self._what(step)
                break
            done += 1
            self._roll(step.dice, done)
        table.seat(table.record.header.players)  # each continues with its own random numbers
        return PlayedAgain(done, total, what, why, self._fresh)

    def _given(self, step: RewindStep) -> str:
        """Give one command; return why that is impossible, or ""."""
        battle, play = self._table.battle, step.play
        if battle.outcome is not None:
            return said("again", "over")
        if isinstance(battle.stop, Roll):
            return said("again", "dice", dice=str(battle.stop.dice))
        if play.side != battle.asked:
            names, asked = battle.world.scene.names, battle.asked or ""
            return said("again", "other_side", side=names[asked], other=names[play.side])
        try:
            refusal = self._table.submit(play.given(self._commands), play.luck)
        except (CommandError, Differs) as fault:
            return fault_text(fault)
        return refusal.text(battle.book.catalogue) if refusal is not None else ""

    def _what(self, step: RewindStep) -> str:
        """Return a command in words."""
        battle = self._table.battle
        try:
            verb = short(to_text(step.play.given(self._commands)).partition(" ")[0])
        except CommandError:
            verb = str(step.play.command.get("do", ""))
        unit = str(step.play.command.get("unit", step.play.side))
        names = battle.world.scene.names
        return said("again", "what", verb=verb, who=names.get(unit, unit), round=battle.round)

    def _roll(self, dice: Sequence[Fallen], command: int) -> None:
        """Resolve all rolls that are due, with the dice from before as long as they fit."""
        before = iter(dice)
        while isinstance(self._table.battle.stop, Roll):
            fallen = next(before, None)
            if fallen is not None and self._fell(fallen):
                continue
            if not self._table.step():
                return  # people roll these dice
            before = iter(())
            self._fresh = command if self._fresh is None else self._fresh

    def _fell(self, fallen: Fallen) -> bool:
        """Use the faces from before; return whether they fit the dice that are due."""
        try:
            self._table.fall(fallen.faces, fallen.apart)
        except DiceError:
            return False
        return True


def _first_dice(lines: Sequence[Numbered]) -> list[Fallen]:
    """Return the dice that were rolled before the first command."""
    found: list[Fallen] = []
    for _, line in lines:
        if isinstance(line, Play | Undo):
            break
        if isinstance(line, Fallen):
            found.append(line)
    return found
