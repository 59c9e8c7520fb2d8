"""Turns of a battle that you can retry from, and the turn that decided the battle.

After a defeat you can see where the battle turned and try again from there. You keep the same dice,
or get new ones; the new record notes new dice.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec

from game.ai.valuation import AIM, DEATH, FALL
from game.components.script_progress import Progress
from game.components.unit import Allegiance, Dead, Down, Name, Vitals
from game.engine.battle import Battle
from game.engine.book import Book
from game.play.opening import random_seed
from game.play.players import STDIO
from game.play.replayer import replay
from game.play.rewind import RewindableBattle
from game.present.battle_sentences import BattleSentences
from game.present.screen_sentences import failure
from game.record.data_folders import RUNNING
from game.record.failure import Failure
from game.record.lines import Checkpoint, Luck, Play, Undo
from game.record.reader import Numbered, ReadRecording, Unreadable, UnreadableLine
from game.record.recording import Recording
from game.record.safe_files import reason, write_new
from game.record.save_files import names
from game.terms.events import Damaged
from game.terms.script_events import ObjectiveFailed

EVEN = 0.06
"""Maximum distance from an even share at which a battle counts as even."""
LEAST = 0.02
"""Smallest loss of share that counts as a turning point."""


END = object()


class PastTurn(msgspec.Struct, frozen=True):
    """A turn that began after command `n`; if several turns began there, the last of them."""

    n: int
    round: int
    side: str
    unit: str
    """Title of the unit."""
    text: str


class TurningPoint(msgspec.Struct, frozen=True):
    """The turn that cost the losing side most; `text` says what happened in it."""

    moment: PastTurn
    side: str
    text: str


def saved_of(record: Recording) -> ReadRecording:
    """Return a record as if it had been read from a file."""
    return ReadRecording(record.header, tuple(enumerate(record.lines, 2)))


def moments(
    saved: ReadRecording, books: Mapping[str, Book], view: str | None = None
) -> tuple[PastTurn, ...]:
    """Return all turns that have begun, as far as the side `view` knows them (None: all).

    Raise Unreadable if even the start of the battle can't be restored.
    """
    return moments_of(RewindableBattle(saved, books), view)


def moments_of(reel: RewindableBattle, view: str | None = None) -> tuple[PastTurn, ...]:
    """Return the turns of a rewindable battle, as far as a side knows them (None: all)."""
    battle, found, before = reel.battle, [], 0
    told = reel.told
    words = BattleSentences(battle.book, battle.world.scene.names)
    for place, stand in enumerate(reel.stands):
        if stand.turn is not None and stand.turn[0] >= before:
            at, unit = stand.turn
            if view is None or told[at].to(view) is not None:
                title = battle.world.scene.names.get(unit, unit)
                text = words.say("moment", round=stand.round, unit=unit)
                side = unit.partition(".")[0]
                found.append(PastTurn(reel.number(place), stand.round, side, title, text))
        before = stand.told
    return tuple(found)


# Retries


def from_moment(
    saved: ReadRecording,
    n: int,
    books: Mapping[str, Book],
    is_new_luck: bool = False,
    seed: int | None = None,
) -> bytes:
    """Return the part of a record up to command `n`; it can be resumed like any save.

    The same commands get the same dice, unless `is_new_luck`: then all dice come from a new seed
    (random by default), and a line of the record says so. Raise Failure if there is no such command
    or no seed.
    """
    kept = ReadRecording(saved.header, tuple(_until(saved.lines, n)))
    if n < 0 or (n and not any(_number(line) == n for _, line in kept.lines)):
        raise failure("retry", "no_command", n=n)
    try:
        found = replay(kept, books)
    except Unreadable as fault:
        raise Failure(str(fault)) from fault
    if found.trouble is not None and found.trouble.command:
        raise failure("retry", "not_followed", why=str(found.trouble))
    if is_new_luck:
        try:
            found.table.reseed(random_seed() if seed is None else seed)
        except ValueError as fault:
            raise failure("retry", "no_new_dice", why=str(fault)) from fault
    return found.table.saved()


def _until(lines: Sequence[Numbered], n: int) -> Iterable[Numbered]:
    """Yield the lines up to command `n`, including its dice."""
    for number, line in lines:
        if isinstance(line, UnreadableLine) or _number(line) > n:
            break
        yield number, line


def _number(line: object) -> int:
    """Return the number of the command that a line belongs to, or 0 if it has none."""
    return line.n if isinstance(line, Play | Undo | Luck | Checkpoint) else 0


def set_up(content: bytes, name: str, folder: Path) -> Path:
    """Write a record to the data folder, to be resumed; raise Failure if that fails.

    Put it among the running battles, so that resuming it leaves no file behind.
    """
    try:
        return write_new(names(folder / RUNNING, name, ".jsonl"), content)
    except OSError as fault:
        raise failure("retry", "not_saved", why=reason(fault)) from fault


# Turning points


def turning_point(
    saved: ReadRecording, books: Mapping[str, Book], side: str | None = None
) -> TurningPoint | None:
    """Return the turn that cost the loser most, or None if no side has won.

    Without a `side`, use the losing side that people play, or else the first loser. A side's share
    is computed from its units' life and their worth by the book's hints.
    """
    return turning_of(RewindableBattle(saved, books), side, saved.header.players)


def turning_of(
    reel: RewindableBattle, side: str | None = None, players: Mapping[str, str] | None = None
) -> TurningPoint | None:
    """Return the turning point of a rewindable battle, and leave the battle where it was."""
    at, search = reel.at, TurningSearch(reel, side, players)
    try:
        while not search.is_done:
            search.go_on()
        return search.found
    finally:
        reel.go(at)


class TurningSearch:
    """The search for the turning point of a battle. It can be done in parts."""

    def __init__(
        self,
        reel: RewindableBattle,
        side: str | None = None,
        players: Mapping[str, str] | None = None,
    ) -> None:
        """Prepare the search; sides are chosen as by `turning_point`."""
        self.found: TurningPoint | None = None
        """The turning point, once the search is done; None if there is none."""
        self.is_done = False
        self._reel = reel
        self._steps = self._search(reel, side, players or {})

    def moments(self, view: str | None = None) -> tuple[PastTurn, ...]:
        """Return all turns of the battle, as far as a side knows them, once the search is done."""
        return moments_of(self._reel, view)

    def go_on(self) -> None:
        """Go on with the next part of the search."""
        self.is_done = self.is_done or next(self._steps, END) is END

    def _search(
        self, reel: RewindableBattle, side: str | None, players: Mapping[str, str]
    ) -> Iterator[None]:
        yield from reel.follow()
        yield from reel.going(reel.count)
        found, loser = moments_of(reel), _loser(reel.battle, side, players)
        if not (loser and found):
            return
        places = [*(reel.place(moment.n) for moment in found), reel.count]
        shares = []
        for place in places:
            yield from reel.going(place)
            shares.append(_share(reel.battle, loser))
            yield
        falls = [before - after for before, after in pairwise(shares)]
        deepest = max(range(len(falls)), key=lambda n: (falls[n], -n))
        if falls[deepest] < LEAST:
            return
        yield from reel.going(places[deepest])
        turn = _Turn(reel, loser, found[deepest], places[deepest], places[deepest + 1])
        self.found = turn.told(shares[deepest])


def _loser(battle: Battle, side: str | None, players: Mapping[str, str]) -> str | None:
    """Return the side whose turning point is wanted, or None if it hasn't lost."""
    end = battle.outcome
    if end is None or end.winner is None:
        return None
    lost = [it.id for it in battle.world.scene.level.sides if it.id != end.winner]
    if side is not None:
        return side if side in lost else None
    return next((it for it in lost if players.get(it) == STDIO), lost[0] if lost else None)


def _share(battle: Battle, side: str) -> float:
    """Return the worth of a side, divided by the sum of its worth and its strongest foe's."""
    worth = _worths(battle)
    own = worth.get(side, 0.0)
    foe = max((value for other, value in worth.items() if other != side), default=0.0)
    return own / (own + foe) if own + foe > 0 else 0.5


def _worths(battle: Battle) -> dict[str, float]:
    """Return the current worth of each side: its surviving units and completed objectives."""
    world, hints = battle.world, battle.book.hints
    found = {side.id: 0.0 for side in world.scene.level.sides}
    for unit in battle.units():
        vitals = world.find(unit, Vitals)
        if world.has(unit, Dead):
            continue
        worth = hints.worth(world, unit)
        left = max(0.0, float(vitals.life)) if vitals else worth
        share = DEATH - FALL if world.has(unit, Down) else DEATH
        found[world.get(unit, Allegiance).side] += left + share * worth
    progress = world.find(world.root, Progress) or Progress()
    for aim in world.scene.level.script.objectives:
        done = (aim.id in progress.reached) - (aim.id in progress.failed)
        found[aim.side] = max(0.0, found[aim.side] + AIM * done)
    return found


class _Turn:
    """One turn of a battle, and a side's losses in it."""

    def __init__(
        self, reel: RewindableBattle, side: str, moment: PastTurn, start: int, end: int
    ) -> None:
        self._side, self._moment = side, moment
        reel.go(start)
        known = reel.stand(start).turn
        first, out = (known[0] if known else 0), self._out(reel.battle)
        reel.go(end)
        self._battle = reel.battle
        self._events = [told.event for told in reel.battle.told()[first:]]
        self._fallen = [unit for unit in self._out(reel.battle) if unit not in out]
        self._words = BattleSentences(reel.battle.book, reel.battle.world.scene.names)

    def _out(self, battle: Battle) -> list[str]:
        """Return the units of the side that are down or dead."""
        world = battle.world
        return [
            world.get(unit, Name).id
            for unit in battle.units()
            if world.get(unit, Allegiance).side == self._side
            and (world.has(unit, Dead) or world.has(unit, Down))
        ]

    def told(self, share: float) -> TurningPoint:
        """Return the turning point, given the side's share before the turn."""
        before = "even"
        if abs(share - 0.5) > EVEN:
            before = "ahead" if share > 0.5 else "behind"
        stood = self._say(f"turning_{before}", side=self._side)
        number, what = self._moment.round, self._what()
        text = self._say("turning", round=number, what=what, before=stood)
        return TurningPoint(self._moment, self._side, text)

    def _what(self) -> str:
        """Return the side's main loss in words: defeated units, else an objective, else damage."""
        if self._fallen:
            whom = self._foes(self._fallen)
            return self._say("turning_fell", who=self._joined(self._fallen), whom=whom)
        for event in self._events:
            if isinstance(event, ObjectiveFailed) and event.side == self._side:
                return self._say("turning_aim", side=self._side, title=event.title)
        lost: dict[str, int] = {}
        for event in self._events:
            if isinstance(event, Damaged) and event.unit.partition(".")[0] == self._side:
                lost[event.unit] = lost.get(event.unit, 0) + event.amount
        if not lost:
            return self._say("turning_plain", side=self._side, unit=self._moment.unit)
        unit = max(lost, key=lambda id: lost[id])
        whom = self._foes((unit,))
        return self._say("turning_hurt", who=unit, amount=lost[unit], whom=whom)

    def _foes(self, units: Sequence[str]) -> str:
        """Return the names of the units that harmed these units in the turn."""
        blows = (event for event in self._events if isinstance(event, Damaged))
        foes = (event.by for event in blows if event.unit in units)
        return self._joined(tuple(dict.fromkeys(foe for foe in foes if foe and foe not in units)))

    def _joined(self, units: Sequence[str]) -> str:
        """Return the names of several units as a list in words."""
        if not units:
            return ""
        names = [self._words.names.get(unit, unit) for unit in units]
        *others, last = names
        return self._say("turning_and", others=tuple(others), last=last)

    def _say(self, key: str, **values: object) -> str:
        return self._words.say(key, **values)
