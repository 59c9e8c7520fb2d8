"""The accounts of battles: start, luck and skill add up to the result, and each step is right."""

import io
from collections.abc import Mapping
from itertools import pairwise

import pytest

from game.content.levels import find_level, load_level
from game.engine.battle import Battle
from game.play.analysis.accounting import (
    Accounting,
    AnalysisStep,
    BattleAnalysis,
    ComparedChoice,
    Value,
    fitted,
)
from game.play.analysis.better_choices import SHORT, ChoiceSearch, costly
from game.play.analysis.playouts import Horizon, Playouts, half_width, mean_gain
from game.play.rewind import RewindableBattle
from game.play.table import Table
from game.record.dice_source import DiceSource
from game.record.reader import parse_save
from game.record.recording import Setup
from game.rules.registry import find_books
from game.terms.agenda import Roll
from game.terms.commands import Done, End

BOOKS = find_books().books
TINY = 1e-9


def played(name: str, player: str, seed: int, most: int = 60) -> RewindableBattle:
    """Return a battle between computer players, ready to be wound."""
    level = load_level(find_level(name), BOOKS)
    players = {side.id: player for side in level.sides}
    table = Table.open(BOOKS[level.rulebook], level, Setup(DiceSource(seed), players))
    while table.battle.outcome is None and table.record.count < most:
        assert table.step()
    return RewindableBattle(parse_save(io.BytesIO(table.saved())), BOOKS)


def analysed(reel: RewindableBattle, value: Value = fitted) -> BattleAnalysis:
    search = Accounting(reel, value)
    for _ in search.go_on():
        pass
    assert search.found is not None
    return search.found


@pytest.mark.parametrize(
    ("name", "player", "seeds"),
    [
        ("yard", "soldier", 4),
        ("market", "random", 1),
        ("garden_party", "novice", 1),
        ("bell_yard", "novice", 1),
        ("ossuary", "random", 1),
        ("toll_bar", "novice", 1),
    ],
)
def test_start_luck_and_skill_add_up_to_the_result(name: str, player: str, seeds: int) -> None:
    for seed in range(seeds):
        reel = played(name, player, seed, most=24)
        found = analysed(reel)
        assert reel.at == reel.count
        end = reel.battle.outcome
        for side in found.sides:
            total = found.start[side] + found.luck(side) + found.skill(side)
            assert total == pytest.approx(found.result(side), abs=TINY)
            apart = sum(found.skill(side, other) for other in found.sides)
            assert apart == pytest.approx(found.skill(side), abs=TINY)
            if end is not None and end.winner is not None:
                assert found.result(side) == float(side == end.winner)
            assert len(found.curve(side)) == reel.count + 1
        dice = sum(len(beat.dice) for beat in reel.beats)
        assert len(found.steps) == reel.count + dice
        assert_joined(found.steps)
        for step in found.steps:
            assert sum(step.of(side) for side in found.sides) == pytest.approx(0, abs=TINY)


def assert_joined(steps: tuple[AnalysisStep, ...]) -> None:
    """Assert that each step begins where the one before it ended."""
    for one, later in pairwise(steps):
        assert one.after == later.before
        assert (one.place, one.n) <= (later.place, later.n)


def test_luck_of_a_roll_is_the_step_from_the_exact_mean() -> None:
    """Compare the mean before each first roll with all values of its dice, one by one."""
    reel, compared = played("yard", "soldier", 2), 0
    found = analysed(reel)
    for step in found.steps:
        if step.kind != "choice":
            continue
        reel.go(step.place)
        battle = Battle(reel.battle.book, reel.battle.world.clone())
        battle.apply(step.command)
        stop = battle.stop
        if not isinstance(stop, Roll) or len(stop.dice.sides) != 1:
            continue
        (sides,) = stop.dice.sides
        means: dict[str, float] = dict.fromkeys(found.sides, 0.0)
        for face in range(1, sides + 1):
            after = Battle(battle.book, battle.world.clone())
            after.settle((face,))
            for side, chance in fitted(after).items():
                means[side] += chance / sides
        assert step.after == pytest.approx(means, abs=TINY)
        compared += 1
    assert compared > 2


def better(reel: RewindableBattle, games: int = 0) -> dict[str, ComparedChoice]:
    """Return the costliest choice of each side, compared with a better one."""
    found = analysed(reel)
    search = ChoiceSearch(reel, games)
    for _ in search.go_on(found.steps, found.sides):
        pass
    assert reel.at == reel.count
    return search.found


@pytest.mark.parametrize(
    ("name", "seed", "most", "games"), [("market", 5, 20, 0), ("yard", 7, 16, 6)]
)
def test_better_choice_is_legal_and_better_with_the_same_dice(
    name: str, seed: int, most: int, games: int
) -> None:
    reel = played(name, "random", seed, most)
    told = better(reel, games)
    assert told, "a random player errs"
    for side, one in told.items():
        assert one.better is not None
        reel.go(one.step.place)
        now = reel.battle
        assert now.why_not(one.better) is None
        tried = []
        for command in (one.better, one.step.command):
            after = Battle(now.book, now.world.clone())
            after.apply(command)
            until = None if games else Horizon.of(now)
            tried.append([it[side] for it in Playouts(games or SHORT).each(after, until)])
        gain, margin = mean_gain(*tried)
        assert gain == pytest.approx(one.lost, abs=TINY)
        assert gain > margin, "better by chance doesn't count"
        assert one.margin == pytest.approx(margin if games else 0, abs=TINY)


def test_choice_costs_what_others_make_of_it() -> None:
    found = analysed(played("yard", "soldier", 1))
    for side in found.sides:
        order = costly(found.steps, side)
        assert {one.side for one in order} == {side}
        own = [n for n, one in enumerate(found.steps) if one in order]
        costs = []
        for n, later in zip(own, [*own[1:], len(found.steps)], strict=True):
            between = [one for one in found.steps[n:later] if one.kind == "choice"]
            costs.append((sum(one.of(side) for one in between), n))
        assert order == [found.steps[n] for _, n in sorted(costs)]


def test_playing_on_for_a_round_ends_at_the_same_unit() -> None:
    reel = played("market", "soldier", 2)
    reel.go(4)
    until = Horizon.of(reel.battle)
    assert not until.is_reached(reel.battle)
    turn, number = reel.battle.turn, reel.battle.round
    while not until.is_reached(reel.battle):
        reel.go(reel.at + 1)
    assert reel.battle.round == number + 1
    assert reel.battle.turn == turn
    assert Playouts(2).each(reel.battle, until) == [fitted(reel.battle)] * 2


def test_gain_has_the_interval_of_pairs() -> None:
    assert mean_gain([1, 1, 0, 1], [1, 0, 0, 0]) == pytest.approx((0.5, 0.566), abs=0.001)
    assert mean_gain([1.0, 0.5], [0.5, 0.0]) == pytest.approx((0.5, 0.0))


def test_best_choice_raised_the_chance_most() -> None:
    found = analysed(played("yard", "soldier", 1))
    for side in found.sides:
        own = [one for one in found.steps if one.kind == "choice" and one.side == side]
        own = [one for one in own if not isinstance(one.command, End | Done)]
        best = found.best(side)
        assert best is None or best.of(side) == max(step.of(side) for step in own) > 0


# Playing on


def test_playouts_leave_the_battle_as_it_is_and_add_up() -> None:
    reel = played("yard", "soldier", 1)
    before = reel.battle.hash()
    chances = Playouts(6)(reel.battle)
    assert reel.battle.hash() == before
    assert sum(chances.values()) == pytest.approx(1)
    assert chances == Playouts(6)(reel.battle), "the same dice"


def test_accounts_by_playouts_add_up_too() -> None:
    reel = played("yard", "soldier", 1)
    found = analysed(reel, Playouts(3))
    end: Mapping[str, float] = {side: found.result(side) for side in found.sides}
    for side in found.sides:
        total = found.start[side] + found.luck(side) + found.skill(side)
        assert total == pytest.approx(end[side], abs=TINY)


@pytest.mark.parametrize(("share", "games", "half"), [(0.5, 100, 0.096), (0.0, 10, 0.139)])
def test_interval_is_wilsons(share: float, games: int, half: float) -> None:
    assert half_width(share, games) == pytest.approx(half, abs=0.001)
