"""Rounds: the order of turns, the one action of a turn, and stances (GUA-04, GUA-05, GUA-17)."""

from typing import Any

import pytest

from tests.rules.guard.crawl import fight, meet, neutral, stance_of, turn, wait

# GUA-04


@pytest.mark.rule("GUA-04")
def test_characters_act_in_any_order_and_then_the_monsters() -> None:
    play = fight("c|ab|p|.", p={"number": 2})
    assert play.legal() == ["pick red.a", "pick red.b", "pick red.c"]
    wait(play, "red.b")
    assert play.legal() == ["pick red.a", "pick red.c"]
    assert play.refused("pick red.b").rule == "GUA-04"
    wait(play, "red.c")
    assert play.asked == ("turn", "red.a")
    assert play.events("attacked") == []
    play.do("end red.a", 5, 5)
    assert [event["unit"] for event in play.events("attacked")] == ["blue.p", "blue.p"]
    assert play.last("round_started")["round"] == 2


@pytest.mark.rule("GUA-04")
def test_no_character_acts_twice_in_a_round() -> None:
    play = fight(".|ab|p|.", p={"number": 1})
    wait(play, "red.b").do("end red.a", 5)
    assert play.last("round_started")["round"] == 2
    assert [event["unit"] for event in play.events("turn_started")] == ["red.b", "red.a", "blue.p"]


@pytest.mark.rule("GUA-04")
def test_queue_shows_the_party_together() -> None:
    play = fight(".|ab|p|.")
    shown = [(slot.units, slot.round) for slot in play.battle.queue()]
    assert shown[:2] == [(("red.a", "red.b"), 1), (("blue.p",), 1)]
    assert (("blue.p",), 2) in shown


# GUA-05


@pytest.mark.rule("GUA-05")
def test_turn_has_one_action() -> None:
    play = fight(
        ".|ab|p|.",
        {"rear_more": 1},
        a={"items": ["oil"], "spells": ["song"], "focus": 2, "abilities": ["shade"]},
    )
    play.do("pick red.a")
    assert play.legal() == [
        "attack red.a blue.p stick",
        "cast red.a song",
        "invoke red.a shade",
        "use red.a oil",
        "shift red.a",
        "end red.a",
    ]


@pytest.mark.rule("GUA-05")
@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("attack red.a blue.p stick", (2,)),
        ("cast red.a song", ()),
        ("invoke red.a shade", ()),
        ("use red.a oil", ()),
        ("shift red.a", ()),
        ("end red.a", ()),
    ],
)
def test_any_action_ends_the_turn(text: str, dice: tuple[int, ...]) -> None:
    play = fight(
        ".|ab|p|.",
        {"rear_more": 1},
        a={"items": ["oil"], "spells": ["song"], "focus": 2, "abilities": ["shade"]},
    )
    turn(play, text, *dice)
    assert play.last("turn_ended")["unit"] == "red.a"
    assert play.asked == ("turn", "red.b")


@pytest.mark.rule("GUA-05")
def test_character_can_use_only_its_own_weapons() -> None:
    play = fight(".|a|p|.", a={"weapons": ["axe"]})
    assert play.refused("attack red.a blue.p stick").rule == "GUA-05"
    assert play.legal("attack") == ["attack red.a blue.p axe"]


# GUA-17


@pytest.mark.rule("GUA-17")
def test_each_character_in_front_takes_a_stance_at_the_start_of_the_round() -> None:
    play = meet("c|ab|p|.", p={"number": 1}).do("fight red.a")
    assert play.asked == ("stance", "red.a")
    assert play.legal() == [
        "stand red.a aggressive",
        "stand red.a neutral",
        "stand red.a defensive",
    ]
    play.do("stand red.a aggressive")
    assert play.asked == ("stance", "red.b")
    play.do("stand red.b defensive")
    assert play.asked == ("pick", "red.a")
    assert play.refused("end red.c") is not None


@pytest.mark.rule("GUA-17")
@pytest.mark.parametrize(("stance", "hits"), [("aggressive", True), ("neutral", False)])
def test_aggressive_stance_adds_to_the_attack(stance: str, hits: bool) -> None:
    play = meet(".|a|p|.").do("fight red.a").do(f"stand red.a {stance}")
    play.do("attack red.a blue.p stick", 3, *((5,) * (3 if hits else 4)))
    assert play.life("blue.p") == (3 if hits else 4)


@pytest.mark.rule("GUA-17")
def test_defensive_stance_subtracts_from_the_attack() -> None:
    play = meet(".|a|p|.").do("fight red.a").do("stand red.a defensive")
    play.do("attack red.a blue.p stick", 4, 5, 5, 5, 5)
    assert play.life("blue.p") == 4
    assert play.events("missed")[0]["total"] == 3


@pytest.mark.rule("GUA-17")
@pytest.mark.parametrize(
    ("stance", "rolled", "hurt"),
    [
        ("aggressive", 4, 1),
        ("aggressive", 5, 0),
        ("neutral", 3, 1),
        ("neutral", 4, 0),
        ("defensive", 2, 1),
        ("defensive", 3, 0),
    ],
)
def test_stances_change_the_defence_roll(stance: str, rolled: int, hurt: int) -> None:
    play = meet(".|a|p|.", p={"number": 1}).do("fight red.a").do(f"stand red.a {stance}")
    play.do("end red.a", rolled)
    assert play.life("red.a") == 10 - hurt


@pytest.mark.rule("GUA-17")
def test_stance_counts_for_spells_and_bows_too() -> None:
    units: dict[str, Any] = {"a": {"spells": ["spark"], "focus": 1}}
    play = meet(".|a|p|.", **units).do("fight red.a").do("stand red.a defensive")
    play.do("cast red.a spark blue.p", 3, 5, 5, 5, 5)
    assert play.events("missed")[0]["total"] == 3
    assert {"text": "defensive", "value": -1, "rule": "GUA-17"} in play.events("rolled")[0][
        "modifiers"
    ]


@pytest.mark.rule("GUA-17")
def test_stance_lasts_until_the_round_ends() -> None:
    play = meet(".|a|p|.", p={"number": 1}).do("fight red.a").do("stand red.a aggressive")
    assert stance_of(play, "red.a") == "aggressive"
    play.do("end red.a", 6)
    assert stance_of(play, "red.a") is None
    assert play.asked == ("stance", "red.a")


@pytest.mark.rule("GUA-17")
def test_character_that_changes_rank_is_neutral() -> None:
    play = meet(".|abc|p|.", {"count": "groups"}, p={"number": 1, "fights": "ranged"})
    play.do("fight red.a").do("stand red.a aggressive")
    neutral(play)
    turn(play, "shift red.a")
    assert stance_of(play, "red.a") is None


@pytest.mark.rule("GUA-17")
def test_character_without_a_place_in_the_rear_takes_no_stance() -> None:
    play = meet("bc|a|p|.").do("fight red.a")
    assert play.asked == ("stance", "red.a")
    assert play.do("stand red.a neutral").asked == ("pick", "red.a")


@pytest.mark.rule("GUA-17")
def test_level_sets_the_value_of_stances() -> None:
    play = meet(".|a|p|.", {"stance_attack": 3}).do("fight red.a").do("stand red.a aggressive")
    play.do("attack red.a blue.p stick", 6, 5)
    assert play.life("blue.p") == 1


@pytest.mark.rule("GUA-17")
def test_three_stances_can_be_taken() -> None:
    play = meet(".|a|p|.").do("fight red.a")
    assert play.refused("stand red.a crouching").rule == "GUA-17"
