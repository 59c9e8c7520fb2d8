"""ACT-12, ACT-13, ACT-14, ACT-20, ACT-21, ACT-34: attack rolls, advantage, and damage."""

from fractions import Fraction
from typing import Any

import pytest

from game.components.hiding import Hidden
from game.present.battle_sentences import BattleSentences
from game.terms.commands import from_text
from game.terms.odds import Odds
from tests.odds_rows import rows_of
from tests.rules.action.scene import scene
from tests.rules.action.states import knock_out, lay, put, used
from tests.scenario import Play

DUEL = "ap.."
PARRY: dict[str, Any] = {"weapons": ["buckler"]}


def odds(play: Play, text: str) -> Odds:
    return play.battle.odds(from_text(text, play.book.commands))


def roll_of(play: Play, who: str = "red.a", target: str = "blue.p", weapon: str = "blade") -> str:
    """Return the dice of an attack."""
    other = play.battle.clone()
    other.apply(from_text(f"attack {who} {target} {weapon}", play.book.commands))
    assert other.stop is not None
    return str(getattr(other.stop, "dice", "none"))


def reasons(play: Play, text: str = "attack red.a blue.p blade") -> list[tuple[str, str | None]]:
    """Return the modifiers of an attack that have no number, with their rules."""
    return [(m.text, m.rule) for m in odds(play, text).modifiers if not m.value]


# To hit


@pytest.mark.rule("ACT-12")
@pytest.mark.parametrize(("dice", "hits"), [((4, 3, 3), True), ((3, 3, 3), False)])
def test_total_equal_to_the_rating_hits(dice: tuple[int, ...], hits: bool) -> None:
    play = scene(DUEL)
    play.do("attack red.a blue.p blade", *dice, *((2,) if hits else ()))
    assert play.life("blue.p") == (8 if hits else 10)
    name = "hit" if hits else "missed"
    assert play.told(name, "total", "needed", "rule") == (sum(dice), 10, "ACT-12")


@pytest.mark.rule("ACT-12")
def test_ability_skill_and_weapon_are_added() -> None:
    balanced = {"arms": {"fine": {"title": "Fine", "about": "x", "kind": "melee", "hit": 1,
                                  "damage": "1d6", "type": "slashing"}}}  # fmt: skip
    figure = {"strength": 2, "skills": {"fighting": 3}, "weapons": ["fine"]}
    play = scene(DUEL, gear=balanced, a=figure).do("attack red.a blue.p fine", 2, 1, 1, 1)
    assert play.told("hit", "total", "needed") == (10, 10)
    assert play.told("damaged", "amount") == (3,)


@pytest.mark.rule("ACT-12")
def test_shooting_applies_at_range_and_fighting_in_melee() -> None:
    thrower = {"weapons": ["knife"], "skills": {"shooting": 4, "fighting": 1}}
    play = scene("a..p", a=thrower).do("attack red.a blue.p knife", 1, 1, 1)
    assert play.told("missed", "total") == (7,)
    play = scene("ap..", a=thrower).do("attack red.a blue.p knife", 1, 1, 1)
    assert play.told("missed", "total") == (4,)


@pytest.mark.rule("ACT-12")
def test_weapon_can_use_the_better_ability() -> None:
    nimble = {"weapons": ["dirk"], "strength": 1, "agility": 4}
    play = scene(DUEL, a=nimble).do("attack red.a blue.p dirk", 2, 2, 2, 1)
    assert play.told("damaged", "amount") == (5,)


@pytest.mark.rule("ACT-12")
@pytest.mark.parametrize(
    ("figure", "rating"),
    [
        ({"rating": 14}, 14),
        ({"armour": "leather", "agility": 2}, 13),
        ({"armour": "plate", "agility": 2, "strength": 3}, 15),
        ({"armour": "leather", "shield": "round_shield"}, 13),
        ({"rating": 12, "shield": "buckler"}, 13),
        ({"shield": "round_shield", "weapons": ["pike"]}, 10),
    ],
)
def test_rating_comes_from_gear_or_from_its_own_key(figure: dict[str, Any], rating: int) -> None:
    play = scene(DUEL, a={"agility": 4}, p=figure).do("attack red.a blue.p blade", 1, 1, 1)
    assert play.told("missed", "needed") == (rating,)


@pytest.mark.rule("ACT-12")
def test_advantage_keeps_the_best_three_of_four() -> None:
    play = scene(DUEL)
    lay(play, "red.a", "emboldened")
    assert roll_of(play) == "4d6kh3"
    play.do("attack red.a blue.p blade", 1, 4, 3, 3, 1)
    assert play.told("hit", "total") == (10,)


@pytest.mark.rule("ACT-12")
def test_disadvantage_keeps_the_worst_three_of_four() -> None:
    play = scene(DUEL)
    lay(play, "red.a", "frightened")
    assert roll_of(play) == "4d6kl3"
    play.do("attack red.a blue.p blade", 6, 3, 3, 3)
    assert play.told("missed", "total") == (9,)


@pytest.mark.rule("ACT-12")
def test_reasons_do_not_stack() -> None:
    play = scene(DUEL)
    lay(play, "red.a", "emboldened")
    lay(play, "blue.p", "marked")
    assert roll_of(play) == "4d6kh3"


@pytest.mark.rule("ACT-12")
def test_any_number_of_each_cancel() -> None:
    play = scene(DUEL)
    lay(play, "red.a", "emboldened")
    lay(play, "blue.p", "marked")
    lay(play, "red.a", "frightened")
    assert roll_of(play) == "3d6"
    assert len(reasons(play)) == 3, "a reason is missing"


@pytest.mark.rule("ACT-12")
def test_conditions_modify_attacks_and_ratings() -> None:
    play = scene(DUEL)
    lay(play, "red.a", "blessed")
    lay(play, "blue.p", "warded")
    play.do("attack red.a blue.p blade", 4, 4, 2)
    assert play.told("missed", "total", "needed") == (9, 10)


@pytest.mark.rule("ACT-12")
def test_odds_equal_those_of_the_dice() -> None:
    found = odds(scene(DUEL), "attack red.a blue.p blade")
    misses = sum(c.weight for c in found.outcomes if not any("damage" in x for x in rows_of(c)))
    assert Fraction(misses, found.of) == Fraction(81, 216)


# Choose, roll, resolve


@pytest.mark.rule("ACT-13")
def test_hit_rolls_damage_and_miss_does_not() -> None:
    play = scene(DUEL).do("attack red.a blue.p blade", 6, 6, 6, 5)
    assert play.rolls[-2:] == [("attack", "red.a"), ("damage", "red.a")]
    assert play.told("damaged", "unit", "amount", "cause", "rule") == (
        *("blue.p", 5, "blade"),
        "ACT-13",
    )
    missing = scene(DUEL).do("attack red.a blue.p blade", 1, 1, 1)
    assert missing.rolls[-1] == ("attack", "red.a")


@pytest.mark.rule("ACT-13")
def test_each_attack_is_finished_before_the_next() -> None:
    play = scene(DUEL, a={"attacks": 2}, p={"life": 4})
    play.do("attack red.a blue.p blade", 6, 6, 6, 4)
    assert play.over is not None
    assert play.over.winner == "red"


@pytest.mark.rule("ACT-13")
def test_only_ready_weapons_can_be_chosen() -> None:
    play = scene(DUEL, a={"weapons": ["blade", "pike", "claws"]})
    assert play.legal("attack") == [f"attack red.a blue.p {arms}" for arms in ("blade", "claws")]
    refusal = play.refused("attack red.a blue.p pike")
    assert (refusal.code, refusal.rule) == ("not-ready", "ACT-13")


@pytest.mark.rule("ACT-13")
def test_only_living_foes_can_be_chosen() -> None:
    play = scene("ap.\nbq.", p={"life": 1}).do("attack red.a blue.p blade", 6, 6, 6, 1)
    play.do("end red.a")
    for target, code in (("red.a", "no-foe"), ("blue.p", "dead"), ("blue.z", "unknown-unit")):
        assert play.refused(f"attack red.b {target} blade").code == code


@pytest.mark.rule("ACT-13")
def test_dying_heroes_can_be_attacked() -> None:
    play = scene("ap.\n..q", p={"hero": True}, q={"hero": True})
    knock_out(play, "blue.p")
    assert "attack red.a blue.p blade" in play.legal("attack")


@pytest.mark.rule("ACT-13")
def test_sneak_dice_need_advantage() -> None:
    play = scene(DUEL, a={"weapons": ["dirk"]})
    lay(play, "red.a", "emboldened")
    play.do("attack red.a blue.p dirk", 6, 6, 6, 6, 2, 5)
    assert play.told("damaged", "amount") == (7,)
    play = scene(DUEL, a={"weapons": ["dirk"]}).do("attack red.a blue.p dirk", 6, 6, 6, 2)
    assert play.told("damaged", "amount") == (2,)


@pytest.mark.rule("ACT-13")
def test_sneak_dice_need_advantage_whatever_its_dice() -> None:
    """Give advantage the dice of a plain attack, as a level can."""
    alike = {"advantage": "3d6"}
    play = scene(DUEL, settings=alike, a={"weapons": ["dirk"]})
    play.do("attack red.a blue.p dirk", 6, 6, 6, 2)
    assert play.told("damaged", "amount") == (2,)
    play = scene(DUEL, settings=alike, a={"weapons": ["dirk"]})
    lay(play, "red.a", "emboldened")
    play.do("attack red.a blue.p dirk", 6, 6, 6, 2, 5)
    assert play.told("damaged", "amount") == (7,)


@pytest.mark.rule("ACT-13")
def test_charge_needs_a_run() -> None:
    play = scene("a....p", a={"weapons": ["lance"]}, p={"life": 20})
    play.do("move red.a 1,0 2,0 3,0 4,0").do("attack red.a blue.p lance", 6, 6, 6, 1, 6, 6)
    assert play.told("damaged", "amount") == (13,)
    play = scene(".a...p", a={"weapons": ["lance"]}).do("move red.a 2,0 3,0 4,0")
    play.do("attack red.a blue.p lance", 6, 6, 6, 1)
    assert play.told("damaged", "amount") == (1,)


@pytest.mark.rule("ACT-13")
def test_run_is_counted_in_tiles_and_not_in_their_cost() -> None:
    play = scene("a~~~p", a={"weapons": ["lance"]}).do("move red.a 1,0 2,0 3,0")
    assert used(play, "red.a").moved == 3
    play.do("attack red.a blue.p lance", 6, 6, 6, 1)
    assert play.told("damaged", "amount") == (1,)


@pytest.mark.rule("ACT-13")
def test_run_can_be_interrupted_and_ends_with_the_turn() -> None:
    play = scene("p.....\na.....\n......").do("move red.a 1,1 2,1 3,1 hit")
    play.do("react blue.p blade", 6, 6, 6, 1)
    assert used(play, "red.a").moved == 1, "an interrupted step counts"
    play.do("move red.a 2,1 3,1")
    assert used(play, "red.a").moved == 3
    play.do("end red.a").do("end blue.p")
    assert used(play, "red.a").moved == 0


# Melee


@pytest.mark.rule("ACT-14")
def test_melee_reaches_five_feet() -> None:
    play = scene("a.p")
    refusal = play.refused("attack red.a blue.p blade")
    assert (refusal.code, refusal.rule) == ("out-of-reach", "ACT-14")
    assert refusal.params == {"thing": "blade", "target": "blue.p", "distance": 10, "reach": 5}
    why = "Too far: 'blue.p' is 10 ft away, and the reach of 'blade' is 5 ft."
    assert play.why("attack red.a blue.p blade") == why
    assert roll_of(scene("a.\n.p")) == "3d6"


@pytest.mark.rule("ACT-14")
def test_long_weapon_reaches_farther_past_other_units() -> None:
    play = scene("abp.", a={"weapons": ["pike"]}).do("attack red.a blue.p pike", 6, 6, 6, 1)
    assert play.life("blue.p") == 9
    play = scene("a..p", a={"weapons": ["pike"]})
    params = play.refused("attack red.a blue.p pike").params
    assert (params["reach"], params["distance"]) == (10, 15)


@pytest.mark.rule("ACT-14")
def test_long_weapon_does_not_reach_through_walls() -> None:
    play = scene("##.\na#p\n##.", a={"weapons": ["pike"]})
    assert play.refused("attack red.a blue.p pike").code == "out-of-reach"


@pytest.mark.rule("ACT-14")
def test_closed_diagonal_separates_two_fighters() -> None:
    refusal = scene("a#\n#p").refused("attack red.a blue.p blade")
    assert (refusal.code, refusal.rule) == ("out-of-reach", "ACT-14")


@pytest.mark.rule("ACT-14")
@pytest.mark.parametrize(("strength", "damage"), [(3, 4), (0, 1), (-2, 1)])
def test_bare_hands_deal_one_plus_strength_and_at_least_one(strength: int, damage: int) -> None:
    play = scene(DUEL, a={"weapons": [], "strength": strength})
    play.do("attack red.a blue.p unarmed", 6, 6, 6)
    assert play.told("damaged", "amount") == (damage,)


@pytest.mark.rule("ACT-13")
def test_roll_for_damage_names_the_minimum_that_raises_it() -> None:
    play = scene(DUEL, a={"weapons": ["mace"], "strength": 1})
    play.do("attack red.a blue.p mace", 6, 6, 6, 2)
    modifiers = play.events("rolled")[-1]["modifiers"]
    assert [(m["text"], m["value"]) for m in modifiers] == [("strength", 1), ("least 6", 3)]
    assert play.told("damaged", "amount") == (6,)


@pytest.mark.rule("ACT-14")
def test_bare_hands_are_bludgeoning() -> None:
    play = scene(DUEL, a={"weapons": [], "strength": 3}, p={"vulnerable": ["bludgeoning"]})
    assert play.do("attack red.a blue.p unarmed", 6, 6, 6).life("blue.p") == 2


@pytest.mark.rule("ACT-14")
def test_unit_with_only_a_bow_also_has_bare_hands() -> None:
    play = scene(DUEL, a={"weapons": ["bow"]})
    assert play.legal("attack")[-1] == "attack red.a blue.p unarmed"


# Unseen units


@pytest.mark.rule("ACT-20")
def test_attack_on_an_unseen_target_has_disadvantage() -> None:
    play = scene(DUEL)
    lay(play, "blue.p", "invisible")
    assert roll_of(play) == "4d6kl3"
    assert ("unseen target", "ACT-20") in reasons(play)


@pytest.mark.rule("ACT-20")
def test_blind_unit_sees_no_one() -> None:
    play = scene(DUEL)
    lay(play, "red.a", "blinded")
    assert ("unseen target", "ACT-20") in reasons(play)


@pytest.mark.rule("ACT-20")
def test_unit_in_the_dark_is_seen_only_from_an_adjacent_tile() -> None:
    rows, bow = "a..p", {"weapons": ["bow"]}
    assert roll_of(scene(rows, a=bow, p={"on": "*"}), weapon="bow") == "4d6kl3"
    assert roll_of(scene(rows, a=bow | {"dark_sight": True}, p={"on": "*"}), weapon="bow") == "3d6"
    assert roll_of(scene("ap", p={"on": "*"})) == "3d6"


@pytest.mark.rule("ACT-20")
def test_level_sets_how_far_units_see_in_the_dark() -> None:
    rows, bow, dim = "a..p", {"weapons": ["bow"]}, {"on": "*"}
    assert (
        roll_of(scene(rows, settings={"dark_sight_feet": 15}, a=bow, p=dim), weapon="bow") == "3d6"
    )
    near = scene("ap", settings={"dark_sight_feet": 0}, p=dim)
    assert roll_of(near) == "4d6kl3"


@pytest.mark.rule("ACT-20")
def test_burning_unit_is_seen_in_the_dark() -> None:
    play = scene("a..p", a={"weapons": ["bow"]}, p={"on": "*"})
    lay(play, "blue.p", "burning")
    assert roll_of(play, weapon="bow") == "3d6"


@pytest.mark.rule("ACT-20")
def test_dice_of_an_attack_on_a_tile_do_not_reveal_hidden_units() -> None:
    """Check that neither the hidden unit's conditions nor its parry show."""
    for kind in ("prone", "marked", "defending"):
        play = scene("ap..q", p=PARRY)
        lay(play, "blue.p", kind)
        put(play, "blue.p", Hidden(("red",)))
        play.do("smash red.a 1,0 blade", 4, 4, 3, 6, 2)
        assert play.events("rolled")[-2]["roll"] == "4d6kl3"
        assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-21")
def test_unseen_attacker_has_advantage() -> None:
    play = scene(DUEL)
    lay(play, "red.a", "invisible")
    assert roll_of(play) == "4d6kh3"
    assert ("unseen attacker", "ACT-21") in reasons(play)


@pytest.mark.rule("ACT-21")
def test_attacker_in_the_dark_has_advantage() -> None:
    play = scene("a..p", a={"weapons": ["bow"], "on": "*"})
    assert roll_of(play, weapon="bow") == "4d6kh3"
    play = scene("a..p", a={"weapons": ["bow"], "on": "*"}, p={"dark_sight": True})
    assert roll_of(play, weapon="bow") == "3d6"


@pytest.mark.rule("ACT-21")
def test_attacks_between_two_units_that_do_not_see_each_other_are_plain() -> None:
    play = scene(DUEL)
    lay(play, "red.a", "invisible")
    lay(play, "blue.p", "invisible")
    assert roll_of(play) == "3d6"


# Turning a hit aside


@pytest.mark.rule("ACT-09")
def test_parry_turns_a_hit_into_a_miss_and_uses_the_reaction() -> None:
    play = scene(DUEL, p=PARRY).do("attack red.a blue.p blade", 4, 4, 3)
    assert play.asked == ("guard", "blue.p")
    play.do("answer blue.p buckler")
    assert play.told("guarded", "unit", "source", "bonus", "rule") == (
        *("blue.p", "buckler", 2),
        "ACT-09",
    )
    assert play.told("missed", "total", "needed") == (11, 12)
    assert used(play, "blue.p").reaction
    assert play.life("blue.p") == 10


@pytest.mark.rule("ACT-09")
@pytest.mark.parametrize(
    ("power", "more", "answer"),
    [
        ("turning_hand", {"focus": 3}, "Turning hand (1 focus)"),
        ("sidestep", {}, "Sidestep (2 uses left)"),
    ],
)
def test_answers_that_turn_a_hit_aside_name_their_cost(
    power: str, more: dict[str, Any], answer: str
) -> None:
    defender = {"powers": [power], **PARRY, **more}
    play = scene(DUEL, p=defender).do("attack red.a blue.p blade", 4, 4, 3)
    words = BattleSentences(play.battle.book, play.battle.world.scene.names)
    said = [words.command(one, play.battle.facts(one), "guard") for one in play.battle.legal()]
    assert said == ["Take the hit", "Buckler", answer]


@pytest.mark.rule("ACT-09")
def test_parry_is_not_offered_when_it_would_not_help_or_is_not_needed() -> None:
    assert scene(DUEL, p=PARRY).do("attack red.a blue.p blade", 4, 4, 4, 1).life("blue.p") == 9
    assert scene(DUEL, p=PARRY).do("attack red.a blue.p blade", 3, 3, 3).life("blue.p") == 10


@pytest.mark.rule("ACT-09")
def test_unit_that_takes_the_hit_keeps_its_reaction() -> None:
    play = scene(DUEL, p=PARRY).do("attack red.a blue.p blade", 4, 4, 3)
    play.do("answer blue.p no", 2)
    assert play.life("blue.p") == 8
    assert not used(play, "blue.p").reaction


@pytest.mark.rule("ACT-09")
def test_unit_has_one_parry_until_its_next_turn() -> None:
    play = scene(DUEL, a={"attacks": 2}, p=PARRY).do("attack red.a blue.p blade", 4, 4, 3)
    play.do("answer blue.p buckler").do("attack red.a blue.p blade", 4, 4, 3, 1)
    assert play.life("blue.p") == 9


@pytest.mark.rule("ACT-09")
def test_parry_is_not_offered_against_shots_or_unseen_attackers() -> None:
    play = scene("a.p", a={"weapons": ["bow"]}, p=PARRY).do("attack red.a blue.p bow", 4, 4, 3, 1)
    assert play.life("blue.p") == 9
    play = scene(DUEL, p=PARRY)
    lay(play, "red.a", "invisible")
    assert play.do("attack red.a blue.p blade", 4, 4, 3, 1, 1).life("blue.p") == 9


# Damage


@pytest.mark.rule("ACT-34")
@pytest.mark.parametrize(
    ("figure", "lost"),
    [
        ({"resist": ["slashing"]}, 2),
        ({"vulnerable": ["slashing"]}, 10),
        ({"resist": ["slashing"], "vulnerable": ["slashing"]}, 5),
        ({"resist": ["fire"], "vulnerable": ["cold"]}, 5),
    ],
)
def test_resistance_halves_rounded_down_and_vulnerability_doubles(
    figure: dict[str, Any], lost: int
) -> None:
    play = scene(DUEL, p={"life": 20, **figure}).do("attack red.a blue.p blade", 6, 6, 6, 5)
    assert play.life("blue.p") == 20 - lost


@pytest.mark.rule("ACT-34")
def test_gear_and_conditions_resist_too() -> None:
    hide = {"armour": {"mail": {"title": "Mail", "about": "x", "kind": "armour", "rating": 10,
                                "resist": ["slashing"]}}}  # fmt: skip
    play = scene(DUEL, gear=hide, p={"armour": "mail"}).do("attack red.a blue.p blade", 6, 6, 6, 5)
    assert play.life("blue.p") == 8
    play = scene(DUEL)
    lay(play, "blue.p", "ironskin")
    assert play.do("attack red.a blue.p blade", 6, 6, 6, 5).life("blue.p") == 8


@pytest.mark.rule("ACT-34")
def test_two_resistances_halve_once() -> None:
    play = scene(DUEL, p={"resist": ["slashing"]})
    lay(play, "blue.p", "ironskin")
    assert play.do("attack red.a blue.p blade", 6, 6, 6, 5).life("blue.p") == 8


@pytest.mark.rule("ACT-34")
def test_modifiers_are_halved_with_the_dice() -> None:
    play = scene(DUEL, a={"strength": 2}, p={"resist": ["slashing"]})
    assert play.do("attack red.a blue.p blade", 6, 6, 6, 5).life("blue.p") == 7


@pytest.mark.rule("ACT-34")
def test_creatures_die_at_0_and_life_does_not_go_below() -> None:
    play = scene("ap.\n..q", p={"life": 3}).do("attack red.a blue.p blade", 6, 6, 6, 6)
    assert (play.is_dead("blue.p"), play.told("damaged", "amount", "left")) == (True, (3, 0))
    assert play.told("died", "rule") == ("ACT-35",)


@pytest.mark.rule("ACT-34")
def test_negative_damage_is_0() -> None:
    play = scene(DUEL, a={"strength": -5}, p={"life": 9}).do(
        "attack red.a blue.p blade", 6, 6, 6, 1
    )
    assert play.life("blue.p") == 9
