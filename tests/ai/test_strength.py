"""How well computer players play: who beats whom, and that they bring battles to an end.

Ten battles of a level show what is far off; the long suite plays enough of them to be sure.
"""

from itertools import chain

import pytest

from game.workshop.lab.one_battle import fought
from game.workshop.lab.seatings import planned
from game.workshop.lab.statistics import LabReport, Span, WinCount, report
from tests.ai.playing import BOOKS, level

FEW, MANY, PAIRED = 10, 200, 500
"""Numbers of battles; of those of one seed each, most end alike, so more of them are needed."""
MOST_OF_TEN = 6
"""So many of ten battles are won by who plays better."""
SURE, EVEN = 0.6, 0.5
"""The least that a better player's share of battles may be with 95 % certainty."""
ENDED = 0.7
"""The share of battles that end before the last round."""

STRONG = {
    "action": ("after_hours", "windfalls"),
    "contest": ("cellar", "yard", "bridge"),
    "etiquette": ("masked_ball", "opera_box"),
    "guard": ("toll_house", "kennel", "ossuary"),
    "verdigris": ("mule_road", "the_capture", "bell_yard"),
}
"""Levels of each book on which the soldier beats the novice for certain; ten battles of the first
belong to the default suite."""
BETTER = {
    "action": ("after_hours", "windfalls"),
    "contest": ("kitchen", "yard", "bridge"),
    "etiquette": ("garden_party", "opera_box"),
    "guard": ("toll_house", "ossuary"),
    "verdigris": ("mule_road", "the_capture"),
}
"""The same of the novice and the random player."""
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
    """What becomes of so many battles; the players change sides, with the same dice."""
    found = level(name)
    plan = planned(BOOKS[found.rulebook], 0, found, players, count, 1)
    return report(found, plan, [fought(BOOKS[found.rulebook], found, b, bool) for b in plan])


def record(found: LabReport, player: str) -> WinCount:
    """How often a player was there, and won."""
    return next(one for one in found.players if one.name == player)


def enough(name: str) -> int:
    """Return the number of battles that make it certain which player is better at a level."""
    return PAIRED if is_paired(name) else MANY


def is_paired(name: str) -> bool:
    """Return whether only one side of a level is asked, so that all players play that side."""
    found = level(name)
    return len(BOOKS[found.rulebook].asked(found)) == 1


def sure(found: LabReport, player: str) -> Span:
    """The share that a player won, or made more of, where only one side is asked."""
    return found.pairs[0].span if found.alone else record(found, player).span


def test_every_book_names_levels_on_which_players_are_compared() -> None:
    for named in (STRONG, BETTER):
        assert set(named) == set(BOOKS), "a book that is new names its levels here"
        assert all(len(set(levels)) >= 2 for levels in named.values())
        assert all(level(name).rulebook == book for book in named for name in named[book])


@pytest.mark.parametrize("book", STRONG)
def test_a_soldier_beats_novices_more_often_than_not(book: str) -> None:
    assert does_better(STRONG[book][0], "soldier", "novice")


@pytest.mark.parametrize("book", BETTER)
def test_a_novice_beats_who_does_anything_more_often_than_not(book: str) -> None:
    assert does_better(BETTER[book][0], "novice", "random")


def does_better(name: str, better: str, worse: str) -> bool:
    """Whether one player wins most of ten battles, or makes more of the same ten seeds."""
    if is_paired(name):
        (pair,) = played(name, (better, worse), 2 * FEW).pairs
        return pair.better > pair.worse
    return record(played(name, (better, worse), FEW), better).wins >= MOST_OF_TEN


@pytest.mark.parametrize("name", ["kitchen", "barrel_slide", "toll_house"])
def test_soldiers_bring_most_battles_to_an_end(name: str) -> None:
    assert played(name, ("soldier",), FEW).before_limit >= ENDED * FEW


@pytest.mark.long
@pytest.mark.parametrize("name", [*chain.from_iterable(STRONG.values())])
def test_a_soldier_beats_novices_for_certain(name: str) -> None:
    both = played(name, ("soldier", "novice"), enough(name))
    assert sure(both, "soldier").low > SURE


@pytest.mark.long
@pytest.mark.parametrize("name", [*chain.from_iterable(BETTER.values())])
def test_a_novice_beats_who_does_anything_for_certain(name: str) -> None:
    both = played(name, ("novice", "random"), enough(name))
    assert sure(both, "novice").low > EVEN


@pytest.mark.long
@pytest.mark.parametrize("name", [*DUELS, *SKIRMISHES])
def test_soldiers_bring_most_battles_of_every_level_to_an_end(name: str) -> None:
    assert played(name, ("soldier",), FEW).before_limit >= ENDED * FEW
