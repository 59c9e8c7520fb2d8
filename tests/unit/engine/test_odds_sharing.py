"""Large searches for odds share results between states, and find the same odds."""

from typing import Any

import pytest

from game.components.conditions import Condition, Conditions
from game.components.unit import Position, Vitals
from game.engine.chain_odds import chain_odds, check_assume
from game.engine.odds import View
from game.engine.odds_search import OddsSearch
from game.rules.verdigris.dice_pools import InjuryDrawn, InjuryRoll
from game.rules.verdigris.wounds import injury_of
from game.systems.turn_upkeep import has_condition
from game.terms.odds import Odds, Unfinished
from game.world.traced_world import Trace, TracedWorld
from tests.commands import command
from tests.rules.verdigris.scene import scene
from tests.scenario import Play

HERO: dict[str, Any] = {"hero": True, "wounds": 1, "life": 4}
KEEN: dict[str, Any] = {"weapon": "keen", "strength": 5}
STEP = 9
"""Number of states in each part of a search."""


def leaving() -> Play:
    """Return a battle in which red leaves a melee, and may be injured twice before its test."""
    return scene("pa....", a=HERO, p=KEEN)


def searches(play: Play, text: str, assume: str) -> tuple[OddsSearch, OddsSearch]:
    """Return two searches for the odds of a command."""
    seen = play.battle.view("red")
    view, given = View(seen.book, seen.machine, seen.world), command("verdigris", text)
    return OddsSearch(view, given, assume), OddsSearch(view, given, assume)


def in_parts(search: OddsSearch) -> tuple[Odds, int]:
    """Return the odds, found in parts, and the number of parts."""
    for part in range(1, 10_000):
        try:
            return search.odds(STEP), part
        except Unfinished:
            pass
    raise AssertionError("the search never ends")


@pytest.mark.parametrize("assume", ["never", "always"])
def test_shared_results_make_the_same_odds_in_fewer_steps(assume: str) -> None:
    plain, shared = searches(leaving(), "move red.a 2,0 3,0 4,0", assume)
    odds = plain.odds()
    found, parts = in_parts(shared)
    assert found == odds
    if assume == "always":
        assert len(odds.outcomes) > 100
        assert parts > 2
        assert shared._walk.moments * 2 < plain._walk.moments


@pytest.mark.parametrize("others", [(), ("blue",)])
def test_search_on_a_view_goes_on_where_it_stopped(others: tuple[str, ...]) -> None:
    play = leaving()
    view, given = play.battle.view("red", *others), command("verdigris", "move red.a 2,0 3,0 4,0")
    found, parts = None, 0
    while found is None and parts < 1000:
        parts += 1
        try:
            found = view.odds(given, "always", STEP)
        except Unfinished:
            continue
    assert parts > 2
    assert found == play.battle.odds(given, "always")


def test_reading_all_outcomes_takes_parts_too() -> None:
    """Hundreds of outcomes must not be put into words in one frame."""
    _, search = searches(leaving(), "move red.a 2,0 3,0 4,0", "always")
    pauses_after = 0
    while True:
        try:
            search.odds(STEP)
            break
        except Unfinished:
            pauses_after += search._found is not None
    assert pauses_after > 2


def test_outcomes_with_the_same_effects_are_tried_once() -> None:
    play = leaving()
    world = play.battle.world
    unit, *_ = world.ids(Position)
    outcomes, total = chain_odds(InjuryRoll(unit, "VER-31"), check_assume("stop"))
    sorts = play.battle.machine.sorts(world, outcomes)
    assert (len(outcomes), total) == (36, 36)
    weights: dict[str, int] = {}
    for one, weight in outcomes:
        assert isinstance(one, InjuryDrawn)
        id = injury_of(world, one.number)
        weights[id] = weights.get(id, 0) + weight
    found = [
        (injury_of(world, one.number), weight)
        for one, weight in sorts
        if isinstance(one, InjuryDrawn)
    ]
    assert dict(found) == weights
    assert len(found) == len(weights) < len(outcomes)


# What a search depends on


@pytest.fixture
def world() -> TracedWorld:
    play = scene("pa..")
    return TracedWorld.of(play.battle.world)


def traced(world: TracedWorld) -> Trace:
    world.trace = Trace()
    return world.trace


def test_slots_that_are_read_or_written_matter(world: TracedWorld) -> None:
    unit, other, *_ = world.ids(Position)
    trace = traced(world)
    world.find(unit, Vitals)
    world.put(other, Vitals(1, 6))
    world.trace = None
    life = Vitals(2, 6)
    assert not trace.ignores((unit, Vitals), life)
    assert not trace.ignores((other, Vitals), life)
    assert trace.ignores((unit, Conditions), None)


def test_queries_of_a_type_make_all_its_slots_matter(world: TracedWorld) -> None:
    unit, *_ = world.ids(Position)
    trace = traced(world)
    world.at(Position, (0, 0))
    world.once("life", lambda: 1, (Vitals,))
    assert not trace.ignores((unit, Position), None)
    assert not trace.ignores((unit, Vitals), None)
    assert trace.ignores((unit, Conditions), None)
    world.once("anything", lambda: 1)
    assert not trace.ignores((unit, Conditions), None)


def test_stripped_units_matter_whole(world: TracedWorld) -> None:
    unit, other, *_ = world.ids(Position)
    trace = traced(world)
    world.strip(unit, keep=(Position,))
    assert not trace.ignores((unit, Conditions), None)
    assert trace.ignores((other, Conditions), None)


def test_only_the_answer_to_a_question_matters(world: TracedWorld) -> None:
    unit, *_ = world.ids(Position)
    trace = traced(world)
    assert not has_condition(world, unit, "prone")
    world.trace = None
    slot = unit, Conditions
    assert trace.ignores(slot, Conditions((Condition("mind", -1),)))
    assert not trace.ignores(slot, Conditions((Condition("prone"),)))
    outer = Trace()
    outer.add(trace)
    assert not outer.ignores(slot, Conditions((Condition("prone"),)))


def test_copy_leaves_the_world_alone(world: TracedWorld) -> None:
    before, twin = world.hash(), TracedWorld.of(world)
    assert twin.hash() == before
    unit, *_ = twin.ids(Position)
    twin.put(unit, Vitals(1, 6))
    assert world.hash() == before
