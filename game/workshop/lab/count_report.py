"""The counts of a level's battles, added up over all of them."""

from collections.abc import Iterator, Sequence
from statistics import median
from textwrap import shorten
from typing import NamedTuple

import msgspec

from game.terms.level import Level
from game.workshop.battle_counts.counts import BattleCounts, SideWaste, UsedMeans
from game.workshop.lab.battle_share import BattleShare
from game.workshop.lab.unit_report import UnitReport, unit_reports
from game.workshop.lab.weak_means import WeakMeans, weak_means
from game.workshop.sentences.trigger_sentences import trigger_sentence


class ObjectiveReport(NamedTuple):
    """How often an objective was completed and failed, and in which round."""

    side: str
    id: str
    reached: BattleShare
    failed: BattleShare
    reached_in: float | None
    """Median round in which it was completed, or None if it never was."""
    failed_in: float | None

    def plain(self) -> dict[str, object]:
        """Return the report as an object."""
        reached = {**self.reached.plain(), "round": self.reached_in}
        failed = {**self.failed.plain(), "round": self.failed_in}
        return {"objective": self.id, "side": self.side, "reached": reached, "failed": failed}


LONGEST_NAME = 60
"""Maximum number of letters of a trigger's name and sentence in a table."""


class TriggerReport(NamedTuple):
    """How often a trigger fired."""

    number: int
    """Number of the trigger in the level, from 1."""
    id: str | None
    fired: BattleShare
    times: int
    """Number of times in all battles together."""
    sentence: str = ""
    """The trigger as a sentence."""

    @property
    def name(self) -> str:
        """The trigger's id, or its number, and the beginning of its sentence."""
        name = self.id or str(self.number)
        if not self.sentence:
            return name
        return shorten(f"{name}: {self.sentence}", LONGEST_NAME, placeholder=" …")

    def plain(self) -> dict[str, object]:
        """Return the report as an object."""
        named = {"trigger": self.number, "id": self.id}
        return {
            **named,
            "sentence": self.sentence,
            "fired": self.fired.plain(),
            "times": self.times,
        }


class ChoiceReport(NamedTuple):
    """The battles in which a choice was answered in one way."""

    choice: str
    answer: str
    given: BattleShare
    """The battles with this answer, of those in which the choice was put."""

    def plain(self) -> dict[str, object]:
        """Return the report as an object."""
        return {"choice": self.choice, "answer": self.answer, "given": self.given.plain()}


class MeansReport(NamedTuple):
    """The uses of a means by all units of a side, and its effects in all battles together."""

    total: UsedMeans
    """The sum over units and battles. It has no unit."""
    battles: BattleShare
    """The battles in which it was used."""
    offered: int = 0
    """Number of turns of all battles in which it could be used."""

    @property
    def did(self) -> bool:
        """Return whether it was used, or had an effect without a use."""
        return self.total != UsedMeans("", self.total.side, self.total.kind, self.total.name)

    def per_use(self, number: int) -> float | None:
        """Return a number per use, or None if there was no use."""
        return number / self.total.uses if self.total.uses else None

    def plain(self) -> dict[str, object]:
        """Return the report as an object. Life and defeats are means per use, None without uses."""
        total = self.total
        means = {
            key: None if mean is None else round(mean, 3)
            for key in ("damage", "own_damage", "healed", "defeated")
            for mean in [self.per_use(getattr(total, key))]
        }
        named = {"side": total.side, "kind": total.kind, "name": total.name, "uses": total.uses}
        used = {"offered": self.offered, "used_in": self.battles.plain(), **means}
        return {**named, **used, "conditions": dict(sorted(total.conditions.items()))}


class CountReport(msgspec.Struct, frozen=True):
    """The counts of all battles of a level that have a proper end."""

    battles: int
    objectives: tuple[ObjectiveReport, ...] = ()
    triggers: tuple[TriggerReport, ...] = ()
    waste: tuple[SideWaste, ...] = ()
    means: tuple[MeansReport, ...] = ()
    choices: tuple[ChoiceReport, ...] = ()
    units: tuple[UnitReport, ...] = ()
    weak: tuple[WeakMeans, ...] = ()

    def plain(self) -> dict[str, object]:
        """Return the counts as an object."""
        return {
            "objectives": [one.plain() for one in self.objectives],
            "triggers": [one.plain() for one in self.triggers],
            "choices": [one.plain() for one in self.choices],
            "waste": [msgspec.to_builtins(one) for one in self.waste],
            "means": [one.plain() for one in self.means],
            "units": [one.plain() for one in self.units],
            "weak": [one.plain() for one in self.weak],
        }


def count_report(level: Level, found: Sequence[BattleCounts]) -> CountReport:
    """Return the sum of the counts of a level's battles."""
    return CountReport(
        len(found),
        tuple(_objectives(level, found)),
        tuple(_triggers(level, found)),
        tuple(_wasted(side.id, found) for side in level.sides),
        tuple(_means(level, found)),
        tuple(_choices(level, found)),
        unit_reports([side.id for side in level.sides], found),
        weak_means(found),
    )


def _objectives(level: Level, found: Sequence[BattleCounts]) -> list[ObjectiveReport]:
    reports = []
    for aim in level.script.objectives:
        ends = [one.objectives[aim.id] for one in found if aim.id in one.objectives]
        reached = [end.reached for end in ends if end.reached is not None]
        failed = [end.failed for end in ends if end.failed is not None]
        shares = BattleShare(len(reached), len(found)), BattleShare(len(failed), len(found))
        rounds = _median(reached), _median(failed)
        reports.append(ObjectiveReport(aim.side, aim.id, *shares, *rounds))
    return reports


def _median(rounds: Sequence[int]) -> float | None:
    return float(median(rounds)) if rounds else None


def _triggers(level: Level, found: Sequence[BattleCounts]) -> list[TriggerReport]:
    reports = []
    for index, trigger in enumerate(level.script.triggers):
        times = [one.triggers[index] for one in found]
        fired = BattleShare(sum(map(bool, times)), len(found))
        told = trigger_sentence(trigger)
        reports.append(TriggerReport(index + 1, trigger.id, fired, sum(times), told))
    return reports


def _choices(level: Level, found: Sequence[BattleCounts]) -> Iterator[ChoiceReport]:
    """Yield all answers of all choices, in the level's order."""
    for trigger in level.script.triggers:
        for put in (deed.choice for deed in trigger.do if deed.choice):
            given = [one.choices[put.id] for one in found if put.id in one.choices]
            for answer in put.answers:
                share = BattleShare(given.count(answer.id), len(given))
                yield ChoiceReport(put.id, answer.id, share)


_NUMBERS = tuple(name for name in SideWaste.__struct_fields__ if name != "side")


def _wasted(side: str, found: Sequence[BattleCounts]) -> SideWaste:
    own = [waste for one in found for waste in one.waste if waste.side == side]
    return SideWaste(side, *(sum(getattr(waste, name) for waste in own) for name in _NUMBERS))


def _means(level: Level, found: Sequence[BattleCounts]) -> list[MeansReport]:
    """Return the means by side, by kind, and then by uses, most uses first."""
    totals: dict[tuple[str, str, str], UsedMeans] = {}
    battles: dict[tuple[str, str, str], set[int]] = {}
    offered: dict[tuple[str, str, str], int] = {}
    for number, one in enumerate(found):
        for used in one.means:
            key = used.side, used.kind, used.name
            totals.setdefault(key, UsedMeans("", *key)).add(used)
            battles.setdefault(key, set()).update([number] if used.uses else [])
        for offer in one.offers:
            key = offer.side, offer.kind, offer.name
            totals.setdefault(key, UsedMeans("", *key))
            offered[key] = offered.get(key, 0) + offer.turns
    sides = [side.id for side in level.sides]
    order = sorted(totals, key=lambda it: (sides.index(it[0]), it[1], -totals[it].uses, it[2]))
    return [
        MeansReport(
            totals[key], BattleShare(len(battles.get(key, ())), len(found)), offered.get(key, 0)
        )
        for key in order
    ]
