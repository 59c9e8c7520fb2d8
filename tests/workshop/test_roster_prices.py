"""Prices of rosters: more expensive units win more often; equal points make an even battle."""

import itertools

import msgspec
import pytest

from game.content.levels import find_level, load_level
from game.play.rosters import Picked, draws, fielded
from game.rules.registry import find_books
from game.terms.level import Level
from game.terms.rosters import Offer
from game.workshop.lab.one_battle import fought
from game.workshop.lab.seatings import Bout

BOOKS = find_books().books
FAR = 3
"""Price difference that decides most duels in Contest."""
ROUNDS = 6
"""Number of duels of each pair in each of the two seats."""


def winner(level: Level, seed: int) -> str | None:
    """Return the winner of a battle between two soldiers."""
    players = ("soldier",) * len(level.sides)
    found = fought(BOOKS[level.rulebook], level, Bout(0, seed, players), lambda: None)
    assert found.trouble is None
    return found.winner


def with_picks(id: str, *picks: Picked) -> Level:
    return load_level(find_level(id), BOOKS, changes=fielded(picks))


def offers(id: str) -> tuple[Offer, ...]:
    return load_level(find_level(id), BOOKS).offers


def free(offer: Offer, points: int) -> Offer:
    return msgspec.structs.replace(offer, points=points)


def test_more_expensive_contest_unit_wins_most_duels() -> None:
    red, blue = offers("kitchen")
    prices = {kind: it.price for kind, it in red.kinds.items()}
    pairs = [
        (dear, cheap)
        for dear, cheap in itertools.permutations(prices, 2)
        if prices[dear] - prices[cheap] >= FAR
    ]
    assert len(pairs) >= 8
    won = 0
    for seed, (dear, cheap) in enumerate(pairs * ROUNDS, 1):
        one = with_picks("kitchen", Picked(red, (dear,)), Picked(blue, (cheap,)))
        two = with_picks("kitchen", Picked(red, (cheap,)), Picked(blue, (dear,)))
        won += (winner(one, seed) == "red") + (winner(two, seed) == "blue")
    assert won / (2 * len(pairs) * ROUNDS) >= 0.75


@pytest.mark.long
@pytest.mark.parametrize("id", ["cellar", "masked_ball", "even_money"])
def test_either_side_can_win_with_equal_points(id: str) -> None:
    red, blue = offers(id)
    assert red.points == blue.points
    found = []
    for seed in range(1, 31):
        picks = Picked(red, draws(red, seed)[0]), Picked(blue, draws(blue, seed)[0])
        found.append(winner(with_picks(id, *picks), seed))
    share = (found.count("red") + found.count(None) / 2) / len(found)
    assert 0.25 <= share <= 0.75, share


@pytest.mark.long
@pytest.mark.parametrize("id", ["masked_ball", "even_money"])
def test_side_with_twice_the_points_wins_most_battles(id: str) -> None:
    red, blue = offers(id)
    points = red.points or 0
    won = 0
    for seed in range(1, 13):
        rich, poor = (red, blue) if seed % 2 else (blue, red)
        picks = [
            Picked(rich, draws(free(rich, points * 4 // 3), seed)[0]),
            Picked(poor, draws(free(poor, points * 2 // 3), seed)[0]),
        ]
        won += winner(with_picks(id, *picks), seed) == rich.side
    assert won >= 8
