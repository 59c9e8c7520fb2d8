"""The soldier: plans its whole turn, and considers the consequences."""

import math
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import NamedTuple

from game.ai import deployment, draw_offers
from game.ai.lookahead import Outlook
from game.ai.player import Seated
from game.ai.situation import InRange, Situation
from game.ai.strike_zones import ARM
from game.ai.tile_worth import TileWorth
from game.ai.trial_order import Kind, Promise, TrialOrder, is_own, kind_of
from game.ai.valuation import AIM
from game.components.motion import Stride
from game.components.unit import Position
from game.core.cells import Cell
from game.engine.battle import Battle
from game.terms.agenda import Ask, DeployAsk, DrawAsk
from game.terms.commands import Command, End, Move
from game.terms.records import Entity

CALM, URGE = 0.25, 6.0
"""Share of the rounds after which hope and pace count for more, so that the battle ends; and the
growth of their weight from then on.
"""
ZEAL = 3.0
"""Growth of the weight of harm to foes, after the same share of the rounds."""
TRIFLE = 0.02
"""Gain below which a command isn't worth doing."""
MARGIN = 0.1
"""Margin over the best promise so far, as a share of it, above which a move is tried."""
TRIALS = 3
"""Number of useless trials after which a kind of command is no longer tried at the ends of moves.
"""


ONWARD = (Move, End)
"""Commands that aren't actions on the spot."""


@dataclass(frozen=True)
class Limits:
    """The limits on the trials for one choice.

    They count trials and not time, so that all machines agree.
    """

    ends: int = 8
    """Maximum number of ends of moves to examine closely."""
    options: int = 30
    """Maximum number of commands other than moves to try in any one state."""
    aims: int = 3
    """Maximum number of commands to try that differ only in tile or target."""
    kept: int = 4
    """Number of good commands from the current tile to try again from other tiles."""
    work: int = 600
    """Maximum number of commands to try in total."""


class Soldier(Seated):
    """A player that plans one turn ahead."""

    limits = Limits()
    situation: type[Situation] = Situation
    """The class that reads the situation of a unit from the view."""

    def choose(self, view: Battle, ask: Ask, legal: tuple[Command, ...]) -> Command:
        """Return the best of the legal commands."""
        if len(legal) == 1:
            return legal[0]
        outlook = Outlook(view, ask.side, looks_ahead=True)
        if isinstance(ask, DeployAsk):
            return deployment.choose(outlook.world, view.book.hints, ask, legal)
        if isinstance(ask, DrawAsk):
            return draw_offers.answer(outlook.world, ask, legal)
        sense = self.situation(outlook.world, view.book.hints, ask.unit)
        outlook.keep(ask.unit, sense.orders.ground or sense.kept)
        outlook.errand, outlook.barrier = sense.errand, sense.barrier
        fitting = _at_post(sense, sense.orders.fitting(legal))
        return CommandPromise(outlook, sense, self.limits).best(fitting)


def _at_post(sense: Situation, fitting: tuple[Command, ...]) -> tuple[Command, ...]:
    """Return the commands that don't move the unit off its post."""
    kept = sense.kept
    if kept is None:
        return fitting
    return tuple(c for c in fitting if not isinstance(c, Move) or c.path[-1] in kept) or fitting


def _best(gains: Mapping[Command, float], most: int) -> frozenset[Command]:
    """Return the most promising commands, without those that promise nothing."""
    order = sorted(gains, key=lambda c: -gains[c])
    return frozenset(c for c in order[:most] if gains[c] > TRIFLE)


class Rivals(NamedTuple):
    """The commands that a move competes with."""

    best: float
    """The best promise so far."""
    bound: float
    """An upper estimate of the promises of moves not yet tried."""


class CommandPromise:
    """The expected worth of each command for one choice."""

    def __init__(self, outlook: Outlook, sense: Situation, limits: Limits) -> None:
        self.outlook, self.sense, self.limits = outlook, sense, limits
        late = 0.0 if sense.has_time else max(0.0, sense.lateness - CALM)
        self.urge, outlook.zeal = 1 + URGE * late, 1 + ZEAL * late
        self.places = TileWorth(sense, self.urge)
        sent = sense.errand.tiles if sense.errand and sense.errand.is_sent else ()
        self.meant = sent if sense.barrier is None else (*sent, sense.barrier)
        """Tiles that the unit was sent to, or must break its way through, where even a kind of
        command that was useless is tried.
        """
        self.left = self._left()
        self.known = frozenset[Command]()
        self.may_walk = False
        """Whether moves are legal. If so, other paths are treated as variants of them."""
        self.tiled: tuple[type[Command], ...] = ()
        """Types of commands that target tiles; these commands stay the same if no one moves."""
        self.hurrying: dict[Command, int] = {}
        """Commands that give the unit more movement, with the movement."""
        self.gains: dict[Command, float] = {}
        self.good = frozenset[Command]()
        self.steady = 0.0
        self.vain: dict[Kind, int] = {}
        self.gained: dict[Kind, float] = {}
        """The most that a command of each kind has gained."""
        self.yields = 0.0
        self.shown: dict[InRange, float] = {}
        self.struck: dict[frozenset[str], float] = {}

    @cached_property
    def start(self) -> float:
        """The worth of the unit's tile now, as `places` finds it."""
        return self.places.one(self.sense.stand)

    @cached_property
    def stood(self) -> float:
        """The worth of the unit's tile now, with the damage that ranged foes could deal there."""
        return self._standing(0.0)

    def best(self, legal: tuple[Command, ...]) -> Command:
        """Return the most promising command, the first of equals."""
        scores = self.scores(legal)
        best = max(scores, key=lambda c: scores[c]) if scores else legal[0]
        if scores.get(best, 0.0) > TRIFLE:
            return best
        rest = next((c for c in legal if isinstance(c, End)), None)
        return rest or self._onward(legal) or best

    def _onward(self, legal: tuple[Command, ...]) -> Command | None:
        """Return the move to the best tile, for a unit whose orders don't let it stop."""
        walks = [c for c in legal if isinstance(c, Move)]
        return min(walks, key=lambda walk: self._beyond(walk.path), default=None)

    def scores(self, legal: tuple[Command, ...]) -> dict[Command, float]:
        """Return the promises of the commands tried, except for the end of the turn."""
        self.known = frozenset(legal)
        kinds = {type(c) for c in legal}
        self.may_walk = any(issubclass(kind, Move) for kind in kinds)
        self.tiled = tuple(kind for kind in kinds if "at" in kind.__struct_fields__)
        onward = [kind for kind in kinds if issubclass(kind, ONWARD)]
        deeds = [c for c in legal if type(c) not in onward]
        moves = [c for c in legal if isinstance(c, Move)] if self.may_walk else []
        scores = self._each(deeds, self._tried)
        self.good = _best(self.gains, self.limits.kept)
        self.steady = max((self.gains[c] for c in self.good if is_own(c)), default=0.0)
        walks = self._with_places(moves)
        return self._hurried(self._with_walks(scores, walks), walks)

    def _tried(self, command: Command) -> float:
        """Return a command's promise: its effect, and that of commands it makes possible."""
        gain, then = None, 0.0
        if is_own(command) and self.outlook.work < self.limits.work:
            with self.outlook.after(command) as battle:
                if battle is not None:
                    gain = self.outlook.changed()
                    if self._left() > self.left:
                        self.hurrying[command] = self._left() - self.left
                    then = self._then() if gain <= 1 else 0.0
        self.gains[command] = self.outlook.gain(command) if gain is None else gain
        return self.gains[command] + then

    def _each(
        self, commands: Iterable[Command], find: Callable[[Command], float], is_quick: bool = False
    ) -> dict[Command, float]:
        """Return the promises of commands, in the order of their trials.

        Of the commands of each kind, try the best-aimed first, and others if it gained enough,
        until one is useless. If `is_quick`, try only commands that may be better than the best.
        """
        alike: dict[Kind | Command, list[Command]] = {}
        for command in commands:
            is_alike = not is_own(command) or (self.may_walk and _path(command))
            alike.setdefault(kind_of(command) if is_alike else command, []).append(command)
        found: dict[Command, float] = {}
        promised: Promise = cache(self._promised)
        promise = partial(self._likely, promised) if is_quick else promised
        aim = partial(self._aimed, promised)
        order = TrialOrder(map(self._meant_first, alike.values()), promise, aim, is_quick)
        while len(found) < self.limits.options:
            best = max(found.values(), default=0.0)
            # Numbers tell nothing about objectives, so next to one that is completed all are tried.
            one = order.next(best if best < AIM else 0.0)
            if one is None:
                break
            gain = found[one] = find(one)
            self._learn(kind_of(one), gain)
            if abs(gain) > TRIFLE:
                order.go_on(gain)
        return found

    def _promised(self, command: Command) -> float:
        """Return roughly what a command gains; infinity if it is unknown, or helps on the way."""
        sense = self.sense
        if getattr(command, "at", None) in self.meant or (sense.is_sent and is_own(command)):
            return math.inf
        found = sense.hints.promise(sense.world, sense.unit, command)
        return math.inf if found is None else found * self.outlook.zeal

    def _likely(self, promised: Promise, command: Command) -> float:
        """Return the same; if the numbers don't tell, go by what commands of its kind gained."""
        found = promised(command)
        return self.gained.get(kind_of(command), found) if math.isinf(found) else found

    def _meant_first(self, some: Sequence[Command]) -> Sequence[Command]:
        """Return the commands of a kind, those at the tiles that the unit was sent to first."""
        if not self.meant:
            return some
        return sorted(some, key=lambda one: getattr(one, "at", None) not in self.meant)

    def _aimed(self, promised: Promise, some: Sequence[Command]) -> Sequence[Command]:
        """Return the commands of a kind with the best aim."""
        if len(some) == 1:
            return some
        # The worth of all ends at once is found faster than one by one, and then kept.
        self.places.all([self._end(path[-1]) for path in map(_path, some) if path])
        return sorted(some, key=partial(self._aside, promised))[: self.limits.aims]

    def _aside(self, promised: Promise, command: Command) -> float:
        """Return a key that sorts commands of a kind by target or end, the best first."""
        path = _path(command)
        if path:
            return self._beyond(path)
        at: Cell | None = getattr(command, "at", None)
        if at is not None:
            return -math.inf if at in self.meant else self.sense.aside(at)
        target: str | None = getattr(command, "target", None)
        if target is None:
            return 0
        numbers = promised(command)
        return -self.sense.promise(target) if math.isinf(numbers) else -numbers

    def _beyond(self, path: tuple[Cell, ...]) -> float:
        """Return a key that sorts paths by their ends, the best first."""
        return -self.places.one(self._end(path[-1]))

    # Positions

    def _with_places(self, walks: Iterable[Command]) -> dict[Command, float]:
        """Return the moves, each with the gain in place from the current tile to its end."""
        ends = self._ends(walks)
        worths = self.places.all(ends.values())
        return {walk: worth - self.start for walk, worth in zip(ends, worths, strict=True)}

    def _with_walks(
        self, scores: dict[Command, float], rough: dict[Command, float]
    ) -> dict[Command, float]:
        """Add the scores of moves, as long as one might be best, and return all scores.

        `rough` has the moves, each with the gain in place.
        """
        ends = self._ends(rough)
        left = self._worth_a_look(ends, rough)
        top = max(scores.values(), default=0.0)
        while left and self.outlook.work < self.limits.work:
            bound = {w: rough[w] + self._bound(ends[w]) for w in left}
            walk = max(bound, key=lambda w: bound[w])
            if bound[walk] <= top + max(TRIFLE, top * MARGIN):
                break
            left.remove(walk)
            most = max((bound[w] for w in left), default=0.0)
            scores[walk] = self._walked(walk, ends[walk], Rivals(top, most))
            top = max(top, scores[walk])
        return scores

    def _worth_a_look(
        self, ends: dict[Command, Position], rough: dict[Command, float]
    ) -> list[Command]:
        """Return the moves to try: to the best places, to goals, and for attacking each foe."""
        order = sorted(rough, key=lambda w: -rough[w])
        chosen: dict[Command, None] = dict.fromkeys(order[: self.limits.ends // 2])
        near: dict[tuple[Entity, float], list[Command]] = {}
        chosen |= dict.fromkeys([w for w in order if self._is_meant(ends[w])][:2])
        for walk in order:
            end = ends[walk]
            # Not in the order of `in_range`, which is a set and may differ between machines.
            for unit, foe in self.sense.within(end).items():
                share = self.sense.share(self.sense.gap(end, foe))
                some = near.setdefault((unit, share), [])
                if len(some) < 2:
                    some.append(walk)
        prey = {foe.unit: foe.prey for foe in self.sense.foes}
        for unit, share in sorted(near, key=lambda one: -prey[one[0]] * one[1]):
            chosen |= dict.fromkeys(near[unit, share])
        return list[Command](chosen)[: self.limits.ends]

    def _bound(self, end: Position) -> float:
        """Return an upper estimate of the worth of actions at `end`.

        If the same foes were in range at another tile, go by the result there. Otherwise go by the
        damage possible at `end`, scaled by the share achieved elsewhere, or by the best command so
        far.
        """
        near, sure = self.sense.in_range(end), AIM if self._is_meant(end) else 0.0
        if near in self.shown and not sure:
            return self.shown[near]
        share = min(1.0, self.yields) if self.yields else 1.0
        lure = self.sense.lure(end)
        return max(share * lure, *(self.gains[c] for c in self.good), sure, self.steady)

    def _is_meant(self, end: Position) -> bool:
        """Return whether `end` is a goal, or next to an ally that is down."""
        return self.places.ways.are_at(end.at) or self.sense.care(end) > 0

    def _end(self, at: Cell) -> Position:
        return Position(at, self._span())

    def _ends(self, walks: Iterable[Command]) -> dict[Command, Position]:
        span = self._span()
        return {walk: Position(_path(walk)[-1], span) for walk in walks}

    def _span(self) -> int:
        stand = self.sense.stand
        return stand.span if stand else 1

    def _walked(self, walk: Command, end: Position, rivals: Rivals) -> float:
        """Return a move's promise: the worth of its end, and of the best action there.

        If foes may attack on the path, assume that the unit moves on. Try their attacks once for
        all moves past the same foes, and the actions at the end as if no one had attacked.
        """
        outlook = self.outlook
        stood = self.stood
        with outlook.after(walk) as battle:
            if battle is not None:
                return self._arrived(end, rivals, stood)
        past = outlook.strikers(walk)
        if past not in self.struck or not past:
            self.struck[past] = outlook.gain(walk)
        follow = self._follow_past(walk, end) if past else 0.0
        return self.struck[past] + follow + self.places.one(end) - self.start

    def _arrived(self, end: Position, rivals: Rivals, stood: float) -> float:
        """Return the promise of the move that was just made. `stood` is the worth of its start.

        Don't try actions at its end if they can't decide whether it is the best command.
        """
        most = self._bound(end)
        gain = self._standing(self.outlook.changed() - stood)
        if gain + most <= rivals.best:
            return gain + most
        if gain + self.steady > max(TRIFLE, rivals.best, rivals.bound):
            return gain + self.steady
        follow = self._follow()
        self._show(end, follow)
        return gain + follow

    def _follow_past(self, walk: Command, end: Position) -> float:
        """Return the worth of actions at the end of a move past foes that attack."""
        near = self.sense.in_range(end)
        if near in self.shown:
            return self.shown[near]
        with self.outlook.after(walk, is_let_pass=True) as battle:
            if battle is None:
                return 0.0
            follow = self._follow()
            self._show(end, follow)
            return follow

    def _show(self, end: Position, follow: float) -> None:
        """Record the worth of actions at `end` for all tiles with the same foes in range."""
        near, lure = self.sense.in_range(end), self.sense.lure(end)
        self.shown[near] = max(follow, self.shown.get(near, 0.0))
        if lure > 0:
            self.yields = max(self.yields, follow / lure)

    def _standing(self, gain: float) -> float:
        """Return a gain plus the worth of the current place, with its cover."""
        sense, hints = self.sense, self.sense.hints
        stand = self.outlook.world.find(sense.unit, Position)
        if stand is None:
            return gain
        dealt = {
            foe.unit: foe.menace * hints.shelter(sense.world, foe.unit, stand)
            for foe, gap in sense.gaps(stand)
            if foe.reach > ARM and gap <= foe.far
        }
        return gain + self.places.one(stand, dealt)

    def _follow(self) -> float:
        """Return the worth of the best action now, among good commands from before and new ones."""
        options = (c for c in self._new_deeds() if self._is_option(c))
        return max((self.steady, *self._each(options, self.outlook.gain, True).values()))

    def _is_option(self, command: Command) -> bool:
        """Return whether a command may gain more at the end of a move than where it began."""
        if command in self.good:
            return not is_own(command)
        is_new = command not in self.known
        is_untried = command not in self.gains and hasattr(command, "target")
        return (is_new or is_untried) and self._is_hopeful(command)

    def _is_hopeful(self, command: Command) -> bool:
        """Return whether a command is meant, or of a kind not yet found useless."""
        is_meant = getattr(command, "at", None) in self.meant
        return is_meant or self.vain.get(kind_of(command), 0) < TRIALS

    def _learn(self, kind: Kind, gain: float) -> None:
        """Count useless trials of a kind of command. A useful one clears the kind for good."""
        self.gained[kind] = max(gain, self.gained.get(kind, gain))
        self.vain[kind] = self.vain.get(kind, 0) + 1 if gain <= TRIFLE else -self.limits.work

    def _new_deeds(self, but: tuple[type[Command], ...] = ()) -> tuple[Command, ...]:
        """Return the legal commands now, except for types found useless."""
        useless = (
            c
            for c in {k[0] for k in self.vain}
            if self._is_vain(c) and not (self.meant and "at" in c.__struct_fields__)
        )
        return self.outlook.deeds((*ONWARD, *but, *useless))

    def _is_vain(self, of: type[Command]) -> bool:
        """Return whether enough commands of a type were tried, and all were useless."""
        return all(count >= TRIALS for kind, count in self.vain.items() if kind[0] is of)

    # Consequences

    def _then(self) -> float:
        """Return the worth of actions that have become possible."""
        outlook = self.outlook
        stand, follow = outlook.world.find(self.sense.unit, Position), 0.0
        if outlook.opens() and (stand is None or self.sense.within(stand)):
            new = (c for c in self._new_deeds(self.tiled) if c not in self.known)
            follow = max((0.0, *self._each(new, outlook.gain).values()))
        place = self.places.one(stand) - self.start if stand != self.sense.stand else 0.0
        return follow + place

    def _hurried(
        self, scores: dict[Command, float], walks: Mapping[Command, float]
    ) -> dict[Command, float]:
        """Add the worth of movement gained to the commands that gain it, and return all scores.

        The movement left comes first, so this has time until no move is worth making.
        """
        if any(scores.get(walk, 0.0) > TRIFLE for walk in walks):
            return scores
        known = {_path(walk)[-1] for walk in walks}
        for command, gained in self.hurrying.items():
            most = self.places.most(self.sense.stand, gained) - self.start
            if scores[command] + most > max(scores.values()):
                with self.outlook.after(command):
                    scores[command] += self._farther(known)
        return scores

    def _farther(self, known: Container[Cell]) -> float:
        """Return the worth of the best place that only the movement gained leads to."""
        others = tuple({type(c) for c in self.known if not isinstance(c, Move)})
        farther = _at_post(self.sense, self.sense.orders.fitting(self.outlook.deeds(others)))
        walks = self._with_places(
            c for c in farther if isinstance(c, Move) and c.path[-1] not in known
        )
        best = max(walks, key=lambda walk: walks[walk], default=None)
        if best is None or walks[best] <= TRIFLE:
            return 0.0
        with self.outlook.after(best) as battle:
            gain = self.outlook.changed() if battle is not None else None
        return max(0.0, walks[best] + (self.outlook.gain(best) if gain is None else gain))

    def _left(self) -> int:
        """Return the movement that the unit has left."""
        stride = self.outlook.world.find(self.sense.unit, Stride)
        return stride.left if stride else 0


def _path(command: Command) -> tuple[Cell, ...]:
    """Return the path that a command moves its unit along, if any."""
    path: tuple[Cell, ...] = getattr(command, "path", ())
    return path
