"""What computer players take for the chances of the party."""

from typing import Any

import pytest

from game.components.conditions import Condition, Conditions
from game.rules.guard import chances
from tests.play import Play
from tests.rules.guard.crawl import fight


def told(play: Play) -> float:
    """The chance of the party."""
    world = play.battle.world
    world.enter()
    return chances.chance(world, "red")


def ranked(rows: str = ".|ab|p|.", **units: dict[str, Any]) -> float:
    return told(fight(rows, **units))


def test_the_chances_of_both_add_up() -> None:
    play = fight(".|ab|p|.")
    assert told(play) + chances.chance(play.battle.world, "blue") == pytest.approx(1)


def test_fewer_foes_more_health_and_more_means_are_better() -> None:
    plain = ranked(p={"number": 8})
    assert ranked(p={"number": 6}) > plain
    assert ranked(p={"number": 8, "defence": 2}) > plain
    assert ranked(p={"number": 8, "damage": "2"}) < plain
    assert ranked(a={"life": 12}, p={"number": 8}) > plain
    assert ranked(a={"items": ["salve"]}, p={"number": 8}) > plain
    assert ranked(".|abc|p|.", p={"number": 8}) > plain


def test_to_kill_those_who_do_most_is_worth_more() -> None:
    """Of two groups as tough as each other, with one of either gone."""
    both: dict[str, Any] = {"p": {"number": 6, "damage": "2"}, "q": {"number": 6}}
    gone = [ranked(".|ab|pq|.", **(both | {id: both[id] | {"number": 5}})) for id in ("p", "q")]
    assert gone[0] > gone[1] > ranked(".|ab|pq|.", **both)


def test_who_cannot_be_reached_yet_counts_for_later() -> None:
    """A group in the rear, that neither strikes nor is struck while its front stands."""
    behind = ranked(".|ab|p|q", p={"number": 5}, q={"number": 5})
    assert ranked(".|ab|p|.", p={"number": 5}) > behind
    assert behind > ranked(".|ab|pq|.", p={"number": 5}, q={"number": 5})


def test_what_passes_counts_for_less_than_what_stays() -> None:
    stays = ranked(p={"number": 8, "attack": 2})
    play = fight(".|ab|p|.", p={"number": 8})
    before, world, group = told(play), play.battle.world, play.unit("blue.p")
    world.put(group, Conditions((Condition("fierce", -1, 1),)))
    assert stays > told(play) > before


def test_who_has_nobody_left_has_no_chance() -> None:
    play = fight(".|a|p|.", a={"life": 1}, p={"number": 1})
    play.do("end red.a", 1)
    assert told(play) == 0
