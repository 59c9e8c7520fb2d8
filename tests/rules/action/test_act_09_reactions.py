"""ACT-09, ACT-17, ACT-18, ACT-24 and readied attacks: reactions to a moving unit."""

from typing import Any

import pytest

from game.components.belongings import Armed
from game.components.unit import Name
from game.present.battle_sentences import BattleSentences
from game.rules.action.records import Economy, Readied
from game.terms.agenda import Ask
from game.terms.level_script import Script, Trigger
from game.terms.records import Entity
from game.terms.script.conditions import When, Who
from game.terms.script.effects import Do
from tests.rules.action.scene import scene
from tests.rules.action.states import knock_out, lay, put, shift, unload, used
from tests.scenario import Play

PAST = """
.......
pa.....
.......
"""
"""A drawing in which red leaves blue's reach with its second step to the right."""


def leave(**units: Any) -> Play:
    """Return a battle in which red moves away from blue, who is asked."""
    return scene(PAST, **units).do("move red.a 2,1 3,1 4,1")


# The trigger


@pytest.mark.rule("ACT-17")
def test_leaving_a_foes_reach_provokes() -> None:
    play = leave()
    assert play.asked == ("react", "blue.p")
    assert play.at("red.a") == (1, 1), "blue is not asked just before the step"
    play.do("react blue.p blade", 6, 6, 6, 4)
    assert play.told("reacted", "unit", "how", "rule") == ("blue.p", "leaves", "ACT-17")
    assert play.life("red.a") == 6


@pytest.mark.rule("ACT-17")
def test_moving_within_a_reach_does_not_provoke() -> None:
    play = scene(".....\n.pa..\n.....").do("move red.a 2,0").do("move red.a 1,0 0,0 0,1 0,2")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-17")
def test_approaching_does_not_provoke() -> None:
    play = scene("a..p...").do("move red.a 1,0 2,0")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-17")
def test_last_tile_counts_with_reach_10() -> None:
    play = scene("pa......", p={"weapons": ["pike"]}).do("move red.a 2,0")
    assert play.asked == ("turn", "red.a")
    play.do("move red.a 3,0")
    assert (play.asked, play.at("red.a")) == (("react", "blue.p"), (2, 0))
    assert play.legal("react") == ["react blue.p pike"]


@pytest.mark.rule("ACT-17")
def test_last_tile_of_a_large_mover_counts() -> None:
    play = scene(".......\npa.....\n.......", a={"size": "large"})
    play.do("move red.a 2,1")
    assert (play.asked, play.at("red.a")) == (("react", "blue.p"), (1, 1))
    play = scene("......\n.a....\n......\np.....", a={"size": "large"}).do("move red.a 2,1")
    assert play.asked == ("react", "blue.p")
    play = scene("......\n.a....\n......\n.p....", a={"size": "large"}).do("move red.a 2,1")
    assert play.asked == ("turn", "red.a"), "blue is asked while part of the unit is in reach"


@pytest.mark.rule("ACT-17")
def test_large_foe_reaches_from_all_its_tiles() -> None:
    play = scene("......\np.a...\n......", p={"size": "large"}).do("move red.a 2,0")
    assert play.asked == ("turn", "red.a")
    play.do("move red.a 3,0")
    assert play.asked == ("react", "blue.p")


@pytest.mark.rule("ACT-17")
@pytest.mark.parametrize(("who", "kind"), [("red.a", "invisible"), ("blue.p", "blinded")])
def test_reaction_needs_sight_of_the_mover(who: str, kind: str) -> None:
    play = scene(PAST)
    lay(play, who, kind)
    play.do("move red.a 2,1")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-17")
def test_unit_in_the_dark_is_seen_only_from_an_adjacent_tile() -> None:
    play = scene("pa..", a={"on": "*"}).do("move red.a 2,0")
    assert play.asked == ("react", "blue.p")
    play = scene("p.a..", a={"on": "*"}, p={"weapons": ["pike"]}).do("move red.a 3,0")
    assert play.asked == ("turn", "red.a")
    play = scene("p.a..", a={"on": "*"}, p={"weapons": ["pike"], "dark_sight": True})
    assert play.do("move red.a 3,0").asked == ("react", "blue.p")


@pytest.mark.rule("ACT-17")
@pytest.mark.parametrize("kind", ["stunned", "asleep", "dazed"])
def test_unable_unit_is_not_asked(kind: str) -> None:
    play = scene(PAST)
    lay(play, "blue.p", kind)
    assert play.do("move red.a 2,1").asked == ("turn", "red.a")


@pytest.mark.rule("ACT-17")
def test_dying_hero_is_not_asked() -> None:
    play = scene("pa...q", p={"hero": True}, q={"hero": True})
    knock_out(play, "blue.p")
    assert play.do("move red.a 2,0").asked == ("turn", "red.a")


@pytest.mark.rule("ACT-17")
def test_allies_are_not_asked() -> None:
    assert scene("ba..\n...p").do("move red.a 2,0").asked == ("turn", "red.a")


@pytest.mark.rule("ACT-17")
def test_disengaging_prevents_reactions_for_the_turn() -> None:
    play = scene(PAST).do("disengage red.a").do("move red.a 2,1 1,1").do("move red.a 2,1")
    assert (play.asked, play.at("red.a")) == (("turn", "red.a"), (2, 1))
    play.do("move red.a 1,1").do("end red.a").do("end blue.p").do("move red.a 2,1")
    assert play.asked == ("react", "blue.p")


@pytest.mark.rule("ACT-17")
def test_opportunity_attack_is_always_a_single_attack() -> None:
    play = leave(p={"attacks": 3}).do("react blue.p blade", 1, 1, 1)
    assert play.asked == ("turn", "red.a")
    assert len(play.events("attacked")) == 1


@pytest.mark.rule("ACT-17")
def test_opportunity_attack_grants_no_bonus_attack() -> None:
    play = leave(p={"weapons": ["dirk"]}).do("react blue.p dirk", 1, 1, 1)
    play.do("end red.a").do("move blue.p 1,0")
    assert used(play, "blue.p").offhand is None


@pytest.mark.rule("ACT-17")
def test_opportunity_attack_is_made_in_melee() -> None:
    play = leave(p={"weapons": ["bow"]})
    assert play.legal("react") == ["react blue.p unarmed"]
    refusal = play.refused("react blue.p bow")
    assert (refusal.code, refusal.rule) == ("not-ready", "ACT-17")


@pytest.mark.rule("ACT-17")
def test_opportunity_attack_throws_no_weapon() -> None:
    play = scene("p.a...", p={"weapons": ["knife", "tail"]}).do("move red.a 3,0")
    assert play.legal("react") == ["react blue.p tail"], "a thrown knife is offered"


@pytest.mark.rule("ACT-17")
def test_closed_diagonal_is_out_of_reach() -> None:
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
    assert play.at("red.a") == (4, 1), "red was not pushed out of the reach of q"
    assert (play.asked, play.events("reacted")) == (("turn", "blue.p"), [])


SHOVER = {"arms": {"shover": {"title": "Shover", "about": "x", "kind": "melee", "damage": "0",
                              "type": "bludgeoning", "effect": {"push": 5}}}}  # fmt: skip


# One reaction at a time


@pytest.mark.rule("ACT-09")
def test_each_unit_is_asked_and_finished_before_the_next() -> None:
    play = scene("pq.\n.a.\n...").do("move red.a 2,2")
    assert play.asked == ("react", "blue.p")
    play.do("react blue.p blade", 6, 6, 6, 1)
    assert (play.life("red.a"), play.asked) == (9, ("react", "blue.q"))


@pytest.mark.rule("ACT-09")
def test_units_left_by_one_step_are_asked_in_turn_order() -> None:
    play = scene("pq.\nxa.\n...").do("move red.a 2,2")
    for who in ("blue.p", "blue.q", "ochre.x"):
        assert play.asked == ("react", who)
        play.do(f"react {who} blade", 6, 6, 6, 1)
    assert (play.life("red.a"), play.asked) == (7, ("turn", "red.a"))


@pytest.mark.rule("ACT-09")
def test_order_begins_after_the_interrupted_unit() -> None:
    play = scene("ax.\n.p.\n...").do("end red.a").do("move blue.p 2,2")
    assert play.asked == ("react", "ochre.x")
    assert play.do("pass ochre.x").asked == ("react", "red.a")


@pytest.mark.rule("ACT-09")
def test_dead_mover_no_longer_provokes() -> None:
    play = scene("pq..\n.a..\n...b", a={"life": 1}).do("move red.a 2,2")
    play.do("react blue.p blade", 6, 6, 6, 1)
    assert play.is_dead("red.a")
    assert play.asked == ("turn", "red.b")


@pytest.mark.rule("ACT-09")
def test_mover_that_went_down_no_longer_provokes() -> None:
    play = scene("pq..\n.a.b\n....", a={"life": 1, "hero": True}, b={"hero": True})
    play.do("move red.a 2,2").do("react blue.p blade", 6, 6, 6, 1)
    assert (play.at("red.a"), play.asked) == ((1, 1), ("turn", "red.b"))


@pytest.mark.rule("ACT-09")
def test_mover_that_was_pushed_away_no_longer_provokes() -> None:
    play = scene(".....\n.pa..\n..q..\n.....", p={"weapons": ["shover"]}, gear=SHOVER)
    play.do("move red.a 3,0").do("react blue.p shover", 6, 6, 6)
    assert (play.at("red.a"), play.asked) == ((3, 1), ("turn", "red.a"))


@pytest.mark.rule("ACT-09")
def test_mover_that_is_held_no_longer_moves() -> None:
    play = scene("pq.\n.a.\n...").do("move red.a 2,2")
    lay(play, "red.a", "held")
    play.do("pass blue.p")
    assert (play.asked, play.at("red.a")) == (("turn", "red.a"), (1, 1))


@pytest.mark.rule("ACT-09")
def test_reactor_that_was_moved_away_while_waiting_is_not_asked() -> None:
    play = scene("pq...\n.a...\n.....").do("move red.a 2,2")
    shift(play, "blue.q", (4, 0))
    assert play.do("pass blue.p").asked == ("turn", "red.a")


@pytest.mark.rule("ACT-09")
def test_reactor_that_went_down_while_waiting_is_not_asked() -> None:
    play = scene("pq.\n.a.\n...", q={"hero": True}, p={"hero": True}).do("move red.a 2,2")
    knock_out(play, "blue.q")
    assert play.do("pass blue.p").asked == ("turn", "red.a")


@pytest.mark.rule("ACT-09")
def test_reactor_that_died_while_waiting_is_not_asked() -> None:
    play = scene("pqx\n.a.\n...").do("move red.a 2,2").do("concede")
    assert play.is_dead("blue.q")
    assert play.asked == ("react", "ochre.x")


@pytest.mark.rule("ACT-09")
@pytest.mark.parametrize("dice", [(1, 1, 1), (6, 6, 6, 4)], ids=["missed", "hit"])
def test_move_continues_after_a_reaction(dice: tuple[int, ...]) -> None:
    play = leave().do("react blue.p blade", *dice)
    assert (play.asked, play.at("red.a")) == (("turn", "red.a"), (4, 1))
    assert play.left("red.a") == 3


@pytest.mark.rule("ACT-09")
def test_move_continues_past_every_foe_that_reacts() -> None:
    play = scene("p..q...\n.a.....").do("move red.a 2,1 3,1 4,1 5,1")
    play.do("react blue.p blade", 6, 6, 6, 1)
    assert (play.asked, play.at("red.a")) == (("react", "blue.q"), (4, 1))
    play.do("react blue.q blade", 6, 6, 6, 1)
    assert (play.asked, play.at("red.a"), play.life("red.a")) == (("turn", "red.a"), (5, 1), 8)


@pytest.mark.rule("ACT-09")
def test_move_until_hit_ends_when_an_attack_hits() -> None:
    play = scene(PAST).do("move red.a 2,1 3,1 4,1 hit").do("react blue.p blade", 6, 6, 6, 4)
    assert (play.asked, play.at("red.a")) == (("turn", "red.a"), (1, 1))
    assert play.left("red.a") == 6, "an interrupted step has a cost"
    play.do("attack red.a blue.p blade", 1, 1, 1).do("move red.a 2,1 3,1")
    assert play.at("red.a") == (3, 1)


@pytest.mark.rule("ACT-09")
def test_move_until_hit_continues_after_a_miss() -> None:
    play = scene(PAST).do("move red.a 2,1 3,1 4,1 hit").do("react blue.p blade", 1, 1, 1)
    assert play.at("red.a") == (4, 1)


@pytest.mark.rule("ACT-09")
def test_move_until_hit_ends_at_its_second_attacker_too() -> None:
    """Check that the choice applies to the whole move, not only to its first tile."""
    play = scene("p..q...\n.a.....").do("move red.a 2,1 3,1 4,1 5,1 hit").do("pass blue.p")
    play.do("react blue.q blade", 6, 6, 6, 1)
    assert (play.asked, play.at("red.a")) == (("turn", "red.a"), (4, 1))


@pytest.mark.rule("ACT-09")
def test_next_move_is_not_until_hit() -> None:
    play = scene("p.q....\n.a.....\n.......").do("move red.a 1,0 hit")
    play.do("move red.a 1,1").do("move red.a 2,1 3,1 4,1").do("react blue.p blade", 6, 6, 6, 1)
    play.do("react blue.q blade", 6, 6, 6, 1)
    assert play.at("red.a") == (4, 1)


@pytest.mark.rule("ACT-09")
def test_until_accepts_only_a_hit() -> None:
    with pytest.raises(ValueError, match="until"):
        scene(PAST).do("move red.a 2,1 3,1 miss")


def disabling(effect: dict[str, Any]) -> Play:
    """Return a battle in which red moves past blue and is hit by a weapon with this effect."""
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
def test_move_ends_on_the_movers_tile(effect: dict[str, Any]) -> None:
    play = disabling(effect)
    assert play.at("red.a") == (1, 1)
    assert play.left("red.a") == (0 if effect.get("condition") in ("held", "stunned") else 6)


@pytest.mark.rule("ACT-09")
def test_move_continues_under_effects_that_do_not_hold_the_unit() -> None:
    assert disabling({"condition": "dazed", "rounds": 1}).at("red.a") == (4, 1)


@pytest.mark.rule("ACT-09")
def test_slowed_mover_goes_as_far_as_it_can_pay() -> None:
    play = scene("pa......", p={"weapons": ["bane"]}, gear=SLOWING)
    play.do("move red.a 2,0 3,0 4,0 5,0").do("react blue.p bane", 6, 6, 6)
    assert (play.at("red.a"), play.left("red.a")) == ((4, 0), 0)


@pytest.mark.rule("ACT-09")
def test_mover_makes_no_step_it_can_no_longer_pay() -> None:
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
def test_pushed_mover_goes_no_further() -> None:
    play = scene(".....\n.pa..\n.....", p={"weapons": ["shover"]}, gear=SHOVER)
    play.do("move red.a 3,0 4,0").do("react blue.p shover", 6, 6, 6)
    assert (play.at("red.a"), play.left("red.a")) == ((3, 1), 6)


@pytest.mark.rule("ACT-09")
def test_move_continues_when_a_push_moves_no_one() -> None:
    play = scene("pa#..\n.....", p={"weapons": ["shover"]}, gear=SHOVER)
    play.do("move red.a 1,1 2,1 3,1").do("react blue.p shover", 6, 6, 6)
    assert play.at("red.a") == (3, 1)


@pytest.mark.rule("ACT-09")
def test_move_ends_when_a_hidden_foe_attacks_and_is_found() -> None:
    lurks = {"hides": True, "skills": {"stealth": 20}}
    play = scene("p=....\n.a....", "ap", hiding=(6, 6, 6), p=lurks)
    play.do("end blue.p").do("move red.a 2,1 3,1")
    assert play.asked == ("react", "blue.p")
    play.do("react blue.p blade", 1, 1, 1, 1)
    assert (play.last("found")["unit"], play.at("red.a")) == ("blue.p", (1, 1))


@pytest.mark.rule("ACT-09")
def test_declined_reaction_lets_the_move_continue() -> None:
    play = leave().do("pass blue.p")
    assert (play.at("red.a"), play.asked) == ((4, 1), ("turn", "red.a"))
    assert not used(play, "blue.p").reaction


@pytest.mark.rule("ACT-09")
def test_unit_has_one_reaction_until_its_next_turn() -> None:
    play = scene(PAST).do("move red.a 2,1").do("react blue.p blade", 1, 1, 1)
    play.do("move red.a 1,1").do("move red.a 2,1")
    assert play.asked == ("turn", "red.a"), "a second reaction is offered"
    play.do("move red.a 1,1").do("end red.a").do("end blue.p").do("move red.a 2,1")
    assert play.asked == ("react", "blue.p"), "the reaction was not restored"


@pytest.mark.rule("ACT-09")
def test_end_of_another_turn_restores_no_reaction() -> None:
    play = scene("pa...\n.b...\n.....").do("move red.a 2,0").do("react blue.p blade", 1, 1, 1)
    play.do("end red.a").do("move red.b 2,2")
    assert play.asked == ("turn", "red.b")


@pytest.mark.rule("ACT-09")
def test_unused_reaction_is_kept_after_the_units_turn() -> None:
    play = scene(PAST).do("end red.a").do("end blue.p").do("move red.a 2,1")
    assert play.asked == ("react", "blue.p")


@pytest.mark.rule("ACT-09")
def test_reaction_used_in_the_units_turn_stays_used_after_it() -> None:
    play = scene("a..p\n....", p={"weapons": ["buckler"]}).do("ready red.a blade").do("end red.a")
    play.do("move blue.p 2,0 1,0").do("react red.a blade", 4, 4, 3).do("answer blue.p buckler")
    play.do("end blue.p").do("dash red.a").do("move red.a 0,1 1,1 2,1 3,1")
    assert (play.at("red.a"), play.asked) == ((3, 1), ("turn", "red.a"))


@pytest.mark.rule("ACT-09")
def test_parry_uses_the_reaction_for_an_opportunity_attack() -> None:
    play = scene("pa..", p={"weapons": ["buckler"]}).do("attack red.a blue.p blade", 4, 4, 3)
    play.do("answer blue.p buckler").do("move red.a 2,0")
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-09")
def test_mover_can_parry_a_reaction_with_its_own() -> None:
    play = leave(a={"weapons": ["buckler"]}).do("react blue.p blade", 4, 4, 3)
    assert play.asked == ("guard", "red.a")
    play.do("answer red.a buckler")
    assert (play.life("red.a"), play.asked) == (10, ("turn", "red.a"))
    assert used(play, "red.a").reaction


# Separate reactions along the path


@pytest.mark.rule("ACT-24")
def test_each_foe_on_a_path_attacks_at_its_own_step() -> None:
    play = scene("p..q...\n.a.....").do("move red.a 2,1 3,1 4,1 5,1")
    assert (play.asked, play.at("red.a")) == (("react", "blue.p"), (1, 1))
    play.do("pass blue.p")
    assert (play.asked, play.at("red.a")) == (("react", "blue.q"), (4, 1))


@pytest.mark.rule("ACT-24")
def test_one_foes_reaction_does_not_use_up_the_others() -> None:
    play = scene("p..q...\n.a.....").do("move red.a 2,1 3,1 4,1 5,1")
    play.do("react blue.p blade", 1, 1, 1)
    assert (play.asked, play.at("red.a")) == (("react", "blue.q"), (4, 1))


@pytest.mark.rule("ACT-24")
def test_reach_can_be_left_and_entered_again_in_one_move() -> None:
    play = scene("......\n.pa...\n......").do("move red.a 3,1 2,1")
    assert (play.asked, play.at("red.a")) == (("react", "blue.p"), (2, 1))


@pytest.mark.rule("ACT-24")
def test_text_of_a_move_names_the_attackers() -> None:
    play = scene("p..q...\n.a.....")
    walk = next(c for c in play.battle.legal() if play.text(c).endswith(" 5,1"))
    assert play.battle.risks(walk).strikers == ("blue.p", "blue.q")


@pytest.mark.rule("ACT-24")
def test_attackers_at_the_first_step_of_a_squeezed_unit_are_known() -> None:
    play = scene("a....\n...p.\n.....\n.....", a={"size": "large"})
    shift(play, "red.a", (2, 1))
    walk = next(c for c in play.battle.legal() if play.text(c) == "move red.a 0,0")
    assert play.battle.risks(walk).strikers == ("blue.p",)
    assert play.do("move red.a 0,0").asked == ("react", "blue.p")


# Readied attacks


@pytest.mark.rule("ACT-11")
def test_readied_attack_meets_a_foe_after_its_step_into_reach() -> None:
    play = scene("a....p").do("ready red.a blade").do("end red.a")
    play.do("move blue.p 4,0 3,0 2,0 1,0")
    assert (play.asked, play.at("blue.p")) == (("react", "red.a"), (1, 0))
    play.do("react red.a blade", 6, 6, 6, 3)
    assert play.told("reacted", "how", "rule") == ("comes", "ACT-11")
    assert (play.life("blue.p"), play.left("blue.p")) == (7, 2)


@pytest.mark.rule("ACT-11")
def test_readied_shot_meets_a_foe_coming_into_sight() -> None:
    play = scene("a.#..\n..#.p\n.....", a={"weapons": ["bow"]}).do("ready red.a bow")
    play.do("end red.a").do("move blue.p 3,2 2,2")
    assert play.asked == ("react", "red.a")
    assert play.legal("react") == ["react red.a bow"]


@pytest.mark.rule("ACT-11")
def test_readied_shot_meets_a_foe_stepping_out_of_hiding() -> None:
    """Let a foe that no one knew of step into sight."""
    lurks = {"hides": True, "skills": {"stealth": 20}}
    play = scene("a...=p.\n.......", "ap", hiding=(6, 6, 6), a={"weapons": ["bow"]}, p=lurks)
    play.do("end blue.p").do("ready red.a bow").do("end red.a").do("move blue.p 5,1 6,1")
    assert (play.asked, play.at("blue.p")) == (("react", "red.a"), (5, 1))
    open_ = scene("a...=p.\n.......", "ap", a={"weapons": ["bow"]})
    open_.do("ready red.a bow").do("end red.a").do("move blue.p 5,1 6,1")
    assert open_.at("blue.p") == (6, 1)


@pytest.mark.rule("ACT-11")
def test_readied_shot_meets_a_foe_coming_out_of_the_dark() -> None:
    play = scene("a..p.", a={"weapons": ["bow"]}, p={"on": "*"}).do("ready red.a bow")
    play.do("end red.a").do("move blue.p 4,0")
    assert play.asked == ("react", "red.a")


@pytest.mark.rule("ACT-11")
def test_foe_that_was_in_reach_all_along_triggers_nothing() -> None:
    play = scene("a..p.", a={"weapons": ["bow"]}).do("ready red.a bow").do("end red.a")
    assert play.do("move blue.p 2,0 3,0 4,0").asked == ("turn", "blue.p")


@pytest.mark.rule("ACT-11")
def test_readied_attack_uses_the_reaction() -> None:
    play = scene("a..p").do("ready red.a blade").do("end red.a").do("move blue.p 2,0 1,0")
    play.do("react red.a blade", 1, 1, 1).do("move blue.p 2,0")
    assert play.asked == ("turn", "blue.p")


@pytest.mark.rule("ACT-11")
def test_opportunity_attack_uses_up_the_readied_attack() -> None:
    play = scene("ap...q").do("ready red.a blade").do("end red.a").do("move blue.p 2,0")
    play.do("react red.a blade", 1, 1, 1)
    assert not play.battle.world.has(play.unit("red.a"), Readied)
    play.do("end blue.p").do("end blue.q")


@pytest.mark.rule("ACT-11")
def test_parry_uses_up_the_readied_attack() -> None:
    play = scene("a.p..", "pa", p={"weapons": ["buckler"]}).do("ready blue.p buckler")
    play.do("end blue.p").do("move red.a 1,0").do("pass blue.p")
    play.do("attack red.a blue.p blade", 4, 4, 3).do("answer blue.p buckler")
    assert not play.battle.world.has(play.unit("blue.p"), Readied)


@pytest.mark.rule("ACT-11")
def test_readied_attack_triggers_no_other_readied_attack() -> None:
    """Let two units ready attacks; the attack of one mustn't trigger the other's."""
    play = scene("a...p...q").do("ready red.a blade").do("end red.a").do("ready blue.p blade")
    play.do("move blue.p 3,0 2,0 1,0")
    assert play.asked == ("react", "red.a")
    play.do("react red.a blade", 6, 6, 6, 1)
    assert play.asked == ("turn", "blue.p")
    assert play.battle.world.has(play.unit("blue.p"), Readied)


@pytest.mark.rule("ACT-11")
def test_two_units_with_readied_attacks_meet_a_foe_in_turn() -> None:
    play = scene("a....p\nb.....").do("ready red.a blade").do("end red.a")
    play.do("ready red.b blade").do("end red.b").do("move blue.p 4,0 3,0 2,0 1,0")
    play.do("react red.a blade", 6, 6, 6, 1)
    assert play.asked == ("react", "red.b")
    play.do("react red.b blade", 6, 6, 6, 1)
    assert (play.life("blue.p"), play.asked) == (8, ("turn", "blue.p"))


@pytest.mark.rule("ACT-11")
def test_readied_attack_ends_with_the_next_turn() -> None:
    play = scene("a..p").do("ready red.a blade").do("end red.a").do("end blue.p")
    play.do("end red.a").do("move blue.p 2,0 1,0")
    assert play.asked == ("turn", "blue.p")


@pytest.mark.rule("ACT-11")
def test_weapon_no_longer_in_hand_is_not_readied() -> None:
    play = scene("a..p", a={"weapons": ["blade", "pike"]}).do("ready red.a blade")
    put(play, "red.a", Armed("pike"))
    assert play.do("end red.a").do("move blue.p 2,0 1,0").asked == ("turn", "blue.p")


@pytest.mark.rule("ACT-11")
def test_unloaded_weapon_is_not_readied() -> None:
    play = scene("a.#..\n..#.p\n.....", a={"weapons": ["crossbow"]})
    unload(play, "red.a", "crossbow")
    assert play.refused("ready red.a crossbow").code == "unloaded"
    put(play, "red.a", Readied("crossbow"))
    assert play.do("end red.a").do("move blue.p 3,2 2,2").asked == ("turn", "blue.p")


@pytest.mark.rule("ACT-11")
def test_readied_shot_unloads_the_weapon() -> None:
    play = scene("a.#..\n..#.p\n.....", a={"weapons": ["crossbow"]}).do("ready red.a crossbow")
    play.do("end red.a").do("move blue.p 3,2 2,2").do("react red.a crossbow", 1, 1, 1)
    play.do("end blue.p")
    assert play.refused("attack red.a blue.p crossbow").code == "unloaded"


@pytest.mark.rule("ACT-11")
def test_dying_units_do_not_trigger_readied_attacks() -> None:
    play = scene("a^p..q", p={"hero": True, "life": 1}, q={"hero": True})
    play.do("ready red.a blade").do("end red.a")
    play.do("move blue.p 1,0", 3)
    assert play.asked == ("turn", "blue.q")


@pytest.mark.rule("ACT-11")
def test_unit_that_goes_down_loses_its_readied_attack() -> None:
    play = scene("a...p\n....b", a={"hero": True}, b={"hero": True}).do("ready red.a blade")
    knock_out(play, "red.a")
    assert not play.battle.world.has(play.unit("red.a"), Readied)


@pytest.mark.rule("ACT-18")
def test_unit_pushed_to_its_next_tile_has_not_stepped_there() -> None:
    """Push the unit onto the tile of its next step, which it hasn't made."""
    play = scene("ap.b", a={"weapons": ["shover"]}, gear=SHOVER).do("end red.a")
    play.do("ready red.b blade").do("end red.b").do("move blue.p 2,0")
    play.do("react red.a shover", 6, 6, 6)
    assert (play.at("blue.p"), play.asked) == ((2, 0), ("turn", "blue.p"))


# Texts


def prompt(play: Play) -> str:
    """Return the current question as players read it."""
    battle = play.battle
    facts, stop = battle.ask_facts(), battle.stop
    assert isinstance(stop, Ask)
    words = BattleSentences(play.book, battle.world.scene.names)
    return words.ask(stop, lambda unit: named_or_none(play, unit), facts)


def named_or_none(play: Play, unit: Entity) -> str | None:
    name = play.battle.world.find(unit, Name)
    return name.id if name else None


@pytest.mark.rule("ACT-09")
def test_prompt_lists_everything_that_a_yes_uses_up() -> None:
    assert prompt(leave()).endswith("Uses the reaction.")
    play = scene("a.#..\n..#.p\n.....", a={"weapons": ["crossbow"]}).do("ready red.a crossbow")
    play.do("end red.a").do("move blue.p 3,2 2,2")
    said = "Uses the reaction, the readied attack, the loaded shot."
    assert prompt(play).endswith(said)


@pytest.mark.rule("ACT-09")
def test_attack_that_uses_up_the_readied_attack_says_so() -> None:
    play = scene("ap...q").do("ready red.a blade").do("end red.a").do("move blue.p 2,0")
    assert prompt(play).endswith("the reaction, the readied attack.")


def stats(play: Play, unit: str) -> dict[str, Any]:
    return {**play.book.card(play.battle.world, play.unit(unit)).stats}


@pytest.mark.rule("ACT-09")
def test_card_shows_a_reaction_only_if_it_can_be_used() -> None:
    play = scene(PAST).do("end red.a").do("end blue.p")
    assert stats(play, "blue.p")["reaction"] is True
    lay(play, "blue.p", "stunned")
    assert "reaction" not in stats(play, "blue.p")
    play = leave()
    play.do("react blue.p blade", 1, 1, 1)
    assert stats(play, "blue.p")["reaction"] is False


@pytest.mark.rule("ACT-02")
def test_card_shows_no_reaction_of_a_surprised_unit() -> None:
    lurks = {"hides": True, "skills": {"stealth": 20}}
    play = scene("p=....\n.a....", "pa", hiding=(6, 6, 6), p=lurks)
    put(play, "red.a", Economy())
    assert stats(play, "red.a").get("surprised")
    assert "reaction" not in stats(play, "red.a")


@pytest.mark.rule("ACT-09")
def test_move_until_hit_is_offered_when_a_foe_could_attack() -> None:
    play = scene(PAST)
    forms = [play.text(other) for other in play.battle.also()]
    assert "move red.a 2,1 hit" in forms
    assert not any(text.split()[-2:] == ["1,0", "hit"] for text in forms)
    assert not set(forms) & set(play.legal()), "a tile is listed with two paths"


# The level's script


@pytest.mark.rule("ACT-17")
@pytest.mark.parametrize(("who", "count"), [("blue.p", 1), ("red.a", 0)])
def test_trigger_can_wait_for_a_reaction(who: str, count: int) -> None:
    shown = Trigger(when=(When(reacted=Who(unit=who)),), do=(Do(message="Now."),))
    play = scene(PAST, settings={"script": Script(triggers=(shown,))}).do("move red.a 2,1 3,1 4,1")
    play.do("react blue.p blade", 6, 6, 6, 4)
    assert len(play.events("message")) == count
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-17")
def test_no_reaction_happens_if_it_is_declined() -> None:
    shown = Trigger(when=(When(reacted=Who()),), do=(Do(message="Now."),))
    play = scene(PAST, settings={"script": Script(triggers=(shown,))}).do("move red.a 2,1 3,1 4,1")
    play.do("pass blue.p")
    assert play.events("message") == []
