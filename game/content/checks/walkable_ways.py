"""Checks for paths between units and areas. They only warn, because a book may not need paths."""

from collections.abc import Iterable, Iterator, Mapping

from game.content.drafts.level_draft import GRID, LevelDraft
from game.content.drafts.regions import Regions, regions_of
from game.content.toml_files.finding_texts import Words, because
from game.core.cells import Cell
from game.terms.level_script import Objective
from game.terms.script.conditions import Who

Parts = frozenset[int | None]


def units_can_meet(draft: LevelDraft) -> None:
    """Report unit-cut-off and related findings if a path is missing.

    The related findings are objective-unreachable, trigger-never and no-way-to-win. Doors that
    triggers open count as open. Skip levels with other errors.
    """
    if draft.is_faulty or not draft.rows:
        return
    ways = _Ways(draft)
    _find_cut_off(draft, ways)
    if not draft.stations:  # a book that places units itself also decides where they arrive
        _find_unreachable(draft, ways)
        _find_unentered(draft, ways)


def _find_cut_off(draft: LevelDraft, ways: "_Ways") -> None:
    standing = () if draft.stations else draft.standing
    cut_off = [id for id in standing if not ways.leads_anywhere(id)]
    for id in cut_off:
        unit = draft.distinct[id]
        keys = (*unit.keys, "at") if unit.at is not None else unit.keys
        draft.source.warning("unit-cut-off", keys, at_value=unit.at is not None, unit=id)
    if len(cut_off) == len(draft.distinct) and not _is_decided_elsewhere(draft):
        draft.source.warning("no-way-to-win", GRID, variant="apart")


def _is_decided_elsewhere(draft: LevelDraft) -> bool:
    """Return whether anything other than fighting can decide the winner."""
    deeds = [deed for entry in draft.plot.triggers if entry.value for deed in entry.value.do]
    return (
        bool(draft.plot.objectives)
        or draft.header.rounds_winner is not None
        or any(deed.win or deed.lose for deed in deeds)
    )


def _find_unreachable(draft: LevelDraft, ways: "_Ways") -> None:
    for entry in draft.plot.objectives:
        aim = entry.value
        area = None if aim is None else _area_of(aim)
        if aim is None or area is None:
            continue
        named = aim.reach.unit if aim.reach else None
        walkers = [named] if named is not None else ways.units_of(aim.side)
        if not any(ways.starts[id] & ways.areas[area] for id in walkers if id in ways.starts):
            draft.source.warning(
                "objective-unreachable",
                (*entry.keys, "reach" if aim.reach else "hold", "area"),
                at_value=True,
                who=because("the-unit", unit=named) if named else because("a-unit", side=aim.side),
                area=area,
                objective=aim.id,
            )


def _find_unentered(draft: LevelDraft, ways: "_Ways") -> None:
    """Report conditions on entering an area if no path leads any of the named units there."""
    for entry in draft.plot.triggers:
        for number, when in enumerate(entry.value.when if entry.value else ()):
            if when.enter is None or not ways.areas[when.enter.area]:
                continue
            meant, area = when.enter, ways.areas[when.enter.area]
            who = [meant.unit] if meant.unit else ways.units_of(meant.side)
            if not any(ways.starts[id] & area for id in who if id in ways.starts):
                keys, to = (*entry.keys, "when", number), meant.area
                why = because("no-path", who=_who(meant), area=to)
                called = Words(draft.called(keys))
                draft.source.warning(
                    "trigger-never", keys, at_value=True, condition=called, why=why
                )


def _who(meant: Who) -> Words:
    """Return the words for the units that a condition names."""
    if meant.unit:
        return because("the-unit", unit=meant.unit)
    return because("anyone") if meant.side is None else because("a-unit", side=meant.side)


def _area_of(aim: Objective) -> str | None:
    """Return the area of an objective, or None."""
    if aim.reach is not None:
        return aim.reach.area
    return None if aim.hold is None else aim.hold.area


class _Ways:
    """The connected parts of the map that units can reach, and the parts that areas cover."""

    def __init__(self, draft: LevelDraft) -> None:
        self.draft = draft
        self.regions: Regions = regions_of(draft)
        self.areas: Mapping[str, Parts] = {
            area: self._parts(tiles) for area, tiles in draft.areas.items()
        }
        self.starts: dict[str, Parts] = {
            **dict(self._arrivals()),
            **{id: self._parts([cell]) for id, cell in draft.standing.items()},
        }
        for trigger in draft.plot.triggers:
            for deed in trigger.value.do if trigger.value else ():
                if deed.move is not None and deed.move.unit in self.starts:
                    self.starts[deed.move.unit] |= self.areas[deed.move.area]
        self._of_sides: dict[str, set[int | None]] = {}
        for id, parts in self.starts.items():
            self._of_sides.setdefault(str(draft.distinct[id].side), set()).update(parts)
        self._goals = frozenset().union(*(self.areas[area] for area in self._named_areas()))

    def units_of(self, side: str | None) -> list[str]:
        """Return the units of a side, or all units if `side` is None."""
        units = self.draft.distinct.items()
        return [id for id, unit in units if side in (None, unit.side)]

    def leads_anywhere(self, id: str) -> bool:
        """Return whether a unit can reach another side's units, or an area that a goal names."""
        own, side = self.starts[id], self.draft.distinct[id].side
        if own & self._goals:
            return True
        return any(own & parts for other, parts in self._of_sides.items() if other != side)

    def _parts(self, tiles: Iterable[Cell]) -> Parts:
        return frozenset(map(self.regions.of, tiles)) - {None}

    def _arrivals(self) -> Iterator[tuple[str, Parts]]:
        """Yield the units that are deployed or arrive later, with the parts they start in."""
        plot = self.draft.plot
        found: dict[str, Parts] = {}
        for entry in plot.deploys:
            for id in self.draft.deployed(entry.value) if entry.value else ():
                found[id] = self.areas[entry.value.area] if entry.value else frozenset()
        for trigger in plot.triggers:
            for deed in trigger.value.do if trigger.value else ():
                for id in deed.reinforcement.units if deed.reinforcement else ():
                    assert deed.reinforcement is not None
                    found[id] = found.get(id, frozenset()) | self.areas[deed.reinforcement.area]
        return iter(found.items())

    def _named_areas(self) -> Iterator[str]:
        plot = self.draft.plot
        for entry in plot.objectives:
            area = None if entry.value is None else _area_of(entry.value)
            if area:
                yield area
        for trigger in plot.triggers:
            for when in trigger.value.conditions if trigger.value else ():
                if when.enter:
                    yield when.enter.area
                if when.count and when.count.area:
                    yield when.count.area
                if when.carries and when.carries.area:
                    yield when.carries.area
