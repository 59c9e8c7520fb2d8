"""A battle that can be wound forwards and back to any of its commands.

Commands that were undone later are left out, because every state is the same without them. Winding
back uses undo, whose cost depends only on the changes that the commands made.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from game.engine.book import Book
from game.engine.legality import commands_of
from game.play.play_sentences import said
from game.play.replayer import (
    Differs,
    Trouble,
    beginning,
    check_asked,
    given_in,
    misled,
    refused,
    why_not,
)
from game.play.table import hearing
from game.record.lines import Checkpoint, Fallen, Play, Retype, Undo
from game.record.reader import Numbered, ReadRecording, UnreadableLine
from game.terms.events import LoggedEvent, RoundStarted, TurnStarted, Undone

BACK = 16
"""Number of commands that are undone at once."""


class RewindStep(NamedTuple):
    """A command that was never undone, with its dice, and with the undos of later commands."""

    line: int
    """Number of the command's line in the file."""
    play: Play
    dice: tuple[Fallen, ...] = ()
    undone: tuple[Undone, ...] = ()

    @property
    def n(self) -> int:
        """The command's number in the record."""
        return self.play.n


class RewindPlace(NamedTuple):
    """Facts about a place in the recording, known without winding to it."""

    told: int
    """Number of events before the place."""
    round: int
    turn: tuple[int, str] | None
    """Index of the event that began the current turn, and the unit whose turn it is."""


class RewindableBattle:
    """A battle at one place of its recording; place 0 is before the first command."""

    def __init__(
        self, saved: ReadRecording, books: Mapping[str, Book], *, is_sliced: bool = False
    ) -> None:
        """Follow the recording to its end, compare every hash, and wind the battle back.

        If `is_sliced`, that is left to `follow`. Raise Unreadable if not even the battle's start
        can be restored.
        """
        self.saved = saved
        self._books = books
        self.trouble: Trouble | None = None
        """The reason why the recording can't be followed to its end; the places end before that."""
        self._wound()
        self.beats = steps_of(self._rest)
        self.stands = [self._stand(RewindPlace(0, 0, None))]
        self.told: Sequence[LoggedEvent] = ()
        """The whole log, each event with the sides that see it."""
        self.at = 0
        self._is_followed = False
        if not is_sliced:
            for _ in self.follow():
                pass

    def follow(self) -> Iterator[None]:
        """Follow the recording to its end, and wind the battle back; yield after each command.

        Do nothing if that has been done.
        """
        if self._is_followed:
            return
        self._is_followed = True
        for beat in self.beats:
            yield
            told = len(self.battle.told())
            try:
                self._compared(beat)
            except Exception as fault:  # a file can be wrong in ways that no rule foresees
                why = misled(self.battle, self.saved.header.readings, told, fault)
                self.trouble = Trouble(beat.line, beat.n, why, given_in(beat.play, self._commands))
                break
            self.stands.append(self._stand(self.stands[-1]))
        flaw = next(((at, it) for at, it in self._rest if isinstance(it, UnreadableLine)), None)
        if self.trouble is None and flaw is not None:
            why = said("record", "unreadable", why=flaw[1].message)
            self.trouble = Trouble(flaw[0], self.last_n, why)
        self.beats = self.beats[: len(self.stands) - 1]
        self.at = len(self.beats)
        if self.trouble is not None:
            self._wound()
            self.at = 0
        yield from self.going(self.count)
        self.told = tuple(self.battle.told())
        yield from self.going(0)

    def _wound(self) -> None:
        """Set up the battle at the beginning, with the dice rolled before the first command."""
        self.table, rest = beginning(self.saved, self._books)
        self._rest: Sequence[Numbered] = tuple(standing_lines(rest))
        self.battle = self.table.battle
        self._commands = commands_of(self.battle.book)
        for number, line in self._rest:
            if isinstance(line, Play | Undo):
                break
            if isinstance(line, Fallen) and not self._fallen(number, line):
                self._rest = ()
                break

    def _fallen(self, number: int, line: Fallen) -> bool:
        """Resolve dice before the first command; return whether they fit."""
        try:
            self.battle.settle(line.faces)
        except Exception as fault:  # a file can be wrong in ways that no rule foresees
            self.trouble = Trouble(number, self.number(0), why_not(fault))
            return False
        return True

    @property
    def count(self) -> int:
        """The last place."""
        return len(self.beats)

    @property
    def last_n(self) -> int:
        """The number of the last command that was never undone."""
        return self.number(len(self.beats))

    def number(self, place: int) -> int:
        """Return the number of the command before a place, or 0 at the beginning."""
        first = next((it.n for _, it in self.saved.lines[:1] if isinstance(it, Checkpoint)), 0)
        return self.beats[place - 1].n if place > 0 else first

    def place(self, n: int) -> int:
        """Return the place after command `n`.

        If that was undone later, return the place after the last command before it that wasn't
        undone.
        """
        return sum(1 for beat in self.beats if beat.n <= n)

    def stand(self, place: int) -> RewindPlace:
        """Return the facts about a place."""
        return self.stands[place]

    def firsts(self, view: str | None) -> Iterator[int]:
        """Yield the number of each command's first event, as the side `view` counts events."""
        known = at = 0
        for stand in self.stands:
            known += sum(1 for one in self.told[at : stand.told] if one.to(view) is not None)
            at = stand.told
            yield known + 1

    # Winding

    def go(self, place: int) -> None:
        """Wind to a place."""
        for _ in self.going(place):
            pass

    def going(self, place: int) -> Iterator[None]:
        """Wind to a place; yield in between."""
        place = max(0, min(self.count, place))
        while self.at > place:
            back = min(BACK, self.at - place)
            self.battle.undo(agreed=True, commands=back)
            self.at -= back
            yield
        while self.at < place:
            self._played(self.beats[self.at])
            self.at += 1
            yield

    def _played(self, beat: RewindStep) -> None:
        """Play one command with its dice, which are known to fit."""
        self.battle.apply(beat.play.given(self._commands))
        for fallen in beat.dice:
            self.battle.settle(fallen.faces)
        for event in beat.undone:
            self.battle.world.tell(event, hearing(event))

    def _compared(self, beat: RewindStep) -> None:
        """Play one command. Raise Differs if it doesn't fit."""
        battle, play = self.battle, beat.play
        check_asked(battle, play)
        refusal = battle.why_not(play.given(self._commands))
        if refusal is not None:
            raise refused(refusal, battle)
        self._played(beat)
        if battle.hash() != (beat.dice[-1] if beat.dice else play).hash:
            raise Differs(said("record", "state_differs"))

    def _stand(self, before: RewindPlace) -> RewindPlace:
        """Return the facts about this place, given those about the place before it."""
        told, number, turn = self.battle.told(), self.battle.round, before.turn
        for n in range(before.told, len(told)):
            event = told[n].event
            if isinstance(event, TurnStarted):
                turn = n, event.unit
            elif isinstance(event, RoundStarted):
                turn = None
        return RewindPlace(len(told), number, turn)


def standing_lines(lines: Iterable[Numbered]) -> list[Numbered]:
    """Return the lines without dice that were corrected later.

    Lines between the dice and the correction are left out, too.
    """
    found: list[Numbered] = []
    for numbered in lines:
        if isinstance(numbered[1], Retype):
            del found[_typed_last(found) :]
        else:
            found.append(numbered)
    return found


def _typed_last(lines: Sequence[Numbered]) -> int:
    """Return the index of the last typed dice since the last command; without any, the end."""
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at][1]
        if isinstance(line, Play | Undo):
            break
        if isinstance(line, Fallen) and not line.apart:
            return at
    return len(lines)


def steps_of(lines: Sequence[Numbered]) -> list[RewindStep]:
    """Return the commands that were never undone, each with its dice."""
    found: list[RewindStep] = []
    for number, line in lines:
        match line:
            case Play():
                found.append(RewindStep(number, line))
            case Fallen() if found:
                last = found[-1]
                found[-1] = last._replace(dice=(*last.dice, line))
            case Undo() if 0 < line.commands <= len(found):
                gone = found[-line.commands :]
                del found[-line.commands :]
                if found:
                    side = gone[0].play.side
                    event = Undone(side=side, agreed=line.agreed, reroll=line.reroll)
                    told = (*_told(gone), event)
                    found[-1] = found[-1]._replace(undone=(*found[-1].undone, *told))
    return found


def _told(gone: Sequence[RewindStep]) -> Iterator[Undone]:
    """Yield the undo events of commands that were later undone themselves."""
    for beat in gone:
        yield from beat.undone
