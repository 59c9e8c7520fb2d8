"""ACT-01, ACT-02, ACT-37: lying in wait, surprise, and everything before the first turn."""

from typing import Any

import pytest

from game.components.hiding import Hidden
from game.components.unit import Position
from game.engine.battle import Battle
from game.rules.action.book import BOOK
from game.rules.action.records import Stealth
from game.terms.level_script import Deploy, Script, Trigger
from game.terms.script.conditions import When
from game.terms.script.effects import Do, Reinforcement
from tests.rules.action.scene import initiative, level, scene
from tests.scenario import Play

ROOM = "a..b..p..q"
LURKS: dict[str, Any] = {"hides": True}


def hidden_from(play: Play, id: str) -> tuple[str, ...]:
    """Return the sides that don't see the unit."""
    hidden = play.battle.world.find(play.unit(id), Hidden)
    return hidden.sides if hidden else ()


def unnoticed_by(play: Play, id: str) -> tuple[str, ...]:
    """Return the foes that haven't noticed the unit."""
    stealth = play.battle.world.find(play.unit(id), Stealth)
    return tuple(play.battle.id_of(foe) for foe in stealth.foes) if stealth else ()


def surprised(play: Play) -> list[str]:
    return [event["unit"] for event in play.events("surprised")]


@pytest.mark.rule("ACT-01")
@pytest.mark.parametrize(("rolled", "caught"), [((3, 3, 4), ["red.a"]), ((3, 3, 3), [])])
def test_check_equal_to_the_passive_value_goes_unnoticed(
    rolled: tuple[int, ...], caught: list[str]
) -> None:
    play = scene("a..p", hiding=rolled, p=LURKS)
    assert surprised(play) == caught
    assert hidden_from(play, "blue.p") == (("red",) if caught else ())


@pytest.mark.rule("ACT-01")
def test_stealth_is_compared_with_mind_and_awareness() -> None:
    sneak = LURKS | {"agility": 1, "skills": {"stealth": 2}}
    watch = {"mind": 2, "skills": {"awareness": 3}}
    assert surprised(scene("a..p", hiding=(4, 4, 4), p=sneak, a=watch)) == ["red.a"]
    assert surprised(scene("a..p", hiding=(4, 4, 3), p=sneak, a=watch)) == []


@pytest.mark.rule("ACT-01")
def test_each_unit_is_surprised_separately() -> None:
    play = scene("ab.p", hiding=(4, 4, 4), p=LURKS, b={"mind": 3})
    assert surprised(play) == ["red.a"]
    assert unnoticed_by(play, "blue.p") == ("red.a",)
    assert hidden_from(play, "blue.p") == ()
    assert play.told("noticed", "unit", "by", "rule") == ("blue.p", ("red.b",), "ACT-01")


@pytest.mark.rule("ACT-01")
def test_identical_creatures_check_once() -> None:
    play = scene("a..pq", hiding=(4, 4, 4), p=LURKS | {"kind": "rat"}, q=LURKS | {"kind": "rat"})
    assert [roll for roll in play.rolls if roll[0] == "hide"] == [("hide", "blue.p")]
    assert hidden_from(play, "blue.p") == hidden_from(play, "blue.q") == ("red",)


@pytest.mark.rule("ACT-01")
def test_players_check_separately() -> None:
    play = scene(
        "ab.p", hiding=(4, 4, 4, 1, 1, 1), a=LURKS | {"kind": "cook"}, b=LURKS | {"kind": "cook"}
    )
    assert play.rolls[:2] == [("hide", "red.a"), ("hide", "red.b")]
    assert (hidden_from(play, "red.a"), hidden_from(play, "red.b")) == (("blue",), ())


@pytest.mark.rule("ACT-01")
def test_unit_that_notices_one_hider_is_not_surprised_and_the_other_stays_hidden() -> None:
    play = scene("a..pq", hiding=(1, 1, 1, 4, 4, 4), p=LURKS, q=LURKS)
    assert surprised(play) == []
    assert (unnoticed_by(play, "blue.p"), unnoticed_by(play, "blue.q")) == ((), ("red.a",))


@pytest.mark.rule("ACT-01")
def test_unit_that_sees_a_foe_that_does_not_hide_is_not_surprised() -> None:
    play = scene("a..pq", hiding=(6, 6, 6), p=LURKS)
    assert surprised(play) == []
    assert hidden_from(play, "blue.p") == ("red",)


@pytest.mark.rule("ACT-01")
def test_foes_see_neither_the_dice_nor_the_tile() -> None:
    play = scene("a..p", hiding=(4, 4, 4), p=LURKS)
    assert "hide" in [event["why"] for event in play.events("rolled", "blue")]
    assert "hide" not in [event["why"] for event in play.events("rolled", "red")]
    assert play.events("hid", "red") == []
    view = play.battle.view("red").world
    assert view.ids(Position) == (play.unit("red.a"),)
    assert view.ids(Stealth) == ()


@pytest.mark.rule("ACT-01")
def test_arriving_unit_hides_on_arrival() -> None:
    come = Trigger(
        when=(When(round=2),), do=(Do(reinforcement=Reinforcement(units=("blue.q",), area="door")),)
    )
    script = Script(areas={"door": ((3, 0),)}, triggers=(come,))
    play = scene("a.p.", "ap", {"script": script}, q=LURKS | {"off": True})
    assert play.rolls[0] == ("initiative", "red.a")
    play.do("end red.a").do("end blue.p", 4, 4, 4, 1, 1, 1)
    assert play.rolls[-2:] == [("hide", "blue.q"), ("initiative", "blue.q")]
    assert hidden_from(play, "blue.q") == ("red",)
    assert play.events("arrived", "red") == []
    assert play.events("arrived", "blue")[0]["at"] == (3, 0)


@pytest.mark.rule("ACT-02")
def test_surprised_unit_has_an_empty_first_turn() -> None:
    play = scene("a..p", "ap", hiding=(4, 4, 4), p=LURKS)
    assert play.asked == ("turn", "blue.p")
    assert [e["unit"] for e in play.events("turn_ended")] == ["red.a"]
    assert play.do("end blue.p").asked == ("turn", "red.a")
    assert play.left("red.a") == 6


@pytest.mark.rule("ACT-02")
def test_surprised_unit_does_not_react_before_its_first_turn() -> None:
    play = scene(".ap...", "pa", hiding=(4, 4, 4), p=LURKS)
    play.do("attack blue.p red.a blade", 1, 1, 1, 1).do("move blue.p 3,0 4,0")
    assert play.asked == ("turn", "blue.p")
    assert play.at("blue.p") == (4, 0)


@pytest.mark.rule("ACT-02")
def test_surprised_unit_reacts_after_its_first_turn() -> None:
    play = scene(".ap...", "ap", hiding=(4, 4, 4), p=LURKS)
    play.do("attack blue.p red.a blade", 1, 1, 1, 1).do("move blue.p 3,0 4,0")
    assert play.asked == ("react", "red.a")


@pytest.mark.rule("ACT-02")
def test_no_unit_is_surprised_when_none_hides() -> None:
    play = scene("a..p", "ap")
    assert surprised(play) == []
    assert {why for why, _ in play.rolls} == {"initiative"}
    assert play.asked == ("turn", "red.a")


@pytest.mark.rule("ACT-37")
def test_surprise_comes_before_placement_initiative_and_turns() -> None:
    script = Script(
        areas={"here": ((0, 0), (1, 0))},
        deploy=(Deploy(side="red", area="here", units=("red.a",)),),
    )
    made = level("....p", {"script": script}, p=LURKS, a={"off": True})
    play = Play(Battle.start(BOOK, made), (4, 4, 4))
    assert play.asked == ("deploy", "red.a")
    assert play.rolls == [("hide", "blue.p")]
    view = play.battle.view("red").world
    assert view.ids(Position) == (play.unit("red.a"),)
    play.do("place red.a 1,0").do("done", *initiative("ap", "ap"))
    assert play.at("red.a") == (1, 0)
    assert play.asked == ("turn", "blue.p")
    assert surprised(play) == ["red.a"]


@pytest.mark.rule("ACT-37")
def test_sides_of_a_duel_place_in_turn_unseen_by_each_other() -> None:
    script = Script(
        areas={"left": ((0, 0), (1, 0)), "right": ((3, 0), (4, 0))},
        deploy=(
            Deploy(side="blue", area="right", units=("blue.p",)),
            Deploy(side="red", area="left", units=("red.a",)),
        ),
    )
    off = {"off": True}
    play = Play(Battle.start(BOOK, level(".....", {"script": script}, p=off, a=off)))
    assert play.asked == ("deploy", "blue.p")
    play.do("place blue.p 4,0").do("done")
    assert play.asked == ("deploy", "red.a")
    view = play.battle.view("red").world
    assert view.ids(Position) == (play.unit("red.a"),)
    play.do("done", *initiative("ap", "ap"))
    assert play.asked == ("turn", "red.a")


def own_card(play: Play) -> dict[str, Any]:
    """Return the stats of blue's p as its own side sees them."""
    return {**BOOK.card(play.battle.view("blue").world, play.unit("blue.p")).stats}


@pytest.mark.rule("ACT-37")
def test_unit_that_lies_in_wait_learns_nothing_of_foes_still_to_be_placed() -> None:
    script = Script(
        areas={"here": ((0, 0), (1, 0))},
        deploy=(Deploy(side="red", area="here", units=("red.a",)),),
    )
    off = {"off": True}
    for hiding, noticed in (((4, 4, 4), []), ((1, 1, 1), [("red.a",)])):
        made = level("....p", {"script": script}, p=LURKS, a=off)
        play = Play(Battle.start(BOOK, made), hiding)
        assert play.asked == ("deploy", "red.a")
        assert [event["by"] for event in play.events("noticed", "red")] == noticed
        assert play.events("noticed", "blue") == []
        assert "unnoticed_by" not in own_card(play)
        play.do("place red.a 1,0").do("done", *initiative("ap", "ap"))
        assert own_card(play).get("unnoticed_by", []) == ([] if noticed else ["red.a"])
