"""Summaries of exact odds for people to read. Pure functions: no drawing, no rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Literal

from game.core.cells import Cell, steps_apart
from game.present.picture import Picture, Token
from game.terms.changes import (
    ARRIVES,
    AT,
    DAMAGE,
    DIES,
    HEALED,
    LOSES,
    MOVEMENT,
    PUSHED,
    AmountFact,
    ChangeFact,
    FallFact,
    FlagFact,
    NameFact,
    OddsChange,
    TileFact,
    TilesFact,
    is_fall,
    singles_of,
)
from game.terms.commands import path_of, target_of, unit_of
from game.terms.odds import Odds, OddsOutcome, facts_of, told_changes

Kind = Literal["hurt", "mount", "struck", "heal", "stride", "list"]

MOST_BARS = 11
PUSHED_FAR = "pushed_far"
"""Key of a fact about the distance of a push, used if the target tile varies."""
ROUTED = "routed"
"""Key of the fact that a unit is defeated with life left."""
ATTACK = "attack"
"""Purpose of the roll that attacks are made with."""
MOUNT, MOUNT_DAMAGE = "mount", "mount_damage"
"""Keys of a mount that its rider loses, and of the damage that it takes."""
QUIET = frozenset({DAMAGE, HEALED, DIES, AT, MOVEMENT})
"""Keys of facts that other parts of the forecast or the board show."""


@dataclass(frozen=True)
class DamageBar:
    """One or more amounts of damage and their chance; `words` are like `4` or `5–6`."""

    words: str
    share: Fraction
    is_fatal: bool


@dataclass(frozen=True)
class Besides:
    """An effect other than damage and healing: its unit, its fact and its chance."""

    unit: str | None
    fact: ChangeFact
    share: Fraction


@dataclass(frozen=True)
class Other:
    """Damage to another unit, or healing: its chance, its mean, and the chance to defeat."""

    unit: str
    is_heal: bool
    share: Fraction
    mean: Fraction
    fells: Fraction


@dataclass(frozen=True)
class OddsSummary:
    """A summary of odds: the main number, and everything to show below it."""

    kind: Kind
    main: str | None
    """Unit that the main number is about, or None."""
    chance: Fraction
    """The main number: a chance, or the mean if `kind` is `heal`."""
    fells: Fraction
    mean: Fraction
    """Mean damage, misses included."""
    bars: tuple[DamageBar, ...]
    besides: tuple[Besides, ...]
    stops: tuple[tuple[str, Fraction], ...]
    """Asks that may follow, each with its chance."""
    arrives: Fraction
    """Chance that a move reaches its end without any further choice."""
    others: tuple[Other, ...] = ()
    """Damage and healing of all other units, the most damaged first."""
    is_on_actor: bool = False
    """Whether the main number is about the unit that acts or answers."""
    fills: Fraction = Fraction(0)
    """Chance that healing brings the main unit to full life, which cuts it."""


def summary(
    odds: Odds,
    life: Mapping[str, int],
    actor: str | None = None,
    is_own: bool = False,
    stride: int = 0,
    stands: Mapping[str, Cell] | None = None,
    lacking: Mapping[str, int] | None = None,
) -> OddsSummary:
    """Return the summary of odds.

    `life` has the known life of units, `lacking` what they lack to full life, `stands` their tiles,
    and `stride` is the actor's present movement. With `is_own` the effect on the actor comes first,
    for example when it reacts to an attack.
    """
    actor = actor or unit_of(odds.command)
    main = _main(odds, actor, is_own)
    rider = _rider(odds, main)
    kind = _kind(odds, actor, main, rider)
    if kind == "mount":
        main = None
    spread = _spread(odds, main, HEALED if kind == "heal" else DAMAGE)
    if kind == "stride":
        main, spread = actor, _strides(odds, actor, stride)
    elif kind == "mount":
        spread = _mount_spread(odds, rider)
    mean = sum((value * share for value, share in spread.items()), Fraction(0))
    left = life.get(main) if main else None
    fells = _chance(odds, lambda one: _fells(one, main, left))
    chance = mean if kind == "heal" else 1 - spread.get(0, Fraction(0))
    if kind == "mount":
        chance = _chance(odds, lambda one: _is_mount_hurt(one, rider))
    has_bars = kind != "list" and len(spread) > 1
    is_harm = kind not in ("heal", "stride")
    bars = bars_of(spread, left if is_harm else None, MOST_BARS) if has_bars else ()
    stops = {one.then: _chance(odds, _stops_at(one.then)) for one in odds.outcomes if one.then}
    return OddsSummary(
        *(kind, main, chance, fells, mean, bars),
        (*_routs(odds, life), *_besides(odds, stands, rider if kind == "mount" else None)),
        tuple(sorted(stops.items())),
        _chance(odds, _arrives(path_of(odds.command), actor)) if not stops else Fraction(1),
        () if kind == "stride" else _others(odds, main, life),
        main is not None and main == actor,
        _fills(spread, (lacking or {}).get(main or "")) if kind == "heal" else Fraction(0),
    )


def _besides(odds: Odds, stands: Mapping[str, Cell] | None, rider: str | None) -> Iterable[Besides]:
    """Yield the other effects, without the damage to the mount of a `rider` in the main number."""
    for one in besides(odds, stands):
        if rider is None or one.fact.key != MOUNT_DAMAGE or one.unit != rider:
            yield one


def _fills(spread: Mapping[int, Fraction], lacking: int | None) -> Fraction:
    """Return the chance that healing restores all the life that a unit lacks."""
    full = (share for amount, share in spread.items() if lacking and amount >= lacking)
    return sum(full, Fraction(0))


def whole(found: OddsSummary) -> tuple[Other, ...]:
    """Return damage and healing of all units, with the main unit first."""
    if found.main is None or found.kind not in ("hurt", "heal"):
        return found.others
    is_heal = found.kind == "heal"
    none = sum((bar.share for bar in found.bars if bar.words == "0"), Fraction(0))
    share = 1 - none if is_heal else found.chance
    return (Other(found.main, is_heal, share, found.mean, found.fells), *found.others)


def encounters(odds: Odds, picture: Picture) -> tuple[Cell, ...]:
    """Return the tiles of foes on which a path may stop for a choice, such as whether to fight."""
    own = picture.token(unit_of(odds.command))
    if own is None or not path_of(odds.command):
        return ()
    foes = {token.at for token in picture.tokens if token.side != own.side}
    changes = (change for one in odds.outcomes if one.then for change in one.changes)
    found = (change.at for change in changes if change.unit == own.id and change.at in foes)
    return tuple(dict.fromkeys(at for at in found if at is not None))


def needs_facts(odds: Odds) -> bool:
    """Return whether odds leave out what a command is for, so that its facts line has to say it.

    The name of a stance doesn't say what the stance changes, nor a promise what it binds to. What a
    side can't foresee, such as finding hidden foes or stealing from a secret hand, isn't in the
    odds at all.
    """
    facts = _all_facts(odds)
    is_single = len(odds.outcomes) == 1 and bool(facts)
    is_named = is_single and {type(fact) for fact in facts} <= {NameFact, FlagFact}
    return is_named or leaves_out(odds)


def leaves_out(odds: Odds) -> bool:
    """Return whether odds have at most the cost of a command, and so nothing that it is for."""
    is_unseen = all(fact.key in (LOSES, MOVEMENT) for fact in _all_facts(odds))
    return is_unseen and not any(roll.why == "attack" for roll in odds.rolls)


def _all_facts(odds: Odds) -> list[ChangeFact]:
    return [fact for one in odds.outcomes for change in one.changes for fact in change.facts]


def _others(odds: Odds, main: str | None, life: Mapping[str, int]) -> tuple[Other, ...]:
    """Return damage and healing of all units except `main`, the most damaged first."""
    changes = [change for one in odds.outcomes for change in one.changes]
    found = []
    for key in (DAMAGE, HEALED):
        units = {c.unit for c in changes if c.unit and c.unit != main and c.amount(key)}
        for unit in sorted(units):
            spread = _spread(odds, unit, key)
            mean = sum((value * share for value, share in spread.items()), Fraction(0))
            left, is_heal = life.get(unit), key == HEALED
            fells = Fraction(0) if is_heal else _falls(odds, unit, left)
            found.append(Other(unit, is_heal, 1 - spread.get(0, Fraction(0)), mean, fells))
    return tuple(sorted(found, key=lambda other: (other.is_heal, -other.mean)))


def _falls(odds: Odds, unit: str, left: int | None) -> Fraction:
    return _chance(odds, lambda one: _fells(one, unit, left))


def _arrives(path: Sequence[Cell], actor: str | None) -> Callable[[OddsOutcome], bool]:
    """Return a function that tells whether a unit reaches the end of a path in an outcome."""

    def arrives(one: OddsOutcome) -> bool:
        ends = [change.at for change in one.changes if change.unit == actor and change.at]
        return not path or ends[-1:] == [path[-1]]

    return arrives


def _stops_at(then: str | None) -> Callable[[OddsOutcome], bool]:
    return lambda one: one.then == then


def _chance(odds: Odds, holds: Callable[[OddsOutcome], bool]) -> Fraction:
    return Fraction(sum(one.weight for one in odds.outcomes if holds(one)), max(1, odds.of))


def _main(odds: Odds, actor: str | None, is_own: bool = False) -> str | None:
    """Return the main unit: the target, else the most damaged unit, else the most healed one.

    Consider the actor last, or first if `is_own`, unless it answers about its own attack.
    """
    target, is_own = target_of(odds.command), is_own and not _is_own_attack(odds)
    for key in (DAMAGE, HEALED):
        hurt: dict[str, int] = {}
        for one in odds.outcomes:
            for change in one.changes:
                unit, amount = change.unit, change.amount(key)
                if unit and amount:
                    hurt[unit] = hurt.get(unit, 0) + one.weight * amount
        if target is not None and target in hurt:
            return target
        if (path_of(odds.command) or is_own) and actor in hurt:
            return actor
        others = {unit: sum_ for unit, sum_ in hurt.items() if unit != actor} or hurt
        if others:
            return max(sorted(others), key=lambda unit: others[unit])
    return None


def _is_own_attack(odds: Odds) -> bool:
    """Return whether the first attack in the odds is made by the unit that acts or answers."""
    attack = next((roll for roll in odds.rolls if roll.why == ATTACK), None)
    return attack is not None and attack.is_own


def _kind(odds: Odds, actor: str | None, main: str | None, rider: str | None) -> Kind:
    if path_of(odds.command):
        return "struck"
    if rider is not None:
        return "mount"
    if any(_amounts(one, main, DAMAGE) for one in odds.outcomes):
        return "hurt"
    if any(_amounts(one, main, HEALED) for one in odds.outcomes):
        return "heal"
    return "stride" if _is_stride(odds, actor) else "list"


def _rider(odds: Odds, main: str | None) -> str | None:
    """Return the rider whose mount is attacked, or None.

    It is the target, if its mount may be hurt. For an answer about an attack, which has no target,
    it is the unit whose mount is hurt more often than the main unit is.
    """
    changes = (change for one in odds.outcomes for change in one.changes)
    riders = {change.unit for change in changes if change.find(MOUNT_DAMAGE) and change.unit}
    target = target_of(odds.command)
    if target is not None:
        return target if target in riders else None

    def hurt(rider: str) -> Fraction:
        return _chance(odds, lambda one: _is_mount_hurt(one, rider))

    most = max(sorted(riders), key=hurt, default=None)
    own = _chance(odds, lambda one: any(_amounts(one, main, DAMAGE)))
    return most if most is not None and hurt(most) > own else None


def _is_mount_hurt(one: OddsOutcome, rider: str | None) -> bool:
    """Return whether a rider's mount takes damage, or is slain by it."""
    own = (change for change in one.changes if change.unit == rider)
    return any(change.find(MOUNT_DAMAGE) or change.find(MOUNT) for change in own)


def _mount_spread(odds: Odds, rider: str | None) -> dict[int, Fraction]:
    """Return the chance of each amount of damage to a rider's mount."""
    found: dict[int, int] = {}
    for one in odds.outcomes:
        own = (fact for change in one.changes if change.unit == rider for fact in change.facts)
        dealt = sum(_dealt_to_mount(fact) for fact in own)
        found[dealt] = found.get(dealt, 0) + one.weight
    return {amount: Fraction(found[amount], max(1, odds.of)) for amount in sorted(found)}


def _dealt_to_mount(fact: ChangeFact) -> int:
    """Return the damage to a mount in a fact; a mount that is gone had `amount` life."""
    if isinstance(fact, AmountFact) and fact.key == MOUNT_DAMAGE:
        return fact.value
    return fact.amount if isinstance(fact, NameFact) and fact.key == MOUNT else 0


def _is_stride(odds: Odds, actor: str | None) -> bool:
    """Return whether odds are about the length of a move: one ask, with varying distances."""
    asks = {one.then for one in odds.outcomes if one.then}
    return len(asks) == 1 and len(_strides(odds, actor, 0)) > 2


def _strides(odds: Odds, actor: str | None, now: int) -> dict[int, Fraction]:
    """Return the chance of each distance that the actor may move.

    If no ask follows an outcome, its distance is 0.
    """
    found: dict[int, int] = {}
    for one in odds.outcomes:
        own = (change.amount(MOVEMENT) for change in one.changes if change.unit == actor)
        told = [amount for amount in own if amount is not None]
        far = (told[-1] if told else now) if one.then else 0
        found[far] = found.get(far, 0) + one.weight
    return {far: Fraction(found[far], max(1, odds.of)) for far in sorted(found)}


def _amounts(one: OddsOutcome, main: str | None, key: str) -> list[int]:
    """Return amounts by which an outcome affects the unit `main` (None: objects on the board)."""
    if main is None:
        things = (thing.damage for change in one.changes for thing in change.things)
        return [*things] if key == DAMAGE else []
    found = (change.amount(key) for change in one.changes if change.unit == main)
    return [amount for amount in found if amount is not None]


def _spread(odds: Odds, main: str | None, key: str) -> dict[int, Fraction]:
    """Return the chance of each total of damage to, or healing of, the unit `main`."""
    found: dict[int, int] = {}
    for one in odds.outcomes:
        amount = sum(_amounts(one, main, key))
        found[amount] = found.get(amount, 0) + one.weight
    return {amount: Fraction(found[amount], max(1, odds.of)) for amount in sorted(found)}


def _fells(one: OddsOutcome, main: str | None, left: int | None) -> bool:
    if main is None:
        return False
    own = [change for change in one.changes if change.unit == main]
    if any(isinstance(fact, FallFact) for change in own for fact in change.facts):
        return False  # it loses a wound, and has its life back
    is_dead = any(change.dies for change in own)
    return is_dead or any(left and amount >= left for amount in _amounts(one, main, DAMAGE))


def bars_of(spread: Mapping[int, Fraction], left: int | None, most: int) -> tuple[DamageBar, ...]:
    """Return a chart of at most `most` bars (at least 3); no bar mixes fatal and other amounts."""
    return twins((spread,), left, most)[0]


def twins(
    spreads: Sequence[Mapping[int, Fraction]], left: int | None, most: int = MOST_BARS
) -> tuple[tuple[DamageBar, ...], ...]:
    """Return charts for several spreads of amounts, all divided into the same bars."""
    values = sorted({value for spread in spreads for value in spread})
    edge = left if left else values[-1] + 1
    none = [value for value in values if value == 0]
    light = [value for value in values if 0 < value < edge]
    fatal = [value for value in values if value and value >= edge]
    size = 1
    while len(none) + len(_groups(light, size)) + len(_groups(fatal, size)) > max(3, most):
        size += 1
    groups = [(none, False)] if none else []
    groups += [(group, False) for group in _groups(light, size)]
    groups += [(group, True) for group in _groups(fatal, size)]
    return tuple(tuple(_bar(spread, *group) for group in groups) for spread in spreads)


def lacking_life(token: Token) -> int:
    """Return the life that a unit lacks to full life; 0 if that is unknown."""
    return max(0, token.most - token.life) if token.life is not None and token.most else 0


def spread_of(odds: Odds, found: OddsSummary) -> dict[int, Fraction]:
    """Return the chance of each amount of damage or healing that a summary is about."""
    return _spread(odds, found.main, HEALED if found.kind == "heal" else DAMAGE)


def _groups(values: list[int], size: int) -> list[list[int]]:
    """Return values in groups of `size` neighbours; the last group may be smaller."""
    return [values[n : n + size] for n in range(0, len(values), size)]


def _bar(spread: Mapping[int, Fraction], values: list[int], is_fatal: bool) -> DamageBar:
    words = str(values[0]) if len(values) == 1 else f"{values[0]}–{values[-1]}"
    share = sum((spread.get(value, Fraction(0)) for value in values), Fraction(0))
    return DamageBar(words, share, is_fatal)


def besides(odds: Odds, stands: Mapping[str, Cell] | None = None) -> tuple[Besides, ...]:
    """Return all effects other than damage and healing, the likeliest first.

    If a unit may be pushed to different tiles, list distances from its tile in `stands`.
    """
    found: dict[tuple[str | None, ChangeFact], int] = {}
    for one in odds.outcomes:
        found |= dict.fromkeys(_facts(told_changes(one)), 0)
    for one in odds.outcomes:
        # People needn't read what a unit pays if the battle ends, but it pays there all the same.
        paid = (change for change in one.changes if change.unit is not None)
        for unit_and_fact in dict.fromkeys((*_facts(told_changes(one)), *_facts(paid))):
            if unit_and_fact in found:
                found[unit_and_fact] += one.weight
    rows = [
        Besides(unit, fact, Fraction(weight, max(1, odds.of)))
        for (unit, fact), weight in found.items()
    ]
    rows += _pushes(odds, stands or {})
    return tuple(sorted(rows, key=lambda row: (-row.share, row.unit or "", row.fact.key)))


def _routs(odds: Odds, life: Mapping[str, int]) -> Iterable[Besides]:
    """Yield the units that are defeated with life left, such as groups that flee."""
    dying = {c.unit for one in odds.outcomes for c in one.changes if c.unit and c.dies}
    for unit in sorted(dying & life.keys()):
        share = _chance(odds, partial(_is_routed, unit=unit, left=life[unit]))
        if share:
            yield Besides(unit, FlagFact(ROUTED, True), share)


def _is_routed(one: OddsOutcome, unit: str, left: int) -> bool:
    is_dead = any(change.dies for change in one.changes if change.unit == unit)
    return is_dead and sum(_amounts(one, unit, DAMAGE)) < left


def _pushes(odds: Odds, stands: Mapping[str, Cell]) -> Iterable[Besides]:
    """Yield the tile that each unit is pushed to, or the distances if the tile varies.

    A unit without a tile in `stands` arrives on the board instead.
    """
    weights: dict[str, dict[Cell, int]] = {}
    for one in odds.outcomes:
        for change in one.changes:
            for fact in facts_of(change, odds.command):
                if fact.key == PUSHED and isinstance(fact, TileFact) and change.unit:
                    ends = weights.setdefault(change.unit, {})
                    ends[fact.value] = ends.get(fact.value, 0) + one.weight
    for unit, ends in weights.items():
        start, far = stands.get(unit), dict[Cell, ChangeFact]()
        for at in ends:
            if stands and start is None:
                far[at] = TileFact(ARRIVES, at)
            elif len(ends) == 1 or start is None:
                far[at] = TileFact(PUSHED, at)
            else:
                far[at] = AmountFact(PUSHED_FAR, steps_apart(start, at, diagonal=True))
        for fact in dict.fromkeys(far.values()):
            weight = sum(ends[at] for at in ends if far[at] == fact)
            yield Besides(unit, fact, Fraction(weight, max(1, odds.of)))


def falls_first(found: Iterable[Besides]) -> tuple[list[Besides], list[Besides]]:
    """Return the effects in which a unit loses all its life without dying, and all others."""
    falls = [one for one in found if is_fall(one.fact)]
    return falls, [one for one in found if one not in falls]


def _facts(changes: Iterable[OddsChange]) -> Iterable[tuple[str | None, ChangeFact]]:
    for change in changes:
        for fact in change.facts:
            if fact.key not in QUIET and not isinstance(fact, TilesFact):
                yield from ((change.unit, single) for single in singles_of(fact))
