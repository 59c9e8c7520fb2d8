"""The monsters: their targets and attacks, and the end (GUA-14, GUA-15, GUA-20)."""

from fractions import Fraction
from typing import Any

import pytest

from game.rules.guard.views import hit_chance
from tests.rules.guard.crawl import fight, neutral, turn, wait
from tests.scenario import Play


def targets(play: Play, of: str | None = None) -> list[str]:
    """Return the targets of the monsters' attacks."""
    return [e["target"] for e in play.events("attacked") if of in (None, e["unit"])
            and e["target"].startswith("red")]  # fmt: skip


# GUA-14


@pytest.mark.rule("GUA-14")
def test_every_living_monster_attacks_group_by_group() -> None:
    play = fight(".|a|pq|.", p={"number": 2}, q={"number": 3})
    play.do("end red.a", 6, 6, 6, 6, 6)
    assert [e["unit"] for e in play.events("attacked")] == ["blue.p"] * 2 + ["blue.q"] * 3


@pytest.mark.rule("GUA-14")
def test_dead_monsters_do_not_attack() -> None:
    play = fight(".|a|p|.", p={"number": 3})
    play.do("attack red.a blue.p stick", 6, 6)
    assert targets(play) == ["red.a"]


@pytest.mark.rule("GUA-14")
def test_monsters_spread_over_their_targets_in_order() -> None:
    play = fight(".|abc|p|.", p={"number": 5})
    wait(play, "red.a", "red.b").do("end red.c", 6, 6, 6, 6, 6)
    assert targets(play) == ["red.a", "red.b", "red.c", "red.a", "red.b"]


@pytest.mark.rule("GUA-14")
def test_focused_monsters_all_attack_the_first() -> None:
    play = fight(".|ab|p|.", p={"number": 3, "targets": "focus"})
    wait(play, "red.a").do("end red.b", 6, 6, 6)
    assert targets(play) == ["red.a", "red.a", "red.a"]


@pytest.mark.rule("GUA-14")
def test_remaining_monsters_attack_the_next_character_when_the_first_goes_down() -> None:
    play = fight(".|ab|p|.", a={"life": 1}, p={"number": 3, "targets": "focus"})
    wait(play, "red.a").do("end red.b", 1, 6, 6)
    assert targets(play) == ["red.a", "red.b", "red.b"]


@pytest.mark.rule("GUA-14")
def test_killer_of_most_of_the_group_last_round_is_first() -> None:
    play = fight(".|ab|pq|.", p={"number": 3}, q={"number": 2})
    turn(play, "attack red.b blue.p stick", 4)
    turn(play, "attack red.a blue.q stick", 4, 6, 6, 6)
    # The first round has no previous round, and each of the two has one kill in all.
    assert targets(play, "blue.p") == ["red.a", "red.b"]
    assert targets(play, "blue.q") == ["red.a"]
    neutral(play)
    wait(play, "red.a").do("end red.b", 6, 6, 6)
    assert targets(play, "blue.p")[2:] == ["red.b", "red.a"]
    assert targets(play, "blue.q")[1:] == ["red.a"]


@pytest.mark.rule("GUA-14")
def test_kills_before_the_last_round_count_in_total() -> None:
    play = fight(".|ab|pq|.", p={"number": 4, "targets": "focus"}, q={"number": 4})
    turn(play, "attack red.b blue.p stick", 6)
    turn(play, "attack red.a blue.q stick", 4, *(6,) * 5)
    neutral(play)
    wait(play, "red.b")
    turn(play, "attack red.a blue.q stick", 6, *(6,) * 3)
    neutral(play)
    wait(play, "red.b")
    play.do("end red.a", *(6,) * 3)
    assert targets(play, "blue.p") == ["red.b"] * 4 + ["red.a"] * 2


@pytest.mark.rule("GUA-14")
def test_least_life_and_then_party_order_break_ties() -> None:
    play = fight(".|abc|p|.", c={"life": 5}, p={"number": 3})
    wait(play, "red.a", "red.b").do("end red.c", 6, 6, 6)
    assert targets(play) == ["red.c", "red.a", "red.b"]


@pytest.mark.rule("GUA-14")
def test_unreachable_character_is_skipped() -> None:
    play = fight("c|ab|p|.", c={"life": 1}, p={"number": 2})
    wait(play, "red.a", "red.b").do("end red.c", 6, 6)
    assert targets(play) == ["red.a", "red.b"]


@pytest.mark.rule("GUA-14")
def test_monster_without_a_reachable_target_does_nothing_and_stays() -> None:
    play = fight(".|ab|p|q", p={"number": 1}, q={"number": 3})
    wait(play, "red.a").do("end red.b", 6)
    assert play.told("balked", "unit", "count", "cause") == ("blue.q", 3, "reach")
    assert play.at("blue.q") == (7, 0)
    assert play.events("shifted") == []


# GUA-15


@pytest.mark.rule("GUA-15")
@pytest.mark.parametrize(("rolled", "hurt"), [(2, 2), (3, 2), (4, 0)])
def test_roll_above_the_attack_value_dodges_and_any_other_is_hit(rolled: int, hurt: int) -> None:
    play = fight(".|a|p|.", p={"number": 1, "damage": "2"})
    play.do("end red.a", rolled)
    assert play.life("red.a") == 10 - hurt
    kind = "hit" if hurt else "missed"
    assert play.told(kind, "unit", "target", "total", "needed") == ("blue.p", "red.a", rolled, 3)
    assert play.rolls[0] == ("dodge", "red.a")


@pytest.mark.rule("GUA-15")
@pytest.mark.parametrize("against", ["vigor", "quick", "mind"])
def test_attack_names_the_die_to_dodge(against: str) -> None:
    dice = {"vigor": "d4", "quick": "d8", "mind": "d10"}
    play = fight(".|a|p|.", a=dict(dice), p={"number": 1, "against": against})
    play.do("end red.a", 4)
    assert play.last("rolled")["roll"] == f"1{dice[against]}"


@pytest.mark.rule("GUA-15")
def test_damage_is_rolled_only_on_a_hit() -> None:
    play = fight(".|a|p|.", p={"number": 2, "damage": "1d4"})
    play.do("end red.a", 3, 4, 6)
    assert play.rolls == [("dodge", "red.a"), ("damage", "blue.p"), ("dodge", "red.a")]
    assert play.life("red.a") == 6
    assert play.told("damaged", "cause", "rule") == ("blue.p", "GUA-15")


@pytest.mark.rule("GUA-15")
def test_armour_and_weapons_help_to_dodge() -> None:
    play = fight(".|a|p|.", a={"armour": 1, "weapons": ["shield"]}, p={"number": 1})
    play.do("end red.a", 2)
    assert play.life("red.a") == 10
    assert play.last("missed")["total"] == 4


@pytest.mark.rule("GUA-15")
def test_each_monsters_chance_is_exact() -> None:
    play = fight("c|ab|p|.", b={"quick": "d8", "armour": 1}, p={"number": 1, "damage": "1d4"})
    world = play.battle.world
    found = [Fraction(*hit_chance(world, play.unit("blue.p"), play.unit(f"red.{x}"))) for x in "ab"]
    assert found == [Fraction(1, 2), Fraction(1, 4)]
    stats: Any = play.battle.book.card(world, play.unit("blue.p")).stats
    chances = {one["unit"]: Fraction(one["hits"], one["of"]) for one in stats["chances"]}
    assert chances == {"red.a": Fraction(1, 2), "red.b": Fraction(1, 4), "red.c": Fraction(1, 2)}
    assert (stats["hits A"], stats["hits B"]) == ("50%", "25%")
    assert stats["would hit C"] == "50%"
    reached = {one["unit"] for one in stats["chances"] if one["reached"]}
    assert reached == {"red.a", "red.b"}


# GUA-20


@pytest.mark.rule("GUA-20")
def test_character_at_0_is_down_and_out_of_the_ranks() -> None:
    play = fight(".|ab|p|.", a={"life": 1}, p={"number": 1})
    wait(play, "red.a").do("end red.b", 1)
    assert play.last("died")["unit"] == "red.a"
    assert play.at("red.a") is None
    assert play.over is None
    neutral(play)
    assert play.asked == ("turn", "red.b")


@pytest.mark.rule("GUA-20")
def test_battle_is_lost_when_all_characters_are_down() -> None:
    play = fight(".|a|p|.", a={"life": 1}, p={"number": 2}).do("end red.a", 3)
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == ("blue", "elimination")


@pytest.mark.rule("GUA-20")
def test_battle_is_won_when_no_monster_is_left() -> None:
    play = fight(".|a|p|q", p={"number": 1}, q={"number": 1, "fights": "ranged"})
    play.do("attack red.a blue.p stick", 4, 6)
    assert play.over is None
    neutral(play).do("attack red.a blue.q stick", 4)
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == ("red", "elimination")


@pytest.mark.rule("GUA-20")
def test_character_that_is_down_is_not_revived() -> None:
    units: dict[str, Any] = {"a": {"life": 1}, "b": {"items": ["kit"]}, "p": {"number": 1}}
    play = fight(".|ab|p|.", **units)
    wait(play, "red.a").do("end red.b", 1)
    assert neutral(play).refused("use red.b kit red.a").code == "no-target"
