"""All possible roads, as far as ways depend on them: stops visited, battles won and lost.

Heroes may be lost in any battle and things used up, so a way that needs one is open at best.
"""

from collections.abc import Iterator, Mapping

import msgspec

from game.campaign.file_tables import Exit, Needs, Stop

MOST_MOMENTS = 50_000
"""The number of moments that are looked at; the rest of a longer road is not judged."""

Fact = tuple[str, str]
"""What a need speaks of: `("won", "bridge")`, `("hero", "agnes")`."""


class RoadState(msgspec.Struct, frozen=True):
    """A stop, and the facts so far that ways ask for."""

    stop: str
    facts: frozenset[Fact]
    is_won: bool
    """Whether the stop's battle, if it has one, has been won."""


class Roads(msgspec.Struct, frozen=True):
    """All that a walk along all roads has met."""

    stops: frozenset[str]
    """The stops that can be reached."""
    open: frozenset[tuple[str, int]]
    """The ways, by stop and number, that are open at some time."""
    closed: frozenset[str]
    """The stops from which there may be no way on."""
    to: Mapping[str, frozenset[str]]
    """The stops one may go to from each."""
    is_whole: bool


def facts_of(needs: Needs) -> Iterator[Fact]:
    """Yield the needs of a way, one by one."""
    for name in ("hero", "item", "won", "lost", "passed"):
        value = getattr(needs, name)
        if value is not None:
            yield name, value


def walk(stops: Mapping[str, Stop], start: str) -> Roads:
    """Go along all roads from the start."""
    needs = [way.needs for stop in stops.values() for way in stop.way if way.needs]
    minded = frozenset(fact for need in needs for fact in facts_of(need))
    first = _at(stops[start], frozenset(), minded)
    seen, waiting = {first}, [first]
    opened: set[tuple[str, int]] = set()
    closed: set[str] = set()
    to: dict[str, set[str]] = {id: set() for id in stops}
    while waiting and len(seen) <= MOST_MOMENTS:
        here = waiting.pop()
        stop = stops[here.stop]
        found = list(_next(stop, here, stops, minded, opened))
        if not _goes_on(stop, here) and not _is_end(stop, here):
            closed.add(stop.id)
        for moment in found:
            to[here.stop].add(moment.stop)
            if moment not in seen:
                seen.add(moment)
                waiting.append(moment)
    return Roads(
        frozenset(moment.stop for moment in seen),
        frozenset(opened),
        frozenset(closed),
        {id: frozenset(those) for id, those in to.items()},
        not waiting,
    )


def _at(stop: Stop, facts: frozenset[Fact], minded: frozenset[Fact]) -> RoadState:
    """Return the moment of arrival."""
    new = {("passed", stop.id), *(("hero", id) for id in stop.joins)}
    new |= {("item", id) for id in stop.finds}
    gone = {("hero", id) for id in stop.leaves}
    now = ((facts | new) - gone) & minded
    return RoadState(stop.id, now, stop.battle is None or ("won", stop.id) in facts)


def _next(
    stop: Stop,
    here: RoadState,
    stops: Mapping[str, Stop],
    minded: frozenset[Fact],
    opened: set[tuple[str, int]],
) -> Iterator[RoadState]:
    """Yield the moments that may follow, and the ways that lead there."""
    battle = stop.battle
    if battle is not None and not here.is_won:
        finds = {("item", id) for id in battle.finds}
        won = here.facts | ({("won", stop.id), *finds} & minded)
        if battle.won is not None:
            yield _at(stops[battle.won], won, minded)
        else:
            yield RoadState(stop.id, won, True)
        if battle.lost is not None:
            lost = here.facts | ({("lost", stop.id)} & minded)
            yield _at(stops[battle.lost], lost, minded)
        return
    if battle is not None and battle.won is not None:
        yield _at(stops[battle.won], here.facts, minded)
    for number, way in enumerate(stop.way):
        if way.needs is None or here.facts.issuperset(facts_of(way.needs)):
            opened.add((stop.id, number))
            yield _at(stops[way.to], here.facts, minded)


def _goes_on(stop: Stop, here: RoadState) -> bool:
    """Return whether a way is open whatever has been lost or used up."""
    if stop.battle is not None and (not here.is_won or stop.battle.won is not None):
        return True
    return any(_is_sure(way, here) for way in stop.way)


def _is_sure(way: Exit, here: RoadState) -> bool:
    if way.needs is None:
        return True
    needs = set(facts_of(way.needs))
    return needs <= here.facts and not any(name in ("hero", "item") for name, _ in needs)


def _is_end(stop: Stop, here: RoadState) -> bool:
    return stop.ending and here.is_won


def reaching(to: Mapping[str, frozenset[str]], ends: frozenset[str]) -> frozenset[str]:
    """Return the stops from which one of the ends can be reached."""
    found, size = set(ends), -1
    while len(found) != size:
        size = len(found)
        found |= {id for id, those in to.items() if those & found}
    return frozenset(found)
