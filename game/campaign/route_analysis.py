"""Analyse all possible routes: stops visited, battles won and lost.

Any battle may kill heroes, and items may be used up. So a path that needs a hero or an item may be
closed.
"""

from collections.abc import Iterator, Mapping

import msgspec

from game.campaign.campaign_tables import Exit, Needs, Stop

MOST_MOMENTS = 50_000
"""Maximum number of states visited; beyond that, routes aren't checked."""

Fact = tuple[str, str]
"""A fact that a condition names: `("won", "bridge")` or `("hero", "agnes")`."""


class RoadState(msgspec.Struct, frozen=True):
    """A stop, with the facts so far that the conditions of paths name."""

    stop: str
    facts: frozenset[Fact]
    is_won: bool
    """Whether the stop's battle has been won, or there is none."""


class Roads(msgspec.Struct, frozen=True):
    """The result of following all routes."""

    stops: frozenset[str]
    """Reachable stops."""
    open: frozenset[tuple[str, int]]
    """Paths, by stop and number, that are open in some state."""
    closed: frozenset[str]
    """Stops where all paths may be closed."""
    to: Mapping[str, frozenset[str]]
    """The stops that can follow each stop."""
    is_whole: bool


def facts_of(needs: Needs) -> Iterator[Fact]:
    """Yield the facts that the conditions of a path require."""
    for name in ("hero", "item", "won", "lost", "passed", "chose"):
        value = getattr(needs, name)
        if value is not None:
            yield name, value


def walk(stops: Mapping[str, Stop], start: str) -> Roads:
    """Follow all routes from the start."""
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
    """Return the state on arrival at a stop."""
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
    """Yield the states that can follow, and add the paths that are open to `opened`."""
    battle = stop.battle
    if battle is not None and not here.is_won:
        finds = {("item", id) for id in battle.finds}
        won = here.facts | ({("won", stop.id), *finds} & minded)
        for facts in _chosen(stop, won, minded, "won"):
            if battle.won is not None:
                yield _at(stops[battle.won], facts, minded)
            else:
                yield RoadState(stop.id, facts, True)
        if battle.lost is not None:
            lost = here.facts | ({("lost", stop.id)} & minded)
            for facts in _chosen(stop, lost, minded, "lost"):
                yield _at(stops[battle.lost], facts, minded)
        return
    if battle is not None and battle.won is not None:
        yield _at(stops[battle.won], here.facts, minded)
    for number, way in enumerate(stop.way):
        if way.needs is None or here.facts.issuperset(facts_of(way.needs)):
            opened.add((stop.id, number))
            yield _at(stops[way.to], here.facts, minded)


def _chosen(
    stop: Stop, facts: frozenset[Fact], minded: frozenset[Fact], result: str
) -> Iterator[frozenset[Fact]]:
    """Yield the facts after each choice at a stop, and without any of the options that matter."""
    yield facts
    for option in stop.choice:
        fact = ("chose", option.id)
        if fact in minded and option.after in (result, "either"):
            yield facts | {fact}


def _goes_on(stop: Stop, here: RoadState) -> bool:
    """Return whether a path is open even if all heroes and items it could need are gone."""
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
