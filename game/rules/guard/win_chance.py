"""The party's chance to win, estimated by simulating the rest of the fight with mean results.

Round by round, each side does its mean damage to the other, beginning with the units that have yet
to act. Reach follows the ranks as they thin out.
"""

from collections.abc import Iterable
from math import exp, sqrt
from typing import NamedTuple

from game.components.belongings import Hand
from game.components.turns import Acting, Rounds
from game.components.unit import Position, Vitals
from game.components.uses import Uses
from game.rules.guard.figures import figure, has, known, members, settings, total
from game.rules.guard.level_ranks import FRONT
from game.rules.guard.mean_damage import READ, Rate, Way, harms, is_many, kills
from game.rules.guard.monsters import preferred
from game.rules.guard.ranks import WAYS, Ranks, ranks
from game.rules.guard.records import Came, FocusLeft
from game.systems.parties import is_player, party
from game.terms.records import Entity
from game.world import World

ROUNDS = 10
"""Maximum number of rounds to simulate."""
LATER = 0.5
"""Share of a unit's harm that counts against targets out of reach."""
SHARP, DOUBT = 6.0, 0.12
"""Weight of the party's share of life left, and the share above which the party is the favourite.
Both are fitted to the results of battles.
"""
FOCUS, ITEM, USE = 0.4, 1.0, 0.2
"""Worth, in points of life, of a point of focus, an item, and a use of an ability."""
HASTE = 0.02
"""Cost of each round that the fight takes, as a share of the party's life."""
SPREAD = 1.5
"""Typical distance of damage from its mean."""
LEAST = 0.1
"""Minimum harm of a monster."""
GONE = 0.3
"""Number below which a side counts as gone."""


SEEN = (*READ, Came)
"""Components that a fight's course depends on, besides life and `is_many`."""


class AttackRates(NamedTuple):
    """A character's best attacks against a group, whose rank may be covered or open."""

    covered: Rate
    open: Rate

    def at(self, when: int, openness: float) -> float:
        """Return the harm to a group whose rank is open to this degree, from 0 to 1."""
        covered = self.covered[when]
        return covered + openness * (self.open[when] - covered) if openness else covered


class PartyFighter(NamedTuple):
    """A character in the simulated fight."""

    unit: Entity
    heads: int
    """Number that the character counts for in front; 0 in the rear."""
    blows: tuple[AttackRates, ...]
    """The character's attacks, by group."""


class Pack(NamedTuple):
    """A group in the simulated fight."""

    unit: Entity
    heads: int
    """Number that each of its monsters counts for in front; 0 in the rear."""
    stalled: int
    """Number of its monsters that don't attack this round."""
    harm: tuple[Rate, ...]
    """The harm that one of its monsters does, by character."""
    covered: tuple[bool, ...]
    """Whether it reaches each character while the party's front isn't outnumbered."""
    is_able: bool
    """Whether it can attack from its rank. If so, it reaches everyone once the front is
    outnumbered.
    """
    is_focused: bool
    """Whether all its monsters attack the same character."""
    regrow: int
    breaks: int
    threat: float
    """The harm that one of its monsters does to the party per round."""


# Starting state


def _blows(
    now: Ranks, world: World, unit: Entity, group: Entity, ways: tuple[Way, ...]
) -> AttackRates:
    """Return the best of a character's attacks now, and later from the other rank."""
    in_front = group in now.front(False)
    found = []
    for is_open in (False, True):
        able = [
            rate
            for way, rate in ways
            if now.strikes(unit, way) and (in_front or is_open or now.goes_over(unit, group, way))
        ]
        some = [max((rate[when] for rate in able), default=0.0) for when in range(3)]
        most = [max((rate[when] for _, rate in ways), default=0.0) for when in range(3)]
        found.append(Rate(some[0], *(max(some[n], LATER * most[n]) for n in (1, 2))))
    if has(world, group, "hidden"):
        found = [rate._replace(now=0.0) for rate in found]
    return AttackRates(*found)


def _fighters(world: World) -> tuple[PartyFighter, ...]:
    """Return the characters on the board."""

    def find() -> tuple[PartyFighter, ...]:
        now, found, made = ranks(world), kills(world), []
        for unit in now.party:
            blows = (_blows(now, world, unit, group, found[unit, group]) for group in now.foes)
            in_front = unit in now.front(True)
            heads = max(0, 1 + total(world, unit, "heads")) if in_front else 0
            made.append(PartyFighter(unit, heads, tuple(blows)))
        return tuple(made)

    return world.once("fighters", find, SEEN)


def _packs(world: World) -> tuple[Pack, ...]:
    """Return the groups on the board."""
    groups = world.once("groups", lambda: members(world, False), (Position,))
    return tuple(_pack(world, group) for group in groups)


def _pack(world: World, group: Entity) -> Pack:
    return world.once(
        ("pack", group, is_many(world, group)), lambda: _found_pack(world, group), SEEN
    )


def _found_pack(world: World, group: Entity) -> Pack:
    now, what, harm = ranks(world), figure(world, group), harms(world, group)
    able, front = [way for way in WAYS[what.fights] if now.strikes(group, way)], now.front(True)
    mean = sum(rate.later for rate in harm.values()) / max(1, len(now.party))
    return Pack(
        group,
        max(0, 1 + total(world, group, "heads")) if now.rank(group) == FRONT else 0,
        max(0, total(world, group, "stalled")),
        tuple(_seen(world, unit, harm[unit]) for unit in now.party),
        tuple(
            bool(able) and (u in front or any(now.goes_over(group, u, way) for way in able))
            for u in now.party
        ),
        bool(able),
        what.targets == "focus",
        sum(one.regrow for _, one in known(world, group)),
        max((one.breaks for _, one in known(world, group)), default=0),
        max(LEAST, mean * (1.0 if able else LATER)),
    )


def _seen(world: World, unit: Entity, rate: Rate) -> Rate:
    return rate._replace(now=0.0) if has(world, unit, "hidden") else rate


def _left(world: World) -> tuple[bool, frozenset[Entity] | None]:
    """Return whether the groups go first, and the units yet to act this round (None: all)."""
    rounds, acting = world.find(world.root, Rounds), world.find(world.root, Acting)
    if rounds is None:
        return False, None
    now = acting.unit if acting else None
    left = [unit for unit in rounds.order if unit not in rounds.acted and unit != now]
    return bool(left) and not is_player(world, left[0]), frozenset(left)


# Simulation


class Course:
    """A fight simulated with mean results."""

    def __init__(self, world: World) -> None:
        self.fighters, self.packs = _fighters(world), _packs(world)
        self.lives = [float(world.get(one.unit, Vitals).life) for one in self.fighters]
        self.counts = [float(world.get(one.unit, Vitals).life) for one in self.packs]
        self.most = tuple(self.counts)
        self.harm = [0.0] * len(self.fighters)
        self.there = [1.0] * len(self.fighters)
        """The chance that each character still stands."""
        self.rounds = 0
        self.by_heads = settings(world).count == "heads"
        place = {one.unit: n for n, one in enumerate(self.fighters)}
        self.order = [
            [place[unit] for unit in preferred(world, one.unit)] if one.is_focused else []
            for one in self.packs
        ]

    def health(self) -> float:
        """Return the life that the party has left."""
        return sum(
            there * max(0.0, life - harm)
            for life, harm, there in zip(self.lives, self.harm, self.there, strict=True)
        )

    def menace(self) -> float:
        """Return the harm that the remaining monsters would do per round."""
        return sum(one.threat * n for one, n in zip(self.packs, self.counts, strict=True))

    def is_over(self) -> bool:
        """Return whether a side is practically gone."""
        return sum(self.counts) <= GONE or sum(self.there) <= GONE

    def _openness(self) -> tuple[float, float]:
        """Return the degree, from 0 to 1, to which party and monsters are outnumbered in front."""
        ours = sum(f.heads * t for f, t in zip(self.fighters, self.there, strict=True))
        counts = self.counts if self.by_heads else [float(n > 0) for n in self.counts]
        theirs = sum(p.heads * n for p, n in zip(self.packs, counts, strict=True))
        more = theirs - ours
        return _share(max(more, 1 - ours)), _share(max(-more, 1 - theirs))

    def strike(self, who: Iterable[int], when: int) -> None:
        """Let these characters attack where that prevents the most harm."""
        _, openness = self._openness()
        counts, packs = self.counts, self.packs
        for at in who:
            best, most, spared = -1, 0.0, 0.0
            for n, blows in enumerate(self.fighters[at].blows):
                if counts[n] <= 0:
                    continue
                rate = blows.at(when, 0.0 if packs[n].heads else openness)
                worth = min(counts[n], rate) * packs[n].threat
                if worth > spared:
                    best, most, spared = n, rate, worth
            if best >= 0:
                left = counts[best] - most * self.there[at]
                counts[best] = left if left > packs[best].breaks else 0.0

    def suffer(self, who: Iterable[int], when: int) -> None:
        """Let these groups attack."""
        for at in who:
            pack = self.packs[at]
            count = self.counts[at] - (pack.stalled if when == 0 else 0)
            if count <= 0 or not pack.is_able:
                continue
            openness, _ = self._openness()
            reached = [
                there if covered else there * openness
                for there, covered in zip(self.there, pack.covered, strict=True)
            ]
            if pack.is_focused:
                self._focused(at, count, reached, when)
                continue
            each = count / max(1.0, sum(reached))
            for n, share in enumerate(reached):
                self._take(n, each * share * pack.harm[n][when])

    def _focused(self, at: int, count: float, reached: list[float], when: int) -> None:
        """Let a group's monsters all attack one character until it is defeated, then the next."""
        for n in self.order[at]:
            rate, used = self.packs[at].harm[n][when], count * reached[n]
            if rate > 0:
                used = min(used, max(0.0, self.lives[n] - self.harm[n]) / rate + 1)
                self._take(n, used * rate)
            count -= used
            if count <= 0:
                return

    def _take(self, at: int, harm: float) -> None:
        if harm > 0:
            self.harm[at] += harm
            taken = self.harm[at]
            far = (self.lives[at] - taken) / (2 * SPREAD * sqrt(taken))
            self.there[at] = _share(0.5 + far)

    def regrow(self) -> None:
        """End a round: groups regrow."""
        for n, pack in enumerate(self.packs):
            if pack.regrow and self.counts[n] > GONE:
                self.counts[n] = min(self.most[n], self.counts[n] + pack.regrow)


def _share(value: float) -> float:
    return 0.0 if value < 0 else min(value, 1.0)


def _gone_on(world: World) -> Course:
    """Return the fight, simulated until it is over or `ROUNDS` rounds have passed."""
    course = Course(world)
    groups_first, left = _left(world)
    acting = [n for n, one in enumerate(course.fighters) if left is None or one.unit in left]
    due = [n for n, one in enumerate(course.packs) if left is None or one.unit in left]
    for when in range(ROUNDS):
        course.rounds += 1
        if groups_first and when == 0:
            course.suffer(due, 0)
            course.strike(acting, 0)
        else:
            course.strike(acting, min(when, 2))
            course.suffer(due, min(when, 2))
        course.regrow()
        if course.is_over():
            break
        acting, due = list(range(len(course.fighters))), list(range(len(course.packs)))
    return course


def _means(world: World) -> float:
    """Return the worth of the party's focus, items and abilities, in points of life."""
    found = 0.0
    for unit in world.once("party", lambda: members(world, True), (Position,)):
        hand, uses = world.find(unit, Hand), world.find(unit, Uses)
        focus = world.find(unit, FocusLeft)
        found += ITEM * (len(hand.items) if hand else 0)
        found += FOCUS * (focus.left if focus else 0)
        found -= USE * (sum(n for _, n in uses.spent) if uses else 0)
    return found


def chance(world: World, side: str) -> float:
    """Return a side's chance to win, from 0 to 1."""
    found = _party_wins(world)
    return found if side == party(world) else 1 - found


def _party_wins(world: World) -> float:
    course = _gone_on(world)
    if not course.fighters:
        return 0.0
    most = world.once("most", lambda: _most(world), (Position,))
    share = (course.health() + _means(world) - course.menace()) / most
    return 1 / (1 + exp(-SHARP * (share - DOUBT - HASTE * course.rounds)))


def _most(world: World) -> float:
    """Return the party's maximum life."""
    return max(1.0, sum(v.most for unit, v in world.all(Vitals) if is_player(world, unit)))
