"""ETI-11: items used in a fight and outside one, and traps."""

import pytest

from tests.rules.etiquette.ballroom import fight, scene, silence


@pytest.mark.rule("ETI-11")
def test_item_can_be_used_on_the_foe_instead_of_attacking() -> None:
    play = fight(a={"hand": ["dart"]})
    assert play.legal("use") == ["use red.a dart blue.b"]
    play.do("use red.a dart blue.b", 2)
    assert (play.life("blue.b"), play.hand("red.a")) == (6, ())
    assert play.told("item_used", "rule", "target") == ("ETI-11", "blue.b")
    assert play.asked == ("combat", "blue.b")


@pytest.mark.rule("ETI-11")
@pytest.mark.parametrize("item", ["salve", "pins", "wax", "cloak"])
def test_only_items_for_foes_can_be_used_in_a_fight(item: str) -> None:
    play = fight(a={"hand": [item]})
    refusal = play.refused(f"use red.a {item} blue.b")
    assert (refusal.code, refusal.rule) == ("wrong-use", "ETI-11")


@pytest.mark.rule("ETI-11")
def test_trap_cannot_be_set_in_a_fight() -> None:
    assert fight(a={"hand": ["pins"]}).refused("lay red.a pins").code == "wrong-command"


@pytest.mark.rule("ETI-11")
def test_nothing_in_a_fight_costs_movement() -> None:
    play = fight(a={"hand": ["dart"]})
    assert play.left("red.a") == 3
    play.do("use red.a dart blue.b", 1).do("disengage blue.b", 1, 1)
    play.do("attack red.a blue.b").do("one blue.b", 1, 1, 6)
    assert play.left("red.a") == 3


@pytest.mark.rule("ETI-11")
def test_one_item_per_turn_can_be_used_outside_a_fight() -> None:
    play = scene("a..b", a={"hand": ["salve", "waltz", "pins"]}).wound("red.a", 5)
    play.do("use red.a salve", 1)
    refusal = play.refused("use red.a waltz")
    assert (refusal.code, refusal.rule) == ("item-used", "ETI-11")
    assert play.refused("lay red.a pins").code == "item-used"
    play.do("end red.a").do("end blue.b").do("use red.a waltz", 5)
    assert play.left("red.a") == 9


@pytest.mark.rule("ETI-11")
def test_item_for_a_foe_cannot_be_used_outside_a_fight() -> None:
    play = scene("a..b", a={"hand": ["dart"]})
    assert play.legal("use") == []
    assert play.refused("use red.a dart blue.b").code == "wrong-use"


@pytest.mark.rule("ETI-11")
def test_trap_springs_on_the_next_foe_before_the_encounter() -> None:
    play = scene("a.b", a={"hand": ["pins"]}).do("lay red.a pins").do("end red.a")
    play.do("move blue.b 1,0 0,0", 2)
    told = [e["event"] for e in play.events()]
    assert told.index("trap_sprung") < told.index("encounter_opened")
    assert play.told("trap_sprung", "rule", "unit", "owner") == ("ETI-11", "blue.b", "red.a")
    assert play.life("blue.b") == 6


@pytest.mark.rule("ETI-11")
def test_trap_springs_once() -> None:
    play = scene("a.b", a={"hand": ["pins"]}).do("lay red.a pins").do("move red.a 1,0")
    play.do("move red.a 0,0").do("end red.a").do("move blue.b 1,0 0,0", 1)
    silence(play).do("decline blue.b").do("decline red.a").do("move blue.b 1,0").do("end blue.b")
    play.do("end red.a").do("move blue.b 0,0")
    assert len(play.events("trap_sprung")) == 1


@pytest.mark.rule("ETI-11")
def test_trap_does_not_spring_on_its_owners_robots() -> None:
    play = scene("ap.b", a={"hand": ["pins"]}).do("lay red.a pins").do("move red.a 1,0 2,0")
    play.do("end red.a").do("move red.p 0,0")
    assert play.events("trap_sprung") == []
    assert play.life("red.p") == 3


@pytest.mark.rule("ETI-11")
def test_trap_springs_on_robots_of_others() -> None:
    play = scene("a.rb", a={"hand": ["pins"]}).do("lay red.a pins").do("move red.a 1,0")
    play.do("end red.a").do("end blue.b").do("move blue.r 1,0")
    silence(play).do("decline blue.r").do("decline red.a").do("move blue.r 0,0", 1)
    assert play.told("trap_sprung", "unit") == ("blue.r",)


@pytest.mark.rule("ETI-11")
def test_tile_holds_one_trap() -> None:
    play = scene("a..b", a={"hand": ["pins", "pit"]}).do("lay red.a pins")
    play.do("end red.a").do("end blue.b")
    refusal = play.refused("lay red.a pit")
    assert (refusal.code, refusal.rule) == ("trap-there", "ETI-11")


@pytest.mark.rule("ETI-11")
def test_only_the_owner_hears_of_a_trap() -> None:
    play = scene("a..b", a={"hand": ["pins"]}).do("lay red.a pins")
    assert len(play.events("trap_laid", "red")) == 1
    assert play.events("trap_laid", "blue") == []
