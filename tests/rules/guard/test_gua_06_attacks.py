"""Attacks of characters: rolls, hits, kills and reach (GUA-06 … GUA-09)."""

from fractions import Fraction
from typing import Any

import pytest

from game.rules.guard.lints import groups_can_be_hit
from tests.odds_rows import rows_of
from tests.rules.guard.crawl import fight, level, neutral, turn
from tests.scenario import Play

DODGED = (6, 6, 6, 6)

# GUA-06


@pytest.mark.rule("GUA-06")
@pytest.mark.parametrize(("rolled", "dead"), [(2, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_attack_must_beat_the_defence_and_hits_for_each_multiple(rolled: int, dead: int) -> None:
    play = fight(".|a|p|.", p={"number": 4})
    play.do("attack red.a blue.p stick", rolled, *DODGED[dead:])
    assert play.life("blue.p") == 4 - dead
    assert play.told("missed" if not dead else "hit", "total", "needed")[0] is not None


@pytest.mark.rule("GUA-06")
def test_vigor_die_is_rolled_and_modifiers_are_part_of_the_roll() -> None:
    units: dict[str, Any] = {"a": {"vigor": "d8", "weapons": ["axe"]}, "p": {"number": 5}}
    play = fight(".|a|p|.", **units)
    play.do("attack red.a blue.p axe", 7, 6, 6)
    assert play.told("hit", "total", "needed") == (9, 3)
    assert play.life("blue.p") == 2
    assert play.events("rolled")[0]["roll"] == "1d8"
    assert play.events("rolled")[0]["modifiers"] == ({"text": "axe", "value": 2, "rule": "GUA-06"},)


@pytest.mark.rule("GUA-06")
def test_conditions_and_passive_abilities_count() -> None:
    play = fight(".|a|p|.", a={"abilities": ["strong"], "items": ["oil"]}, p={"number": 1})
    neutral(play.do("use red.a oil", 6))
    play.do("attack red.a blue.p stick", 2)
    assert play.told("hit", "total") == (4,)


@pytest.mark.rule("GUA-06")
def test_defence_is_at_least_1() -> None:
    play = fight(".|ab|p|.", a={"items": ["net"]}, p={"defence": 1, "number": 2})
    turn(play, "use red.a net blue.p")
    turn(play, "attack red.b blue.p stick", 1, 6)
    assert [e["needed"] for e in play.events("missed") if e["unit"] == "red.b"] == [1]


@pytest.mark.rule("GUA-06")
def test_weakened_defence_is_hit_more_often() -> None:
    play = fight(".|ab|p|.", a={"items": ["net"]}, p={"number": 6})
    turn(play, "use red.a net blue.p")
    turn(play, "attack red.b blue.p stick", 6, 6, 6)
    assert play.told("hit", "total", "needed") == (6, 2)
    assert play.life("blue.p") == 3


@pytest.mark.rule("GUA-06")
def test_check_reports_a_group_that_cannot_be_hit() -> None:
    plain = level(".|a|p|.", p={"defence": 6})
    assert list(groups_can_be_hit(plain)) == []
    hard = level(".|a|pq|.", p={"defence": 7}, q={"defence": 8})
    found = list(groups_can_be_hit(hard))
    assert [flaw.at for flaw in found] == [
        ("unit", "blue.p", "defence"),
        ("unit", "blue.q", "defence"),
    ]
    assert list(groups_can_be_hit(level(".|a|p|.", a={"weapons": ["axe"]}, p={"defence": 8}))) == []
    assert list(groups_can_be_hit(level(".|a|p|.", a={"spells": ["doom"]}, p={"defence": 9}))) == []


def outcomes(play: Play, text: str) -> dict[tuple[int, bool], Fraction]:
    """Return the probabilities of each number of kills in blue.p, and whether none is left."""
    command = next(c for c in play.battle.legal() if play.text(c) == text)
    odds = play.battle.odds(command)
    found: dict[tuple[int, bool], Fraction] = {}
    for chance in odds.outcomes:
        change = next((c for c in rows_of(chance) if c.get("unit") == "blue.p"), {})
        key = int(change.get("damage", 0)), bool(change.get("dies"))
        found[key] = found.get(key, Fraction(0)) + Fraction(chance.weight, odds.of)
    return found


@pytest.mark.rule("GUA-06")
def test_odds_of_hits_and_of_killing_a_whole_group_are_exact() -> None:
    found = outcomes(fight("b|a|p|.", p={"number": 4}), "pick red.a")
    assert found == {(0, False): Fraction(1)}
    play = fight("b|a|p|.", p={"number": 4}).do("pick red.a")
    assert outcomes(play, "attack red.a blue.p stick") == {
        (0, False): Fraction(1, 2),
        (1, False): Fraction(1, 3),
        (2, False): Fraction(1, 6),
    }
    play = fight("b|a|pq|.", p={"number": 1}).do("pick red.a")
    assert outcomes(play, "attack red.a blue.p stick") == {
        (0, False): Fraction(1, 2),
        (1, True): Fraction(1, 2),
    }


# GUA-07


@pytest.mark.rule("GUA-07")
def test_each_hit_kills_one() -> None:
    play = fight(".|a|p|.", a={"vigor": "d12"}, p={"number": 5})
    play.do("attack red.a blue.p stick", 9, 6, 6)
    assert play.told("damaged", "unit", "amount", "left", "cause") == ("blue.p", 3, 2, "stick")
    assert play.last("damaged")["rule"] == "GUA-07"


@pytest.mark.rule("GUA-07")
def test_hits_never_kill_more_than_are_left() -> None:
    play = fight("b|a|pq|.", {"rear_more": 1}, a={"vigor": "d12"}, p={"number": 2})
    turn(play, "attack red.a blue.p stick", 12)
    assert play.events("damaged")[0]["amount"] == 2
    assert play.is_dead("blue.p")
    assert play.life("blue.q") == 4
    assert play.battle.book.card(play.battle.world, play.unit("red.a")).stats["kills"] == 2


@pytest.mark.rule("GUA-07")
def test_extra_hits_carry_over_only_with_an_ability() -> None:
    units: dict[str, Any] = {"a": {"vigor": "d12", "abilities": ["sweep"]}, "p": {"number": 1}}
    play = fight("b|a|pq|.", {"rear_more": 1}, **units)
    turn(play, "attack red.a blue.p stick", 12)
    assert play.is_dead("blue.p")
    assert play.life("blue.q") == 1


# GUA-08


@pytest.mark.rule("GUA-08")
def test_melee_reaches_from_front_to_front() -> None:
    play = fight("c|ab|p|q", q={"fights": "ranged"}, p={"number": 2}).do("pick red.a")
    assert play.legal("attack") == ["attack red.a blue.p stick"]
    refusal = play.refused("attack red.a blue.q stick")
    assert (refusal.code, refusal.rule) == ("rear-covered", "GUA-08")
    play.do("end red.a").do("pick red.c")
    refusal = play.refused("attack red.c blue.p stick")
    assert (refusal.code, refusal.rule) == ("not-in-front", "GUA-08")


@pytest.mark.rule("GUA-08")
def test_melee_reaches_the_rear_behind_an_outnumbered_front() -> None:
    play = fight(".|ab|p|q", p={"number": 1}, q={"fights": "ranged"}).do("pick red.a")
    assert "attack red.a blue.q stick" in play.legal("attack")
    play = fight(".|ab|p|q", p={"number": 2}, q={"fights": "ranged"}).do("pick red.a")
    assert "attack red.a blue.q stick" not in play.legal("attack")


@pytest.mark.rule("GUA-08")
def test_ability_can_change_the_reach_of_melee() -> None:
    play = fight("c|ab|p|q", a={"abilities": ["over"]}, c={"abilities": ["long"]})
    assert play.do("pick red.c").legal("attack") == [
        "attack red.c blue.p stick",
        "attack red.c blue.p bow",
        "attack red.c blue.q bow",
    ]
    assert play.do("end red.c").do("pick red.a").legal("attack") == [
        "attack red.a blue.p stick",
        "attack red.a blue.q stick",
    ]


@pytest.mark.rule("GUA-08")
def test_character_without_a_melee_weapon_uses_bare_hands() -> None:
    play = fight(".|a|p|.", a={"weapons": ["bow"], "vigor": "d8"})
    assert play.legal("attack") == ["attack red.a blue.p bare_hands"]
    play.do("attack red.a blue.p bare_hands", 8, 6, 6)
    assert play.events("rolled")[0]["roll"] == "1d8"
    assert play.told("hit", "total") == (8,)
    assert fight(".|a|p|.").legal("attack") == ["attack red.a blue.p stick"]


# GUA-09


@pytest.mark.rule("GUA-09")
def test_shots_go_from_the_rear_to_any_rank() -> None:
    play = fight("c|ab|p|q", c={"quick": "d10"}, q={"fights": "ranged"}).do("pick red.c")
    assert play.legal("attack") == ["attack red.c blue.p bow", "attack red.c blue.q bow"]
    play.do("attack red.c blue.q bow", 7)
    assert play.events("rolled")[0]["roll"] == "1d10"
    assert play.told("hit", "total", "rule") == (7, "GUA-09")
    assert play.life("blue.q") == 2


@pytest.mark.rule("GUA-09")
def test_character_in_front_cannot_shoot() -> None:
    play = fight(".|a|p|.")
    refusal = play.refused("attack red.a blue.p bow")
    assert (refusal.code, refusal.rule) == ("not-in-rear", "GUA-09")


@pytest.mark.rule("GUA-09")
def test_ability_can_allow_shots_from_the_front() -> None:
    play = fight(".|a|p|q", a={"abilities": ["quick_shot"]}, p={"number": 4})
    assert play.legal("attack") == ["attack red.a blue.p stick", "attack red.a blue.p bow"]


@pytest.mark.rule("GUA-09")
def test_group_behind_shields_cannot_be_shot() -> None:
    units: dict[str, Any] = {
        "q": {"abilities": ["shields"], "fights": "ranged"},
        "p": {"number": 4},
    }
    play = fight("c|ab|p|q", **units).do("pick red.c")
    assert play.legal("attack") == ["attack red.c blue.p bow"]
    units["p"] = {"number": 1}
    play = fight("c|ab|p|q", **units).do("pick red.c")
    assert play.legal("attack") == ["attack red.c blue.p bow", "attack red.c blue.q bow"]


@pytest.mark.rule("GUA-09")
def test_weapon_adds_its_bonus_to_a_shot() -> None:
    play = fight("c|ab|p|.", c={"weapons": ["longbow"]}).do("pick red.c")
    play.do("attack red.c blue.p longbow", 5)
    assert play.told("hit", "total") == (6,)
    assert play.life("blue.p") == 2
