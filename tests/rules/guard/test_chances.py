"""The party's chances as computer players estimate them."""

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
    """Return the party's chance."""
    world = play.battle.world
    return win_chance.chance(world, "red")


def ranked(rows: str = ".|ab|p|.", **units: dict[str, Any]) -> float:
    return told(fight(rows, **units))


def test_chances_of_both_add_up() -> None:
    play = fight(".|ab|p|.")
    assert told(play) + win_chance.chance(play.battle.world, "blue") == pytest.approx(1)


def test_chance_is_better_with_fewer_foes_more_life_or_more_means() -> None:
    plain = ranked(p={"number": 8})
    assert ranked(p={"number": 6}) > plain
    assert ranked(p={"number": 8, "defence": 2}) > plain
    assert ranked(p={"number": 8, "damage": "2"}) < plain
    assert ranked(a={"life": 12}, p={"number": 8}) > plain
    assert ranked(a={"items": ["salve"]}, p={"number": 8}) > plain
    assert ranked(".|abc|p|.", p={"number": 8}) > plain


def test_killing_the_most_harmful_monsters_is_worth_more() -> None:
    """Compare two groups of equal toughness, after one of them is gone."""
    both: dict[str, Any] = {"p": {"number": 6, "damage": "2"}, "q": {"number": 6}}
    gone = [ranked(".|ab|pq|.", **(both | {id: both[id] | {"number": 5}})) for id in ("p", "q")]
    assert gone[0] > gone[1] > ranked(".|ab|pq|.", **both)


def test_unreachable_group_counts_for_later() -> None:
    """Put a group in the rear, where it neither attacks nor is attacked while its front stands."""
    behind = ranked(".|ab|p|q", p={"number": 5}, q={"number": 5})
    assert ranked(".|ab|p|.", p={"number": 5}) > behind
    assert behind > ranked(".|ab|pq|.", p={"number": 5}, q={"number": 5})


def test_temporary_effects_count_for_less_than_permanent_ones() -> None:
    stays = ranked(p={"number": 8, "attack": 2})
    play = fight(".|ab|p|.", p={"number": 8})
    before, world, group = told(play), play.battle.world, play.unit("blue.p")
    world.put(group, Conditions((Condition("fierce", -1, 1),)))
    assert stays > told(play) > before


def test_side_with_no_one_left_has_no_chance() -> None:
    play = fight(".|a|p|.", a={"life": 1}, p={"number": 1})
    play.do("end red.a", 1)
    assert told(play) == 0


def test_side_that_goes_first_is_better_off() -> None:
    """Compare the same fight with the groups before the party in the first round."""
    play = fight(".|ab|p|.", p={"number": 6, "damage": "2"})
    before, world = told(play), play.battle.world
    rounds = world.get(world.root, Rounds)
    world.put(world.root, replace(rounds, order=rounds.order[::-1], groups=()))
    assert told(play) < before


def test_current_turn_does_not_count_before_it_is_taken() -> None:
    """Let a character pass its turn.

    The chance didn't count on the turn, so that no action looks like a loss.
    """
    play = fight(".|ab|p|.", p={"number": 6})
    play.do("pick red.a")
    before = told(play)
    play.battle.apply(End("red.a"))
    assert told(play) <= before


def test_kills_without_a_roll_count_while_they_can_be_paid() -> None:
    plain = ranked(".|ab|p|.", a={"abilities": []}, p={"number": 8, "defence": 6})
    able = {"abilities": ["one_down"], "rank": "rear"}
    assert ranked(".|ab|p|.", a=able, p={"number": 8, "defence": 6}) > plain


def test_outnumbered_front_exposes_its_rear() -> None:
    """Put two in front and one, with little life, behind; foes prefer the weakest."""
    rows = "b|ac|p|."
    foes = {"number": 3, "defence": 5, "damage": "2", "targets": "focus"}
    weak: dict[str, Any] = {"life": 1}
    held = ranked(rows, a={"abilities": ["stout"]}, b=weak, p=foes)
    assert held > ranked(rows, b=weak, p=foes)


def test_groups_that_regrow_are_harder_to_beat() -> None:
    plain = {"number": 6, "damage": "2"}
    assert ranked(p=plain | {"abilities": ["sprouts"]}) < ranked(p=plain)


def test_groups_that_flee_are_easier_to_beat() -> None:
    plain = {"number": 6, "damage": "2"}
    assert ranked(p=plain | {"abilities": ["cowards"]}) > ranked(p=plain)


def test_stalled_monsters_do_less_for_now() -> None:
    play = fight(".|ab|p|.", p={"number": 6, "damage": "2"})
    before, world, group = told(play), play.battle.world, play.unit("blue.p")
    world.put(group, Conditions((Condition("stalled", 3, 1),)))
    assert told(play) > before


def test_focused_group_defeats_a_character_sooner() -> None:
    """Let a taunting warden draw attacks away from a character with little life left."""
    rows, foes = ".|ab|p|.", {"number": 5, "damage": "2", "targets": "focus"}
    play = fight(rows, a={"life": 12, "armour": 3}, b={"life": 3}, p=foes)
    before, world, warden = told(play), play.battle.world, play.unit("red.a")
    world.put(warden, Conditions((Condition("taunt", 1, 1),)))
    assert told(play) > before
