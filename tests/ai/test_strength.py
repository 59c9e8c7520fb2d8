"""The strength of computer players: which beats which, and whether they finish battles.

Ten battles of a level show large differences. The long suite plays enough of them for certainty.
"""

from itertools import chain

import pytest

from game.workshop.lab.one_battle import Fought, fought
from game.workshop.lab.seatings import planned
from game.workshop.lab.statistics import LabReport, WinCount, report
from game.workshop.lab.wilson_interval import Span, wilson
from tests.ai.finished_battles import ENDED, FEW, are_mostly_finished, is_played_by_soldiers
from tests.ai.playing import BOOKS, level

MOST = 800
"""Battles of a level that are enough to be certain."""
MOST_OF_TEN = 6
"""Minimum number of ten battles that the better player wins."""
SURE, EVEN = 0.6, 0.5
"""Lower bounds of a better player's share of wins, with 95 % confidence."""
LOOKS = (20, 50, 100, 200, MOST)
"""Numbers of battles after which the test checks whether the result is certain."""
STRICT = 2.575829
"""Standard deviations at each of the five checks, so that all of them hold in 95 % of cases."""

STRONG = {
    "action": ("after_hours", "windfalls"),
    "contest": ("cellar", "yard", "bridge"),
    "etiquette": ("masked_ball", "opera_box"),
    "guard": ("toll_house", "kennel", "ossuary"),
    "verdigris": ("mule_road", "the_capture", "bell_yard"),
}
"""Levels of each rulebook on which the soldier certainly beats the novice.

Ten battles of the first level are in the default suite.
"""
BETTER = {
    "action": ("after_hours", "windfalls"),
    "contest": ("kitchen", "yard", "bridge"),
    "etiquette": ("garden_party", "opera_box"),
    "guard": ("toll_house", "ossuary"),
    "verdigris": ("mule_road", "the_capture"),
}
"""Levels on which the novice certainly beats the random player."""
TACTICAL = ("windfalls", "grey_pack")
"""Levels on which the tactician certainly beats the soldier: there many fight many."""
DUELS = (
    *("bridge", "cellar", "kitchen", "market", "taproom", "yard"),
    *("clockmaker", "garden_party", "masked_ball", "opera_box"),
)
SKIRMISHES = (
    *("after_hours", "drowned_chapel", "grey_pack", "hollow_way", "long_bridge", "night_ferry"),
    *("old_reeds", "other_inn", "toll_bar", "under_the_mill", "windfalls"),
    *("barrel_slide", "company_yard", "counting_house", "goose_fair", "lock_up", "weir"),
    *("kennel", "ossuary", "toll_house", "under_bridge"),
    *("bell_yard", "green_quay", "mule_road", "the_capture"),
)


def played(name: str, players: tuple[str, ...], count: int) -> LabReport:
    """Return the results of `count` battles.

    The players change sides, with the same dice.
    """
    found = level(name)
    plan = planned(BOOKS[found.rulebook], 0, found, players, count, 1)
    return report(found, plan, [fought(BOOKS[found.rulebook], found, b, bool) for b in plan])


def record(found: LabReport, player: str) -> WinCount:
    """Return the number of a player's battles, and the number of its wins."""
    return next(one for one in found.players if one.name == player)


def is_paired(name: str) -> bool:
    """Return whether only one side of a level is asked, so that every player plays that side."""
    found = level(name)
    return len(BOOKS[found.rulebook].asked(found)) == 1


def is_certain(name: str, better: str, worse: str, least: float) -> bool:
    """Return whether `better` certainly wins more than `least` of its battles at a level.

    If only one side is asked, count the seeds with which it does better. Stop as soon as the result
    is certain; for most levels the first check decides.
    """
    found, players = level(name), (better, worse)
    book = BOOKS[found.rulebook]
    plan, results = planned(book, 0, found, players, MOST, 1), list[Fought]()
    for count in LOOKS:
        results += [fought(book, found, bout, bool) for bout in plan[len(results) : count]]
        so_far = report(found, plan[:count], results)
        if won(so_far, better).low > least:
            return True
    return False


def won(found: LabReport, player: str) -> Span:
    """Return the range for a player's share of wins.

    If only one side is asked, use the share of seeds with which the player did better.
    """
    if found.alone:
        pair = found.pairs[0]
        return wilson(pair.better, pair.pairs - pair.equal, STRICT)
    one = record(found, player)
    return wilson(one.wins, one.battles, STRICT)


def test_every_rulebook_names_levels_to_compare_players() -> None:
    for named in (STRONG, BETTER):
        assert set(named) == set(BOOKS), "the levels of a new rulebook are missing here"
        assert all(len(set(levels)) >= 2 for levels in named.values())
        assert all(level(name).rulebook == book for book in named for name in named[book])


@pytest.mark.parametrize("book", STRONG)
def test_soldier_mostly_beats_novices(book: str) -> None:
    assert does_better(STRONG[book][0], "soldier", "novice")


@pytest.mark.parametrize("book", BETTER)
def test_novice_mostly_beats_the_random_player(book: str) -> None:
    assert does_better(BETTER[book][0], "novice", "random")


def does_better(name: str, better: str, worse: str) -> bool:
    """Return whether `better` wins most of ten battles, or does better with most of ten seeds."""
    if is_paired(name):
        (pair,) = played(name, (better, worse), 2 * FEW).pairs
        return pair.better > pair.worse
    return record(played(name, (better, worse), FEW), better).wins >= MOST_OF_TEN


@pytest.mark.parametrize("name", ["kitchen", "barrel_slide", "toll_house"])
def test_soldiers_finish_most_battles(name: str) -> None:
    assert played(name, ("soldier",), FEW).before_limit >= ENDED * FEW


@pytest.mark.long
@pytest.mark.parametrize("name", [*chain.from_iterable(STRONG.values())])
def test_soldier_certainly_beats_novices(name: str) -> None:
    assert is_certain(name, "soldier", "novice", SURE)


@pytest.mark.long
@pytest.mark.parametrize("name", TACTICAL)
def test_tactician_certainly_beats_soldiers(name: str) -> None:
    assert is_certain(name, "tactician", "soldier", EVEN)


@pytest.mark.long
@pytest.mark.parametrize("name", [*chain.from_iterable(BETTER.values())])
def test_novice_certainly_beats_the_random_player(name: str) -> None:
    assert is_certain(name, "novice", "random", EVEN)


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [name for name in (*DUELS, *SKIRMISHES) if not is_played_by_soldiers(level(name))]
)
def test_soldiers_finish_most_battles_of_every_level(name: str) -> None:
    """Leave out levels that `test_shipped_levels_are_as_expected` plays with soldiers anyway."""
    found = level(name)
    book = BOOKS[found.rulebook]
    plan = planned(book, 0, found, ("soldier",), FEW, 1)
    assert are_mostly_finished(fought(book, found, bout, bool).reason for bout in plan)
