"""Checks of rosters: the units that a side can choose before the battle.

No side has to choose, so the level's own units must be a possible choice.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from game.content.checks.sides import others_units
from game.content.drafts.level_draft import LevelDraft, TableEntry
from game.content.drafts.resolving import units_in
from game.content.toml_files.positions import Keys
from game.content.values.wording import quoted
from game.terms.rosters import Roster


def are_once(draft: LevelDraft) -> None:
    """Report roster-twice if a side has two rosters, or a roster replaces a unit twice."""
    seen: set[str] = set()
    for entry, roster in _all(draft):
        if roster.side in seen:
            text = f"The side {quoted(roster.side)} has two rosters; it can have one."
            draft.source.error("roster-twice", text, entry.keys)
        seen.add(roster.side)
        units = roster.units or ()
        for number, id in enumerate(units):
            if id in units[:number]:
                text = f"The roster lists the unit {quoted(id)} twice."
                keys = (*entry.keys, "units", number)
                draft.source.error("roster-twice", text, keys, at_value=True)


def are_own(draft: LevelDraft) -> None:
    """Report roster-foreign if a side would replace another side's units."""
    for entry, roster in _all(draft):
        for keys, id, side in others_units(draft, entry.keys, roster.side, roster.units):
            text = f"The unit {quoted(id)} is of the side {quoted(side)}; the side "
            text += f"{quoted(roster.side)} cannot choose another in its place."
            draft.source.error("roster-foreign", text, keys, at_value=True)


def have_prices(draft: LevelDraft) -> None:
    """Report roster-unpriced if a kind that can be chosen for points has no price."""
    for entry, roster in _all(draft):
        if roster.points is None:
            continue
        for key in ("kinds", "lead"):
            for number, kind in enumerate(getattr(roster, key) or ()):
                if kind not in draft.prices:
                    text = f"The kind {quoted(kind)} has no price in bestiary.toml, so it cannot "
                    text += "be chosen for points."
                    keys = (*entry.keys, key, number)
                    draft.source.error("roster-unpriced", text, keys, at_value=True)


def can_be_filled(draft: LevelDraft) -> None:
    """Report roster-unfillable if no choice has the right number of units for the points."""
    for entry, roster in _clear(draft):
        why = _unfillable(draft, roster)
        if why:
            text = f"Nobody can choose the units of {quoted(roster.side)}: {why}."
            draft.source.error("roster-unfillable", text, entry.keys)


def hold_the_usual(draft: LevelDraft) -> None:
    """Report roster-default or roster-dear if the level's own units aren't a possible choice."""
    for entry, roster in _clear(draft):
        if not _unfillable(draft, roster):
            for code, text, keys in _against_usual(draft, entry, roster):
                draft.source.error(code, text, keys, at_value=True)


def may_be_left_out(draft: LevelDraft) -> None:
    """Report roster-named if a unit that can be left out is needed elsewhere."""
    named = _named(draft)
    for entry, roster in _all(draft):
        for number, id in enumerate(draft.rostered(roster)):
            if number >= roster.least and id in named:
                text = f"The side {quoted(roster.side)} may leave the unit {quoted(id)} out, which "
                text += f"{named[id]} names; raise 'least' to {number + 1}, or list it earlier in "
                text += "'units'."
                draft.source.error("roster-named", text, _at(roster, entry, "units"))


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
            text = f"The side {quoted(roster.side)} may choose {more} more than make room; give "
            text += "the roster an 'area' where they stand, or let the side place them by a "
            text += "[[deploy]]."
            keys = _at(roster, entry, "most")
            draft.source.error("roster-nowhere", text, keys, at_value=True)
        elif (free := _room(draft, roster, area)) < more:
            tiles = "is 1 free tile" if free == 1 else f"are {free or 'no'} free tiles"
            text = f"The side {quoted(roster.side)} may choose {more} more than make room, and in "
            text += f"the area {quoted(area)} there {tiles} for them."
            draft.source.error("roster-cramped", text, _at(roster, entry, "area"), at_value=True)


def leave_a_choice(draft: LevelDraft) -> None:
    """Report roster-idle if nothing but the level's own units can be chosen."""
    for entry, roster in _clear(draft):
        kinds = [*draft.choosable(roster), *(roster.lead or ())]
        if not _unfillable(draft, roster) and kinds and not _has_choice(draft, roster):
            text = f"The side {quoted(roster.side)} can choose nothing but the level's own units."
            draft.source.note("warning", "roster-idle", text, entry.keys)


class _Usual(NamedTuple):
    """The level's own units of a roster, with their kinds."""

    units: tuple[str, ...]
    kinds: tuple[str, ...]


def _all(draft: LevelDraft) -> list[tuple[TableEntry[Roster], Roster]]:
    return [(entry, entry.value) for entry in draft.plot.rosters if entry.value is not None]


def _clear(draft: LevelDraft) -> Iterator[tuple[TableEntry[Roster], Roster]]:
    """Yield the first roster of each side, with its units' kinds, if all its units are clear."""
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
    """Return a key of the roster if it is given, else the roster."""
    return (*entry.keys, key) if getattr(roster, key) is not None else entry.keys


def _price(draft: LevelDraft, roster: Roster, kind: str) -> int:
    return 0 if roster.points is None else draft.prices.get(kind, 0)


def _unfillable(draft: LevelDraft, roster: Roster) -> str:
    """Return why no choice has this many units; "" if one has."""
    kinds, lead = draft.choosable(roster), tuple(dict.fromkeys(roster.lead or ()))
    least, most = roster.least, draft.most(roster)
    if not draft.rostered(roster):
        return f"there is no unit of the side {quoted(roster.side)} to make room"
    if least > most:
        return f"at least {least} are to be chosen, and at most {most}"
    others = least - bool(lead)
    if others > (len(kinds) if roster.once else bool(kinds) * others):
        return f"at least {least} are to be chosen, and there are not so many kinds"
    cheap = sorted(_price(draft, roster, kind) for kind in kinds)
    rest = sum(cheap[:others]) if roster.once else others * min(cheap, default=0)
    cost = rest + min((_price(draft, roster, kind) for kind in lead), default=0)
    if roster.points is not None and cost > roster.points:
        some = "the cheapest costs" if least == 1 else f"the cheapest {least} cost"
        return f"{some} {cost} points, and {roster.points} may be spent"
    return ""


def _against_usual(
    draft: LevelDraft, entry: TableEntry[Roster], roster: Roster
) -> Iterator[tuple[str, str, Keys]]:
    """Yield why the level's own units aren't a possible choice, each with its code and place."""
    usual, kinds, lead = _usual(draft, roster), draft.choosable(roster), roster.lead or ()
    own = f"The level's own units of {quoted(roster.side)}"
    for number, (id, kind) in enumerate(zip(usual.units, usual.kinds, strict=True)):
        allowed = lead if lead and number == 0 else kinds
        keys = (*draft.distinct[id].keys, "kind")
        if kind not in allowed:
            among = "'lead', from which the first is" if allowed is lead else "what may be"
            text = f"The unit {quoted(id)} is of the kind {quoted(kind)}, which is not in {among} "
            yield "roster-default", f"{text}chosen; the level's own units must be.", keys
        elif roster.once and kind in usual.kinds[:number]:
            text = f"{own} have the kind {quoted(kind)} twice, and each may be chosen once."
            yield "roster-default", text, keys
    count, most = len(usual.units), draft.most(roster)
    if not roster.least <= count <= most:
        some = f"at least {roster.least}" if count < roster.least else f"at most {most}"
        text = f"{own} are {count}, and {some} may be chosen."
        key = "least" if count < roster.least else "most"
        yield "roster-default", text, (*entry.keys, key)
    cost = sum(_price(draft, roster, kind) for kind in usual.kinds)
    if roster.points is not None and cost > roster.points:
        text = f"{own} cost {cost} points, and {roster.points} may be spent."
        yield "roster-dear", text, (*entry.keys, "points")


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


def _named(draft: LevelDraft) -> Mapping[str, str]:
    """Return the units that other tables need, with the words for that."""
    found: dict[str, str] = {}
    for entry in draft.plot.objectives:
        for id in units_in(entry.value):
            found.setdefault(id, f"the objective {quoted(entry.id)}")
    for number, trigger in enumerate(draft.plot.triggers):
        for when in trigger.value.when if trigger.value else ():
            for id in units_in(when):
                found.setdefault(id, f"trigger {number + 1}")
    for id in units_in(draft.settings):
        found.setdefault(id, "a setting")
    return found


def _placed_in(draft: LevelDraft, roster: Roster) -> str | None:
    """Return the area in which the side places its units, or None."""
    deploys = (entry.value for entry in draft.plot.deploys if entry.value is not None)
    return next((deploy.area for deploy in deploys if deploy.side == roster.side), None)


def _room(draft: LevelDraft, roster: Roster, area: str) -> int:
    """Return how many more units have room, after all that are placed there anyway."""
    if roster.area is not None:
        return len(draft.spots[roster.side])
    deploys = (entry.value for entry in draft.plot.deploys if entry.value is not None)
    waiting = sum(len(draft.deployed(deploy)) for deploy in deploys if deploy.area == area)
    return max(0, len(draft.free(area)) - waiting)
