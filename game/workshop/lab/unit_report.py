"""What each unit did in a level's battles, and what became of it."""

from collections.abc import Sequence
from typing import NamedTuple

from game.workshop.battle_counts.counts import BattleCounts
from game.workshop.lab.battle_share import BattleShare


class UnitReport(NamedTuple):
    """The deeds of a unit of one kind, in all battles in which it was on the board."""

    side: str
    unit: str
    """Its id, or the kind's if several units are added up."""
    kind: str
    battles: int
    turns: int
    damage: int
    """Damage to other sides."""
    own_damage: int
    healed: int
    defeated: int
    taken: int
    fell: BattleShare

    def per_battle(self, number: int) -> float:
        """Return a number per battle."""
        return number / self.battles if self.battles else 0.0

    def plain(self) -> dict[str, object]:
        """Return the report as an object. Numbers are per battle."""
        named = {"side": self.side, "unit": self.unit, "kind": self.kind, "battles": self.battles}
        counted = ("turns", "damage", "own_damage", "healed", "defeated", "taken")
        means = {key: round(self.per_battle(getattr(self, key)), 3) for key in counted}
        return {**named, **means, "fell": self.fell.plain()}


_DONE = ("damage", "own_damage", "healed", "defeated")
_NUMBERS = ("turns", *_DONE, "taken")


def unit_reports(sides: Sequence[str], found: Sequence[BattleCounts]) -> tuple[UnitReport, ...]:
    """Return a report on each unit, by side, in the order of the first battle with it."""
    sums: dict[tuple[str, str, str], dict[str, int]] = {}
    for one in found:
        done = _done(one)
        for deeds in one.units:
            total = sums.setdefault((deeds.side, deeds.unit, deeds.kind), {})
            fell = deeds.fell is not None
            added = {"battles": 1, "turns": deeds.turns, "taken": deeds.taken, "fell": fell}
            for key, value in {**added, **done.get(deeds.unit, {})}.items():
                total[key] = total.get(key, 0) + value
    order = sorted(sums, key=lambda key: sides.index(key[0]))
    return tuple(
        _report(key, sums[key], BattleShare(sums[key]["fell"], sums[key]["battles"]))
        for key in order
    )


def by_kind(units: Sequence[UnitReport], battles: int) -> list[UnitReport]:
    """Return the units of each side and kind added up, per battle of all `battles`."""
    kinds: dict[tuple[str, str], list[UnitReport]] = {}
    for one in units:
        kinds.setdefault((one.side, one.kind), []).append(one)
    found = []
    for (side, kind), own in kinds.items():
        total = {name: sum(getattr(one, name) for one in own) for name in _NUMBERS}
        fell = BattleShare(sum(one.fell.battles for one in own), sum(one.fell.of for one in own))
        found.append(_report((side, kind, kind), {**total, "battles": battles}, fell))
    return found


def _done(one: BattleCounts) -> dict[str, dict[str, int]]:
    """Return what each unit did in a battle, by all its means together."""
    done: dict[str, dict[str, int]] = {}
    for used in one.means:
        total = done.setdefault(used.unit, dict.fromkeys(_DONE, 0))
        for key in _DONE:
            total[key] += getattr(used, key)
    return done


def _report(key: tuple[str, str, str], total: dict[str, int], fell: BattleShare) -> UnitReport:
    return UnitReport(
        *key,
        battles=total["battles"],
        turns=total.get("turns", 0),
        damage=total.get("damage", 0),
        own_damage=total.get("own_damage", 0),
        healed=total.get("healed", 0),
        defeated=total.get("defeated", 0),
        taken=total.get("taken", 0),
        fell=fell,
    )
