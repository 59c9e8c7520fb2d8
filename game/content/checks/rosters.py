"""Checks of rosters: the units that a side can choose before the battle.

A side doesn't have to choose, so the level's own units must be a possible choice.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from game.content.checks.sides import others_units
from game.content.drafts.level_draft import LevelDraft, TableEntry
from game.content.drafts.resolving import units_in
from game.content.toml_files.finding_texts import Problem, Words, because
from game.content.toml_files.positions import Keys
from game.terms.rosters import Roster


def are_once(draft: LevelDraft) -> None:
    """Report roster-twice if a side has two rosters, or a roster replaces a unit twice."""
    seen: set[str] = set()
    for entry, roster in _all(draft):
        if roster.side in seen:
            draft.source.error("roster-twice", entry.keys, variant="side", side=roster.side)
        seen.add(roster.side)
        units = roster.units or ()
        for number, id in enumerate(units):
            if id in units[:number]:
                keys = (*entry.keys, "units", number)
                draft.source.error("roster-twice", keys, at_value=True, variant="unit", unit=id)


def are_own(draft: LevelDraft) -> None:
    """Report roster-foreign if a side would replace another side's units."""
    for entry, roster in _all(draft):
        for keys, id, side in others_units(draft, entry.keys, roster.side, roster.units):
            chooser = roster.side
            draft.source.error(
                "roster-foreign", keys, at_value=True, unit=id, side=side, chooser=chooser
            )


def have_prices(draft: LevelDraft) -> None:
    """Report roster-unpriced if a kind that can be chosen for points has no price."""
    for entry, roster in _all(draft):
        if roster.points is None:
            continue
        for key in ("kinds", "lead"):
            for number, kind in enumerate(getattr(roster, key) or ()):
                if kind not in draft.prices:
                    keys = (*entry.keys, key, number)
                    draft.source.error("roster-unpriced", keys, at_value=True, kind=kind)


def can_be_filled(draft: LevelDraft) -> None:
    """Report roster-unfillable if no choice has the right number of units for the points."""
    for entry, roster in _clear(draft):
        why = _unfillable(draft, roster)
        if why:
            draft.source.error("roster-unfillable", entry.keys, side=roster.side, why=why)


def hold_the_usual(draft: LevelDraft) -> None:
    """Report roster-default or roster-dear if the level's own units aren't a possible choice."""
    for entry, roster in _clear(draft):
        if not _unfillable(draft, roster):
            for problem, keys in _against_usual(draft, entry, roster):
                draft.source.add("error", problem, keys, at_value=True)


def may_be_left_out(draft: LevelDraft) -> None:
    """Report roster-named if a unit that can be left out is needed elsewhere."""
    named = _named(draft)
    for entry, roster in _all(draft):
        for number, id in enumerate(draft.rostered(roster)):
            if number >= roster.least and id in named:
                draft.source.error(
                    "roster-named",
                    _at(roster, entry, "units"),
                    side=roster.side,
                    unit=id,
                    user=named[id],
                    least=number + 1,
                )


def have_room(draft: LevelDraft) -> None:
    """Report roster-nowhere or roster-cramped if a unit that can be chosen has no place."""
    if draft.is_faulty:
        return
    for entry, roster in _clear(draft):
        more = draft.more(roster)
        if not more or (draft.stations and roster.area is None):
            continue
        area = roster.area or _placed_in(draft, roster)
        if area is None:
            keys = _at(roster, entry, "most")
            draft.source.error("roster-nowhere", keys, at_value=True, side=roster.side, more=more)
        elif (free := _room(draft, roster, area)) < more:
            draft.source.error(
                "roster-cramped",
                _at(roster, entry, "area"),
                at_value=True,
                side=roster.side,
                more=more,
                area=area,
                free=free,
            )


def leave_a_choice(draft: LevelDraft) -> None:
    """Report roster-idle if nothing but the level's own units can be chosen."""
    for entry, roster in _clear(draft):
        kinds = [*draft.choosable(roster), *(roster.lead or ())]
        if not _unfillable(draft, roster) and kinds and not _has_choice(draft, roster):
            draft.source.warning("roster-idle", entry.keys, side=roster.side)


class _Usual(NamedTuple):
    """The level's own units that a roster can replace, with their kinds."""

    units: tuple[str, ...]
    kinds: tuple[str, ...]


def _all(draft: LevelDraft) -> list[tuple[TableEntry[Roster], Roster]]:
    return [(entry, entry.value) for entry in draft.plot.rosters if entry.value is not None]


def _clear(draft: LevelDraft) -> Iterator[tuple[TableEntry[Roster], Roster]]:
    """Yield the first roster of each side, unless a unit or a price that it needs is unclear."""
    if "unit" in draft.unclear or any(None in (unit.side, unit.kind) for unit in draft.units):
        return
    seen: set[str] = set()
    for entry, roster in _all(draft):
        priced = (*(roster.kinds or ()), *(roster.lead or ()))
        is_priced = roster.points is None or all(kind in draft.prices for kind in priced)
        if is_priced and roster.side not in seen:
            yield entry, roster
        seen.add(roster.side)


def _usual(draft: LevelDraft, roster: Roster) -> _Usual:
    units = draft.rostered(roster)
    return _Usual(units, tuple(str(draft.distinct[id].kind) for id in units))


def _at(roster: Roster, entry: TableEntry[Roster], key: str) -> Keys:
    """Return the path to a roster's key, or to the roster itself if it doesn't set the key."""
    return (*entry.keys, key) if getattr(roster, key) is not None else entry.keys


def _price(draft: LevelDraft, roster: Roster, kind: str) -> int:
    return 0 if roster.points is None else draft.prices.get(kind, 0)


def _unfillable(draft: LevelDraft, roster: Roster) -> Words | None:
    """Return why no choice of units fits the roster, or None if one fits."""
    kinds, lead = draft.choosable(roster), tuple(dict.fromkeys(roster.lead or ()))
    least, most = roster.least, draft.most(roster)
    if not draft.rostered(roster):
        return because("no-unit-to-replace", side=roster.side)
    if least > most:
        return because("choice-crossed", least=least, most=most)
    others = least - bool(lead)
    if others > (len(kinds) if roster.once else bool(kinds) * others):
        return because("too-few-kinds", least=least)
    cheap = sorted(_price(draft, roster, kind) for kind in kinds)
    rest = sum(cheap[:others]) if roster.once else others * min(cheap, default=0)
    cost = rest + min((_price(draft, roster, kind) for kind in lead), default=0)
    if roster.points is not None and cost > roster.points:
        if least == 1:
            return because("too-dear-one", cost=cost, points=roster.points)
        return because("too-dear", least=least, cost=cost, points=roster.points)
    return None


def _against_usual(
    draft: LevelDraft, entry: TableEntry[Roster], roster: Roster
) -> Iterator[tuple[Problem, Keys]]:
    """Yield the reasons why the level's own units aren't a possible choice, with their places."""
    usual, kinds, lead = _usual(draft, roster), draft.choosable(roster), roster.lead or ()
    side = roster.side
    for number, (id, kind) in enumerate(zip(usual.units, usual.kinds, strict=True)):
        allowed = lead if lead and number == 0 else kinds
        keys = (*draft.distinct[id].keys, "kind")
        if kind not in allowed:
            if allowed is lead:
                yield Problem("roster-default", variant="lead", unit=id, kind=kind), keys
            else:
                yield Problem("roster-default", variant="kind", unit=id, kind=kind), keys
        elif roster.once and kind in usual.kinds[:number]:
            yield Problem("roster-default", variant="twice", side=side, kind=kind), keys
    count, most = len(usual.units), draft.most(roster)
    if not roster.least <= count <= most:
        few, least = count < roster.least, roster.least
        if few:
            problem = Problem("roster-default", variant="few", side=side, count=count, least=least)
        else:
            problem = Problem("roster-default", variant="many", side=side, count=count, most=most)
        yield problem, (*entry.keys, "least" if few else "most")
    cost = sum(_price(draft, roster, kind) for kind in usual.kinds)
    if roster.points is not None and cost > roster.points:
        points = roster.points
        yield Problem("roster-dear", side=side, cost=cost, points=points), (*entry.keys, "points")


def _has_choice(draft: LevelDraft, roster: Roster) -> bool:
    """Return whether a unit could be replaced, left out, or added."""
    usual, kinds, lead = _usual(draft, roster).kinds, draft.choosable(roster), roster.lead or ()
    left = float("inf")
    if roster.points is not None:
        left = roster.points - sum(_price(draft, roster, kind) for kind in usual)
    free = [kind for kind in kinds if not (roster.once and kind in usual)]
    if roster.least < len(usual):
        return True
    if len(usual) < draft.most(roster) and any(_price(draft, roster, k) <= left for k in free):
        return True
    for number, kind in enumerate(usual):
        others = lead if lead and number == 0 else free
        most = left + _price(draft, roster, kind)
        if any(other != kind and _price(draft, roster, other) <= most for other in others):
            return True
    return False


def _named(draft: LevelDraft) -> Mapping[str, Words]:
    """Return the units that other tables need, each with words for the table."""
    found: dict[str, Words] = {}
    for entry in draft.plot.objectives:
        for id in units_in(entry.value):
            found.setdefault(id, because("an-objective", id=str(entry.id)))
    for number, trigger in enumerate(draft.plot.triggers):
        for when in (*trigger.value.conditions, *trigger.value.until) if trigger.value else ():
            for id in units_in(when):
                found.setdefault(id, because("a-trigger", number=number + 1))
        for deed in trigger.value.do if trigger.value else ():
            for id in units_in(deed):
                found.setdefault(id, because("a-trigger", number=number + 1))
    for number, lesson in enumerate(draft.plot.lessons):
        for id in units_in(lesson.value):
            found.setdefault(id, because("a-lesson", number=number + 1))
    for id in units_in(draft.settings):
        found.setdefault(id, because("a-setting"))
    return found


def _placed_in(draft: LevelDraft, roster: Roster) -> str | None:
    """Return the area in which the side places its units, or None."""
    deploys = (entry.value for entry in draft.plot.deploys if entry.value is not None)
    return next((deploy.area for deploy in deploys if deploy.side == roster.side), None)


def _room(draft: LevelDraft, roster: Roster, area: str) -> int:
    """Return the number of units that still fit in an area once all others are placed there."""
    if roster.area is not None:
        return len(draft.spots[roster.side])
    deploys = (entry.value for entry in draft.plot.deploys if entry.value is not None)
    waiting = sum(len(draft.deployed(deploy)) for deploy in deploys if deploy.area == area)
    return max(0, len(draft.free(area)) - waiting)
