"""What the exact odds of a command come to, for people. Pure: no pictures, no rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from game.core.cells import Cell, steps_apart
from game.present.protocol import OddsTold
from game.terms.odds import PUSHED, Chance, facts_of

Kind = Literal["hurt", "struck", "heal", "stride", "list"]

MOST_BARS = 11
PUSHED_FAR = "pushed_far"
"""The key of being moved by another so many tiles, where to which one is open."""
QUIET = frozenset({"unit", "damage", "healed", "dies", "at", "movement", "things", "ground"})
"""Keys of changes that are told in another way, or see themselves."""


@dataclass(frozen=True)
class DamageBar:
    """Some values of the damage and their chance; `words` are `4` or `5–6`."""

    words: str
    share: Fraction
    is_fatal: bool


@dataclass(frozen=True)
class Besides:
    """Something that may happen besides: to whom, what, which, how likely."""

    unit: str | None
    key: str
    value: Any
    share: Fraction


@dataclass(frozen=True)
class Other:
    """Somebody else to whom something is done: harm, or healing; how likely, and how much."""

    unit: str
    is_heal: bool
    share: Fraction
    mean: Fraction
    fells: Fraction


@dataclass(frozen=True)
class OddsSummary:
    """The one number, and what stands under it."""

    kind: Kind
    main: str | None
    """The unit that it is about."""
    chance: Fraction
    """Of the number; of `heal` the mean."""
    fells: Fraction
    mean: Fraction
    """Of the damage, misses counted."""
    bars: tuple[DamageBar, ...]
    besides: tuple[Besides, ...]
    stops: tuple[tuple[str, Fraction], ...]
    """Asks that it may come to, with their chances."""
    arrives: Fraction
    """That a walk ends where it leads, as far as nothing is left to be chosen."""
    others: tuple[Other, ...] = ()
    """All others who may be hurt or healed, the most hurt first."""


def percent(share: Fraction) -> str:
    """A chance to one decimal; never 0 or 100 for what is neither impossible nor sure."""
    if share in (0, 1):
        return "100" if share else "0"
    tenths = (share.numerator * 2000 + share.denominator) // (2 * share.denominator)
    if tenths == 0:
        return "<0.1"
    if tenths == 1000:
        return ">99.9"
    return decimal(share * 100)


def decimal(value: Fraction) -> str:
    """A value to one decimal, half up; a whole one without."""
    if value.denominator == 1:
        return str(value.numerator)
    tenths = (value.numerator * 20 + value.denominator) // (2 * value.denominator)
    return f"{tenths // 10}.{tenths % 10}"


def summary(
    odds: OddsTold,
    life: Mapping[str, int],
    actor: str | None = None,
    is_own: bool = False,
    stride: int = 0,
    stands: Mapping[str, Cell] | None = None,
) -> OddsSummary:
    """What odds come to. `life` is what units have left, as far as it is known; `is_own`: what
    befalls the actor comes first, as where it meets an attack; `stride` is its movement now, and
    `stands` where units are."""
    actor = actor or odds.command.get("unit")
    main = _main(odds, actor, is_own)
    kind = _kind(odds, actor, main)
    spread = _spread(odds, main, "healed" if kind == "heal" else "damage")
    if kind == "stride":
        main, spread = actor, _strides(odds, actor, stride)
    mean = sum((value * share for value, share in spread.items()), Fraction(0))
    left = life.get(main) if main else None
    fells = _chance(odds, lambda one: _fells(one, main, left))
    chance = mean if kind == "heal" else 1 - spread.get(0, Fraction(0))
    has_bars = kind != "list" and len(spread) > 1
    is_harm = kind not in ("heal", "stride")
    bars = bars_of(spread, left if is_harm else None, MOST_BARS) if has_bars else ()
    stops = {one.then: _chance(odds, _stops_at(one.then)) for one in odds.outcomes if one.then}
    return OddsSummary(
        *(kind, main, chance, fells, mean, bars),
        *(besides(odds, stands), tuple(sorted(stops.items()))),
        _chance(odds, _arrives(odds.command.get("path"), actor)) if not stops else Fraction(1),
        () if kind == "stride" else _others(odds, main, life),
    )


def whole(found: OddsSummary) -> tuple[Other, ...]:
    """Everybody who may be hurt or healed, whom it is about first."""
    if found.main is None or found.kind not in ("hurt", "heal"):
        return found.others
    is_heal = found.kind == "heal"
    none = sum((bar.share for bar in found.bars if bar.words == "0"), Fraction(0))
    share = 1 - none if is_heal else found.chance
    return (Other(found.main, is_heal, share, found.mean, found.fells), *found.others)


def _others(odds: OddsTold, main: str | None, life: Mapping[str, int]) -> tuple[Other, ...]:
    """Everybody but one who may be hurt or healed."""
    changes = [change for one in odds.outcomes for change in one.changes]
    found = []
    for key in ("damage", "healed"):
        units = {str(c["unit"]) for c in changes if c.get("unit") and c.get(key)} - {main}
        for unit in sorted(units):
            spread = _spread(odds, unit, key)
            mean = sum((value * share for value, share in spread.items()), Fraction(0))
            left, is_heal = life.get(unit), key == "healed"
            fells = Fraction(0) if is_heal else _falls(odds, unit, left)
            found.append(Other(unit, is_heal, 1 - spread.get(0, Fraction(0)), mean, fells))
    return tuple(sorted(found, key=lambda other: (other.is_heal, -other.mean)))


def _falls(odds: OddsTold, unit: str, left: int | None) -> Fraction:
    return _chance(odds, lambda one: _fells(one, unit, left))


def _arrives(path: Sequence[Any] | None, actor: str | None) -> Callable[[Chance], bool]:
    """Whether somebody who walks comes to the end of the path."""

    def arrives(one: Chance) -> bool:
        at = [c["at"] for c in one.changes if c.get("unit") == actor and "at" in c]
        return not path or (bool(at) and tuple(at[-1]) == tuple(path[-1]))

    return arrives


def _stops_at(then: str | None) -> Callable[[Chance], bool]:
    return lambda one: one.then == then


def _chance(odds: OddsTold, holds: Callable[[Chance], bool]) -> Fraction:
    return Fraction(sum(one.weight for one in odds.outcomes if holds(one)), max(1, odds.of))


def _main(odds: OddsTold, actor: str | None, is_own: bool = False) -> str | None:
    """Whom it is about: the target, else who is hurt most, the actor last of all, or first of all
    where it is its own; else healed."""
    target = odds.command.get("target")
    for key in ("damage", "healed"):
        hurt: dict[str, int] = {}
        for one in odds.outcomes:
            for change in one.changes:
                if change.get(key) and change.get("unit"):
                    unit = str(change["unit"])
                    hurt[unit] = hurt.get(unit, 0) + one.weight * int(change[key])
        if target in hurt:
            return str(target)
        if (odds.command.get("path") or is_own) and actor in hurt:
            return actor
        others = {unit: sum_ for unit, sum_ in hurt.items() if unit != actor} or hurt
        if others:
            return max(sorted(others), key=lambda unit: others[unit])
    return None


def _kind(odds: OddsTold, actor: str | None, main: str | None) -> Kind:
    if odds.command.get("path"):
        return "struck"
    if any("damage" in c for one in odds.outcomes for c in _about(one, main)):
        return "hurt"
    if any("healed" in c for one in odds.outcomes for c in _about(one, main)):
        return "heal"
    return "stride" if _is_stride(odds, actor) else "list"


def _is_stride(odds: OddsTold, actor: str | None) -> bool:
    """Whether it is about how far somebody may go: one ask, with more or less movement for it."""
    asks = {one.then for one in odds.outcomes if one.then}
    return len(asks) == 1 and len(_strides(odds, actor, 0)) > 2


def _strides(odds: OddsTold, actor: str | None, now: int) -> dict[int, Fraction]:
    """How far it may go, where it is asked; 0 where it is not."""
    found: dict[int, int] = {}
    for one in odds.outcomes:
        told = [
            int(c["movement"]) for c in one.changes if c.get("unit") == actor and "movement" in c
        ]
        far = (told[-1] if told else now) if one.then else 0
        found[far] = found.get(far, 0) + one.weight
    return {far: Fraction(found[far], max(1, odds.of)) for far in sorted(found)}


def _about(one: Chance, main: str | None) -> Iterable[Mapping[str, Any]]:
    """What an outcome does to a unit; without one, to the things of the board."""
    for change in one.changes:
        if main is not None and change.get("unit") == main:
            yield change
        elif main is None:
            yield from (t for t in change.get("things", ()) if isinstance(t, Mapping))


def _spread(odds: OddsTold, main: str | None, key: str) -> dict[int, Fraction]:
    """The chance of each amount."""
    found: dict[int, int] = {}
    for one in odds.outcomes:
        amount = sum(int(change.get(key, 0)) for change in _about(one, main))
        found[amount] = found.get(amount, 0) + one.weight
    return {amount: Fraction(found[amount], max(1, odds.of)) for amount in sorted(found)}


def _fells(one: Chance, main: str | None, left: int | None) -> bool:
    return any(
        bool(change.get("dies") or change.get("down"))
        or (left is not None and main is not None and int(change.get("damage", 0)) >= left > 0)
        for change in _about(one, main)
    )


def bars_of(spread: Mapping[int, Fraction], left: int | None, most: int) -> tuple[DamageBar, ...]:
    """A chart of so many bars at most; what fells and what does not never share one."""
    return twins((spread,), left, most)[0]


def twins(
    spreads: Sequence[Mapping[int, Fraction]], left: int | None, most: int = MOST_BARS
) -> tuple[tuple[DamageBar, ...], ...]:
    """Charts of the same bars for several spreads of values."""
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


def spread_of(odds: OddsTold, found: OddsSummary) -> dict[int, Fraction]:
    """The chance of each amount of what a summary is about."""
    return _spread(odds, found.main, "healed" if found.kind == "heal" else "damage")


def _groups(values: list[int], size: int) -> list[list[int]]:
    """So many neighbouring values together."""
    return [values[n : n + size] for n in range(0, len(values), size)]


def _bar(spread: Mapping[int, Fraction], values: list[int], is_fatal: bool) -> DamageBar:
    words = str(values[0]) if len(values) == 1 else f"{values[0]}–{values[-1]}"
    share = sum((spread.get(value, Fraction(0)) for value in values), Fraction(0))
    return DamageBar(words, share, is_fatal)


def besides(odds: OddsTold, stands: Mapping[str, Cell] | None = None) -> tuple[Besides, ...]:
    """Return everything else that may happen, the likeliest first.

    A unit that another pushes to different tiles is pushed so far, from where it `stands`.
    """
    found: dict[tuple[str | None, str, str], tuple[Any, int]] = {}
    for one in odds.outcomes:
        for unit, key, value in dict.fromkeys(_facts(one)):
            known = found.get((unit, key, repr(value)), (value, 0))
            found[unit, key, repr(value)] = value, known[1] + one.weight
    rows = [
        Besides(unit, key, value, Fraction(weight, max(1, odds.of)))
        for (unit, key, _), (value, weight) in found.items()
    ]
    rows += _pushes(odds, stands or {})
    return tuple(sorted(rows, key=lambda row: (-row.share, row.unit or "", row.key)))


def _pushes(odds: OddsTold, stands: Mapping[str, Cell]) -> Iterable[Besides]:
    """To where others are pushed, or how far where the tiles differ."""
    weights: dict[str, dict[Cell, int]] = {}
    for one in odds.outcomes:
        for change in one.changes:
            for key, at in facts_of(change, odds.command):
                if key == PUSHED:
                    ends = weights.setdefault(str(change["unit"]), {})
                    ends[at] = ends.get(at, 0) + one.weight
    for unit, ends in weights.items():
        start, far = stands.get(unit), dict[Cell, tuple[str, Cell | int]]()
        if len(ends) == 1 or start is None:
            far = {at: (PUSHED, at) for at in ends}
        else:
            far = {at: (PUSHED_FAR, steps_apart(start, at, diagonal=True)) for at in ends}
        for key, value in dict.fromkeys(far.values()):
            weight = sum(ends[at] for at in ends if far[at] == (key, value))
            yield Besides(unit, key, value, Fraction(weight, max(1, odds.of)))


def singles_of(value: Any) -> Iterable[Any]:
    """Return the plain values of a change one by one; None alone where they have parts."""
    many = value if isinstance(value, list | tuple) else (value,)
    return many if not any(isinstance(one, list | dict) for one in many) else (None,)


def _facts(one: Chance) -> Iterable[tuple[str | None, str, Any]]:
    for change in one.changes:
        unit = change.get("unit")
        for key, value in change.items():
            if key in QUIET:
                continue
            for single in singles_of(value):
                yield unit, key, single
