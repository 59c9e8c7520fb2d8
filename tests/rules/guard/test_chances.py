"""What computer players take for the chances of the party."""

from typing import Any

import pytest
from msgspec.structs import replace

from game.components.conditions import Condition, Conditions
from game.components.turns import Rounds
from game.rules.guard import win_chance
from game.terms.commands import End
from tests.rules.guard.crawl import fight
from tests.scenario import Play


def told(play: Play) -> float:
    """The chance of the party."""
    world = play.battle.world
    return win_chance.chance(world, "red")


def ranked(rows: str = ".|ab|p|.", **units: dict[str, Any]) -> float:
    return told(fight(rows, **units))


def test_the_chances_of_both_add_up() -> None:
    play = fight(".|ab|p|.")
    assert told(play) + win_chance.chance(play.battle.world, "blue") == pytest.approx(1)


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


def test_who_is_first_is_better_off() -> None:
    """The same fight; once the groups have still to act in the first round before the party."""
    play = fight(".|ab|p|.", p={"number": 6, "damage": "2"})
    before, world = told(play), play.battle.world
    rounds = world.get(world.root, Rounds)
    world.put(world.root, replace(rounds, order=rounds.order[::-1], groups=()))
    assert told(play) < before


def test_whose_turn_it_is_has_still_to_show_what_it_does() -> None:
    """To let a turn pass changes nothing: it was not counted on, so that no deed seems a loss."""
    play = fight(".|ab|p|.", p={"number": 6})
    play.do("pick red.a")
    before = told(play)
    play.battle.apply(End("red.a"))
    assert told(play) <= before


def test_what_kills_without_a_roll_counts_as_long_as_it_is_paid_for() -> None:
    plain = ranked(".|ab|p|.", a={"abilities": []}, p={"number": 8, "defence": 6})
    able = {"abilities": ["one_down"], "rank": "rear"}
    assert ranked(".|ab|p|.", a=able, p={"number": 8, "defence": 6}) > plain


def test_a_front_that_is_outnumbered_lays_its_rear_open() -> None:
    """Of two in front and one behind the last has little left, and foes go for the weakest."""
    rows = "b|ac|p|."
    foes = {"number": 3, "defence": 5, "damage": "2", "targets": "focus"}
    weak: dict[str, Any] = {"life": 1}
    held = ranked(rows, a={"abilities": ["stout"]}, b=weak, p=foes)
    assert held > ranked(rows, b=weak, p=foes)


def test_those_who_grow_back_are_harder_to_be_rid_of() -> None:
    plain = {"number": 6, "damage": "2"}
    assert ranked(p=plain | {"abilities": ["sprouts"]}) < ranked(p=plain)


def test_those_who_run_are_easier_to_be_rid_of() -> None:
    plain = {"number": 6, "damage": "2"}
    assert ranked(p=plain | {"abilities": ["cowards"]}) > ranked(p=plain)


def test_a_group_that_lets_some_stand_idle_does_less_for_now() -> None:
    play = fight(".|ab|p|.", p={"number": 6, "damage": "2"})
    before, world, group = told(play), play.battle.world, play.unit("blue.p")
    world.put(group, Conditions((Condition("stalled", 3, 1),)))
    assert told(play) > before


def test_a_group_that_goes_for_one_fells_it_sooner() -> None:
    """A taunted warden draws all of them off who has little left."""
    rows, foes = ".|ab|p|.", {"number": 5, "damage": "2", "targets": "focus"}
    play = fight(rows, a={"life": 12, "armour": 3}, b={"life": 3}, p=foes)
    before, world, warden = told(play), play.battle.world, play.unit("red.a")
    world.put(warden, Conditions((Condition("taunt", 1, 1),)))
    assert told(play) > before
