"""Each player's estimated chance to win, for computer players.

Every player has a strength in points of life: the character's life, the harm that the robots will
do, and the items. Without a fight, the chances follow from the strengths; a fight is played through
to its end.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from game.components.belongings import Hand, Traps
from game.components.conditions import Conditions
from game.components.unit import Dead, Position, Vitals
from game.core.dice import Dice
from game.engine.chain_odds import chain_odds, check_assume
from game.engine.hints import mean_of
from game.rules.etiquette.duels import clash
from game.rules.etiquette.minions import is_robot, minions_of, owner_of, trains
from game.rules.etiquette.promises import CALMING, repute_of
from game.rules.etiquette.records import Clash, Clashed, Declarations, Duel
from game.rules.etiquette.schema import Settings
from game.terms.records import Entity
from game.world import World
from game.world.unit_names import side_of, tile_of

NEVER = check_assume("never")
STEEP = 2.3
"""Exponent for life: a duel with 7 life against 6 is won 6 times in 10."""
ITEM, TRAP = 0.35, 0.3
"""Worth of an item in the hand, and of a trap that is set."""
SPENT = 0.8
"""Share of a robot's future harm that counts: it may never happen."""
BOLD = 0.02
"""Worth of having entered a foe's tile: a player who only waits never wins."""
LASTS = 2
"""Maximum number of turns that an effect counts for."""
ROUNDS = 40
"""Maximum number of passes to compute the chances of a fight for given lives."""
NEAR = 1e-4
"""Change in the chances below which the passes end."""
DOUBT = 0.1
"""Chance that a unit doesn't start a fight from which it would gain."""
LIES = 2.0
"""Number of kept promises that one broken promise outweighs."""

Falls = tuple[tuple[int, int, float], ...]
"""The possible results of an attack: harm, harm by striking back, and probability."""
Pair = tuple[float, float]
"""The chances of two players."""


@lru_cache(maxsize=20_000)
def falls(strike: Clash) -> Falls:
    """Return the possible results of an attack."""
    outcomes, total = chain_odds(strike, NEVER)
    found: dict[tuple[int, int], int] = {}
    for one, weight in outcomes:
        if isinstance(one, Clashed):
            found[one.harm, one.counter] = found.get((one.harm, one.counter), 0) + weight
    return tuple((harm, counter, weight / total) for (harm, counter), weight in found.items())


def ways(world: World, unit: Entity, foe: Entity) -> tuple[Falls, ...]:
    """Return the possible results of an attack, for each number of dice the defender can choose."""
    counts = (1,) if is_robot(world, foe) else (1, 2)
    return tuple(falls(clash(world, unit, foe, count)) for count in counts)


def mean_harm(met: tuple[Falls, ...]) -> tuple[float, float]:
    """Return the mean harm and harm by striking back, with the defender's best choice."""
    both = [(sum(h * p for h, _, p in some), sum(c * p for _, c, p in some)) for some in met]
    return min(both, key=lambda pair: pair[0] - pair[1])


# Strengths


def robot_use(world: World, unit: Entity) -> float:
    """Return the harm that a robot will do to other players' characters, per point of its life."""
    foes = [f for f, *_ in trains(world) if side_of(world, f) != side_of(world, unit)]
    if not foes:
        return 0.0
    found = []
    for foe in foes:
        done, suffered = mean_harm(ways(world, unit, foe))[0], mean_harm(ways(world, foe, unit))[0]
        found.append(done / max(0.1, suffered))
    return SPENT * sum(found) / len(found)


def extras(world: World, figure: Entity) -> float:
    """Return a player's strength beyond the character's life and the robots."""
    hand, traps = world.find(figure, Hand), world.find(figure, Traps)
    ails = world.find(figure, Conditions)
    lasting = sum(
        min(LASTS, LASTS if one.turns is None else one.turns) * mean_of(one.dice)
        for one in (ails.all if ails else ())
        if one.dice
    )
    held = len(hand.items) if hand else 0
    return ITEM * held + TRAP * (len(traps.laid) if traps else 0) - lasting


class FighterWorth(NamedTuple):
    """The worth of a unit that may fight: `each` point of its life, and the `rest` of its side."""

    is_figure: bool
    each: float
    rest: float

    def strength(self, life: int) -> float:
        """Return the strength of the unit's side if the unit has this much life left."""
        if life <= 0 and self.is_figure:
            return 0.0
        return max(0.05, self.rest + self.each * max(0, life))


def standing_of(world: World, unit: Entity) -> FighterWorth:
    """Return the worth of a unit, and of the rest of its side."""
    figure = owner_of(world, unit)
    robots = {m: robot_use(world, m) for m in minions_of(world, figure)}
    parts = {m: each * world.get(m, Vitals).life for m, each in robots.items()}
    rest = extras(world, figure)
    if unit == figure:
        return FighterWorth(True, 1.0, rest + sum(parts.values()))
    own = world.get(figure, Vitals).life if not world.has(figure, Dead) else 0
    others = sum(part for m, part in parts.items() if m != unit)
    return FighterWorth(False, robots.get(unit, 0.0), rest + own + others)


def strengths(world: World) -> dict[str, float]:
    """Return the strength of every player in the battle."""
    return {
        side_of(world, figure): standing_of(world, figure).strength(world.get(figure, Vitals).life)
        for figure, *_ in trains(world)
    }


def shares(powers: Mapping[str, float]) -> dict[str, float]:
    """Return the players' chances, from their strengths."""
    steep = {side: power**STEEP for side, power in powers.items()}
    total = sum(steep.values()) or 1.0
    return {side: power / total for side, power in steep.items()}


# Fights


class Match:
    """A fight between two units, played through to its end, with the chances of both players."""

    def __init__(
        self,
        mine: tuple[Falls, ...],
        its: tuple[Falls, ...],
        both: tuple[FighterWorth, FighterWorth],
        others: float,
        escape: float,
    ) -> None:
        """Take `others`, the total weight of all other players' strengths."""
        self._falls = (mine, its)
        self._both, self._others, self._escape = both, others, escape
        self._known: dict[tuple[int, int], tuple[Pair, Pair]] = {}

    def apart(self, lives: tuple[int, int]) -> Pair:
        """Return the chances if the two don't fight."""
        one, two = (s.strength(life) ** STEEP for s, life in zip(self._both, lives, strict=True))
        total = one + two + self._others or 1.0
        return one / total, two / total

    def fought(self, lives: tuple[int, int], turn: int) -> Pair:
        """Return the chances if the two fight on, and the first (0) or second (1) attacks next."""
        if min(lives) <= 0:
            return self.apart(lives)
        if lives not in self._known:
            self._known[lives] = self._found(lives)
        return self._known[lives][turn]

    def _found(self, lives: tuple[int, int]) -> tuple[Pair, Pair]:
        """Return the chances for both turns, which depend on each other, by repeated passes."""
        away = self.apart(lives)
        found = [away, away]
        for _ in range(ROUNDS):
            before = tuple(found)
            for turn in (0, 1):
                found[turn] = self._turn(lives, turn, found[1 - turn], away)
            moved = (
                abs(a - b)
                for o, n in zip(before, found, strict=True)
                for a, b in zip(o, n, strict=True)
            )
            if max(moved) < NEAR:
                break
        return found[0], found[1]

    def _turn(self, lives: tuple[int, int], turn: int, then: Pair, away: Pair) -> Pair:
        met = [self._struck(lives, turn, some, then) for some in self._falls[turn]]
        attack = max(met, key=lambda pair: pair[1 - turn])
        flight = self._escape
        fled = tuple(flight * a + (1 - flight) * b for a, b in zip(away, then, strict=True))
        return max(attack, (fled[0], fled[1]), key=lambda pair: pair[turn])

    def _struck(self, lives: tuple[int, int], turn: int, some: Falls, then: Pair) -> Pair:
        one = two = 0.0
        for harm, counter, weight in some:
            lost = (counter, harm) if turn == 0 else (harm, counter)
            left = lives[0] - lost[0], lives[1] - lost[1]
            pair = self.fought(left, 1 - turn) if harm or counter else then
            one += weight * pair[0]
            two += weight * pair[1]
        return one, two


@lru_cache(maxsize=500)
def match_of(
    mine: tuple[Falls, ...],
    its: tuple[Falls, ...],
    both: tuple[FighterWorth, FighterWorth],
    others: float,
    escape: float,
) -> Match:
    """Return the match of two units with these results, cached."""
    return Match(mine, its, both, others, escape)


@lru_cache(maxsize=100)
def escape_of(dice: str) -> float:
    """Return the chance to disengage."""
    dist = Dice.of(dice).dist()
    won = sum(v * w for a, v in dist.weights for b, w in dist.weights if a > b)
    return won / dist.total**2


def _rounded(one: FighterWorth) -> FighterWorth:
    return one._replace(each=round(one.each, 2), rest=round(one.rest, 2))


class Facing(NamedTuple):
    """Two units facing each other: their fight, and their lives."""

    match: Match
    lives: tuple[int, int]

    @property
    def apart(self) -> Pair:
        """The chances of both if they part."""
        return self.match.apart(self.lives)

    def fought(self, turn: int) -> Pair:
        """Return the chances of both if they fight and `turn` attacks next."""
        return self.match.fought(self.lives, turn)


def facing(world: World, one: Entity, two: Entity) -> Facing:
    """Return two units facing each other."""
    both = _rounded(standing_of(world, one)), _rounded(standing_of(world, two))
    sides = {side_of(world, one), side_of(world, two)}
    rest = sum(p**STEEP for side, p in strengths(world).items() if side not in sides)
    escape = escape_of(world.scene.settings(Settings).disengage)
    found = match_of(ways(world, one, two), ways(world, two, one), both, round(rest, 1), escape)
    return Facing(found, (world.get(one, Vitals).life, world.get(two, Vitals).life))


def credit(world: World, figure: Entity, lies: int = 0) -> float:
    """Return the trust in a player's promise, given the player's record."""
    repute = repute_of(world, figure)
    return believe(repute.kept, repute.broken - lies)


def believe(kept: int, broken: int) -> float:
    """Return the trust in a promise, given the numbers of promises kept and broken."""
    return (kept + 1) / (kept + LIES * max(0, broken) + 1.5)


# Fights and encounters in progress


def chance(world: World, side: str) -> float:
    """Return a side's chance to win, from 0 to 1."""
    powers = strengths(world)
    if side not in powers:
        return 0.0
    for _, duel in world.all(Duel):
        found = _in_duel(world, duel)
        if found is not None:
            return _told(world, side, powers, duel.order, found)
    stance = world.find(world.root, Declarations)
    if stance is not None and _is_open(world, stance):
        pair = stance.aggressor, stance.other
        return _told(world, side, powers, pair, _met(world, stance, facing(world, *pair)))
    return shares(powers)[side]


def _told(
    world: World, side: str, powers: Mapping[str, float], pair: tuple[Entity, Entity], found: Pair
) -> float:
    """Return a side's chance, given the chances `found` for a pair of players."""
    for unit, one in zip(pair, found, strict=True):
        if side_of(world, unit) == side:
            return one
    others = {s: p for s, p in powers.items() if s not in {side_of(world, u) for u in pair}}
    return shares(others)[side] * max(0.0, 1 - sum(found))


def _live(world: World, *units: Entity) -> bool:
    return all(world.has(unit, Position) and not world.has(unit, Dead) for unit in units)


def _in_duel(world: World, duel: Duel) -> Pair | None:
    """Return the chances of the two fighters, in the order in which they attack."""
    if not _live(world, *duel.order):
        return None
    face = facing(world, *duel.order)
    found = face.fought(duel.order.index(duel.attacker))
    stance = world.find(world.root, Declarations)
    if (
        duel.turn <= 1
        and stance is not None
        and {stance.aggressor, stance.other} == set(duel.order)
    ):
        found = _trusted(world, stance, face, found, duel.order.index(stance.other))
    return _bold(found, duel.order.index(duel.stood))


def _bold(found: Pair, stood: int) -> Pair:
    """Return the chances with a small bonus for the unit that entered the tile."""
    return (found[0] + BOLD, found[1]) if stood else (found[0], found[1] + BOLD)


def _trusted(world: World, stance: Declarations, face: Facing, found: Pair, other: int) -> Pair:
    """Return the chances after the aggressor has declined.

    Assume that the other unit fights anyway, unless it has promised not to and is believed.
    """
    if stance.aggressor_fights is not False or stance.other_fights is False:
        return found
    calming = CALMING & set(stance.heard)
    lies = len(calming) if stance.other_fights else 0
    trust = credit(world, owner_of(world, stance.other), lies) if calming else DOUBT
    meant = found if found[other] > face.apart[other] else face.apart
    one, two = (trust * a + (1 - trust) * b for a, b in zip(face.apart, meant, strict=True))
    return one, two


def _is_open(world: World, stance: Declarations) -> bool:
    """Return whether the latest encounter has yet to end in a fight or a parting."""
    one, two = stance.aggressor, stance.other
    is_over = stance.aggressor_fights is not None and stance.other_fights is not None
    return not is_over and _live(world, one, two) and tile_of(world, one) == tile_of(world, two)


def _met(world: World, stance: Declarations, face: Facing) -> Pair:
    """Return the chances in an encounter, the aggressor's first, given the declarations so far.

    The unit that was on the tile first may choose to attack first, so it can have any fight from
    which it would gain.
    """
    keeps_first = world.scene.settings(Settings).nonbelligerent_first == "unless_engaged"
    engaged = face.fought(0 if keeps_first else 1)
    declined = _trusted(world, _declined(stance), face, face.fought(1), 1)
    if stance.aggressor_fights is None:
        found = max(engaged, declined, key=lambda pair: pair[0])
    else:
        found = engaged if stance.aggressor_fights else declined
    return _bold(found, 1)


def _declined(stance: Declarations) -> Declarations:
    return Declarations(stance.aggressor, stance.other, stance.count, False, None, stance.heard)
