"""Odds, compared with an enumeration of all rolls by the code that resolves them."""

from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest

from game.components.unit import Dead, Name, Position, Vitals
from game.engine.battle import Battle
from game.engine.chain_odds import TooManyOutcomes
from game.engine.legality import carry_out
from game.engine.odds import View, between, outcome, tally
from game.engine.odds_search import OddsSearch
from game.rules.verdigris.records import Wounds
from game.terms.agenda import Ask, BattleEnd, Roll
from game.terms.commands import Command
from game.terms.odds import Odds, OddsOutcome, Unfinished
from game.world import World
from tests.conformance.books import Case, every_case
from tests.conformance.driver import stops
from tests.odds_rows import rows_of

MOST_FALLS = 700
"""Maximum number of rolls to enumerate, each of which is played on a clone of the world."""

each_case = every_case()

Key = tuple[frozenset[Any], tuple[Any, ...], str | None]


class TooLong(Exception):
    pass


def told(chance: OddsOutcome) -> Key:
    """Return an outcome's changes of life and places, with the deaths and the end."""
    units: set[Any] = set()
    over: tuple[Any, ...] = ()
    for change in rows_of(chance):
        if "unit" not in change:
            over = (change.get("over"), change.get("winner")) if "over" in change else ()
            continue
        lost = change.get("damage", 0) - change.get("healed", 0)
        dies, at = change.get("dies", False), change.get("at")
        if lost or dies or at or change.get("away"):
            units.add((change["unit"], 0 if dies else lost, tuple(at or ()), dies))
    return frozenset(units), over, chance.then


class Slow:
    """The outcomes of a command, found by playing it with every roll."""

    def __init__(self, view: Battle, command: Command) -> None:
        self._machine = view.machine
        world = self._start(view)
        self._before = self._units(world)
        ask = world.pop()
        assert isinstance(ask, Ask)
        self._floor = len(world.frames())
        carry_out(view.book, world, ask, command)
        self.falls = 0
        self._weights: dict[Key, Fraction] = {}
        self._play(world, Fraction(1))

    @staticmethod
    def _start(view: Battle) -> World:
        return view.world.clone()

    @property
    def chances(self) -> dict[Key, Fraction]:
        return self._weights

    def _play(self, world: World, weight: Fraction) -> None:
        stop = self._machine.advance(world, self._floor)
        if not isinstance(stop, Roll):
            self._leaf(world, weight, stop)
            return
        sides = stop.dice.sides
        self.falls += prod(sides)
        if self.falls > MOST_FALLS:
            raise TooLong
        states: dict[str, tuple[World, int]] = {}
        for faces in product(*(range(1, most + 1) for most in sides)):
            child = world.clone()
            self._machine.settle(child, faces)
            state = child.hash()
            states[state] = child, states.get(state, (child, 0))[1] + 1
        for child, count in states.values():
            self._play(child, weight * count / prod(sides))

    def _leaf(self, world: World, weight: Fraction, stop: Ask | BattleEnd | None) -> None:
        then = stop.called if isinstance(stop, Ask) else None
        over = (stop.reason, stop.winner) if isinstance(stop, BattleEnd) else ()
        units: set[Any] = set()
        for id, (life, stand, dead, wounds) in self._units(world).items():
            life_before, stand_before, dead_before, wounds_before = self._before[id]
            # A unit that recovers with a wound less has lost all its life before (VER-31).
            lost = life_before - (0 if wounds < wounds_before else life)
            at = stand.at if stand and stand != stand_before else ()
            if dead and not dead_before:
                units.add((id, 0, (), True))
            elif not dead and (lost or stand != stand_before):
                units.add((id, lost, at, False))
        key = frozenset(units), over, then
        self._weights[key] = self._weights.get(key, Fraction(0)) + weight

    @staticmethod
    def _units(world: World) -> dict[str, tuple[int, Position | None, bool, int]]:
        """Return the life, place, death and wounds left of each unit."""
        found = {}
        for unit, name in world.all(Name):
            vitals, position = world.find(unit, Vitals), world.find(unit, Position)
            wounds = world.find(unit, Wounds)
            state = position, world.has(unit, Dead), wounds.left if wounds else 0
            found[name.id] = vitals.life if vitals else 0, *state
        return found


def merged(odds: Odds) -> dict[Key, Fraction]:
    found: dict[Key, Fraction] = {}
    for chance in odds.outcomes:
        key = told(chance)
        found[key] = found.get(key, Fraction(0)) + Fraction(chance.weight, odds.of)
    return found


def check_shape(odds: Odds) -> None:
    assert odds.outcomes
    assert all(chance.weight > 0 for chance in odds.outcomes)
    assert sum(chance.weight for chance in odds.outcomes) == odds.of
    readings = [(repr(rows_of(chance)), chance.then) for chance in odds.outcomes]
    assert len(set(readings)) == len(readings), "outcomes that read the same aren't merged"
    assert all(modifier.text and modifier.rule for modifier in odds.modifiers)


@each_case
@pytest.mark.parametrize("most", [40, pytest.param(200, marks=pytest.mark.long)])
def test_odds_equal_enumeration(case: Case, most: int) -> None:
    compared = 0
    for battle in stops(case.start(), Random(f"odds {case}"), most, case.start):
        if not isinstance(battle.stop, Ask):
            continue
        view, before = battle.view(battle.stop.side), battle.hash()
        seen = view.hash()
        for command in battle.legal():
            odds = battle.odds(command)
            assert (battle.hash(), view.hash()) == (before, seen)
            check_shape(odds)
            try:
                slow = Slow(view, command)
            except TooLong:
                continue
            compared += slow.falls > 0
            assert merged(odds) == slow.chances, command
    if not case.name.startswith("level-"):
        assert compared, (
            "no command of this position has odds to compare: either the position is too large, or "
            "an effect does not push the consequences of an answer, which wait below the ask"
        )


@each_case
def test_filled_in_outcomes_equal_tried_ones(case: Case) -> None:
    """Try only the ends of a damage roll if they agree (`engine/odds_interpolation.py`)."""
    for battle in stops(case.start(), Random(f"told {case}"), 25, case.start):
        if not isinstance(battle.stop, Ask):
            continue
        seen = battle.view(battle.stop.side)
        for command in battle.legal():
            view = View(seen.book, seen.machine, seen.world)
            told = tally(view, command, (), outcome, between=between)
            assert told == tally(view, command, (), outcome), command


@each_case
def test_odds_found_in_steps_equal_those_found_at_once(case: Case) -> None:
    random = Random(f"steps {case}")
    for battle in stops(case.start(), random, 10, case.start):
        if not isinstance(battle.stop, Ask):
            continue
        seen, legal = battle.view(battle.stop.side), battle.legal()
        view, state = View(seen.book, seen.machine, seen.world), seen.hash()
        for command in random.sample(legal, min(5, len(legal))):
            at_once, in_steps = (OddsSearch(view, command, "always") for _ in range(2))
            odds, found, pauses = at_once.odds(), None, 0
            moments = at_once._walk.moments
            step = moments // random.randint(2, 6) + 1
            while found is None:
                try:
                    found = in_steps.odds(step)
                except Unfinished:
                    pauses += 1
                assert seen.hash() == state
            assert found == odds
            assert in_steps._walk.moments <= moments, "sharing results takes more steps"
            assert pauses or moments <= step


@each_case
@pytest.mark.parametrize("most", [20, pytest.param(100, marks=pytest.mark.long)])
def test_odds_under_an_assumption_equal_enumeration(case: Case, most: int) -> None:
    counted = uncounted = 0
    for battle in stops(case.start(), Random(f"assume {case}"), most, case.start):
        if not isinstance(battle.stop, Ask):
            continue
        before, told_before = battle.hash(), list(battle.told())
        for command in battle.legal():
            for assume in ("never", "always"):
                counted += 1
                try:
                    odds = battle.odds(command, assume)
                except TooManyOutcomes:  # a long walk past several strikers
                    uncounted += 1
                    continue
                assert (odds.command, odds.assume) == (command, assume)
                check_shape(odds)
        assert battle.hash() == before
        assert battle.told() == told_before
    assert uncounted * 100 <= counted, f"{uncounted} of {counted} commands have too many outcomes"
