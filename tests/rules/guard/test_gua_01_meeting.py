"""Meeting monsters: attack, talk, sneak past (GUA-01 … GUA-03)."""

from fractions import Fraction
from typing import Any

import pytest

from game.terms.level_script import Script, Trigger
from game.terms.script.conditions import When
from game.terms.script.effects import Do as Deed
from game.terms.script.effects import Reinforcement
from tests.odds_rows import rows_of
from tests.rules.guard.crawl import meet, neutral, turn
from tests.scenario import Play


@pytest.mark.rule("GUA-01")
def test_party_chooses_on_meeting() -> None:
    play = meet(".|ab|p|q")
    assert play.asked == ("meeting", "red.a")
    assert play.legal() == ["fight red.a", "talk red.a", "talk red.b", "sneak red.a"]
    assert play.last("met")["groups"] == ("blue.p", "blue.q")


@pytest.mark.rule("GUA-01")
def test_party_that_attacks_begins() -> None:
    play = neutral(meet(".|ab|p|.").do("fight red.a"))
    assert play.asked == ("pick", "red.a")
    assert play.last("round_started")["order"] == ("red.a", "red.b", "blue.p")


@pytest.mark.rule("GUA-01")
def test_level_can_allow_only_the_attack() -> None:
    play = meet(".|a|p|.", {"talk": False, "sneak": False})
    assert play.legal() == ["fight red.a"]
    assert play.refused("talk red.a").rule == "GUA-02"
    assert play.refused("sneak red.a").rule == "GUA-03"


@pytest.mark.rule("GUA-01")
def test_meeting_is_skipped_when_no_monsters_are_there_yet() -> None:
    coming = Deed(reinforcement=Reinforcement(units=("blue.p",), area="theirs"))
    script = Script(
        areas={"theirs": ((4, 0),)}, triggers=(Trigger(when=(When(round=2),), do=(coming,)),)
    )
    play = meet(".|a|.|.", {"script": script}, p={"number": 1})
    assert play.asked == ("stance", "red.a")
    neutral(neutral(play).do("end red.a"))
    assert play.legal("attack") == ["attack red.a blue.p stick"]
    assert play.events("met") == []


# Talking


@pytest.mark.rule("GUA-02")
@pytest.mark.parametrize(
    ("dice", "mood"),
    [
        ((1, 1), "attack"),
        ((2, 3), "attack"),
        ((3, 3), "hesitate"),
        ((4, 4), "hesitate"),
        ((4, 5), "pass"),
        ((5, 6), "pass"),
        ((6, 6), "help"),
    ],
)
def test_one_roll_decides_the_monsters_reaction(dice: tuple[int, int], mood: str) -> None:
    play = meet(".|a|pq|.").do("talk red.a", *dice)
    assert play.told("parleyed", "total", "mood") == (sum(dice), mood)
    assert play.rolls == [("reaction", "red.a")]


@pytest.mark.rule("GUA-02")
def test_speakers_modifier_counts() -> None:
    units: dict[str, Any] = {"a": {"speech": 2}, "b": {"speech": -2, "abilities": ["sweet"]}}
    play = meet(".|ab|p|.", {"attitude": 1}, **units)
    assert play.do("talk red.a", 3, 3).told("parleyed", "total", "mood") == (9, "pass")
    play = meet(".|ab|p|.", {"attitude": 1}, **units)
    assert play.do("talk red.b", 3, 3).told("parleyed", "total", "mood") == (6, "hesitate")


@pytest.mark.rule("GUA-02")
def test_attacking_monsters_go_first_after_the_stances() -> None:
    play = meet(".|ab|pq|.", p={"number": 1}, q={"number": 1}).do("talk red.a", 1, 2)
    assert play.asked == ("stance", "red.a")
    play.do("stand red.a defensive").do("stand red.b neutral", 6, 6)
    assert [event["target"] for event in play.events("attacked")] == ["red.a", "red.a"]
    assert play.asked == ("pick", "red.a")
    assert play.last("round_started")["order"] == ("blue.p", "blue.q", "red.a", "red.b")


@pytest.mark.rule("GUA-02")
def test_characters_are_first_again_in_the_second_round() -> None:
    play = neutral(
        meet(".|a|p|.", p={"number": 1}).do("talk red.a", 1, 2).do("stand red.a neutral", 6)
    )
    play.do("end red.a")
    assert play.last("round_started")["order"] == ("red.a", "blue.p")
    assert play.asked == ("stance", "red.a")


@pytest.mark.rule("GUA-02")
def test_hesitating_monsters_can_be_fought_or_left() -> None:
    play = meet(".|a|p|.").do("talk red.a", 3, 4)
    assert play.asked == ("hesitation", "red.a")
    assert play.legal() == ["fight red.a", "leave red.a"]
    assert neutral(play.do("fight red.a")).asked == ("turn", "red.a")


@pytest.mark.rule("GUA-02")
@pytest.mark.parametrize(
    ("dice", "then", "settings", "winner"),
    [
        ((3, 4), "leave red.a", {}, None),
        ((3, 4), "leave red.a", {"leaving": "won"}, "red"),
        ((3, 4), "leave red.a", {"leaving": "lost"}, "blue"),
        ((5, 5), "", {}, "red"),
        ((5, 5), "", {"passing": "drawn"}, None),
        ((6, 6), "", {}, "red"),
    ],
)
def test_passing_wins_and_leaving_does_not(
    dice: tuple[int, ...], then: str, settings: dict[str, Any], winner: str | None
) -> None:
    play = meet(".|a|p|.", settings).do("talk red.a", *dice)
    if then:
        play.do(then)
    assert play.over is not None
    assert play.over.winner == winner
    assert play.over.reason == ("aborted" if then else "objective")


@pytest.mark.rule("GUA-02")
def test_level_sets_how_monsters_help() -> None:
    play = meet(".|a|pq|.", {"aside": ["blue.q"], "help": "Q goes home."}).do("talk red.a", 6, 6)
    assert play.last("message")["message"] == "Q goes home."
    assert play.last("stood_aside")["unit"] == "blue.q"
    assert play.at("blue.q") is None
    assert neutral(play).legal("attack") == ["attack red.a blue.p stick"]
    assert play.over is None


@pytest.mark.rule("GUA-02")
def test_party_passes_when_all_monsters_stand_aside() -> None:
    play = meet(".|a|p|.", {"aside": ["blue.p"]}).do("talk red.a", 6, 6)
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == ("red", "objective")


@pytest.mark.rule("GUA-02")
def test_level_sets_the_bounds_and_the_dice() -> None:
    numbers = {"reaction": "1d6", "attacks_to": 1, "hesitates_to": 2, "passes_to": 3}
    assert meet(".|a|p|.", numbers).do("talk red.a", 3).told("parleyed", "mood") == ("pass",)
    assert meet(".|a|p|.", numbers).do("talk red.a", 4).told("parleyed", "mood") == ("help",)


def chances(play: Play, text: str) -> dict[str | None, Fraction]:
    """Return the probabilities of the asks that follow a command, or of each winner."""
    command = next(c for c in play.battle.legal() if play.text(c) == text)
    odds = play.battle.odds(command)
    found: dict[str | None, Fraction] = {}
    for chance in odds.outcomes:
        key = chance.then or "over"
        found[key] = found.get(key, Fraction(0)) + Fraction(chance.weight, odds.of)
    return found


@pytest.mark.rule("GUA-02")
def test_odds_of_talking_show_a_fight_begun_by_the_monsters() -> None:
    play = meet(".|ab|p|.")
    odds = play.battle.odds(next(c for c in play.battle.legal() if play.text(c) == "talk red.a"))
    first = [c for c in odds.outcomes if {"monsters_first": True} in rows_of(c)]
    assert [(c.weight, c.then) for c in first] == [(10, "stance")]
    plain = play.battle.odds(next(c for c in play.battle.legal() if play.text(c) == "fight red.a"))
    assert [rows_of(c) for c in plain.outcomes] == [()]


@pytest.mark.rule("GUA-02")
def test_odds_of_talking_are_exact() -> None:
    found = chances(meet(".|a|p|."), "talk red.a")
    assert found == {
        "stance": Fraction(10, 36),
        "hesitation": Fraction(16, 36),
        "over": Fraction(10, 36),
    }


# Sneaking


@pytest.mark.rule("GUA-03")
def test_each_member_rolls_its_quick_die_in_party_order() -> None:
    play = meet("b|a|p|.", a={"quick": "d4"}, b={"quick": "d8"}, p={"notice": 2})
    play.do("sneak red.a", 3, 8)
    assert play.rolls == [("sneak", "red.a"), ("sneak", "red.b")]
    assert play.over is not None
    assert (play.over.winner, play.over.reason) == ("red", "objective")


@pytest.mark.rule("GUA-03")
def test_roll_that_does_not_beat_the_notice_value_is_noticed() -> None:
    play = meet("b|a|pq|.", p={"notice": 2}, q={"notice": 3}).do("sneak red.a", 3, 5)
    assert play.over is None
    assert play.last("sneak_noticed")["groups"] == ("blue.q",)


@pytest.mark.rule("GUA-03")
def test_groups_that_noticed_act_first_and_the_others_skip_the_first_round() -> None:
    play = meet(".|a|pq|.", p={"notice": 1, "number": 1}, q={"notice": 4, "number": 1})
    play.do("sneak red.a", 3)
    assert play.asked == ("stance", "red.a")
    assert play.last("round_started")["order"] == ("blue.q", "red.a")


@pytest.mark.rule("GUA-03")
def test_sleeping_groups_first_act_in_the_second_round() -> None:
    play = meet(".|a|pq|.", p={"notice": 1, "number": 1}, q={"notice": 4, "number": 1})
    play.do("sneak red.a", 3).do("stand red.a neutral", 5)
    assert [event["unit"] for event in play.events("attacked")] == ["blue.q"]
    turn(play, "end red.a").do("stand red.a neutral")
    assert len(play.events("attacked")) == 1
    turn(play, "end red.a", 5, 5)
    assert [event["unit"] for event in play.events("attacked")] == ["blue.q", "blue.p", "blue.q"]


@pytest.mark.rule("GUA-03")
def test_stealth_modifiers_count() -> None:
    play = meet(".|a|p|.", a={"abilities": ["quiet"]}, p={"notice": 3}).do("sneak red.a", 3)
    assert play.over is not None
    assert play.events("rolled")[-1]["modifiers"] == (
        {"text": "quiet", "value": 1, "rule": "GUA-12"},
    )


@pytest.mark.rule("GUA-03")
def test_odds_of_sneaking_are_exact() -> None:
    found = chances(meet("b|a|p|.", p={"notice": 2}), "sneak red.a")
    assert found == {"over": Fraction(16, 36), "stance": Fraction(20, 36)}
