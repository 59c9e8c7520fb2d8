"""What the exact odds of a command come to, for people. Pure: no pictures, no rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from game.session.protocol import OddsTold
from game.terms.odds import Chance

Kind = Literal["hurt", "struck", "heal", "list"]

MOST_BARS = 11
QUIET = frozenset({"unit", "damage", "healed", "dies", "at", "movement", "things", "ground"})
"""Keys of changes that are told in another way, or see themselves."""


@dataclass(frozen=True)
class Bar:
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
class Summary:
    """The one number, and what stands under it."""

    kind: Kind
    main: str | None
    """The unit that it is about."""
    chance: Fraction
    """Of the number; of `heal` the mean."""
    fells: Fraction
    mean: Fraction
    """Of the damage, misses counted."""
    bars: tuple[Bar, ...]
    besides: tuple[Besides, ...]
    stops: tuple[tuple[str, Fraction], ...]
    """Asks that it may come to, with their chances."""
    arrives: Fraction
    """That a walk ends where it leads, as far as nothing is left to be chosen."""


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


def summary(odds: OddsTold, life: Mapping[str, int], actor: str | None = None) -> Summary:
    """What odds come to. `life` is what units have left, as far as it is known."""
    actor = actor or odds.command.get("unit")
    main = _main(odds, actor)
    kind = _kind(odds, actor, main)
    spread = _spread(odds, main, "healed" if kind == "heal" else "damage")
    mean = sum((value * share for value, share in spread.items()), Fraction(0))
    left = life.get(main) if main else None
    fells = _chance(odds, lambda one: _fells(one, main, left))
    chance = mean if kind == "heal" else 1 - spread.get(0, Fraction(0))
    has_bars = kind in ("hurt", "struck", "heal") and len(spread) > 1
    bars = bars_of(spread, None if kind == "heal" else left, MOST_BARS) if has_bars else ()
    stops = {one.then: _chance(odds, _stops_at(one.then)) for one in odds.outcomes if one.then}
    return Summary(
        *(kind, main, chance, fells, mean, bars, besides(odds), tuple(sorted(stops.items()))),
        _chance(odds, _arrives(odds.command.get("path"), actor)) if not stops else Fraction(1),
    )


def _arrives(path: Sequence[Any] | None, actor: str | None) -> Callable[[Chance], bool]:
    """Whether somebody who walks comes to the end of the path."""

    def arrives(one: Chance) -> bool:
        at = [c["at"] for c in one.changes if c.get("unit") == actor and "at" in c]
        return not path or (bool(at) and tuple(at[-1]) == tuple(path[-1]))

    return arrives


def share_hurt(odds: OddsTold, unit: str | None) -> tuple[Fraction, Fraction]:
    """How likely a unit is to lose life, and how much on average."""
    spread = _spread(odds, unit, "damage") if unit else {0: Fraction(1)}
    mean = sum((value * share for value, share in spread.items()), Fraction(0))
    return 1 - spread.get(0, Fraction(0)), mean


def _stops_at(then: str | None) -> Callable[[Chance], bool]:
    return lambda one: one.then == then


def _chance(odds: OddsTold, holds: Callable[[Chance], bool]) -> Fraction:
    return Fraction(sum(one.weight for one in odds.outcomes if holds(one)), max(1, odds.of))


def _main(odds: OddsTold, actor: str | None) -> str | None:
    """Whom it is about: the target, else who is hurt most, the actor last of all; else healed."""
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
        if odds.command.get("path") and actor in hurt:
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
    return "list"


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


def bars_of(spread: Mapping[int, Fraction], left: int | None, most: int) -> tuple[Bar, ...]:
    """A chart of so many bars at most; what fells and what does not never share one."""
    edge = left if left else max(spread) + 1
    none = [value for value in spread if value == 0]
    light = [value for value in spread if 0 < value < edge]
    fatal = [value for value in spread if value and value >= edge]
    size = 1
    while len(none) + len(_groups(light, size)) + len(_groups(fatal, size)) > max(3, most):
        size += 1
    bars = [_bar(spread, none, False)] if none else []
    bars += [_bar(spread, group, False) for group in _groups(light, size)]
    bars += [_bar(spread, group, True) for group in _groups(fatal, size)]
    return tuple(bars)


def _groups(values: list[int], size: int) -> list[list[int]]:
    """So many neighbouring values together."""
    return [values[n : n + size] for n in range(0, len(values), size)]


def _bar(spread: Mapping[int, Fraction], values: list[int], is_fatal: bool) -> Bar:
    words = str(values[0]) if len(values) == 1 else f"{values[0]}–{values[-1]}"
    return Bar(words, sum((spread[value] for value in values), Fraction(0)), is_fatal)


def besides(odds: OddsTold) -> tuple[Besides, ...]:
    """Everything else that may happen, the likeliest first."""
    found: dict[tuple[str | None, str, str], tuple[Any, int]] = {}
    for one in odds.outcomes:
        for unit, key, value in dict.fromkeys(_facts(one)):
            known = found.get((unit, key, repr(value)), (value, 0))
            found[unit, key, repr(value)] = value, known[1] + one.weight
    rows = [
        Besides(unit, key, value, Fraction(weight, max(1, odds.of)))
        for (unit, key, _), (value, weight) in found.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.share, row.unit or "", row.key)))


def _facts(one: Chance) -> Iterable[tuple[str | None, str, Any]]:
    for change in one.changes:
        unit = change.get("unit")
        for key, value in change.items():
            if key in QUIET:
                continue
            for single in value if isinstance(value, list | tuple) else (value,):
                yield unit, key, single if not isinstance(single, list | dict) else None
