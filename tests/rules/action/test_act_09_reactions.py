"""ACT-09, ACT-17, ACT-18, ACT-24 and readied attacks: reactions to a mover."""

from typing import Any

import pytest

from game.components.belongings import Armed
from game.components.unit import Name
from game.present.battle_sentences import BattleSentences
from game.rules.action.records import Economy, Readied
from game.terms.agenda import Ask
from game.terms.records import Entity
from tests.rules.action.scene import scene
from tests.rules.action.states import knock_out, lay, put, shift, unload, used
from tests.scenario import Play

PAST = """
.......
pa.....
.......
"""
"""Red leaves blue's reach by its second step to the right."""


def leave(**units: Any) -> Play:
    """Red walks away from blue, who is asked."""
    return scene(PAST, **units).do("move red.a 2,1 3,1 4,1")


# The trigger


@pytest.mark.rule("ACT-17")
def test_leaving_a_foes_reach_provokes() -> None:
    play = leave()
    assert play.asked == ("react", "blue.p")
    assert play.at("red.a") == (1, 1), "it is asked just before the step"
    play.do("react blue.p blade", 6, 6, 6, 4)
    assert play.told("reacted", "unit", "how", "rule") == ("blue.p", "leaves", "ACT-17")
    assert play.life("red.a") == 6


@pytest.mark.rule("ACT-17")
def test_moving_within_a_reach_does_not() -> None:
    play = scene(".....\n.pa..\n.....").do("move red.a 2,0").do("move red.a 1,0 0,0 0,1 0,2")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-17")
def test_coming_near_does_not() -> None:
    play = scene("a..p...").do("move red.a 1,0 2,0")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-17")
def test_the_last_tile_counts_with_reach_10() -> None:
    play = scene("pa......", p={"weapons": ["pike"]}).do("move red.a 2,0")
    assert play.asked == ("turn", "red.a")
    play.do("move red.a 3,0")
    assert (play.asked, play.at("red.a")) == (("react", "blue.p"), (2, 0))
    assert play.legal("react") == ["react blue.p pike"]


@pytest.mark.rule("ACT-17")
def test_the_last_tile_of_a_large_mover_counts() -> None:
    play = scene(".......\npa.....\n.......", a={"size": "large"})
    play.do("move red.a 2,1")
    assert (play.asked, play.at("red.a")) == (("react", "blue.p"), (1, 1))
    play = scene("......\n.a....\n......\np.....", a={"size": "large"}).do("move red.a 2,1")
    assert play.asked == ("react", "blue.p")
    play = scene("......\n.a....\n......\n.p....", a={"size": "large"}).do("move red.a 2,1")
    assert play.asked == ("turn", "red.a"), "a hind paw is still there"


@pytest.mark.rule("ACT-17")
def test_a_large_foe_reaches_from_all_its_tiles() -> None:
    play = scene("......\np.a...\n......", p={"size": "large"}).do("move red.a 2,0")
    assert play.asked == ("turn", "red.a")
    play.do("move red.a 3,0")
    assert play.asked == ("react", "blue.p")


@pytest.mark.rule("ACT-17")
@pytest.mark.parametrize(("who", "kind"), [("red.a", "invisible"), ("blue.p", "blinded")])
def test_it_takes_sight_of_the_mover(who: str, kind: str) -> None:
    play = scene(PAST)
    lay(play, who, kind)
    play.do("move red.a 2,1")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-17")
def test_who_is_in_the_dark_is_seen_only_from_beside_it() -> None:
    play = scene("pa..", a={"on": "*"}).do("move red.a 2,0")
    assert play.asked == ("react", "blue.p")
    play = scene("p.a..", a={"on": "*"}, p={"weapons": ["pike"]}).do("move red.a 3,0")
    assert play.asked == ("turn", "red.a")
    play = scene("p.a..", a={"on": "*"}, p={"weapons": ["pike"], "dark_sight": True})
    assert play.do("move red.a 3,0").asked == ("react", "blue.p")


@pytest.mark.rule("ACT-17")
@pytest.mark.parametrize("kind", ["stunned", "asleep", "dazed"])
def test_who_is_not_able_to_react_is_not_asked(kind: str) -> None:
    play = scene(PAST)
    lay(play, "blue.p", kind)
    assert play.do("move red.a 2,1").asked == ("turn", "red.a")


@pytest.mark.rule("ACT-17")
def test_who_is_down_is_not_asked() -> None:
    play = scene("pa...q", p={"hero": True}, q={"hero": True})
    knock_out(play, "blue.p")
    assert play.do("move red.a 2,0").asked == ("turn", "red.a")


@pytest.mark.rule("ACT-17")
def test_friends_are_not_asked() -> None:
    assert scene("ba..\n...p").do("move red.a 2,0").asked == ("turn", "red.a")


@pytest.mark.rule("ACT-17")
def test_disengaging_keeps_it_off_for_the_turn() -> None:
    play = scene(PAST).do("disengage red.a").do("move red.a 2,1 1,1").do("move red.a 2,1")
    assert (play.asked, play.at("red.a")) == (("turn", "red.a"), (2, 1))
    play.do("move red.a 1,1").do("end red.a").do("end blue.p").do("move red.a 2,1")
    assert play.asked == ("react", "blue.p")


@pytest.mark.rule("ACT-17")
def test_it_is_one_attack_whatever_the_features_say() -> None:
    play = leave(p={"attacks": 3}).do("react blue.p blade", 1, 1, 1)
    assert play.asked == ("turn", "red.a")
    assert len(play.events("attacked")) == 1


@pytest.mark.rule("ACT-17")
def test_it_grants_no_bonus_attack() -> None:
    play = leave(p={"weapons": ["dirk"]}).do("react blue.p dirk", 1, 1, 1)
    play.do("end red.a").do("move blue.p 1,0")
    assert used(play, "blue.p").offhand is None


@pytest.mark.rule("ACT-17")
def test_it_is_made_in_melee() -> None:
    play = leave(p={"weapons": ["bow"]})
    assert play.legal("react") == ["react blue.p unarmed"]
    refusal = play.refused("react blue.p bow")
    assert (refusal.code, refusal.rule) == ("not-ready", "ACT-17")


@pytest.mark.rule("ACT-17")
def test_a_thrown_weapon_is_not_thrown_for_it() -> None:
    play = scene("p.a...", p={"weapons": ["knife", "tail"]}).do("move red.a 3,0")
    assert play.legal("react") == ["react blue.p tail"], "only the tail reaches so far"


@pytest.mark.rule("ACT-17")
def test_a_closed_diagonal_is_no_reach() -> None:
    play = scene("p#..\n#a..\n....").do("move red.a 2,2 3,2")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-18")
def test_being_moved_by_an_effect_provokes_nothing() -> None:
    play = scene(".....\n.pa.q\n.....", p={"weapons": ["shover"]}, gear=SHOVER)
    play.do("end red.a").do("attack blue.p red.a shover", 6, 6, 6)
    assert play.at("red.a") == (3, 1)
    play = scene("....q..\n..pa...\n.......", p={"weapons": ["shover"]}, gear=SHOVER)
    shift(play, "blue.q", (2, 0))
    play.do("end red.a").do("attack blue.p red.a shover", 6, 6, 6)
    assert play.at("red.a") == (4, 1), "out of the reach of q, who has its reaction"
    assert (play.asked, play.events("reacted")) == (("turn", "blue.p"), [])


SHOVER = {"arms": {"shover": {"title": "Shover", "about": "x", "kind": "melee", "damage": "0",
                              "type": "bludgeoning", "effect": {"push": 5}}}}  # fmt: skip


# One at a time


@pytest.mark.rule("ACT-09")
def test_each_is_asked_and_finished_before_the_next() -> None:
    play = scene("pq.\n.a.\n...").do("move red.a 2,2")
    assert play.asked == ("react", "blue.p")
    play.do("react blue.p blade", 6, 6, 6, 1)
    assert (play.life("red.a"), play.asked) == (9, ("react", "blue.q"))


@pytest.mark.rule("ACT-09")
def test_all_who_are_left_at_one_step_are_asked_in_the_order_of_turns() -> None:
    play = scene("pq.\nxa.\n...").do("move red.a 2,2")
    for who in ("blue.p", "blue.q", "ochre.x"):
        assert play.asked == ("react", who)
        play.do(f"react {who} blade", 6, 6, 6, 1)
    assert (play.life("red.a"), play.asked) == (7, ("turn", "red.a"))


@pytest.mark.rule("ACT-09")
def test_the_order_begins_after_the_interrupted_unit() -> None:
    play = scene("ax.\n.p.\n...").do("end red.a").do("move blue.p 2,2")
    assert play.asked == ("react", "ochre.x")
    assert play.do("pass ochre.x").asked == ("react", "red.a")


@pytest.mark.rule("ACT-09")
def test_a_dead_mover_is_no_trigger_any_more() -> None:
    play = scene("pq..\n.a..\n...b", a={"life": 1}).do("move red.a 2,2")
    play.do("react blue.p blade", 6, 6, 6, 1)
    assert play.is_dead("red.a")
    assert play.asked == ("turn", "red.b")


@pytest.mark.rule("ACT-09")
def test_a_mover_that_went_down_is_none_either() -> None:
    play = scene("pq..\n.a.b\n....", a={"life": 1, "hero": True}, b={"hero": True})
    play.do("move red.a 2,2").do("react blue.p blade", 6, 6, 6, 1)
    assert (play.at("red.a"), play.asked) == ((1, 1), ("turn", "red.b"))


@pytest.mark.rule("ACT-09")
def test_a_mover_that_was_pushed_away_is_none_either() -> None:
    play = scene(".....\n.pa..\n..q..\n.....", p={"weapons": ["shover"]}, gear=SHOVER)
    play.do("move red.a 3,0").do("react blue.p shover", 6, 6, 6)
    assert (play.at("red.a"), play.asked) == ((3, 1), ("turn", "red.a"))


@pytest.mark.rule("ACT-09")
def test_a_mover_that_was_held_moves_no_more() -> None:
    play = scene("pq.\n.a.\n...").do("move red.a 2,2")
    lay(play, "red.a", "held")
    play.do("pass blue.p")
    assert (play.asked, play.at("red.a")) == (("turn", "red.a"), (1, 1))


@pytest.mark.rule("ACT-09")
def test_a_reactor_that_was_moved_away_while_it_waits_is_not_asked() -> None:
    play = scene("pq...\n.a...\n.....").do("move red.a 2,2")
    shift(play, "blue.q", (4, 0))
    assert play.do("pass blue.p").asked == ("turn", "red.a")


@pytest.mark.rule("ACT-09")
def test_a_reactor_that_went_down_while_it_waits_is_not_asked() -> None:
    play = scene("pq.\n.a.\n...", q={"hero": True}, p={"hero": True}).do("move red.a 2,2")
    knock_out(play, "blue.q")
    assert play.do("pass blue.p").asked == ("turn", "red.a")


@pytest.mark.rule("ACT-09")
def test_a_reactor_that_died_while_it_waits_is_not_asked() -> None:
    play = scene("pqx\n.a.\n...").do("move red.a 2,2").do("concede")
    assert play.is_dead("blue.q")
    assert play.asked == ("react", "ochre.x")


@pytest.mark.rule("ACT-09")
@pytest.mark.parametrize("dice", [(1, 1, 1), (6, 6, 6, 4)], ids=["missed", "hit"])
def test_a_walk_goes_on_after_a_reaction(dice: tuple[int, ...]) -> None:
    play = leave().do("react blue.p blade", *dice)
    assert (play.asked, play.at("red.a")) == (("turn", "red.a"), (4, 1))
    assert play.left("red.a") == 3


@pytest.mark.rule("ACT-09")
def test_a_walk_goes_on_past_every_foe_that_reacts() -> None:
    play = scene("p..q...\n.a.....").do("move red.a 2,1 3,1 4,1 5,1")
    play.do("react blue.p blade", 6, 6, 6, 1)
    assert (play.asked, play.at("red.a")) == (("react", "blue.q"), (4, 1))
    play.do("react blue.q blade", 6, 6, 6, 1)
    assert (play.asked, play.at("red.a"), play.life("red.a")) == (("turn", "red.a"), (5, 1), 8)


@pytest.mark.rule("ACT-09")
def test_a_walk_until_hit_ends_when_an_attack_hits() -> None:
    play = scene(PAST).do("move red.a 2,1 3,1 4,1 hit").do("react blue.p blade", 6, 6, 6, 4)
    assert (play.asked, play.at("red.a")) == (("turn", "red.a"), (1, 1))
    assert play.left("red.a") == 6, "a step not made is not paid"
    play.do("attack red.a blue.p blade", 1, 1, 1).do("move red.a 2,1 3,1")
    assert play.at("red.a") == (3, 1)


@pytest.mark.rule("ACT-09")
def test_a_walk_until_hit_goes_on_after_a_miss() -> None:
    play = scene(PAST).do("move red.a 2,1 3,1 4,1 hit").do("react blue.p blade", 1, 1, 1)
    assert play.at("red.a") == (4, 1)


@pytest.mark.rule("ACT-09")
def test_a_walk_until_hit_ends_at_its_second_striker_too() -> None:
    """The wish holds for the whole walk, not for its first tile."""
    play = scene("p..q...\n.a.....").do("move red.a 2,1 3,1 4,1 5,1 hit").do("pass blue.p")
    play.do("react blue.q blade", 6, 6, 6, 1)
    assert (play.asked, play.at("red.a")) == (("turn", "red.a"), (4, 1))


@pytest.mark.rule("ACT-09")
def test_the_next_walk_knows_nothing_of_until_hit() -> None:
    play = scene("p.q....\n.a.....\n.......").do("move red.a 1,0 hit")
    play.do("move red.a 1,1").do("move red.a 2,1 3,1 4,1").do("react blue.p blade", 6, 6, 6, 1)
    play.do("react blue.q blade", 6, 6, 6, 1)
    assert play.at("red.a") == (4, 1)


@pytest.mark.rule("ACT-09")
def test_until_takes_a_hit_only() -> None:
    with pytest.raises(ValueError, match="until"):
        scene(PAST).do("move red.a 2,1 3,1 miss")


def disabling(effect: dict[str, Any]) -> Play:
    """Red walks away from blue, whose weapon has this effect, and is hit."""
    arms: dict[str, Any] = {"title": "Bane", "about": "x", "kind": "melee", "damage": "0"}
    gear = {"arms": {"bane": arms | {"type": "bludgeoning", "effect": effect}}}
    play = scene(PAST, p={"weapons": ["bane"]}, gear=gear).do("move red.a 2,1 3,1 4,1")
    return play.do("react blue.p bane", 6, 6, 6)


@pytest.mark.rule("ACT-09")
@pytest.mark.parametrize(
    "effect",
    [{"prone": True}, *({"condition": kind, "rounds": 1} for kind in
                        ("held", "frightened", "stunned"))],
    ids=["prone", "held", "frightened", "stunned"],
)  # fmt: skip
def test_a_walk_ends_where_the_walker_is(effect: dict[str, Any]) -> None:
    play = disabling(effect)
    assert play.at("red.a") == (1, 1)
    assert play.left("red.a") == (0 if effect.get("condition") in ("held", "stunned") else 6)


@pytest.mark.rule("ACT-09")
def test_a_walk_goes_on_under_what_does_not_hold_it() -> None:
    assert disabling({"condition": "dazed", "rounds": 1}).at("red.a") == (4, 1)


@pytest.mark.rule("ACT-09")
def test_a_slowed_walker_goes_as_far_as_it_can_pay() -> None:
    play = scene("pa......", p={"weapons": ["bane"]}, gear=SLOWING)
    play.do("move red.a 2,0 3,0 4,0 5,0").do("react blue.p bane", 6, 6, 6)
    assert (play.at("red.a"), play.left("red.a")) == ((4, 0), 0)


@pytest.mark.rule("ACT-09")
def test_a_walker_makes_no_step_that_it_can_no_longer_pay() -> None:
    play = scene("pa~~~~~~", p={"weapons": ["bane"]}, gear=SLOWING)
    play.do("dash red.a").do("move red.a 2,0").do("react blue.p bane", 6, 6, 6)
    assert (play.at("red.a"), play.left("red.a")) == ((2, 0), 7)
    mired = scene("pa~~", p={"weapons": ["bane"]}, a={"speed": 20}, gear=SLOWING)
    mired.do("move red.a 2,0").do("react blue.p bane", 6, 6, 6)
    assert (mired.at("red.a"), mired.left("red.a")) == ((1, 0), 1)


SLOWING = {"arms": {"bane": {"title": "Bane", "about": "x", "kind": "melee", "damage": "0",
                             "type": "bludgeoning",
                             "effect": {"condition": "slowed", "rounds": 1}}}}  # fmt: skip


@pytest.mark.rule("ACT-09")
def test_a_pushed_walker_goes_no_farther() -> None:
    play = scene(".....\n.pa..\n.....", p={"weapons": ["shover"]}, gear=SHOVER)
    play.do("move red.a 3,0 4,0").do("react blue.p shover", 6, 6, 6)
    assert (play.at("red.a"), play.left("red.a")) == ((3, 1), 6)


@pytest.mark.rule("ACT-09")
def test_a_walk_goes_on_where_a_push_moves_nobody() -> None:
    play = scene("pa#..\n.....", p={"weapons": ["shover"]}, gear=SHOVER)
    play.do("move red.a 1,1 2,1 3,1").do("react blue.p shover", 6, 6, 6)
    assert play.at("red.a") == (3, 1)


@pytest.mark.rule("ACT-09")
def test_a_walk_ends_when_an_unseen_foe_strikes_and_is_discovered() -> None:
    lurks = {"hides": True, "skills": {"stealth": 20}}
    play = scene("p=....\n.a....", "ap", hiding=(6, 6, 6), p=lurks)
    play.do("end blue.p").do("move red.a 2,1 3,1")
    assert play.asked == ("react", "blue.p")
    play.do("react blue.p blade", 1, 1, 1, 1)
    assert (play.last("found")["unit"], play.at("red.a")) == ("blue.p", (1, 1))


@pytest.mark.rule("ACT-09")
def test_who_keeps_its_reaction_lets_the_walk_go_on() -> None:
    play = leave().do("pass blue.p")
    assert (play.at("red.a"), play.asked) == ((4, 1), ("turn", "red.a"))
    assert not used(play, "blue.p").reaction


@pytest.mark.rule("ACT-09")
def test_one_reaction_until_the_next_own_turn() -> None:
    play = scene(PAST).do("move red.a 2,1").do("react blue.p blade", 1, 1, 1)
    play.do("move red.a 1,1").do("move red.a 2,1")
    assert play.asked == ("turn", "red.a"), "it has none left"
    play.do("move red.a 1,1").do("end red.a").do("end blue.p").do("move red.a 2,1")
    assert play.asked == ("react", "blue.p"), "its turn has brought it back"


@pytest.mark.rule("ACT-09")
def test_the_end_of_another_turn_brings_no_reaction_back() -> None:
    play = scene("pa...\n.b...\n.....").do("move red.a 2,0").do("react blue.p blade", 1, 1, 1)
    play.do("end red.a").do("move red.b 2,2")
    assert play.asked == ("turn", "red.b")


@pytest.mark.rule("ACT-09")
def test_a_reaction_left_from_the_own_turn_is_kept_after_it() -> None:
    play = scene(PAST).do("end red.a").do("end blue.p").do("move red.a 2,1")
    assert play.asked == ("react", "blue.p")


@pytest.mark.rule("ACT-09")
def test_a_reaction_used_in_the_own_turn_stays_used_after_it() -> None:
    play = scene("a..p\n....", p={"weapons": ["buckler"]}).do("ready red.a blade").do("end red.a")
    play.do("move blue.p 2,0 1,0").do("react red.a blade", 4, 4, 3).do("answer blue.p buckler")
    play.do("end blue.p").do("dash red.a").do("move red.a 0,1 1,1 2,1 3,1")
    assert (play.at("red.a"), play.asked) == ((3, 1), ("turn", "red.a"))


@pytest.mark.rule("ACT-09")
def test_a_parry_takes_the_reaction_that_an_opportunity_would_need() -> None:
    play = scene("pa..", p={"weapons": ["buckler"]}).do("attack red.a blue.p blade", 4, 4, 3)
    play.do("answer blue.p buckler").do("move red.a 2,0")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-09")
def test_a_mover_may_parry_a_reaction_with_its_own() -> None:
    play = leave(a={"weapons": ["buckler"]}).do("react blue.p blade", 4, 4, 3)
    assert play.asked == ("guard", "red.a")
    play.do("answer red.a buckler")
    assert (play.life("red.a"), play.asked) == (10, ("turn", "red.a"))
    assert used(play, "red.a").reaction


# Each on its own, along the way


@pytest.mark.rule("ACT-24")
def test_each_foe_on_a_path_strikes_at_its_own_step() -> None:
    play = scene("p..q...\n.a.....").do("move red.a 2,1 3,1 4,1 5,1")
    assert (play.asked, play.at("red.a")) == (("react", "blue.p"), (1, 1))
    play.do("pass blue.p")
    assert (play.asked, play.at("red.a")) == (("react", "blue.q"), (4, 1))


@pytest.mark.rule("ACT-24")
def test_one_foes_reaction_leaves_the_others_theirs() -> None:
    play = scene("p..q...\n.a.....").do("move red.a 2,1 3,1 4,1 5,1")
    play.do("react blue.p blade", 1, 1, 1)
    assert (play.asked, play.at("red.a")) == (("react", "blue.q"), (4, 1))


@pytest.mark.rule("ACT-24")
def test_a_reach_may_be_left_and_entered_again_in_one_move() -> None:
    play = scene("......\n.pa...\n......").do("move red.a 3,1 2,1")
    assert (play.asked, play.at("red.a")) == (("react", "blue.p"), (2, 1))


@pytest.mark.rule("ACT-24")
def test_the_text_of_a_walk_says_who_would_strike() -> None:
    play = scene("p..q...\n.a.....")
    walk = next(c for c in play.battle.legal() if play.text(c).endswith(" 5,1"))
    assert play.battle.risks(walk).strikers == ("blue.p", "blue.q")


@pytest.mark.rule("ACT-24")
def test_strikers_at_the_first_step_of_a_squeezed_beast_are_known() -> None:
    play = scene("a....\n...p.\n.....\n.....", a={"size": "large"})
    shift(play, "red.a", (2, 1))
    walk = next(c for c in play.battle.legal() if play.text(c) == "move red.a 0,0")
    assert play.battle.risks(walk).strikers == ("blue.p",)
    assert play.do("move red.a 0,0").asked == ("react", "blue.p")


# Readied attacks


@pytest.mark.rule("ACT-11")
def test_a_readied_attack_meets_who_comes_into_reach_after_its_step() -> None:
    play = scene("a....p").do("ready red.a blade").do("end red.a")
    play.do("move blue.p 4,0 3,0 2,0 1,0")
    assert (play.asked, play.at("blue.p")) == (("react", "red.a"), (1, 0))
    play.do("react red.a blade", 6, 6, 6, 3)
    assert play.told("reacted", "how", "rule") == ("comes", "ACT-11")
    assert (play.life("blue.p"), play.left("blue.p")) == (7, 2)


@pytest.mark.rule("ACT-11")
def test_a_readied_shot_meets_who_comes_into_sight() -> None:
    play = scene("a.#..\n..#.p\n.....", a={"weapons": ["bow"]}).do("ready red.a bow")
    play.do("end red.a").do("move blue.p 3,2 2,2")
    assert play.asked == ("react", "red.a")
    assert play.legal("react") == ["react red.a bow"]


@pytest.mark.rule("ACT-11")
def test_a_readied_shot_meets_who_steps_out_of_hiding() -> None:
    """Where it was it could have been shot at, had anybody known of it."""
    lurks = {"hides": True, "skills": {"stealth": 20}}
    play = scene("a...=p.\n.......", "ap", hiding=(6, 6, 6), a={"weapons": ["bow"]}, p=lurks)
    play.do("end blue.p").do("ready red.a bow").do("end red.a").do("move blue.p 5,1 6,1")
    assert (play.asked, play.at("blue.p")) == (("react", "red.a"), (5, 1))
    open_ = scene("a...=p.\n.......", "ap", a={"weapons": ["bow"]})
    open_.do("ready red.a bow").do("end red.a").do("move blue.p 5,1 6,1")
    assert open_.at("blue.p") == (6, 1)


@pytest.mark.rule("ACT-11")
def test_a_readied_shot_meets_who_comes_out_of_the_dark() -> None:
    play = scene("a..p.", a={"weapons": ["bow"]}, p={"on": "*"}).do("ready red.a bow")
    play.do("end red.a").do("move blue.p 4,0")
    assert play.asked == ("react", "red.a")


@pytest.mark.rule("ACT-11")
def test_who_has_been_there_all_along_is_no_trigger() -> None:
    play = scene("a..p.", a={"weapons": ["bow"]}).do("ready red.a bow").do("end red.a")
    assert play.do("move blue.p 2,0 3,0 4,0").asked == ("turn", "blue.p")


@pytest.mark.rule("ACT-11")
def test_readying_uses_the_reaction() -> None:
    play = scene("a..p").do("ready red.a blade").do("end red.a").do("move blue.p 2,0 1,0")
    play.do("react red.a blade", 1, 1, 1).do("move blue.p 2,0")
    assert play.asked == ("turn", "blue.p")


@pytest.mark.rule("ACT-11")
def test_an_opportunity_spends_what_was_readied() -> None:
    play = scene("ap...q").do("ready red.a blade").do("end red.a").do("move blue.p 2,0")
    play.do("react red.a blade", 1, 1, 1)
    assert not play.battle.world.has(play.unit("red.a"), Readied)
    play.do("end blue.p").do("end blue.q")


@pytest.mark.rule("ACT-11")
def test_a_parry_spends_what_was_readied() -> None:
    play = scene("a.p..", "pa", p={"weapons": ["buckler"]}).do("ready blue.p buckler")
    play.do("end blue.p").do("move red.a 1,0").do("pass blue.p")
    play.do("attack red.a blue.p blade", 4, 4, 3).do("answer blue.p buckler")
    assert not play.battle.world.has(play.unit("blue.p"), Readied)


@pytest.mark.rule("ACT-11")
def test_readied_against_readied() -> None:
    """Both wait; blue comes, so it is red that is asked, and its blow sets off nothing else."""
    play = scene("a...p...q").do("ready red.a blade").do("end red.a").do("ready blue.p blade")
    play.do("move blue.p 3,0 2,0 1,0")
    assert play.asked == ("react", "red.a")
    play.do("react red.a blade", 6, 6, 6, 1)
    assert play.asked == ("turn", "blue.p")
    assert play.battle.world.has(play.unit("blue.p"), Readied)


@pytest.mark.rule("ACT-11")
def test_two_who_are_ready_meet_one_in_turn() -> None:
    play = scene("a....p\nb.....").do("ready red.a blade").do("end red.a")
    play.do("ready red.b blade").do("end red.b").do("move blue.p 4,0 3,0 2,0 1,0")
    play.do("react red.a blade", 6, 6, 6, 1)
    assert play.asked == ("react", "red.b")
    play.do("react red.b blade", 6, 6, 6, 1)
    assert (play.life("blue.p"), play.asked) == (8, ("turn", "blue.p"))


@pytest.mark.rule("ACT-11")
def test_what_was_readied_lapses_with_the_next_turn() -> None:
    play = scene("a..p").do("ready red.a blade").do("end red.a").do("end blue.p")
    play.do("end red.a").do("move blue.p 2,0 1,0")
    assert play.asked == ("turn", "blue.p")


@pytest.mark.rule("ACT-11")
def test_what_is_no_longer_in_hand_is_not_ready() -> None:
    play = scene("a..p", a={"weapons": ["blade", "pike"]}).do("ready red.a blade")
    put(play, "red.a", Armed("pike"))
    assert play.do("end red.a").do("move blue.p 2,0 1,0").asked == ("turn", "blue.p")


@pytest.mark.rule("ACT-11")
def test_what_is_not_loaded_is_not_ready() -> None:
    play = scene("a.#..\n..#.p\n.....", a={"weapons": ["crossbow"]})
    unload(play, "red.a", "crossbow")
    assert play.refused("ready red.a crossbow").code == "unloaded"
    put(play, "red.a", Readied("crossbow"))
    assert play.do("end red.a").do("move blue.p 3,2 2,2").asked == ("turn", "blue.p")


@pytest.mark.rule("ACT-11")
def test_a_readied_shot_unloads() -> None:
    play = scene("a.#..\n..#.p\n.....", a={"weapons": ["crossbow"]}).do("ready red.a crossbow")
    play.do("end red.a").do("move blue.p 3,2 2,2").do("react red.a crossbow", 1, 1, 1)
    play.do("end blue.p")
    assert play.refused("attack red.a blue.p crossbow").code == "unloaded"


@pytest.mark.rule("ACT-11")
def test_the_fallen_are_not_met_by_what_was_readied() -> None:
    play = scene("a^p..q", p={"hero": True, "life": 1}, q={"hero": True})
    play.do("ready red.a blade").do("end red.a")
    play.do("move blue.p 1,0", 3)
    assert play.asked == ("turn", "blue.q")


@pytest.mark.rule("ACT-11")
def test_who_goes_down_is_ready_for_nothing_more() -> None:
    play = scene("a...p\n....b", a={"hero": True}, b={"hero": True}).do("ready red.a blade")
    knock_out(play, "red.a")
    assert not play.battle.world.has(play.unit("red.a"), Readied)


@pytest.mark.rule("ACT-18")
def test_who_is_pushed_where_it_was_going_does_not_come_there() -> None:
    """The push takes it to the very tile of its step, yet it has not made that step."""
    play = scene("ap.b", a={"weapons": ["shover"]}, gear=SHOVER).do("end red.a")
    play.do("ready red.b blade").do("end red.b").do("move blue.p 2,0")
    play.do("react red.a shover", 6, 6, 6)
    assert (play.at("blue.p"), play.asked) == ((2, 0), ("turn", "blue.p"))


# What people are told of it


def prompt(play: Play) -> str:
    """The question of the moment, as people read it."""
    battle = play.battle
    facts, stop = battle.ask_facts(), battle.stop
    assert isinstance(stop, Ask)
    words = BattleSentences(play.book, battle.world.scene.names)
    return words.ask(stop, lambda unit: named_or_none(play, unit), facts)


def named_or_none(play: Play, unit: Entity) -> str | None:
    name = play.battle.world.find(unit, Name)
    return name.id if name else None


@pytest.mark.rule("ACT-09")
def test_the_prompt_says_what_a_yes_uses_up() -> None:
    assert prompt(leave()).endswith("That uses the reaction until its next turn.")
    play = scene("a.#..\n..#.p\n.....", a={"weapons": ["crossbow"]}).do("ready red.a crossbow")
    play.do("end red.a").do("move blue.p 3,2 2,2")
    said = "That uses the reaction until its next turn, the readied attack, the loaded shot."
    assert prompt(play).endswith(said)


@pytest.mark.rule("ACT-09")
def test_a_strike_that_spends_what_was_readied_says_so() -> None:
    play = scene("ap...q").do("ready red.a blade").do("end red.a").do("move blue.p 2,0")
    assert prompt(play).endswith("the reaction until its next turn, the readied attack.")


def stats(play: Play, unit: str) -> dict[str, Any]:
    return {**play.book.card(play.battle.world, play.unit(unit)).stats}


@pytest.mark.rule("ACT-09")
def test_the_card_shows_a_reaction_only_to_who_could_use_it() -> None:
    play = scene(PAST).do("end red.a").do("end blue.p")
    assert stats(play, "blue.p")["reaction"] is True
    lay(play, "blue.p", "stunned")
    assert "reaction" not in stats(play, "blue.p")
    play = leave()
    play.do("react blue.p blade", 1, 1, 1)
    assert stats(play, "blue.p")["reaction"] is False


@pytest.mark.rule("ACT-02")
def test_the_card_shows_the_surprised_no_reaction() -> None:
    lurks = {"hides": True, "skills": {"stealth": 20}}
    play = scene("p=....\n.a....", "pa", hiding=(6, 6, 6), p=lurks)
    put(play, "red.a", Economy())
    assert stats(play, "red.a").get("surprised")
    assert "reaction" not in stats(play, "red.a")


@pytest.mark.rule("ACT-09")
def test_people_are_offered_a_walk_until_hit_where_somebody_may_strike() -> None:
    play = scene(PAST)
    forms = [play.text(other) for one in play.battle.legal() for other in play.battle.also(one)]
    assert "move red.a 2,1 hit" in forms
    assert not any(text.split()[-2:] == ["1,0", "hit"] for text in forms)
    assert not set(forms) & set(play.legal()), "options list one path for each tile"
