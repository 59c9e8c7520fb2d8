"""Means that units could use and hardly did, or that did less than others they had.

Both can point at a choice that is none: a power that nobody would pick, a weapon that another one
always beats. The numbers are those of computer players, who may not see the use of a means.
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.workshop.battle_counts.counts import BattleCounts, UsedMeans

LEAST_TURNS = 20
"""Number of turns in which a means must have been offered, to be judged."""
LEAST_USES = 10
"""Number of uses that both means must have, to be compared."""
RARELY = 0.02
"""Highest share of uses in the turns with the offer that counts as hardly used."""
BESIDE = 0.9
"""Share of the turns with the weaker means in which the better one must have been offered too."""

JUDGED = ("weapon", "power", "spell", "ability", "item")
"""The kinds of means that are judged. Actions are every unit's, and no author's choice."""


class WeakMeans(NamedTuple):
    """A means that a kind of unit hardly used, or that did less per use than another one."""

    unit_kind: str
    kind: str
    name: str
    turns: int
    """Number of turns in which it was offered."""
    uses: int
    better: str = ""
    """The means that did at least as much in every respect, or "" if this one was hardly used."""

    def plain(self) -> dict[str, object]:
        """Return the report as an object."""
        return {**self._asdict(), "better": self.better or None}


class _Tally(NamedTuple):
    """A means of one kind of unit, in all battles together."""

    turns: int
    used: UsedMeans


def weak_means(found: Sequence[BattleCounts]) -> tuple[WeakMeans, ...]:
    """Return the weak means, by kind of unit."""
    tallies = _tallies(found)
    weak = [
        one
        for (unit_kind, kind, name), tally in tallies.items()
        if kind in JUDGED and tally.turns >= LEAST_TURNS
        for one in [_judged(unit_kind, kind, name, tallies)]
        if one is not None
    ]
    return tuple(sorted(weak))


def _tallies(found: Sequence[BattleCounts]) -> dict[tuple[str, str, str], _Tally]:
    """Return the turns with an offer, and the sums of uses, by kind of unit and means."""
    turns: dict[tuple[str, str, str], int] = {}
    used: dict[tuple[str, str, str], UsedMeans] = {}
    for one in found:
        kinds = {deeds.unit: deeds.kind for deeds in one.units}
        for offer in one.offers:
            key = kinds.get(offer.unit, offer.unit), offer.kind, offer.name
            turns[key] = turns.get(key, 0) + offer.turns
        for means in one.means:
            key = kinds.get(means.unit, means.unit), means.kind, means.name
            used.setdefault(key, UsedMeans("", "", *key[1:])).add(means)
    return {key: _Tally(turns[key], used.get(key, UsedMeans("", "", *key[1:]))) for key in turns}


def _judged(
    unit_kind: str, kind: str, name: str, tallies: dict[tuple[str, str, str], _Tally]
) -> WeakMeans | None:
    turns, used = tallies[unit_kind, kind, name]
    if used.uses <= RARELY * turns:
        return WeakMeans(unit_kind, kind, name, turns, used.uses)
    if used.uses < LEAST_USES:
        return None
    for (other_unit, other_kind, other), tally in tallies.items():
        is_beside = tally.turns >= BESIDE * turns and tally.used.uses >= LEAST_USES
        same = (other_unit, other_kind) == (unit_kind, kind) and other != name
        if same and is_beside and _beats(tally.used, used):
            return WeakMeans(unit_kind, kind, name, turns, used.uses, other)
    return None


def _beats(one: UsedMeans, two: UsedMeans) -> bool:
    """Return whether `one` did at least as much per use in every respect, and more in one."""
    good = [(getattr(one, key), getattr(two, key)) for key in ("damage", "healed", "defeated")]
    bad = [(-one.own_damage, -two.own_damage)]
    kinds = one.conditions.keys() | two.conditions.keys()
    given = [(one.conditions.get(kind, 0), two.conditions.get(kind, 0)) for kind in kinds]
    pairs = [(a * two.uses, b * one.uses) for a, b in (*good, *bad, *given)]
    return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)
