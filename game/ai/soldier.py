"""The soldier: takes what promises most for the rest of its turn, and minds what comes after."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from game.ai import placing
from game.ai.conduct import allowed
from game.ai.fields import Distances
from game.ai.outlook import Outlook
from game.ai.player import Seated
from game.ai.sense import Sense
from game.components.motion import Stride
from game.components.unit import Position
from game.core.cells import Cell
from game.engine.battle import Battle
from game.terms.agenda import Ask, DeployAsk, DrawAsk
from game.terms.commands import Answer, Command, End, Move
from game.world import World

PACE = 0.2
"""What a step towards the goal is worth, in points of life …"""
HOPE, FEAR = 0.4, 0.3
"""… and the share of the damage that is hoped for and feared next turn."""
CALM, URGE = 0.25, 6.0
"""From this share of the rounds on both hope and pace count for more, so that it comes to an end;
at the end of all by so much."""
FLIGHT, FAR_OFF = 2.0, 12
"""What each tile away from the nearest foe is worth to who flees, up to so many."""
CAUTION = 3
"""So many times as much do those fear who have little life left."""
TRIFLE = 0.02
"""What nobody does anything for."""
RESERVE = 4
"""Tiles of a long reach that are kept when it comes to going nearer."""


@dataclass(frozen=True)
class Limits:
    """How much is tried for one choice; it is counted in work, so that all machines agree."""

    ends: int = 8
    """Ends of walks looked at closely."""
    options: int = 30
    """Other commands tried at any one moment …"""
    tiles: int = 3
    """… and of those that differ in their tile only."""
    kept: int = 4
    """Commands that are good already and are tried again from elsewhere."""
    work: int = 600
    """Commands tried in all."""


class Soldier(Seated):
    """Looks one turn ahead."""

    limits = Limits()

    def choose(self, view: Battle, ask: Ask, legal: tuple[Command, ...]) -> Command:
        """The best of the legal commands."""
        if len(legal) == 1:
            return legal[0]
        outlook = Outlook(view, ask.side)
        if isinstance(ask, DeployAsk):
            return placing.choose(outlook.world, view.book.hints, ask, legal)
        if isinstance(ask, DrawAsk):
            return _drawn(outlook.world, ask, legal)
        sense = Sense(outlook.world, view.book.hints, ask.unit)
        return Plan(outlook, sense, self.limits).best(allowed(sense, legal))


def _drawn(world: World, ask: DrawAsk, legal: tuple[Command, ...]) -> Command:
    """A draw is welcome to who has less left."""
    answer = "yes" if placing.strength(world, ask.side) < 0 else "no"
    return next(c for c in legal if isinstance(c, Answer) and c.answer == answer)


def _best(gains: Mapping[Command, float], most: int) -> frozenset[Command]:
    """The commands that promise most, as far as they promise anything."""
    order = sorted(gains, key=lambda c: -gains[c])
    return frozenset(c for c in order[:most] if gains[c] > TRIFLE)


class Plan:
    """One choice: what each command promises."""

    def __init__(self, outlook: Outlook, sense: Sense, limits: Limits) -> None:
        self.outlook, self.sense, self.limits = outlook, sense, limits
        self.ways: Distances = sense.distances()
        self.urge = 1 + URGE * max(0.0, sense.lateness - CALM)
        self.start = self.place(sense.stand)
        self.left = self._left()
        self.known = frozenset[Command]()
        self.good = frozenset[Command]()

    def best(self, legal: tuple[Command, ...]) -> Command:
        """The command that promises most; the first of equals."""
        scores = self.scores(legal)
        rest = next((c for c in legal if isinstance(c, End)), None)
        best = max(scores, key=lambda c: scores[c]) if scores else legal[0]
        if rest is not None and scores.get(best, 0.0) <= TRIFLE:
            return rest
        return best

    def scores(self, legal: tuple[Command, ...]) -> dict[Command, float]:
        """What the commands promise that were tried, the end of the turn left out."""
        self.known = frozenset(legal)
        others = self._few(c for c in legal if not isinstance(c, Move | End))
        gains = {c: self.outlook.gain(c) for c in others}
        self.good = _best(gains, self.limits.kept)
        scores = {c: gain + self._then(c, gain) for c, gain in gains.items()}
        for walk in self._walks([c for c in legal if isinstance(c, Move)]):
            if self.outlook.work < self.limits.work:
                scores[walk] = self._walked(walk)
        return scores

    def _few(self, commands: Iterable[Command]) -> list[Command]:
        """Not more than may be tried: of those that differ by a tile only the ones near foes."""
        alike: dict[tuple[Any, ...], list[Command]] = {}
        for command in commands:
            thing = [getattr(command, field, None) for field in ("weapon", "power", "item")]
            aimed = None if hasattr(command, "at") else command
            alike.setdefault((type(command), aimed, *thing), []).append(command)
        few = [
            c for some in alike.values() for c in sorted(some, key=self._aside)[: self.limits.tiles]
        ]
        return few[: self.limits.options]

    def _aside(self, command: Command) -> int:
        """How far from any foe a command is aimed."""
        at: Cell | None = getattr(command, "at", None)
        if at is None:
            return 0
        return self.sense.nearest(at)

    # Where to stand

    def place(self, stand: Position | None, menace: dict[int, float] | None = None) -> float:
        """What it is worth to stand there."""
        if stand is None:
            return 0.0
        sense = self.sense
        kept = min(max(0, sense.reach - 1), RESERVE)
        far = self.urge * PACE * max(0, self.ways(stand.at) - kept)
        hope = self.urge * HOPE * sense.hope(stand)
        if sense.behaviour.hunt or sense.behaviour.patrol:
            return hope - far
        fear = FEAR * sense.fear(stand, menace)
        if sense.flees:
            return FLIGHT * min(FAR_OFF, sense.nearest(stand.at)) - fear
        if sense.is_weak:
            return hope - CAUTION * fear
        return hope - far - fear

    def _walks(self, walks: list[Command]) -> list[Command]:
        """The walks worth a closer look: to the best places, and the best from which to hurt each
        foe that can be hurt."""
        ends = {w: self._end(w) for w in walks if isinstance(w, Move)}
        rough = {w: self.place(end) for w, end in ends.items()}
        order = sorted(ends, key=lambda w: -rough[w])
        chosen: dict[Command, None] = dict.fromkeys(order[: self.limits.ends // 2])
        for foe in sorted(self.sense.foes, key=lambda foe: -foe.prey):
            near = (w for w in order if self.sense.gap(ends[w], foe) <= self.sense.reach)
            for _, walk in zip(range(2), near, strict=False):
                chosen.setdefault(walk)
        return list[Command](chosen)[: self.limits.ends]

    def _end(self, walk: Move) -> Position:
        stand = self.sense.stand
        return Position(walk.path[-1], stand.span if stand else 1)

    def _walked(self, walk: Command) -> float:
        """What a walk promises: the place, and the best that can be done there."""
        outlook = self.outlook
        with outlook.after(walk) as battle:
            if battle is not None:
                return self._there(battle)
        assert isinstance(walk, Move)
        return outlook.gain(walk) + self.place(self._end(walk)) - self.start

    def _there(self, battle: Battle) -> float:
        sense, world = self.sense, self.outlook.world
        stand = world.find(sense.unit, Position)
        place = self.place(stand, self._shots()) - self.start
        return self.outlook.changed() + place + self._follow(battle)

    def _follow(self, battle: Battle) -> float:
        """The best of what can be done there: what was good before, and what is new."""
        others = (c for c in battle.legal() if not isinstance(c, Move | End))
        options = self._few(c for c in others if c in self.good or c not in self.known)
        return max((0.0, *(self.outlook.gain(c) for c in options)))

    def _shots(self) -> dict[int, float]:
        """What those who shoot would do to the unit where it stands now."""
        sense, hints = self.sense, self.sense.hints
        shooters = (foe for foe in sense.foes if foe.carries > 2)
        return {f.unit: hints.menace(sense.world, f.unit, sense.unit) for f in shooters}

    # What comes after something else

    def _then(self, command: Command, gain: float) -> float:
        """What a command makes possible that was not before, if no dice fall for it."""
        outlook = self.outlook
        if gain > 1 or outlook.work >= self.limits.work or not self._is_cheap(command):
            return 0.0
        with outlook.after(command) as battle:
            if battle is None:
                return 0.0
            others = (c for c in battle.legal() if not isinstance(c, Move | End))
            new = self._few(c for c in others if c not in self.known)
            follow = max((0.0, *(outlook.gain(c) for c in new)))
            stand = outlook.world.find(self.sense.unit, Position)
            place = self.place(stand) - self.start if stand != self.sense.stand else 0.0
            return follow + place + self._hurried()

    def _is_cheap(self, command: Command) -> bool:
        """Whether a command concerns the unit alone, as getting up, drawing or running do."""
        return not any(hasattr(command, field) for field in ("target", "power", "item"))

    def _hurried(self) -> float:
        """What more movement is worth, where the way is longer than what there was."""
        gained, stand = self._left() - self.left, self.sense.stand
        if gained <= 0 or stand is None:
            return 0.0
        return PACE * min(gained, max(0, self.ways(stand.at) - self.left))

    def _left(self) -> int:
        """The movement left to the unit."""
        stride = self.outlook.world.find(self.sense.unit, Stride)
        return stride.left if stride else 0
