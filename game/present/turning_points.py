"""Moments of a battle to go back to, and the one at which it turned.

Whoever lost wants to know where, and to try again from there: with the same dice, or with new luck,
of which the new record tells.
"""

from collections.abc import Iterable, Mapping, Sequence
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
from game.present.text_filling import BattleSentences
from game.record.data_folders import RUNNING
from game.record.data_paths import names
from game.record.failure import Failure
from game.record.lines import Checkpoint, Luck, Play, Undo
from game.record.reader import Numbered, ReadRecording, Unreadable, UnreadableLine
from game.record.recording import Recording
from game.record.safe_files import reason, write_new
from game.terms.events import Damaged
from game.terms.script_events import ObjectiveFailed

EVEN = 0.06
"""So far from the half a battle still counts as even."""
LEAST = 0.02
"""A fall smaller than this share turned nothing."""


class PastTurn(msgspec.Struct, frozen=True):
    """A turn that began after so many commands; where several did at once, the last of them."""

    n: int
    round: int
    side: str
    unit: str
    """The title of the unit."""
    text: str


class TurningPoint(msgspec.Struct, frozen=True):
    """The turn that did most to lose a side the battle, and what happened in it."""

    moment: PastTurn
    side: str
    text: str


def saved_of(record: Recording) -> ReadRecording:
    """A record as if it were read from its file."""
    return ReadRecording(record.header, tuple(enumerate(record.lines, 2)))


def moments(
    saved: ReadRecording, books: Mapping[str, Book], view: str | None = None
) -> tuple[PastTurn, ...]:
    """All turns that were begun, as far as a side was told of them (None: all).

    Unreadable if the battle cannot even begin.
    """
    return moments_of(RewindableBattle(saved, books), view)


def moments_of(reel: RewindableBattle, view: str | None = None) -> tuple[PastTurn, ...]:
    """The turns that begin on a reel."""
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


# To a moment


def from_moment(
    saved: ReadRecording,
    n: int,
    books: Mapping[str, Book],
    is_new_luck: bool = False,
    seed: int | None = None,
) -> bytes:
    """A record that stands after so many commands of another, and goes on like any saved battle.

    The same dice fall again for who does the same, unless new luck is wanted: then all dice come
    from a new seed (random unless given), and a line of the record says so. Failure says what
    cannot be.
    """
    kept = ReadRecording(saved.header, tuple(_until(saved.lines, n)))
    if n < 0 or (n and not any(_number(line) == n for _, line in kept.lines)):
        raise Failure(f"The battle has no command {n} to go back to.")
    try:
        found = replay(kept, books)
    except Unreadable as fault:
        raise Failure(str(fault)) from fault
    if found.trouble is not None and found.trouble.command:
        raise Failure(f"The battle cannot be followed to there. {found.trouble}")
    if is_new_luck:
        try:
            found.table.reseed(random_seed() if seed is None else seed)
        except ValueError as fault:
            raise Failure(f"There is no new luck: {fault}") from fault
    return found.table.saved()


def _until(lines: Sequence[Numbered], n: int) -> Iterable[Numbered]:
    """The lines up to a command, with its dice."""
    for number, line in lines:
        if isinstance(line, UnreadableLine) or _number(line) > n:
            break
        yield number, line


def _number(line: object) -> int:
    """The number of the command a line belongs to; 0 for what has none of its own."""
    return line.n if isinstance(line, Play | Undo | Luck | Checkpoint) else 0


def set_up(content: bytes, name: str, folder: Path) -> Path:
    """Lays a record down in the data folder to be gone on with; Failure if that cannot be.

    It lies among the running battles: who takes it up there leaves nothing behind.
    """
    try:
        return write_new(names(folder / RUNNING, name, ".jsonl"), content)
    except OSError as fault:
        raise Failure(f"The battle cannot be written down: {reason(fault)}.") from fault


# Where it turned


def turning_point(
    saved: ReadRecording, books: Mapping[str, Book], side: str | None = None
) -> TurningPoint | None:
    """The turn in which a side that lost lost most; None of a battle that nobody has won.

    Without a `side` it is that of people, or else the first that lost. How a battle stands is told
    by what its book says units are worth, and by the life they have.
    """
    return turning_of(RewindableBattle(saved, books), side, saved.header.players)


def turning_of(
    reel: RewindableBattle, side: str | None = None, players: Mapping[str, str] | None = None
) -> TurningPoint | None:
    """The turning point of a reel, which stands where it stood afterwards."""
    at, found = reel.at, moments_of(reel)
    try:
        reel.go(reel.count)
        loser = _loser(reel.battle, side, players or {})
        return _turned(reel, found, loser) if loser and found else None
    finally:
        reel.go(at)


def _loser(battle: Battle, side: str | None, players: Mapping[str, str]) -> str | None:
    """The side whose turning point is meant, if it has lost."""
    end = battle.outcome
    if end is None or end.winner is None:
        return None
    lost = [it.id for it in battle.world.scene.level.sides if it.id != end.winner]
    if side is not None:
        return side if side in lost else None
    return next((it for it in lost if players.get(it) == STDIO), lost[0] if lost else None)


def _turned(reel: RewindableBattle, found: Sequence[PastTurn], loser: str) -> TurningPoint | None:
    """The turn with the deepest fall, in words."""
    places = [*(reel.place(moment.n) for moment in found), reel.count]
    shares = []
    for place in places:
        reel.go(place)
        shares.append(_share(reel.battle, loser))
    falls = [before - after for before, after in pairwise(shares)]
    deepest = max(range(len(falls)), key=lambda n: (falls[n], -n))
    if falls[deepest] < LEAST:
        return None
    return _Turn(reel, loser, found[deepest], places[deepest], places[deepest + 1]).told(
        shares[deepest]
    )


def _share(battle: Battle, side: str) -> float:
    """What a side is worth, of that and what its strongest foe is worth together."""
    worth = _worths(battle)
    own = worth.get(side, 0.0)
    foe = max((value for other, value in worth.items() if other != side), default=0.0)
    return own / (own + foe) if own + foe > 0 else 0.5


def _worths(battle: Battle) -> dict[str, float]:
    """What each side is worth now: its units that stand, and the aims it has reached."""
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
    """One turn of a reel, and what befell a side in it."""

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
        """The units of the side that no longer stand."""
        world = battle.world
        return [
            world.get(unit, Name).id
            for unit in battle.units()
            if world.get(unit, Allegiance).side == self._side
            and (world.has(unit, Dead) or world.has(unit, Down))
        ]

    def told(self, share: float) -> TurningPoint:
        """The turning point, given how the side stood before."""
        before = "even"
        if abs(share - 0.5) > EVEN:
            before = "ahead" if share > 0.5 else "behind"
        stood = self._say(f"turning_{before}")
        number, what = self._moment.round, self._what()
        text = self._say("turning", round=number, what=what, before=stood)
        return TurningPoint(self._moment, self._side, text)

    def _what(self) -> str:
        """What befell the side: who fell, else who was hurt most, else which aim was lost."""
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
        """Return the names of the units whose deeds hurt these in the turn."""
        blows = (event for event in self._events if isinstance(event, Damaged))
        foes = (event.by for event in blows if event.unit in units)
        return self._joined(tuple(dict.fromkeys(foe for foe in foes if foe and foe not in units)))

    def _joined(self, units: Sequence[str]) -> str:
        """Several units in words."""
        if not units:
            return ""
        names = [self._words.names.get(unit, unit) for unit in units]
        *others, last = names
        return self._say("turning_and", others=tuple(others), last=last)

    def _say(self, key: str, **values: object) -> str:
        return self._words.say(key, **values)
